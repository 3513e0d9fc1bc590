//===- Grid.h - Positions of a small array as a picture ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_GRID_H
#define TILED_LAYOUT_REPORT_GRID_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <vector>

namespace mlir::tiled_layout {

/// One cell of a picture: a place in the array, or next to it where a tile
/// reaches past the edge.
struct GridCell {
  /// The logical index; out of bounds for padding.
  llvm::SmallVector<int64_t, 6> index;
  int64_t position = 0;
  bool isPadding = false;
  /// The number of the tile that the cell is in, per level.
  llvm::SmallVector<int64_t, 2> tiles;
  /// The colour of the level-1 tile, below `Grid::colours`; different from
  /// those of the tiles beside it, in the array and in memory.
  unsigned colour = 0;
};

/// A two-dimensional slice of the array. The last logical dimension runs along
/// a row, the one before it from row to row.
struct GridPlane {
  /// The index in the leading dimensions.
  llvm::SmallVector<int64_t, 6> leading;
  int64_t rows = 0, columns = 0;
  std::vector<GridCell> cells;

  const GridCell &at(int64_t row, int64_t column) const {
    return cells[row * columns + column];
  }
};

/// The positions of a small array with a static shape: as the array lies before
/// the reader, and as the buffer lies in memory.
struct Grid {
  /// The colours there are; more tiles have them in turns.
  static constexpr unsigned colours = 8;

  /// Extents after all levels, most major first.
  llvm::SmallVector<int64_t> physicalShape;
  llvm::SmallVector<GridPlane> planes;
  /// What lies at each position; no cell for padding that is not next to the
  /// array, such as tail padding.
  std::vector<std::optional<GridCell>> memory;
};

/// Returns the picture of a layout on a static shape, or fails with the bound
/// if the buffer has more than `maxElements` elements or none.
///
/// Example: cell (2, 3) of `{1,0:T(2,2)}` on `[3, 5]` has position 17 and is in
/// tile 4.
llvm::Expected<Grid> getGrid(const Layout &layout,
                             llvm::ArrayRef<int64_t> extents,
                             int64_t maxElements);

/// Prints the planes, with lines between tiles of level 1 and `.` for padding.
/// Colours the tiles if `os` has colours enabled.
void print(llvm::raw_ostream &os, const Grid &grid);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_GRID_H
