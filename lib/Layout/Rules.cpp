//===- Rules.cpp ----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Rules.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Layout/Tiling.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::formatv;
using Field = Place::Field;

/// XLA keeps the memory space in a signed byte.
static constexpr int64_t maxMemorySpace = 127;

template <typename... Args>
static Violation violation(Rule rule, Place place, const char *format,
                           Args &&...args) {
  return {rule, place, formatv(format, std::forward<Args>(args)...).str()};
}

//===----------------------------------------------------------------------===//
// The layout alone
//===----------------------------------------------------------------------===//

static std::optional<Violation> checkMinorToMajor(const Layout &layout) {
  int64_t rank = layout.rank();
  llvm::SmallVector<bool> seen(rank, false);
  for (auto [i, dim] : llvm::enumerate(layout.minorToMajor)) {
    Place place{Field::MinorToMajor, static_cast<int64_t>(i)};
    // TL1
    if (dim < 0 || dim >= rank)
      return violation(Rule::MinorToMajorIsPermutation, place,
                       "minor_to_major names dimension {0}, but must be a "
                       "permutation of 0 to {1}",
                       dim, rank - 1);
    if (seen[dim])
      return violation(Rule::MinorToMajorIsPermutation, place,
                       "minor_to_major names dimension {0} twice", dim);
    seen[dim] = true;
  }
  return std::nullopt;
}

static std::optional<Violation> checkTiles(const Layout &layout) {
  for (auto [i, tile] : llvm::enumerate(layout.tiles)) {
    int64_t level = i;
    // TL2
    if (tile.empty())
      return violation(Rule::TileHasEntries, {Field::Tile, level, -1},
                       "tile of level {0} is empty, but must have at least one "
                       "entry",
                       level + 1);
    for (auto [j, entry] : llvm::enumerate(tile)) {
      Place place{Field::Tile, level, static_cast<int64_t>(j)};
      // TL3
      bool isSized = entry.kind == TileEntry::Kind::Size ||
                     entry.kind == TileEntry::Kind::Min;
      if (isSized && entry.size < 1)
        return violation(Rule::TileSizeIsPositive, place,
                         "tile size must be at least 1, but entry {0} of level "
                         "{1} is {2}",
                         j, level + 1, entry.size);
      // TL4
      if (entry.isCombine() && j + 1 == tile.size())
        return violation(Rule::CombineIsNotLast, place,
                         "'*' is the last entry of level {0}, but must have a "
                         "more minor dimension to combine with",
                         level + 1);
    }
  }
  return std::nullopt;
}

static std::optional<Violation> checkSplits(const Layout &layout) {
  int64_t rank = layout.rank();
  llvm::SmallVector<bool> seen(rank, false);
  for (auto [i, split] : llvm::enumerate(layout.splits)) {
    int64_t config = i;
    // TL9
    if (split.dimension < 0 || split.dimension >= rank)
      return violation(Rule::SplitDimensionsAreDistinct,
                       {Field::Split, config, -1},
                       "split dimension {0} is out of bounds for rank {1}",
                       split.dimension, rank);
    if (seen[split.dimension])
      return violation(Rule::SplitDimensionsAreDistinct,
                       {Field::Split, config, -1},
                       "dimension {0} is split twice", split.dimension);
    seen[split.dimension] = true;

    int64_t previous = 0;
    for (auto [j, index] : llvm::enumerate(split.indices)) {
      // TL10
      if (index <= previous)
        return violation(Rule::SplitIndicesIncrease,
                         {Field::Split, config, static_cast<int64_t>(j)},
                         "split index {0} of dimension {1} must be greater "
                         "than {2}",
                         index, split.dimension, previous);
      previous = index;
    }
  }
  return std::nullopt;
}

