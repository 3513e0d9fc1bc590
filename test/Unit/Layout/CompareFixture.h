//===- CompareFixture.h - Layouts for property tests ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_LAYOUT_COMPAREFIXTURE_H
#define TILED_LAYOUT_TEST_UNIT_LAYOUT_COMPAREFIXTURE_H

#include "tiled_layout/Layout/Layout.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace mlir::tiled_layout {

/// Which level may hold `*`.
enum class CombineLevels { None, First, All };

/// Draws shapes and legal layouts on them; the same seed, the same layouts.
class RandomLayouts {
public:
  explicit RandomLayouts(uint64_t seed) : engine(seed) {}

  /// Returns a number from `low` to `high`, both included.
  int64_t draw(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine() %
                                      static_cast<uint64_t>(high - low + 1));
  }

  /// Returns the extents of an array of at most `maxElements` elements.
  llvm::SmallVector<int64_t> drawExtents(int64_t maxRank, int64_t maxElements) {
    llvm::SmallVector<int64_t> extents;
    for (;;) {
      extents.clear();
      int64_t elements = 1;
      for (int64_t i = draw(0, maxRank); i > 0; --i) {
        extents.push_back(draw(0, 40) == 0 ? 0 : draw(1, 9));
        elements *= extents.back();
      }
      if (elements <= maxElements)
        return extents;
    }
  }

  /// Returns a layout of at most `maxPadded` elements, three levels and tile
  /// sizes up to `maxSize`. Only with the greatest `maxPadded` may it have more
  /// elements than can be counted.
  Layout drawLayout(llvm::ArrayRef<int64_t> extents, CombineLevels combine,
                    int64_t maxPadded = 20000, int64_t maxSize = 6) {
    for (;;) {
      Layout layout = Layout::getRowMajor(extents.size());
      std::shuffle(layout.minorToMajor.begin(), layout.minorToMajor.end(),
                   engine);
      size_t axes = extents.size();
      for (int64_t level = draw(0, 3); level > 0; --level) {
        bool canCombine =
            combine == CombineLevels::All ||
            (combine == CombineLevels::First && layout.tiles.empty());
        int64_t size = draw(1, std::min<int64_t>(axes + 1, 5));
        layout.tiles.push_back(drawTile(size, canCombine, maxSize));
        axes = std::max<size_t>(axes, size) + size;
      }
      if (draw(0, 3) == 0)
        layout.tailPaddingAlignment = draw(1, 12);
      if (maxPadded == std::numeric_limits<int64_t>::max() ||
          getElements(layout, extents) <= maxPadded)
        return layout;
    }
  }

private:
  Tile drawTile(int64_t size, bool canCombine, int64_t maxSize) {
    Tile tile;
    for (int64_t i = 0; i < size; ++i) {
      int64_t kind = draw(0, 19);
      if (canCombine && kind < 6 && i + 1 < size)
        tile.push_back(TileEntry::getCombine());
      else if (kind == 6)
        tile.push_back(TileEntry::getFull());
      else if (kind == 7)
        tile.push_back(TileEntry::getMin(draw(1, maxSize)));
      else
        tile.push_back(TileEntry::getSize(draw(1, maxSize)));
    }
    return tile;
  }

  std::mt19937_64 engine;
};

/// Returns the positions of all elements in row-major order.
inline std::vector<int64_t> getPositions(const Layout &layout,
                                         llvm::ArrayRef<int64_t> extents) {
  std::vector<int64_t> positions;
  if (llvm::is_contained(extents, 0))
    return positions;
  Placement placement(layout, extents);
  llvm::SmallVector<int64_t> index(extents.size(), 0);
  for (;;) {
    positions.push_back(placement.getPosition(index));
    size_t dim = extents.size();
    while (dim > 0 && ++index[dim - 1] == extents[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return positions;
  }
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TEST_UNIT_LAYOUT_COMPAREFIXTURE_H
