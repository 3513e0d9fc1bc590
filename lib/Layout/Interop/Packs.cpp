//===- Packs.cpp ----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Interop/Packs.h"

#include "../Refuse.h"
#include "LevelBuilder.h"
#include "tiled_layout/Layout/Interop/Blocks.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;
using llvm::SmallVectorImpl;

//===----------------------------------------------------------------------===//
// One pack
//===----------------------------------------------------------------------===//

/// Returns the dimension in each place of the outer ones.
static SmallVector<int64_t> getOuterDims(const Pack &pack, size_t rank) {
  if (!pack.outerDimsPerm.empty())
    return pack.outerDimsPerm;
  return llvm::to_vector(llvm::seq<int64_t>(0, rank));
}

/// True if the dimensions are distinct and below the rank.
static bool areDims(ArrayRef<int64_t> dims, size_t rank) {
  SmallVector<bool> seen(rank, false);
  for (int64_t dim : dims) {
    if (dim < 0 || dim >= static_cast<int64_t>(rank) || seen[dim])
      return false;
    seen[dim] = true;
  }
  return true;
}

Error mlir::tiled_layout::checkPack(const Pack &pack, size_t rank) {
  if (!pack.outerDimsPerm.empty() &&
      (pack.outerDimsPerm.size() != rank || !areDims(pack.outerDimsPerm, rank)))
    return refuse("outer_dims_perm must be a permutation of the {0} "
                  "dimensions, but is {1}",
                  rank, extentsToString(pack.outerDimsPerm));
  if (!areDims(pack.innerDimsPos, rank))
    return refuse("inner_dims_pos must be distinct dimensions below {0}, but "
                  "is {1}",
                  rank, extentsToString(pack.innerDimsPos));
  if (pack.innerDimsPos.size() != pack.innerTiles.size())
    return refuse("{0} inner tiles are given for {1} dimensions",
                  pack.innerTiles.size(), pack.innerDimsPos.size());
  for (int64_t size : pack.innerTiles)
    if (size < 1)
      return refuse("inner tile must be at least 1, but is {0}", size);
  return Error::success();
}

SmallVector<int64_t>
mlir::tiled_layout::getPackedExtents(const Pack &pack,
                                     ArrayRef<int64_t> extents) {
  SmallVector<int64_t> counts(extents);
  for (auto [dim, size] : llvm::zip_equal(pack.innerDimsPos, pack.innerTiles))
    if (counts[dim] != kDynamic)
      counts[dim] = ceilDivide(counts[dim], size);
  SmallVector<int64_t> packed;
  for (int64_t dim : getOuterDims(pack, extents.size()))
    packed.push_back(counts[dim]);
  packed.append(pack.innerTiles);
  return packed;
}

//===----------------------------------------------------------------------===//
// From packs to a layout
//===----------------------------------------------------------------------===//

/// Applies a pack to the axes that are the dimensions of what it takes; returns
/// those of its result.
static SmallVector<size_t> applyPack(LevelBuilder &builder, const Pack &pack,
                                     ArrayRef<size_t> axes) {
  SmallVector<LevelBuilder::Split> splits;
  for (auto [dim, size] : llvm::zip_equal(pack.innerDimsPos, pack.innerTiles))
    splits.push_back({axes[dim], size});
  SmallVector<size_t> inner = builder.split(splits);

  SmallVector<size_t> result;
  for (int64_t dim : getOuterDims(pack, axes.size()))
    result.push_back(axes[dim]);
  result.append(inner);
  builder.reorder(result);
  return result;
}

