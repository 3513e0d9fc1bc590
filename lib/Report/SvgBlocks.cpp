//===- SvgBlocks.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SvgBlocks.h"

#include "Axes.h"
#include "TileNumbering.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Report/Grid.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace mlir::tiled_layout;

/// Rows of blocks, and of elements of the zoomed one, that are shown.
static constexpr int64_t maxBlockRows = 6, maxRows = 10;
/// The largest block that is looked at element by element.
static constexpr int64_t maxBlockElements = 1 << 20;

static llvm::SmallVector<int64_t> getAllDimensions(size_t rank) {
  auto all = llvm::seq<int64_t>(rank);
  return {all.begin(), all.end()};
}

namespace {

class BlockDrawing {
public:
  BlockDrawing(SvgPage &page, const Layout &layout,
               llvm::ArrayRef<int64_t> extents,
               std::optional<llvm::ArrayRef<int64_t>> marked);

  void draw();

private:
  void chooseBlock();
  bool isContiguous() const;
  int64_t countBlocks(int64_t dim) const {
    return dim < 0 ? 1 : ceilDivide(padded.getExtents()[dim], block[dim]);
  }
  int64_t getBlockExtent(int64_t dim) const {
    return dim < 0 ? 1 : std::min(block[dim], padded.getExtents()[dim]);
  }
  /// Returns where the zoomed block begins.
  llvm::SmallVector<int64_t> getZoomed() const;
  unsigned getColour(llvm::ArrayRef<int64_t> index) const;
  std::string getRange(llvm::ArrayRef<int64_t> begin) const;
  std::string getSlice(llvm::ArrayRef<int64_t> begin) const;
  SvgCell getElement(llvm::ArrayRef<int64_t> index, std::string text) const;
  SvgCell getBlock(llvm::ArrayRef<int64_t> begin, std::string text) const;
  bool isMarked(llvm::ArrayRef<int64_t> index) const {
    return marked && llvm::equal(index, *marked);
  }

  void drawArray();
  void drawZoomed();
  void drawStrip();
  void drawPositions();

  SvgPage &page;
  Layout layout;
  Placement array;
  /// The same buffer seen as an array that includes padding.
  Placement padded;
  std::optional<llvm::ArrayRef<int64_t>> marked;
  /// The dimensions of the plane that is drawn; -1 for none.
  int64_t rowDim = -1, columnDim = -1;
  /// The extents of a block: a tile of level 1, or of all levels together.
  llvm::SmallVector<int64_t> block;
  int64_t blockElements = 1;
  /// True if there are blocks to speak of, if each is a tile of level 1, and if
  /// each is one run of positions.
  bool hasBlocks = false, isTile = false, isRun = false;
  /// Steps of the colour from block to block along each dimension.
  llvm::SmallVector<int64_t> colourSteps;
  llvm::SmallVector<TileNumbering, 0> levels;
};

} // namespace

BlockDrawing::BlockDrawing(SvgPage &page, const Layout &layout,
                           llvm::ArrayRef<int64_t> extents,
                           std::optional<llvm::ArrayRef<int64_t>> marked)
    : page(page), layout(layout), array(layout, extents),
      padded(layout, getPaddedExtents(layout, extents,
                                      getAllDimensions(extents.size()))),
      marked(marked) {
  // The two most minor dimensions, in the order of the index.
  if (extents.size() == 1)
    columnDim = 0;
  if (extents.size() >= 2) {
    rowDim = std::min(layout.minorToMajor[0], layout.minorToMajor[1]);
    columnDim = std::max(layout.minorToMajor[0], layout.minorToMajor[1]);
  }
  for (size_t level = 0; level < layout.tiles.size(); ++level)
    levels.emplace_back(layout, padded.getExtents(), level);
  chooseBlock();

  // Neighbours differ in the array, and where memory goes on with the next row
  // or column of blocks.
  colourSteps.assign(extents.size(), 5);
  if (columnDim >= 0)
    colourSteps[columnDim] = 1;
  if (rowDim >= 0) {
    int64_t rows = countBlocks(rowDim), columns = countBlocks(columnDim);
    int64_t step = 3;
    while ((step - (columns - 1)) % Grid::colours == 0 ||
           (1 - step * (rows - 1)) % Grid::colours == 0)
      ++step;
    colourSteps[rowDim] = step;
  }
}

