//===- SlicePatterns.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "tiled_layout/Analysis/SliceRules.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the layout of a slice of a tensor with a layout in place, or why it
/// has none.
static llvm::Expected<SliceLayout>
getLayoutInPlace(RankedTensorType array, ArrayRef<SliceDimension> slice) {
  Layout layout = *getTileLayout(array);
  // No memref has tiles that combine dimensions and an extent that is not
  // known.
  for (auto [dim, part] : llvm::enumerate(slice))
    if (part.size == kDynamic && layout.hasCombine())
      return llvm::make_error<ViewViolation>(ViewViolation::Kind::Dynamic, dim);
  return getSliceLayout(layout, array.getShape(), slice);
}

static llvm::Expected<SliceLayout>
getLayoutInPlace(RankedTensorType array, OffsetSizeAndStrideOpInterface slice,
                 const llvm::SmallBitVector &dropped) {
  return getLayoutInPlace(array, getSlice(array, slice.getMixedOffsets(),
                                          slice.getMixedSizes(),
                                          slice.getMixedStrides(), dropped));
}

bool mlir::tiled_layout::isViewOf(RankedTensorType array,
                                  OffsetSizeAndStrideOpInterface slice,
                                  const llvm::SmallBitVector &dropped,
                                  std::string &reason) {
  auto layout = getLayoutInPlace(array, slice, dropped);
  if (layout)
    return true;
  reason = describeViolation(slice, layout.takeError());
  return false;
}

bool mlir::tiled_layout::isViewOf(RankedTensorType array,
                                  ArrayRef<OpFoldResult> offsets,
                                  ArrayRef<OpFoldResult> sizes,
                                  ArrayRef<OpFoldResult> strides) {
  llvm::SmallBitVector dropped(array.getRank());
  auto layout = getLayoutInPlace(
      array, getSlice(array, offsets, sizes, strides, dropped));
  return !errorToBool(layout.takeError());
}

std::optional<Layout>
mlir::tiled_layout::findLayoutInPlace(RankedTensorType array,
                                      OffsetSizeAndStrideOpInterface slice,
                                      const llvm::SmallBitVector &dropped) {
  std::optional<SliceLayout> found =
      expectedToOptional(getLayoutInPlace(array, slice, dropped));
  if (!found)
    return std::nullopt;
  found->layout.memorySpace = getTileLayout(array)->memorySpace;
  return found->layout;
}

bool mlir::tiled_layout::hasLayoutInPlace(RankedTensorType array,
                                          OffsetSizeAndStrideOpInterface slice,
                                          const llvm::SmallBitVector &dropped,
                                          RankedTensorType type) {
  if (dropped.none() || !isTiled(array) || !isTiled(type))
    return array.getEncoding() == type.getEncoding();
  std::optional<Layout> found = findLayoutInPlace(array, slice, dropped);
  return found && found == getLayout(type);
}

SmallVector<Value> mlir::tiled_layout::getWholeIndices(
    OpBuilder &builder, OffsetSizeAndStrideOpInterface slice,
    const llvm::SmallBitVector &droppedDims, ValueRange indices) {
  Location loc = slice.getLoc();
  AffineExpr index, offset, stride;
  bindDims(builder.getContext(), index);
  bindSymbols(builder.getContext(), offset, stride);
  SmallVector<OpFoldResult> whole;
  auto next = indices.begin();
  for (auto [dim, parts] : llvm::enumerate(
           llvm::zip_equal(slice.getMixedOffsets(), slice.getMixedStrides()))) {
    auto [start, step] = parts;
    whole.push_back(droppedDims.test(dim)
                        ? start
                        : affine::makeComposedFoldedAffineApply(
                              builder, loc, index * stride + offset,
                              {OpFoldResult(*next++), start, step}));
  }
  return getValueOrCreateConstantIndexOp(builder, loc, whole);
}

SmallVector<OpFoldResult>
mlir::tiled_layout::getKeptSizes(OffsetSizeAndStrideOpInterface slice,
                                 const llvm::SmallBitVector &droppedDims) {
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(slice.getMixedSizes()))
    if (!droppedDims.test(dim))
      sizes.push_back(size);
  return sizes;
}

