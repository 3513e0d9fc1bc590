//===- RandomProgram.h - Programs on tiled arrays ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random program on several arrays, written down twice from one seed: on
// memrefs with layouts, and on memrefs without. Both do the same to the
// elements. Every program has loops, a call, a view, a copy into an array of
// its own, and extents that tiles do not divide.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_RANDOMPROGRAM_H
#define TILED_LAYOUT_TEST_INTEGRATION_RANDOMPROGRAM_H

#include "RandomArrays.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::tiled_layout::test {

/// An argument of a program.
struct ProgramArray {
  /// Returns the bits that element number `id`, of so many bits, holds first.
  using Values = uint64_t (*)(int64_t id, int64_t bits);

  ArrayShape shape;
  Layout layout;
  Values getValue = test::getValue;
  /// The earlier argument that it is the buffer of.
  std::optional<size_t> sameAs;
  /// For each dimension, the one of a family's that it is like.
  SmallVector<int> dims;
};

/// Makes some dimensions dynamic, where the layout can do without them.
void drawDynamic(std::mt19937_64 &random, ProgramArray &array, int64_t percent);

/// Draws a layout whose tiles are so small that most extents are ragged.
Layout getProgramLayout(std::mt19937_64 &random,
                        llvm::ArrayRef<int64_t> extents,
                        int64_t maxElements = 3000);

/// How often what a program must have was written.
struct ProgramCounts {
  int64_t layouts = 0;
  int64_t views = 0;
  int64_t loops = 0;
  int64_t calls = 0;
  int64_t raggedEdges = 0;
};

/// Draws the arguments of the program of a seed.
std::vector<ProgramArray> getProgramArrays(uint64_t seed);

/// Adds function `main<seed>` with its helpers to a module: with layouts or
/// without.
ProgramCounts addProgram(ModuleOp module, uint64_t seed, bool tiled);

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_RANDOMPROGRAM_H
