//===- Svg.cpp ------------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Svg.h"

#include "SvgBlocks.h"
#include "SvgPage.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Report/Grid.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::StringRef;

/// Cells in a row of the memory, at most.
static constexpr int64_t maxMemoryColumns = 16;
/// The largest buffer whose elements are all drawn.
static constexpr int64_t maxCells = 2048;

namespace {

/// Draws every element.
class CellDrawing {
public:
  CellDrawing(SvgPage &page, const Grid &grid,
              std::optional<llvm::ArrayRef<int64_t>> marked)
      : page(page), grid(grid), marked(marked),
        memoryColumns(getMemoryColumns()), cellWidth(getCellWidth()) {}

  void draw();

private:
  int64_t getMemoryColumns() const;
  int64_t getCellWidth() const;
  void drawPlane(const GridPlane &plane);
  void drawMemory();
  SvgCell getCell(const GridCell &cell, std::string text) const;

  SvgPage &page;
  const Grid &grid;
  std::optional<llvm::ArrayRef<int64_t>> marked;
  int64_t memoryColumns;
  int64_t cellWidth;
};

} // namespace

/// Returns the elements of as many minor physical dimensions as fit in a row,
/// so that rows end where tiles do.
int64_t CellDrawing::getMemoryColumns() const {
  int64_t columns = 1;
  for (int64_t extent : llvm::reverse(grid.physicalShape)) {
    if (columns * extent > maxMemoryColumns)
      return columns == 1 ? maxMemoryColumns : columns;
    columns *= extent;
  }
  return columns;
}

int64_t CellDrawing::getCellWidth() const {
  size_t characters = std::to_string(grid.memory.size()).size();
  for (const std::optional<GridCell> &cell : grid.memory)
    if (cell && !cell->isPadding)
      characters = std::max(characters, getIndexText(cell->index).size());
  return SvgPage::getCellWidth(characters);
}

SvgCell CellDrawing::getCell(const GridCell &cell, std::string text) const {
  SvgCell result;
  result.text = std::move(text);
  result.tiles = cell.tiles;
  if (!cell.isPadding) {
    result.colour = cell.colour;
    result.isMarked = marked && llvm::equal(cell.index, *marked);
  }
  return result;
}

static std::vector<int64_t> getAll(int64_t count) {
  auto numbers = llvm::seq<int64_t>(count);
  return {numbers.begin(), numbers.end()};
}

void CellDrawing::drawPlane(const GridPlane &plane) {
  size_t rank = plane.leading.size() + 2;
  if (!plane.leading.empty())
    page.addLine("[" + getIndexText(plane.leading) + ",:,:]");
  bool isPlane = !plane.cells.front().index.empty();
  bool hasRows = plane.cells.front().index.size() > 1;
  auto at = [&](int64_t row, int64_t column) -> std::optional<SvgCell> {
    if (row >= plane.rows || column >= plane.columns)
      return std::nullopt;
    const GridCell &cell = plane.at(row, column);
    return getCell(cell, std::to_string(cell.position));
  };
  auto getRow = [&](int64_t row) {
    return hasRows ? std::to_string(row) : std::string();
  };
  auto getColumn = [&](int64_t column) { return std::to_string(column); };
  SvgTable table{
      getAll(plane.rows), getAll(plane.columns), at, getRow, getColumn, "", "",
      cellWidth};
  if (hasRows)
    table.rowName = "dimension " + std::to_string(rank - 2);
  if (isPlane)
    table.columnName = "dimension " + std::to_string(hasRows ? rank - 1 : 0);
  page.addTable(table);
  page.addSpace();
}

void CellDrawing::drawMemory() {
  int64_t size = grid.memory.size();
  auto at = [&](int64_t row, int64_t column) -> std::optional<SvgCell> {
    int64_t position = row * memoryColumns + column;
    if (column >= memoryColumns || position >= size)
      return std::nullopt;
    // Padding that is not beside the array, such as tail padding.
    if (!grid.memory[position])
      return SvgCell();
    const GridCell &cell = *grid.memory[position];
    return getCell(cell, cell.isPadding ? "" : getIndexText(cell.index));
  };
  auto getRow = [&](int64_t row) {
    return std::to_string(row * memoryColumns);
  };
  page.addTable({getAll(ceilDivide(size, memoryColumns)),
                 getAll(std::min(memoryColumns, size)), at, getRow, nullptr,
                 "position", "", cellWidth});
}

void CellDrawing::draw() {
  page.addLine("Array: the number is the position in memory");
  for (const GridPlane &slice : grid.planes)
    drawPlane(slice);
  page.addLine("Memory, position by position: the index of each element");
  drawMemory();
  page.addSpace();
  if (!grid.planes.front().cells.front().tiles.empty())
    page.addLegend("f0", "a colour: a tile of level 1");
}

/// Returns what the legend says of each level.
static std::vector<std::string> getLevelTexts(const Layout &layout) {
  std::vector<std::string> texts;
  for (const Tile &tile : layout.tiles)
    texts.push_back(toString(tile));
  return texts;
}

Error mlir::tiled_layout::printSvg(
    llvm::raw_ostream &os, const Layout &layout,
    llvm::ArrayRef<int64_t> extents, StringRef title,
    std::optional<llvm::ArrayRef<int64_t>> marked) {
  auto draw = [&](llvm::function_ref<void(SvgPage &)> drawBody) {
    SvgPage page;
    page.addTitle(title);
    drawBody(page);
    page.addLegends(getLevelTexts(layout));
    return page;
  };
  if (llvm::is_contained(extents, kDynamic) ||
      getElements(layout, extents) <= maxCells) {
    llvm::Expected<Grid> grid = getGrid(layout, extents, maxCells);
    if (!grid)
      return grid.takeError();
    SvgPage page =
        draw([&](SvgPage &page) { CellDrawing(page, *grid, marked).draw(); });
    if (page.getWidth() <= SvgPage::maxWidth &&
        page.getHeight() <= SvgPage::maxHeight) {
      page.print(os, title);
      return Error::success();
    }
  }
  if (llvm::is_contained(extents, 0))
    return llvm::createStringError("picture of an array without elements");
  draw([&](SvgPage &page) {
    drawBlocks(page, layout, extents, marked);
  }).print(os, title);
  return Error::success();
}
