//===- MorelloToLayout.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MorelloDigits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir::tiled_layout;
using Order = llvm::SmallVector<int64_t>;

//===----------------------------------------------------------------------===//
// Order of the dimensions
//===----------------------------------------------------------------------===//

static llvm::SmallVector<bool>
findDimsWithDigits(llvm::ArrayRef<PieceDigit> digits, int64_t rank) {
  llvm::SmallVector<bool> result(rank, false);
  for (const PieceDigit &digit : digits)
    result[digit.dim] = true;
  return result;
}

/// Returns the dimensions, most major first, in the order in which Morello
/// first names a piece of them with more than one value. Dimensions of extent
/// 1 may stand anywhere: where they are named or, if they are not, after the
/// dimension numbered before them, so that row-major stays row-major. `sizes`
/// are those of the pieces.
static Order getNaturalOrder(const MorelloLayout &layout,
                             llvm::ArrayRef<int64_t> sizes,
                             llvm::ArrayRef<bool> hasDigit) {
  Order order;
  for (auto [dim, size] : llvm::zip_equal(layout.dims, sizes))
    if ((size != 1 || !hasDigit[dim.dim]) &&
        !llvm::is_contained(order, dim.dim))
      order.push_back(dim.dim);
  for (int64_t dim : llvm::seq<int64_t>(0, hasDigit.size()))
    if (!llvm::is_contained(order, dim))
      order.insert(dim == 0 ? order.begin()
                            : std::next(llvm::find(order, dim - 1)),
                   dim);
  return order;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// True if the digits lie in this order without tiles.
static bool isInOrder(llvm::ArrayRef<PieceDigit> digits, const Order &order) {
  auto isBefore = [&](const PieceDigit &a, const PieceDigit &b) {
    if (a.dim == b.dim)
      return a.weight > b.weight;
    return llvm::find(order, a.dim) < llvm::find(order, b.dim);
  };
  return llvm::is_sorted(digits, isBefore);
}

static TileEntry getEntry(int64_t size, bool mayShrink) {
  return mayShrink ? TileEntry::getMin(size) : TileEntry::getSize(size);
}

/// Returns the tiles `(S)(2)(S/2,1)` if a strip of S lies innermost and the
/// rest needs no tiles; so a strip looks alike wherever Morello's own
/// enumeration puts one. The first tile is left out if nothing else of the
/// dimension is there to be split off.
static std::optional<llvm::SmallVector<Tile>>
getTilesOfInnermostStrip(llvm::ArrayRef<PieceDigit> digits,
                         const Order &order) {
  if (digits.size() < 2)
    return std::nullopt;
  const PieceDigit &low = digits[digits.size() - 2], &high = digits.back();
  bool isStrip = low.dim == high.dim && high.weight == 2 * low.weight;
  if (!isStrip || order.back() != high.dim)
    return std::nullopt;

  llvm::SmallVector<PieceDigit> withStrip(digits.drop_back(2));
  withStrip.push_back({high.dim, low.weight, 2 * high.size, high.mayShrink});
  if (!isInOrder(withStrip, order))
    return std::nullopt;

  llvm::SmallVector<Tile> tiles;
  if (withStrip.size() > 1 && withStrip[withStrip.size() - 2].dim == high.dim)
    tiles.push_back({getEntry(2 * high.size, high.mayShrink)});
  tiles.push_back({getEntry(2, low.mayShrink)});
  tiles.push_back({getEntry(high.size, high.mayShrink), TileEntry::getSize(1)});
  return tiles;
}

static llvm::SmallVector<Tile> getTiles(llvm::SmallVector<PieceDigit> digits,
                                        const Order &order) {
  if (auto tiles = getTilesOfInnermostStrip(digits, order))
    return *tiles;
  mergeDigits(digits);
  return findTiles(digits, order);
}

static size_t countEntries(llvm::ArrayRef<Tile> tiles) {
  size_t entries = 0;
  for (const Tile &tile : tiles)
    entries += tile.size();
  return entries;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Returns the layout whose physical order is that of the digits.
static Layout getLayoutOfDigits(const MorelloLayout &layout,
                                llvm::ArrayRef<int64_t> sizes,
                                llvm::SmallVector<PieceDigit> digits,
                                size_t rank) {
  llvm::SmallVector<bool> hasDigit = findDimsWithDigits(digits, rank);
  Order order = getNaturalOrder(layout, sizes, hasDigit);
  llvm::SmallVector<Tile> tiles = getTiles(digits, order);
  if (!tiles.empty()) {
    // A tile spends an entry on each dimension that lies inside what it moves;
    // those of extent 1 cost none when they stand in front.
    Order unitsFirst;
    for (bool withDigits : {false, true})
      for (int64_t dim : order)
        if (hasDigit[dim] == withDigits)
          unitsFirst.push_back(dim);
    llvm::SmallVector<Tile> shorter = getTiles(digits, unitsFirst);
    if (countEntries(shorter) < countEntries(tiles)) {
      order = std::move(unitsFirst);
      tiles = std::move(shorter);
    }
  }
  Layout result;
  result.minorToMajor.assign(order.rbegin(), order.rend());
  result.tiles.assign(tiles.begin(), tiles.end());
  return result;
}

Layout mlir::tiled_layout::getLayoutForAnyShape(const MorelloLayout &layout,
                                                size_t rank) {
  llvm::SmallVector<int64_t> sizes;
  for (const MorelloDim &dim : layout.dims)
    sizes.push_back(dim.isDynamic() ? kDynamic : dim.size);
  Layout result =
      getLayoutOfDigits(layout, sizes, getDigitsOnAnyShape(layout), rank);
  result.exact = !result.tiles.empty();
  return result;
}

Layout mlir::tiled_layout::getLayoutOnShape(const MorelloLayout &layout,
                                            llvm::ArrayRef<int64_t> extents) {
  return getLayoutOfDigits(layout, getMorelloPhysicalShape(layout, extents),
                           getDigits(layout, extents), extents.size());
}
