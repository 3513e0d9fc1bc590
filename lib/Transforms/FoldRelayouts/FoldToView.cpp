//===- FoldToView.cpp - Chains that move no data --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A relayout or a transposition at the end of a chain of operations that only
// rename elements, relayouts among them, is a view of an array further up if
// the composed maps say that every element lies there already where the result
// wants it. The layouts in between do not matter.
//
//===----------------------------------------------------------------------===//

#include "../Relayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/ComposedIndex.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Views.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// One step up a chain
//===----------------------------------------------------------------------===//

static bool isStaticTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape();
}

/// Goes on to the operand of a transposition: its dimension `permutation[k]` is
/// dimension k of the result.
static Value stepThroughTranspose(Value input, ArrayRef<int64_t> permutation,
                                  ComposedIndex &index) {
  SmallVector<int64_t> dims(permutation.size());
  for (auto [result, operand] : llvm::enumerate(permutation))
    dims[operand] = result;
  index.select(dims);
  return input;
}

/// Goes on to the operand of a broadcast, which lacks `added`.
static Value stepThroughBroadcast(Value input, ArrayRef<int64_t> added,
                                  ComposedIndex &index) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0, rank = index.getExtents().size(); dim < rank; ++dim)
    if (!llvm::is_contained(added, dim))
      dims.push_back(dim);
  index.select(dims);
  return input;
}

static Value stepThroughReshape(Value source, ComposedIndex &index) {
  index.reshape(cast<RankedTensorType>(source.getType()).getShape());
  return source;
}

static Value stepThroughGeneric(linalg::GenericOp op, ComposedIndex &index) {
  if (linalg::isaCopyOpInterface(op))
    return op.getInputs().front();
  if (auto permutation = linalg::isaTransposeOpInterface(op))
    return stepThroughTranspose(op.getInputs().front(), *permutation, index);
  if (auto added = linalg::isaBroadcastOpInterface(op))
    return stepThroughBroadcast(op.getInputs().front(), *added, index);
  return {};
}

/// Returns the tensor whose elements `op` only renames, with `index` taken on
/// to it; null if there is none. The operation's tensors have static shapes.
static Value step(Operation *op, ComposedIndex &index) {
  if (auto relayout = dyn_cast<RelayoutOp>(op))
    return relayout.getSource();
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return stepThroughReshape(expand.getSrc(), index);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return stepThroughReshape(collapse.getSrc(), index);
  if (auto reshape = dyn_cast<tensor::ReshapeOp>(op))
    return stepThroughReshape(reshape.getSource(), index);
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return stepThroughTranspose(transpose.getInput(),
                                transpose.getPermutation(), index);
  if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op))
    return stepThroughBroadcast(broadcast.getInput(), broadcast.getDimensions(),
                                index);
  if (auto copy = dyn_cast<linalg::CopyOp>(op))
    return copy.getInputs().front();
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return stepThroughGeneric(generic, index);
  return {};
}

