//===- Axes.cpp -----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Axes.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Tiling.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;

namespace {

/// An axis is the piece of a logical dimension that counts in steps of
/// `period`; `dim` is -1 for a piece of which only 0 occurs in the array.
struct PeriodAxis {
  int64_t dim;
  int64_t extent;
  int64_t period;
  /// True if the piece grows with the index without end; false if it repeats.
  bool isOutermost;
};

struct PeriodDomain {
  using Axis = PeriodAxis;

  Axis one() { return {-1, 1, 1, false}; }

  Axis merge(Axis major, Axis minor) {
    if (major.extent == 1)
      return minor;
    if (minor.extent == 1)
      return major;
    isSeparable = false;
    return {-1, major.extent * minor.extent, 1, false};
  }

  std::pair<Axis, Axis> split(Axis axis, TileEntry entry) {
    int64_t size = getTileSize(entry, axis.extent);
    return {{axis.dim, ceilDivide(axis.extent, size),
             llvm::SaturatingMultiply<uint64_t>(axis.period, size) >
                     static_cast<uint64_t>(maxPeriod)
                 ? maxPeriod
                 : axis.period * size,
             axis.isOutermost},
            {axis.dim, size, axis.period, false}};
  }

  static constexpr int64_t maxPeriod = std::numeric_limits<int64_t>::max();
  bool isSeparable = true;
};

} // namespace

DimensionPeriods
mlir::tiled_layout::getPeriods(const Layout &layout,
                               llvm::ArrayRef<int64_t> extents) {
  llvm::SmallVector<PeriodAxis> logical;
  for (auto [dim, extent] : llvm::enumerate(extents))
    logical.push_back({static_cast<int64_t>(dim), extent, 1, true});
  PeriodDomain domain;
  DimensionPeriods result;
  result.periods.assign(extents.size(), 1);
  for (const PeriodAxis &axis :
       applyLayout<PeriodDomain>(layout, logical, domain))
    if (axis.isOutermost && axis.dim >= 0)
      result.periods[axis.dim] = axis.period;
  result.isSeparable = domain.isSeparable;
  return result;
}
