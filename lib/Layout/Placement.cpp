//===- Placement.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Placement.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Tiling.h"

using namespace mlir::tiled_layout;

namespace {

struct IndexedAxis {
  int64_t extent;
  int64_t index;
};

/// An axis is its extent and the index on it.
struct IndexDomain {
  using Axis = IndexedAxis;

  Axis one() { return {1, 0}; }

  Axis merge(Axis major, Axis minor) {
    return {major.extent * minor.extent,
            major.index * minor.extent + minor.index};
  }

  std::pair<Axis, Axis> split(Axis axis, TileEntry entry) {
    int64_t size = getTileSize(entry, axis.extent);
    return {{ceilDivide(axis.extent, size), axis.index / size},
            {size, axis.index % size}};
  }
};

/// An index is a number; remembers whether one was out of bounds.
struct InverseDomain {
  using Index = int64_t;

  int64_t getOne() { return 1; }
  int64_t multiply(int64_t a, int64_t b) { return a * b; }
  int64_t getSize(TileEntry entry, int64_t extent) {
    return getTileSize(entry, extent);
  }
  int64_t join(int64_t outer, int64_t size, int64_t inner) {
    return outer * size + inner;
  }
  std::pair<int64_t, int64_t> peel(int64_t index, int64_t extent) {
    return {index / extent, index % extent};
  }
  void checkBounds(int64_t index, int64_t extent, int64_t) {
    isPadding |= index >= extent;
  }

  bool isPadding = false;
};

} // namespace

Placement::Placement(const Layout &layout, llvm::ArrayRef<int64_t> extents)
    : layout(layout), extents(extents) {
  IndexDomain domain;
  llvm::SmallVector<IndexedAxis> axes;
  for (int64_t dim : llvm::reverse(layout.minorToMajor))
    axes.push_back({extents[dim], 0});
  for (const Tile &tile : layout.tiles) {
    levelExtents.push_back(llvm::map_to_vector<6>(
        axes, [](const IndexedAxis &axis) { return axis.extent; }));
    applyTile(tile, axes, domain);
  }
  for (const IndexedAxis &axis : axes)
    physicalShape.push_back(axis.extent);
  elements = ::getElements(layout, extents);
}

bool Placement::contains(llvm::ArrayRef<int64_t> index) const {
  return index.size() == extents.size() &&
         llvm::all_of(llvm::zip_equal(index, extents), [](auto pair) {
           auto [i, extent] = pair;
           return i >= 0 && i < extent;
         });
}

llvm::SmallVector<int64_t>
Placement::getCoordinate(llvm::ArrayRef<int64_t> index) const {
  assert(contains(index) && "index out of bounds");
  IndexDomain domain;
  llvm::SmallVector<IndexedAxis, 6> logical;
  for (auto [i, extent] : llvm::zip_equal(index, extents))
    logical.push_back({extent, i});
  return llvm::map_to_vector(
      applyLayout<IndexDomain>(layout, logical, domain),
      [](const IndexedAxis &axis) { return axis.index; });
}

int64_t Placement::getPosition(llvm::ArrayRef<int64_t> index) const {
  int64_t position = 0;
  for (auto [i, extent] : llvm::zip_equal(getCoordinate(index), physicalShape))
    position = position * extent + i;
  return position;
}

std::optional<llvm::SmallVector<int64_t>>
Placement::getIndex(int64_t position) const {
  assert(position >= 0 && position < elements && "position out of bounds");
  llvm::SmallVector<int64_t> coordinate(physicalShape.size());
  for (size_t axis = physicalShape.size(); axis > 0; --axis) {
    coordinate[axis - 1] = position % physicalShape[axis - 1];
    position /= physicalShape[axis - 1];
  }
  if (position != 0)
    return std::nullopt; // Tail padding.

  InverseDomain domain;
  for (size_t level = layout.tiles.size(); level > 0; --level) {
    coordinate = undoTile<InverseDomain>(
        layout.tiles[level - 1], levelExtents[level - 1], coordinate, domain);
    if (domain.isPadding)
      return std::nullopt;
  }

  llvm::SmallVector<int64_t> index(extents.size());
  for (auto [dim, i] :
       llvm::zip_equal(llvm::reverse(layout.minorToMajor), coordinate))
    index[dim] = i;
  return index;
}
