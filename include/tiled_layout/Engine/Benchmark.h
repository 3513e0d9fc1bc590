//===- Benchmark.h - How fast is a relayout? --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_BENCHMARK_H
#define TILED_LAYOUT_ENGINE_BENCHMARK_H

#include "tiled_layout/Engine/CodeTarget.h"
#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

/// What was measured of one relayout. GB are 10^9 bytes.
struct BenchmarkResult {
  /// False if an element or a padding position differed from the reference;
  /// nothing was timed then.
  bool correct = false;
  double compileMilliseconds = 0;
  /// To get the kernel once more from the engine that has it.
  double lookupNanoseconds = 0;
  /// Of one run, the median over all rounds.
  double medianMilliseconds = 0;
  /// The tenth and ninetieth percentile of the rounds.
  double lowMilliseconds = 0;
  double highMilliseconds = 0;
  /// Logical bytes of both sides per second; physical ones of the destination
  /// where padding is filled.
  double gbps = 0;
  /// The same bytes, half read and half written, by `memcpy` and by the best
  /// streaming copy, in the same rounds.
  double memcpyGbps = 0;
  double copyGbps = 0;
};

/// How a relayout is compiled and timed.
struct BenchmarkOptions {
  /// Each case is measured for at least this long.
  double minSeconds = 1;
  /// Threads that share a relayout, and each of the copies.
  unsigned threads = 1;
  /// Whether every position is compared with the reference before, which needs
  /// some 40 bytes of memory per element. Else the result counts as correct.
  bool check = true;
  /// What the relayout is compiled for, but not the copies.
  Target target = getHostTarget();
  /// What padding receives: see `RelayoutProblem::padding`.
  std::string padding = "undefined";
  /// Whether the program of all extents is measured instead of the shape's own.
  bool anyExtents = false;
};

/// Compiles a relayout between two shapes of one array, compares what it writes
/// with the reference, and times it on random data beside two copies of as many
/// bytes. The three take turns, so that a machine whose speed drifts slows them
/// alike. Fails if the relayout cannot be compiled.
llvm::Expected<BenchmarkResult> runBenchmark(const Shape &from, const Shape &to,
                                             const BenchmarkOptions &options);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_BENCHMARK_H
