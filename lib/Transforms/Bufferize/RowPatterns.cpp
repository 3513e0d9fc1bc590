//===- RowPatterns.cpp - Rows read and written where they lie -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over time reads one row of an array and writes one row of another one.
// As tensors without the dimension of the rows, both would be copies, since
// their types state another layout than tiles leave of the arrays.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "../../IR/TypeDigits.h"

#include "tiled_layout/IR/TargetOfModule.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// The most rows that share a word.
static constexpr int64_t kMostRowsOfWord = 4;
/// What is read more often is copied, so that it lies together.
static constexpr int64_t kMostReads = 8;

WordRows
mlir::tiled_layout::findSingleRow(RankedTensorType array,
                                  OffsetSizeAndStrideOpInterface slice) {
  auto digits = expectedToOptional(getArrayDigits(array));
  std::optional<Layout> layout = getTileLayout(array);
  if (!digits || array.getRank() < 2 || layout->memorySpace != 0)
    return {};
  int64_t minor = layout->minorToMajor.front();
  for (int64_t dim = 0; dim < array.getRank(); ++dim) {
    int64_t rows = dim == minor ? 1 : getSideBySide(*digits, dim);
    if (rows > 1 && rows <= kMostRowsOfWord && slice.getStaticSizes()[dim] == 1)
      return {dim, rows};
  }
  return {};
}

/// True if an operation only reads a tensor that it has as an operand.
static bool isReader(OpOperand &use) {
  auto loops = dyn_cast<linalg::LinalgOp>(use.getOwner());
  return isa<tensor::ExtractSliceOp, tensor::ExtractOp, tensor::DimOp>(
             use.getOwner()) ||
         (loops && loops.isDpsInput(&use));
}

bool mlir::tiled_layout::isUsedBeforeWrites(tensor::ExtractSliceOp slice) {
  Block *block = slice->getBlock();
  for (OpOperand &use : slice.getSource().getUses()) {
    Operation *writer = block->findAncestorOpInBlock(*use.getOwner());
    if (!writer || isReader(use) || writer->isBeforeInBlock(slice))
      continue;
    for (Operation *user : slice->getUsers()) {
      Operation *reader = block->findAncestorOpInBlock(*user);
      if (!reader || !reader->isBeforeInBlock(writer))
        return false;
    }
  }
  return true;
}

