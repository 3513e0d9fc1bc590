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

/// Returns the same for the bits that an operation keeps or adds, which says
/// nothing about odd factors.
static int64_t ofBits(int64_t multiple) {
  return multiple == 0 ? 0 : multiples::getPowerOfTwo(multiple);
}

static int64_t ofShift(int64_t multiple, Value amount) {
  std::optional<int64_t> bits = getConstantIntValue(amount);
  if (!bits || *bits < 0 || *bits > 61)
    return multiple;
  return multiples::ofProduct(multiple, int64_t(1) << *bits);
}

static int64_t ofDivision(int64_t multiple, Value divisor) {
  std::optional<int64_t> constant = getConstantIntValue(divisor);
  return constant ? multiples::ofQuotient(multiple, *constant) : 1;
}

static int64_t ofRightShift(int64_t multiple, Value amount) {
  std::optional<int64_t> bits = getConstantIntValue(amount);
  if (!bits || *bits < 0 || *bits > 61)
    return multiple == 0 ? 0 : 1;
  return multiples::ofQuotient(multiple, int64_t(1) << *bits);
}

int64_t multiples::ofArith(Operation *op, function_ref<int64_t(Value)> get) {
  return TypeSwitch<Operation *, int64_t>(op)
      .Case<arith::AddIOp, arith::SubIOp, arith::MaxSIOp, arith::MaxUIOp,
            arith::MinSIOp, arith::MinUIOp>([&](auto sum) {
        return ofEither(get(sum.getLhs()), get(sum.getRhs()));
      })
      .Case<arith::SelectOp>([&](auto select) {
        return ofEither(get(select.getTrueValue()),
                        get(select.getFalseValue()));
      })
      .Case<arith::MulIOp>([&](auto product) {
        return ofProduct(get(product.getLhs()), get(product.getRhs()));
      })
      .Case<arith::ShLIOp>([&](auto shift) {
        return ofShift(get(shift.getLhs()), shift.getRhs());
      })
      .Case<arith::ShRSIOp, arith::ShRUIOp>([&](auto shift) {
        return ofRightShift(get(shift.getLhs()), shift.getRhs());
      })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
            arith::CeilDivSIOp, arith::CeilDivUIOp>([&](auto quotient) {
        return ofDivision(get(quotient.getLhs()), quotient.getRhs());
      })
      .Case<arith::RemSIOp, arith::RemUIOp>([&](auto remainder) {
        return ofRemainder(get(remainder.getLhs()), get(remainder.getRhs()),
                           getConstantIntValue(remainder.getRhs()).has_value());
      })
      .Case<arith::AndIOp>([&](auto mask) -> int64_t {
        int64_t a = ofBits(get(mask.getLhs())), b = ofBits(get(mask.getRhs()));
        return a == 0 || b == 0 ? 0 : std::max(a, b);
      })
      .Case<arith::OrIOp, arith::XOrIOp>([&](auto bits) {
        return ofEither(ofBits(get(bits.getLhs())), ofBits(get(bits.getRhs())));
      })
      .Case<arith::IndexCastOp, arith::ExtSIOp>(
          [&](auto cast) { return get(cast.getIn()); })
      // A negative value becomes another one, of the same low bits.
      .Case<arith::ExtUIOp, arith::IndexCastUIOp, arith::TruncIOp>(
          [&](auto cast) { return ofBits(get(cast.getIn())); })
      .Default([](Operation *) -> int64_t { return 1; });
}
