//===- TileNumbering.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileNumbering.h"

#include "Axes.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;

static Layout cutAfter(Layout layout, size_t level) {
  layout.tiles.truncate(level + 1);
  return layout;
}

TileNumbering::TileNumbering(const Layout &layout,
                             llvm::ArrayRef<int64_t> extents, size_t level)
    : placement(cutAfter(layout, level), extents),
      innerAxes(llvm::count_if(layout.tiles[level], [](TileEntry entry) {
        return !entry.isCombine();
      })) {}

int64_t TileNumbering::getTile(llvm::ArrayRef<int64_t> index) const {
  int64_t tile = 0;
  llvm::SmallVector<int64_t> coordinate = placement.getCoordinate(index);
  for (auto [i, extent] :
       llvm::zip_equal(llvm::drop_end(coordinate, innerAxes),
                       placement.getPhysicalShape().drop_back(innerAxes)))
    tile = tile * extent + i;
  return tile;
}

llvm::SmallVector<int64_t>
mlir::tiled_layout::getPaddedExtents(const Layout &layout,
                                     llvm::ArrayRef<int64_t> extents,
                                     llvm::ArrayRef<int64_t> dimensions) {
  llvm::SmallVector<int64_t> result(extents);
  DimensionPeriods periods = getPeriods(layout, extents);
  if (!periods.isSeparable || layout.hasExtentEntry())
    return result;
  for (int64_t dim : dimensions) {
    int64_t period = periods.periods[dim], extent = result[dim];
    // No tile that reaches so far past the edge fills the same buffer.
    if (period > getElements(layout, extents))
      continue;
    result[dim] = ceilDivide(extent, period) * period;
    if (getPhysicalShape(layout, result) != getPhysicalShape(layout, extents))
      result[dim] = extent;
  }
  return result;
}
