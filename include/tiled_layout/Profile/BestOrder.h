//===- BestOrder.h - The least padded order of dimensions -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_BESTORDER_H
#define TILED_LAYOUT_PROFILE_BESTORDER_H

#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

struct BestOrder {
  Layout layout;
  int64_t paddedBytes;
};

/// Returns the layout with the least padded bytes over all orders of the
/// dimensions, with everything else of the shape's layout. Among equals it is
/// the first in the order of the major-to-minor lists: the row-major one before
/// all others.
///
/// Orders that differ only in dimensions that no tile reaches count once. Where
/// more than `maxOrders` are left, the layout itself is the answer. Requires
/// static extents.
///
/// Example: `f32[8388608,8,4]{2,1,0:T(8,128)}` has `{0,2,1:T(8,128)}`.
BestOrder getBestOrder(const Shape &shape);

inline constexpr int64_t maxOrders = 1 << 20;

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_BESTORDER_H
