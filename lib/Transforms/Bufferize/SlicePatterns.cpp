//===- SlicePatterns.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTools.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the index of the whole array for an index of its slice.
static SmallVector<Value>
getWholeIndices(OpBuilder &builder, OffsetSizeAndStrideOpInterface slice,
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

/// Returns the sizes of a slice without the dimensions that it drops.
static SmallVector<OpFoldResult>
getKeptSizes(OffsetSizeAndStrideOpInterface slice,
             const llvm::SmallBitVector &droppedDims) {
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(slice.getMixedSizes()))
    if (!droppedDims.test(dim))
      sizes.push_back(size);
  return sizes;
}

namespace {

/// tensor.extract_slice -> linalg.generic that reads element by element.
struct ConvertExtractSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    if (!isTiled(op.getSourceType()) && !isTiled(op.getType()))
      return rewriter.notifyMatchFailure(op, "no tensor has a layout");
    RankedTensorType type = op.getType();
    int64_t rank = type.getRank();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    Value init =
        createEmpty(rewriter, op.getLoc(), type, getKeptSizes(op, dropped));
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
    return success();
  }
};

/// tensor.insert_slice -> loops that insert element by element.
struct ConvertInsertSlice : OpRewritePattern<tensor::InsertSliceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::InsertSliceOp op,
                                PatternRewriter &rewriter) const override {
    // A slice of a plain tensor is a view, whatever is copied to it.
    if (!isTiled(op.getDestType()))
      return rewriter.notifyMatchFailure(op, "destination has no layout");
    Location loc = op.getLoc();
    llvm::SmallBitVector dropped = op.getDroppedDims();
    SmallVector<Value> sizes = getValueOrCreateConstantIndexOp(
        rewriter, loc, getKeptSizes(op, dropped));
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
    SmallVector<Value> starts(sizes.size(), zero), steps(sizes.size(), one);
    auto createBody = [&](OpBuilder &builder, Location loc, ValueRange indices,
                          ValueRange dest) -> scf::ValueVector {
      Value element =
          tensor::ExtractOp::create(builder, loc, op.getSource(), indices);
      return {tensor::InsertOp::create(
          builder, loc, element, dest.front(),
          getWholeIndices(builder, op, dropped, indices))};
    };
    scf::LoopNest loops = scf::buildLoopNest(rewriter, loc, starts, sizes,
                                             steps, op.getDest(), createBody);
    rewriter.replaceOp(op, loops.results);
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateSlicePatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertExtractSlice, ConvertInsertSlice>(patterns.getContext());
}
