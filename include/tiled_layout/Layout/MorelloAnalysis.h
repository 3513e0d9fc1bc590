//===- MorelloAnalysis.h - What follows from Morello's layouts --*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Morello derives from its layouts. All functions take static extents,
// at least 1 each.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_MORELLOANALYSIS_H
#define TILED_LAYOUT_LAYOUT_MORELLOANALYSIS_H

#include "tiled_layout/Layout/Morello.h"

namespace mlir::tiled_layout {

/// A layout and what is known of the memory behind it, which is no part of the
/// layout: two views of one buffer may differ in it. Morello prints such a
/// view as `([0, 1], c1)`.
///
/// The pieces of a view may be neighbours that `checkMorello` wants written as
/// one, where the dense run ends between them.
struct MorelloView {
  MorelloLayout layout;
  /// How many of the innermost physical dimensions are known to be dense: for
  /// each coordinate in the others, their elements lie one after the other.
  int64_t numDense = 0;

  /// Returns the view of a whole buffer.
  static MorelloView getWhole(MorelloLayout layout) {
    int64_t numDense = layout.dims.size();
    return {std::move(layout), numDense};
  }

  bool isDense() const {
    return numDense == static_cast<int64_t>(layout.dims.size());
  }
  /// True if the view is dense and its dimensions are whole, in rising order.
  bool isRowMajor() const;
  /// True if the view is dense and its dimensions are whole, in falling order.
  bool isColumnMajor() const;

  bool operator==(const MorelloView &other) const {
    return layout == other.layout && numDense == other.numDense;
  }
};

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Returns how many of the innermost physical dimensions of `view` stay dense
/// in a block of these extents whose offset is a multiple of them in every
/// dimension. A block that neither divides a pack nor is divided by it ends the
/// dense run inside that pack. Fails if the layout does not apply to the array
/// or to the block.
///
/// Example: `[0, 1]` on `[8, 8]`, block `[2, 4]`: 1.
llvm::Expected<int64_t> getDenseSuffixOfBlock(const MorelloView &view,
                                              llvm::ArrayRef<int64_t> extents,
                                              llvm::ArrayRef<int64_t> block);

/// Returns the view of such a block, in canonical form on the block's extents;
/// its indices count from the start of the block. Fails as above.
///
/// Example: `[0, 1]` on `[8, 8]`, block `[1, 4]`: `[1]`, dense.
llvm::Expected<MorelloView> getViewOfBlock(const MorelloView &view,
                                           llvm::ArrayRef<int64_t> extents,
                                           llvm::ArrayRef<int64_t> block);

/// Returns the shortest layout with the same positions on this shape: without
/// physical dimensions of extent 1, neighbours merged (`mergeAdjacent`), the
/// outermost piece of a dimension dynamic unless it is odd-even, strips of 2
/// as packs. One form for each function if the view is dense. Idempotent.
/// Requires `checkMorelloOnShape` to hold.
///
/// Example: `[0, 1, 0 p(8)]` on `[8, 16]` is `[1, 0]`.
MorelloView getCanonicalView(const MorelloView &view,
                             llvm::ArrayRef<int64_t> extents);

/// Makes a pack that takes all that is left of its dimension dynamic, and
/// drops the pieces of that dimension further out, which have extent 1.
/// Requires `checkMorelloOnShape` to hold.
///
/// Example: `[0, 1, 0 p(8)]` on `[8, 1]` is `[1, 0]`.
MorelloView dropUnneededPacks(const MorelloView &view,
                              llvm::ArrayRef<int64_t> extents);

/// Merges neighbouring pieces of one dimension, a dynamic piece or a pack with
/// a pack, but never across the end of the dense run; nor a dynamic piece that
/// is not dense. `[0, 0 p(4), 1]` is `[0, 1]`.
MorelloView mergeAdjacent(const MorelloView &view);

/// Drops logical dimensions, all of extent 1, and renumbers the others.
MorelloView dropDims(const MorelloView &view, llvm::ArrayRef<int64_t> dropped);

/// Exchanges the numbers of two logical dimensions.
MorelloView swapDims(const MorelloView &view, int64_t a, int64_t b);

//===----------------------------------------------------------------------===//
// Whole arrays
//===----------------------------------------------------------------------===//

/// Returns one stride for each logical dimension, in elements, 0 for those of
/// extent 1. Fails, naming it, at a dimension without a single stride. Requires
/// `checkMorelloOnShape` to hold.
///
/// Example: `[2, 0, 1]` on `[2, 4, 6]`: `[4, 1, 8]`.
llvm::Expected<llvm::SmallVector<int64_t>>
getMorelloStrides(const MorelloLayout &layout, llvm::ArrayRef<int64_t> extents);

/// Returns Morello's estimate of the cache lines that reading a view touches:
/// the product of the extents that are not dense times the lines that the
/// dense ones fill. Requires `checkMorelloOnShape` to hold, sizes of at least 1
/// and less than 2^63 bytes.
int64_t estimateCacheLines(const MorelloView &view,
                           llvm::ArrayRef<int64_t> extents,
                           int64_t elementBytes, int64_t lineBytes);

/// Returns the layouts that Morello's search would try for an array, each
/// function once, in canonical form: row-major, column-major at rank 2, NHWC
/// at rank 4; each of these with a pack of 2 or of one vector of any dimension
/// but the fastest, or with a strip of two vectors of any dimension, where
/// they divide. `vectorBytes` holds the target's vector sizes.
llvm::SmallVector<MorelloLayout>
enumerateMorelloLayouts(llvm::ArrayRef<int64_t> extents, int64_t elementBytes,
                        llvm::ArrayRef<int64_t> vectorBytes);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_MORELLOANALYSIS_H
