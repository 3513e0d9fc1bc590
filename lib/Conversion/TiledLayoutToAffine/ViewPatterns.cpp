//===- ViewPatterns.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of memref that neither load nor store an element: they work on
// the physical memref as a whole, and the extents beside it stay.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns a memref and the extents that travelled beside another one.
static SmallVector<Value> withExtentsOf(ValueRange converted, Value memref) {
  SmallVector<Value> values = {memref};
  llvm::append_range(values, converted.drop_front());
  return values;
}

namespace {

struct LowerAssumeAlignment : TiledPattern<memref::AssumeAlignmentOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::AssumeAlignmentOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ValueRange source = adaptor.getMemref();
    auto tiled = cast<MemRefType>(op.getType());
    // The flat array behind a view begins elsewhere: nothing is said of it.
    if (source.size() > 1 + size_t(tiled.getNumDynamicDims())) {
      rewriter.replaceOpWithMultiple(op, {source});
      return success();
    }
    Value aligned = memref::AssumeAlignmentOp::create(
        rewriter, op.getLoc(), source.front(), op.getAlignment());
    rewriter.replaceOpWithMultiple(op, {withExtentsOf(source, aligned)});
    return success();
  }
};

/// Arrays that are not tiled may stand among the operands.
struct LowerDistinctObjects : TiledPattern<memref::DistinctObjectsOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::DistinctObjectsOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> memrefs = flatten(adaptor.getOperands());
    auto distinct =
        memref::DistinctObjectsOp::create(rewriter, op.getLoc(), memrefs);
    SmallVector<SmallVector<Value>> values;
    for (auto [source, result] :
         llvm::zip_equal(adaptor.getOperands(), distinct.getResults()))
      values.push_back(withExtentsOf(source, result));
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }
};

struct LowerMemorySpaceCast : TiledPattern<memref::MemorySpaceCastOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::MemorySpaceCastOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tiled = dyn_cast<MemRefType>(op.getType());
    if (!tiled)
      return rewriter.notifyMatchFailure(op, "result is unranked");
    llvm::Expected<PhysicalType> physical = getPhysicalType(tiled, form);
    if (!physical)
      return rewriter.notifyMatchFailure(op, toString(physical.takeError()));
    ValueRange source = adaptor.getSource();
    Value cast = memref::MemorySpaceCastOp::create(
        rewriter, op.getLoc(), physical->memref, source.front());
    rewriter.replaceOpWithMultiple(op, {withExtentsOf(source, cast)});
    return success();
  }
};

/// The rank is the logical one.
struct LowerRank : TiledPattern<memref::RankOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::RankOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tiled = cast<MemRefType>(op.getMemref().getType());
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(op, tiled.getRank());
    return success();
  }
};

struct LowerPrefetch : TiledPattern<memref::PrefetchOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::PrefetchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PhysicalArray array(cast<MemRefType>(op.getMemref().getType()),
                        adaptor.getMemref(), form);
    SmallVector<Value> address =
        array.getAddress(rewriter, op.getLoc(), flatten(adaptor.getIndices()));
    rewriter.replaceOpWithNewOp<memref::PrefetchOp>(
        op, array.getMemRef(), address, op.getIsWrite(), op.getLocalityHint(),
        op.getIsDataCache());
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateViewPatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<
      LowerAssumeAlignment, LowerDistinctObjects, LowerMemorySpaceCast,
      LowerOnBuffers<bufferization::DeallocOp>, LowerOnBuffers<memref::CopyOp>,
      LowerOnBuffers<memref::ExtractAlignedPointerAsIndexOp>,
      LowerOnBuffers<memref::ReinterpretCastOp>, LowerPrefetch, LowerRank>(
      typeConverter, patterns.getContext());
}
