//===- ExpandMaxima.cpp - Maxima and minima that know signed zeros --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_EXPANDMAXIMAPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;

static bool hasFlag(arith::FastMathFlags flags, arith::FastMathFlags flag) {
  return arith::bitEnumContainsAll(flags, flag);
}

/// True if a value is a constant that may be returned where it is equal to the
/// other operand: it is no zero, or the zero that wins.
static bool winsTies(Value value, bool isMaximum) {
  FloatAttr constant;
  SplatElementsAttr splat;
  APFloat number(0.0);
  if (matchPattern(value, m_Constant(&constant)))
    number = constant.getValue();
  else if (matchPattern(value, m_Constant(&splat)))
    number = splat.getSplatValue<APFloat>();
  else
    return false;
  return !number.isNaN() &&
         (!number.isZero() || number.isNegative() != isMaximum);
}

/// Returns the zero that wins of two zeros, and a number of itself: what the
/// bits have in common for maxima, else what either has.
static Value combineBits(OpBuilder &builder, Location loc, Value a, Value b,
                         bool isMaximum) {
  Type type = a.getType();
  Type bits = builder.getIntegerType(
      getElementTypeOrSelf(type).getIntOrFloatBitWidth());
  if (auto shaped = dyn_cast<ShapedType>(type))
    bits = shaped.clone(bits);
  a = arith::BitcastOp::create(builder, loc, bits, a);
  b = arith::BitcastOp::create(builder, loc, bits, b);
  Value both = isMaximum ? arith::AndIOp::create(builder, loc, a, b).getResult()
                         : arith::OrIOp::create(builder, loc, a, b).getResult();
  return arith::BitcastOp::create(builder, loc, type, both);
}

namespace {

/// `first > second ? first : second` is one instruction of x86, and `second`
/// where operands are equal or no numbers.
template <typename Op>
struct ExpandMaximum : public OpRewritePattern<Op> {
  using OpRewritePattern<Op>::OpRewritePattern;

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const final {
    // A structured operation's body says which reduction it is.
    if (isa<linalg::LinalgOp>(op->getParentOp()))
      return failure();
    constexpr bool isMaximum = std::is_same_v<Op, arith::MaximumFOp>;
    Location loc = op.getLoc();
    arith::FastMathFlags flags = op.getFastmath();
    Value first = op.getLhs();
    Value second = op.getRhs();
    if (winsTies(first, isMaximum))
      std::swap(first, second);
    Value isFirst = arith::CmpFOp::create(rewriter, loc,
                                          isMaximum ? arith::CmpFPredicate::OGT
                                                    : arith::CmpFPredicate::OLT,
                                          first, second, flags);
    Value result =
        arith::SelectOp::create(rewriter, loc, isFirst, first, second);
    if (!hasFlag(flags, arith::FastMathFlags::nsz) &&
        !winsTies(second, isMaximum)) {
      Value equal = arith::CmpFOp::create(
          rewriter, loc, arith::CmpFPredicate::OEQ, first, second, flags);
      result = arith::SelectOp::create(
          rewriter, loc, equal,
          combineBits(rewriter, loc, first, second, isMaximum), result);
    }
    if (!hasFlag(flags, arith::FastMathFlags::nnan)) {
      Value isNaN = arith::CmpFOp::create(
          rewriter, loc, arith::CmpFPredicate::UNO, first, first, flags);
      result = arith::SelectOp::create(rewriter, loc, isNaN, first, result);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

class ExpandMaximaPass
    : public tiled_layout::impl::ExpandMaximaPassBase<ExpandMaximaPass> {
public:
  using ExpandMaximaPassBase::ExpandMaximaPassBase;

private:
  void runOnOperation() final {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandMaximum<arith::MaximumFOp>,
                 ExpandMaximum<arith::MinimumFOp>>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
