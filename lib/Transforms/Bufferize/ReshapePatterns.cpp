//===- ReshapePatterns.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "../../IR/AffineValues.h"
#include "../../Layout/ArrayDigits.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/ViewTypes.h"
#include "tiled_layout/Layout/Compare.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Views.h"
#include "tiled_layout/Relayout/Axes.h"
#include "tiled_layout/Transforms/Bufferize.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if a buffer that has one of these types may be seen as the other one.
static bool mayShareBuffer(RankedTensorType source, RankedTensorType result) {
  return isTiled(source) && isTiled(result) && source.getRank() != 0 &&
         result.getRank() != 0;
}

/// True if a reshape does no more than to drop or to add dimensions of 1.
template <typename ReshapeOp>
static bool hasOnlyUnitParts(ReshapeOp op) {
  ArrayRef<int64_t> parts = op.getSrcType().getShape();
  if constexpr (std::is_same_v<ReshapeOp, tensor::ExpandShapeOp>)
    parts = op.getResultType().getShape();
  return llvm::all_of(op.getReassociationIndices(),
                      [&](ArrayRef<int64_t> group) {
                        return llvm::count_if(group, [&](int64_t dim) {
                                 return parts[dim] != 1;
                               }) <= 1;
                      });
}

/// True if a buffer of these extents may have the layout: no extent that its
/// map depends on is known at run time only.
static bool mayHaveLayout(MLIRContext *context, const Layout &layout,
                          ArrayRef<int64_t> extents) {
  SmallVector<int64_t> symbols;
  return getPhysicalMap(layout, extents, context, &symbols) && symbols.empty();
}

/// Returns the layout of a view of all of `type`'s shape, which has `elements`
/// elements, padding included; nothing if there is no view, or one of a part. A
/// reshape leaves the number of blocks along the most major axis as it is: only
/// the other extents must be known, which are the ones that strides depend on.
static std::optional<Layout> getWholeView(const std::optional<ViewLayout> &view,
                                          RankedTensorType type,
                                          int64_t elements) {
  ArrayRef<int64_t> extents = type.getShape();
  if (!view || is_contained(view->strides, ShapedType::kDynamic) ||
      view->strides != getPhysicalStrides(view->layout, extents) ||
      getElements(view->layout, extents) != elements ||
      !mayHaveLayout(type.getContext(), view->layout, extents))
    return std::nullopt;
  return view->layout;
}

/// Returns the layout that the result of a reshape has if no element moves and
/// the buffer stays as large as it is.
template <typename ReshapeOp>
static std::optional<Layout> getLayoutInPlace(ReshapeOp op) {
  RankedTensorType source = op.getSrcType(), result = op.getResultType();
  Layout layout = *getLayout(source);
  if (!mayShareBuffer(source, result) || layout.memorySpace != 0)
    return std::nullopt;
  SmallVector<int64_t> strides = getPhysicalStrides(layout, source.getShape());
  auto groups = op.getReassociationIndices();
  std::optional<ViewLayout> view = expectedToOptional([&] {
    if constexpr (std::is_same_v<ReshapeOp, tensor::ExpandShapeOp>)
      return getExpandedLayout(layout, strides, groups, result.getShape());
    else
      return getCollapsedLayout(layout, source.getShape(), strides, groups);
  }());
  // Each part has the places that it had.
  if (view && hasOnlyUnitParts(op))
    return view->layout;
  return getWholeView(view, result, getElements(layout, source.getShape()));
}

/// Returns the layout that the source of a collapse has if its elements are
/// where the result has them in its own layout.
static std::optional<Layout> getSourceInPlace(tensor::CollapseShapeOp op) {
  RankedTensorType source = op.getSrcType(), result = op.getResultType();
  Layout layout = *getLayout(result);
  if (!mayShareBuffer(source, result) || layout.memorySpace != 0 ||
      getLayout(source)->memorySpace != 0)
    return std::nullopt;
  auto view =
      getExpandedLayout(layout, getPhysicalStrides(layout, result.getShape()),
                        op.getReassociationIndices(), source.getShape());
  return getWholeView(expectedToOptional(std::move(view)), source,
                      getElements(layout, result.getShape()));
}