/// True if loops read a tensor, each element a few times at most.
static bool isReadFewTimes(OpOperand &use) {
  auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
  if (!op || !op.hasPureTensorSemantics() || !op.isDpsInput(&use))
    return false;
  AffineMap map = op.getMatchingIndexingMap(&use);
  int64_t reads = 1;
  for (auto [dim, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (map.isFunctionOfDim(dim))
      continue;
    if (ShapedType::isDynamic(extent) || extent > kMostReads / reads)
      return false;
    reads *= std::max<int64_t>(1, extent);
  }
  return true;
}

/// Returns the type that a slice with fewer dimensions has as a view; null if
/// that is its own, or there is no view in the memory of the host.
static RankedTensorType getOtherType(RankedTensorType array,
                                     OffsetSizeAndStrideOpInterface slice,
                                     const llvm::SmallBitVector &dropped,
                                     RankedTensorType type) {
  if (dropped.none() || !isTiled(array) || type.getRank() == 0 ||
      hasLayoutInPlace(array, slice, dropped, type))
    return {};
  std::optional<Layout> layout = findLayoutInPlace(array, slice, dropped);
  std::optional<Layout> stated = getLayout(type);
  if (!layout || !stated || layout->memorySpace != 0 ||
      stated->memorySpace != 0)
    return {};
  return type.cloneWithEncoding(
      TiledLayoutAttr::get(type.getContext(), *layout));
}

/// A slice that loops read -> the same one in the layout of the view.
static LogicalResult readInPlace(tensor::ExtractSliceOp op,
                                 PatternRewriter &rewriter) {
  RankedTensorType array = op.getSourceType();
  RankedTensorType type =
      getOtherType(array, op, op.getDroppedDims(), op.getType());
  if (!type || op->use_empty() || findSingleRow(array, op).dim >= 0 ||
      !llvm::all_of(op->getUses(), isReadFewTimes) || !isUsedBeforeWrites(op))
    return rewriter.notifyMatchFailure(op, "is no view that loops read");
  rewriter.modifyOpInPlace(op, [&] { op.getResult().setType(type); });
  return success();
}

/// True if masks write one row of words.
static bool hasMasks(tensor::InsertSliceOp op) {
  std::optional<int64_t> bits = getBitsPerElement(op.getDestType());
  FailureOr<Target> target = getTargetOf(op);
  return bits && succeeded(target) && target->hasMasks(*bits);
}

/// What loops compute and insert as a slice -> computed in the layout of the
/// view.
static LogicalResult writeInPlace(tensor::InsertSliceOp op,
                                  PatternRewriter &rewriter) {
  RankedTensorType array = op.getDestType();
  RankedTensorType type =
      getOtherType(array, op, op.getDroppedDims(), op.getSourceType());
  auto loops = op.getSource().getDefiningOp<linalg::LinalgOp>();
  if (!type || !loops)
    return rewriter.notifyMatchFailure(op, "is no view that loops compute");
  if (findSingleRow(array, op).dim >= 0 &&
      (!hasMasks(op) || loops.getNumReductionLoops() != 0))
    return rewriter.notifyMatchFailure(op, "shares words with other rows");
  return success(computeAs(rewriter, op.getSource(), type));
}

/// One of the rows that share words, where the target has no masks to leave out
/// the others -> all rows of these words, of which the others stay as they are.
static LogicalResult writeWholeWords(tensor::InsertSliceOp op,
                                     PatternRewriter &rewriter) {
  RankedTensorType array = op.getDestType(), type = op.getSourceType();
  if (!isTiled(array) || !isPlainStorage(array) || !op.hasUnitStride() ||
      !array.getElementType().isSignlessIntOrFloat() || runsOnDevice(op))
    return rewriter.notifyMatchFailure(op, "has no rows of words");
  auto [dim, rows] = findSingleRow(array, op);
  if (dim < 0 || hasMasks(op) || array.isDynamicDim(dim) ||
      array.getDimSize(dim) % rows != 0)
    return rewriter.notifyMatchFailure(op, "is not one row of whole words");
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets(),
                            sizes = op.getMixedSizes(),
                            strides = op.getMixedStrides();
  OpFoldResult row = offsets[dim];
  offsets[dim] = rewriter.getIndexAttr(0);
  sizes[dim] = rewriter.getIndexAttr(rows);
  if (!isViewOf(array, offsets, sizes, strides) ||
      (isTiled(type) &&
       !computeAs(rewriter, op.getSource(), type.dropEncoding())))
    return rewriter.notifyMatchFailure(op, "lies in no view of words");
  Location loc = op.getLoc();
  AffineExpr index = rewriter.getAffineSymbolExpr(0);
  offsets[dim] = affine::makeComposedFoldedAffineApply(
      rewriter, loc, index.floorDiv(rows) * rows, {row});
  Value part =
      getValueOrCreateConstantIndexOp(rewriter, loc,
                                      affine::makeComposedFoldedAffineApply(
                                          rewriter, loc, index % rows, {row}));
  SmallVector<int64_t> shape(op.getStaticSizes());
  shape[dim] = rows;
  auto wordsType =
      RankedTensorType::get(shape, array.getElementType(), array.getEncoding());
  Value words = tensor::ExtractSliceOp::create(
      rewriter, loc, wordsType, op.getDest(), offsets, sizes, strides);
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<AffineExpr> indices;
  for (int64_t at = 0; at < array.getRank(); ++at)
    if (!dropped.test(at))
      indices.push_back(at == dim ? rewriter.getAffineConstantExpr(0)
                                  : rewriter.getAffineDimExpr(at));
  int64_t rank = array.getRank();
  auto merged = linalg::GenericOp::create(
      rewriter, loc, wordsType, op.getSource(), words,
      ArrayRef<AffineMap>{
          AffineMap::get(rank, 0, indices, rewriter.getContext()),
          rewriter.getMultiDimIdentityMap(rank)},
      SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
      [&, dim = dim](OpBuilder &builder, Location loc, ValueRange elements) {
        Value own = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::eq,
            linalg::IndexOp::create(builder, loc, dim), part);
        Value element = arith::SelectOp::create(builder, loc, own, elements[0],
                                                elements[1]);
        linalg::YieldOp::create(builder, loc, element);
      });
  rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
      op, merged.getResult(0), op.getDest(), offsets, sizes, strides);
  return success();
}

void mlir::tiled_layout::populateRowPatterns(RewritePatternSet &patterns) {
  patterns.add(readInPlace).add(writeInPlace).add(writeWholeWords);
}