/// True if a slice has all indices of a dimension of its tensor.
static bool isWhole(tensor::ExtractSliceOp slice, int64_t dim) {
  OpFoldResult size = slice.getMixedSizes()[dim];
  FailureOr<bool> isEqual =
      ValueBoundsConstraintSet::areEqual(size, {slice.getSource(), dim});
  return succeeded(isEqual) && *isEqual;
}

AffineMap mlir::tiled_layout::getSteps(tensor::ExtractSliceOp slice) {
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  ArrayRef<int64_t> offsets = slice.getStaticOffsets(),
                    steps = slice.getStaticStrides();
  if (steps.empty() || dropped.test(steps.size() - 1) ||
      !llvm::is_contained({2, 4}, steps.back()) ||
      ShapedType::isDynamicShape(offsets) ||
      ShapedType::isDynamicShape(steps) || offsets.back() >= steps.back())
    return {};
  // Four bytes of a word are taken apart together.
  bool isWord = getValueBits(slice.getType().getElementType()).value_or(0) < 16;
  SmallVector<AffineExpr> indices;
  int64_t kept = 0;
  for (auto [dim, offset, step] : llvm::enumerate(offsets, steps)) {
    if (dropped.test(dim)) {
      indices.push_back(getAffineConstantExpr(offset, slice.getContext()));
      continue;
    }
    // An operation takes its extents from inputs that are indexed by a
    // dimension alone.
    if (step == 1 && offset == 0 && !isWhole(slice, dim))
      return {};
    indices.push_back(getAffineDimExpr(kept++, slice.getContext()) * step +
                      offset);
    if (isWord && offset != 0 && dim + 1 != steps.size())
      return {};
  }
  return AffineMap::get(kept, 0, indices, slice.getContext());
}

/// Replaces the slice by a copy of the view that has all dimensions.
static void copyView(tensor::ExtractSliceOp op,
                     const llvm::SmallBitVector &dropped,
                     PatternRewriter &rewriter) {
  RankedTensorType source = op.getSourceType(), type = op.getType();
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> indices;
  for (int64_t dim = 0, kept = 0; dim < source.getRank(); ++dim) {
    bool isDropped = dropped.test(dim);
    shape.push_back(isDropped ? 1 : type.getDimSize(kept));
    indices.push_back(isDropped ? rewriter.getAffineConstantExpr(0)
                                : rewriter.getAffineDimExpr(kept++));
  }
  Value view = tensor::ExtractSliceOp::create(
      rewriter, op.getLoc(),
      RankedTensorType::get(shape, type.getElementType(), source.getEncoding()),
      op.getSource(), op.getMixedOffsets(), op.getMixedSizes(),
      op.getMixedStrides());
  Value init =
      createEmpty(rewriter, op.getLoc(), type, getKeptSizes(op, dropped));
  rewriter.replaceOp(
      op, copyIndexed(rewriter, op.getLoc(),
                      {view, AffineMap::get(type.getRank(), 0, indices,
                                            rewriter.getContext())},
                      init));
}

static void readElements(tensor::ExtractSliceOp op,
                         const llvm::SmallBitVector &dropped,
                         PatternRewriter &rewriter) {
  RankedTensorType type = op.getType();
  int64_t rank = type.getRank();
  Value init =
      createEmpty(rewriter, op.getLoc(), type, getKeptSizes(op, dropped));
  if (std::optional<IndexedTensor> read = getIndexedTensor(rewriter, op)) {
    rewriter.replaceOp(op, copyIndexed(rewriter, op.getLoc(), *read, init));
    return;
  }
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto createBody = [&](OpBuilder &builder, Location loc, ValueRange) {
    SmallVector<Value> indices;
    for (int64_t dim = 0; dim < rank; ++dim)
      indices.push_back(linalg::IndexOp::create(builder, loc, dim));
    Value element = tensor::ExtractOp::create(
        builder, loc, op.getSource(),
        getWholeIndices(builder, op, dropped, indices));
    linalg::YieldOp::create(builder, loc, element);
  };
  rewriter.replaceOpWithNewOp<linalg::GenericOp>(
      op, type, ValueRange(), init,
      ArrayRef<AffineMap>{rewriter.getMultiDimIdentityMap(rank)}, iterators,
      createBody);
}

