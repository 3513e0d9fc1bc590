//===- PaddedAxes.h - Axes that go over padding as well ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_PADDEDAXES_H
#define TILED_LAYOUT_RELAYOUT_PADDEDAXES_H

#include "tiled_layout/Relayout/Axes.h"

namespace mlir::tiled_layout {

/// Extends axes so that their combinations are the positions of a destination
/// of `elements` positions, tail padding aside, each of them once: those that
/// meet all bounds hold elements, the others padding. The bounds that were
/// there become filled ones, and new ones say where axes have been extended.
/// Where the tiles of the source end after those of the destination, a bound
/// that is not filled says where the destination ends.
///
/// Example: `[3, 9]` from `{1,0}` to `{1,0:T(2,8)}`
///
///   a0: 2 of d0/2, source 18, destination 32
///   a1: 2 of d0, source 9, destination 8
///   a2: 2 of d1/8, source 8, destination 16
///   a3: 8 of d1, source 1, destination 1
///   bound: 2*a0 + a1 < 3, then padding
///   bound: 8*a2 + a3 < 9, then padding
///
/// Returns `std::nullopt` if dimensions are irregular, or if positions are no
/// such combinations.
std::optional<RelayoutAxes> getPaddedAxes(RelayoutAxes axes, int64_t elements);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_PADDEDAXES_H
