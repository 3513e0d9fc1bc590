//===- Svg.h - Positions of a small array as a drawing ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_SVG_H
#define TILED_LAYOUT_REPORT_SVG_H

#include "tiled_layout/Report/Grid.h"

namespace mlir::tiled_layout {

/// Draws the grid as an SVG image. Above, the array: a number is the position
/// in memory, a colour is a tile of level 1, a red box a tile of level 2; white
/// cells are padding. Below, the memory: each cell has the index of the element
/// that lies there and the colour of its tile.
///
/// `title` stands on top. The cell of `marked`, if given, is marked red.
void printSvg(llvm::raw_ostream &os, const Grid &grid, llvm::StringRef title,
              std::optional<llvm::ArrayRef<int64_t>> marked = std::nullopt);

/// The largest buffer that is drawn, in elements.
inline constexpr int64_t maxSvgElements = 4096;

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_SVG_H
