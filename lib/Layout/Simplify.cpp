//===- Simplify.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Simplify.h"

#include "PositionCompare.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Tiling.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// Bounds the comparison of positions whose digit sums are not the same.
static constexpr int64_t maxRuns = 1 << 14;
/// Larger divisors of a size are not tried.
static constexpr int64_t maxDivisor = 64;

/// Copies what is not about positions, without what does nothing.
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

/// Returns the `L` that makes `elements` out of `padded`: the smallest power
/// of two that does, else `elements` itself.
static int64_t getTailAlignment(int64_t padded, int64_t elements) {
  if (padded == elements)
    return 1;
  for (int64_t alignment = 2; elements % alignment == 0; alignment *= 2)
    if (alignment > elements - padded)
      return alignment;
  return elements;
}

/// Sets the `L` that gives `layout` so many elements; false if its tiles alone
/// give more.
static bool setTail(Layout &layout, ArrayRef<int64_t> extents,
                    int64_t elements) {
  layout.tailPaddingAlignment = 1;
  int64_t padded = getElements(layout, extents);
  if (padded > elements)
    return false;
  layout.tailPaddingAlignment = getTailAlignment(padded, elements);
  return true;
}

namespace {

/// An axis is its extent; every tile size that is met is remembered.
struct ResolvingDomain {
  using Axis = int64_t;

  int64_t one() { return 1; }

  int64_t merge(int64_t major, int64_t minor) {
    bool isUnknown = major == kDynamic || minor == kDynamic;
    return isUnknown ? kDynamic : major * minor;
  }

  std::pair<int64_t, int64_t> split(int64_t extent, TileEntry entry) {
    int64_t size = getTileSize(entry, extent);
    sizes.push_back(size);
    if (size == kDynamic)
      return {kDynamic, kDynamic};
    return {extent == kDynamic ? kDynamic : ceilDivide(extent, size), size};
  }

  /// One per entry of the current tile that is not `*`, in order.
  SmallVector<int64_t> sizes;
};

} // namespace

std::optional<size_t>
mlir::tiled_layout::resolveTiles(Layout &layout, ArrayRef<int64_t> extents) {
  ResolvingDomain domain;
  SmallVector<int64_t> axes;
  for (int64_t dim : llvm::reverse(layout.minorToMajor))
    axes.push_back(extents[dim]);
  for (auto [number, tile] : llvm::enumerate(layout.tiles)) {
    domain.sizes.clear();
    applyTile(tile, axes, domain);
    const int64_t *size = domain.sizes.begin();
    for (TileEntry &entry : tile) {
      if (entry.isCombine())
        continue;
      if (*size == kDynamic)
        return number;
      entry = TileEntry::getSize(*size++);
    }
  }
  return std::nullopt;
}

namespace {

/// Simplifies a layout step by step, as long as positions stay the same.
class Simplifier {
public:
  Simplifier(const Layout &layout, ArrayRef<int64_t> extents)
      : pool(extents), position(pool.getPosition(layout)),
        elements(getElements(layout, extents)) {
    current.minorToMajor = layout.minorToMajor;
    current.tiles = layout.tiles;
    resolveTiles(current, extents);
    setTail(current, extents, elements);
  }

  Layout run() {
    dropAllTiles();
    while (dropTile() || shortenTile() || simplifyEntry() || swapDimensions())
      ;
    return std::move(current);
  }

private:
  /// Takes `layout` if it has the same positions and elements.
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

  /// Takes the order of strides without tiles where all positions are sums of
  /// index times stride.
  void dropAllTiles() {
    SmallVector<int64_t> strides;
    for (auto [dim, extent] : llvm::enumerate(pool.getExtents())) {
      SmallVector<int64_t> index(pool.getExtents().size(), 0);
      index[dim] = std::min<int64_t>(extent - 1, 1);
      strides.push_back(evaluate(pool, position, index));
    }
    Layout layout = Layout::getRowMajor(strides.size());
    // Dimensions of equal strides stay in row-major order. A stable sort would
    // need libstdc++'s temporary buffer, which Clang warns of.
    llvm::sort(layout.minorToMajor, [&](int64_t a, int64_t b) {
      return std::pair(strides[a], b) < std::pair(strides[b], a);
    });
    tryLayout(std::move(layout));
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
        int64_t most =
            entry.isCombine() ? 1 : std::min(entry.size - 1, maxDivisor);
        for (int64_t size = 1; size <= most; ++size) {
          if (!entry.isCombine() && entry.size % size != 0)
            continue;
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

  DigitPool pool;
  DigitSum position;
  int64_t elements;
  Layout current;
};

} // namespace

Layout mlir::tiled_layout::simplifyLayout(const Layout &layout,
                                          ArrayRef<int64_t> extents,
                                          int64_t storageBits) {
  Layout simplified = Layout::getRowMajor(extents.size());
  if (!llvm::is_contained(extents, 0))
    simplified = Simplifier(layout, extents).run();
  copyProperties(layout, storageBits, simplified);
  return simplified;
}