std::optional<Violation> mlir::tiled_layout::checkLayout(const Layout &layout) {
  if (auto broken = checkMinorToMajor(layout))
    return broken;
  if (auto broken = checkTiles(layout))
    return broken;
  // TL5
  if (layout.tailPaddingAlignment < 1)
    return violation(Rule::TailPaddingIsPositive, {Field::TailPadding},
                     "tail padding alignment must be at least 1, but is {0}",
                     layout.tailPaddingAlignment);
  // TL6
  if (layout.elementBits < 0)
    return violation(Rule::ElementBitsAreNotNegative, {Field::ElementBits},
                     "element size must not be negative, but is {0} bits",
                     layout.elementBits);
  // TL7
  if (layout.memorySpace < 0 || layout.memorySpace > maxMemorySpace)
    return violation(Rule::MemorySpaceFits, {Field::MemorySpace},
                     "memory space must be between 0 and {0}, but is {1}",
                     maxMemorySpace, layout.memorySpace);
  if (auto broken = checkSplits(layout))
    return broken;
  // TL8
  if (layout.metadataPrefixBytes < 0)
    return violation(Rule::MetadataPrefixIsNotNegative, {Field::MetadataPrefix},
                     "metadata prefix must not be negative, but is {0} bytes",
                     layout.metadataPrefixBytes);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The layout on a shape
//===----------------------------------------------------------------------===//

namespace {

/// An axis is its extent, with checked products and the first tile that does
/// not divide remembered.
struct CheckedExtentDomain {
  using Axis = int64_t;

  int64_t one() { return 1; }

  int64_t merge(int64_t major, int64_t minor) {
    if (major == kDynamic || minor == kDynamic)
      return kDynamic;
    int64_t product;
    if (llvm::MulOverflow(major, minor, product)) {
      overflow = true;
      return 1;
    }
    return product;
  }

  std::pair<int64_t, int64_t> split(int64_t extent, TileEntry entry) {
    int64_t size = getTileSize(entry, extent);
    if (extent == kDynamic || size == kDynamic)
      return {size == 1 ? extent : kDynamic, size};
    if (!undivided && extent % size != 0)
      undivided = {extent, size};
    return {ceilDivide(extent, size), size};
  }

  bool overflow = false;
  std::optional<std::pair<int64_t, int64_t>> undivided;
};

} // namespace

/// Returns the extents of the smallest array of this shape that is not empty.
/// Sizes grow with every extent, so what it cannot have, no array can.
static llvm::SmallVector<int64_t>
getSmallestExtents(llvm::ArrayRef<int64_t> extents) {
  return llvm::map_to_vector(extents, [](int64_t extent) {
    return extent == kDynamic || extent == 0 ? int64_t(1) : extent;
  });
}

static std::optional<Violation> checkElements(const Layout &layout,
                                              llvm::ArrayRef<int64_t> extents) {
  CheckedExtentDomain domain;
  int64_t elements = 1;
  for (int64_t extent : applyLayout<CheckedExtentDomain>(
           layout, getSmallestExtents(extents), domain))
    elements = domain.merge(elements, extent);
  int64_t alignment = layout.tailPaddingAlignment;
  // TL14
  if (domain.overflow ||
      llvm::MulOverflow(ceilDivide(elements, alignment), alignment, elements))
    return violation(Rule::ElementsAreAddressable, {},
                     "array padded by {0} has more than 2^63 - 1 elements",
                     toString(layout));
  return std::nullopt;
}

/// Requires TL14 to hold.
static std::optional<Violation>
checkExactTiles(const Layout &layout, llvm::ArrayRef<int64_t> extents) {
  // An empty array has no element that could need padding.
  if (!layout.exact || llvm::is_contained(extents, 0))
    return std::nullopt;
  CheckedExtentDomain domain;
  llvm::SmallVector<int64_t> axes;
  for (int64_t dim : llvm::reverse(layout.minorToMajor))
    axes.push_back(extents[dim]);
  for (auto [i, tile] : llvm::enumerate(layout.tiles)) {
    applyTile(tile, axes, domain);
    // TL16
    if (domain.undivided)
      return violation(
          Rule::ExactTilesDivide, {Field::Tile, static_cast<int64_t>(i), -1},
          "layout is exact, but tile size {0} of level {1} does "
          "not divide extent {2}",
          domain.undivided->second, i + 1, domain.undivided->first);
  }
  return std::nullopt;
}

std::optional<Violation>
mlir::tiled_layout::checkLayoutOnShape(const Layout &layout,
                                       llvm::ArrayRef<int64_t> extents) {
  int64_t rank = layout.rank();
  // TL11
  if (extents.size() != layout.rank())
    return violation(Rule::RankMatches, {},
                     "layout {0} has {1} dimension{2}, but the array has {3}",
                     toString(layout), rank, rank == 1 ? "" : "s",
                     extents.size());
  // TL12
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (extent < 0 && extent != kDynamic)
      return violation(Rule::ExtentIsNotNegative,
                       {Field::Dimension, static_cast<int64_t>(dim)},
                       "size of dimension {0} must not be negative, but is {1}",
                       dim, extent);
  // TL13
  for (auto [i, split] : llvm::enumerate(layout.splits)) {
    int64_t extent = extents[layout.minorToMajor[rank - 1 - split.dimension]];
    if (extent == kDynamic || split.indices.empty())
      continue;
    if (split.indices.back() >= extent)
      return violation(Rule::SplitIndexIsInside,
                       {Field::Split, static_cast<int64_t>(i),
                        static_cast<int64_t>(split.indices.size()) - 1},
                       "split index {0} of dimension {1} must be less than the "
                       "dimension's size {2}",
                       split.indices.back(), split.dimension, extent);
  }
  if (auto broken = checkElements(layout, extents))
    return broken;
  return checkExactTiles(layout, extents);
}

std::optional<Violation>
mlir::tiled_layout::checkBytes(const Layout &layout,
                               llvm::ArrayRef<int64_t> extents,
                               int64_t bitsPerElement) {
  int64_t elements = getElements(layout, getSmallestExtents(extents));
  __int128 bits = static_cast<__int128>(elements) * bitsPerElement;
  // TL15
  if ((bits + 7) / 8 > std::numeric_limits<int64_t>::max())
    return violation(Rule::BytesAreAddressable, {},
                     "array padded by {0} has more than 2^63 - 1 bytes at {1} "
                     "bits per element",
                     toString(layout), bitsPerElement);
  return std::nullopt;
}

std::optional<Violation> mlir::tiled_layout::checkShape(const Shape &shape) {
  Layout layout = shape.getLayout();
  if (auto broken = checkLayout(layout))
    return broken;
  if (auto broken = checkLayoutOnShape(layout, shape.extents()))
    return broken;
  return checkBytes(layout, shape.extents(),
                    getBitsPerElement(layout, shape.elementType));
}