/// Returns what a view by `FoldToView` views: its layouts name the same
/// positions alike, so that indices stay what they are.
static Value stepThroughRename(FromPhysicalOp op) {
  auto to = op.getSource().getDefiningOp<ToPhysicalOp>();
  if (!to || !isStaticTensor(op.getResult()))
    return {};
  auto result = cast<RankedTensorType>(op.getType());
  auto source = dyn_cast<RankedTensorType>(to.getSource().getType());
  if (!source || source.getShape() != result.getShape())
    return {};
  std::optional<Layout> from = getLayout(source), dest = getLayout(result);
  if (!from || !dest ||
      !ComposedIndex(result.getShape()).keepsPositions(*from, *dest))
    return {};
  return to.getSource();
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

bool mlir::tiled_layout::haveSameStorage(RankedTensorType a,
                                         RankedTensorType b) {
  std::optional<Layout> layoutA = getLayout(a), layoutB = getLayout(b);
  return layoutA && layoutB && a.getElementType() == b.getElementType() &&
         getBitsPerElement(a) == getBitsPerElement(b) &&
         layoutA->memorySpace == layoutB->memorySpace &&
         layoutA->metadataPrefixBytes == layoutB->metadataPrefixBytes &&
         layoutA->splits == layoutB->splits &&
         (layoutA->splits.empty() || a.getShape() == b.getShape()) &&
         getElements(*layoutA, a.getShape()) ==
             getElements(*layoutB, b.getShape());
}

/// Returns the array furthest up the chain above `op` of which its result is a
/// view; null if there is none.
static Value findViewed(Operation *op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<Layout> layout = getLayout(type);
  if (!layout)
    return {};
  ComposedIndex index(type.getShape());
  Value viewed;
  for (Operation *current = op; current;) {
    Value operand;
    if (auto rename = dyn_cast<FromPhysicalOp>(current))
      operand = stepThroughRename(rename);
    else
      operand = step(current, index);
    if (!operand || !isStaticTensor(operand))
      break;
    auto source = cast<RankedTensorType>(operand.getType());
    if (haveSameStorage(source, type) &&
        index.keepsPositions(*getLayout(source), *layout))
      viewed = operand;
    current = operand.getDefiningOp();
  }
  return viewed;
}

/// True if the operation promises something of the padding that a view would
/// not keep.
static bool promisesPadding(Operation *op) {
  auto relayout = dyn_cast<RelayoutOp>(op);
  if (!relayout || !relayout.getPadding())
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  return getElements(*getLayout(type), type.getShape()) !=
         type.getNumElements();
}

/// Returns true if the operation, at the end of a chain, moves data.
static bool movesData(Operation *op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return generic->getNumResults() == 1 &&
           (linalg::isaCopyOpInterface(generic) ||
            linalg::isaTransposeOpInterface(generic));
  return isa<RelayoutOp, linalg::TransposeOp, linalg::CopyOp>(op) &&
         op->getNumResults() == 1;
}

namespace {

struct FoldToView : RewritePattern {
  explicit FoldToView(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/4, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!movesData(op) || !isStaticTensor(op->getResult(0)) ||
        promisesPadding(op))
      return failure();
    Value viewed = findViewed(op);
    // The flat array of a slice is a copy of it.
    if (!viewed || viewed.getDefiningOp<tensor::ExtractSliceOp>())
      return failure();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value view = createView(rewriter, op->getLoc(), viewed, type);
    if (!view)
      return failure();
    rewriter.replaceOp(op, view);
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Chains that one relayout can do
//===----------------------------------------------------------------------===//

RankedTensorType mlir::tiled_layout::getTypeIn(RankedTensorType shape,
                                               const Layout &layout,
                                               ArrayRef<int64_t> strides) {
  // Strides of single elements say nothing.
  for (auto [extent, stride, own] :
       llvm::zip_equal(getPhysicalShape(layout, shape.getShape()), strides,
                       getPhysicalStrides(layout, shape.getShape())))
    if (extent != 1 && (stride != own || stride == kDynamic))
      return {};
  Attribute encoding;
  if (!layout.isRowMajor())
    encoding = TiledLayoutAttr::get(shape.getContext(), layout, {});
  return withEncoding(shape, encoding);
}

/// Returns the type of what an operation that renames elements makes of an
/// array, if none of them moves; null if no layout says so.
static RankedTensorType renameThrough(Operation *op, RankedTensorType input) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  std::optional<Layout> layout = getLayout(input);
  if (!layout || !layout->splits.empty())
    return {};
  if (isa<RelayoutOp, linalg::CopyOp>(op))
    return input;
  SmallVector<int64_t> strides = getPhysicalStrides(*layout, input.getShape());
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return getTypeIn(result,
                     getTransposedLayout(*layout, transpose.getPermutation()),
                     strides);
  std::optional<ViewLayout> view;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    view = expectedToOptional(getExpandedLayout(
        *layout, strides, expand.getReassociationIndices(), result.getShape()));
  else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    view = expectedToOptional(
        getCollapsedLayout(*layout, input.getShape(), strides,
                           collapse.getReassociationIndices()));
  return view ? getTypeIn(result, view->layout, view->strides)
              : RankedTensorType();
}

/// Returns what an operation renames, if it is one of those above.
static Value getRenamed(Operation *op) {
  if (!op || op->getNumResults() != 1 || !isStaticTensor(op->getResult(0)))
    return {};
  Value operand;
  if (isa<RelayoutOp, linalg::CopyOp, linalg::TransposeOp>(op))
    operand = cast<DestinationStyleOpInterface>(op).getDpsInputs().front();
  else if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    operand = op->getOperand(0);
  return operand && isStaticTensor(operand) ? operand : Value();
}

/// Returns the type of what the operations of a chain, last one first, make of
/// an array, if no element moves; null if there is none.
static RankedTensorType renameThrough(ArrayRef<Operation *> chain,
                                      RankedTensorType root) {
  RankedTensorType type = root;
  for (Operation *op : llvm::reverse(chain)) {
    type = renameThrough(op, type);
    if (!type)
      return {};
  }
  return haveSameStorage(root, type) ? type : RankedTensorType();
}

namespace {

/// Two operations of a chain that move data, and renames between them, are one
/// relayout of a view.
struct RelayoutOfView : RewritePattern {
  explicit RelayoutOfView(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<RelayoutOp, linalg::TransposeOp>(op) || !getRenamed(op))
      return failure();
    // A relayout keeps what it is from; a transposition becomes one.
    SmallVector<Operation *> chain;
    if (!isa<RelayoutOp>(op))
      chain.push_back(op);
    Value root;
    RankedTensorType type;
    bool saves = false;
    for (Value value = getRenamed(op);;) {
      Operation *above = value.getDefiningOp();
      Value operand = getRenamed(above);
      if (!operand || !value.hasOneUse())
        break;
      chain.push_back(above);
      saves |= isa<RelayoutOp, linalg::CopyOp, linalg::TransposeOp>(above);
      // The furthest one that is a view has least in between.
      RankedTensorType found =
          renameThrough(chain, cast<RankedTensorType>(operand.getType()));
      if (saves && found) {
        root = operand;
        type = found;
      }
      value = operand;
    }
    Value view =
        root ? createView(rewriter, op->getLoc(), root, type) : Value();
    if (!view)
      return failure();
    auto dps = cast<DestinationStyleOpInterface>(op);
    Attribute padding;
    if (auto relayout = dyn_cast<RelayoutOp>(op))
      padding = relayout.getPaddingAttr();
    rewriter.replaceOpWithNewOp<RelayoutOp>(op, op->getResult(0).getType(),
                                            view, dps.getDpsInits().front(),
                                            padding);
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateFoldToViewPatterns(
    RewritePatternSet &patterns) {
  patterns.add<FoldToView, RelayoutOfView>(patterns.getContext());
}
