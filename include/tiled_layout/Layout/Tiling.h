//===- Tiling.h - Applying a layout to a list of axes -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The definition of a tiled layout, once, for whatever an axis is: a number
// (physical shape), an index with its extent (position), an affine expression
// (maps), an SSA value (lowering).
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_TILING_H
#define TILED_LAYOUT_LAYOUT_TILING_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <utility>

namespace mlir::tiled_layout {

/// Applies one level to the list of axes, most major first.
///
/// A tile acts on the last axes. Axes that it lacks on the major side are
/// prepended with extent 1. An axis under `*` merges with the next more minor
/// one; then every axis splits in two, and all outer parts stand before all
/// inner parts, each group in the old order.
///
/// `Domain` provides
///   using Axis = ...;
///   Axis one();                                  // extent 1, index 0
///   Axis merge(Axis major, Axis minor);
///   std::pair<Axis, Axis> split(Axis, TileEntry);  // outer, inner
///
/// Requires that the tile's last entry is not `*` (TL4).
template <typename Domain>
void applyTile(const Tile &tile,
               llvm::SmallVectorImpl<typename Domain::Axis> &axes,
               Domain &domain) {
  using Axis = typename Domain::Axis;
  while (axes.size() < tile.size())
    axes.insert(axes.begin(), domain.one());

  size_t untouched = axes.size() - tile.size();
  llvm::SmallVector<Axis> outer, inner;
  std::optional<Axis> merged;
  for (auto [entry, axis] :
       llvm::zip_equal(tile, llvm::drop_begin(axes, untouched))) {
    merged = merged ? domain.merge(*merged, axis) : axis;
    if (entry.isCombine())
      continue;
    auto [quotient, remainder] = domain.split(*merged, entry);
    outer.push_back(quotient);
    inner.push_back(remainder);
    merged.reset();
  }
  axes.truncate(untouched);
  axes.append(outer);
  axes.append(inner);
}

/// Applies the whole layout to one axis per logical dimension, dimension 0
/// first; returns the physical axes, most major first.
template <typename Domain>
llvm::SmallVector<typename Domain::Axis>
applyLayout(const Layout &layout,
            llvm::ArrayRef<typename Domain::Axis> logical, Domain &domain) {
  llvm::SmallVector<typename Domain::Axis> axes;
  for (int64_t dim : llvm::reverse(layout.minorToMajor))
    axes.push_back(logical[dim]);
  for (const Tile &tile : layout.tiles)
    applyTile(tile, axes, domain);
  return axes;
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_TILING_H
