//===- Blocks.h - Whole dimensions, then blocks -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_INTEROP_BLOCKS_H
#define TILED_LAYOUT_LAYOUT_INTEROP_BLOCKS_H

#include "tiled_layout/Layout/DimensionDigit.h"
#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

/// What oneDNN's tags and Mosaic's tiles have in common: memory is an array of
/// equal tiles, one dimension after another, and a tile is an array of blocks.
/// A dimension that its blocks do not divide is padded.
struct BlockedLayout {
  /// All logical dimensions, most major first: what the blocks leave of each.
  llvm::SmallVector<int64_t> outerDims;
  /// Most major first. The blocks of a dimension chain: ordered by weight, they
  /// begin at 1, and each weight is the one before times its size.
  llvm::SmallVector<DimensionDigit> blocks;

  /// Returns the product of the sizes of a dimension's blocks.
  int64_t getBlockSize(int64_t dim) const;
};

/// Returns the layout, for any shape, that the blocks describe. The product of
/// all sizes must be below 2^63.
///
/// Example: dimensions 0, 1, 2 with blocks of 16 values of dimension 1 are
/// `{2,1,0:T(16,1)}`.
Layout getLayoutOfBlocks(const BlockedLayout &blocked);

/// Returns the blocks of a layout that has them; `extents` may be dynamic.
/// Otherwise fails with the first reason, in terms of `notation`. A property
/// that changes nothing (an `E` of `storageBits`, an `L` that divides) is
/// passed over. Requires the rules of Rules.h.
llvm::Expected<BlockedLayout> getBlockedLayout(const Layout &layout,
                                               llvm::ArrayRef<int64_t> extents,
                                               int64_t storageBits,
                                               llvm::StringRef notation);

/// Fails if the layout says something besides the order and tiles that matters
/// on this shape: `E`, `L`, `S`, `SC`, `M`, and `exact` on an extent that is
/// not known.
llvm::Error checkOnlyTiles(const Layout &layout,
                           llvm::ArrayRef<int64_t> extents, int64_t storageBits,
                           llvm::StringRef notation);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_INTEROP_BLOCKS_H
