//===- RandomLayouts.h - Small random layouts for the tests -----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_REPORT_RANDOMLAYOUTS_H
#define TILED_LAYOUT_TEST_UNIT_REPORT_RANDOMLAYOUTS_H

#include "tiled_layout/Layout/Layout.h"

#include <algorithm>
#include <random>

namespace mlir::tiled_layout {

struct RandomLayout {
  Layout layout;
  llvm::SmallVector<int64_t> extents;
};

/// Returns a layout of up to three levels on up to `maxRank` dimensions of up
/// to 9. A tenth of the entries that may be `*` are, if `allowCombine`.
inline RandomLayout getRandomLayout(std::mt19937_64 &random, size_t maxRank,
                                    bool allowCombine) {
  RandomLayout result;
  result.extents.resize(random() % (maxRank + 1));
  for (int64_t &extent : result.extents)
    extent = random() % 9 + 1;
  result.layout = Layout::getRowMajor(result.extents.size());
  std::shuffle(result.layout.minorToMajor.begin(),
               result.layout.minorToMajor.end(), random);
  size_t levels = random() % 4;
  for (size_t level = 0; level < levels; ++level) {
    Tile tile;
    size_t entries = random() % (result.extents.size() + 1) + 1;
    for (size_t i = 0; i < entries; ++i) {
      bool combine = allowCombine && i + 1 < entries && random() % 10 == 0;
      tile.push_back(combine ? TileEntry::getCombine()
                             : TileEntry::getSize(random() % 4 + 1));
    }
    result.layout.tiles.push_back(tile);
  }
  if (random() % 4 == 0)
    result.layout.tailPaddingAlignment = random() % 50 + 1;
  return result;
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TEST_UNIT_REPORT_RANDOMLAYOUTS_H
