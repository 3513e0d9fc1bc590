//===- Blocks.cpp ---------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Interop/Blocks.h"

#include "../Refuse.h"
#include "BlockLevels.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Tiling.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::StringRef;

int64_t BlockedLayout::getBlockSize(int64_t dim) const {
  int64_t size = 1;
  for (const DimensionDigit &block : blocks)
    if (block.dim == dim)
      size *= block.size;
  return size;
}

//===----------------------------------------------------------------------===//
// From blocks to tiles
//===----------------------------------------------------------------------===//

void mlir::tiled_layout::splitBlocks(LevelBuilder &builder,
                                     ArrayRef<size_t> dimAxes,
                                     ArrayRef<DimensionDigit> blocks) {
  // What is left to split of each dimension: an axis and its blocks, most major
  // first.
  struct Rest {
    size_t axis;
    SmallVector<size_t> blocks;
  };
  SmallVector<Rest> rests;
  for (auto [dim, axis] : llvm::enumerate(dimAxes)) {
    Rest rest{axis, {}};
    for (auto [number, block] : llvm::enumerate(blocks))
      if (block.dim == static_cast<int64_t>(dim) && block.size > 1)
        rest.blocks.push_back(number);
    llvm::sort(rest.blocks, [&](size_t a, size_t b) {
      return blocks[a].weight > blocks[b].weight;
    });
    if (!rest.blocks.empty())
      rests.push_back(std::move(rest));
  }

  // Each level splits off all but the first block of every axis.
  SmallVector<size_t> axisOfBlock(blocks.size(), ~size_t(0));
  while (true) {
    SmallVector<LevelBuilder::Split> splits;
    SmallVector<Rest> next;
    for (const Rest &rest : rests) {
      axisOfBlock[rest.blocks.front()] = rest.axis;
      if (rest.blocks.size() == 1)
        continue;
      splits.push_back({rest.axis, blocks[rest.blocks.front()].weight});
      next.push_back({0, SmallVector<size_t>(llvm::drop_begin(rest.blocks))});
    }
    if (splits.empty())
      break;
    for (auto [rest, axis] : llvm::zip_equal(next, builder.split(splits)))
      rest.axis = axis;
    rests = std::move(next);
  }

  SmallVector<size_t> present = builder.getOrder(), blockAxes, order;
  for (size_t axis : axisOfBlock)
    if (axis != ~size_t(0))
      blockAxes.push_back(axis);
  if (llvm::is_sorted(blockAxes, [&](size_t a, size_t b) {
        return llvm::find(present, a) < llvm::find(present, b);
      }))
    return;
  for (size_t axis : present)
    if (!llvm::is_contained(blockAxes, axis))
      order.push_back(axis);
  order.append(blockAxes);
  builder.reorder(order);
}

Layout mlir::tiled_layout::getLayoutOfBlocks(const BlockedLayout &blocked) {
  size_t rank = blocked.outerDims.size();
  LevelBuilder builder(SmallVector<int64_t>(rank, kDynamic));
  // One level for the tiles, then what arranges each tile.
  SmallVector<LevelBuilder::Split> splits;
  SmallVector<int64_t> splitDims;
  for (auto [axis, dim] : llvm::enumerate(blocked.outerDims)) {
    int64_t size = blocked.getBlockSize(dim);
    if (size == 1)
      continue;
    splits.push_back({axis, size});
    splitDims.push_back(dim);
  }
  SmallVector<size_t> dimAxes(rank);
  for (auto [dim, axis] : llvm::zip_equal(splitDims, builder.split(splits)))
    dimAxes[dim] = axis;
  splitBlocks(builder, dimAxes, blocked.blocks);

  Layout layout;
  layout.minorToMajor.assign(blocked.outerDims.rbegin(),
                             blocked.outerDims.rend());
  layout.tiles.assign(builder.getTiles().begin(), builder.getTiles().end());
  return layout;
}

//===----------------------------------------------------------------------===//
// From tiles to blocks
//===----------------------------------------------------------------------===//

