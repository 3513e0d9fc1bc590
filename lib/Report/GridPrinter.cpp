//===- GridPrinter.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Grid.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace mlir::tiled_layout;
using llvm::raw_ostream;

/// The terminal's colours for the tiles. Black and white are left out, since
/// one of them is the terminal's own background.
static constexpr raw_ostream::Colors colours[] = {
    raw_ostream::BLUE,   raw_ostream::GREEN, raw_ostream::MAGENTA,
    raw_ostream::YELLOW, raw_ostream::CYAN,  raw_ostream::RED,
};

static bool sameTile(const GridCell &a, const GridCell &b) {
  return a.tiles.empty() || a.tiles.front() == b.tiles.front();
}

namespace {

/// Prints one plane as rows of text.
class PlanePrinter {
public:
  PlanePrinter(raw_ostream &os, const GridPlane &plane, size_t width)
      : os(os), plane(plane), width(width),
        labelWidth(std::to_string(plane.rows - 1).size()) {
    for (int64_t column = 0; column < plane.columns; ++column)
      hasLineBefore.push_back(column > 0 && anyRowStartsTile(column));
  }

  void print() {
    printHeader();
    for (int64_t row = 0; row < plane.rows; ++row) {
      if (row > 0)
        printRule(row);
      printRow(row);
    }
  }

private:
  bool anyRowStartsTile(int64_t column) const {
    for (int64_t row = 0; row < plane.rows; ++row)
      if (!sameTile(plane.at(row, column - 1), plane.at(row, column)))
        return true;
    return false;
  }

  void printHeader() {
    os.indent(indentation + labelWidth + 1);
    for (int64_t column = 0; column < plane.columns; ++column)
      os << (hasLineBefore[column] ? "  " : "") << ' '
         << llvm::right_justify(std::to_string(column), width);
    os << '\n';
  }

  /// Prints the line above a row, where tiles end; nothing if none does.
  void printRule(int64_t row) {
    std::string rule;
    for (int64_t column = 0; column < plane.columns; ++column) {
      bool ends = !sameTile(plane.at(row - 1, column), plane.at(row, column));
      if (hasLineBefore[column])
        rule += ends ? "-+" : " |";
      rule.append(width + 1, ends ? '-' : ' ');
    }
    if (rule.find('-') != std::string::npos)
      os.indent(indentation + labelWidth + 1)
          << llvm::StringRef(rule).rtrim(' ') << '\n';
  }

  void printRow(int64_t row) {
    os.indent(indentation) << llvm::right_justify(std::to_string(row),
                                                  labelWidth)
                           << ' ';
    for (int64_t column = 0; column < plane.columns; ++column) {
      const GridCell &cell = plane.at(row, column);
      if (hasLineBefore[column])
        os << (sameTile(plane.at(row, column - 1), cell) ? "  " : " |");
      printCell(cell);
    }
    os << '\n';
  }

  void printCell(const GridCell &cell) {
    if (cell.isPadding) {
      os << ' ' << llvm::right_justify(".", width);
      return;
    }
    if (!cell.tiles.empty()) {
      os.changeColor(colours[cell.colour % std::size(colours)],
                     /*Bold=*/cell.colour >= std::size(colours));
      os.reverseColor();
    }
    os << ' ' << llvm::right_justify(std::to_string(cell.position), width);
    if (!cell.tiles.empty())
      os.resetColor();
  }

  static constexpr unsigned indentation = 2;
  raw_ostream &os;
  const GridPlane &plane;
  size_t width;
  size_t labelWidth;
  /// Per column, whether a line between tiles stands before it.
  llvm::SmallVector<bool> hasLineBefore;
};

} // namespace

void mlir::tiled_layout::print(raw_ostream &os, const Grid &grid) {
  size_t width = std::to_string(grid.memory.size() - 1).size();
  for (const GridPlane &plane : grid.planes) {
    if (!plane.leading.empty()) {
      os << "  [";
      llvm::interleave(plane.leading, os, ", ");
      os << ", :, :]\n";
    }
    size_t headerWidth = std::to_string(plane.columns - 1).size();
    PlanePrinter(os, plane, std::max(width, headerWidth)).print();
  }
}
