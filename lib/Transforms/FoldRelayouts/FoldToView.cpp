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

#include "Relayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/ComposedIndex.h"
#include "tiled_layout/Layout/PhysicalShape.h"

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

/// True if the two arrays take as many bytes, in elements of one size, and in
/// the same memory, so that one can be a view of the other.
static bool haveSameStorage(RankedTensorType a, RankedTensorType b) {
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
    if (!viewed)
      return failure();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value view = createView(rewriter, op->getLoc(), viewed, type);
    if (!view)
      return failure();
    rewriter.replaceOp(op, view);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Transpositions that a relayout can do
//===----------------------------------------------------------------------===//

/// Returns a transposed array as a view of `input`: the array in another order
/// of dimensions. Null if there is no such view.
static Value createTransposedView(OpBuilder &builder, Location loc, Value input,
                                  ArrayRef<int64_t> permutation,
                                  RankedTensorType transposed) {
  if (!isStaticTensor(input))
    return {};
  std::optional<Layout> layout =
      getLayout(cast<RankedTensorType>(input.getType()));
  if (!layout || !layout->splits.empty())
    return {};
  SmallVector<int64_t> results(permutation.size());
  for (auto [result, operand] : llvm::enumerate(permutation))
    results[operand] = result;
  for (int64_t &dim : layout->minorToMajor)
    dim = results[dim];
  Attribute encoding;
  if (!layout->isRowMajor())
    encoding = TiledLayoutAttr::get(builder.getContext(), *layout, {});
  RankedTensorType type = withEncoding(transposed, encoding);
  return type ? createView(builder, loc, input, type) : Value();
}

/// relayout(transpose(x)) -> relayout(view of x)
struct RelayoutTransposed : OpRewritePattern<RelayoutOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RelayoutOp op,
                                PatternRewriter &rewriter) const override {
    auto transpose = op.getSource().getDefiningOp<linalg::TransposeOp>();
    if (!op.getResult() || !transpose || !transpose->hasOneUse())
      return failure();
    Value view = createTransposedView(
        rewriter, op.getLoc(), transpose.getInput(), transpose.getPermutation(),
        cast<RankedTensorType>(op.getSource().getType()));
    if (!view)
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(view); });
    return success();
  }
};

/// transpose(relayout(x)) -> relayout(view of x)
struct TransposeRelaid : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op,
                                PatternRewriter &rewriter) const override {
    RelayoutOp relayout = getRelayout(op.getInput());
    if (op->getNumResults() != 1 || !relayout || !relayout->hasOneUse())
      return failure();
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    Value view = createTransposedView(
        rewriter, op.getLoc(), relayout.getSource(), op.getPermutation(), type);
    if (!view)
      return failure();
    rewriter.replaceOpWithNewOp<RelayoutOp>(op, type, view, op.getInit(),
                                            Attribute());
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateFoldToViewPatterns(
    RewritePatternSet &patterns) {
  patterns.add<FoldToView, RelayoutTransposed, TransposeRelaid>(
      patterns.getContext());
}
