//===- RelayoutArrays.h - What a relayout goes between ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_RELAYOUTARRAYS_H
#define TILED_LAYOUT_RELAYOUT_RELAYOUTARRAYS_H

#include "tiled_layout/Relayout/Axes.h"

namespace mlir::tiled_layout {

/// Two arrays of one shape, as far as they are known.
struct RelayoutArrays {
  /// The tiles of either side, row-major for a strided array.
  Layout source, dest;
  /// By logical dimension, `kDynamic` where not known.
  llvm::SmallVector<int64_t> extents;
  /// Elements between neighbours: along the dimensions of a strided array, or
  /// the physical dimensions of a view, most major first; `kDynamic` where not
  /// known. None where the layout decides.
  llvm::SmallVector<int64_t> sourceStrides = {}, destStrides = {};

  /// True if all extents and strides are known.
  bool isStatic() const {
    auto isKnown = [](llvm::ArrayRef<int64_t> numbers) {
      return !llvm::is_contained(numbers, kDynamic);
    };
    return isKnown(extents) && isKnown(sourceStrides) && isKnown(destStrides);
  }
  /// True if both sides are whole arrays, whose layouts decide where elements
  /// lie.
  bool areWhole() const { return sourceStrides.empty() && destStrides.empty(); }

  /// Returns the common refinement.
  RelayoutAxes getAxes() const {
    return getRelayoutAxes(source, sourceStrides, dest, destStrides, extents);
  }
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_RELAYOUTARRAYS_H
