//===- BitCopy.h - Elements at bit addresses --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bit n of a buffer is bit n mod 8 of byte n / 8, counted from the least
// significant one. Only bytes that hold one of the bits are touched, and of
// those only the bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_RELAYOUT_BITCOPY_H
#define TILED_LAYOUT_LIB_RELAYOUT_BITCOPY_H

#include <cstdint>

namespace mlir::tiled_layout {

/// Returns `count` bits, 0 to 64.
uint64_t getBits(const uint8_t *data, int64_t bit, int64_t count);

/// Sets `count` bits, 0 to 64, to the low bits of `value`.
void setBits(uint8_t *data, int64_t bit, int64_t count, uint64_t value);

/// Copies any number of bits between buffers that do not overlap.
void copyBits(uint8_t *dest, int64_t destBit, const uint8_t *source,
              int64_t sourceBit, int64_t count);

/// How the elements of one relayout are turned from the one width to the other.
struct ElementConversion {
  /// Bits per element.
  int64_t sourceBits;
  int64_t destBits;
  /// Bits of the type's value; at most 128.
  int64_t valueBits;
  bool isSigned;

  /// True if the bits of an element are the same on both sides.
  bool isPlain() const {
    return sourceBits == destBits && valueBits >= sourceBits;
  }

  /// Converts one element at the given bit addresses.
  void convert(uint8_t *dest, int64_t destBit, const uint8_t *source,
               int64_t sourceBit) const;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_RELAYOUT_BITCOPY_H
