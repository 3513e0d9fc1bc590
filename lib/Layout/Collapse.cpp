//===- Collapse.cpp - Layouts of arrays with dimensions put together ------===//
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
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;

namespace {

/// One level of a tile over an array whose axes become groups.
class CollapseLevel {
public:
  CollapseLevel(Groups &groups, const Tile &tile)
      : groups(groups), tile(tile) {}

  /// Replaces the groups by those after the level and returns its tile.
  Expected<Tile> run() {
    size_t parts = countParts(groups);
    for (; parts < tile.size(); ++parts)
      groups.insert(groups.begin(), Group{{1}, -1});
    size_t untouched = parts - tile.size(), first = 0;
    // The tile covers whole groups, but perhaps for the first one.
    while (first < groups.size() && untouched >= groups[first].extents.size())
      untouched -= groups[first++].extents.size();
    // To be cut by 1 is to be left alone, but for an inner part of extent 1.
    entries.assign(untouched, TileEntry::getSize(1));
    entries.append(tile.begin(), tile.end());

    ArrayRef<TileEntry> rest = entries;
    for (size_t group = first; group < groups.size();) {
      size_t last = group, size = groups[group].extents.size();
      // Groups that `*` merges are split together.
      while (rest[size - 1].isCombine())
        size += groups[++last].extents.size();
      if (Error error = split(group, last, rest.take_front(size)))
        return error;
      rest = rest.drop_front(size);
      group = last + 1;
    }
    Group &partial = inner.front();
    partial.extents.erase(partial.extents.begin(),
                          partial.extents.begin() + untouched);
    groups.truncate(first);
    groups.append(outer);
    groups.append(inner);
    return std::move(result);
  }

private:
  Error split(size_t first, size_t last, ArrayRef<TileEntry> sizes) {
    bool hasCombine =
        llvm::any_of(sizes, [](TileEntry entry) { return entry.isCombine(); });
    if (hasCombine || sizes.size() == 1)
      return splitCombined(first, last, sizes);
    const Group &group = groups[first];
    // From the most minor part: covered, cut, left alone.
    size_t cut = sizes.size() - 1;
    int64_t covered = 1;
    auto getSize = [&](size_t part) {
      return getTileSize(sizes[part], group.extents[part]);
    };
    while (cut > 0 && getSize(cut) == group.extents[cut] &&
           group.extents[cut] != kDynamic && group.extents[cut] != 0)
      covered *= group.extents[cut--];
    int64_t size = getSize(cut);
    // Parts of 1 in front leave the cut one as it was, whatever its extent.
    bool isFirst = llvm::all_of(ArrayRef(group.extents).take_front(cut),
                                [](int64_t outer) { return outer == 1; });
    bool divides = size == 1 || isFirst ||
                   (group.extents[cut] != kDynamic && size != kDynamic &&
                    group.extents[cut] % size == 0);
    for (size_t part = 0; part < cut; ++part)
      divides &= getSize(part) == 1;
    if (size == kDynamic || !divides)
      return llvm::make_error<ViewViolation>(ViewViolation::Kind::Tile,
                                             group.dimension, kDynamic, size);
    result.push_back(TileEntry::getSize(covered * size));
    auto [outerPart, innerPart] = splitGroup(group, cut, size);
    outer.push_back(outerPart);
    inner.push_back(innerPart);
    return Error::success();
  }

  /// Splits groups that are single or merge whole.
  Error splitCombined(size_t first, size_t last, ArrayRef<TileEntry> sizes) {
    if (!llvm::all_of(sizes.drop_back(),
                      [](TileEntry entry) { return entry.isCombine(); }))
      return llvm::make_error<ViewViolation>(ViewViolation::Kind::Combined,
                                             groups[last].dimension, kDynamic,
                                             kDynamic);
    Group all{{}, groups[last].dimension};
    for (size_t group = first; group <= last; ++group)
      all.extents.append(groups[group].extents);
    int64_t size = getTileSize(sizes.back(), all.getExtent());
    result.append(last - first, TileEntry::getCombine());
    result.push_back(size == kDynamic ? sizes.back()
                     : sizes.back().dependsOnExtent()
                         ? sizes.back()
                         : TileEntry::getSize(size));
    bool isKnown = size != kDynamic;
    outer.push_back(
        {{isKnown ? divide(all.getExtent(), size) : kDynamic}, all.dimension});
    inner.push_back({{size}, all.dimension});
    return Error::success();
  }

