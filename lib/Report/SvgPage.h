//===- SvgPage.h - Tables, captions and a legend as SVG ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_REPORT_SVGPAGE_H
#define TILED_LAYOUT_LIB_REPORT_SVGPAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::tiled_layout {

/// In place of a row or a column: some are left out here.
inline constexpr int64_t leftOut = -1;

/// Returns 0 to `count` - 1, or at most `limit` of them, among them the first,
/// the last and `wanted`, with `leftOut` in between.
std::vector<int64_t> selectSome(int64_t count, int64_t limit,
                                std::optional<int64_t> wanted = std::nullopt);

/// Returns an index as cells show it: `1,0,2`.
std::string getIndexText(llvm::ArrayRef<int64_t> index);

/// One cell of a table.
struct SvgCell {
  std::string text;
  /// The colour, below `Grid::colours`; none is padding.
  std::optional<unsigned> colour;
  /// The cell that was asked for.
  bool isMarked = false;
  /// The number of the tile that the cell is in, for each level that is
  /// outlined.
  llvm::SmallVector<int64_t, 2> tiles;
  /// The part of the cell, from its upper left corner, that is no padding.
  double usedWidth = 1, usedHeight = 1;
};

/// A table, or the parts of it that are shown.
struct SvgTable {
  /// The rows and columns that are shown, `leftOut` between them.
  std::vector<int64_t> rows, columns;
  /// The cell of a row and a column, shown or not; nothing where there is none.
  llvm::function_ref<std::optional<SvgCell>(int64_t row, int64_t column)> at;
  llvm::function_ref<std::string(int64_t)> getRowLabel;
  /// Null if columns have no labels.
  llvm::function_ref<std::string(int64_t)> getColumnLabel;
  /// What rows and columns count; may be empty.
  std::string rowName, columnName;
  /// Pixels of a cell.
  int64_t cellWidth;
  /// The level of the first number in `SvgCell::tiles`, 0 for level 1.
  unsigned firstLevel = 0;
};

/// A page that is drawn from top to bottom.
class SvgPage {
public:
  // Lengths in pixels.
  static constexpr int64_t margin = 16, cellHeight = 28, leastCellWidth = 34,
                           lineHeight = 24, gapWidth = 26, characterWidth = 8;
  /// What fits on a screen.
  static constexpr int64_t maxWidth = 1280, maxHeight = 1000;

  /// Returns the width of cells that hold texts of so many characters.
  static int64_t getCellWidth(size_t characters);

  void addTitle(llvm::StringRef text);
  void addLine(llvm::StringRef text);
  void addSpace() { y += margin; }
  void addTable(const SvgTable &table);
  /// Adds a line to the legend, for what was drawn.
  void addLegend(llvm::StringRef sample, llvm::StringRef text);
  /// Adds lines for all that `addTable` has drawn: outlines of levels, padding,
  /// marks, what is left out. `levels[i]` is the text of the tile of level i
  /// + 1.
  void addLegends(llvm::ArrayRef<std::string> levels);

  int64_t getWidth() const { return right + margin; }
  int64_t getHeight() const { return y + margin; }
  void print(llvm::raw_ostream &os, llvm::StringRef title) const;

private:
  int64_t getX(const SvgTable &table, size_t column) const;
  void addText(int64_t x, int64_t baseline, llvm::StringRef style,
               llvm::StringRef text);
  void addCell(const SvgCell &cell, int64_t x, int64_t top, int64_t width);
  void addOutlines(const SvgTable &table, size_t level, int64_t top);
  void addLabels(const SvgTable &table);

  std::string body;
  int64_t y = margin, right = 0;
  int64_t labelWidth = 40;
  bool hasPadding = false, hasMark = false;
  /// Levels that were outlined.
  unsigned levels = 0;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_REPORT_SVGPAGE_H
