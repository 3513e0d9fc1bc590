//===- Svg.cpp ------------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Svg.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace mlir::tiled_layout;
using llvm::formatv;
using llvm::raw_ostream;
using llvm::StringRef;

/// The colours of the tiles: light, so that black text is readable.
static constexpr StringRef fills[Grid::colours] = {
    "#aec7e8", "#ffbb78", "#98df8a", "#c5b0d5",
    "#f7e08b", "#9edae5", "#f4a6a6", "#d3bfa5",
};

// Lengths in pixels.
static constexpr int64_t margin = 16, cellHeight = 28, leastCellWidth = 34,
                         labelWidth = 40, lineHeight = 24, characterWidth = 8;
/// Cells in a row of the memory, at most.
static constexpr int64_t maxMemoryColumns = 16;

namespace {

/// How the outlines of the tiles of one level are drawn.
struct Outline {
  StringRef stroke;
  int64_t width;
  /// How far inside the cells the line runs, so that levels do not cover each
  /// other.
  int64_t inset;
};

/// A rectangle of cells on the page.
struct Table {
  int64_t rows, columns;
  /// The cell, or null where nothing is known of it.
  llvm::function_ref<const GridCell *(int64_t row, int64_t column)> at;
  llvm::function_ref<std::string(const GridCell &)> getText;
  llvm::function_ref<std::string(int64_t)> getRowLabel;
  bool hasColumnLabels;
};

/// Draws from top to bottom.
class Drawing {
public:
  Drawing(raw_ostream &os, const Grid &grid,
          std::optional<llvm::ArrayRef<int64_t>> marked)
      : os(os), grid(grid), marked(marked), memoryColumns(getMemoryColumns()),
        cellWidth(getCellWidth()) {}

  void draw(StringRef title);

private:
  int64_t getMemoryColumns() const;
  int64_t getCellWidth() const;
  int64_t getMemoryRows() const {
    return (static_cast<int64_t>(grid.memory.size()) + memoryColumns - 1) /
           memoryColumns;
  }

  void drawPlane(const GridPlane &plane);
  void drawMemory();
  void drawTable(const Table &table);
  void drawCell(const GridCell *cell, StringRef text, int64_t x, int64_t cellY);
  void drawOutlines(const Table &table, size_t level, const Outline &outline);
  void drawText(int64_t x, int64_t baseline, StringRef attributes,
                StringRef text);
  void drawLine(StringRef text);

  int64_t getX(int64_t column) const {
    return margin + labelWidth + column * cellWidth;
  }

  raw_ostream &os;
  const Grid &grid;
  std::optional<llvm::ArrayRef<int64_t>> marked;
  int64_t memoryColumns;
  int64_t cellWidth;
  /// Where the next thing goes.
  int64_t y = margin;
};

} // namespace

static std::string getIndexText(llvm::ArrayRef<int64_t> index) {
  return llvm::join(
      llvm::map_range(index, [](int64_t i) { return std::to_string(i); }), ",");
}

static std::string escape(StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::printHTMLEscaped(text, os);
  return result;
}

/// Returns the elements of as many minor physical dimensions as fit in a row,
/// so that rows end where tiles do.
int64_t Drawing::getMemoryColumns() const {
  int64_t columns = 1;
  for (int64_t extent : llvm::reverse(grid.physicalShape)) {
    if (columns * extent > maxMemoryColumns)
      return columns == 1 ? maxMemoryColumns : columns;
    columns *= extent;
  }
  return columns;
}

int64_t Drawing::getCellWidth() const {
  size_t characters = std::to_string(grid.memory.size()).size();
  for (const std::optional<GridCell> &cell : grid.memory)
    if (cell && !cell->isPadding)
      characters = std::max(characters, getIndexText(cell->index).size());
  return std::max<int64_t>(leastCellWidth, (characters + 1) * characterWidth);
}

void Drawing::drawText(int64_t x, int64_t baseline, StringRef attributes,
                       StringRef text) {
  os << formatv("<text x=\"{0}\" y=\"{1}\" {2}>{3}</text>\n", x, baseline,
                attributes, escape(text));
}

/// Draws a line of text at the left edge.
void Drawing::drawLine(StringRef text) {
  drawText(margin, y + lineHeight / 2 + 4, "class=\"caption\"", text);
  y += lineHeight;
}

void Drawing::drawCell(const GridCell *cell, StringRef text, int64_t x,
                       int64_t cellY) {
  bool isElement = cell && !cell->isPadding;
  os << formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
                "fill=\"{4}\" stroke=\"#999\"/>\n",
                x, cellY, cellWidth, cellHeight,
                isElement ? fills[cell->colour % Grid::colours]
                          : StringRef("white"));
  bool isMarked = isElement && marked && llvm::equal(cell->index, *marked);
  int64_t middle = x + cellWidth / 2;
  if (isMarked)
    os << formatv("<ellipse cx=\"{0}\" cy=\"{1}\" rx=\"{2}\" ry=\"{3}\" "
                  "fill=\"#d62728\"/>\n",
                  middle, cellY + cellHeight / 2, cellWidth / 2 - 1,
                  cellHeight / 2 - 4);
  StringRef style = isMarked    ? "class=\"marked\""
                    : isElement ? "class=\"cell\""
                                : "class=\"padding\"";
  if (!text.empty())
    drawText(middle, cellY + cellHeight / 2 + 5, style, text);
}

