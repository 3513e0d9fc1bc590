//===- SvgPage.cpp --------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SvgPage.h"

#include "tiled_layout/Report/Grid.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace mlir::tiled_layout;
using llvm::formatv;
using llvm::StringRef;

/// Colours that people with any colour vision tell apart (the "light" scheme of
/// Paul Tol), under black text; and darker ones of the same hues under white.
static constexpr StringRef lightFills[Grid::colours] = {
    "#99ddff", "#ee8866", "#eedd88", "#44bb99",
    "#ffaabb", "#bbcc33", "#77aadd", "#dddddd"};
static constexpr StringRef darkFills[Grid::colours] = {
    "#2b7296", "#93452a", "#7a6a1e", "#1f6b55",
    "#8f4a5c", "#5f6b12", "#2f4f80", "#5c5c5c"};

static constexpr llvm::StringLiteral style =
    ".t{fill:#111}.cell,.mark,.label{text-anchor:middle}"
    ".side{text-anchor:end}.label,.side,.name{fill:#666}.title{font-weight:"
    "bold}"
    ".page{fill:#fff}.box{stroke:#8a8a8a}.pad{fill:url(#hatch)}"
    ".hatch{stroke:#bbb}.spot{fill:#111}.mark{fill:#fff;font-weight:bold}"
    ".l1{stroke:#222;stroke-width:2}.l2{stroke:#b2182b;stroke-width:2}"
    ".l3{stroke:#2135a5;stroke-width:2;stroke-dasharray:4 2}";
static constexpr llvm::StringLiteral darkStyle =
    ".t{fill:#eee}.label,.side,.name{fill:#aaa}.page{fill:#181818}"
    ".box{stroke:#777}.hatch{stroke:#555}.spot{fill:#fff}.mark{fill:#111}"
    ".l1{stroke:#eee}.l2{stroke:#ff9d8a}.l3{stroke:#a9c1ff}";

/// How far inside its cells the outline of a level runs, so that levels do not
/// cover each other.
static constexpr int64_t insets[] = {0, 3, 6};

std::string mlir::tiled_layout::getIndexText(llvm::ArrayRef<int64_t> index) {
  return llvm::join(
      llvm::map_range(index, [](int64_t i) { return std::to_string(i); }), ",");
}

std::vector<int64_t>
mlir::tiled_layout::selectSome(int64_t count, int64_t limit,
                               std::optional<int64_t> wanted) {
  std::set<int64_t> chosen;
  if (count <= limit) {
    for (int64_t i = 0; i < count; ++i)
      chosen.insert(i);
  } else {
    // The last two, the wanted one and its neighbours, and as many first ones.
    for (int64_t i : {count - 2, count - 1})
      chosen.insert(i);
    if (wanted)
      for (int64_t i = *wanted - 1; i <= *wanted + 1; ++i)
        if (i >= 0 && i < count)
          chosen.insert(i);
    for (int64_t i = 0; static_cast<int64_t>(chosen.size()) < limit; ++i)
      chosen.insert(i);
  }
  std::vector<int64_t> result;
  int64_t next = 0;
  for (int64_t i : chosen) {
    if (i != next)
      result.push_back(leftOut);
    result.push_back(i);
    next = i + 1;
  }
  return result;
}

static std::string escape(StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::printHTMLEscaped(text, os);
  return result;
}

int64_t SvgPage::getCellWidth(size_t characters) {
  return std::max<int64_t>(leastCellWidth, (characters + 1) * characterWidth);
}

void SvgPage::addText(int64_t x, int64_t baseline, StringRef style,
                      StringRef text) {
  body += formatv("<text x=\"{0}\" y=\"{1}\" class=\"{2}\">{3}</text>\n", x,
                  baseline, style, escape(text));
}

void SvgPage::addTitle(StringRef text) {
  right = std::max<int64_t>(right, margin + text.size() * characterWidth);
  addText(margin, y + lineHeight / 2 + 4, "t title", text);
  y += lineHeight;
}

void SvgPage::addLine(StringRef text) {
  right = std::max<int64_t>(right, margin + text.size() * characterWidth);
  addText(margin, y + lineHeight / 2 + 4, "t", text);
  y += lineHeight;
}

