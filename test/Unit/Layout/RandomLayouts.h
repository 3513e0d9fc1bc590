//===- RandomLayouts.h - Legal layouts for property tests -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H
#define TILED_LAYOUT_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"

#include <random>

namespace mlir::tiled_layout::test {

/// What `getRandomLayout` may draw.
struct RandomLayoutOptions {
  int64_t maxRank = 6;
  int64_t maxLevels = 3;
  /// The largest number of elements, padding included.
  int64_t maxElements = 1500;
  bool zeroExtents = true;
  bool combine = true;
  /// `full` and `min(n)`.
  bool extentEntries = true;
  /// `L`, `E`, `S`, `SC`, `M` and `exact`.
  bool properties = true;
};

/// A layout and logical extents on which it is legal (TL1 to TL16).
struct RandomLayout {
  Layout layout;
  llvm::SmallVector<int64_t> extents;

  /// What a failing test must show so that it can be repeated by hand.
  std::string describe() const {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << '[';
    llvm::interleaveComma(extents, os);
    os << "] in " << toString(layout);
    return text;
  }
};

/// Returns a number from `low` to `high`. Unlike the standard's distributions
/// it is the same with every standard library.
inline int64_t pick(std::mt19937_64 &random, int64_t low, int64_t high) {
  return low + static_cast<int64_t>(random() % (high - low + 1));
}

/// Returns true in `percent` of 100 calls.
inline bool chance(std::mt19937_64 &random, int64_t percent) {
  return pick(random, 1, 100) <= percent;
}

inline Tile getRandomTile(std::mt19937_64 &random, int64_t axes,
                          const RandomLayoutOptions &options) {
  static constexpr int64_t sizes[] = {1, 1, 2, 2, 2, 3, 4, 4, 5, 8};
  // Mostly a tile that fits, now and then one that is longer than the list.
  int64_t entries = pick(
      random, 1, std::max<int64_t>(1, chance(random, 20) ? axes + 2 : axes));
  Tile tile;
  for (int64_t entry = 0; entry < entries; ++entry) {
    int64_t size = sizes[pick(random, 0, 9)];
    bool last = entry + 1 == entries;
    if (options.combine && !last && chance(random, 20))
      tile.push_back(TileEntry::getCombine());
    else if (options.extentEntries && chance(random, 6))
      tile.push_back(TileEntry::getFull());
    else if (options.extentEntries && chance(random, 8))
      tile.push_back(TileEntry::getMin(size));
    else
      tile.push_back(TileEntry::getSize(size));
  }
  return tile;
}

inline void addRandomProperties(std::mt19937_64 &random, Layout &layout,
                                llvm::ArrayRef<int64_t> extents) {
  static constexpr int64_t bits[] = {1, 2, 3, 4, 8, 16, 32, 42};
  if (chance(random, 25))
    layout.tailPaddingAlignment = pick(random, 2, 70);
  if (chance(random, 25))
    layout.elementBits = bits[pick(random, 0, 7)];
  if (chance(random, 10))
    layout.memorySpace = pick(random, 1, 127);
  if (chance(random, 10))
    layout.metadataPrefixBytes = pick(random, 1, 2048);
  if (layout.rank() > 0 && chance(random, 10)) {
    int64_t physical = pick(random, 0, layout.rank() - 1);
    int64_t extent = extents[layout.minorToMajor[layout.rank() - 1 - physical]];
    SplitConfig split{physical, {}};
    for (int64_t index = pick(random, 1, 3); index < extent;
         index += pick(random, 1, 3))
      split.indices.push_back(index);
    layout.splits.push_back(split);
  }
  layout.exact = chance(random, 30);
  if (checkLayoutOnShape(layout, extents))
    layout.exact = false;
}

/// Returns random extents.
inline llvm::SmallVector<int64_t>
getRandomExtents(std::mt19937_64 &random, const RandomLayoutOptions &options) {
  int64_t rank = pick(random, 0, options.maxRank);
  int64_t largest = rank <= 1 ? 300 : rank == 2 ? 30 : rank == 3 ? 9 : 5;
  llvm::SmallVector<int64_t> extents;
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool zero = options.zeroExtents && chance(random, 2);
    bool one = chance(random, 15);
    extents.push_back(zero ? 0 : one ? 1 : pick(random, 1, largest));
  }
  return extents;
}

/// Draws one candidate; it may pad to more elements than asked for.
inline Layout drawLayout(std::mt19937_64 &random,
                         llvm::ArrayRef<int64_t> extents,
                         const RandomLayoutOptions &options) {
  Layout layout = Layout::getRowMajor(extents.size());
  for (int64_t i = static_cast<int64_t>(extents.size()) - 1; i > 0; --i)
    std::swap(layout.minorToMajor[i], layout.minorToMajor[pick(random, 0, i)]);
  for (int64_t level = pick(random, 0, options.maxLevels); level > 0; --level) {
    int64_t axes = tiled_layout::getPhysicalShape(layout, extents).size();
    layout.tiles.push_back(getRandomTile(random, axes, options));
  }
  if (options.properties)
    addRandomProperties(random, layout, extents);
  return layout;
}

/// True if the layout is legal on the extents and not too large.
inline bool isUsable(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                     const RandomLayoutOptions &options) {
  return !checkLayout(layout) && !checkLayoutOnShape(layout, extents) &&
         tiled_layout::getElements(layout, extents) <= options.maxElements;
}

/// Returns a random layout that is legal on the extents, or the row-major one
/// if none of many candidates is.
inline Layout getRandomLayoutOn(std::mt19937_64 &random,
                                llvm::ArrayRef<int64_t> extents,
                                const RandomLayoutOptions &options = {}) {
  for (int trial = 0; trial < 100; ++trial) {
    Layout layout = drawLayout(random, extents, options);
    if (isUsable(layout, extents, options))
      return layout;
  }
  return Layout::getRowMajor(extents.size());
}

/// Returns a random layout and extents on which it is legal.
inline RandomLayout getRandomLayout(std::mt19937_64 &random,
                                    const RandomLayoutOptions &options = {}) {
  while (true) {
    llvm::SmallVector<int64_t> extents = getRandomExtents(random, options);
    Layout layout = drawLayout(random, extents, options);
    if (isUsable(layout, extents, options))
      return {layout, extents};
  }
}

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_UNIT_LAYOUT_RANDOMLAYOUTS_H
