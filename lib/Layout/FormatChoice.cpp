//===- FormatChoice.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/FormatChoice.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir::tiled_layout;

/// Returns the bits that an element of this type takes on the target.
static int64_t getChosenBits(const ElementType &type,
                             const FormatTarget &target) {
  if (type.kind != ElementKind::Predicate)
    return type.valueBits;
  switch (target.predicates) {
  case FormatTarget::Predicates::Byte:
    return type.storageBits();
  case FormatTarget::Predicates::Word:
    return target.wordBits;
  case FormatTarget::Predicates::Bit:
    return 1;
  }
  llvm_unreachable("covered switch");
}

/// Returns the smallest power of two, at least `least` and at most `most`,
/// that holds the extent; `most` if none does.
static int64_t getFittingSize(int64_t extent, int64_t least, int64_t most) {
  if (extent == kDynamic || extent > most)
    return most;
  int64_t size = llvm::PowerOf2Ceil(std::max<int64_t>(extent, 1));
  return std::clamp(size, std::min(least, most), most);
}

/// Returns the rows of a tile, for an array with this second-minor extent and
/// `packing` elements to a word.
static int64_t getTileRows(int64_t extent, int64_t packing,
                           const FormatTarget &target) {
  bool withinTile = target.packing == FormatTarget::Packing::WithinTile;
  int64_t largeRows = target.sublanes * packing;
  if (target.allowLargeTiles && withinTile && extent >= largeRows)
    return largeRows;
  int64_t leastRows = target.allowSingleRowTiles && packing == 1 ? 1 : 2;
  int64_t rows = getFittingSize(extent, leastRows, target.sublanes);
  // The rows that share a word must all be in the tile.
  return withinTile ? std::max(rows, packing) : rows;
}

static llvm::SmallVector<Tile, 2> getMatrixTiles(int64_t secondMinorExtent,
                                                 int64_t packing,
                                                 const FormatTarget &target) {
  int64_t rows = getTileRows(secondMinorExtent, packing, target);
  llvm::SmallVector<Tile, 2> tiles = {getTile({rows, target.lanes})};
  if (packing == 1)
    return tiles;
  if (target.packing == FormatTarget::Packing::WithinTile)
    tiles.push_back(getTile({packing, 1}));
  else
    tiles.push_back(getTile({packing, 1, 1, 1}));
  return tiles;
}

static llvm::SmallVector<Tile, 2>
getVectorTiles(int64_t extent, int64_t packing, const FormatTarget &target) {
  int64_t registerSize = target.sublanes * target.lanes;
  if (packing == 1)
    return {getTile({getFittingSize(extent, target.lanes, registerSize)})};
  // As dumps have it: 1024 elements of 16 bits, 512 of 8 bits.
  int64_t size = packing == 2 ? registerSize : target.lanes * packing;
  return {getTile({size}), getTile({target.lanes}), getTile({packing, 1})};
}

Layout mlir::tiled_layout::chooseFormat(const ElementType &type,
                                        llvm::ArrayRef<int64_t> extents,
                                        const FormatTarget &target,
                                        llvm::ArrayRef<int64_t> minorToMajor) {
  assert((minorToMajor.empty() || minorToMajor.size() == extents.size()) &&
         "the order must name every dimension");
  Layout layout = Layout::getRowMajor(extents.size());
  if (!minorToMajor.empty())
    layout.minorToMajor.assign(minorToMajor.begin(), minorToMajor.end());

  int64_t bits = getChosenBits(type, target);
  int64_t packing = std::max<int64_t>(target.wordBits / bits, 1);
  if (bits != type.storageBits())
    layout.elementBits = bits;

  if (extents.size() >= 2)
    layout.tiles =
        getMatrixTiles(extents[layout.minorToMajor[1]], packing, target);
  else if (bits < 8)
    return layout;
  else if (extents.size() == 1)
    layout.tiles = getVectorTiles(extents[0], packing, target);
  else
    layout.tiles = {getTile({target.lanes * packing})};
  return layout;
}
