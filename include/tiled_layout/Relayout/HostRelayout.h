//===- HostRelayout.h - Moving bytes between layouts ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For constants at compile time, and as the copy that compiled kernels are
// checked against. One thread, no generated code.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_HOSTRELAYOUT_H
#define TILED_LAYOUT_RELAYOUT_HOSTRELAYOUT_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/ADT/APInt.h"
#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

/// What is written where no element lies, tail padding included. The bits
/// after the last position, in the last byte, are never changed.
class PaddingFill {
public:
  /// Leaves the bytes of the destination as they are.
  static PaddingFill getUndefined() { return PaddingFill(std::nullopt); }
  static PaddingFill getZero() { return PaddingFill(llvm::APInt(1, 0)); }
  /// The bits of one element, as many as the value of the type has. They are
  /// widened to the destination's element as those of an element are.
  static PaddingFill getValue(llvm::APInt bits) {
    return PaddingFill(std::move(bits));
  }

  /// Returns the bits, or `std::nullopt` if padding is left as it is. Zero may
  /// have any width.
  const std::optional<llvm::APInt> &getBits() const { return bits; }

private:
  explicit PaddingFill(std::optional<llvm::APInt> bits)
      : bits(std::move(bits)) {}

  std::optional<llvm::APInt> bits;
};

/// Copies an array from one layout to another.
///
/// `input` and `output` must not overlap; they have exactly `getBytes(source)`
/// and `getBytes(dest)` bytes, of any alignment, and nothing outside is read or
/// written. Elements of less than a byte fill it from its least significant
/// bit. Where the bits per element are more than the value's, the value is in
/// the low ones: upper bits are ignored in the source, and in the destination
/// they are 0, or copies of the sign for signed integers. Where they are fewer,
/// only the low bits are kept.
///
/// Fails, with a message and `output` untouched, if a shape breaks a rule of
/// Rules.h or is dynamic, if the shapes differ in type or extents, if a buffer
/// has another size, or if the padding value has another width than the type.
///
/// Example: from `s8[2,3]` to `s8[2,3]{0,1:T(4)}` the bytes 1 2 3 4 5 6 become
/// 1 4 _ _ 2 5 _ _ 3 6 _ _.
llvm::Error
relayoutOnHost(const Shape &source, const Shape &dest,
               llvm::ArrayRef<uint8_t> input,
               llvm::MutableArrayRef<uint8_t> output,
               const PaddingFill &padding = PaddingFill::getUndefined());

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_HOSTRELAYOUT_H
