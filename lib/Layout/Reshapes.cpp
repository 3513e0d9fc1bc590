//===- Reshapes.cpp - Layouts of expanded and collapsed arrays ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both directions walk through the levels with one list: an axis of the array
// with few dimensions is a group of consecutive axes of the one with many, its
// row-major index the combined one. A tile of the group is a tile for each of
// its parts: from the most minor one, parts that it covers, one that it cuts,
// and parts that it leaves alone.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Tiling.h"
#include "tiled_layout/Layout/Views.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// The axes of the array with many dimensions that make up one axis of the
/// array with few, most major first.
struct Group {
  SmallVector<int64_t, 2> extents;
  /// The dimension of the array that is reshaped, for messages.
  int64_t dimension = -1;

  /// The product of the extents, or `kDynamic`.
  int64_t getExtent() const {
    int64_t product = 1;
    for (int64_t extent : extents) {
      if (extent == kDynamic || llvm::MulOverflow(product, extent, product))
        return kDynamic;
    }
    return product;
  }
};

using Groups = SmallVector<Group>;

/// Returns how many parts a list of groups has.
size_t countParts(ArrayRef<Group> groups) {
  size_t parts = 0;
  for (const Group &group : groups)
    parts += group.extents.size();
  return parts;
}

int64_t divide(int64_t extent, int64_t size) {
  return extent == kDynamic ? kDynamic : ceilDivide(extent, size);
}

/// Returns the outer and the inner parts of a group of which part `cut` is
/// split by `size`, those after it are covered and those before it left alone.
std::pair<Group, Group> splitGroup(const Group &group, size_t cut,
                                   int64_t size) {
  Group outer = group, inner = group;
  for (size_t i = 0; i < group.extents.size(); ++i) {
    if (i < cut)
      inner.extents[i] = 1;
    else if (i > cut)
      outer.extents[i] = 1;
  }
  outer.extents[cut] = divide(group.extents[cut], size);
  inner.extents[cut] = size;
  return {outer, inner};
}

} // namespace

//===----------------------------------------------------------------------===//
// Expansion
//===----------------------------------------------------------------------===//

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

/// Copies what a reshape leaves as it is.
static void copyProperties(const Layout &from, Layout &to) {
  to.tailPaddingAlignment = from.tailPaddingAlignment;
  to.elementBits = from.elementBits;
  to.memorySpace = from.memorySpace;
  to.metadataPrefixBytes = from.metadataPrefixBytes;
  to.exact = from.exact;
}

