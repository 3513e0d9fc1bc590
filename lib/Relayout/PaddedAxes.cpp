//===- PaddedAxes.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/PaddedAxes.h"

#include "PlanBlock.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// From so many elements on, what is missing after them is counted by an axis
/// of its own, so that blocks can be whole; below, it belongs to their run.
static constexpr int64_t minOwnRun = 64;

/// True if some bound, or the extent, keeps an axis below `limit`.
static bool isBelow(const RelayoutAxes &axes, size_t axis, int64_t limit) {
  return llvm::any_of(axes.bounds, [&](const AxisBound &bound) {
    int64_t weight = bound.getWeight(axis);
    return weight != 0 && ceilDivide(bound.limit, weight) <= limit;
  });
}

/// Fills the gap between the positions below, `covered` in number, and those
/// from `end` on. `below` is the axis with the largest stride there, if any.
static bool fillGap(RelayoutAxes &axes, std::optional<size_t> below,
                    int64_t covered, int64_t end) {
  bool isOwn = !below || (covered >= minOwnRun && end % covered == 0);
  if (isOwn) {
    // Only the first value has elements.
    size_t number = axes.axes.size();
    axes.axes.push_back({{{{}, 1}}, end / covered, 0, covered});
    axes.bounds.push_back({{{number, 1}}, 1, /*isFilled=*/true});
    return true;
  }
  RelayoutAxis &axis = axes.axes[*below];
  int64_t stride = axis.destStride.get();
  if (end % stride != 0 || stride * axis.extent != covered)
    return false;
  if (!isBelow(axes, *below, axis.extent))
    axes.bounds.push_back({{{*below, 1}}, axis.extent, /*isFilled=*/true});
  axis.extent = end / stride;
  return true;
}

/// Adds a bound that ends axes at the position `end`; `sorted` are those below,
/// by their strides.
static bool addEnd(RelayoutAxes &axes, ArrayRef<size_t> sorted, int64_t end) {
  AxisBound bound;
  int64_t next = 0;
  for (size_t number : llvm::reverse(sorted)) {
    const RelayoutAxis &axis = axes.axes[number];
    // What an axis counts must be whole steps of the next one.
    if (next != 0 && axis.destStride * axis.extent != next)
      return false;
    next = axis.destStride.get();
    bound.terms.push_back({number, next});
    if (end % next != 0)
      continue;
    for (AxisBound::Term &term : bound.terms)
      term.weight /= next;
    bound.limit = end / next;
    axes.bounds.push_back(std::move(bound));
    return true;
  }
  return false;
}

std::optional<RelayoutAxes>
mlir::tiled_layout::getPaddedAxes(RelayoutAxes axes, int64_t elements) {
  if (axes.isEmpty || !axes.irregular.empty())
    return std::nullopt;
  for (AxisBound &bound : axes.bounds)
    bound.isFilled = true;
  SmallVector<size_t> order = llvm::to_vector(llvm::seq(axes.axes.size()));
  // No two axes have the same stride.
  llvm::sort(order, [&](size_t a, size_t b) {
    return axes.axes[a].destStride < axes.axes[b].destStride;
  });
  int64_t covered = 1;
  for (size_t k = 0; k <= order.size(); ++k) {
    int64_t end =
        k < order.size() ? axes.axes[order[k]].destStride.get() : elements;
    ArrayRef<size_t> below = ArrayRef(order).take_front(k);
    bool known = true;
    if (covered < end)
      known = fillGap(axes,
                      below.empty() ? std::nullopt
                                    : std::optional<size_t>(below.back()),
                      covered, end);
    else if (covered > end)
      known = addEnd(axes, below, end);
    if (!known)
      return std::nullopt;
    if (k < order.size())
      covered = end * axes.axes[order[k]].extent;
  }
  return axes;
}

std::optional<FilledAxes>
mlir::tiled_layout::getFilledAxes(const RelayoutAxes &axes, const Layout &dest,
                                  ArrayRef<int64_t> extents) {
  int64_t tiles = llvm::product_of(getPhysicalShape(dest, extents));
  int64_t elements = getElements(dest, extents);
  if (elements == llvm::product_of(extents))
    return std::nullopt;
  std::optional<RelayoutAxes> padded = getPaddedAxes(axes, tiles);
  if (!padded)
    return std::nullopt;
  FilledAxes filled{std::move(*padded)};
  if (tiles != elements) {
    filled.tailBegin = tiles;
    filled.tailEnd = elements;
  }
  return filled;
}
