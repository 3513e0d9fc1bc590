//===- MemRefPatterns.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../IR/AffineValues.h"
#include "Patterns.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

void mlir::tiled_layout::assertExact(OpBuilder &builder, Location loc,
                                     MemRefType type,
                                     ValueRange dynamicExtents) {
  Layout layout = *getLayout(ShapedType(type));
  if (!layout.exact)
    return;
  for (AffineExpr remainder :
       getTileRemainders(layout, type.getShape(), builder.getContext())) {
    AffineMap map = AffineMap::get(0, dynamicExtents.size(), remainder);
    Value value =
        applyAffine(builder, loc, map, getAsOpFoldResult(dynamicExtents));
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value divides = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, value, zero);
    cf::AssertOp::create(builder, loc, divides,
                         "a tile of an exact layout does not divide");
  }
}

SmallVector<Value> mlir::tiled_layout::getPhysicalSizes(
    OpBuilder &builder, Location loc, MemRefType tiled,
    const PhysicalType &physical, ValueRange dynamicExtents) {
  if (physical.memref.hasStaticShape())
    return {};
  if (physical.form == PhysicalForm::Expanded) {
    SmallVector<Value> sizes = getValueOrCreateConstantIndexOp(
        builder, loc,
        getPhysicalExtents(builder, loc, *getLayout(ShapedType(tiled)), tiled,
                           dynamicExtents));
    SmallVector<Value> dynamicSizes;
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (physical.memref.isDynamicDim(dim))
        dynamicSizes.push_back(size);
    return dynamicSizes;
  }
  Value elements = getElementsValue(builder, loc, tiled, dynamicExtents);
  if (physical.form == PhysicalForm::Linear)
    return {elements};
  AffineExpr bits =
      builder.getAffineDimExpr(0) * *getBitsPerElement(ShapedType(tiled));
  return {applyAffine(builder, loc, bits.ceilDiv(8), OpFoldResult(elements))};
}

namespace {

/// memref.alloc or alloca of all positions, padding included.
template <typename AllocLikeOp>
struct LowerAlloc : TiledPattern<AllocLikeOp> {
  using TiledPattern<AllocLikeOp>::TiledPattern;

  LogicalResult
  matchAndRewrite(AllocLikeOp op,
                  typename TiledPattern<AllocLikeOp>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType tiled = op.getType();
    llvm::Expected<PhysicalType> physical = getPhysicalType(tiled, this->form);
    if (!physical)
      return rewriter.notifyMatchFailure(op, toString(physical.takeError()));
    SmallVector<Value> extents = flatten(adaptor.getDynamicSizes());
    assertExact(rewriter, op.getLoc(), tiled, extents);
    Value memref = AllocLikeOp::create(
        rewriter, op.getLoc(), physical->memref,
        getPhysicalSizes(rewriter, op.getLoc(), tiled, *physical, extents),
        op.getAlignmentAttr());
    SmallVector<Value> values = {memref};
    values.append(extents);
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

struct LowerLoad : TiledPattern<memref::LoadOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::LoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PhysicalArray array(op.getMemRefType(), adaptor.getMemref(), form);
    rewriter.replaceOp(op, array.load(rewriter, op.getLoc(),
                                      flatten(adaptor.getIndices()),
                                      op->getAttrs()));
    return success();
  }
};

struct LowerStore : TiledPattern<memref::StoreOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::StoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PhysicalArray array(op.getMemRefType(), adaptor.getMemref(), form);
    array.store(rewriter, op.getLoc(), adaptor.getValue().front(),
                flatten(adaptor.getIndices()), op->getAttrs());
    rewriter.eraseOp(op);
    return success();
  }
};

/// memref.dim is the logical extent, whatever the physical one.
struct LowerDim : TiledPattern<memref::DimOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::DimOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tiled = cast<MemRefType>(op.getSource().getType());
    SmallVector<OpFoldResult> extents = getMixedValues(
        tiled.getShape(),
        adaptor.getSource().slice(1, tiled.getNumDynamicDims()), rewriter);
    SmallVector<Value> values =
        getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), extents);
    std::optional<int64_t> dim = op.getConstantIndex();
    // MLIR takes it for undefined where it runs, and for legal where it stands.
    if (dim && (*dim < 0 || *dim >= tiled.getRank())) {
      rewriter.replaceOpWithNewOp<ub::PoisonOp>(op, op.getType());
      return success();
    }
    if (dim) {
      rewriter.replaceOp(op, values[*dim]);
      return success();
    }
    // An index out of bounds is undefined, so the last one needs no test.
    Value result = values.back();
    for (int64_t dim = tiled.getRank() - 2; dim >= 0; --dim) {
      Value number = arith::ConstantIndexOp::create(rewriter, op.getLoc(), dim);
      Value isDim =
          arith::CmpIOp::create(rewriter, op.getLoc(), arith::CmpIPredicate::eq,
                                adaptor.getIndex().front(), number);
      result = arith::SelectOp::create(rewriter, op.getLoc(), isDim,
                                       values[dim], result);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// A cast between tiled types tells or forgets extents; the layout is the same.
struct LowerCast : TiledPattern<memref::CastOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::CastOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto source = dyn_cast<MemRefType>(op.getSource().getType());
    auto result = dyn_cast<MemRefType>(op.getType());
    if (!source || !result || !hasSameLayout(source, result))
      return rewriter.notifyMatchFailure(op, "cast changes the layout");
    llvm::Expected<PhysicalType> physical = getPhysicalType(result, form);
    if (!physical)
      return rewriter.notifyMatchFailure(op, toString(physical.takeError()));
    SmallVector<Value> extents;
    for (auto [dim, extent] : llvm::enumerate(getMixedValues(
             source.getShape(),
             adaptor.getSource().slice(1, source.getNumDynamicDims()),
             rewriter)))
      if (result.isDynamicDim(dim))
        extents.push_back(
            getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), extent));
    Value memref = adaptor.getSource().front();
    MemRefType type = physical->memref;
    // Where one type tells that `L(n)` adds nothing and the other does not, one
    // of the physical arrays is flat.
    if (cast<MemRefType>(memref.getType()).getRank() != type.getRank()) {
      SmallVector<Value> sizes =
          getPhysicalSizes(rewriter, op.getLoc(), result, *physical, extents);
      memref =
          reinterpretRowMajor(rewriter, op.getLoc(), memref, type,
                              getMixedValues(type.getShape(), sizes, rewriter));
    }
    if (!memref::CastOp::areCastCompatible(memref.getType(), type))
      return rewriter.notifyMatchFailure(op, "physical forms differ");
    if (memref.getType() != type)
      memref = memref::CastOp::create(rewriter, op.getLoc(), type, memref);
    SmallVector<Value> values = {memref};
    llvm::append_range(values, extents);
    llvm::append_range(
        values, adaptor.getSource().drop_front(1 + source.getNumDynamicDims()));
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

/// Selects the memref and each of its extents.
struct LowerSelect : TiledPattern<arith::SelectOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(arith::SelectOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values;
    for (auto [a, b] :
         llvm::zip_equal(adaptor.getTrueValue(), adaptor.getFalseValue()))
      values.push_back(arith::SelectOp::create(
          rewriter, op.getLoc(), adaptor.getCondition().front(), a, b));
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateMemRefPatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerAlloc<memref::AllocOp>, LowerAlloc<memref::AllocaOp>,
               LowerOnBuffers<memref::DeallocOp>, LowerLoad, LowerStore,
               LowerDim, LowerCast, LowerSelect>(typeConverter,
                                                 patterns.getContext());
}
