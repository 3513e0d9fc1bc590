//===- ExpandF8.cpp - Conversions of floats of 8 bits ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A float of 8 bits has a sign, an exponent and a mantissa of 3 bits (f8E4M3FN)
// or 2 (f8E5M2). Shifted to the place of the f32's mantissa, only the exponent
// differs, by the difference of the biases. Below the least normal number, a
// float of 8 bits counts quanta: so does the mantissa of a number of f32 whose
// last bit is worth one. No step computes with numbers that are denormal in
// f32, which processors do slowly.
//
//===----------------------------------------------------------------------===//

#include "ExpandF8.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::isF8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type));
}

namespace {

/// Numbers of one format of 8 bits, and the operations on their bits.
class F8Builder {
public:
  F8Builder(OpBuilder &builder, Location loc, Type narrow)
      : builder(builder), loc(loc), narrow(narrow) {
    const llvm::fltSemantics &semantics =
        cast<FloatType>(getElementTypeOrSelf(narrow)).getFloatSemantics();
    mantissaBits = llvm::APFloat::semanticsPrecision(semantics) - 1;
    bias = 1 - llvm::APFloat::semanticsMinExponent(semantics);
    hasInfinity = llvm::APFloat::semanticsHasInf(semantics);
  }

  Value widen(Value value);
  Value round(Value value);

private:
  /// Bits of the mantissa of f32 that the format does not have.
  int64_t getShift() const { return 23 - mantissaBits; }
  /// The magnitude of infinity, or where there is none of NaN.
  int64_t getEnd() const { return hasInfinity ? 0x7c : 0x7f; }

  Type withElement(Type element) const {
    auto shaped = dyn_cast<ShapedType>(narrow);
    return shaped ? Type(shaped.clone(element)) : element;
  }
  Type i32() const { return withElement(builder.getI32Type()); }
  Type f32() const { return withElement(builder.getF32Type()); }
  Value constant(int64_t bits) {
    return createScalarOrSplatConstant(
        builder, loc, i32(),
        APInt(32, bits, /*isSigned=*/false, /*implicitTrunc=*/true));
  }
  template <typename OpTy>
  Value make(Value a, Value b) {
    return OpTy::create(builder, loc, a, b);
  }
  template <typename OpTy>
  Value make(Value a, int64_t bits) {
    return OpTy::create(builder, loc, a, constant(bits));
  }
  Value view(Type type, Value bits) {
    return arith::BitcastOp::create(builder, loc, type, bits);
  }
  Value select(arith::CmpIPredicate predicate, Value a, int64_t b, Value yes,
               Value no) {
    Value isSo = arith::CmpIOp::create(builder, loc, predicate, a, constant(b));
    return arith::SelectOp::create(builder, loc, isSo, yes, no);
  }

  OpBuilder &builder;
  Location loc;
  Type narrow;
  int64_t mantissaBits, bias;
  bool hasInfinity;
};

} // namespace

/// Returns numbers of 8 bits as f32.
Value F8Builder::widen(Value value) {
  using arith::CmpIPredicate;
  Value bits = arith::ExtUIOp::create(
      builder, loc, i32(), view(withElement(builder.getI8Type()), value));
  Value magnitude = make<arith::AndIOp>(bits, 0x7f);
  Value shifted = make<arith::ShLIOp>(magnitude, getShift());
  Value normal = make<arith::AddIOp>(shifted, (127 - bias) << 23);
  // With one more in the exponent, and that one taken away again.
  int64_t least = (128 - bias) << 23;
  Value raised = view(f32(), make<arith::AddIOp>(shifted, least));
  Value quanta = make<arith::SubFOp>(raised, view(f32(), constant(least)));
  Value result = select(CmpIPredicate::ult, magnitude, 1 << mantissaBits,
                        view(i32(), quanta), normal);
  Value special = make<arith::OrIOp>(shifted, 0x7f800000);
  if (hasInfinity)
    result = select(CmpIPredicate::uge, magnitude, getEnd(), special, result);
  // Any NaN becomes quiet.
  result = select(CmpIPredicate::uge, magnitude, getEnd() + hasInfinity,
                  make<arith::OrIOp>(special, 0x400000), result);
  Value sign =
      make<arith::ShLIOp>(make<arith::AndIOp>(bits, 0x80), int64_t(24));
  return view(f32(), make<arith::OrIOp>(result, sign));
}

