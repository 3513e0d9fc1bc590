//===- Grid.cpp -----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Grid.h"

#include "TileNumbering.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

using namespace mlir::tiled_layout;

/// Returns the dimensions of a plane.
static llvm::SmallVector<int64_t> getLastTwo(size_t rank) {
  auto last = llvm::seq<int64_t>(rank - std::min<size_t>(rank, 2), rank);
  return {last.begin(), last.end()};
}

namespace {

/// Gives tiles colours that differ from those of the tiles beside them, in the
/// array and in memory.
class TileColours {
public:
  /// Notes that two tiles are beside each other.
  void addNeighbours(int64_t a, int64_t b) {
    neighbours[a];
    neighbours[b];
    if (a == b)
      return;
    neighbours[a].insert(b);
    neighbours[b].insert(a);
  }

  /// Chooses the colours: each tile its own while there are enough, then, tile
  /// by tile, the one that was used the longest ago of those that no neighbour
  /// has.
  std::map<int64_t, unsigned> choose() const;

private:
  std::map<int64_t, std::set<int64_t>> neighbours;
};

/// Builds the cells of one layout.
class GridBuilder {
public:
  GridBuilder(const Layout &layout, llvm::ArrayRef<int64_t> extents)
      : array(layout, extents),
        padded(layout,
               getPaddedExtents(layout, extents, getLastTwo(extents.size()))) {
    for (size_t level = 0; level < layout.tiles.size(); ++level)
      levels.emplace_back(layout, padded.getExtents(), level);
  }

  Grid build() const;

private:
  GridCell getCell(llvm::ArrayRef<int64_t> index) const;
  GridPlane getPlane(llvm::ArrayRef<int64_t> leading) const;
  void setColours(Grid &grid) const;

  Placement array;
  /// The same buffer seen as an array that includes padding.
  Placement padded;
  llvm::SmallVector<TileNumbering, 0> levels;
};

} // namespace

std::map<int64_t, unsigned> TileColours::choose() const {
  std::map<int64_t, unsigned> colours;
  std::array<int64_t, Grid::colours> lastUse;
  lastUse.fill(-1);
  int64_t time = 0;
  for (const auto &[tile, others] : neighbours) {
    std::array<bool, Grid::colours> isTaken{};
    for (int64_t other : others)
      if (auto it = colours.find(other); it != colours.end())
        isTaken[it->second] = true;
    unsigned best = 0;
    for (unsigned colour = 1; colour < Grid::colours; ++colour)
      if (std::pair(isTaken[colour], lastUse[colour]) <
          std::pair(isTaken[best], lastUse[best]))
        best = colour;
    colours[tile] = best;
    lastUse[best] = time++;
  }
  return colours;
}

void GridBuilder::setColours(Grid &grid) const {
  TileColours tiles;
  for (const GridPlane &plane : grid.planes)
    for (int64_t row = 0; row < plane.rows; ++row)
      for (int64_t column = 0; column < plane.columns; ++column) {
        int64_t tile = plane.at(row, column).tiles.front();
        tiles.addNeighbours(tile, tile);
        if (row)
          tiles.addNeighbours(tile, plane.at(row - 1, column).tiles.front());
        if (column)
          tiles.addNeighbours(tile, plane.at(row, column - 1).tiles.front());
      }
  for (size_t position = 1; position < grid.memory.size(); ++position)
    if (grid.memory[position - 1] && grid.memory[position])
      tiles.addNeighbours(grid.memory[position - 1]->tiles.front(),
                          grid.memory[position]->tiles.front());

  std::map<int64_t, unsigned> colours = tiles.choose();
  for (GridPlane &plane : grid.planes)
    for (GridCell &cell : plane.cells)
      cell.colour = colours[cell.tiles.front()];
  for (std::optional<GridCell> &cell : grid.memory)
    if (cell)
      cell->colour = colours[cell->tiles.front()];
}

GridCell GridBuilder::getCell(llvm::ArrayRef<int64_t> index) const {
  GridCell cell;
  cell.index.assign(index.begin(), index.end());
  cell.position = padded.getPosition(index);
  cell.isPadding = !array.contains(index);
  for (const TileNumbering &level : levels)
    cell.tiles.push_back(level.getTile(index));
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
  if (!levels.empty())
    setColours(grid);
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
