//===- Grid.cpp -----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Grid.h"

#include "Axes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace mlir::tiled_layout;

namespace {

/// Numbers the tiles of one level.
class TileNumbering {
public:
  TileNumbering(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                size_t level)
      : placement(cutAfter(layout, level), extents) {
    const Tile &tile = layout.tiles[level];
    innerAxes =
        llvm::count_if(tile, [](TileEntry e) { return !e.isCombine(); });
  }

  int64_t getTile(llvm::ArrayRef<int64_t> index) const {
    int64_t tile = 0;
    llvm::SmallVector<int64_t> coordinate = placement.getCoordinate(index);
    for (auto [i, extent] :
         llvm::zip_equal(llvm::drop_end(coordinate, innerAxes),
                         placement.getPhysicalShape().drop_back(innerAxes)))
      tile = tile * extent + i;
    return tile;
  }

  int64_t getNumTiles() const {
    int64_t tiles = 1;
    for (int64_t extent : placement.getPhysicalShape().drop_back(innerAxes))
      tiles *= extent;
    return tiles;
  }

  /// Returns a colour that differs from that of the next tile in any
  /// direction; every tile has its own where there are enough.
  unsigned getColour(llvm::ArrayRef<int64_t> index) const {
    if (getNumTiles() <= Grid::colours)
      return getTile(index);
    int64_t colour = 0, step = 1;
    llvm::SmallVector<int64_t> coordinate = placement.getCoordinate(index);
    for (int64_t i : llvm::reverse(llvm::drop_end(coordinate, innerAxes))) {
      colour += i % Grid::colours * step;
      step = step * 3 % Grid::colours;
    }
    return colour % Grid::colours;
  }

private:
  static Layout cutAfter(Layout layout, size_t level) {
    layout.tiles.truncate(level + 1);
    return layout;
  }

  Placement placement;
  size_t innerAxes;
};

/// Builds the cells of one layout.
class GridBuilder {
public:
  GridBuilder(const Layout &layout, llvm::ArrayRef<int64_t> extents)
      : array(layout, extents), padded(layout, getPadded(layout, extents)) {
    for (size_t level = 0; level < layout.tiles.size(); ++level)
      levels.emplace_back(layout, padded.getExtents(), level);
  }

  Grid build() const;

private:
  static llvm::SmallVector<int64_t> getPadded(const Layout &layout,
                                              llvm::ArrayRef<int64_t> extents);
  GridCell getCell(llvm::ArrayRef<int64_t> index) const;
  GridPlane getPlane(llvm::ArrayRef<int64_t> leading) const;

  Placement array;
  /// The same buffer seen as an array that includes padding.
  Placement padded;
  llvm::SmallVector<TileNumbering, 0> levels;
};

} // namespace

/// Rounds the last two extents up to whole tiles, where the larger array fills
/// the same buffer in the same way.
llvm::SmallVector<int64_t>
GridBuilder::getPadded(const Layout &layout, llvm::ArrayRef<int64_t> extents) {
  llvm::SmallVector<int64_t> result(extents);
  DimensionPeriods periods = getPeriods(layout, extents);
  if (!periods.isSeparable || layout.hasExtentEntry())
    return result;
  for (size_t dim = extents.size() - std::min<size_t>(extents.size(), 2);
       dim < extents.size(); ++dim) {
    int64_t period = periods.periods[dim], extent = result[dim];
    result[dim] = ceilDivide(extent, period) * period;
    if (getPhysicalShape(layout, result) != getPhysicalShape(layout, extents))
      result[dim] = extent;
  }
  return result;
}

GridCell GridBuilder::getCell(llvm::ArrayRef<int64_t> index) const {
  GridCell cell;
  cell.index.assign(index.begin(), index.end());
  cell.position = padded.getPosition(index);
  cell.isPadding = !array.contains(index);
  for (const TileNumbering &level : levels)
    cell.tiles.push_back(level.getTile(index));
  if (!levels.empty())
    cell.colour = levels.front().getColour(index);
  return cell;
}

GridPlane GridBuilder::getPlane(llvm::ArrayRef<int64_t> leading) const {
  llvm::ArrayRef<int64_t> extents = padded.getExtents();
  size_t rank = extents.size();
  GridPlane plane;
  plane.leading.assign(leading.begin(), leading.end());
  plane.rows = rank >= 2 ? extents[rank - 2] : 1;
  plane.columns = rank >= 1 ? extents[rank - 1] : 1;
  llvm::SmallVector<int64_t> index(leading);
  index.resize(rank);
  for (int64_t row = 0; row < plane.rows; ++row) {
    for (int64_t column = 0; column < plane.columns; ++column) {
      if (rank >= 2)
        index[rank - 2] = row;
      if (rank >= 1)
        index[rank - 1] = column;
      plane.cells.push_back(getCell(index));
    }
  }
  return plane;
}

/// Steps to the next index in row-major order; false after the last one.
static bool step(llvm::MutableArrayRef<int64_t> index,
                 llvm::ArrayRef<int64_t> extents) {
  for (size_t dim = index.size(); dim > 0; --dim) {
    if (++index[dim - 1] < extents[dim - 1])
      return true;
    index[dim - 1] = 0;
  }
  return false;
}

Grid GridBuilder::build() const {
  Grid grid;
  grid.physicalShape.assign(array.getPhysicalShape().begin(),
                            array.getPhysicalShape().end());
  size_t rank = array.getExtents().size();
  llvm::SmallVector<int64_t> leading(rank - std::min<size_t>(rank, 2));
  do
    grid.planes.push_back(getPlane(leading));
  while (step(leading, array.getExtents()));

  grid.memory.resize(array.getElements());
  for (const GridPlane &plane : grid.planes)
    for (const GridCell &cell : plane.cells)
      grid.memory[cell.position] = cell;
  return grid;
}

llvm::Expected<Grid>
mlir::tiled_layout::getGrid(const Layout &layout,
                            llvm::ArrayRef<int64_t> extents,
                            int64_t maxElements) {
  if (llvm::is_contained(extents, kDynamic))
    return llvm::createStringError(
        "picture needs a shape without unknown extents");
  int64_t elements = getElements(layout, extents);
  if (elements == 0)
    return llvm::createStringError("picture of an array without elements");
  if (elements > maxElements)
    return llvm::createStringError(
        "picture of " + llvm::Twine(elements) +
        " elements, padding included, is too large: at most " +
        llvm::Twine(maxElements) + " can be drawn");
  return GridBuilder(layout, extents).build();
}