/// Takes tiles of level 1 as blocks where they are runs in memory, else what
/// all levels make of them together.
void BlockDrawing::chooseBlock() {
  llvm::ArrayRef<int64_t> extents = padded.getExtents();
  // Without blocks, the plane is drawn as one.
  block.assign(extents.size(), 1);
  for (int64_t dim : {rowDim, columnDim})
    if (dim >= 0)
      block[dim] = extents[dim];
  if (layout.tiles.empty() || extents.empty())
    return;
  Layout first = layout;
  first.tiles.truncate(1);
  for (const Layout &upTo : {first, layout}) {
    DimensionPeriods periods = getPeriods(upTo, extents);
    if (!periods.isSeparable)
      break;
    block = periods.periods;
    blockElements = 1;
    for (auto [dim, size] : llvm::enumerate(block)) {
      size = std::min(size, std::max<int64_t>(1, extents[dim]));
      blockElements *= size;
    }
    isTile = !hasBlocks || layout.tiles.size() == 1;
    hasBlocks = true;
    isRun = isContiguous();
    if (isRun)
      return;
  }
}

/// True if the first block's elements have the positions from its first one on.
bool BlockDrawing::isContiguous() const {
  if (blockElements > maxBlockElements)
    return false;
  int64_t largest = 0;
  for (int64_t number = 0; number < blockElements; ++number) {
    llvm::SmallVector<int64_t> index(block.size());
    int64_t rest = number;
    for (size_t dim = block.size(); dim-- > 0; rest /= block[dim])
      index[dim] = rest % block[dim];
    largest = std::max(largest, padded.getPosition(index));
  }
  return largest == blockElements - 1;
}

llvm::SmallVector<int64_t> BlockDrawing::getZoomed() const {
  llvm::SmallVector<int64_t> begin(array.getExtents().size());
  if (marked)
    for (auto [dim, i] : llvm::enumerate(*marked))
      begin[dim] = i / block[dim] * block[dim];
  return begin;
}

unsigned BlockDrawing::getColour(llvm::ArrayRef<int64_t> index) const {
  int64_t colour = 0;
  if (!hasBlocks) {
    if (levels.empty())
      return 0;
    // Tiles above each other often are a multiple of the colours apart.
    int64_t tile = levels.front().getTile(index);
    return (tile + tile / Grid::colours) % Grid::colours;
  }
  for (auto [dim, i] : llvm::enumerate(index))
    colour += i / block[dim] % Grid::colours * colourSteps[dim];
  return colour % Grid::colours;
}

/// Returns what `print` prints for each dimension's index, in brackets.
static std::string getInBrackets(
    llvm::ArrayRef<int64_t> index,
    llvm::function_ref<void(llvm::raw_ostream &, size_t, int64_t)> print) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleave(
      llvm::enumerate(index), os,
      [&](auto item) { print(os, item.index(), item.value()); }, ",");
  os << ']';
  return text;
}

/// Returns the elements of a block as they are sliced: `[0:8,128:256]`.
std::string BlockDrawing::getRange(llvm::ArrayRef<int64_t> begin) const {
  return getInBrackets(begin, [&](auto &os, size_t dim, int64_t i) {
    os << i;
    if (block[dim] > 1)
      os << ':' << std::min(i + block[dim], array.getExtents()[dim]);
  });
}

/// Returns the plane of a block: `[3,0,:,:]`.
std::string BlockDrawing::getSlice(llvm::ArrayRef<int64_t> begin) const {
  return getInBrackets(begin, [&](auto &os, int64_t dim, int64_t i) {
    dim == rowDim || dim == columnDim ? os << ':' : os << i;
  });
}

SvgCell BlockDrawing::getElement(llvm::ArrayRef<int64_t> index,
                                 std::string text) const {
  SvgCell cell;
  cell.text = std::move(text);
  cell.isMarked = isMarked(index);
  if (array.contains(index))
    cell.colour = getColour(index);
  for (const TileNumbering &level : llvm::drop_begin(levels, isTile))
    cell.tiles.push_back(level.getTile(index));
  return cell;
}

