//===- Congruence.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/Congruence.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace mlir::tiled_layout;

static uint64_t getMagnitude(int64_t value) {
  return value < 0 ? -static_cast<uint64_t>(value) : value;
}

/// Returns a common divisor as a number that is not negative: 2^63 becomes
/// 2^62.
static int64_t toDivisor(uint64_t number) {
  constexpr uint64_t most = std::numeric_limits<int64_t>::max();
  return number > most ? int64_t(1) << 62 : number;
}

Congruence::Congruence(int64_t modulus, int64_t remainder)
    : modulus(modulus),
      remainder(modulus == 0 ? remainder : llvm::mod(remainder, modulus)) {}

Congruence Congruence::getMultiples(int64_t number) {
  return {toDivisor(getMagnitude(number)), 0};
}

int64_t Congruence::getDivisor() const {
  return toDivisor(std::gcd<uint64_t>(modulus, getMagnitude(remainder)));
}

bool Congruence::isMultipleOf(int64_t number, int64_t factor) const {
  return getDivisor() % (number / std::gcd(number, factor)) == 0;
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

Congruence Congruence::operator+(Congruence other) const {
  int64_t common = std::gcd(modulus, other.modulus), sum;
  if (common != 0)
    return {common, static_cast<int64_t>(
                        (uint64_t(llvm::mod(remainder, common)) +
                         uint64_t(llvm::mod(other.remainder, common))) %
                        uint64_t(common))};
  if (llvm::AddOverflow(remainder, other.remainder, sum))
    return getMultiples(std::gcd(getDivisor(), other.getDivisor()));
  return getConstant(sum);
}

Congruence Congruence::operator-(Congruence other) const {
  return *this + other * getConstant(-1);
}

Congruence Congruence::operator*(Congruence other) const {
  int64_t both, left, right, product;
  if (llvm::MulOverflow(modulus, other.modulus, both) ||
      llvm::MulOverflow(modulus, other.remainder, left) ||
      llvm::MulOverflow(other.modulus, remainder, right) ||
      llvm::MulOverflow(remainder, other.remainder, product))
    return getMultiples(std::max(getDivisor(), other.getDivisor()));
  uint64_t common = std::gcd<uint64_t>(
      both, std::gcd(getMagnitude(left), getMagnitude(right)));
  return {toDivisor(common), product};
}

//===----------------------------------------------------------------------===//
// Quotients and remainders
//===----------------------------------------------------------------------===//

Congruence Congruence::divide(int64_t divisor) const {
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  if (divisor == least || remainder == least || modulus % divisor != 0 ||
      remainder % divisor != 0)
    return {};
  return {std::abs(modulus / divisor), remainder / divisor};
}

Congruence Congruence::floorDiv(int64_t divisor) const {
  if (modulus % divisor != 0)
    return {};
  return {modulus / divisor, llvm::divideFloorSigned(remainder, divisor)};
}

Congruence Congruence::ceilDiv(int64_t divisor) const {
  if (modulus % divisor != 0)
    return {};
  return {modulus / divisor, llvm::divideCeilSigned(remainder, divisor)};
}

Congruence Congruence::mod(Congruence divisor, bool isEuclidean) const {
  int64_t number = divisor.getDivisor();
  // What is subtracted is a multiple of the divisor.
  Congruence result = *this + getMultiples(number);
  // A remainder of 0 has no sign.
  bool isKnown = divisor.isConstant() && number != 0 &&
                 getMagnitude(divisor.remainder) == uint64_t(number) &&
                 modulus % number == 0 &&
                 (isEuclidean || result.getRemainder() == 0);
  return isKnown ? getConstant(result.getRemainder()) : result;
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

Congruence Congruence::join(Congruence other) const {
  uint64_t distance = remainder > other.remainder
                          ? uint64_t(remainder) - uint64_t(other.remainder)
                          : uint64_t(other.remainder) - uint64_t(remainder);
  uint64_t common =
      std::gcd<uint64_t>(std::gcd(modulus, other.modulus), distance);
  if (common > uint64_t(std::numeric_limits<int64_t>::max()))
    return getMultiples(std::gcd(getDivisor(), other.getDivisor()));
  return {static_cast<int64_t>(common), remainder};
}

Congruence Congruence::meetMultiples(int64_t number) const {
  int64_t divisor = getDivisor(), product;
  if (divisor == 0 || (modulus % number == 0 && remainder % number == 0))
    return *this;
  if (llvm::MulOverflow(divisor / std::gcd(divisor, number), number, product))
    return getMultiples(std::max(divisor, number));
  return getMultiples(product);
}

Congruence Congruence::wrap(unsigned width) const {
  return *this + getMultiples(int64_t(1) << std::min(width, 62u));
}
