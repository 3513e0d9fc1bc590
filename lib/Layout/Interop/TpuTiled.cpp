//===- TpuTiled.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Interop/TpuTiled.h"

#include "../Refuse.h"
#include "../TextCursor.h"
#include "BlockLevels.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

static constexpr llvm::StringLiteral notation = "#tpu.tiled";

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

Expected<TpuTiledLayout> mlir::tiled_layout::parseTpuTiled(StringRef text,
                                                           size_t &offset) {
  TextCursor cursor(text, {}, offset);
  TpuTiledLayout tiled;
  if (Error error = cursor.expect("#tpu.tiled", "before a layout of Mosaic"))
    return error;
  if (Error error = cursor.expect("<", "after '#tpu.tiled'"))
    return error;
  while (cursor.consume("("))
    if (Error error = cursor.integers(")", tiled.tiles.emplace_back()))
      return error;
  if (Error error = cursor.expect(",", "after the tiles"))
    return error;
  if (Error error = cursor.expect("[", "before the tile strides"))
    return error;
  if (Error error = cursor.integers("]", tiled.tileStrides))
    return error;
  if (Error error = cursor.expect(">", "after the tile strides"))
    return error;
  offset = cursor.getOffset();
  return tiled;
}

std::string mlir::tiled_layout::toString(const TpuTiledLayout &tiled) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << notation << '<';
  for (const auto &tile : tiled.tiles) {
    os << '(';
    llvm::interleave(tile, os, ",");
    os << ')';
  }
  os << ",[";
  llvm::interleave(tiled.tileStrides, os, ",");
  os << "]>";
  return text;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Checks that further tiles cut the first one, and evenly.
static Error checkTiles(ArrayRef<SmallVector<int64_t>> tiles, size_t rank) {
  for (const auto &tile : tiles)
    for (int64_t size : tile)
      if (size < 1)
        return refuse("tile size must be at least 1, but is {0}", size);
  if (tiles.empty())
    return Error::success();
  if (tiles.front().size() > rank)
    return refuse("the first tile has {0} dimensions, but the array has rank "
                  "{1}",
                  tiles.front().size(), rank);
  int64_t elements = 1;
  for (int64_t size : tiles.front())
    if (llvm::MulOverflow(elements, size, elements))
      return refuse("the first tile has more than 2^63 - 1 elements");
  SmallVector<int64_t> inside(tiles.front());
  for (const auto &tile : tiles.drop_front()) {
    if (tile.size() > inside.size())
      return refuse("a further tile has {0} dimensions, but the inside of the "
                    "first one has {1}",
                    tile.size(), inside.size());
    size_t first = inside.size() - tile.size();
    for (auto [extent, size] : llvm::zip_equal(
             llvm::MutableArrayRef(inside).drop_front(first), tile)) {
      if (extent % size != 0)
        return refuse("tile size {0} does not divide {1} values in the first "
                      "tile",
                      size, extent);
      extent /= size;
    }
    inside.append(tile);
  }
  return Error::success();
}

/// Returns the tiles of each dimension, `kDynamic` where unknown.
static SmallVector<int64_t> getCounts(ArrayRef<int64_t> extents,
                                      ArrayRef<int64_t> firstTile) {
  SmallVector<int64_t> counts(extents);
  for (auto [count, size] : llvm::zip_equal(
           llvm::MutableArrayRef(counts).take_back(firstTile.size()),
           firstTile))
    if (count != kDynamic)
      count = ceilDivide(count, size);
  return counts;
}

/// Returns the dimensions by stride, most major first, or the first stride that
/// does not continue the ones inside it.
static Expected<SmallVector<int64_t>> getOuterOrder(ArrayRef<int64_t> strides,
                                                    ArrayRef<int64_t> counts) {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, counts.size()));
  // A dimension of one tile can have any stride.
  llvm::sort(order, [&](int64_t a, int64_t b) {
    return std::pair(-strides[a], a) < std::pair(-strides[b], b);
  });
  int64_t expected = 1;
  for (int64_t dim : llvm::reverse(order)) {
    if (counts[dim] == 1)
      continue;
    if (strides[dim] < 1)
      return refuse("stride {0} of dimension {1} must be at least 1",
                    strides[dim], dim);
    if (expected == kDynamic)
      return refuse("stride {0} of dimension {1} lies outside a dimension "
                    "whose extent is not known",
                    strides[dim], dim);
    if (strides[dim] != expected)
      return refuse("stride {0} of dimension {1} must be {2}, since a layout "
                    "has no gaps between tiles and no overlaps",
                    strides[dim], dim, expected);
    if (counts[dim] == kDynamic)
      expected = kDynamic;
    else if (llvm::MulOverflow(expected, std::max<int64_t>(counts[dim], 1),
                               expected))
      return refuse("the array has more than 2^63 - 1 tiles");
  }
  return order;
}

