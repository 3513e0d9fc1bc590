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
  /// memref.copy of an array in the same layout, of one on the stack, too.
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
  /// bufferization.clone and dealloc.
  Clone,
  /// memref.rank, cast and extract_aligned_pointer_as_index, whose answers
  /// choose the array; bufferization.to_tensor and to_buffer.
  Queries,
  /// scf.parallel and scf.forall.
  Parallel,
  /// memref.reinterpret_cast, to_physical, from_physical: buffers are read and
  /// written at the positions of elements.
  Reinterpret,
  /// gpu.alloc, memset, memcpy, dealloc.
  GpuMemory,
  /// gpu.launch.
  GpuLaunch,
  /// gpu.func and launch_func, with memory of blocks and threads.
  GpuKernel,
  /// memref.dma_start and dma_wait, with strides and without.
  Dma,
  /// The same of affine.
  AffineDma,
};
inline constexpr int numWays = 18;

/// True if the elements of an array are as large in memory as their values, in
/// whole bytes; some operations count or write elements as they are.
inline bool isPlain(const ArrayShape &test, const Layout &layout) {
  int64_t bits = test.element->valueBits;
  return bits % 8 == 0 && getBits(test, layout) == bits;
}

/// A function that moves every element of `source` to `dest`.
struct AccessCase : ArrayShape {
  Way way;
  Layout source, dest;
};

/// The indices of an access, one for each dimension: `%i0, %i1`.
inline std::string getIndices(int64_t rank) {
  std::string indices;
  for (int64_t dim = 0; dim < rank; ++dim)
    indices += (dim ? ", %i" : "%i") + std::to_string(dim);
  return indices;
}

/// The extents that the type of an array leaves open: `%n0, %n2`.
inline std::string getSizes(const ArrayShape &test) {
  std::string sizes;
  for (auto [dim, size] : llvm::enumerate(test.shape))
    if (size == kDynamic)
      sizes += (sizes.empty() ? "%n" : ", %n") + std::to_string(dim);
  return sizes;
}

/// Returns function `f<number>` of a module, which takes the two arrays, and
/// what else the module needs for it.
std::string writeAccessFunction(const AccessCase &test, int number);

/// The same for the ways that another engine has part in, which
/// `writeAccessFunction` calls.
std::string writeDeviceFunction(const AccessCase &test, int number);

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_ACCESSFUNCTIONS_H
