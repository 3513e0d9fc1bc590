//===- RandomPairs.h - Pairs of layouts to search through -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_BENCH_RANDOMPAIRS_H
#define TILED_LAYOUT_BENCH_RANDOMPAIRS_H

#include "tiled_layout/Engine/BenchmarkSuite.h"

namespace mlir::tiled_layout {

/// Bytes of an array that random pairs can have.
constexpr int64_t minPairBytes = 4096;
constexpr int64_t maxPairBytes = int64_t(1) << 30;

/// Draws pairs of layouts of one array of about `bytes` bytes: elements of 8 to
/// 64 bits, ranks from 1 to 5, any order of the dimensions, up to three levels
/// of tiles whose entries are powers of two, extents that tiles divide or not.
/// On either side, at least 64 bytes of one dimension follow one another, and
/// at most half of the positions are padding. The same seed draws the same
/// pairs on every machine.
std::vector<BenchmarkCase> drawRandomPairs(size_t count, uint64_t seed,
                                           int64_t bytes);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_BENCH_RANDOMPAIRS_H
