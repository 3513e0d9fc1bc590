//===- ArithCongruences.cpp - Congruences of arithmetic -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

static int64_t getPowerOfTwo(int64_t number) { return number & -number; }

/// Returns what an operation on bits knows of its operand: constants, and the
/// low bits of other numbers.
static Congruence getLowBits(Congruence operand) {
  return operand.isConstant() ? operand : operand.wrap(64);
}

/// Returns the bits of a shift by a constant, or `std::nullopt` if it is none,
/// or too large for what counts here.
static std::optional<int64_t> getShiftedBits(Value amount) {
  std::optional<int64_t> bits = getConstantIntValue(amount);
  return bits && *bits >= 0 && *bits <= 61 ? bits : std::nullopt;
}

static Congruence shiftRight(Congruence value, Value amount) {
  if (std::optional<int64_t> bits = getShiftedBits(amount))
    return value.floorDiv(int64_t(1) << *bits);
  return value.isZero() ? value : Congruence();
}

/// Returns the product of two numbers that may have wrapped around, and so may
/// the product.
static Congruence multiplyLowBits(Congruence a, Congruence b) {
  return getLowBits(a) * getLowBits(b);
}

static Congruence maskBits(Congruence a, Congruence b) {
  if (a.isZero() || b.isZero())
    return Congruence::getConstant(0);
  a = getLowBits(a);
  b = getLowBits(b);
  int64_t zeros =
      std::max(getPowerOfTwo(a.getDivisor()), getPowerOfTwo(b.getDivisor()));
  int64_t known = std::gcd(a.getModulus(), b.getModulus());
  if (known != 0 && known <= zeros)
    return Congruence::getMultiples(zeros);
  return {known, a.getRemainder() & b.getRemainder()};
}

Congruence ValueRanges::getCongruenceOfArith(Operation *op) {
  if (op->getNumOperands() == 0 || op->getNumResults() != 1)
    return {};
  Value first = op->getOperand(0), last = op->getOperands().back();
  unsigned width = ConstantIntRanges::getStorageBitwidth(last.getType());
  // Only the remainder by a power of two survives a wrap.
  auto wrap = [&](Congruence exact, unsigned width) {
    return exact.wrap(width) == exact || !mayWrap(op) ? exact
                                                      : exact.wrap(width);
  };
  auto isNonNegative = [&](Value value) {
    return getInteger(value).smin().isNonNegative();
  };
  return TypeSwitch<Operation *, Congruence>(op)
      .Case<arith::AddIOp>([&](Operation *) {
        return wrap(getCongruence(first) + getCongruence(last), width);
      })
      .Case<arith::SubIOp>([&](Operation *) {
        return wrap(getCongruence(first) - getCongruence(last), width);
      })
      .Case<arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(
          [&](Operation *) {
            return getCongruence(first).join(getCongruence(last));
          })
      .Case([&](arith::SelectOp select) {
        return getCongruence(select.getTrueValue())
            .join(getCongruence(select.getFalseValue()));
      })
      .Case<arith::MulIOp>([&](Operation *) {
        Congruence a = getCongruence(first), b = getCongruence(last);
        return mayWrap(op) ? multiplyLowBits(a, b).wrap(width) : a * b;
      })
      .Case<arith::ShLIOp>([&](Operation *) {
        Congruence value = getCongruence(first);
        std::optional<int64_t> bits = getShiftedBits(last);
        // A multiple stays one, however far it is shifted.
        if (!bits)
          return wrap(Congruence::getMultiples(value.getDivisor()), width);
        Congruence factor = Congruence::getConstant(int64_t(1) << *bits);
        return mayWrap(op) ? multiplyLowBits(value, factor).wrap(width)
                           : value * factor;
      })
      .Case<arith::ShRSIOp>(
          [&](Operation *) { return shiftRight(getCongruence(first), last); })
      .Case<arith::ShRUIOp>([&](Operation *) {
        Congruence value = getCongruence(first);
        Congruence quotient = shiftRight(value, last);
        if (value.isZero() || !mayWrap(op))
          return quotient;
        // Bits come down from above the number.
        int64_t kept = width - getShiftedBits(last).value_or(0);
        return kept <= 0 ? Congruence() : quotient.wrap(kept);
      })
      .Case<arith::DivSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp,
            arith::DivUIOp, arith::CeilDivUIOp>([&](Operation *) {
        Congruence value = getCongruence(first);
        int64_t divisor = getConstantIntValue(last).value_or(0);
        bool isUnsigned = isa<arith::DivUIOp, arith::CeilDivUIOp>(op);
        if (value.isZero())
          return value;
        if (divisor == 0 || (isUnsigned && mayWrap(op)))
          return Congruence();
        if (divisor < 0)
          return value.divide(divisor);
        if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(op))
          return value.ceilDiv(divisor);
        bool roundsDown = !isa<arith::DivSIOp>(op) || isNonNegative(first);
        return roundsDown ? value.floorDiv(divisor) : value.divide(divisor);
      })
      .Case<arith::RemSIOp>([&](Operation *) {
        return getCongruence(first).mod(getCongruence(last),
                                        isNonNegative(first));
      })
      .Case<arith::RemUIOp>([&](Operation *) {
        Congruence value = getCongruence(first), divisor = getCongruence(last);
        if (!mayWrap(op))
          return value.mod(divisor, /*isEuclidean=*/true);
        // The numbers are others, of the same low bits.
        bool isPower = divisor.isConstant() && divisor.getRemainder() > 0 &&
                       llvm::isPowerOf2_64(divisor.getRemainder());
        if (!isPower)
          divisor = getLowBits(Congruence::getMultiples(divisor.getDivisor()));
        return value.wrap(width).mod(divisor, /*isEuclidean=*/true);
      })
      .Case<arith::AndIOp>([&](Operation *) {
        return maskBits(getCongruence(first), getCongruence(last));
      })
      .Case<arith::OrIOp, arith::XOrIOp>([&](Operation *) {
        Congruence a = getLowBits(getCongruence(first));
        Congruence b = getLowBits(getCongruence(last));
        int64_t x = a.getRemainder(), y = b.getRemainder();
        return Congruence(std::gcd(a.getModulus(), b.getModulus()),
                          isa<arith::OrIOp>(op) ? x | y : x ^ y);
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::TruncIOp,
            arith::ExtSIOp, arith::ExtUIOp>([&](Operation *) {
        unsigned to =
            ConstantIntRanges::getStorageBitwidth(op->getResult(0).getType());
        return wrap(getCongruence(first), std::min(width, to));
      })
      .Default([](Operation *) { return Congruence(); });
}
