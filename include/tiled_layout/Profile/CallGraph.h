//===- CallGraph.h - What computations are, and how often they run -*- C++
//-*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_CALLGRAPH_H
#define TILED_LAYOUT_PROFILE_CALLGRAPH_H

#include "tiled_layout/Profile/Program.h"

namespace mlir::tiled_layout {

enum class ComputationClass {
  /// Its instructions have buffers.
  Real,
  /// The body of a fusion: its intermediate values have no buffers.
  Fused,
  /// A function of scalars that an operation applies, such as a sum.
  Applied,
};

struct ComputationInfo {
  ComputationClass kind = ComputationClass::Real;
  /// How often it runs for one run of the entry; saturates.
  int64_t trips = 0;
  /// False if a loop around it does not say how often it runs, and counts
  /// once.
  bool tripsKnown = true;
};

/// Returns what each computation of a program is. The definitions are in
/// docs/Profile.md, section "Computations".
std::vector<ComputationInfo> getComputationInfos(const Program &program);

/// Returns the instruction that began the asynchronous operation that `done`,
/// an instruction whose opcode ends in `-done`, ends: its operand, through
/// `-update`s. Null if there is none.
const Instruction *getAsyncStart(const Computation &computation,
                                 const Instruction &done);

/// Returns a * b and a + b, or the largest number if that is too small. Both
/// are at least 0.
int64_t saturatingMultiply(int64_t a, int64_t b);
int64_t saturatingAdd(int64_t a, int64_t b);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_CALLGRAPH_H
