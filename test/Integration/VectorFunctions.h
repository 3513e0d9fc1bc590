//===- VectorFunctions.h - Functions that move vectors ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_VECTORFUNCTIONS_H
#define TILED_LAYOUT_TEST_INTEGRATION_VECTORFUNCTIONS_H

#include "RandomArrays.h"

namespace mlir::tiled_layout::test {

/// The operations that a function reads and writes with.
enum class VectorWay {
  /// vector.transfer_read, transfer_write.
  Transfer,
  /// affine.vector_load, vector_store.
  Affine,
  /// vector.maskedload, maskedstore.
  Masked,
  /// vector.gather, scatter.
  Indexed,
  /// vector.expandload, compressstore.
  Packed,
};
inline constexpr int numVectorWays = 5;

/// A function that moves every element of `source` to `dest`, a box at a time.
struct VectorCase : ArrayShape {
  VectorWay way;
  Layout source, dest;
  /// The extents of the vector, and the dimension that each goes along. All
  /// ways but transfers go along the last ones, in order.
  llvm::SmallVector<int64_t> lanes, dims;
  /// What follows is about transfers. True if boxes fit: nothing is out of
  /// bounds, and the operations say so.
  bool fits = false;
  /// Half of the lanes are moved by one pair of operations, the rest by
  /// another.
  bool masked = false;
  /// The vector read has one dimension more, in front.
  bool broadcast = false;
  /// Loops do not show their step, so that nothing is known of the indices.
  bool opaque = false;
  /// The operations take views of all of the arrays that are tiled.
  bool throughViews = false;
};

/// Draws what is left open once array and way are chosen.
void drawVector(std::mt19937_64 &random, VectorCase &test);

/// Returns function `f<number>` of a module, which takes the two arrays.
std::string writeVectorFunction(const VectorCase &test, int number);

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_VECTORFUNCTIONS_H