//===----------------------------------------------------------------------===//
// To a layout
//===----------------------------------------------------------------------===//

/// Adds the levels of the tiles to a list of axes that begins with the
/// dimensions in `order`.
static void addTiles(LevelBuilder &builder,
                     ArrayRef<SmallVector<int64_t>> tiles,
                     ArrayRef<int64_t> order) {
  int64_t rank = order.size(), first = rank - tiles.front().size();
  SmallVector<LevelBuilder::Split> splits;
  for (auto [number, size] : llvm::enumerate(tiles.front())) {
    int64_t dim = first + number;
    size_t axis = llvm::find(order, dim) - order.begin();
    splits.push_back({axis, size});
  }
  // The inside of the first tile, in the order of Mosaic's list.
  SmallVector<size_t> inside = builder.split(splits);
  SmallVector<size_t> all = llvm::to_vector(llvm::seq<size_t>(0, rank));
  all.append(inside);
  builder.reorder(all);
  for (const auto &tile : tiles.drop_front()) {
    splits.clear();
    for (auto [axis, size] :
         llvm::zip_equal(ArrayRef(inside).take_back(tile.size()), tile))
      splits.push_back({axis, size});
    inside.append(builder.split(splits));
  }
}

Expected<Layout> mlir::tiled_layout::getLayout(const TpuTiledLayout &tiled,
                                               ArrayRef<int64_t> extents) {
  if (tiled.tileStrides.size() != extents.size())
    return refuse("there are {0} tile strides, but the array has rank {1}",
                  tiled.tileStrides.size(), extents.size());
  if (Error error = checkTiles(tiled.tiles, extents.size()))
    return error;
  ArrayRef<int64_t> firstTile;
  if (!tiled.tiles.empty())
    firstTile = tiled.tiles.front();
  Expected<SmallVector<int64_t>> order =
      getOuterOrder(tiled.tileStrides, getCounts(extents, firstTile));
  if (!order)
    return order.takeError();
  SmallVector<int64_t> ordered;
  for (int64_t dim : *order)
    ordered.push_back(extents[dim]);
  LevelBuilder builder(ordered);
  if (!tiled.tiles.empty())
    addTiles(builder, tiled.tiles, *order);
  Layout layout;
  layout.minorToMajor.assign(order->rbegin(), order->rend());
  layout.tiles.assign(builder.getTiles().begin(), builder.getTiles().end());
  return layout;
}

//===----------------------------------------------------------------------===//
// From a layout
//===----------------------------------------------------------------------===//

/// Returns the tiles that leave the blocks in their order: one around all
/// blocks, and those that arrange them.
static SmallVector<SmallVector<int64_t>>
getTiles(const BlockedLayout &blocked) {
  int64_t rank = blocked.outerDims.size(), first = rank;
  for (const DimensionDigit &block : blocked.blocks)
    first = std::min(first, block.dim);
  if (first == rank)
    return {};
  SmallVector<SmallVector<int64_t>> tiles(1);
  SmallVector<size_t> dimAxes(rank);
  for (int64_t dim = first; dim < rank; ++dim) {
    dimAxes[dim] = dim - first;
    tiles.front().push_back(blocked.getBlockSize(dim));
  }
  LevelBuilder builder(tiles.front());
  splitBlocks(builder, dimAxes, blocked.blocks);
  for (const Tile &tile : builder.getTiles())
    tiles.push_back(llvm::map_to_vector(
        tile, [](const TileEntry &entry) { return entry.size; }));
  return tiles;
}

Expected<TpuTiledLayout>
mlir::tiled_layout::getTpuTiled(const Layout &layout, ArrayRef<int64_t> extents,
                                int64_t storageBits) {
  Expected<BlockedLayout> blocked =
      getBlockedLayout(layout, extents, storageBits, notation);
  if (!blocked)
    return blocked.takeError();
  TpuTiledLayout tiled{getTiles(*blocked), {}};
  ArrayRef<int64_t> firstTile;
  if (!tiled.tiles.empty())
    firstTile = tiled.tiles.front();
  SmallVector<int64_t> counts = getCounts(extents, firstTile);
  tiled.tileStrides.resize(extents.size());
  int64_t stride = 1;
  for (int64_t dim : llvm::reverse(blocked->outerDims)) {
    if (stride == kDynamic)
      return refuse("the stride of dimension {0} depends on an extent that is "
                    "not known, and {1} has none but constants",
                    dim, notation);
    tiled.tileStrides[dim] = stride;
    stride = counts[dim] == kDynamic
                 ? kDynamic
                 : stride * std::max<int64_t>(counts[dim], 1);
  }
  return tiled;
}
