//===- LowerSCF.cpp - Structured control flow becomes branches ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LOWERSCFPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;

/// True for what upstream's patterns lower.
static bool isControlFlow(Operation *op) {
  return isa<scf::ForallOp, scf::ForOp, scf::IfOp, scf::IndexSwitchOp,
             scf::ParallelOp, scf::WhileOp, scf::ExecuteRegionOp>(op);
}

namespace {

class LowerSCFPass
    : public mlir::tiled_layout::impl::LowerSCFPassBase<LowerSCFPass> {
  void runOnOperation() final {
    // The driver begins at the end of this list: with the last operation of a
    // block, and with an operation before those in it.
    SmallVector<Operation *> found;
    getOperation()->walk([&](Operation *op) {
      if (isControlFlow(op))
        found.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    populateSCFToControlFlowConversionPatterns(patterns);
    // Each pattern ends what it lowers, and makes no more of it than it had.
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
        .enableFolding(false)
        .enableConstantCSE(false)
        .setMaxIterations(GreedyRewriteConfig::kNoLimit);
    if (failed(applyOpPatternsGreedily(found, std::move(patterns), config)))
      return signalPassFailure();
    getOperation()->walk([&](Operation *op) {
      if (!isControlFlow(op))
        return;
      op->emitError("has no form in branches");
      signalPassFailure();
    });
  }
};

} // namespace
