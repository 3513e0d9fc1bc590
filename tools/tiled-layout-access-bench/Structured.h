//===- Structured.h - Times structured operations ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_ACCESSBENCH_STRUCTURED_H
#define TILED_LAYOUT_TOOLS_ACCESSBENCH_STRUCTURED_H

#include "Suite.h"

namespace mlir::tiled_layout::bench {

struct StructuredOptions {
  /// Each way to compute a case is measured for at least this long.
  double minSeconds = 0.5;
  /// Upstream's programs run where an operation has at most as many points.
  int64_t upstreamPoints = int64_t(1) << 28;
  bool upstream = true;
  bool peers = true;
  /// More options of `tiled-layout-to-llvm-pipeline`.
  std::string pipeline;
  /// What all programs but those of peers are compiled for.
  std::string targetCpu = "host";
};

/// One way to compute a case.
struct StructuredTime {
  /// `tiled`, `upstream, loops`, `OpenBLAS`, `multiply-add peak`, ...
  std::string name;
  double bestSeconds, medianSeconds;
};

struct StructuredResult {
  /// Multiply-adds or other steps of the operation.
  int64_t points;
  /// Of all operands, without padding.
  int64_t bytes;
  /// The time to compile the tiled program, on the clock.
  double compileSeconds;
  /// What is timed here comes first.
  std::vector<StructuredTime> times;
  /// Shares of the peak: by the best and by the median times of both; 0 if
  /// there is no peak.
  double bestShare = 0, medianShare = 0;
  /// The median time as a multiple of upstream's least median; 0 if none ran.
  double overUpstream = 0;
  /// The median time as a multiple of that of our program on row-major arrays;
  /// 0 if it did not run.
  double overRowMajor = 0;
  /// The median time of the fastest peer as a multiple of ours; 0 if none ran.
  double overPeer = 0;
  /// What did not run, and why.
  std::vector<std::string> notes;
  /// Whose result differs from the definition, or from the majority.
  std::vector<std::string> wrong;
};

/// Compiles a case on arrays in its layouts, upstream's programs on row-major
/// ones, and what peers have; compares all results; measures them in turns.
llvm::Expected<StructuredResult>
runStructured(const SuiteCase &test, const StructuredOptions &options);

/// Compiles a function of a module in its layouts and row-major, compares what
/// they leave in their arguments, and measures them in turns; with `@products`
/// of the same module, which is the peak, where it is `@program`. Sets the
/// operands of the case.
llvm::Expected<StructuredResult> runProgram(SuiteCase &test,
                                            const StructuredOptions &options);

/// Returns the functions of a module that `runProgram` times: `@program` where
/// there is `@products` too, and otherwise each that is public, on memrefs or
/// tensors with known extents. Fails with what the parser says.
llvm::Expected<std::vector<SuiteCase>> getProgramCases(llvm::StringRef name,
                                                       llvm::StringRef text);

} // namespace mlir::tiled_layout::bench

#endif // TILED_LAYOUT_TOOLS_ACCESSBENCH_STRUCTURED_H
