//===- Reference.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every step moves whole lists of elements, as the documents describe it. No
// index of an element is ever divided, so that a mistake in the formulas of
// Tiling.h cannot be repeated here.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Reference.h"

#include <algorithm>
#include <cassert>

using namespace mlir::tiled_layout;

namespace {

using List = std::vector<int64_t>;

/// An array as a list: the elements in row-major order of `shape`.
struct Array {
  List shape;
  List elements;
};

} // namespace

static int64_t getProduct(const List &shape) {
  int64_t product = 1;
  for (int64_t extent : shape)
    product *= extent;
  return product;
}

/// Returns the distance between neighbours along each axis of a row-major
/// array of this shape.
static List getSteps(const List &shape) {
  List steps(shape.size());
  int64_t step = 1;
  for (size_t axis = shape.size(); axis > 0; --axis) {
    steps[axis - 1] = step;
    step *= shape[axis - 1];
  }
  return steps;
}

/// Counts through `shape` in row-major order, last axis fastest, and calls
/// `visit` with the sum of the indices times `steps`.
template <typename Visitor>
static void countThrough(const List &shape, const List &steps, Visitor visit) {
  if (getProduct(shape) == 0)
    return;
  List index(shape.size(), 0);
  int64_t offset = 0;
  while (true) {
    visit(offset);
    size_t axis = shape.size();
    for (; axis > 0 && index[axis - 1] + 1 == shape[axis - 1]; --axis) {
      offset -= index[axis - 1] * steps[axis - 1];
      index[axis - 1] = 0;
    }
    if (axis == 0)
      return;
    ++index[axis - 1];
    offset += steps[axis - 1];
  }
}

/// Axis i of the result is axis `order[i]` of the array.
static void transpose(Array &array, const List &order) {
  List steps = getSteps(array.shape);
  List newShape, newSteps;
  for (int64_t axis : order) {
    newShape.push_back(array.shape[axis]);
    newSteps.push_back(steps[axis]);
  }
  List moved;
  moved.reserve(array.elements.size());
  countThrough(newShape, newSteps, [&](int64_t offset) {
    moved.push_back(array.elements[offset]);
  });
  array = {newShape, moved};
}

/// Extends axes at their end with padding.
static void pad(Array &array, const List &newShape) {
  List padded(getProduct(newShape), reference::padding);
  auto next = array.elements.begin();
  countThrough(array.shape, getSteps(newShape),
               [&](int64_t offset) { padded[offset] = *next++; });
  array = {newShape, padded};
}

static void reshape(Array &array, const List &newShape) {
  assert(getProduct(newShape) == getProduct(array.shape) &&
         "a reshape keeps the number of elements");
  array.shape = newShape;
}

/// Returns the tile size that a sized entry stands for on this extent.
static int64_t getSize(TileEntry entry, int64_t extent) {
  int64_t atLeastOne = extent > 0 ? extent : 1;
  if (entry.kind == TileEntry::Kind::Full)
    return atLeastOne;
  if (entry.kind == TileEntry::Kind::Min && atLeastOne < entry.size)
    return atLeastOne;
  return entry.size;
}

/// Removes the axes under `*` from the array and from the tile: the next more
/// minor axis takes over their extent. Both have equally many axes.
static void combine(Array &array, std::vector<TileEntry> &tile) {
  List newShape;
  std::vector<TileEntry> newTile;
  int64_t combined = 1;
  for (size_t axis = 0; axis < tile.size(); ++axis) {
    combined *= array.shape[axis];
    if (tile[axis].isCombine())
      continue;
    newShape.push_back(combined);
    newTile.push_back(tile[axis]);
    combined = 1;
  }
  reshape(array, newShape);
  tile = newTile;
}

/// Applies one level: prepend, combine, pad, reshape, transpose.
static void applyLevel(Array &array, const Tile &level) {
  List newShape = array.shape;
  if (newShape.size() < level.size())
    newShape.insert(newShape.begin(), level.size() - newShape.size(), 1);
  reshape(array, newShape);

  // A tile of size 1 leaves an axis as it is. The parts that it would make are
  // left out below, so that the physical shape shows the tile's own axes only.
  size_t untouched = array.shape.size() - level.size();
  std::vector<TileEntry> tile(untouched, TileEntry::getSize(1));
  tile.insert(tile.end(), level.begin(), level.end());
  combine(array, tile);

  List padded, pairs, order;
  for (size_t axis = 0; axis < tile.size(); ++axis) {
    int64_t extent = array.shape[axis];
    int64_t size = getSize(tile[axis], extent);
    int64_t count = extent / size + (extent % size != 0 ? 1 : 0);
    padded.push_back(count * size);
    pairs.push_back(count);
    order.push_back(pairs.size() - 1);
    if (axis >= untouched)
      pairs.push_back(size);
  }
  for (size_t axis = untouched; axis < tile.size(); ++axis)
    order.push_back(order[axis] + 1);

  pad(array, padded);
  reshape(array, pairs);
  transpose(array, order);
}

/// Applies the order of the dimensions and all levels.
static Array applyLayout(const Layout &layout,
                         llvm::ArrayRef<int64_t> extents) {
  Array array;
  array.shape.assign(extents.begin(), extents.end());
  int64_t count = getProduct(array.shape);
  for (int64_t number = 0; number < count; ++number)
    array.elements.push_back(number);

  transpose(array,
            List(layout.minorToMajor.rbegin(), layout.minorToMajor.rend()));
  for (const Tile &tile : layout.tiles)
    applyLevel(array, tile);
  return array;
}

std::vector<int64_t>
mlir::tiled_layout::reference::getContents(const Layout &layout,
                                           llvm::ArrayRef<int64_t> extents) {
  List contents = applyLayout(layout, extents).elements;
  while (contents.size() % layout.tailPaddingAlignment != 0)
    contents.push_back(padding);
  return contents;
}

std::vector<int64_t> mlir::tiled_layout::reference::getPhysicalShape(
    const Layout &layout, llvm::ArrayRef<int64_t> extents) {
  return applyLayout(layout, extents).shape;
}
