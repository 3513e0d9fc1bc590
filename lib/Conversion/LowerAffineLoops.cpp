//===- LowerAffineLoops.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "../IR/OddOperations.h"
#include "tiled_layout/IR/LayoutTypes.h"

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

/// Upstream's pattern drops the attributes of loops.
static LogicalResult lowerAttributedFor(affine::AffineForOp op,
                                        PatternRewriter &rewriter) {
  DictionaryAttr attributes = op->getDiscardableAttrDictionary();
  if (attributes.empty())
    return rewriter.notifyMatchFailure(op, "has no attributes");
  Location loc = op.getLoc();
  Value lower = lowerAffineLowerBound(op, rewriter);
  Value upper = lowerAffineUpperBound(op, rewriter);
  if (!lower || !upper)
    return rewriter.notifyMatchFailure(op, "bounds cannot be lowered");
  Value step = arith::ConstantIndexOp::create(rewriter, loc, op.getStepAsInt());
  auto loop =
      scf::ForOp::create(rewriter, loc, lower, upper, step, op.getInits());
  loop->setDiscardableAttrs(attributes);
  rewriter.eraseBlock(loop.getBody());
  rewriter.inlineRegionBefore(op.getRegion(), loop.getRegion(),
                              loop.getRegion().end());
  rewriter.replaceOp(op, loop.getResults());
  return success();
}

/// The same for parallel loops without results, whose attributes may map them
/// to processors.
static LogicalResult lowerAttributedParallel(affine::AffineParallelOp op,
                                             PatternRewriter &rewriter) {
  DictionaryAttr attributes = op->getDiscardableAttrDictionary();
  if (attributes.empty() || op.getNumResults() != 0)
    return rewriter.notifyMatchFailure(op, "has no attributes, or results");
  Location loc = op.getLoc();
  SmallVector<Value> lower, upper, steps;
  for (unsigned dim = 0; dim < op.getNumDims(); ++dim) {
    // These are lowered in turn.
    lower.push_back(affine::AffineMaxOp::create(
        rewriter, loc, op.getLowerBoundMap(dim), op.getLowerBoundsOperands()));
    upper.push_back(affine::AffineMinOp::create(
        rewriter, loc, op.getUpperBoundMap(dim), op.getUpperBoundsOperands()));
    steps.push_back(
        arith::ConstantIndexOp::create(rewriter, loc, op.getSteps()[dim]));
  }
  auto loop =
      scf::ParallelOp::create(rewriter, loc, lower, upper, steps, ValueRange());
  loop->setDiscardableAttrs(attributes);
  rewriter.eraseBlock(loop.getBody());
  rewriter.inlineRegionBefore(op.getRegion(), loop.getRegion(),
                              loop.getRegion().end());
  Operation *terminator = loop.getBody()->getTerminator();
  rewriter.setInsertionPoint(terminator);
  rewriter.replaceOpWithNewOp<scf::ReduceOp>(terminator);
  rewriter.eraseOp(op);
  return success();
}

namespace {

class LowerAffineLoopsPass
    : public tiled_layout::impl::LowerAffineLoopsPassBase<
          LowerAffineLoopsPass> {
public:
  using LowerAffineLoopsPassBase::LowerAffineLoopsPassBase;

private:
  void runOnOperation() final {
    if (failed(replaceOddOperations(getOperation())))
      return signalPassFailure();
    // The vector dialect has no accesses to arrays that are not strided.
    WalkResult result = getOperation()->walk([](Operation *op) {
      if (!isa<affine::AffineVectorLoadOp, affine::AffineVectorStoreOp>(op))
        return WalkResult::advance();
      auto load = dyn_cast<affine::AffineVectorLoadOp>(op);
      MemRefType type =
          load ? load.getMemRefType()
               : cast<affine::AffineVectorStoreOp>(op).getMemRefType();
      if (!isTiled(type))
        return WalkResult::advance();
      op->emitOpError() << "accesses " << type
                        << "; lower its layout first, by "
                           "convert-tiled-layout-to-affine";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    populateAffineToStdConversionPatterns(patterns);
    populateAffineToVectorConversionPatterns(patterns);
    affine::populateAffineExpandIndexOpsPatterns(patterns);
    patterns.add(lowerAttributedFor, /*benefit=*/2)
        .add(lowerAttributedParallel, /*benefit=*/2);
    ConversionTarget target(getContext());
    target.addLegalDialect<arith::ArithDialect, memref::MemRefDialect,
                           scf::SCFDialect, vector::VectorDialect>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
