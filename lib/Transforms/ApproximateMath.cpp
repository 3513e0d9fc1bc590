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
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_APPROXIMATEMATHPASS
#include "tiled_layout/Transforms/StructuredPasses.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Upstream's polynomial of erf makes +0 of -0.
static void keepSign(IRRewriter &rewriter, math::ErfOp erf) {
  rewriter.setInsertionPointAfter(erf);
  auto result = math::CopySignOp::create(rewriter, erf.getLoc(),
                                         erf.getResult(), erf.getOperand());
  rewriter.replaceAllUsesExcept(erf.getResult(), result, result);
}

namespace {

/// LLVM fuses the multiply-adds of a polynomial where the processor can; of
/// `math.fma`, it would call the C library for each element elsewhere.
struct AllowFusing : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    auto flags = arith::FastMathFlagsAttr::get(
        getContext(), op.getFastmath() | arith::FastMathFlags::contract);
    Value product = arith::MulFOp::create(rewriter, op.getLoc(), op.getA(),
                                          op.getB(), flags);
    rewriter.replaceOpWithNewOp<arith::AddFOp>(op, product, op.getC(), flags);
    return success();
  }
};

class ApproximateMathPass
    : public tiled_layout::impl::ApproximateMathPassBase<ApproximateMathPass> {
public:
  using ApproximateMathPassBase::ApproximateMathPassBase;

private:
  /// Upstream's polynomials of these are within six units in the last place; of
  /// others, such as sin near its zeros, they are not. Its patterns drop the
  /// encoding of a tensor.
  bool isTaken(Operation *op) const {
    if (!isa<math::ExpOp, math::ExpM1Op, math::LogOp, math::Log1pOp,
             math::TanhOp, math::ErfOp>(op) ||
        isa<TensorType>(op->getResult(0).getType()) ||
        getElementTypeOrSelf(op->getResult(0)).getIntOrFloatBitWidth() > 32)
      return false;
    arith::FastMathFlags flags = cast<arith::ArithFastMathInterface>(op)
                                     .getFastMathFlagsAttr()
                                     .getValue();
    return !marked || bitEnumContainsAll(flags, arith::FastMathFlags::afn);
  }

  void runOnOperation() final {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isTaken(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : ops)
      if (auto erf = dyn_cast<math::ErfOp>(op))
        keepSign(rewriter, erf);
    auto any = [](StringRef) { return true; };
    RewritePatternSet patterns(&getContext());
    populateMathF32ExpansionPatterns(patterns, any);
    populateMathPolynomialApproximationPatterns(patterns, any);
    patterns.add<AllowFusing>(&getContext());
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(applyOpPatternsGreedily(ops, std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