/// True if a relayout between two layouts of what a reshape reads or makes is
/// slower than two, to rows and from rows: words of several rows move one
/// element at a time where the rows that are counted together begin in the
/// middle of tiles, as 28 rows of each of 28 groups in T(8,128)(2,1), or where
/// rows of any length become an array of one dimension in words. Long runs
/// along the most minor dimension, if that is collapsed, move as they are.
template <typename ReshapeOp>
static bool goesByRows(ReshapeOp op, const Layout &from, const Layout &to,
                       ArrayRef<int64_t> extents) {
  bool areInWords = from.tiles.size() > 1 || to.tiles.size() > 1;
  bool hasRuns = op.getReassociationIndices().back().size() != 1 &&
                 op.getReassociationIndices().size() != 1;
  return !ShapedType::isDynamicShape(extents) && areInWords && !hasRuns &&
         !getRelayoutAxes(from, to, extents).irregular.empty();
}

/// Returns the run-time extents of the result of a reshape.
static SmallVector<Value> getDynamicExtents(OpBuilder &builder,
                                            tensor::ExpandShapeOp op) {
  return llvm::to_vector(op.getOutputShape());
}

static SmallVector<Value> getDynamicExtents(OpBuilder &builder,
                                            tensor::CollapseShapeOp op) {
  SmallVector<Value> extents;
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, op.getSrc());
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    if (!op.getResultType().isDynamicDim(dim))
      continue;
    SmallVector<OpFoldResult> parts =
        llvm::map_to_vector(group, [&](int64_t part) { return sizes[part]; });
    extents.push_back(getValueOrCreateConstantIndexOp(
        builder, loc, multiplyExtents(builder, loc, parts)));
  }
  return extents;
}

/// Returns the buffer of a tensor as an array in layout `layout` and of extents
/// `dynamicExtents`; of type `type` where that is the same.
static Value viewBuffer(OpBuilder &builder, Location loc, Value tensor,
                        const Layout &layout, RankedTensorType type,
                        ValueRange dynamicExtents) {
  auto source = cast<RankedTensorType>(tensor.getType());
  Value flat = ToPhysicalOp::create(builder, loc, getFlatType(source), tensor);
  Layout wanted = *getLayout(type);
  std::optional<int64_t> bits = getStorageBits(source.getElementType());
  bool isResult =
      layout == wanted ||
      (type.hasStaticShape()
           ? bits && areInterchangeable(layout, wanted, type.getShape(), *bits)
           : haveSameDigits(layout, wanted, type.getShape()));
  auto viewType = isResult ? type
                           : type.cloneWithEncoding(TiledLayoutAttr::get(
                                 builder.getContext(), layout));
  return FromPhysicalOp::create(builder, loc, viewType, flat, dynamicExtents);
}

/// Returns a tensor without a layout of ours: the same one or a relayout.
static Value getPlain(OpBuilder &builder, Location loc, Value tensor) {
  if (!isTiled(tensor.getType()))
    return tensor;
  auto type = cast<RankedTensorType>(tensor.getType());
  return relayoutTo(builder, loc, tensor, type.dropEncoding());
}

/// True if an operation may compute or read a tensor in another layout, as the
/// only one: it has loops, and the tensor is in the memory of the host.
static bool mayChangeLayout(Operation *op, Value tensor) {
  auto loops = dyn_cast_if_present<linalg::LinalgOp>(op);
  std::optional<Layout> layout = getLayout(cast<ShapedType>(tensor.getType()));
  return loops && loops.hasPureTensorSemantics() && tensor.hasOneUse() &&
         layout && layout->memorySpace == 0;
}