static int64_t getStep(int64_t number, int64_t size) {
  return number == leftOut ? SvgPage::gapWidth : size;
}

/// Returns where a column begins.
int64_t SvgPage::getX(const SvgTable &table, size_t column) const {
  int64_t x = margin + labelWidth;
  for (size_t i = 0; i < column; ++i)
    x += getStep(table.columns[i], table.cellWidth);
  return x;
}

void SvgPage::addCell(const SvgCell &cell, int64_t x, int64_t top,
                      int64_t width) {
  auto addBox = [&](int64_t width, int64_t height, const std::string &fill) {
    body += formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
                    "class=\"box {4}\"/>\n",
                    x, top, width, height, fill);
  };
  bool isWhole = cell.colour && cell.usedWidth == 1 && cell.usedHeight == 1;
  if (!isWhole)
    addBox(width, cellHeight, "pad");
  if (cell.colour)
    addBox(std::lround(width * cell.usedWidth),
           std::lround(cellHeight * cell.usedHeight),
           "f" + std::to_string(*cell.colour));
  hasPadding |= !isWhole;
  hasMark |= cell.isMarked;
  if (cell.isMarked)
    body += formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" "
                    "rx=\"8\" class=\"spot\"/>\n",
                    x + 3, top + 4, width - 6, cellHeight - 8);
  if (!cell.text.empty())
    addText(x + width / 2, top + cellHeight / 2 + 5,
            cell.isMarked ? "mark"
            : cell.colour ? "t cell"
                          : "label",
            cell.text);
}

/// Draws a line wherever a cell and its neighbour, shown or not, are in
/// different tiles of a level.
void SvgPage::addOutlines(const SvgTable &table, size_t level, int64_t top) {
  unsigned number = table.firstLevel + level;
  int64_t inset = insets[number];
  auto getTile = [&](int64_t row, int64_t column) -> std::optional<int64_t> {
    if (row < 0 || column < 0)
      return std::nullopt;
    std::optional<SvgCell> cell = table.at(row, column);
    if (!cell || level >= cell->tiles.size())
      return std::nullopt;
    return cell->tiles[level];
  };
  std::string path;
  int64_t y1 = top;
  for (int64_t row : table.rows) {
    int64_t y2 = y1 + getStep(row, cellHeight);
    for (auto [i, column] : llvm::enumerate(table.columns)) {
      if (row == leftOut || column == leftOut)
        continue;
      std::optional<int64_t> tile = getTile(row, column);
      if (!tile)
        continue;
      bool isLeft = getTile(row, column - 1) != tile;
      bool isRight = getTile(row, column + 1) != tile;
      bool isTop = getTile(row - 1, column) != tile;
      bool isBottom = getTile(row + 1, column) != tile;
      int64_t left = getX(table, i) + isLeft * inset;
      int64_t rightEdge = getX(table, i) + table.cellWidth - isRight * inset;
      int64_t above = y1 + isTop * inset, below = y2 - isBottom * inset;
      if (isLeft)
        path += formatv("M{0} {1}V{2}", left, above, below);
      if (isRight)
        path += formatv("M{0} {1}V{2}", rightEdge, above, below);
      if (isTop)
        path += formatv("M{0} {1}H{2}", left, above, rightEdge);
      if (isBottom)
        path += formatv("M{0} {1}H{2}", left, below, rightEdge);
    }
    y1 = y2;
  }
  if (path.empty())
    return;
  levels = std::max(levels, number + 1);
  body += formatv("<path fill=\"none\" class=\"l{0}\" d=\"{1}\"/>\n",
                  number + 1, path);
}

/// Draws what rows and columns count, and the numbers of the columns.
void SvgPage::addLabels(const SvgTable &table) {
  if (!table.rowName.empty() || !table.columnName.empty()) {
    std::string names =
        table.rowName.empty() ? "" : "\xe2\x86\x93 " + table.rowName + "  ";
    if (!table.columnName.empty())
      names += "\xe2\x86\x92 " + table.columnName;
    addText(margin, y + lineHeight / 2 + 4, "name", names);
    right = std::max<int64_t>(right, margin + names.size() * characterWidth);
    y += lineHeight;
  }
  if (!table.getColumnLabel)
    return;
  for (auto [i, column] : llvm::enumerate(table.columns))
    if (column != leftOut)
      addText(getX(table, i) + table.cellWidth / 2, y + lineHeight / 2 + 4,
              "label", table.getColumnLabel(column));
  y += lineHeight;
}

