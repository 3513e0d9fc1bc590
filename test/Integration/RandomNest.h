//===- RandomNest.h - Loop nests on tiled arrays ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random program of loop nests on several arrays, written down twice from one
// seed: on memrefs with layouts, and on memrefs without. Loops are those of
// affine and scf, perfectly nested or not, triangular, with steps, minima and
// maxima; they carry values, update arrays in place, take views, call functions
// with one array twice. Tiles are like those of accelerators, smaller, so that
// all passes on loops have something to do.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_RANDOMNEST_H
#define TILED_LAYOUT_TEST_INTEGRATION_RANDOMNEST_H

#include "RandomProgram.h"

namespace mlir::tiled_layout::test {

/// Draws the arguments of the program of a seed. Two may be one buffer.
std::vector<ProgramArray> getNestArrays(uint64_t seed);

/// Returns the values of the elements of a seed's arguments: every other
/// seed's floats are whole numbers, whose sums are the same in any order.
ProgramArray::Values getNestValues(uint64_t seed, const Element &element);

/// Returns a layout like those of accelerators, with smaller tiles, or any.
Layout getNestLayout(std::mt19937_64 &random, llvm::ArrayRef<int64_t> extents,
                     int64_t elementBits);

/// Returns the text of function `main<seed>` with its helpers, with layouts or
/// without.
std::string writeNests(MLIRContext *context, uint64_t seed, bool tiled);

/// The same of programs of stencils: nests along rows that are long enough for
/// vectors, on elements and their neighbours in all directions, which may lie
/// in other tiles; in place or not, with sums of rows and columns.
std::vector<ProgramArray> getStencilArrays(uint64_t seed);
std::string writeStencils(MLIRContext *context, uint64_t seed, bool tiled);

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_RANDOMNEST_H