bool mlir::tiled_layout::computeAs(RewriterBase &rewriter, Value tensor,
                                   RankedTensorType type) {
  if (!mayChangeLayout(tensor.getDefiningOp(), tensor))
    return false;
  auto op = cast<linalg::LinalgOp>(tensor.getDefiningOp());
  OpOperand *init =
      op.getDpsInitOperand(cast<OpResult>(tensor).getResultNumber());
  if (init->get().getDefiningOp<tensor::EmptyOp>()) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    Value empty = createEmpty(
        rewriter, loc, type, tensor::getMixedSizes(rewriter, loc, init->get()));
    rewriter.modifyOpInPlace(op, [&] { init->set(empty); });
  } else if (!init->get().getDefiningOp<linalg::FillOp>() ||
             !computeAs(rewriter, init->get(), type)) {
    return false;
  }
  rewriter.modifyOpInPlace(op, [&] { tensor.setType(type); });
  return true;
}

/// True if an operation with loops reads a tensor, and nothing else does.
static bool isReadByLoops(Value tensor) {
  if (tensor.use_empty())
    return false;
  OpOperand &use = *tensor.use_begin();
  return mayChangeLayout(use.getOwner(), tensor) &&
         cast<linalg::LinalgOp>(use.getOwner()).isDpsInput(&use);
}

/// Returns what a reshape makes, in the layout of its result or in that in
/// which loops read it. Those would be slow that divide indices.
static Value finishReshape(OpBuilder &builder, Value result, Value reshaped) {
  std::optional<Layout> layout =
      getLayout(cast<ShapedType>(reshaped.getType()));
  if (isReadByLoops(result) && !(layout && layout->hasCombine()))
    return reshaped;
  return relayoutTo(builder, result.getLoc(), reshaped,
                    cast<RankedTensorType>(result.getType()));
}

/// Lets a view of memory be created before the tensor that it is to hold is
/// computed.
static void goWhereComputed(RewriterBase &rewriter, Value tensor,
                            Value memory) {
  auto empty = getInitial(tensor).getDefiningOp<tensor::EmptyOp>();
  auto argument = dyn_cast<BlockArgument>(memory);
  if (empty && argument && argument.getOwner()->isEntryBlock() &&
      memory.getParentRegion()->isAncestor(empty->getParentRegion()))
    rewriter.setInsertionPoint(empty);
}

/// tensor.cast between layouts -> relayout. Upstream would leave the array
/// where it is, in the old layout.
static LogicalResult convertCast(tensor::CastOp op, PatternRewriter &rewriter) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  if (!hasTiledTensor(op) ||
      (source && result && source.getEncoding() == result.getEncoding()))
    return rewriter.notifyMatchFailure(op, "keeps the layout");
  Value value = op.getSource();
  // A tensor of unknown rank has no place for a layout.
  if (!result)
    rewriter.modifyOpInPlace(op, [&] {
      op.getSourceMutable().assign(getPlain(rewriter, op.getLoc(), value));
    });
  else if (!source)
    rewriter.replaceOp(
        op, relayoutTo(rewriter, op.getLoc(),
                       tensor::CastOp::create(rewriter, op.getLoc(),
                                              result.dropEncoding(), value),
                       result));
  else
    rewriter.replaceOp(op, relayoutTo(rewriter, op.getLoc(), value, result));
  return success();
}

/// A relayout to another memory space -> a relayout in one and a copy to the
/// other. The host's memory, 0, is the one where it computes.
static LogicalResult splitRelayout(RelayoutOp op, PatternRewriter &rewriter) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto dest = dyn_cast<RankedTensorType>(op.getDest().getType());
  if (!source || !dest)
    return rewriter.notifyMatchFailure(op, "works on memrefs");
  Layout from = *getLayout(source), to = *getLayout(dest);
  int64_t destSpace = to.memorySpace;
  to.memorySpace = from.memorySpace;
  if (from.memorySpace == destSpace || (from == to && !op.getPadding()))
    return rewriter.notifyMatchFailure(op, "does one thing only");
  // What lies between the two steps.
  bool moveFirst = destSpace == 0;
  Layout between = moveFirst ? from : to;
  between.memorySpace = moveFirst ? 0 : from.memorySpace;
  Attribute encoding;
  if (between.memorySpace != 0 || !between.isRowMajor())
    encoding = TiledLayoutAttr::get(op.getContext(), between);
  RankedTensorType type = dest.cloneWithEncoding(encoding);
  Value empty =
      createEmpty(rewriter, op.getLoc(), type,
                  tensor::getMixedSizes(rewriter, op.getLoc(), op.getDest()));
  auto first =
      RelayoutOp::create(rewriter, op.getLoc(), type, op.getSource(), empty,
                         moveFirst ? Attribute() : op.getPaddingAttr());
  rewriter.replaceOpWithNewOp<RelayoutOp>(
      op, dest, first.getResult(), op.getDest(),
      moveFirst ? op.getPaddingAttr() : Attribute());
  return success();
}

