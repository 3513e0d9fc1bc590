//===- Benchmark.h - How fast is a relayout? --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_BENCHMARK_H
#define TILED_LAYOUT_ENGINE_BENCHMARK_H

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
  /// Logical bytes of both sides per second.
  double gbps = 0;
  /// The same bytes, half read and half written, by `memcpy` and by the best
  /// streaming copy, in the same rounds.
  double memcpyGbps = 0;
  double copyGbps = 0;
};

/// Compiles a relayout between two shapes of one array, compares every position
/// of what it writes with the reference, and times it on random data beside two
/// copies of as many bytes, all on `threads` threads. The three take turns, so
/// that a machine whose speed drifts slows them alike. Fails if the relayout
/// cannot be compiled.
///
/// Needs memory for the reference, some 40 bytes per element, unless `check` is
/// false: then nothing is compared, and the result counts as correct.
llvm::Expected<BenchmarkResult> runBenchmark(const Shape &from, const Shape &to,
                                             double minSeconds,
                                             unsigned threads = 1,
                                             bool check = true);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_BENCHMARK_H