std::variant<ViewLayout, ViewViolation>
mlir::tiled_layout::getExpandedLayout(const Layout &layout,
                                      ArrayRef<int64_t> strides,
                                      ArrayRef<SmallVector<int64_t, 2>> groups,
                                      ArrayRef<int64_t> expandedExtents) {
  ViewLayout result;
  copyProperties(layout, result.layout);
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
      return ViewViolation{ViewViolation::Kind::Tile,
                           axes[split.dimension].dimension};
    result.layout.splits.push_back(
        {static_cast<int64_t>(parts), split.indices});
  }

  for (const Tile &tile : layout.tiles) {
    applyTile(tile, axes, domain);
    if (domain.violation)
      return *domain.violation;
    result.layout.tiles.push_back(domain.takeTile());
  }
  for (auto [axis, stride] : llvm::zip_equal(axes, strides)) {
    SmallVector<int64_t> parts;
    int64_t next = stride;
    for (int64_t extent : llvm::reverse(axis.extents)) {
      parts.push_back(next);
      if (next != kDynamic &&
          (extent == kDynamic || llvm::MulOverflow(next, extent, next)))
        next = kDynamic;
    }
    result.strides.append(parts.rbegin(), parts.rend());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Collapse
//===----------------------------------------------------------------------===//

namespace {

/// One level of a tile over an array whose axes become groups.
class CollapseLevel {
public:
  CollapseLevel(Groups &groups, const Tile &tile)
      : groups(groups), tile(tile) {}

  /// Replaces the groups by those after the level and returns its tile.
  std::variant<Tile, ViewViolation> run() {
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
      if (auto violation = split(group, last, rest.take_front(size)))
        return *violation;
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
  std::optional<ViewViolation> split(size_t first, size_t last,
                                     ArrayRef<TileEntry> sizes) {
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
    bool divides = size == 1 || cut == 0 ||
                   (group.extents[cut] != kDynamic && size != kDynamic &&
                    group.extents[cut] % size == 0);
    for (size_t part = 0; part < cut; ++part)
      divides &= getSize(part) == 1;
    if (size == kDynamic || !divides)
      return ViewViolation{ViewViolation::Kind::Tile, group.dimension, kDynamic,
                           size};
    result.push_back(TileEntry::getSize(covered * size));
    auto [outerPart, innerPart] = splitGroup(group, cut, size);
    outer.push_back(outerPart);
    inner.push_back(innerPart);
    return std::nullopt;
  }

  /// Splits groups that are single or merge whole.
  std::optional<ViewViolation> splitCombined(size_t first, size_t last,
                                             ArrayRef<TileEntry> sizes) {
    if (!llvm::all_of(sizes.drop_back(),
                      [](TileEntry entry) { return entry.isCombine(); }))
      return ViewViolation{ViewViolation::Kind::Combined,
                           groups[last].dimension, kDynamic, kDynamic};
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
    return std::nullopt;
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
static std::optional<ViewViolation>
orderGroups(const Layout &layout, ArrayRef<int64_t> extents,
            ArrayRef<SmallVector<int64_t, 2>> groups, Groups &ordered,
            Layout &result) {
  SmallVector<int64_t> groupOf(extents.size(), -1);
  for (auto [number, group] : llvm::enumerate(groups))
    for (int64_t dim : group)
      groupOf[dim] = number;
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
      return ViewViolation{ViewViolation::Kind::Order, dim};
    ordered.back().extents.push_back(extents[dim]);
  }
  result.minorToMajor.assign(majorToMinor.rbegin(), majorToMinor.rend());
  return std::nullopt;
}

/// Returns the stride of the combined index of a group, `kDynamic` if it is
/// not known, or nothing if the parts do not follow each other at it.
static std::optional<int64_t> getGroupStride(const Group &group,
                                             ArrayRef<int64_t> strides,
                                             bool isContiguous) {
  std::optional<int64_t> stride;
  int64_t expected = kDynamic;
  for (size_t part = group.extents.size(); part > 0; --part) {
    int64_t extent = group.extents[part - 1];
    if (extent == 1)
      continue;
    if (!stride)
      stride = strides[part - 1];
    else if (!isContiguous &&
             (expected == kDynamic || strides[part - 1] != expected))
      return std::nullopt;
    expected = strides[part - 1];
    if (expected != kDynamic &&
        (extent == kDynamic || llvm::MulOverflow(expected, extent, expected)))
      expected = kDynamic;
  }
  return stride ? *stride : strides.back();
}

std::variant<ViewLayout, ViewViolation> mlir::tiled_layout::getCollapsedLayout(
    const Layout &layout, ArrayRef<int64_t> extents, ArrayRef<int64_t> strides,
    ArrayRef<SmallVector<int64_t, 2>> groups) {
  ViewLayout result;
  copyProperties(layout, result.layout);
  Groups axes;
  // Nothing says where dimensions go that make up none.
  if (groups.empty() && !extents.empty())
    return ViewViolation{ViewViolation::Kind::Order, 0};
  if (auto violation =
          orderGroups(layout, extents, groups, axes, result.layout))
    return *violation;
  for (const SplitConfig &split : layout.splits) {
    size_t group = 0, parts = split.dimension;
    while (parts >= axes[group].extents.size())
      parts -= axes[group++].extents.size();
    if (axes[group].extents.size() != 1)
      return ViewViolation{ViewViolation::Kind::Tile, axes[group].dimension};
    result.layout.splits.push_back(
        {static_cast<int64_t>(group), split.indices});
  }

  for (const Tile &tile : layout.tiles) {
    auto level = CollapseLevel(axes, tile).run();
    if (auto *violation = std::get_if<ViewViolation>(&level))
      return *violation;
    result.layout.tiles.push_back(std::get<Tile>(level));
  }
  // The parts of an array that stands on its own follow each other.
  bool isContiguous =
      strides == ArrayRef<int64_t>(getPhysicalStrides(layout, extents));
  for (const Group &axis : axes) {
    std::optional<int64_t> stride = getGroupStride(
        axis, strides.take_front(axis.extents.size()), isContiguous);
    if (!stride)
      return ViewViolation{ViewViolation::Kind::Dynamic, axis.dimension};
    result.strides.push_back(*stride);
    strides = strides.drop_front(axis.extents.size());
  }
  return result;
}