/// Returns the result of a reshape that moves no element, as a view of the
/// source; null if elements move, or loops that read it would divide indices.
template <typename ReshapeOp>
static Value viewSource(ReshapeOp op, RewriterBase &rewriter) {
  RankedTensorType type = op.getResultType();
  std::optional<Layout> layout = getLayoutInPlace(op);
  if (!layout || goesByRows(op, *layout, *getLayout(type), type.getShape()) ||
      (layout->hasCombine() && isReadByLoops(op.getResult())))
    return nullptr;
  Value view = viewBuffer(rewriter, op.getLoc(), op.getSrc(), *layout, type,
                          getDynamicExtents(rewriter, op));
  return finishReshape(rewriter, op.getResult(), view);
}

/// Returns the result of a collapse as a view of the source, which is computed
/// or relaid to where the result has its elements; null if there is no such
/// view, or loops that compute the source would divide indices.
static Value viewResult(tensor::CollapseShapeOp op, RewriterBase &rewriter) {
  RankedTensorType source = op.getSrcType(), type = op.getResultType();
  std::optional<Layout> layout = getSourceInPlace(op);
  if (!layout || goesByRows(op, *getLayout(source), *layout, source.getShape()))
    return nullptr;
  auto inPlace =
      source.cloneWithEncoding(TiledLayoutAttr::get(op.getContext(), *layout));
  bool divides = layout->hasCombine();
  bool isComputed = computeAs(rewriter, op.getSrc(),
                              divides ? source.dropEncoding() : inPlace);
  if (isComputed && divides)
    return nullptr;
  Value array = relayoutTo(rewriter, op.getLoc(), op.getSrc(), inPlace);
  return viewBuffer(rewriter, op.getLoc(), array, *getLayout(type), type,
                    getDynamicExtents(rewriter, op));
}

/// A reshape of tensors with layouts -> relayout, reshape of plain tensors,
/// relayout; or, where no element moves, a view of the buffer and at most one
/// relayout before or after it.
template <typename ReshapeOp>
static LogicalResult convertReshape(ReshapeOp op, PatternRewriter &rewriter) {
  if (!hasTiledTensor(op))
    return rewriter.notifyMatchFailure(op, "no tensor has a layout");
  Value view;
  if constexpr (!std::is_same_v<ReshapeOp, tensor::ReshapeOp>)
    view = viewSource(op, rewriter);
  if constexpr (std::is_same_v<ReshapeOp, tensor::CollapseShapeOp>)
    if (!view)
      view = viewResult(op, rewriter);
  if (view) {
    rewriter.replaceOp(op, view);
    return success();
  }
  IRMapping plain;
  for (Value operand : op->getOperands()) {
    if (isTiled(operand.getType()))
      computeAs(rewriter, operand,
                cast<RankedTensorType>(operand.getType()).dropEncoding());
    plain.map(operand, getPlain(rewriter, op.getLoc(), operand));
  }
  Operation *clone = rewriter.clone(*op, plain);
  auto type = dyn_cast<RankedTensorType>(op.getResult().getType());
  if (type && isTiled(type)) {
    clone->getResult(0).setType(type.dropEncoding());
    rewriter.replaceOp(
        op, finishReshape(rewriter, op.getResult(), clone->getResult(0)));
  } else {
    rewriter.replaceOp(op, clone);
  }
  return success();
}

