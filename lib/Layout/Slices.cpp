//===- Slices.cpp - Layouts of slices and transpositions ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice takes i to o + i. Tiles of size t cut that where they cut i, if t
// divides o: (o + i) / t = o / t + i / t and (o + i) mod t = i mod t. Both
// parts are again an offset and an index, for the next level.
//
//===----------------------------------------------------------------------===//

#include "KnownProduct.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Tiling.h"
#include "tiled_layout/Layout/Views.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::Expected;
using llvm::SmallVector;

static int64_t divideKnown(int64_t a, int64_t b) {
  return a == kDynamic ? kDynamic : ceilDivide(a, b);
}

namespace {

/// What is left of a dimension of the array, or of several that are merged:
/// the indices `offset + i` of the array for the index i of the slice.
struct SliceAxis {
  /// In the array.
  int64_t extent = 1;
  /// As in `SliceDimension`; the multiple of a known offset is the offset.
  int64_t offset = 0;
  int64_t multiple = 0;
  /// At most so many indices, or `kDynamic`.
  int64_t sizeBound = 1;
  bool isWhole = true;
  /// Dimensions of the slice that are merged in this axis; 0 if dropped.
  int64_t members = 1;
  /// For messages: the logical dimension whose offset counts; how many indices
  /// of this axis, before it was split, one index there makes; and how many
  /// make one of this axis.
  int64_t dimension = -1;
  int64_t scale = 1;
  int64_t unit = 1;
  /// For the inner part of a tile, the tile's size, so that an offset is only
  /// known up to multiples of it; else 0.
  int64_t modulus = 0;
  /// The logical dimension that has a step other than 1 and may have several
  /// indices, or -1.
  int64_t stepped = -1;

  bool hasOneIndex() const { return sizeBound != kDynamic && sizeBound <= 1; }
};

/// Applies a layout to the axes of an array and writes down the tiles of the
/// slice. The first violation ends the work; what follows it has no meaning.
class SliceDomain {
public:
  using Axis = SliceAxis;

  /// With a `target`, its tiles are checked; else tiles are chosen.
  SliceDomain(ArrayRef<SliceDimension> slice, const Layout *target)
      : slice(slice), target(target) {}

  Axis one() { return {}; }

  Axis merge(const Axis &major, const Axis &minor) {
    Axis result = minor;
    result.members = major.members + minor.members;
    result.extent = multiplyKnown(major.extent, minor.extent);
    result.isWhole = major.isWhole && minor.isWhole;
    result.offset = kDynamic;
    int64_t scaled = multiplyKnown(major.offset, minor.extent);
    if (scaled != kDynamic && minor.offset != kDynamic)
      result.offset = scaled + minor.offset;
    int64_t multiple = multiplyKnown(major.multiple, minor.extent);
    result.multiple = std::gcd(multiple == kDynamic ? major.multiple : multiple,
                               minor.multiple);
    if (minor.extent == 1 || major.hasOneIndex()) {
      // Only one of the two moves on; one of a tile with more dimensions than
      // the array has no offset to speak of.
      if (minor.extent == 1) {
        result.sizeBound = major.sizeBound;
        result.stepped = major.stepped;
      }
      if (minor.extent == 1 || minor.dimension < 0) {
        result.dimension = major.dimension;
        result.scale = major.scale;
        result.unit = major.unit;
        result.modulus = major.modulus;
      }
      return result;
    }
    if (!minor.isWhole)
      fail({ViewViolation::Kind::Combined, minor.dimension,
            getDimension(minor).size, minor.extent});
    if (major.stepped >= 0)
      fail({ViewViolation::Kind::Step, major.dimension,
            getDimension(major).step, minor.extent});
    result.sizeBound = multiplyKnown(major.sizeBound, minor.extent);
    result.dimension = major.dimension;
    result.unit = major.unit;
    int64_t modulus = multiplyKnown(major.modulus, minor.extent);
    result.modulus = modulus == kDynamic ? 0 : modulus;
    if (int64_t scale = multiplyKnown(major.scale, minor.extent);
        scale != kDynamic)
      result.scale = scale;
    return result;
  }

