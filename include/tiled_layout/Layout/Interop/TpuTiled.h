//===- TpuTiled.h - Mosaic's tiled layouts ----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_INTEROP_TPUTILED_H
#define TILED_LAYOUT_LAYOUT_INTEROP_TPUTILED_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::tiled_layout {

/// Mosaic's attribute `#tpu.tiled<(8,128)(2,1),[2,1]>`. The first tile acts on
/// the last dimensions, further ones arrange its inside; the strides, one per
/// dimension, count first tiles.
struct TpuTiledLayout {
  llvm::SmallVector<llvm::SmallVector<int64_t>> tiles;
  llvm::SmallVector<int64_t> tileStrides;

  bool operator==(const TpuTiledLayout &other) const {
    return tiles == other.tiles && tileStrides == other.tileStrides;
  }
};

/// Parses the attribute, beginning at `text[offset]`, and moves `offset` after
/// it. Fails with a `TextError`.
llvm::Expected<TpuTiledLayout> parseTpuTiled(llvm::StringRef text,
                                             size_t &offset);
std::string toString(const TpuTiledLayout &tiled);

/// Returns the layout on an array, whose most major extent may be dynamic.
/// Fails with the first thing that is wrong with the attribute or that no
/// layout says: strides that leave gaps between tiles.
llvm::Expected<Layout> getLayout(const TpuTiledLayout &tiled,
                                 llvm::ArrayRef<int64_t> extents);

/// Returns Mosaic's attribute for a layout. Fails with the first thing that it
/// cannot say. Requires the rules of Rules.h.
///
/// Example: `{1,0:T(8,128)(2,1)}` on `[16, 256]` is
/// `#tpu.tiled<(8,128)(2,1),[2,1]>`.
llvm::Expected<TpuTiledLayout> getTpuTiled(const Layout &layout,
                                           llvm::ArrayRef<int64_t> extents,
                                           int64_t storageBits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_INTEROP_TPUTILED_H
