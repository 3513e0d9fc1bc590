//===- RandomProgramRun.h - Runs tiled and untiled programs -----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each random program is compiled with layouts and without. Both run on the
// same elements; afterwards all elements must agree, and the padding of every
// tiled array must hold the junk that it held before. Tiled arrays lie against
// inaccessible pages.
//
// TILED_LAYOUT_RANDOM_PROGRAMS=N runs N programs instead of the usual number,
// from TILED_LAYOUT_RANDOM_FIRST on; TILED_LAYOUT_RANDOM_SEED=N prints and runs
// the one of seed N.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_INTEGRATION_RANDOMPROGRAMRUN_H
#define TILED_LAYOUT_TEST_INTEGRATION_RANDOMPROGRAMRUN_H

#include "RandomProgram.h"

#include <functional>
#include <map>

namespace mlir::tiled_layout::test {

/// Programs of one kind, each of which is a function of its seed.
struct ProgramFamily {
  /// Returns the arguments of function `main<seed>`.
  std::function<std::vector<ProgramArray>(uint64_t seed)> getArrays;
  /// Returns a module with the program of a seed, or with those of several.
  std::function<std::string(MLIRContext &context, uint64_t first,
                            uint64_t count, bool tiled)>
      write;
  /// Returns the passes for the tiled programs of a batch.
  std::function<std::string(uint64_t batch)> getPipeline;
  /// The passes for the untiled ones.
  std::string plainPipeline;
  /// How many are run if nobody says otherwise.
  uint64_t programs;
  /// The passes that are to have something to do, by the names of their
  /// remarks, or of a number in one that is not 0 (`vectorize-runs.edges`), and
  /// in how many of 100 programs at least; 0 to have them counted only.
  /// Programs must be single functions.
  std::map<std::string, double> leastShares = {};
};

/// Runs one of several parts of the programs until ten have failed.
void runPrograms(const ProgramFamily &family, uint64_t part, uint64_t parts);

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_INTEGRATION_RANDOMPROGRAMRUN_H
