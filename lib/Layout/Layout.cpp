//===- Layout.cpp ---------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Layout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <tuple>

using namespace mlir::tiled_layout;

Tile mlir::tiled_layout::getTile(llvm::ArrayRef<int64_t> sizes) {
  return llvm::map_to_vector<2>(sizes, TileEntry::getSize);
}

Layout Layout::getRowMajor(size_t rank) {
  Layout layout;
  for (size_t dim = rank; dim > 0; --dim)
    layout.minorToMajor.push_back(dim - 1);
  return layout;
}

bool Layout::hasCombine() const {
  return llvm::any_of(tiles, [](const Tile &tile) {
    return llvm::any_of(tile, [](TileEntry e) { return e.isCombine(); });
  });
}

bool Layout::hasExtentEntry() const {
  return llvm::any_of(tiles, [](const Tile &tile) {
    return llvm::any_of(tile, [](TileEntry e) { return e.dependsOnExtent(); });
  });
}

static auto getFields(const Layout &layout) {
  return std::tie(layout.minorToMajor, layout.tiles,
                  layout.tailPaddingAlignment, layout.elementBits,
                  layout.memorySpace, layout.splits, layout.metadataPrefixBytes,
                  layout.exact);
}

bool Layout::operator==(const Layout &other) const {
  return getFields(*this) == getFields(other);
}

/// Mixes a number into a hash: layouts are keys of caches that answer within
/// some ten nanoseconds.
static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 32;
}

llvm::hash_code mlir::tiled_layout::hash_value(const Layout &layout) {
  // Few layouts have more than dimensions and tiles.
  // Of any numbers: a hash is made before a layout is checked.
  uint64_t elementBits = layout.elementBits, memorySpace = layout.memorySpace,
           prefixBytes = layout.metadataPrefixBytes;
  uint64_t hash = layout.tailPaddingAlignment + 31 * elementBits +
                  961 * memorySpace + 29791 * prefixBytes + layout.exact;
  for (int64_t dim : layout.minorToMajor)
    hash = mix(hash, dim);
  for (const Tile &tile : layout.tiles) {
    hash = mix(hash, tile.size());
    for (TileEntry entry : tile)
      hash = mix(hash, 8 * uint64_t(entry.size) + static_cast<int>(entry.kind));
  }
  for (const SplitConfig &split : layout.splits) {
    hash = mix(hash, split.dimension);
    for (int64_t index : split.indices)
      hash = mix(hash, index);
  }
  return hash;
}

llvm::SmallVector<int64_t, 6> Shape::extents() const {
  return llvm::map_to_vector<6>(dimensions,
                                [](const Dimension &dim) { return dim.size; });
}

Layout Shape::getLayout() const {
  return layout ? *layout : Layout::getRowMajor(rank());
}

int64_t mlir::tiled_layout::getBitsPerElement(const Layout &layout,
                                              const ElementType &type) {
  return layout.elementBits != 0 ? layout.elementBits : type.storageBits();
}