PackedLayout mlir::tiled_layout::getLayoutOfPacks(ArrayRef<Pack> packs,
                                                  ArrayRef<int64_t> extents) {
  Layout layout = Layout::getRowMajor(extents.size());
  SmallVector<int64_t> order =
      getOuterDims(packs.empty() ? Pack() : packs.front(), extents.size());
  layout.minorToMajor.assign(order.rbegin(), order.rend());
  SmallVector<int64_t> ordered;
  for (int64_t dim : order)
    ordered.push_back(extents[dim]);
  LevelBuilder builder(ordered);
  SmallVector<size_t> axes = builder.getOrder();
  for (auto [number, pack] : llvm::enumerate(packs)) {
    if (number != 0) {
      axes = applyPack(builder, pack, axes);
      continue;
    }
    // The outer permutation of the first pack is the order of the dimensions.
    Pack ordinary = pack;
    ordinary.outerDimsPerm.clear();
    for (int64_t &dim : ordinary.innerDimsPos)
      dim = llvm::find(order, dim) - order.begin();
    axes = applyPack(builder, ordinary, axes);
  }
  layout.tiles.assign(builder.getTiles().begin(), builder.getTiles().end());
  return {std::move(layout), builder.getPlaces()};
}

//===----------------------------------------------------------------------===//
// From a layout to packs
//===----------------------------------------------------------------------===//

bool PackStep::hasReshape() const {
  return llvm::any_of(reshape,
                      [](const auto &axes) { return axes.size() != 1; });
}

namespace {

/// Follows a layout level by level.
class PackChainBuilder {
public:
  PackChainBuilder(const Layout &layout, ArrayRef<int64_t> extents)
      : layout(layout), isExact(layout.exact) {
    for (int64_t dim : llvm::reverse(layout.minorToMajor)) {
      axes.push_back({dim, extents[dim]});
      pendingOrder.push_back(dim);
    }
    if (llvm::is_sorted(pendingOrder))
      pendingOrder.clear();
  }

  Expected<PackChain> run() {
    for (auto [number, tile] : llvm::enumerate(layout.tiles))
      if (Error error = addLevel(tile, number + 1))
        return error;
    if (!pendingOrder.empty())
      transpose();
    for (auto [place, axis] : llvm::enumerate(axes))
      if (axis.dim >= 0)
        chain.keptAxes.push_back(place);
    return std::move(chain);
  }

private:
  /// An axis of the layout: a dimension of the array so far, or of extent 1
  /// and none.
  struct Axis {
    int64_t dim = -1;
    int64_t extent = 1;
  };

  /// Axes that one tile entry acts on.
  struct Group {
    Axis axis;
    int64_t size;
  };

  /// Packs nothing, but brings the dimensions into the layout's order.
  void transpose() {
    PackStep step;
    for (int64_t dim = 0, rank = pendingOrder.size(); dim < rank; ++dim)
      step.reshape.push_back({dim});
    step.pack.outerDimsPerm = std::move(pendingOrder);
    pendingOrder.clear();
    chain.steps.push_back(std::move(step));
    number(axes);
  }

  /// Numbers the dimensions of the array by their places.
  static void number(SmallVectorImpl<Axis> &axes) {
    int64_t dim = 0;
    for (Axis &axis : axes)
      if (axis.dim >= 0)
        axis.dim = dim++;
  }

  Error addLevel(const Tile &tile, int64_t level) {
    while (axes.size() < tile.size())
      axes.insert(axes.begin(), Axis());
    size_t untouched = axes.size() - tile.size();
    bool needsReshape = llvm::any_of(
        tile, [](const TileEntry &entry) { return entry.isCombine(); });
    for (auto [axis, entry] :
         llvm::zip_equal(llvm::drop_begin(axes, untouched), tile))
      needsReshape |= axis.dim < 0 && entry != TileEntry::getSize(1);
    if (needsReshape && !pendingOrder.empty())
      transpose();

    PackStep step;
    if (pendingOrder.empty())
      for (const Axis &axis : llvm::ArrayRef(axes).take_front(untouched))
        if (axis.dim >= 0)
          step.reshape.push_back({axis.dim});
    SmallVector<Group> groups;
    for (size_t i = 0; i < tile.size(); ++i)
      if (Error error = addGroup(tile, untouched, i, level, step, groups))
        return error;
    finishLevel(untouched, groups, std::move(step));
    return Error::success();
  }

