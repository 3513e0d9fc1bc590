//===- ApproximateMath.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/StructuredPasses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_APPROXIMATEMATHPASS
#include "tiled_layout/Transforms/StructuredPasses.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class ApproximateMathPass
    : public tiled_layout::impl::ApproximateMathPassBase<ApproximateMathPass> {
  void runOnOperation() final {
    // Upstream's polynomials of these are within five units in the last place;
    // of others, such as sin near its zeros, they are not. Its patterns drop
    // the encoding of a tensor.
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<math::ExpOp, math::ExpM1Op, math::LogOp, math::Log1pOp,
              math::TanhOp, math::ErfOp>(op) &&
          !isa<TensorType>(op->getResult(0).getType()))
        ops.push_back(op);
    });
    auto any = [](StringRef) { return true; };
    RewritePatternSet patterns(&getContext());
    populateMathF32ExpansionPatterns(patterns, any);
    populateMathPolynomialApproximationPatterns(patterns, any);
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(applyOpPatternsGreedily(ops, std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
