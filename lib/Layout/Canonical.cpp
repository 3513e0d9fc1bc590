//===- Canonical.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Canonical.h"

#include "PositionCompare.h"
#include "Spelling.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Layout/Tiling.h"

#include <tuple>
#include <vector>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// Bounds the check of a spelling whose digit sum is not the input's.
static constexpr int64_t maxRuns = 1 << 14;

static constexpr int maxRespellings = 4;

/// Copies what is not about positions, in its canonical spelling.
static void copyProperties(const Layout &from, int64_t storageBits,
                           Layout &to) {
  to.elementBits = from.elementBits == storageBits ? 0 : from.elementBits;
  to.memorySpace = from.memorySpace;
  to.metadataPrefixBytes = from.metadataPrefixBytes;
  int64_t rank = from.rank();
  for (const SplitConfig &split : from.splits) {
    if (split.indices.empty())
      continue;
    int64_t dim = from.minorToMajor[rank - 1 - split.dimension];
    int64_t place = llvm::find(to.minorToMajor, dim) - to.minorToMajor.begin();
    to.splits.push_back({rank - 1 - place, split.indices});
  }
  llvm::sort(to.splits, [](const SplitConfig &a, const SplitConfig &b) {
    return a.dimension < b.dimension;
  });
}

/// Orders spellings: levels, then entries, then the sum of the tile sizes, then
/// how far the dimensions are from descending order, then text.
static auto getCost(const Layout &layout) {
  size_t entries = 0;
  // Two large sizes may pass 2^63.
  double sizes = 0;
  for (const Tile &tile : layout.tiles) {
    entries += tile.size();
    for (TileEntry entry : tile)
      sizes += static_cast<double>(entry.size);
  }
  auto ascending = layout.minorToMajor;
  for (int64_t &dim : ascending)
    dim = -dim;
  return std::make_tuple(layout.tiles.size(), entries, sizes,
                         std::move(ascending), toString(layout));
}

/// Returns the cheapest layout of the plans that is a spelling of the position.
static std::optional<Layout> getCheapest(DigitPool &pool,
                                         const DigitSum &position,
                                         const SpellingTask &task,
                                         ArrayRef<SpellingPlan> plans) {
  std::vector<std::pair<decltype(getCost(Layout())), Layout>> candidates;
  for (const SpellingPlan &plan : plans)
    if (auto layout = getLayout(task, plan))
      candidates.push_back({getCost(*layout), *layout});
  llvm::sort(candidates,
             [](const auto &a, const auto &b) { return a.first < b.first; });
  for (const auto &[cost, layout] : candidates)
    if (compare(pool, position, pool.getPosition(layout), maxRuns).agreement ==
        Agreement::Agree)
      return layout;
  return std::nullopt;
}

/// Returns the spelling of the position and elements, derived from them alone.
static std::optional<Layout> spell(DigitPool &pool, const DigitSum &position,
                                   int64_t elements) {
  auto chains = getDigitChains(pool, position);
  if (!chains)
    return std::nullopt;
  SpellingTask task{pool.getExtents(), *chains, elements};
  if (auto layout = getCheapest(pool, position, task, findShortPlans(task)))
    return layout;
  return getCheapest(pool, position, task, getSortingPlan(task));
}

//===----------------------------------------------------------------------===//
// Where the digits give no spelling
//===----------------------------------------------------------------------===//

namespace {

/// Replaces `full` and `min(n)` by the sizes that they stand for.
struct ConstantDomain {
  using Axis = int64_t;

  int64_t one() { return 1; }
  int64_t merge(int64_t major, int64_t minor) { return major * minor; }
  std::pair<int64_t, int64_t> split(int64_t extent, TileEntry entry) {
    sizes.push_back(getTileSize(entry, extent));
    return {ceilDivide(extent, sizes.back()), sizes.back()};
  }

  SmallVector<int64_t> sizes;
};

/// Simplifies a layout step by step, as long as positions stay the same.
class LocalSimplifier {
public:
  LocalSimplifier(DigitPool &pool, const DigitSum &position, int64_t elements)
      : pool(pool), position(position), elements(elements) {}

