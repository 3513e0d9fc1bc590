//===- LowerAffineLoops.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Transforms/Transforms.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LOWERAFFINELOOPSPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// What the branches of the LLVM dialect call it. Loops of scf hand it on.
static constexpr StringLiteral annotation = "loop_annotation";

namespace {

/// Upstream's pattern drops the attributes of loops.
struct LowerAnnotatedFor : OpRewritePattern<affine::AffineForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(affine::AffineForOp op,
                                PatternRewriter &rewriter) const override {
    Attribute value = op->getAttr(annotation);
    if (!value)
      return rewriter.notifyMatchFailure(op, "has no annotation");
    Location loc = op.getLoc();
    Value lower = lowerAffineLowerBound(op, rewriter);
    Value upper = lowerAffineUpperBound(op, rewriter);
    if (!lower || !upper)
      return rewriter.notifyMatchFailure(op, "bounds cannot be lowered");
    Value step =
        arith::ConstantIndexOp::create(rewriter, loc, op.getStepAsInt());
    auto loop =
        scf::ForOp::create(rewriter, loc, lower, upper, step, op.getInits());
    loop->setAttr(annotation, value);
    rewriter.eraseBlock(loop.getBody());
    rewriter.inlineRegionBefore(op.getRegion(), loop.getRegion(),
                                loop.getRegion().end());
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }
};

class LowerAffineLoopsPass
    : public tiled_layout::impl::LowerAffineLoopsPassBase<
          LowerAffineLoopsPass> {
public:
  using LowerAffineLoopsPassBase::LowerAffineLoopsPassBase;

private:
  void runOnOperation() final {
    RewritePatternSet patterns(&getContext());
    populateAffineToStdConversionPatterns(patterns);
    populateAffineToVectorConversionPatterns(patterns);
    affine::populateAffineExpandIndexOpsPatterns(patterns);
    patterns.add<LowerAnnotatedFor>(&getContext(), /*benefit=*/2);
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, memref::MemRefDialect,
                           scf::SCFDialect, vector::VectorDialect>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
