//===- Congruence.h - Integers with one remainder ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_CONGRUENCE_H
#define TILED_LAYOUT_IR_CONGRUENCE_H

#include <cstdint>

namespace mlir::tiled_layout {

/// The integers `remainder + k * modulus` for every k: the remainder alone if
/// the modulus is 0, all integers if it is 1. Otherwise the remainder is in
/// [0, modulus).
///
/// Arithmetic returns a set that holds the results for all members of its
/// operands, as integers of any size.
class Congruence {
public:
  /// All integers.
  Congruence() = default;
  /// Requires that the modulus is not negative.
  Congruence(int64_t modulus, int64_t remainder);
  static Congruence getConstant(int64_t value) { return {0, value}; }
  /// The multiples of a number; of 0, 0 alone.
  static Congruence getMultiples(int64_t number);

  int64_t getModulus() const { return modulus; }
  int64_t getRemainder() const { return remainder; }
  bool isConstant() const { return modulus == 0; }
  bool isZero() const { return modulus == 0 && remainder == 0; }

  /// Returns the largest number that divides all members: at least 1, or 0 if
  /// 0 is the only one.
  int64_t getDivisor() const;
  /// True if `factor` times each member is a multiple of `number`, which is at
  /// least 1.
  bool isMultipleOf(int64_t number, int64_t factor = 1) const;

  Congruence operator+(Congruence other) const;
  Congruence operator-(Congruence other) const;
  Congruence operator*(Congruence other) const;
  bool operator==(Congruence other) const {
    return modulus == other.modulus && remainder == other.remainder;
  }

  /// Returns the quotient by a number other than 0, rounded in any way, so that
  /// only the quotients of multiples are known.
  Congruence divide(int64_t divisor) const;
  /// Returns the quotient by a number of at least 1, rounded down or up.
  Congruence floorDiv(int64_t divisor) const;
  Congruence ceilDiv(int64_t divisor) const;
  /// Returns the remainder of the division by members of `divisor`. It is not
  /// negative with `isEuclidean`; else its sign is not known.
  Congruence mod(Congruence divisor, bool isEuclidean) const;

  /// Returns what holds of a member or of a member of `other`.
  Congruence join(Congruence other) const;
  /// Returns what holds of a member that is a multiple of a number, at least 1.
  Congruence meetMultiples(int64_t number) const;
  /// Returns what holds of a number that differs from a member by a multiple of
  /// 2^width.
  Congruence wrap(unsigned width) const;

private:
  int64_t modulus = 1;
  int64_t remainder = 0;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_CONGRUENCE_H