  Layout run(const Layout &layout) {
    current = Layout();
    current.minorToMajor = layout.minorToMajor;
    current.tiles = getConstantTiles(layout);
    setTail(current, pool.getExtents(), elements);
    while (dropTile() || shortenTile() || simplifyEntry() || swapDimensions())
      ;
    return std::move(current);
  }

private:
  SmallVector<Tile, 2> getConstantTiles(const Layout &layout) const {
    SmallVector<Tile, 2> tiles;
    SmallVector<int64_t> axes;
    for (int64_t dim : llvm::reverse(layout.minorToMajor))
      axes.push_back(pool.getExtents()[dim]);
    for (Tile tile : layout.tiles) {
      ConstantDomain domain;
      applyTile(tile, axes, domain);
      const int64_t *size = domain.sizes.begin();
      for (TileEntry &entry : tile)
        if (!entry.isCombine())
          entry = TileEntry::getSize(*size++);
      tiles.push_back(std::move(tile));
    }
    return tiles;
  }

  /// Takes `layout` if it is a spelling of the position.
  bool tryLayout(Layout layout) {
    if (checkLayout(layout) || checkLayoutOnShape(layout, pool.getExtents()) ||
        !setTail(layout, pool.getExtents(), elements))
      return false;
    if (compare(pool, position, pool.getPosition(layout), maxRuns).agreement !=
        Agreement::Agree)
      return false;
    current = std::move(layout);
    return true;
  }

  bool dropTile() {
    for (size_t level = current.tiles.size(); level-- > 0;) {
      Layout layout = current;
      layout.tiles.erase(layout.tiles.begin() + level);
      if (tryLayout(std::move(layout)))
        return true;
    }
    return false;
  }

  bool shortenTile() {
    for (size_t level = current.tiles.size(); level-- > 0;) {
      Layout layout = current;
      Tile &tile = layout.tiles[level];
      tile.erase(tile.begin());
      if (!tile.empty() && tryLayout(std::move(layout)))
        return true;
    }
    return false;
  }

  /// Lowers an entry: to 1, else to a divisor, `*` to 1.
  bool simplifyEntry() {
    for (size_t level = current.tiles.size(); level-- > 0;)
      for (size_t i = 0; i < current.tiles[level].size(); ++i) {
        TileEntry entry = current.tiles[level][i];
        int64_t limit =
            entry.isCombine() ? 2 : std::min<int64_t>(entry.size, 64);
        for (int64_t size = 1; size < limit; ++size) {
          Layout layout = current;
          layout.tiles[level][i] = TileEntry::getSize(size);
          if (tryLayout(std::move(layout)))
            return true;
        }
      }
    return false;
  }

  /// Brings two neighbouring dimensions into descending order.
  bool swapDimensions() {
    for (size_t i = 0; i + 1 < current.rank(); ++i) {
      Layout layout = current;
      if (layout.minorToMajor[i] > layout.minorToMajor[i + 1])
        continue;
      std::swap(layout.minorToMajor[i], layout.minorToMajor[i + 1]);
      if (tryLayout(std::move(layout)))
        return true;
    }
    return false;
  }

  DigitPool &pool;
  const DigitSum &position;
  int64_t elements;
  Layout current;
};

} // namespace

/// Returns the spelling of what `layout` says about positions and elements.
static Layout respell(const Layout &layout, ArrayRef<int64_t> extents) {
  DigitPool pool(extents);
  DigitSum position = pool.getPosition(layout);
  int64_t elements = getElements(layout, extents);
  if (auto spelling = spell(pool, position, elements))
    return std::move(*spelling);
  return LocalSimplifier(pool, position, elements).run(layout);
}

Layout mlir::tiled_layout::getCanonicalLayout(const Layout &layout,
                                              ArrayRef<int64_t> extents,
                                              int64_t storageBits) {
  Layout canonical;
  if (llvm::is_contained(extents, 0)) {
    canonical = Layout::getRowMajor(extents.size());
  } else {
    canonical = respell(layout, extents);
    // Where digits of combined indices were not recognised at first, they may
    // be in the simpler spelling.
    for (int i = 0; i < maxRespellings && layout.hasCombine(); ++i) {
      Layout simpler = respell(canonical, extents);
      if (simpler == canonical)
        break;
      canonical = std::move(simpler);
    }
  }
  copyProperties(layout, storageBits, canonical);
  return canonical;
}