SvgCell BlockDrawing::getBlock(llvm::ArrayRef<int64_t> begin,
                               std::string text) const {
  SvgCell cell;
  cell.text = std::move(text);
  if (isTile)
    cell.tiles.push_back(padded.getPosition(begin));
  if (!array.contains(begin))
    return cell;
  cell.colour = getColour(begin);
  auto getShare = [&](int64_t dim) {
    if (dim < 0)
      return 1.0;
    int64_t used = std::min(block[dim], array.getExtents()[dim] - begin[dim]);
    return static_cast<double>(used) / getBlockExtent(dim);
  };
  cell.usedHeight = getShare(rowDim);
  cell.usedWidth = getShare(columnDim);
  cell.isMarked = marked && llvm::equal(begin, getZoomed());
  return cell;
}

/// Returns how many cells of a width fit on the page.
static int64_t countColumns(int64_t cellWidth) {
  return (SvgPage::maxWidth - 2 * SvgPage::margin - 100) / cellWidth;
}

static std::string getDimensionName(int64_t dim) {
  return dim < 0 ? "" : "dimension " + std::to_string(dim);
}

void BlockDrawing::drawArray() {
  llvm::SmallVector<int64_t> zoomed = getZoomed();
  auto getBegin = [&](int64_t row, int64_t column) {
    llvm::SmallVector<int64_t> begin = zoomed;
    if (rowDim >= 0)
      begin[rowDim] = row * block[rowDim];
    if (columnDim >= 0)
      begin[columnDim] = column * block[columnDim];
    return begin;
  };
  int64_t rows = countBlocks(rowDim), columns = countBlocks(columnDim);
  auto at = [&](int64_t row, int64_t column) -> std::optional<SvgCell> {
    if (row >= rows || column >= columns)
      return std::nullopt;
    auto begin = getBegin(row, column);
    return getBlock(begin, std::to_string(padded.getPosition(begin)));
  };
  auto getRow = [&](int64_t row) {
    return rowDim < 0 ? "" : std::to_string(row * block[rowDim]);
  };
  auto getColumn = [&](int64_t column) {
    return std::to_string(column * block[columnDim]);
  };
  std::string sizes = llvm::join(
      llvm::map_range(block, [](int64_t i) { return std::to_string(i); }), "x");
  bool isSlice = array.getExtents().size() > 2;
  page.addLine("Array: blocks of " + sizes +
               "; the number is the position of the first element" +
               (isSlice ? "; in the slice " + getSlice(zoomed) : ""));
  int64_t width = SvgPage::getCellWidth(
      std::max<size_t>(6, std::to_string(padded.getElements()).size()));
  std::optional<int64_t> row, column;
  if (rowDim >= 0)
    row = zoomed[rowDim] / block[rowDim];
  if (columnDim >= 0)
    column = zoomed[columnDim] / block[columnDim];
  page.addTable({selectSome(rows, maxBlockRows, row),
                 selectSome(columns, countColumns(width), column), at, getRow,
                 getColumn, getDimensionName(rowDim),
                 getDimensionName(columnDim), width});
  page.addSpace();
}

void BlockDrawing::drawZoomed() {
  llvm::SmallVector<int64_t> zoomed = getZoomed();
  int64_t rows = getBlockExtent(rowDim), columns = getBlockExtent(columnDim);
  auto getIndex = [&](int64_t row, int64_t column) {
    llvm::SmallVector<int64_t> index = zoomed;
    if (rowDim >= 0)
      index[rowDim] += row;
    if (columnDim >= 0)
      index[columnDim] += column;
    return index;
  };
  auto at = [&](int64_t row, int64_t column) -> std::optional<SvgCell> {
    if (row >= rows || column >= columns)
      return std::nullopt;
    auto index = getIndex(row, column);
    // A block may reach further than the padding that is known.
    if (!padded.contains(index))
      return std::nullopt;
    return getElement(index, std::to_string(padded.getPosition(index)));
  };
  auto getRow = [&](int64_t row) {
    return rowDim < 0 ? "" : std::to_string(zoomed[rowDim] + row);
  };
  auto getColumn = [&](int64_t column) {
    return std::to_string(zoomed[columnDim] + column);
  };
  std::optional<int64_t> row, column;
  if (marked && rowDim >= 0)
    row = (*marked)[rowDim] - zoomed[rowDim];
  if (marked && columnDim >= 0)
    column = (*marked)[columnDim] - zoomed[columnDim];
  page.addLine((hasBlocks           ? "The block " + getRange(zoomed)
                : zoomed.size() > 2 ? "The slice " + getSlice(zoomed)
                                    : "Array") +
               ": the number is the position in memory");
  int64_t width =
      SvgPage::getCellWidth(std::to_string(padded.getElements()).size());
  SvgTable table{selectSome(rows, maxRows, row),
                 selectSome(columns, countColumns(width), column),
                 at,
                 getRow,
                 nullptr,
                 getDimensionName(rowDim),
                 getDimensionName(columnDim),
                 width,
                 isTile};
  if (columnDim >= 0)
    table.getColumnLabel = getColumn;
  page.addTable(table);
  page.addSpace();
}

