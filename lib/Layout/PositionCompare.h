//===- PositionCompare.h - Do two digit sums agree? -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Along every dimension, a digit sum has a shift period: moving by it changes
// the value by a constant. Dimensions that no combined index links contribute
// independently. So two sums agree on the whole array if they agree on one
// box of periods for each linked group of dimensions, and after one period
// along each dimension. Inside the box, whole runs on which both sums are
// affine are compared at once.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_POSITIONCOMPARE_H
#define TILED_LAYOUT_LIB_LAYOUT_POSITIONCOMPARE_H

#include "DigitSum.h"

namespace mlir::tiled_layout {

enum class Agreement { Agree, Differ, Unknown };

struct ComparisonResult {
  Agreement agreement;
  /// Where the sums differ.
  llvm::SmallVector<int64_t> witness;
};

/// Compares two sums of one pool on all indices. Gives up with `Unknown` after
/// `maxRuns` runs.
ComparisonResult compare(DigitPool &pool, const DigitSum &a, const DigitSum &b,
                         int64_t maxRuns = std::numeric_limits<int64_t>::max());

/// Returns, for each dimension, a number of indices by which both sums shift:
/// moving by it changes either sum by a constant, wherever both ends are in the
/// array. The extent if there is no shorter one.
llvm::SmallVector<int64_t>
getShiftPeriods(const DigitPool &pool, const DigitSum &a, const DigitSum &b);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_POSITIONCOMPARE_H