/// Draws a line wherever a cell and its neighbour are in different tiles of a
/// level.
void Drawing::drawOutlines(const Table &table, size_t level,
                           const Outline &outline) {
  auto getTile = [&](int64_t row, int64_t column) -> std::optional<int64_t> {
    if (row < 0 || row >= table.rows || column < 0 || column >= table.columns)
      return std::nullopt;
    const GridCell *cell = table.at(row, column);
    return cell ? std::optional(cell->tiles[level]) : std::nullopt;
  };
  os << formatv("<path fill=\"none\" stroke=\"{0}\" stroke-width=\"{1}\" d=\"",
                outline.stroke, outline.width);
  for (int64_t row = 0; row < table.rows; ++row) {
    for (int64_t column = 0; column < table.columns; ++column) {
      std::optional<int64_t> tile = getTile(row, column);
      if (!tile)
        continue;
      bool left = getTile(row, column - 1) != tile;
      bool right = getTile(row, column + 1) != tile;
      bool top = getTile(row - 1, column) != tile;
      bool bottom = getTile(row + 1, column) != tile;
      int64_t x1 = getX(column) + left * outline.inset;
      int64_t x2 = getX(column + 1) - right * outline.inset;
      int64_t y1 = y + row * cellHeight + top * outline.inset;
      int64_t y2 = y + (row + 1) * cellHeight - bottom * outline.inset;
      if (left)
        os << formatv("M{0} {1}V{2}", x1, y1, y2);
      if (right)
        os << formatv("M{0} {1}V{2}", x2, y1, y2);
      if (top)
        os << formatv("M{0} {1}H{2}", x1, y1, x2);
      if (bottom)
        os << formatv("M{0} {1}H{2}", x1, y2, x2);
    }
  }
  os << "\"/>\n";
}

void Drawing::drawTable(const Table &table) {
  if (table.hasColumnLabels) {
    for (int64_t column = 0; column < table.columns; ++column)
      drawText(getX(column) + cellWidth / 2, y + lineHeight / 2 + 4,
               "class=\"label\"", std::to_string(column));
    y += lineHeight;
  }
  for (int64_t row = 0; row < table.rows; ++row) {
    int64_t cellY = y + row * cellHeight;
    drawText(margin + labelWidth - 8, cellY + cellHeight / 2 + 5,
             "class=\"rowLabel\"", table.getRowLabel(row));
    for (int64_t column = 0; column < table.columns; ++column) {
      const GridCell *cell = table.at(row, column);
      drawCell(cell, cell ? table.getText(*cell) : std::string(), getX(column),
               cellY);
    }
  }

  constexpr Outline outlines[] = {
      {"#333", 2, 0}, {"#d62728", 2, 3}, {"#1f4fb4", 1, 6}};
  const GridCell &first = grid.planes.front().cells.front();
  for (auto [level, outline] : llvm::enumerate(outlines))
    if (level < first.tiles.size())
      drawOutlines(table, level, outline);
  y += table.rows * cellHeight;
}

void Drawing::drawPlane(const GridPlane &plane) {
  if (!plane.leading.empty())
    drawLine("[" + getIndexText(plane.leading) + ",:,:]");
  auto at = [&](int64_t row, int64_t column) { return &plane.at(row, column); };
  auto getText = [](const GridCell &cell) {
    return std::to_string(cell.position);
  };
  auto getRowLabel = [](int64_t row) { return std::to_string(row); };
  drawTable({plane.rows, plane.columns, at, getText, getRowLabel,
             /*hasColumnLabels=*/true});
  y += margin;
}

void Drawing::drawMemory() {
  auto at = [&](int64_t row, int64_t column) -> const GridCell * {
    size_t position = row * memoryColumns + column;
    if (position >= grid.memory.size() || !grid.memory[position])
      return nullptr;
    return &*grid.memory[position];
  };
  auto getText = [](const GridCell &cell) {
    return cell.isPadding ? std::string() : getIndexText(cell.index);
  };
  auto getRowLabel = [&](int64_t row) {
    return std::to_string(row * memoryColumns);
  };
  drawTable({getMemoryRows(), memoryColumns, at, getText, getRowLabel,
             /*hasColumnLabels=*/false});
}

void Drawing::draw(StringRef title) {
  constexpr llvm::StringLiteral arrayCaption =
      "Array: the number is the position in memory; white is padding";
  constexpr llvm::StringLiteral memoryCaption =
      "Memory, position by position: the index of each element";
  const GridPlane &plane = grid.planes.front();
  int64_t columns = std::max(plane.columns, memoryColumns);
  int64_t textWidth =
      std::max(title.size() + 2, arrayCaption.size()) * characterWidth;
  int64_t width =
      2 * margin + std::max(labelWidth + columns * cellWidth, textWidth);
  int64_t planeLines = plane.leading.empty() ? 1 : 2;
  int64_t height = 3 * margin + 3 * lineHeight + getMemoryRows() * cellHeight +
                   grid.planes.size() * (planeLines * lineHeight +
                                         plane.rows * cellHeight + margin);

  os << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                "height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                "font-family=\"DejaVu Sans Mono, monospace\" "
                "font-size=\"13\">\n",
                width, height)
     << "<style>.cell,.marked,.padding,.label{text-anchor:middle}"
        ".marked{fill:white;font-weight:bold}.rowLabel{text-anchor:end}."
        "padding,.label,.rowLabel{fill:#888}"
        ".title{font-weight:bold}</style>\n"
     << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  drawText(margin, y + lineHeight / 2 + 4, "class=\"title\"", title);
  y += lineHeight;
  drawLine(arrayCaption);
  for (const GridPlane &slice : grid.planes)
    drawPlane(slice);
  drawLine(memoryCaption);
  drawMemory();
  os << "</svg>\n";
}

void mlir::tiled_layout::printSvg(
    raw_ostream &os, const Grid &grid, StringRef title,
    std::optional<llvm::ArrayRef<int64_t>> marked) {
  Drawing(os, grid, marked).draw(title);
}
