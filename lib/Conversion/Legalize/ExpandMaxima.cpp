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
  return (element.isF32() || element.isF64() ||
          (element.isF16() && target.arithF16 != 0)) &&
         llvm::Triple(target.triple).isAArch64();
}

//===----------------------------------------------------------------------===//
// Floats of 16 bits
//===----------------------------------------------------------------------===//

/// True if there is no arithmetic for maxima and minima of such floats.
static bool isNarrow(const Target &target, Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isBF16() || (element.isF16() && target.arithF16 == 0);
}

/// Returns an integer, or a vector of it.
static Value getSplat(OpBuilder &builder, Location loc, Type type,
                      int64_t value) {
  TypedAttr element = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    element = DenseElementsAttr::get(shaped, Attribute(element));
  return arith::ConstantOp::create(builder, loc, element);
}

/// True if f32 suits a maximum or minimum of narrow floats better than
/// integers: one instruction takes it, or its neighbours compute in f32. LLVM
/// makes maxima of f16 again of conversions around those of f32, and takes
/// vectors of them apart.
static bool suitsF32(const Target &target, Operation *op) {
  Type type = op->getResult(0).getType();
  if (!getElementTypeOrSelf(type).isBF16())
    return false;
  Type wide = Float32Type::get(op->getContext());
  if (auto shaped = dyn_cast<ShapedType>(type))
    wide = shaped.clone(wide);
  return hasInstruction(target, wide) ||
         llvm::any_of(op->getOperands(),
                      [](Value operand) {
                        return operand.getDefiningOp<arith::TruncFOp>();
                      }) ||
         llvm::any_of(op->getUsers(), llvm::IsaPred<arith::ExtFOp>);
}

/// Computes a maximum or minimum of bf16 in f32. The result is an operand or
/// NaN, so that bf16 is its high half: to round would take several
/// instructions.
static void computeMaximumInF32(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  auto cloneWith = [&](Type element) -> Type {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped ? shaped.clone(element) : element;
  };
  Type wide = cloneWith(builder.getF32Type());
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(arith::ExtFOp::create(builder, loc, wide, operand));
  Operation *maximum = builder.create(loc, op->getName().getIdentifier(),
                                      operands, wide, op->getAttrs());
  Value bits = getBits(builder, loc, maximum->getResult(0));
  bits = arith::ShRUIOp::create(builder, loc, bits,
                                getSplat(builder, loc, bits.getType(), 16));
  bits = arith::TruncIOp::create(builder, loc, cloneWith(builder.getI16Type()),
                                 bits);
  op->getResult(0).replaceAllUsesWith(
      arith::BitcastOp::create(builder, loc, type, bits));
  op->erase();
}

/// Returns the maximum or minimum by integers of as many bits, which order
/// floats if the other bits of negative ones are inverted. What is no number
/// and at the wrong end comes to the other one by a sum that wraps around.
static Value compareBits(OpBuilder &builder, Location loc, Value first,
                         Value second, bool isMaximum, bool hasNaN) {
  Type type = first.getType();
  auto element = cast<FloatType>(getElementTypeOrSelf(type));
  int64_t width = element.getWidth();
  // Its own inverse.
  auto invertNegative = [&](Value bits) -> Value {
    Type integers = bits.getType();
    Value sign = arith::ShRSIOp::create(
        builder, loc, bits, getSplat(builder, loc, integers, width - 1));
    Value others = arith::ShRUIOp::create(builder, loc, sign,
                                          getSplat(builder, loc, integers, 1));
    return arith::XOrIOp::create(builder, loc, bits, others);
  };
  // NaNs of one sign.
  int64_t nans = (1 << (element.getFPMantissaWidth() - 1)) - 1;
  auto add = [&](Value bits, int64_t value) -> Value {
    return hasNaN ? arith::AddIOp::create(
                        builder, loc, bits,
                        getSplat(builder, loc, bits.getType(), value))
                        .getResult()
                  : bits;
  };
  auto getKey = [&](Value value) {
    return add(invertNegative(getBits(builder, loc, value)),
               isMaximum ? -nans : nans);
  };
  Value one = getKey(first);
  Value other = getKey(second);
  Value key =
      isMaximum ? arith::MaxSIOp::create(builder, loc, one, other).getResult()
                : arith::MinSIOp::create(builder, loc, one, other).getResult();
  return arith::BitcastOp::create(
      builder, loc, type, invertNegative(add(key, isMaximum ? nans : -nans)));
}

/// True if a structured operation's body says by a maximum which reduction it
/// is.
static bool isWithinStructured(Operation *op) {
  return isa<linalg::LinalgOp>(op->getParentOp());
}

namespace {

template <typename Op>
struct ExpandMaximum : public OpRewritePattern<Op> {
  ExpandMaximum(MLIRContext *context, const Target &target)
      : OpRewritePattern<Op>(context), target(target) {}

  LogicalResult matchAndRewrite(Op op, PatternRewriter &rewriter) const final {
    if (isWithinStructured(op))
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
    if (isNarrow(target, op.getType())) {
      rewriter.replaceOp(
          op, compareBits(rewriter, loc, first, second, isMaximum,
                          !hasFlag(flags, arith::FastMathFlags::nnan)));
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
  SmallVector<Operation *> wide;
  root->walk([&](Operation *op) {
    if (isa<arith::MaximumFOp, arith::MinimumFOp>(op) &&
        !isWithinStructured(op) &&
        isNarrow(target, op->getResult(0).getType()) && suitsF32(target, op))
      wide.push_back(op);
  });
  llvm::for_each(wide, computeMaximumInF32);
  RewritePatternSet patterns(root->getContext());
  patterns
      .add<ExpandMaximum<arith::MaximumFOp>, ExpandMaximum<arith::MinimumFOp>>(
          root->getContext(), target);
  walkAndApplyPatterns(root, std::move(patterns));
}
