//===- RandomPairs.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomPairs.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Relayout/Axes.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <random>

using namespace mlir::tiled_layout;

/// Unlike the standard's distributions, the same with every library.
static int64_t pick(std::mt19937_64 &random, int64_t low, int64_t high) {
  return low + static_cast<int64_t>(random() % (high - low + 1));
}

/// Returns extents whose product is about `elements`; half of them are no
/// powers of two.
static llvm::SmallVector<int64_t> drawExtents(std::mt19937_64 &random,
                                              int64_t elements) {
  int64_t rank = pick(random, 1, 5);
  llvm::SmallVector<int64_t> extents(rank, 1);
  for (unsigned bit = llvm::Log2_64(elements); bit > 0; --bit)
    extents[pick(random, 0, rank - 1)] *= 2;
  for (int64_t &extent : extents)
    if (extent > 2 && pick(random, 0, 1))
      extent = pick(random, extent * 3 / 4, extent * 5 / 4);
  return extents;
}

static int64_t getProduct(llvm::ArrayRef<int64_t> extents) {
  int64_t product = 1;
  for (int64_t extent : extents)
    product *= extent;
  return product;
}

/// True if at most half of the positions are padding.
static bool isDense(const Layout &layout, llvm::ArrayRef<int64_t> extents) {
  return !checkLayout(layout) && !checkLayoutOnShape(layout, extents) &&
         getElements(layout, extents) <= 2 * getProduct(extents);
}

/// Draws an order of the dimensions, and up to three levels that keep it dense.
static Layout drawLayout(std::mt19937_64 &random,
                         llvm::ArrayRef<int64_t> extents) {
  Layout layout = Layout::getRowMajor(extents.size());
  for (int64_t i = static_cast<int64_t>(extents.size()) - 1; i > 0; --i)
    std::swap(layout.minorToMajor[i], layout.minorToMajor[pick(random, 0, i)]);
  for (int64_t level = pick(random, 0, 3); level > 0; --level) {
    Tile tile;
    int64_t axes = getPhysicalShape(layout, extents).size();
    for (int64_t entry = pick(random, 1, axes); entry > 0; --entry)
      tile.push_back(TileEntry::getSize(int64_t(1) << pick(random, 0, 8)));
    layout.tiles.push_back(tile);
    if (!isDense(layout, extents))
      layout.tiles.pop_back();
  }
  return layout;
}

/// Returns how many elements of one dimension follow one another.
static int64_t getRun(const Layout &layout, llvm::ArrayRef<int64_t> extents) {
  RelayoutAxes axes =
      getRelayoutAxes(layout, Layout::getRowMajor(extents.size()), extents);
  int64_t run = 1;
  llvm::ArrayRef<int64_t> dims;
  bool found = true;
  while (found) {
    found = false;
    for (const RelayoutAxis &axis : axes.axes)
      if (axis.sourceStride == run &&
          (dims.empty() || dims == llvm::ArrayRef(axis.digits.front().dims))) {
        dims = axis.digits.front().dims;
        run *= axis.extent;
        found = true;
        break;
      }
  }
  return run;
}

/// Draws one pair; returns nothing if it is not what is wanted.
static std::optional<BenchmarkCase> drawPair(std::mt19937_64 &random,
                                             int64_t bytes) {
  static constexpr llvm::StringLiteral types[] = {"s8", "bf16", "f32", "f64"};
  constexpr int64_t minRunBits = 64 * 8;
  constexpr int trials = 100;
  Shape from{*getElementType(types[pick(random, 0, 3)]), {}, {}, {}};
  int64_t bits = from.elementType.valueBits;
  llvm::SmallVector<int64_t> extents = drawExtents(random, bytes * 8 / bits);
  for (int64_t extent : extents)
    from.dimensions.push_back({extent});
  Shape to = from;
  for (Shape *side : {&from, &to})
    for (int trial = 0; trial < trials && !side->layout; ++trial) {
      Layout layout = drawLayout(random, extents);
      if (getRun(layout, extents) * bits >= minRunBits)
        side->layout = layout;
    }
  if (!from.layout || !to.layout || *from.layout == *to.layout)
    return std::nullopt;
  return BenchmarkCase{from, to};
}

std::vector<BenchmarkCase> mlir::tiled_layout::drawRandomPairs(size_t count,
                                                               uint64_t seed,
                                                               int64_t bytes) {
  std::mt19937_64 random(seed);
  std::vector<BenchmarkCase> pairs;
  while (pairs.size() < count)
    if (std::optional<BenchmarkCase> pair = drawPair(random, bytes))
      pairs.push_back(std::move(*pair));
  return pairs;
}
