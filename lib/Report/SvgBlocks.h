//===- SvgBlocks.h - Arrays of any size as blocks ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_REPORT_SVGBLOCKS_H
#define TILED_LAYOUT_LIB_REPORT_SVGBLOCKS_H

#include "SvgPage.h"
#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

/// Draws an array of any static size: its tiles as blocks, one tile zoomed, the
/// memory as a strip of tiles, and the begin of the zoomed tile's memory. The
/// tile that is zoomed is that of `marked`, or the first.
void drawBlocks(SvgPage &page, const Layout &layout,
                llvm::ArrayRef<int64_t> extents,
                std::optional<llvm::ArrayRef<int64_t>> marked);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_REPORT_SVGBLOCKS_H
