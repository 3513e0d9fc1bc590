//===- LowerLinalg.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerLinalg.h"

#include "tiled_layout/Conversion/Passes.h"
#include "tiled_layout/IR/StructuredOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LOWERLINALGPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if the bounds that loops of the operation have may be those of affine
/// loops. Upstream's conversion does not ask.
static bool hasAffineBounds(RewriterBase &rewriter, linalg::LinalgOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Region *scope = affine::getAffineScope(op);
  Operation *last = op->getPrevNode();
  bool isAffine = llvm::all_of(
      op.createLoopRanges(rewriter, op.getLoc()), [&](Range range) {
        auto size = dyn_cast<Value>(range.size);
        return !size || affine::isValidDim(size, scope);
      });
  // The loops make their bounds themselves.
  while (op->getPrevNode() != last)
    rewriter.eraseOp(op->getPrevNode());
  return isAffine;
}

LogicalResult mlir::tiled_layout::lowerToLoops(RewriterBase &rewriter,
                                               linalg::LinalgOp op) {
  FailureOr<linalg::LinalgLoops> loops =
      hasAffineBounds(rewriter, op)
          ? linalg::linalgOpToAffineLoops(rewriter, op)
          : linalg::linalgOpToLoops(rewriter, op);
  if (failed(loops))
    return failure();
  rewriter.eraseOp(op);
  return success();
}

namespace {

struct LowerStructured : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "is not on memrefs");
    return lowerToLoops(rewriter, op);
  }
};

class LowerLinalgPass
    : public tiled_layout::impl::LowerLinalgPassBase<LowerLinalgPass> {
  void runOnOperation() final {
    decomposeSoftmaxes(getOperation());
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerStructured>(&getContext());
    // What the bounds of loops are made of.
    memref::DimOp::getCanonicalizationPatterns(patterns, &getContext());
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, &getContext());
    // Nothing else: upstream's folders do not know encodings of tensors.
    SmallVector<Operation *> structured;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics())
        structured.push_back(op);
    });
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(
            applyOpPatternsGreedily(structured, std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
