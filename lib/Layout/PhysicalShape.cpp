//===- PhysicalShape.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/PhysicalShape.h"

#include "tiled_layout/Layout/Tiling.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir::tiled_layout;

int64_t mlir::tiled_layout::getTileSize(TileEntry entry, int64_t extent) {
  switch (entry.kind) {
  case TileEntry::Kind::Size:
    return entry.size;
  case TileEntry::Kind::Full:
    return extent == kDynamic ? kDynamic : std::max<int64_t>(extent, 1);
  case TileEntry::Kind::Min:
    // min(1) is 1 whatever the extent.
    if (extent == kDynamic)
      return entry.size == 1 ? 1 : kDynamic;
    return std::max<int64_t>(std::min(entry.size, extent), 1);
  case TileEntry::Kind::Combine:
    break;
  }
  llvm_unreachable("a combined dimension has no tile size");
}

namespace {

/// An axis is its extent.
struct ExtentDomain {
  using Axis = int64_t;

  int64_t one() { return 1; }

  int64_t merge(int64_t major, int64_t minor) {
    if (major == 0 || minor == 0)
      return 0;
    if (major == kDynamic || minor == kDynamic)
      return kDynamic;
    return major * minor;
  }

  std::pair<int64_t, int64_t> split(int64_t extent, TileEntry entry) {
    int64_t size = getTileSize(entry, extent);
    if (size == 1)
      return {extent, 1};
    if (extent == kDynamic || size == kDynamic)
      return {kDynamic, size};
    return {ceilDivide(extent, size), size};
  }
};

} // namespace

llvm::SmallVector<int64_t>
mlir::tiled_layout::getPhysicalShape(const Layout &layout,
                                     llvm::ArrayRef<int64_t> extents) {
  ExtentDomain domain;
  return applyLayout(layout, extents, domain);
}

int64_t mlir::tiled_layout::getElements(const Layout &layout,
                                        llvm::ArrayRef<int64_t> extents) {
  ExtentDomain domain;
  int64_t elements = 1;
  for (int64_t extent : getPhysicalShape(layout, extents))
    elements = domain.merge(elements, extent);
  if (elements == kDynamic || layout.tailPaddingAlignment == 1)
    return elements;
  return ceilDivide(elements, layout.tailPaddingAlignment) *
         layout.tailPaddingAlignment;
}

int64_t mlir::tiled_layout::getBytes(int64_t elements, int64_t bitsPerElement) {
  if (elements == kDynamic)
    return kDynamic;
  // The bits may pass 2^63 where the bytes do not.
  __int128 bits = static_cast<__int128>(elements) * bitsPerElement;
  return static_cast<int64_t>((bits + 7) / 8);
}

int64_t mlir::tiled_layout::getBytes(const Shape &shape) {
  Layout layout = shape.getLayout();
  return getBytes(getElements(layout, shape.extents()),
                  getBitsPerElement(layout, shape.elementType));
}

int64_t mlir::tiled_layout::getLogicalBytes(const Shape &shape) {
  return getBytes(
      getElements(Layout::getRowMajor(shape.rank()), shape.extents()),
      getBitsPerElement(shape.getLayout(), shape.elementType));
}

int64_t mlir::tiled_layout::getLargestSplit(const Layout &layout,
                                            llvm::ArrayRef<int64_t> extents,
                                            int64_t physicalDimension) {
  int64_t extent =
      extents[layout.minorToMajor[layout.rank() - 1 - physicalDimension]];
  for (const SplitConfig &split : layout.splits) {
    if (split.dimension != physicalDimension || extent == kDynamic)
      continue;
    int64_t largest = 0, begin = 0;
    for (int64_t index : split.indices) {
      largest = std::max(largest, index - begin);
      begin = index;
    }
    return std::max(largest, extent - begin);
  }
  return extent;
}

std::optional<int64_t> mlir::tiled_layout::getXlaArraySize(const Shape &shape) {
  Layout layout = shape.getLayout();
  llvm::SmallVector<int64_t, 6> extents = shape.extents();
  if (llvm::is_contained(extents, kDynamic))
    return std::nullopt;

  int64_t elements = 1;
  if (layout.tiles.empty()) {
    for (int64_t extent : extents)
      if (llvm::MulOverflow(elements, extent, elements))
        return std::nullopt;
  } else {
    const Tile &tile = layout.tiles.front();
    size_t rank = layout.rank();
    // Position 0 is the most minor dimension and the tile's last entry.
    for (size_t i = 0, e = std::max(rank, tile.size()); i < e; ++i) {
      int64_t extent =
          i < rank ? getLargestSplit(layout, extents, rank - 1 - i) : 1;
      if (i < tile.size()) {
        TileEntry entry = tile[tile.size() - 1 - i];
        if (entry.kind != TileEntry::Kind::Size)
          return std::nullopt;
        extent = ceilDivide(extent, entry.size) * entry.size;
      }
      if (llvm::MulOverflow(elements, extent, elements))
        return std::nullopt;
    }
    int64_t alignment = layout.tailPaddingAlignment;
    if (llvm::MulOverflow(ceilDivide(elements, alignment), alignment, elements))
      return std::nullopt;
  }
  __int128 bits = static_cast<__int128>(elements) *
                  getBitsPerElement(layout, shape.elementType);
  if ((bits + 7) / 8 > std::numeric_limits<int64_t>::max())
    return std::nullopt;
  return getBytes(elements, getBitsPerElement(layout, shape.elementType));
}
