//===- Interleave.h - Vectors whose elements are interleaved ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_INTERLEAVE_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_INTERLEAVE_H

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Returns the vector in which the elements of all vectors take turns: element
/// i of vector k is element i * n + k. The number n of vectors is a power of
/// two; its logarithm is the depth of `vector.interleave` operations.
///
/// Example: [a b] and [c d] give [a c b d].
Value interleaveAll(OpBuilder &builder, Location loc, ArrayRef<Value> vectors);

/// The inverse: appends `count` vectors, a power of two.
void deinterleaveAll(OpBuilder &builder, Location loc, Value vector,
                     size_t count, SmallVectorImpl<Value> &vectors);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_INTERLEAVE_H
