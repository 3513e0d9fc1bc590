//===- Axes.h - Which piece of which dimension an axis is -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_REPORT_AXES_H
#define TILED_LAYOUT_LIB_REPORT_AXES_H

#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

/// How the position depends on each dimension by itself.
struct DimensionPeriods {
  /// Per logical dimension, the number p such that the position of index i + p
  /// minus that of index i is the same for every i: all tile sizes that the
  /// dimension as a whole is split by, multiplied; saturating.
  llvm::SmallVector<int64_t> periods;
  /// False if `*` merges two dimensions, so that the position is not a sum of
  /// functions of one dimension each and the periods mean nothing.
  bool isSeparable = true;
};

/// Computes the periods of a layout on static extents.
///
/// Example: `{1,0:T(2,4)(2,1,1,1)}` on `[8, 8]` has the periods 4 and 4.
DimensionPeriods getPeriods(const Layout &layout,
                            llvm::ArrayRef<int64_t> extents);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_REPORT_AXES_H
