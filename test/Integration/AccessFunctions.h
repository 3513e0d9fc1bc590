//===- AccessFunctions.h - Functions that move elements ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_ACCESSFUNCTIONS_H
#define TILED_LAYOUT_TEST_INTEGRATION_ACCESSFUNCTIONS_H

#include "RandomArrays.h"

namespace mlir::tiled_layout::test {

/// What a function is about.
enum class Way {
  /// memref.load, store, dim in scf.for.
  Access,
  /// assume_alignment, distinct_objects, memory_space_cast, prefetch.
  Hints,
  /// The array goes through regions, branches and a call, beside another one.
  Carried,
  /// memref.copy of an array in the same layout.
  Copy,
  /// memref.atomic_rmw.
  Atomic,
  /// memref.generic_atomic_rmw.
  GenericAtomic,
  /// memref.get_global of initial values.
  Global,
  /// affine.load, store in affine.for and affine.parallel.
  Affine,
  /// linalg.generic.
  Linalg,
  /// bufferization.clone.
  Clone,
};
inline constexpr int numWays = 10;

/// A function that moves every element of `source` to `dest`.
struct AccessCase : ArrayShape {
  Way way;
  Layout source, dest;
};

/// Returns function `f<number>` of a module, which takes the two arrays, and
/// what else the module needs for it.
std::string writeAccessFunction(const AccessCase &test, int number);

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_ACCESSFUNCTIONS_H
