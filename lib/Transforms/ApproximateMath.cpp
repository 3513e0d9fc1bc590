//===- ApproximateMath.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

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

/// True if each element of a vector is a call of the C library: processors have
/// no instructions for it.
static bool callsLibrary(Operation *op) {
  return isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
         isa<VectorType>(op->getResult(0).getType()) &&
         isa<FloatType>(getElementTypeOrSelf(op->getResult(0))) &&
         !isa<math::AbsFOp, math::CeilOp, math::ClampFOp, math::CopySignOp,
              math::FloorOp, math::FmaOp, math::RoundEvenOp, math::RoundOp,
              math::RsqrtOp, math::SqrtOp, math::TruncOp>(op);
}

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
    // Loops that are unrolled have the operation of one place many times.
    llvm::DenseSet<std::pair<Location, OperationName>> reported;
    getOperation()->walk([&](Operation *op) {
      if (isTaken(op))
        ops.push_back(op);
      else if (callsLibrary(op) &&
               reported.insert({op->getLoc(), op->getName()}).second)
        remark::missed(op->getLoc(), getRemarkOpts(op, "approximate-math"))
            << remark::reason("{0} of {1} calls the C library for each element",
                              op->getName(),
                              getElementTypeOrSelf(op->getResult(0)));
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
