//===- AffinePatterns.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the access map of the array composed with the map of an access, so
/// that an affine access stays one; null where the result is not affine.
static AffineMap composeAccess(const PhysicalArray &array, AffineMap access) {
  AffineMap map = array.getAccessMap();
  if (!map || array.getForm() == PhysicalForm::Bytes)
    return {};
  return map.compose(access);
}

/// Returns the logical index of an affine access.
static SmallVector<Value> getIndices(OpBuilder &builder, Location loc,
                                     AffineMap access, ValueRange operands) {
  return applyMap(builder, loc, access, getAsOpFoldResult(operands));
}

namespace {

struct LowerAffineLoad : TiledPattern<affine::AffineLoadOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(affine::AffineLoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PhysicalArray array(op.getMemRefType(), adaptor.getMemref(), form);
    SmallVector<Value> operands = flatten(adaptor.getIndices());
    if (AffineMap map = composeAccess(array, op.getAffineMap())) {
      rewriter.replaceOpWithNewOp<affine::AffineLoadOp>(op, array.getMemRef(),
                                                        map, operands);
      return success();
    }
    rewriter.replaceOp(op, array.load(rewriter, op.getLoc(),
                                      getIndices(rewriter, op.getLoc(),
                                                 op.getAffineMap(), operands)));
    return success();
  }
};

struct LowerAffineStore : TiledPattern<affine::AffineStoreOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(affine::AffineStoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PhysicalArray array(op.getMemRefType(), adaptor.getMemref(), form);
    Value value = adaptor.getValue().front();
    SmallVector<Value> operands = flatten(adaptor.getIndices());
    if (AffineMap map = composeAccess(array, op.getAffineMap())) {
      rewriter.replaceOpWithNewOp<affine::AffineStoreOp>(
          op, value, array.getMemRef(), map, operands);
      return success();
    }
    array.store(rewriter, op.getLoc(), value,
                getIndices(rewriter, op.getLoc(), op.getAffineMap(), operands));
    rewriter.eraseOp(op);
    return success();
  }
};

struct LowerAffinePrefetch : TiledPattern<affine::AffinePrefetchOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(affine::AffinePrefetchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PhysicalArray array(op.getMemRefType(), adaptor.getMemref(), form);
    SmallVector<Value> operands = flatten(adaptor.getIndices());
    if (AffineMap map = composeAccess(array, op.getAffineMap())) {
      rewriter.replaceOpWithNewOp<affine::AffinePrefetchOp>(
          op, array.getMemRef(), map, operands, op.getIsWrite(),
          op.getLocalityHint(), op.getIsDataCache());
      return success();
    }
    SmallVector<Value> address = array.getAddress(
        rewriter, op.getLoc(),
        getIndices(rewriter, op.getLoc(), op.getAffineMap(), operands));
    rewriter.replaceOpWithNewOp<memref::PrefetchOp>(
        op, array.getMemRef(), address, op.getIsWrite(), op.getLocalityHint(),
        op.getIsDataCache());
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateAffinePatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerAffineLoad, LowerAffinePrefetch, LowerAffineStore>(
      typeConverter, patterns.getContext());
}
