//===- Multiples.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Multiples.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

int64_t multiples::ofConstant(int64_t value) {
  if (value == std::numeric_limits<int64_t>::min())
    return int64_t(1) << 62;
  return value < 0 ? -value : value;
}

int64_t multiples::ofEither(int64_t a, int64_t b) { return std::gcd(a, b); }

int64_t multiples::ofBoth(int64_t a, int64_t b) {
  if (a == 0 || b == 0)
    return 0;
  int64_t product;
  if (llvm::MulOverflow(a / std::gcd(a, b), b, product))
    return std::max(a, b);
  return product;
}

int64_t multiples::ofProduct(int64_t a, int64_t b) {
  int64_t product;
  if (llvm::MulOverflow(a, b, product))
    return std::max(a, b);
  return product;
}

int64_t multiples::ofQuotient(int64_t multiple, int64_t divisor) {
  if (divisor == 0 || multiple % divisor != 0)
    return 1;
  return ofConstant(multiple / divisor);
}

int64_t multiples::ofRemainder(int64_t multiple, int64_t divisor,
                               bool isConstant) {
  if (isConstant && divisor != 0 && multiple % divisor == 0)
    return 0;
  return std::gcd(multiple, divisor);
}

int64_t multiples::getPowerOfTwo(int64_t multiple) {
  return multiple & -multiple;
}

/// Returns the same for the bits that an operation keeps or adds, and for what
/// differs by a multiple of 2^width: that says nothing about odd factors.
static int64_t ofBits(int64_t multiple) {
  return multiple == 0 ? 0 : multiples::getPowerOfTwo(multiple);
}

/// Returns the bits of a shift by a constant, or 0 if it is none, or too large
/// for what counts here.
static int64_t getShiftedBits(Value amount) {
  std::optional<int64_t> bits = getConstantIntValue(amount);
  return bits && *bits >= 0 && *bits <= 61 ? *bits : 0;
}

static int64_t ofDivision(int64_t multiple, Value divisor) {
  std::optional<int64_t> constant = getConstantIntValue(divisor);
  return constant        ? multiples::ofQuotient(multiple, *constant)
         : multiple == 0 ? 0
                         : 1;
}

static int64_t ofRightShift(int64_t multiple, Value amount) {
  int64_t bits = getShiftedBits(amount);
  return bits == 0 ? (multiple == 0 ? 0 : 1)
                   : multiples::ofQuotient(multiple, int64_t(1) << bits);
}

/// Returns the same for a remainder of numbers that may be read with other
/// signs than they have.
static int64_t ofUnsignedRemainder(arith::RemUIOp remainder, int64_t multiple,
                                   int64_t divisor, bool wraps) {
  std::optional<int64_t> constant = getConstantIntValue(remainder.getRhs());
  if (!wraps)
    return multiples::ofRemainder(multiple, divisor, constant.has_value());
  // The number is another one, of the same low bits.
  return multiples::ofRemainder(ofBits(multiple), ofBits(divisor),
                                constant && *constant > 0 &&
                                    llvm::isPowerOf2_64(*constant));
}

int64_t multiples::ofArith(Operation *op, function_ref<int64_t(Value)> get,
                           ValueRanges &ranges) {
  // Odd factors survive only where nothing wraps.
  auto wrap = [&](int64_t multiple) {
    bool isKept = multiple == ofBits(multiple) || !ranges.mayWrap(op);
    return isKept ? multiple : ofBits(multiple);
  };
  return TypeSwitch<Operation *, int64_t>(op)
      .Case<arith::AddIOp, arith::SubIOp>([&](auto sum) {
        return wrap(ofEither(get(sum.getLhs()), get(sum.getRhs())));
      })
      .Case<arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(
          [&](auto extremum) {
            return ofEither(get(extremum.getLhs()), get(extremum.getRhs()));
          })
      .Case<arith::SelectOp>([&](auto select) {
        return ofEither(get(select.getTrueValue()),
                        get(select.getFalseValue()));
      })
      .Case<arith::MulIOp>([&](auto product) {
        int64_t a = get(product.getLhs()), b = get(product.getRhs());
        int64_t powers = ofProduct(ofBits(a), ofBits(b));
        int64_t all = ofProduct(a, b);
        return wrap(all) == all ? all : powers;
      })
      .Case<arith::ShLIOp>([&](auto shift) {
        int64_t multiple = get(shift.getLhs());
        int64_t factor = int64_t(1) << getShiftedBits(shift.getRhs());
        int64_t powers = ofProduct(ofBits(multiple), factor);
        int64_t all = ofProduct(multiple, factor);
        return wrap(all) == all ? all : powers;
      })
      .Case<arith::ShRSIOp>([&](auto shift) {
        return ofRightShift(get(shift.getLhs()), shift.getRhs());
      })
      .Case<arith::ShRUIOp>([&](auto shift) -> int64_t {
        int64_t multiple = get(shift.getLhs());
        int64_t quotient = ofRightShift(multiple, shift.getRhs());
        if (multiple == 0 || !ranges.mayWrap(op))
          return quotient;
        // Bits come down from above the number.
        unsigned width = ConstantIntRanges::getStorageBitwidth(shift.getType());
        int64_t kept = width - getShiftedBits(shift.getRhs());
        return kept <= 0 ? 1
                         : std::gcd(ofBits(quotient),
                                    int64_t(1) << std::min<int64_t>(kept, 62));
      })
      .Case<arith::DivSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(
          [&](auto quotient) {
            return ofDivision(get(quotient.getLhs()), quotient.getRhs());
          })
      .Case<arith::DivUIOp, arith::CeilDivUIOp>([&](auto quotient) -> int64_t {
        int64_t multiple = get(quotient.getLhs());
        return multiple == 0 || !ranges.mayWrap(op)
                   ? ofDivision(multiple, quotient.getRhs())
                   : 1;
      })
      .Case<arith::RemSIOp>([&](auto remainder) {
        return ofRemainder(get(remainder.getLhs()), get(remainder.getRhs()),
                           getConstantIntValue(remainder.getRhs()).has_value());
      })
      .Case<arith::RemUIOp>([&](auto remainder) {
        return ofUnsignedRemainder(remainder, get(remainder.getLhs()),
                                   get(remainder.getRhs()), ranges.mayWrap(op));
      })
      .Case<arith::AndIOp>([&](auto mask) -> int64_t {
        int64_t a = ofBits(get(mask.getLhs())), b = ofBits(get(mask.getRhs()));
        return a == 0 || b == 0 ? 0 : std::max(a, b);
      })
      .Case<arith::OrIOp, arith::XOrIOp>([&](auto bits) {
        return ofEither(ofBits(get(bits.getLhs())), ofBits(get(bits.getRhs())));
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::TruncIOp,
            arith::ExtSIOp, arith::ExtUIOp>(
          [&](auto cast) { return wrap(get(cast.getIn())); })
      .Default([](Operation *) -> int64_t { return 1; });
}