  Groups &groups;
  const Tile &tile;
  SmallVector<TileEntry> entries;
  Groups outer, inner;
  Tile result;
};

} // namespace

/// Checks that the dimensions of each group follow each other in memory and
/// returns the groups in physical order.
static Error orderGroups(const Layout &layout, ArrayRef<int64_t> extents,
                         ArrayRef<SmallVector<int64_t, 2>> groups,
                         Groups &ordered, Layout &result) {
  SmallVector<int64_t> groupOf(extents.size(), -1);
  // MLIR's verifier does not see all groups that name no dimension.
  for (auto [number, group] : llvm::enumerate(groups))
    for (int64_t dim : group) {
      if (dim < 0 || dim >= static_cast<int64_t>(extents.size()))
        return llvm::make_error<ViewViolation>(ViewViolation::Kind::Order, 0);
      groupOf[dim] = number;
    }
  if (llvm::is_contained(groupOf, -1))
    return llvm::make_error<ViewViolation>(ViewViolation::Kind::Order, 0);
  SmallVector<int64_t, 6> majorToMinor;
  for (int64_t dim : llvm::reverse(layout.minorToMajor)) {
    int64_t group = groupOf[dim];
    ArrayRef<int64_t> members = groups[group];
    if (dim == members.front()) {
      majorToMinor.push_back(group);
      ordered.push_back({{}, dim});
    }
    if (majorToMinor.empty() || majorToMinor.back() != group ||
        members[ordered.back().extents.size()] != dim)
      return llvm::make_error<ViewViolation>(ViewViolation::Kind::Order, dim);
    ordered.back().extents.push_back(extents[dim]);
  }
  result.minorToMajor.assign(majorToMinor.rbegin(), majorToMinor.rend());
  return Error::success();
}

/// Returns the part whose stride is that of the combined index of a group, or
/// nothing if the parts are not known to follow each other.
static std::optional<size_t> findStridePart(const Group &group,
                                            ArrayRef<int64_t> strides,
                                            bool isContiguous) {
  std::optional<size_t> found;
  int64_t expected = kDynamic;
  for (size_t part = group.extents.size(); part-- > 0;) {
    if (group.extents[part] == 1)
      continue;
    if (!found)
      found = part;
    else if (!isContiguous &&
             (expected == kDynamic || strides[part] != expected))
      return std::nullopt;
    expected = multiplyKnown(strides[part], group.extents[part]);
  }
  return found.value_or(group.extents.size() - 1);
}

Expected<ViewLayout> mlir::tiled_layout::getCollapsedLayout(
    const Layout &layout, ArrayRef<int64_t> extents, ArrayRef<int64_t> strides,
    ArrayRef<SmallVector<int64_t, 2>> groups) {
  ViewLayout result;
  copyReshapeProperties(layout, result.layout);
  Groups axes;
  // Nothing says where dimensions go that make up none.
  if (groups.empty() && !extents.empty())
    return llvm::make_error<ViewViolation>(ViewViolation::Kind::Order, 0);
  if (Error error = orderGroups(layout, extents, groups, axes, result.layout))
    return error;
  for (const SplitConfig &split : layout.splits) {
    size_t group = 0, parts = split.dimension;
    while (parts >= axes[group].extents.size())
      parts -= axes[group++].extents.size();
    if (axes[group].extents.size() != 1)
      return llvm::make_error<ViewViolation>(ViewViolation::Kind::Tile,
                                             axes[group].dimension);
    result.layout.splits.push_back(
        {static_cast<int64_t>(group), split.indices});
  }

  for (const Tile &tile : layout.tiles) {
    Expected<Tile> level = CollapseLevel(axes, tile).run();
    if (!level)
      return level.takeError();
    result.layout.tiles.push_back(std::move(*level));
  }
  // The parts of an array that stands on its own follow each other.
  bool isContiguous =
      strides == ArrayRef<int64_t>(getPhysicalStrides(layout, extents));
  size_t first = 0;
  for (const Group &axis : axes) {
    std::optional<size_t> part = findStridePart(
        axis, strides.slice(first, axis.extents.size()), isContiguous);
    if (!part)
      return llvm::make_error<ViewViolation>(ViewViolation::Kind::Dynamic,
                                             axis.dimension);
    result.axes.push_back(first + *part);
    result.factors.push_back(1);
    result.strides.push_back(strides[first + *part]);
    first += axis.extents.size();
  }
  return result;
}
