//===- ExpandMaxima.cpp - Maxima and minima that know signed zeros --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static bool hasFlag(arith::FastMathFlags flags, arith::FastMathFlags flag) {
  return arith::bitEnumContainsAll(flags, flag);
}

/// True if a value is a constant that may be returned where it is equal to the
/// other operand: it is no zero, or the zero that wins.
static bool winsTies(Value value, bool isMaximum) {
  APFloat number(0.0);
  return matchPattern(value, m_ConstantFloat(&number)) && !number.isNaN() &&
         (!number.isZero() || number.isNegative() != isMaximum);
}

/// Returns the integers that have the bits of floats.
static Value getBits(OpBuilder &builder, Location loc, Value value) {
  Type bits = builder.getIntegerType(
      getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth());
  if (auto shaped = dyn_cast<ShapedType>(value.getType()))
    bits = shaped.clone(bits);
  return arith::BitcastOp::create(builder, loc, bits, value);
}

/// Returns the greater of two numbers, or the less; `second` where they are
/// equal or no numbers. One instruction of x86.
static Value selectNumber(OpBuilder &builder, Location loc, Value first,
                          Value second, bool isMaximum,
                          arith::FastMathFlags flags) {
  Value isFirst = arith::CmpFOp::create(builder, loc,
                                        isMaximum ? arith::CmpFPredicate::OGT
                                                  : arith::CmpFPredicate::OLT,
                                        first, second, flags);
  return arith::SelectOp::create(builder, loc, isFirst, first, second);
}

/// Returns the maximum or minimum with signs of zeros. Both orders of the
/// operands select the same number, or each its own of two zeros: a maximum has
/// the bits that both have, a minimum those that either has. All bits are set
/// where an operand is NaN. Blends take x86 without masks two instructions
/// each, so there are none.
static Value combineOrders(OpBuilder &builder, Location loc, Value first,
                           Value second, bool isMaximum,
                           arith::FastMathFlags flags) {
  Value one =
      getBits(builder, loc,
              selectNumber(builder, loc, first, second, isMaximum, flags));
  Value other =
      getBits(builder, loc,
              selectNumber(builder, loc, second, first, isMaximum, flags));
  Value bits = isMaximum
                   ? arith::AndIOp::create(builder, loc, one, other).getResult()
                   : arith::OrIOp::create(builder, loc, one, other).getResult();
  if (!hasFlag(flags, arith::FastMathFlags::nnan)) {
    Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                        first, second, flags);
    bits = arith::OrIOp::create(
        builder, loc, bits,
        arith::ExtSIOp::create(builder, loc, bits.getType(), isNaN));
  }
  return arith::BitcastOp::create(builder, loc, first.getType(), bits);
}

/// Returns the maximum or minimum of two vectors by one instruction of x86;
/// null if there is none for their type. It knows the signs of zeros, but
/// returns the operand that is a number if the other one is none.
static Value buildRange(OpBuilder &builder, Location loc, Value a, Value b,
                        bool isMaximum) {
  auto type = dyn_cast<VectorType>(a.getType());
  if (!type || type.getRank() != 1 || type.isScalable() ||
      !(type.getElementType().isF32() || type.getElementType().isF64()))
    return nullptr;
  int64_t lanes = type.getNumElements();
  int64_t bits = lanes * type.getElementTypeBitWidth();
  if (bits != 128 && bits != 256 && bits != 512)
    return nullptr;
  auto getConstant = [&](unsigned width, int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(builder.getIntegerType(width), value));
  };
  // The sign of what is chosen: of a maximum, or of a minimum. No lane is left
  // out, and rounding is that of the processor.
  Value kind = getConstant(32, isMaximum ? 5 : 4);
  SmallVector<Value> arguments = {a, b, kind, a,
                                  getConstant(std::max<int64_t>(lanes, 8), -1)};
  if (bits == 512)
    arguments.push_back(getConstant(32, 4));
  std::string name = type.getElementType().isF32() ? "ps." : "pd.";
  return LLVM::CallIntrinsicOp::create(
             builder, loc, type,
             builder.getStringAttr("llvm.x86.avx512.mask.range." + name +
                                   std::to_string(bits)),
             arguments)
      .getResult(0);
}

/// True if a processor takes maxima and minima of a type, with -0 less than +0
/// and NaN kept, by one instruction that LLVM's intrinsic stands for.
static bool hasInstruction(const Target &target, Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (vector && (vector.getRank() != 1 || vector.isScalable()))
    return false;
  Type element = getElementTypeOrSelf(type);
  return (element.isF32() || element.isF64()) &&
         llvm::Triple(target.triple).isAArch64();
}

namespace {

template <typename Op>
struct ExpandMaximum : public OpRewritePattern<Op> {
  ExpandMaximum(MLIRContext *context, const Target &target)
      : OpRewritePattern<Op>(context), target(target) {}

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const final {
    // A structured operation's body says which reduction it is.
    if (isa<linalg::LinalgOp>(op->getParentOp()))
      return failure();
    constexpr bool isMaximum = std::is_same_v<Op, arith::MaximumFOp>;
    Location loc = op.getLoc();
    arith::FastMathFlags flags = op.getFastmath();
    Value first = op.getLhs();
    Value second = op.getRhs();
    if (hasInstruction(target, op.getType())) {
      using Intrinsic =
          std::conditional_t<isMaximum, LLVM::MaximumOp, LLVM::MinimumOp>;
      rewriter.replaceOpWithNewOp<Intrinsic>(op, first, second);
      return success();
    }
    if (winsTies(first, isMaximum))
      std::swap(first, second);
    bool needsSigns = !hasFlag(flags, arith::FastMathFlags::nsz) &&
                      !winsTies(second, isMaximum);
    if (Value result = target.signedMaxima != 0 && needsSigns
                           ? buildRange(rewriter, loc, first, second, isMaximum)
                           : nullptr) {
      if (!hasFlag(flags, arith::FastMathFlags::nnan)) {
        Value isNaN = arith::CmpFOp::create(
            rewriter, loc, arith::CmpFPredicate::UNO, first, second);
        result = arith::SelectOp::create(
            rewriter, loc, isNaN,
            arith::AddFOp::create(rewriter, loc, first, second), result);
      }
      rewriter.replaceOp(op, result);
      return success();
    }
    if (needsSigns) {
      rewriter.replaceOp(
          op, combineOrders(rewriter, loc, first, second, isMaximum, flags));
      return success();
    }
    Value result = selectNumber(rewriter, loc, first, second, isMaximum, flags);
    if (!hasFlag(flags, arith::FastMathFlags::nnan)) {
      Value isNaN = arith::CmpFOp::create(
          rewriter, loc, arith::CmpFPredicate::UNO, first, first, flags);
      result = arith::SelectOp::create(rewriter, loc, isNaN, first, result);
    }
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  const Target &target;
};

} // namespace

void mlir::tiled_layout::expandMaxima(Operation *root, const Target &target) {
  RewritePatternSet patterns(root->getContext());
  patterns
      .add<ExpandMaximum<arith::MaximumFOp>, ExpandMaximum<arith::MinimumFOp>>(
          root->getContext(), target);
  walkAndApplyPatterns(root, std::move(patterns));
}