/// Draws the memory as a row of blocks.
void BlockDrawing::drawStrip() {
  int64_t blocks = ceilDivide(padded.getElements(), blockElements);
  auto at = [&](int64_t, int64_t number) -> std::optional<SvgCell> {
    if (number >= blocks)
      return std::nullopt;
    auto begin = padded.getIndex(number * blockElements);
    if (!begin)
      return SvgCell{"padding", std::nullopt, false, {-1}};
    SvgCell cell =
        getBlock(*begin, array.contains(*begin) ? getRange(*begin) : "");
    // The share of its elements.
    cell.usedWidth *= cell.usedHeight;
    cell.usedHeight = 1;
    return cell;
  };
  size_t characters = 7;
  llvm::SmallVector<int64_t> last(array.getExtents());
  for (auto [i, size] : llvm::zip_equal(last, block))
    i = (i - 1) / size * size;
  characters = std::max(characters, getRange(last).size());
  int64_t width = SvgPage::getCellWidth(characters);
  auto getLabel = [&](int64_t number) {
    return std::to_string(number * blockElements);
  };
  auto getNothing = [](int64_t) { return std::string(); };
  std::optional<int64_t> zoomed =
      padded.getPosition(getZoomed()) / blockElements;
  page.addLine("Memory: " + std::to_string(blocks) + " blocks of " +
               std::to_string(blockElements) +
               " elements, one after the other");
  page.addTable({{0},
                 selectSome(blocks, countColumns(width), zoomed),
                 [&](int64_t row, int64_t column) {
                   return row ? std::nullopt : at(row, column);
                 },
                 getNothing,
                 getLabel,
                 "",
                 "position of the first element",
                 width});
  page.addSpace();
}

/// Draws the memory of the zoomed block, or of the whole array, element by
/// element.
void BlockDrawing::drawPositions() {
  int64_t begin = isRun ? padded.getPosition(getZoomed()) : 0;
  int64_t count = isRun ? blockElements : padded.getElements();
  size_t characters = 1;
  auto at = [&](int64_t row, int64_t offset) -> std::optional<SvgCell> {
    if (row || offset >= count)
      return std::nullopt;
    auto index = padded.getIndex(begin + offset);
    if (!index)
      return SvgCell();
    return getElement(*index,
                      array.contains(*index) ? getIndexText(*index) : "");
  };
  llvm::SmallVector<int64_t> last(array.getExtents());
  for (int64_t &i : last)
    --i;
  characters =
      std::max(getIndexText(last).size(), std::to_string(begin + count).size());
  int64_t width = SvgPage::getCellWidth(characters);
  std::optional<int64_t> wanted;
  if (marked)
    wanted = padded.getPosition(*marked) - begin;
  auto getLabel = [&](int64_t offset) {
    return std::to_string(begin + offset);
  };
  auto getNothing = [](int64_t) { return std::string(); };
  page.addLine(
      (isRun ? "Memory of the block " + getRange(getZoomed()) : "Memory") +
      ": the index of each element");
  page.addTable({{0},
                 selectSome(count, countColumns(width), wanted),
                 at,
                 getNothing,
                 getLabel,
                 "",
                 "position",
                 width,
                 isTile});
}

void BlockDrawing::draw() {
  if (hasBlocks)
    drawArray();
  drawZoomed();
  if (isRun)
    drawStrip();
  drawPositions();
  page.addSpace();
  if (hasBlocks)
    page.addLegend("f0", "a colour: a block");
}

void mlir::tiled_layout::drawBlocks(
    SvgPage &page, const Layout &layout, llvm::ArrayRef<int64_t> extents,
    std::optional<llvm::ArrayRef<int64_t>> marked) {
  BlockDrawing(page, layout, extents, marked).draw();
}
