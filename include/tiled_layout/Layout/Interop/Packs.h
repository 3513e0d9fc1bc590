//===- Packs.h - linalg.pack as a layout ------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_INTEROP_PACKS_H
#define TILED_LAYOUT_LAYOUT_INTEROP_PACKS_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::tiled_layout {

/// What a `linalg.pack` says of where elements go: tile each dimension
/// `innerDimsPos[i]` by `innerTiles[i]`, put the tiles' insides last in that
/// order, and the outer dimensions first, `outerDimsPerm[i]` in place i.
struct Pack {
  /// Empty for the identity.
  llvm::SmallVector<int64_t> outerDimsPerm;
  llvm::SmallVector<int64_t> innerDimsPos;
  /// All at least 1.
  llvm::SmallVector<int64_t> innerTiles;

  bool operator==(const Pack &other) const {
    return outerDimsPerm == other.outerDimsPerm &&
           innerDimsPos == other.innerDimsPos && innerTiles == other.innerTiles;
  }
};

/// Returns the extents of an array after a pack, `kDynamic` where they depend
/// on one that is not known. Requires `checkPack`.
llvm::SmallVector<int64_t> getPackedExtents(const Pack &pack,
                                            llvm::ArrayRef<int64_t> extents);

/// Fails if there is no such pack of an array of this rank.
llvm::Error checkPack(const Pack &pack, size_t rank);

/// A layout whose physical shape is that of a packed array, with extents of 1
/// in between.
struct PackedLayout {
  Layout layout;
  /// The axes of the physical shape that the packed array has, ascending.
  llvm::SmallVector<int64_t> keptAxes;
};

/// Returns the layout of an array that lies in memory as a chain of packs
/// leaves it, row-major. `extents` may be dynamic; then a later pack that
/// permutes what it does not know moves it by `full`. Requires `checkPack`.
///
/// Examples on `[64, 256]`:
///   inner_dims_pos = [0, 1] inner_tiles = [8, 128]      {1,0:T(8,128)}
///   inner_dims_pos = [1, 0] inner_tiles = [128, 8]      {1,0:T(8,128)(8,1)}
PackedLayout getLayoutOfPacks(llvm::ArrayRef<Pack> packs,
                              llvm::ArrayRef<int64_t> extents);

/// One level of a layout as upstream operations: reshapes that move nothing,
/// then a pack.
struct PackStep {
  /// One entry per axis before the pack: the axes so far, by number, that
  /// merge in it; none for an axis of extent 1 that is inserted.
  llvm::SmallVector<llvm::SmallVector<int64_t>> reshape;
  /// Has no dimensions and no permutation if there is nothing to pack.
  Pack pack;
  /// Some tile may not divide its axis, so that there is padding.
  bool mayPad = false;

  /// True if some axes merge or are inserted.
  bool hasReshape() const;
};

/// A layout as a chain of packs.
struct PackChain {
  std::vector<PackStep> steps;
  /// The axes of the layout's physical shape that the packed array has, in
  /// order; the others have extent 1.
  llvm::SmallVector<int64_t> keptAxes;
};

/// Returns the chain of packs, one per level, that leaves an array as the
/// layout does. Fails with the first reason why there is none: a property, or
/// `full` or `min(n)` on an extent that is not known. `exact` is kept by the
/// steps, which then never pad. Requires the rules of Rules.h.
llvm::Expected<PackChain> getPackChain(const Layout &layout,
                                       llvm::ArrayRef<int64_t> extents,
                                       int64_t storageBits);

/// Prints `pack(outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles =
/// [8])`, one after another.
std::string toString(llvm::ArrayRef<Pack> packs);

/// Parses what `toString` prints, beginning at `text[offset]`, and moves
/// `offset` after it. Fails with a `TextError`. `rank` is that of the array
/// that the first pack takes.
llvm::Expected<llvm::SmallVector<Pack>> parsePacks(llvm::StringRef text,
                                                   size_t &offset, size_t rank);

/// Returns the packs alone, for a layout that needs no reshape.
llvm::Expected<llvm::SmallVector<Pack>>
getPacks(const Layout &layout, llvm::ArrayRef<int64_t> extents,
         int64_t storageBits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_INTEROP_PACKS_H
