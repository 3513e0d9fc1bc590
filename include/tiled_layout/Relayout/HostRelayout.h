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

#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

/// Copies an array from one layout to another.
///
/// `input` and `output` must not overlap; they have exactly `getBytes(source)`
/// and `getBytes(dest)` bytes, of any alignment, and nothing outside is read or
/// written. Elements of less than a byte fill it from its least significant
/// bit. Where the bits per element are more than the value's, the value is in
/// the low ones: upper bits are ignored in the source, and in the destination
/// they are 0, or copies of the sign for signed integers. Where they are fewer,
/// only the low bits are kept. Padding, and the bits after the last position in
/// the last byte, keep their values.
///
/// Fails, with a message and `output` untouched, if a shape breaks a rule of
/// Rules.h or is dynamic, if the shapes differ in type or extents, or if a
/// buffer has another size.
///
/// Example: from `s8[2,3]` to `s8[2,3]{0,1:T(4)}` the bytes 1 2 3 4 5 6 become
/// 1 4 _ _ 2 5 _ _ 3 6 _ _.
llvm::Error relayoutOnHost(const Shape &source, const Shape &dest,
                           llvm::ArrayRef<uint8_t> input,
                           llvm::MutableArrayRef<uint8_t> output);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_HOSTRELAYOUT_H