/// A slice that is no view of its tensor -> linalg.generic that reads element
/// by element. One that is, but in another layout than its type says -> the
/// view, and a relayout; with dropped dimensions the view of all dimensions,
/// and a linalg.generic that copies it.
static LogicalResult convertExtractSlice(tensor::ExtractSliceOp op,
                                         PatternRewriter &rewriter) {
  RankedTensorType source = op.getSourceType(), type = op.getType();
  if (!isTiled(source) && !isTiled(type))
    return rewriter.notifyMatchFailure(op, "no tensor has a layout");
  llvm::SmallBitVector dropped = op.getDroppedDims();
  std::string reason;
  llvm::SmallBitVector kept(source.getRank());
  // Vectors take one row of words apart where the index of the row is a scalar.
  bool isRowOfWords = isTiled(source) && dropped.any() &&
                      findSingleRow(source, op).dim >= 0 &&
                      !hasLayoutInPlace(source, op, dropped, type);
  if (isTiled(source) &&
      (isRowOfWords || !isViewOf(source, op, kept, reason))) {
    readElements(op, dropped, rewriter);
    return success();
  }
  if (hasLayoutInPlace(source, op, dropped, type))
    return rewriter.notifyMatchFailure(op, "is a view in its layout");
  if (isTiled(source) && dropped.any()) {
    copyView(op, dropped, rewriter);
    return success();
  }
  auto view = tensor::ExtractSliceOp::create(
      rewriter, op.getLoc(), type.cloneWithEncoding(source.getEncoding()),
      op.getSource(), op.getMixedOffsets(), op.getMixedSizes(),
      op.getMixedStrides());
  rewriter.replaceOp(op, relayoutTo(rewriter, op.getLoc(), view, type));
  return success();
}

/// A step does not matter where one index is taken. Upstream's
/// `expand-strided-metadata` crashes on a view of one element of a dimension of
/// extent 1 that has a step, and drops another one; so do its rules for
/// dropped dimensions.
template <typename SliceOp>
static LogicalResult dropNeedlessSteps(SliceOp op, PatternRewriter &rewriter) {
  SmallVector<OpFoldResult> steps = op.getMixedStrides();
  bool isSame = true;
  ArrayRef<int64_t> array =
      std::is_same_v<SliceOp, tensor::ExtractSliceOp>
          ? cast<RankedTensorType>(op->getOperand(0).getType()).getShape()
          : op.getType().getShape();
  // Of one index there is at most one to take.
  for (auto [step, size, extent] :
       llvm::zip_equal(steps, op.getStaticSizes(), array))
    if ((size == 1 || extent == 1) && !isConstantIntValue(step, 1)) {
      step = rewriter.getIndexAttr(1);
      isSame = false;
    }
  if (isSame)
    return rewriter.notifyMatchFailure(op, "takes one index by no step");
  if constexpr (std::is_same_v<SliceOp, tensor::ExtractSliceOp>)
    rewriter.replaceOpWithNewOp<SliceOp>(op, op.getType(), op.getSource(),
                                         op.getMixedOffsets(),
                                         op.getMixedSizes(), steps);
  else
    rewriter.replaceOpWithNewOp<SliceOp>(op, op.getSource(), op.getDest(),
                                         op.getMixedOffsets(),
                                         op.getMixedSizes(), steps);
  return success();
}

void mlir::tiled_layout::populateSlicePatterns(RewritePatternSet &patterns) {
  patterns.add(convertExtractSlice);
}

void mlir::tiled_layout::populateStepPatterns(RewritePatternSet &patterns) {
  patterns.add(dropNeedlessSteps<tensor::ExtractSliceOp>)
      .add(dropNeedlessSteps<tensor::InsertSliceOp>);
}