/// Returns f32 rounded to the nearest numbers of 8 bits, of two those with an
/// even mantissa. What is too large is infinity, or NaN where there is none.
Value F8Builder::round(Value value) {
  using arith::CmpIPredicate;
  Value bits = view(i32(), value);
  Value magnitude = make<arith::AndIOp>(bits, 0x7fffffff);
  Value isOdd = make<arith::AndIOp>(make<arith::ShRUIOp>(magnitude, getShift()),
                                    int64_t(1));
  Value rounded = make<arith::AddIOp>(
      make<arith::AddIOp>(magnitude, (int64_t(1) << (getShift() - 1)) - 1),
      isOdd);
  Value normal = make<arith::SubIOp>(make<arith::ShRUIOp>(rounded, getShift()),
                                     (127 - bias) << mantissaBits);
  // The last bit of the mantissa of this number is worth a quantum.
  int64_t counter = (127 + 1 - bias + getShift()) << 23;
  Value number = view(f32(), magnitude);
  Value counted = make<arith::AddFOp>(number, view(f32(), constant(counter)));
  Value quanta = make<arith::SubIOp>(view(i32(), counted), counter);
  Value result =
      select(CmpIPredicate::ult, magnitude, (128 - bias) << 23, quanta, normal);
  Value nan = constant(0x7f);
  result = select(CmpIPredicate::ugt, magnitude, 0x7f800000, nan,
                  make<arith::MinUIOp>(result, getEnd()));
  Value sign = make<arith::AndIOp>(make<arith::ShRUIOp>(bits, int64_t(24)),
                                   int64_t(0x80));
  Value bytes =
      arith::TruncIOp::create(builder, loc, withElement(builder.getI8Type()),
                              make<arith::OrIOp>(result, sign));
  return view(narrow, bytes);
}

bool mlir::tiled_layout::expandF8(Operation *op) {
  if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
    return false;
  Value operand = op->getOperand(0), result = op->getResult(0);
  bool widens = isF8(operand.getType());
  Type narrow = widens ? operand.getType() : result.getType();
  Type wide = widens ? result.getType() : operand.getType();
  auto isExactIn32 = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isF32() || element.isF16() || element.isBF16();
  };
  // A number of f64 is one of f32 by now: see roundOnce.
  if (!isF8(narrow) || isF8(wide) || isa<UnrankedTensorType>(wide) ||
      (!widens && !isExactIn32(wide)))
    return false;
  auto truncation = dyn_cast<arith::TruncFOp>(op);
  if (truncation && truncation.getRoundingmode().value_or(
                        arith::RoundingMode::to_nearest_even) !=
                        arith::RoundingMode::to_nearest_even)
    return false;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  auto shaped = dyn_cast<ShapedType>(wide);
  Type f32 = shaped ? Type(shaped.clone(builder.getF32Type()))
                    : Type(builder.getF32Type());
  F8Builder numbers(builder, loc, narrow);
  Value replacement;
  if (widens) {
    replacement = numbers.widen(operand);
    unsigned bits = getElementTypeOrSelf(wide).getIntOrFloatBitWidth();
    if (bits < 32)
      replacement = arith::TruncFOp::create(builder, loc, wide, replacement);
    else if (bits > 32)
      replacement = arith::ExtFOp::create(builder, loc, wide, replacement);
  } else {
    if (wide != f32)
      operand = arith::ExtFOp::create(builder, loc, f32, operand);
    replacement = numbers.round(operand);
  }
  result.replaceAllUsesWith(replacement);
  op->erase();
  return true;
}
