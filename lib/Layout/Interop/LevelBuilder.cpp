//===- LevelBuilder.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LevelBuilder.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

LevelBuilder::LevelBuilder(ArrayRef<int64_t> extents) : count(extents.size()) {
  for (auto [number, extent] : llvm::enumerate(extents))
    axes.push_back({number, extent});
}

size_t LevelBuilder::findPlace(size_t number) const {
  const Axis *it = llvm::find_if(
      axes, [&](const Axis &axis) { return axis.number == number; });
  assert(it != axes.end() && "no such axis");
  return it - axes.begin();
}

SmallVector<size_t> LevelBuilder::getOrder() const {
  SmallVector<size_t> order;
  for (const Axis &axis : axes)
    if (axis.number != unit)
      order.push_back(axis.number);
  return order;
}

SmallVector<int64_t> LevelBuilder::getPlaces() const {
  SmallVector<int64_t> places;
  for (auto [place, axis] : llvm::enumerate(axes))
    if (axis.number != unit)
      places.push_back(place);
  return places;
}

SmallVector<size_t> LevelBuilder::split(ArrayRef<Split> splits) {
  if (splits.empty())
    return {};
  size_t first = axes.size();
  for (const Split &split : splits)
    first = std::min(first, findPlace(split.axis));
  Tile tile;
  SmallVector<Axis> inner;
  SmallVector<size_t> remainders(splits.size());
  for (Axis &axis : llvm::drop_begin(axes, first)) {
    const Split *split = llvm::find_if(
        splits, [&](const Split &split) { return split.axis == axis.number; });
    if (split == splits.end()) {
      tile.push_back(TileEntry::getSize(1));
      inner.push_back({unit, 1});
      continue;
    }
    tile.push_back(TileEntry::getSize(split->size));
    remainders[split - splits.begin()] = count;
    inner.push_back({count++, split->size});
    if (axis.extent != kDynamic)
      axis.extent = ceilDivide(axis.extent, split->size);
  }
  axes.append(inner);
  tiles.push_back(std::move(tile));
  return remainders;
}

/// Moves axes as a whole after all others, in one level.
void LevelBuilder::moveToEnd(llvm::function_ref<bool(size_t)> isMoved) {
  auto *first = llvm::find_if(axes, [&](const Axis &axis) {
    return axis.number != unit && isMoved(axis.number);
  });
  Tile tile;
  SmallVector<Axis> inner;
  for (Axis &axis : llvm::make_range(first, axes.end())) {
    if (axis.number == unit || !isMoved(axis.number)) {
      tile.push_back(TileEntry::getSize(1));
      inner.push_back({unit, 1});
      continue;
    }
    tile.push_back(axis.extent == kDynamic
                       ? TileEntry::getFull()
                       : TileEntry::getSize(std::max<int64_t>(axis.extent, 1)));
    inner.push_back(axis);
    axis = {unit, 1};
  }
  axes.append(inner);
  tiles.push_back(std::move(tile));
}

void LevelBuilder::reorder(ArrayRef<size_t> order) {
  // The wanted order is a sequence of runs that ascend in the present one;
  // sorting by the number of the run, bit by bit, is a radix sort.
  SmallVector<size_t> runs(count);
  size_t run = 0, previous = 0;
  for (size_t number : order) {
    size_t place = findPlace(number);
    if (place < previous)
      ++run;
    previous = place;
    runs[number] = run;
  }
  for (size_t bit = 0; run >> bit; ++bit)
    moveToEnd([&](size_t number) { return runs[number] >> bit & 1; });
}
