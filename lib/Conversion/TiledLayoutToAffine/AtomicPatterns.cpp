//===- AtomicPatterns.cpp
//--------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

struct LowerAtomicRMW : TiledPattern<memref::AtomicRMWOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::AtomicRMWOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PhysicalArray array(op.getMemRefType(), adaptor.getMemref(), form);
    if (array.getForm() == PhysicalForm::Bytes)
      return rewriter.notifyMatchFailure(op, "elements are bytes");
    rewriter.replaceOpWithNewOp<memref::AtomicRMWOp>(
        op, op.getKind(), adaptor.getValue().front(), array.getMemRef(),
        array.getAddress(rewriter, op.getLoc(), flatten(adaptor.getIndices())));
    return success();
  }
};

struct LowerGenericAtomicRMW : TiledPattern<memref::GenericAtomicRMWOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::GenericAtomicRMWOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    PhysicalArray array(cast<MemRefType>(op.getMemref().getType()),
                        adaptor.getMemref(), form);
    if (array.getForm() == PhysicalForm::Bytes)
      return rewriter.notifyMatchFailure(op, "elements are bytes");
    SmallVector<Value> address =
        array.getAddress(rewriter, op.getLoc(), flatten(adaptor.getIndices()));
    auto lowered = memref::GenericAtomicRMWOp::create(
        rewriter, op.getLoc(), array.getMemRef(), address);
    Region &body = lowered.getRegion();
    rewriter.eraseBlock(&body.front());
    rewriter.inlineRegionBefore(op.getRegion(), body, body.end());
    rewriter.replaceOp(op, lowered);
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateAtomicPatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerAtomicRMW, LowerGenericAtomicRMW>(typeConverter,
                                                      patterns.getContext());
}
