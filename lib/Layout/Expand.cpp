//===- Expand.cpp - Layouts of arrays with dimensions taken apart ---------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reshape.h"

#include "tiled_layout/Layout/Tiling.h"
#include "tiled_layout/Layout/Views.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::reshape;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// Applies the tiles of an array and writes down those of its expansion.
class ExpandDomain {
public:
  struct Axis : Group {
    /// Axes of the array that were merged, or parts that no tile can be cut
    /// along, lie under `*`.
    bool isCombined = false;
  };

  Axis one() { return Axis{Group{{1}, -1}}; }

  Axis merge(Axis major, const Axis &minor) {
    major.extents.append(minor.extents);
    major.dimension = std::max(major.dimension, minor.dimension);
    major.isCombined = true;
    return major;
  }

  std::pair<Axis, Axis> split(const Axis &axis, TileEntry entry) {
    int64_t extent = axis.getExtent();
    int64_t size = getTileSize(entry, extent);
    bool isSingle = axis.extents.size() == 1;
    if (size == kDynamic && !isSingle)
      violation = {ViewViolation::Kind::Extent, axis.dimension};
    if (size == kDynamic)
      return emitSingle(axis, entry, kDynamic, kDynamic);
    if (isSingle)
      return emitSingle(axis, entry, divide(extent, size), size);
    if (!axis.isCombined)
      if (auto cut = findCut(axis.extents, size))
        return emitParts(axis, cut->first, cut->second);
    if (!axis.isCombined &&
        llvm::is_contained(llvm::drop_begin(axis.extents), kDynamic))
      violation = {ViewViolation::Kind::Tile, axis.dimension, kDynamic, size};
    tile.append(axis.extents.size() - 1, TileEntry::getCombine());
    return emitSingle(axis, TileEntry::getSize(size), divide(extent, size),
                      size);
  }

  Tile takeTile() { return std::exchange(tile, {}); }

  std::optional<ViewViolation> violation;

private:
  /// Returns the part that a tile cuts, and the tile's size there.
  static std::optional<std::pair<size_t, int64_t>>
  findCut(ArrayRef<int64_t> extents, int64_t size) {
    for (size_t part = extents.size() - 1; part > 0; --part) {
      int64_t extent = extents[part];
      // Parts of 1 in front leave this one as it was, whatever its extent.
      if (llvm::all_of(extents.take_front(part),
                       [](int64_t outer) { return outer == 1; }))
        return std::make_pair(part, size);
      if (extent == kDynamic || extent == 0) {
        // A multiple that is not known holds tiles of 1 only.
        if (size == 1)
          return std::make_pair(part, size);
        return std::nullopt;
      }
      if (extent % size == 0)
        return std::make_pair(part, size);
      if (size % extent != 0)
        return std::nullopt;
      size /= extent;
    }
    return std::make_pair(size_t(0), size);
  }

  std::pair<Axis, Axis> emitSingle(const Axis &axis, TileEntry entry,
                                   int64_t outer, int64_t inner) {
    tile.push_back(entry);
    return {Axis{Group{{outer}, axis.dimension}},
            Axis{Group{{inner}, axis.dimension}}};
  }

  std::pair<Axis, Axis> emitParts(const Axis &axis, size_t cut, int64_t size) {
    for (size_t i = 0; i < axis.extents.size(); ++i)
      tile.push_back(TileEntry::getSize(i < cut    ? 1
                                        : i == cut ? size
                                                   : axis.extents[i]));
    auto [outer, inner] = splitGroup(axis, cut, size);
    return {Axis{outer}, Axis{inner}};
  }

  Tile tile;
};

} // namespace

llvm::Expected<ViewLayout>
mlir::tiled_layout::getExpandedLayout(const Layout &layout,
                                      ArrayRef<int64_t> strides,
                                      ArrayRef<SmallVector<int64_t, 2>> groups,
                                      ArrayRef<int64_t> expandedExtents) {
  ViewLayout result;
  copyReshapeProperties(layout, result.layout);
  ExpandDomain domain;
  SmallVector<ExpandDomain::Axis> axes;
  for (int64_t dim : llvm::reverse(layout.minorToMajor)) {
    ExpandDomain::Axis axis;
    axis.dimension = dim;
    for (int64_t part : groups[dim])
      axis.extents.push_back(expandedExtents[part]);
    assert(!axis.extents.empty() && "a dimension becomes at least one");
    axes.push_back(axis);
  }
  for (int64_t dim : layout.minorToMajor)
    for (int64_t part : llvm::reverse(groups[dim]))
      result.layout.minorToMajor.push_back(part);
  for (const SplitConfig &split : layout.splits) {
    size_t parts = 0;
    for (const Group &group : llvm::ArrayRef(axes).take_front(split.dimension))
      parts += group.extents.size();
    // The edges of its parts are no indices of one dimension any more.
    if (axes[split.dimension].extents.size() != 1)
      return llvm::make_error<ViewViolation>(ViewViolation::Kind::Tile,
                                             axes[split.dimension].dimension);
    result.layout.splits.push_back(
        {static_cast<int64_t>(parts), split.indices});
  }

  for (const Tile &tile : layout.tiles) {
    applyTile(tile, axes, domain);
    if (domain.violation)
      return llvm::make_error<ViewViolation>(*domain.violation);
    result.layout.tiles.push_back(domain.takeTile());
  }
  for (auto [number, axis] : llvm::enumerate(axes)) {
    SmallVector<int64_t> factors;
    int64_t factor = 1;
    for (int64_t extent : llvm::reverse(axis.extents)) {
      factors.push_back(factor);
      factor = multiplyKnown(factor, extent);
    }
    for (int64_t known : llvm::reverse(factors)) {
      result.axes.push_back(number);
      result.factors.push_back(known);
      result.strides.push_back(multiplyKnown(strides[number], known));
    }
  }
  return result;
}
