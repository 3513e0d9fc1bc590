//===- GpuPatterns.cpp - Kernels and their memory -------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

struct LowerGpuAlloc : TiledPattern<gpu::AllocOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(gpu::AllocOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType tiled = op.getType();
    llvm::Expected<PhysicalType> physical = getPhysicalType(tiled, form);
    if (!physical)
      return rewriter.notifyMatchFailure(op, toString(physical.takeError()));
    SmallVector<Value> extents = flatten(adaptor.getDynamicSizes());
    assertExact(rewriter, op.getLoc(), tiled, extents);
    Value token = op.getAsyncToken();
    auto alloc = gpu::AllocOp::create(
        rewriter, op.getLoc(), physical->memref,
        token ? token.getType() : Type(),
        flatten(adaptor.getAsyncDependencies()),
        getPhysicalSizes(rewriter, op.getLoc(), tiled, *physical, extents),
        /*symbolOperands=*/ValueRange(), op.getHostShared());
    SmallVector<SmallVector<Value>> values = {{alloc.getMemref()}};
    values.front().append(extents);
    if (token)
      values.push_back({alloc.getAsyncToken()});
    rewriter.replaceOpWithMultiple(op, std::move(values));
    return success();
  }
};

struct LowerLaunchFunc : TiledPattern<gpu::LaunchFuncOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(gpu::LaunchFuncOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Operation *lowered = rewriter.clone(*op.getOperation());
    rewriter.modifyOpInPlace(lowered, [&] {
      cast<gpu::LaunchFuncOp>(lowered).getKernelOperandsMutable().assign(
          flattenAll(adaptor.getKernelOperands()));
    });
    rewriter.replaceOp(op, lowered->getResults());
    return success();
  }
};

/// Arguments that are attributions hold memory; being static, each stays one
/// value.
struct LowerLaunch : TiledPattern<gpu::LaunchOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(gpu::LaunchOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.startOpModification(op);
    if (failed(
            rewriter.convertRegionTypes(&op.getBody(), *getTypeConverter()))) {
      rewriter.cancelOpModification(op);
      return failure();
    }
    rewriter.finalizeOpModification(op);
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateGpuPatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerGpuAlloc, LowerOnBuffers<gpu::DeallocOp>,
               LowerOnBuffers<gpu::MemcpyOp>, LowerOnBuffers<gpu::MemsetOp>,
               LowerTerminator<gpu::ReturnOp>, LowerLaunch, LowerLaunchFunc>(
      typeConverter, patterns.getContext());
}
