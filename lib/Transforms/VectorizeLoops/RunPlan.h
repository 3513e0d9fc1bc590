//===- RunPlan.h - Which loops along runs can be vectors --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_RUNPLAN_H
#define TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_RUNPLAN_H

#include "LaneValues.h"
#include "Reductions.h"

#include "tiled_layout/Target/Target.h"

namespace mlir::tiled_layout {

/// An element that all iterations of a loop combine something into.
struct MemoryReduction {
  affine::AffineLoadOp load;
  affine::AffineStoreOp store;
  Reduction reduction;
};

/// A loop along a run as vectors.
struct RunPlan {
  affine::AffineForOp loop;
  RunAccesses accesses;
  /// How many rows share a word, each of which the loop goes along.
  int64_t rows = 1;
  /// Each row is a vector of its own.
  bool keepsRowsApart = false;
  /// How many iterations a vector takes, and all.
  int64_t iterations = 0, count = 0;
  /// The iterations before and after the loop that its vectors do as well.
  std::optional<RunEdge> before, after;
  /// Elements that are stored, those of one word together, and elements that
  /// are combined into, of as many rows together.
  SmallVector<SmallVector<Operation *, 4>> stores;
  SmallVector<SmallVector<MemoryReduction, 4>> reductions;
};

/// Returns how to do an innermost loop on vectors, or `std::nullopt` if that
/// might be another program. It is the same one if no element that one
/// iteration stores is touched by another one, or by another access of the same
/// one that comes after, but for elements that are combined into, in whatever
/// order. Iterations are done twice where their number is no multiple of a
/// vector; nothing that they load is then stored. Vectors are a few registers
/// of the target.
std::optional<RunPlan> planRun(affine::AffineForOp loop, const Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_RUNPLAN_H