Error mlir::tiled_layout::checkOnlyTiles(const Layout &layout,
                                         ArrayRef<int64_t> extents,
                                         int64_t storageBits,
                                         StringRef notation) {
  if (layout.elementBits != 0 && layout.elementBits != storageBits)
    return refuse("{0} has no size of elements, but the layout has E({1})",
                  notation, layout.elementBits);
  if (layout.memorySpace != 0)
    return refuse("{0} has no memory space, but the layout has S({1})",
                  notation, layout.memorySpace);
  if (!layout.splits.empty())
    return refuse("{0} is for one memory, but the layout splits physical "
                  "dimension {1}",
                  notation, layout.splits.front().dimension);
  if (layout.metadataPrefixBytes != 0)
    return refuse("{0} has no metadata, but the layout has M({1})", notation,
                  layout.metadataPrefixBytes);
  if (layout.exact && llvm::is_contained(extents, kDynamic))
    return refuse("{0} pads, but the layout is exact on an extent that is not "
                  "known",
                  notation);
  Layout withoutTail = layout;
  withoutTail.tailPaddingAlignment = 1;
  int64_t elements = getElements(withoutTail, extents);
  if (layout.tailPaddingAlignment != 1 &&
      (elements == kDynamic || elements % layout.tailPaddingAlignment != 0))
    return refuse("{0} has no padding after the last tile, but the layout has "
                  "L({1})",
                  notation, layout.tailPaddingAlignment);
  return Error::success();
}

namespace {

/// An axis is a part of one dimension, or has extent 1 and no dimension.
struct BlockDomain {
  struct Axis : DimensionDigit {
    /// What is left of the dimension, as opposed to a block.
    bool isOuter = false;

    bool isUnit() const { return size == 1; }
  };

  Axis one() { return {}; }

  Axis merge(const Axis &major, const Axis &minor) {
    if (major.isUnit())
      return minor;
    if (minor.isUnit())
      return major;
    fail(llvm::formatv("'*' of level {0} merges dimensions {1} and {2}, which "
                       "{3} cannot say",
                       level, major.dim, minor.dim, notation));
    return minor;
  }

  std::pair<Axis, Axis> split(const Axis &axis, TileEntry entry) {
    int64_t size = getTileSize(entry, axis.size);
    if (size == kDynamic)
      fail(llvm::formatv("a tile of level {0} depends on the extent of "
                         "dimension {1}, which is not known",
                         level, axis.dim));
    if (size == 1 || !refusal.empty())
      return {axis, Axis()};
    if (axis.dim < 0)
      fail(llvm::formatv("tile size {0} of level {1} pads an axis of extent 1 "
                         "that is no dimension, which {2} cannot say",
                         size, level, notation));
    else if (!axis.isOuter && axis.size % size != 0)
      fail(llvm::formatv("tile size {0} of level {1} does not divide the {2} "
                         "values of dimension {3} in the tile around it",
                         size, level, axis.size, axis.dim));
    auto [outer, inner] = axis.split(size);
    return {Axis{outer, axis.isOuter}, Axis{inner, /*isOuter=*/false}};
  }

  void fail(std::string message) {
    if (refusal.empty())
      refusal = std::move(message);
  }

  StringRef notation;
  int64_t level = 0;
  std::string refusal;
};

} // namespace

/// Takes the list of axes apart into dimensions and, after them, blocks.
static BlockedLayout getBlocksOfAxes(ArrayRef<BlockDomain::Axis> axes,
                                     const Layout &layout) {
  BlockedLayout blocked;
  for (const BlockDomain::Axis &axis : axes) {
    if (axis.dim < 0)
      continue;
    if (!axis.isOuter) {
      if (!axis.isUnit())
        blocked.blocks.push_back(axis);
      continue;
    }
    // What is left of a dimension stays in front of what tiles split off.
    assert((axis.isUnit() || blocked.blocks.empty()) && "blocks come last");
    if (!llvm::is_contained(blocked.outerDims, axis.dim))
      blocked.outerDims.push_back(axis.dim);
  }
  // Merged away, since their extent is 1.
  for (int64_t dim : layout.minorToMajor)
    if (!llvm::is_contained(blocked.outerDims, dim))
      blocked.outerDims.push_back(dim);
  return blocked;
}

Expected<BlockedLayout>
mlir::tiled_layout::getBlockedLayout(const Layout &layout,
                                     ArrayRef<int64_t> extents,
                                     int64_t storageBits, StringRef notation) {
  if (Error error = checkOnlyTiles(layout, extents, storageBits, notation))
    return error;
  BlockDomain domain;
  domain.notation = notation;
  SmallVector<BlockDomain::Axis> axes;
  for (int64_t dim : llvm::reverse(layout.minorToMajor))
    axes.push_back({{dim, 1, extents[dim]}, /*isOuter=*/true});
  for (const Tile &tile : layout.tiles) {
    ++domain.level;
    applyTile(tile, axes, domain);
    if (!domain.refusal.empty())
      return refuse("{0}", domain.refusal);
  }
  return getBlocksOfAxes(axes, layout);
}
