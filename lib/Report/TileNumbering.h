//===- TileNumbering.h - Which tile an element is in ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_REPORT_TILENUMBERING_H
#define TILED_LAYOUT_LIB_REPORT_TILENUMBERING_H

#include "tiled_layout/Layout/Placement.h"

namespace mlir::tiled_layout {

/// Numbers the tiles of one level of a layout on static extents.
class TileNumbering {
public:
  /// `level` is 0 for the first tile of `T`.
  TileNumbering(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                size_t level);

  /// Returns the number of the tile that an element is in; equal for elements
  /// of one tile, different for elements of two.
  int64_t getTile(llvm::ArrayRef<int64_t> index) const;

private:
  Placement placement;
  /// Physical dimensions within a tile.
  size_t innerAxes;
};

/// Rounds the extents of some dimensions up to whole tiles, where the larger
/// array fills the same buffer in the same way. Leaves them as they are where
/// `*` merges dimensions or a tile depends on an extent.
///
/// Example: `{1,0:T(2,2)}` on `[3, 5]`, dimensions 0 and 1: `[4, 6]`.
llvm::SmallVector<int64_t> getPaddedExtents(const Layout &layout,
                                            llvm::ArrayRef<int64_t> extents,
                                            llvm::ArrayRef<int64_t> dimensions);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_REPORT_TILENUMBERING_H
