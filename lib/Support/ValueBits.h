//===- ValueBits.h - Which bits of an element carry its value ---*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_SUPPORT_VALUEBITS_H
#define TILED_LAYOUT_LIB_SUPPORT_VALUEBITS_H

#include "tiled_layout/Layout/Placement.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::tiled_layout {

/// An element whose stored bits are no value of its type.
struct MisfitValue {
  llvm::SmallVector<int64_t> index;
  /// The stored number, decimal.
  std::string value;
};

/// The values that elements may have: those of the type, in as many bits as the
/// layout stores, which may be more.
class ValueBits {
public:
  /// `isUnsigned`: the stored bits are an unsigned number, whatever the type.
  ValueBits(const ElementType &type, int64_t storedBits, bool isUnsigned);

  /// Returns the first element, by position, that is no value of the type.
  /// Padding positions are not looked at. `data` holds the whole buffer.
  std::optional<MisfitValue> findMisfit(llvm::StringRef data,
                                        const Placement &placement) const;

  /// Returns the values that fit, for instance `-8 to 7`.
  std::string getBounds() const;

private:
  /// True if the stored bits, zero-extended, are a value.
  bool fits(uint64_t stored) const;
  bool fits(llvm::StringRef data, int64_t position) const;
  bool allFit(llvm::StringRef data, int64_t begin, int64_t end) const;
  uint64_t getStored(llvm::StringRef data, int64_t position) const;

  int64_t storedBits;
  /// Bits of the largest value, without those that repeat its sign.
  int64_t valueBits;
  /// True if the bits above repeat the sign.
  bool isSigned;
  /// True if any number is a value.
  bool fitsAlways;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_SUPPORT_VALUEBITS_H
