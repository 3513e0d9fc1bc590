//===- ElementBits.h - Values as bits ---------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_ELEMENTBITS_H
#define TILED_LAYOUT_LIB_CONVERSION_ELEMENTBITS_H

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Returns `type` with another element type if it is a vector, else `element`.
Type withElement(Type type, Type element);

/// Reads the bits of a value, or of each lane of a vector, as another type of
/// their width.
Value castBits(OpBuilder &builder, Location loc, Value bits, Type element);

/// Widens the bits of a value, or of each lane, to integers of `bits` bits:
/// with its sign if the type has one (XLA's sN is iN, its pred is i1), else
/// with zeros.
Value widenBits(OpBuilder &builder, Location loc, Value value, int64_t bits);

/// Returns the value of type `element`, or a vector of them, that is in the low
/// bits of an integer, or of each lane. What is above is ignored.
Value narrowBits(OpBuilder &builder, Location loc, Value bits, Type element);

/// Returns the index of the first byte of an element at a position, and how far
/// its lowest bit is from the byte's, as an `i8`: null if elements are whole
/// bytes.
std::pair<Value, Value> getBitAddress(OpBuilder &builder, Location loc,
                                      Value position, int64_t bits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_ELEMENTBITS_H
