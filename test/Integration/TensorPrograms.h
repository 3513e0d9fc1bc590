//===- TensorPrograms.h - Programs on tensors, in text ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_TENSORPROGRAMS_H
#define TILED_LAYOUT_TEST_INTEGRATION_TENSORPROGRAMS_H

#include "tiled_layout/Layout/Layout.h"

#include <map>
#include <random>
#include <string>
#include <vector>

namespace mlir::tiled_layout::test {

/// A function on tensors. Types are written as `5x7xf32@A`, where `@A` stands
/// for a layout that is chosen later, or for none. An argument may also be
/// `index 3`, a number. An extent that is known at run time only is `?`, and
/// `?11` in the type of a result, to say which; `?` alone is 6. In
/// the body, `$A` is the number of elements in layout A.
/// Layout P has tiles that divide blocks of 8 rows.
struct TensorProgram {
  /// The operation that the program is about.
  std::string op;
  std::vector<std::string> arguments;
  std::vector<std::string> results;
  /// Reads `%a0`, `%a1`, ... and defines `%r0`, `%r1`, ...
  std::string body;
};

/// Operations on elements: arith, math.
std::vector<TensorProgram> getElementwisePrograms();
/// linalg.
std::vector<TensorProgram> getLinalgPrograms();
/// tensor, bufferization, vector, control flow and our own.
std::vector<TensorProgram> getStructurePrograms();

/// The layouts that the letters of a program stand for.
using Layouts = std::map<char, Layout>;

/// Draws a layout for each letter of a program, legal on all shapes that are
/// written with it.
Layouts getRandomLayouts(std::mt19937_64 &random, const TensorProgram &program);

/// Returns function `f<number>`, which takes tensors and memrefs without
/// layouts, and a function that it calls with the arguments and results in
/// their layouts; without `layouts`, the same program without any.
std::string writeTensorProgram(const TensorProgram &program, int number,
                               const Layouts *layouts);

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_TENSORPROGRAMS_H
