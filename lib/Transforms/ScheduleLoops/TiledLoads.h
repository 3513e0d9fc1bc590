//===- TiledLoads.h - What a loop over tiles loads --------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_TILEDLOADS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_TILEDLOADS_H

#include "../ElementIndex.h"

#include "tiled_layout/Layout/Placement.h"

#include "llvm/ADT/BitVector.h"

namespace mlir::tiled_layout {

/// The outermost tiles of an array.
struct TileShape {
  /// Logical dimensions, the most major one first.
  SmallVector<int64_t> majorToMinor;
  /// One tile as an array of its own: how long it is in each logical dimension,
  /// and where it has its elements.
  Placement inTile;
};

/// What an iteration loads of one tile.
struct TileLoads {
  /// The logical index of the tile's first element.
  ElementIndex first;
  /// Which of the tile's cache lines the iteration loads, if tiles begin at
  /// lines.
  llvm::BitVector lines;

  /// True if these are at most half of the tile.
  bool isPart() const { return lines.count() * 2 <= lines.size(); }
};

/// What an iteration loads of one array.
struct ArrayLoads {
  Value array;
  /// The bytes of an element.
  int64_t bytes;
  TileShape shape;
  SmallVector<TileLoads> tiles;
};

/// Returns what runs within an iteration of `loop` load of tiled arrays, if the
/// loop goes along the most minor dimension of these, one tile at a time.
/// Leaves out loads for which it is not known which lines of which tiles they
/// load: indices with terms that are no multiples of the tile, run-time bounds
/// within tiles, tiles that combine dimensions or depend on extents, elements
/// that are not whole bytes, and views.
std::vector<ArrayLoads> getTiledLoads(affine::AffineForOp loop,
                                      int64_t lineBytes);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_TILEDLOADS_H