/// A tensor without a layout whose dimensions are collapsed where it ends in
/// memory -> the tensor itself, in that memory with these dimensions.
static LogicalResult
collapsedDestination(bufferization::MaterializeInDestinationOp op,
                     PatternRewriter &rewriter) {
  auto collapse = op.getSource().getDefiningOp<tensor::CollapseShapeOp>();
  auto end = dyn_cast<MemRefType>(op.getDest().getType());
  if (!collapse || !collapse->hasOneUse() || !end || hasTiledTensor(collapse) ||
      getLayoutAttr(end) || end.getMemorySpace() ||
      !end.getLayout().isIdentity() ||
      end.getShape() != collapse.getResultType().getShape())
    return rewriter.notifyMatchFailure(op, "is no collapsed plain tensor");
  Value tensor = collapse.getSrc();
  RankedTensorType type = collapse.getSrcType();
  goWhereComputed(rewriter, tensor, op.getDest());
  auto view = memref::ExpandShapeOp::create(
      rewriter, op.getLoc(),
      MemRefType::get(type.getShape(), type.getElementType()), op.getDest(),
      collapse.getReassociationIndices(),
      getSizes(rewriter, op.getLoc(), tensor));
  rewriter.modifyOpInPlace(op, [&] {
    op.getSourceMutable().assign(tensor);
    op.getDestMutable().assign(view.getResult());
  });
  return success();
}

/// A view that ends in memory which the program names -> the tensor itself, in
/// the same view of that memory. It can be computed there.
static LogicalResult
viewDestination(bufferization::MaterializeInDestinationOp op,
                PatternRewriter &rewriter) {
  auto view = op.getSource().getDefiningOp<FromPhysicalOp>();
  auto flat =
      view ? view.getSource().getDefiningOp<ToPhysicalOp>() : ToPhysicalOp();
  auto mark = op.getDest().getDefiningOp<UnrealizedConversionCastOp>();
  if (!flat || !mark || !isTiled(mark.getOperandTypes().front()))
    return rewriter.notifyMatchFailure(op, "is no view of tiled memory");
  Value tensor = flat.getSource(), memory = mark.getInputs().front();
  auto type = cast<RankedTensorType>(tensor.getType());
  auto end = dyn_cast<MemRefType>(op.getDest().getType());
  if (!end || !isTiled(type) ||
      end.getShape() != cast<ShapedType>(view.getType()).getShape() ||
      end.getMemorySpace() !=
          getLayoutAttr(cast<RankedTensorType>(view.getType())))
    return rewriter.notifyMatchFailure(op, "is a view of something else");
  FailureOr<MemRefType> tiled =
      getTiledMemRefType(type, [] { return InFlightDiagnostic(); });
  if (failed(tiled))
    return rewriter.notifyMatchFailure(op, "has no layout in memory");
  goWhereComputed(rewriter, tensor, memory);
  Location loc = op.getLoc();
  SmallVector<Value> extents;
  SmallVector<OpFoldResult> sizes = getSizes(rewriter, loc, tensor);
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(dim))
      extents.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
  Value positions = ToPhysicalOp::create(
      rewriter, loc, getFlatType(cast<ShapedType>(memory.getType())), memory);
  Value array =
      FromPhysicalOp::create(rewriter, loc, *tiled, positions, extents);
  auto marked =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), getLayoutAttr(type));
  rewriter.modifyOpInPlace(op, [&] {
    op.getSourceMutable().assign(tensor);
    op.getDestMutable().assign(
        UnrealizedConversionCastOp::create(rewriter, loc, marked, array)
            .getResult(0));
  });
  return success();
}

void mlir::tiled_layout::populateMemorySpacePatterns(
    RewritePatternSet &patterns) {
  patterns.add(splitRelayout);
}

void mlir::tiled_layout::populateCastPatterns(RewritePatternSet &patterns) {
  patterns.add(convertCast);
}

void mlir::tiled_layout::populateReshapePatterns(RewritePatternSet &patterns) {
  patterns.add(convertReshape<tensor::CollapseShapeOp>)
      .add(convertReshape<tensor::ExpandShapeOp>)
      .add(convertReshape<tensor::ReshapeOp>)
      .add(collapsedDestination)
      .add(viewDestination);
}
