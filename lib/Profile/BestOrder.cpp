//===- BestOrder.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/BestOrder.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// Returns how many of the most minor dimensions some tile reaches.
static size_t getReach(const Layout &layout) {
  size_t reach = 0, entries = 0;
  for (const Tile &tile : layout.tiles) {
    if (tile.size() > entries)
      reach += tile.size() - entries;
    size_t combined = llvm::count_if(
        tile, [](const TileEntry &entry) { return entry.isCombine(); });
    // Each entry that is left makes an outer and an inner axis.
    entries = std::max(entries, tile.size()) + tile.size() - 2 * combined;
  }
  return std::min(reach, layout.rank());
}

namespace {

/// Tries the dimensions that tiles reach in every order.
class OrderSearch {
public:
  explicit OrderSearch(const Shape &shape)
      : shape(shape), layout(shape.getLayout()), extents(shape.extents()),
        rank(layout.rank()), reach(getReach(layout)),
        isTaken(layout.rank(), false) {}

  BestOrder run() {
    best = {layout, getBytes(shape)};
    isFound = false;
    int64_t orders = 1;
    for (size_t i = 0; i < reach && orders <= maxOrders; ++i)
      orders *= rank - i;
    if (orders <= maxOrders)
      choose();
    return best;
  }

private:
  /// Chooses the dimension before those of `minor`, most major first.
  void choose() {
    if (minor.size() == reach)
      return tryOrder();
    for (size_t dim = 0; dim < rank; ++dim) {
      if (isTaken[dim])
        continue;
      isTaken[dim] = true;
      minor.push_back(dim);
      choose();
      minor.pop_back();
      isTaken[dim] = false;
    }
  }

  void tryOrder() {
    SmallVector<int64_t, 6> order; // Most major first.
    for (size_t dim = 0; dim < rank; ++dim)
      if (!isTaken[dim])
        order.push_back(dim);
    order.append(minor);
    Layout candidate = layout;
    candidate.minorToMajor.assign(order.rbegin(), order.rend());
    int64_t bits = getBitsPerElement(candidate, shape.elementType);
    // The splits and `exact` are about the given order.
    candidate.splits.clear();
    candidate.exact = false;
    if (checkLayoutOnShape(candidate, extents) ||
        checkBytes(candidate, extents, bits))
      return; // Padded beyond what can be counted.
    int64_t bytes = getBytes(getElements(candidate, extents), bits);
    bool isBetter = !isFound || bytes < best.paddedBytes ||
                    (bytes == best.paddedBytes && order < bestOrder);
    if (!isBetter)
      return;
    isFound = true;
    bestOrder = order;
    candidate.splits = layout.splits;
    candidate.exact = layout.exact;
    best = {candidate, bytes};
  }

  const Shape &shape;
  Layout layout;
  SmallVector<int64_t, 6> extents;
  size_t rank, reach;
  llvm::SmallBitVector isTaken;
  SmallVector<int64_t, 6> minor;
  BestOrder best;
  SmallVector<int64_t, 6> bestOrder;
  bool isFound = false;
};

} // namespace

BestOrder mlir::tiled_layout::getBestOrder(const Shape &shape) {
  return OrderSearch(shape).run();
}