  std::pair<Axis, Axis> split(const Axis &axis, TileEntry entry) {
    int64_t size = getTileSize(entry, axis.extent);
    if (size == kDynamic) {
      if (!axis.isWhole)
        fail({ViewViolation::Kind::Extent, axis.dimension});
      emit(axis, entry);
      Axis inner = axis, outer = axis;
      outer.members = inner.members = axis.members != 0;
      return {outer, inner};
    }
    Axis outer = getOuter(axis, size), inner = getInner(axis, size);
    if (axis.members == 0) {
      // One index of many, but for an extent of 1.
      outer.isWhole = outer.extent == 1;
      inner.isWhole = inner.extent == 1;
      outer.sizeBound = inner.sizeBound = 1;
      return {outer, inner};
    }
    TileEntry chosen = target ? getTargetEntry(axis)
                       : axis.isWhole
                           ? entry
                           : TileEntry::getSize(getShrunkTile(axis, size));
    emit(axis, chosen);
    if (axis.isWhole && chosen == entry)
      return {outer, inner};
    if (axis.stepped >= 0 && size != 1 && !axis.hasOneIndex())
      fail({ViewViolation::Kind::Step, axis.dimension, getDimension(axis).step,
            size});
    if (target)
      checkTile(axis, size, chosen);
    if (chosen.size == size && axis.multiple % size == 0) {
      // The inner part has all indices of a tile.
      inner.offset = inner.multiple = 0;
      inner.isWhole = true;
      return {outer, inner};
    }
    // The slice lies within one tile.
    outer.isWhole = inner.isWhole = false;
    outer.sizeBound = 1;
    inner.sizeBound = chosen.size;
    return {outer, inner};
  }

  /// Ends a level.
  Tile takeTile() {
    level += !tile.empty();
    return std::exchange(tile, {});
  }

  const std::optional<ViewViolation> &getViolation() const { return violation; }

private:
  static Axis getOuter(const Axis &axis, int64_t size) {
    Axis outer = axis;
    outer.members = axis.members != 0;
    outer.extent = divideKnown(axis.extent, size);
    outer.offset = axis.offset == kDynamic ? kDynamic : axis.offset / size;
    outer.multiple = axis.offset != kDynamic     ? outer.offset
                     : axis.multiple % size == 0 ? axis.multiple / size
                                                 : 1;
    outer.sizeBound = divideKnown(axis.sizeBound, size);
    outer.unit = axis.unit * size;
    outer.modulus = ceilDivide(axis.modulus, size);
    return outer;
  }

  static Axis getInner(const Axis &axis, int64_t size) {
    Axis inner = axis;
    inner.members = axis.members != 0;
    inner.extent = size;
    inner.offset = axis.offset == kDynamic ? kDynamic : axis.offset % size;
    inner.multiple =
        axis.offset != kDynamic ? inner.offset : std::gcd(axis.multiple, size);
    inner.sizeBound = size;
    inner.modulus = size;
    inner.stepped = -1;
    return inner;
  }

  /// Returns the tile of the slice: the same if the slice begins where a tile
  /// does, else what is known to lie within one tile.
  int64_t getShrunkTile(const Axis &axis, int64_t size) {
    if (axis.multiple % size == 0)
      return size;
    if (axis.sizeBound != kDynamic) {
      int64_t bound = std::max<int64_t>(axis.sizeBound, 1);
      int64_t known = std::gcd(axis.multiple, size);
      if (bound <= known)
        return known;
      if (axis.offset != kDynamic && axis.offset % size + bound <= size)
        return bound;
    }
    failOffset(axis, size);
    return size;
  }

  /// Returns the entry of the target's tile for an axis.
  TileEntry getTargetEntry(const Axis &axis) {
    size_t last = tile.size() + axis.members - 1;
    if (level >= target->tiles.size() || last >= target->tiles[level].size()) {
      fail({ViewViolation::Kind::Target, axis.dimension});
      return TileEntry::getSize(1);
    }
    ArrayRef<TileEntry> entries = target->tiles[level];
    auto isCombine = [](TileEntry entry) { return entry.isCombine(); };
    if (!llvm::all_of(entries.slice(tile.size(), axis.members - 1),
                      isCombine) ||
        entries[last].isCombine())
      fail({ViewViolation::Kind::Target, axis.dimension});
    return entries[last];
  }

  /// Checks that a tile of the array cuts the slice as the tile `chosen` does.
  void checkTile(const Axis &axis, int64_t size, TileEntry chosen) {
    int64_t inner = chosen.size;
    bool isWithin = axis.sizeBound != kDynamic && axis.sizeBound <= inner;
    if (chosen.kind == TileEntry::Kind::Size && inner < size && !isWithin &&
        getDimension(axis).size == kDynamic)
      return fail({ViewViolation::Kind::Size, axis.dimension, kDynamic, inner});
    if (chosen.kind != TileEntry::Kind::Size || inner > size ||
        (inner < size && !isWithin))
      return fail({ViewViolation::Kind::Target, axis.dimension});
    if (std::gcd(axis.multiple, size) % inner == 0 && size % inner == 0)
      return;
    if (isWithin && axis.offset != kDynamic &&
        axis.offset % size + inner <= size)
      return;
    failOffset(axis, inner);
  }

  /// The offset is no multiple of `size`, or of what makes it one within the
  /// tile that the axis is a part of.
  void failOffset(const Axis &axis, int64_t size) {
    bool cutsEvenly = axis.modulus % size == 0;
    int64_t needed = multiplyKnown(cutsEvenly ? size : axis.modulus, axis.unit);
    if (needed != kDynamic)
      needed /= std::gcd(needed, axis.scale);
    fail({ViewViolation::Kind::Offset, axis.dimension,
          getDimension(axis).offset, needed});
  }

