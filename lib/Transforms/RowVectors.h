//===- RowVectors.h - Vectors of rows that share words ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_ROWVECTORS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_ROWVECTORS_H

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// True if the data layout around an operation is big-endian.
bool isBigEndian(Operation *op);

/// Returns the vector in which the elements of several others, 64 bits at most
/// together, are interleaved: by shifts of the words that they become. Those of
/// the first vector are the lowest bits, as on a little-endian machine.
Value joinWords(OpBuilder &builder, Location loc, ArrayRef<Value> parts);

/// The inverse.
SmallVector<Value> splitWords(OpBuilder &builder, Location loc, Value value,
                              int64_t parts);

/// Puts vectors of `lanes` elements together to one of [lanes, number of
/// vectors], the words of rows that share them. On a little-endian machine
/// shifts do it, where the words have at most 64 bits: LLVM takes several
/// shuffles apart, and puts them together again by more.
Value joinRows(OpBuilder &builder, Location loc, ArrayRef<Value> rows);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_ROWVECTORS_H