void SvgPage::addTable(const SvgTable &table) {
  size_t characters = 3;
  for (int64_t row : table.rows)
    if (row != leftOut)
      characters = std::max(characters, table.getRowLabel(row).size());
  labelWidth = (characters + 2) * characterWidth;
  addLabels(table);
  int64_t top = y;
  for (int64_t row : table.rows) {
    if (row == leftOut) {
      addText(margin + labelWidth + table.cellWidth / 2, y + gapWidth / 2 + 4,
              "label", "\xe2\x8b\xae");
      y += gapWidth;
      continue;
    }
    addText(margin + labelWidth - 8, y + cellHeight / 2 + 5, "side",
            table.getRowLabel(row));
    for (auto [i, column] : llvm::enumerate(table.columns)) {
      int64_t x = getX(table, i);
      if (column == leftOut) {
        addText(x + gapWidth / 2, y + cellHeight / 2 + 4, "label",
                "\xe2\x8b\xaf");
      } else if (std::optional<SvgCell> cell = table.at(row, column)) {
        addCell(*cell, x, y, table.cellWidth);
      }
    }
    y += cellHeight;
  }
  right = std::max(right, getX(table, table.columns.size()));
  for (size_t level = 0; level + table.firstLevel < std::size(insets); ++level)
    addOutlines(table, level, top);
}

void SvgPage::addLegend(StringRef sample, StringRef text) {
  int64_t width = leastCellWidth, height = cellHeight - 10;
  body += formatv("<g transform=\"translate({0} {1})\">", margin, y + 3);
  if (sample.starts_with("l"))
    body += formatv("<rect x=\"2\" y=\"1\" width=\"{0}\" height=\"{1}\" "
                    "fill=\"none\" class=\"{2}\"/>",
                    width - 4, height - 2, sample);
  else
    body += formatv("<rect width=\"{0}\" height=\"{1}\" class=\"box {2}\"/>",
                    width, height, sample);
  body += "</g>\n";
  addText(margin + width + 10, y + lineHeight / 2 + 4, "t", text);
  right = std::max<int64_t>(right,
                            margin + width + 10 + text.size() * characterWidth);
  y += lineHeight;
}

void SvgPage::addLegends(llvm::ArrayRef<std::string> texts) {
  for (unsigned level = 0; level < levels; ++level)
    addLegend("l" + std::to_string(level + 1),
              "tile of level " + std::to_string(level + 1) + ": " +
                  (level < texts.size() ? texts[level] : ""));
  if (hasPadding)
    addLegend("pad", "padding");
  if (hasMark)
    addLegend("spot", "the element that was asked for");
}

void SvgPage::print(llvm::raw_ostream &os, StringRef title) const {
  os << formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
                "height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
                "font-family=\"DejaVu Sans Mono, monospace\" "
                "font-size=\"13\" role=\"img\">\n<title>{2}</title>\n",
                getWidth(), getHeight(), escape(title))
     << "<style>" << style;
  for (auto [i, fill] : llvm::enumerate(lightFills))
    os << ".f" << i << "{fill:" << fill << "}";
  os << "\n@media(prefers-color-scheme:dark){" << darkStyle;
  for (auto [i, fill] : llvm::enumerate(darkFills))
    os << ".f" << i << "{fill:" << fill << "}";
  os << "}</style>\n"
     << "<pattern id=\"hatch\" width=\"6\" height=\"6\" "
        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
        "<rect width=\"6\" height=\"6\" class=\"page\"/>"
        "<path class=\"hatch\" d=\"M0 0V6\"/></pattern>\n"
     << "<rect width=\"100%\" height=\"100%\" class=\"page\"/>\n"
     << body << "</svg>\n";
}
