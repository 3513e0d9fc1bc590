//===- Peaks.h - What the machine can do at best
//----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_PEAKS_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_PEAKS_H

#include "Program.h"
#include "Suite.h"

#include <optional>

namespace mlir::tiled_layout::bench {

/// A program that does nothing but what a peak counts.
class Peak {
public:
  /// Compiles the program for a target; fails if it has no such instruction.
  static llvm::Expected<Peak> make(PeakKind kind, llvm::StringRef targetCpu);

  void run();
  /// Operations of one run (a multiplication and an addition are two), or bytes
  /// that it reads.
  double getWork() const { return work; }

private:
  Peak(Program program, Array input, Array output, double work)
      : program(std::move(program)), input(std::move(input)),
        output(std::move(output)), work(work) {}

  Program program;
  Array input, output;
  double work;
};

/// Returns `multiply-add peak` and the like.
llvm::StringRef getName(PeakKind kind);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_PEAKS_H