  /// Reads the entries of a tile up to the next one that is not `*`.
  Error addGroup(const Tile &tile, size_t untouched, size_t &i, int64_t level,
                 PackStep &step, SmallVectorImpl<Group> &groups) {
    SmallVector<int64_t> dims;
    int64_t extent = 1;
    for (;; ++i) {
      const Axis &axis = axes[untouched + i];
      if (axis.dim >= 0)
        dims.push_back(axis.dim);
      extent = extent == kDynamic || axis.extent == kDynamic
                   ? kDynamic
                   : extent * axis.extent;
      if (!tile[i].isCombine())
        break;
    }
    int64_t size = getTileSize(tile[i], extent);
    if (size == kDynamic)
      return refuse("tile {0} of level {1} depends on an extent that is not "
                    "known, which linalg.pack cannot say",
                    toString(tile), level);
    step.mayPad |= !isExact && (extent == kDynamic || extent % size != 0);
    bool isUnit = dims.empty() && size == 1;
    Axis axis{-1, extent};
    if (!isUnit) {
      // With an order to come, dimensions keep their own numbers; else they
      // are numbered by their places.
      axis.dim = pendingOrder.empty() ? step.reshape.size() : dims.front();
      if (pendingOrder.empty())
        step.reshape.push_back(std::move(dims));
    }
    groups.push_back({axis, size});
    return Error::success();
  }

  void finishLevel(size_t untouched, ArrayRef<Group> groups, PackStep step) {
    SmallVector<Axis> inner;
    axes.truncate(untouched);
    for (Group group : groups) {
      inner.push_back({});
      if (group.size != 1) {
        step.pack.innerDimsPos.push_back(group.axis.dim);
        step.pack.innerTiles.push_back(group.size);
        inner.back() = {0, group.size};
        if (group.axis.extent != kDynamic)
          group.axis.extent = ceilDivide(group.axis.extent, group.size);
      }
      axes.push_back(group.axis);
    }
    axes.append(inner);
    bool packs = !step.pack.innerTiles.empty();
    if (packs && !pendingOrder.empty()) {
      for (int64_t dim = 0, rank = pendingOrder.size(); dim < rank; ++dim)
        step.reshape.push_back({dim});
      step.pack.outerDimsPerm = std::move(pendingOrder);
      pendingOrder.clear();
    }
    if (packs || step.hasReshape())
      chain.steps.push_back(std::move(step));
    if (pendingOrder.empty())
      number(axes);
  }

  const Layout &layout;
  bool isExact;
  SmallVector<Axis> axes;
  /// The order of the dimensions, if it is not yet that of the array.
  SmallVector<int64_t> pendingOrder;
  PackChain chain;
};

} // namespace

static constexpr llvm::StringLiteral notation = "linalg.pack";

/// A chain may be exact on an extent that is not known: it then does not pad.
Expected<PackChain> mlir::tiled_layout::getPackChain(const Layout &layout,
                                                     ArrayRef<int64_t> extents,
                                                     int64_t storageBits) {
  Layout padding = layout;
  padding.exact = false;
  if (Error error = checkOnlyTiles(padding, extents, storageBits, notation))
    return error;
  return PackChainBuilder(layout, extents).run();
}

Expected<SmallVector<Pack>>
mlir::tiled_layout::getPacks(const Layout &layout, ArrayRef<int64_t> extents,
                             int64_t storageBits) {
  if (Error error = checkOnlyTiles(layout, extents, storageBits, notation))
    return error;
  Expected<PackChain> chain = getPackChain(layout, extents, storageBits);
  if (!chain)
    return chain.takeError();
  SmallVector<Pack> packs;
  for (const PackStep &step : chain->steps) {
    for (const auto &dims : step.reshape)
      if (dims.size() != 1)
        return llvm::createStringError(
            dims.empty()
                ? "a tile pads an axis of extent 1 that is no dimension, which "
                  "linalg.pack cannot say"
                : "'*' merges dimensions, which linalg.pack cannot say");
    packs.push_back(step.pack);
  }
  return packs;
}
