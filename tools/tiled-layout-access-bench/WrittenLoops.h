//===- WrittenLoops.h - Extras: loops that a user wrote ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_WRITTENLOOPS_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_WRITTENLOOPS_H

#include "llvm/Support/Error.h"

#include <functional>
#include <string>
#include <vector>

namespace mlir::tiled_layout::bench {

/// How extras are measured.
struct WrittenOptions {
  /// How long each case is measured at least.
  double minSeconds = 0.5;
  /// Options of the pipeline to LLVM.
  std::string pipeline;
  /// Nests learn the extents of their arrays at run time.
  bool isDynamic = false;
};

/// Loops over tiled arrays beside the same loops over row-major ones: affine
/// nests, products that are blocked by hand on arguments that are
/// `llvm.noalias`, and a chain of operations on tensors. They show what the
/// passes on loops do, not what an operation costs.
struct WrittenCase {
  std::string name;
  /// Prints what it measures; false if a version of the loops computes
  /// something else.
  std::function<llvm::Expected<bool>(const WrittenOptions &)> run;
};
std::vector<WrittenCase> getWrittenCases();

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_WRITTENLOOPS_H
