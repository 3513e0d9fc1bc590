//===- Svg.h - Positions of an array as a drawing ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_SVG_H
#define TILED_LAYOUT_REPORT_SVG_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

namespace mlir::tiled_layout {

/// Draws an array and its memory as an SVG image that fits on a screen.
///
/// A small array is drawn element by element. Above, the array: a number is the
/// position in memory, a colour is a tile of level 1, a red box a tile of level
/// 2, a dashed one of level 3. Below, the memory: each cell has the index of
/// the element that lies there and the colour of its tile. A large array is
/// drawn as blocks, one of them zoomed, and the memory as a strip of blocks.
///
/// `title` stands on top. The cell of `marked`, if given, is marked. Fails if
/// an extent is not known or the array has no elements.
llvm::Error
printSvg(llvm::raw_ostream &os, const Layout &layout,
         llvm::ArrayRef<int64_t> extents, llvm::StringRef title,
         std::optional<llvm::ArrayRef<int64_t>> marked = std::nullopt);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_SVG_H