  /// Returns what is taken of the dimension that counts: all of one that only
  /// the tile has.
  SliceDimension getDimension(const Axis &axis) const {
    return axis.dimension < 0 ? SliceDimension::getWhole(axis.extent)
                              : slice[axis.dimension];
  }

  void emit(const Axis &axis, TileEntry entry) {
    if (axis.members == 0)
      return;
    tile.append(axis.members - 1, TileEntry::getCombine());
    tile.push_back(entry);
  }

  void fail(ViewViolation found) {
    if (!violation)
      violation = found;
  }

  ArrayRef<SliceDimension> slice;
  const Layout *target;
  size_t level = 0;
  Tile tile;
  std::optional<ViewViolation> violation;
};

} // namespace

/// Returns the axis of one dimension of the array.
static SliceAxis getAxis(const SliceDimension &slice, int64_t dimension,
                         int64_t extent) {
  SliceAxis axis;
  axis.extent = extent;
  axis.offset = slice.offset;
  axis.multiple =
      slice.offset == kDynamic ? slice.offsetMultiple : slice.offset;
  axis.sizeBound = slice.size == kDynamic ? slice.sizeBound : slice.size;
  axis.members = slice.isDropped ? 0 : 1;
  axis.dimension = dimension;
  bool hasStep = slice.step != 1 && !axis.hasOneIndex();
  // What only a bound says is not in the type: the stride has the step.
  bool isSingle = slice.size != kDynamic && slice.size <= 1;
  axis.stepped = slice.step != 1 && !isSingle ? dimension : -1;
  axis.isWhole =
      !hasStep && (slice.isWhole || (axis.multiple == 0 && extent != kDynamic &&
                                     slice.size == extent));
  if (axis.isWhole)
    axis.offset = axis.multiple = 0;
  return axis;
}

/// Returns the dimensions that are left, renumbered.
static SmallVector<int64_t, 6> dropDimensions(ArrayRef<int64_t> minorToMajor,
                                              ArrayRef<SliceDimension> slice) {
  SmallVector<int64_t> numbers;
  int64_t next = 0;
  for (const SliceDimension &dimension : slice)
    numbers.push_back(dimension.isDropped ? -1 : next++);
  SmallVector<int64_t, 6> result;
  for (int64_t dim : minorToMajor)
    if (numbers[dim] >= 0)
      result.push_back(numbers[dim]);
  return result;
}

/// Derives the layout of a slice, or checks that it is `target`.
static Expected<SliceLayout> applySlice(const Layout &layout,
                                        ArrayRef<int64_t> extents,
                                        ArrayRef<SliceDimension> slice,
                                        const Layout *target) {
  for (auto [dim, dimension] : llvm::enumerate(slice)) {
    if (dimension.isDropped && dimension.size != 1)
      return llvm::make_error<ViewViolation>(ViewViolation::Kind::Dropped, dim,
                                             dimension.size, 1);
    if (dimension.step != kDynamic && dimension.step < 1)
      return llvm::make_error<ViewViolation>(ViewViolation::Kind::Backwards,
                                             dim, dimension.step);
  }

  SliceLayout result;
  result.layout.minorToMajor = dropDimensions(layout.minorToMajor, slice);
  result.layout.elementBits = layout.elementBits;
  result.layout.memorySpace = layout.memorySpace;

  SliceDomain domain(slice, target);
  SmallVector<SliceAxis> axes;
  for (int64_t dim : llvm::reverse(layout.minorToMajor))
    axes.push_back(getAxis(slice[dim], dim, extents[dim]));
  for (const Tile &tile : layout.tiles) {
    applyTile(tile, axes, domain);
    if (domain.getViolation())
      return llvm::make_error<ViewViolation>(*domain.getViolation());
    // A level of dropped dimensions alone says nothing.
    if (Tile taken = domain.takeTile(); !taken.empty())
      result.layout.tiles.push_back(std::move(taken));
  }
  for (auto [number, axis] : llvm::enumerate(axes)) {
    result.begins.push_back(axis.multiple == 0 ? 0 : axis.offset);
    if (axis.members == 0)
      continue;
    result.axes.push_back(number);
    result.stepped.push_back(axis.stepped);
  }
  if (target && result.layout != *target)
    return llvm::make_error<ViewViolation>(ViewViolation::Kind::Target, -1);
  return result;
}

Expected<SliceLayout>
mlir::tiled_layout::getSliceLayout(const Layout &layout,
                                   ArrayRef<int64_t> extents,
                                   ArrayRef<SliceDimension> slice) {
  return applySlice(layout, extents, slice, /*target=*/nullptr);
}

Expected<SliceLayout> mlir::tiled_layout::checkSliceLayout(
    const Layout &layout, ArrayRef<int64_t> extents,
    ArrayRef<SliceDimension> slice, const Layout &target) {
  return applySlice(layout, extents, slice, &target);
}
