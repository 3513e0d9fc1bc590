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

#include <tuple>
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
applyLayout(const Layout &layout, llvm::ArrayRef<typename Domain::Axis> logical,
            Domain &domain) {
  llvm::SmallVector<typename Domain::Axis> axes;
  for (int64_t dim : llvm::reverse(layout.minorToMajor))
    axes.push_back(logical[dim]);
  for (const Tile &tile : layout.tiles)
    applyTile(tile, axes, domain);
  return axes;
}

/// Undoes one level: takes the coordinate after the level to the one before it.
/// `given` are the extents before the level, as indices of the domain.
///
/// `Domain` provides
///   using Index = ...;
///   Index getOne();
///   Index multiply(Index, Index);
///   Index getSize(TileEntry, Index extent);
///   Index join(Index outer, Index size, Index inner);  // outer * size + inner
///   std::pair<Index, Index> peel(Index, Index extent); // quotient, remainder
///   // What is not below the extent is padding; only a size that does not
///   // divide the extent leaves room for any.
///   void checkBounds(Index, Index extent, Index size);
template <typename Domain>
llvm::SmallVector<typename Domain::Index>
undoTile(const Tile &tile, llvm::ArrayRef<typename Domain::Index> given,
         llvm::ArrayRef<typename Domain::Index> coordinate, Domain &domain) {
  using Index = typename Domain::Index;
  size_t prepended =
      tile.size() > given.size() ? tile.size() - given.size() : 0;
  llvm::SmallVector<Index> extents(prepended, domain.getOne());
  extents.append(given.begin(), given.end());
  size_t untouched = extents.size() - tile.size();
  size_t parts = (coordinate.size() - untouched) / 2;
  llvm::SmallVector<Index> before(coordinate.take_front(untouched));
  before.resize(extents.size());

  // From the most minor axis: join outer and inner, then peel off the axes
  // that were merged, most minor first.
  for (size_t end = extents.size(), part = parts; end > untouched;) {
    --part;
    size_t begin = end - 1;
    Index extent = extents[begin];
    for (; begin > untouched && tile[begin - 1 - untouched].isCombine();
         --begin)
      extent = domain.multiply(extents[begin - 1], extent);
    Index size = domain.getSize(tile[end - 1 - untouched], extent);
    Index index = domain.join(coordinate[untouched + part], size,
                              coordinate[untouched + parts + part]);
    domain.checkBounds(index, extent, size);
    for (; end > begin + 1; --end)
      std::tie(index, before[end - 1]) = domain.peel(index, extents[end - 1]);
    before[begin] = index;
    end = begin;
  }
  before.erase(before.begin(), before.begin() + prepended);
  return before;
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_TILING_H
