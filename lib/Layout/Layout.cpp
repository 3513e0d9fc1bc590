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

llvm::hash_code mlir::tiled_layout::hash_value(const Layout &layout) {
  llvm::hash_code hash = llvm::hash_combine(
      llvm::hash_combine_range(layout.minorToMajor),
      layout.tailPaddingAlignment, layout.elementBits, layout.memorySpace,
      layout.metadataPrefixBytes, layout.exact);
  for (const Tile &tile : layout.tiles) {
    hash = llvm::hash_combine(hash, tile.size());
    for (TileEntry entry : tile)
      hash = llvm::hash_combine(hash, static_cast<int>(entry.kind), entry.size);
  }
  for (const SplitConfig &split : layout.splits)
    hash = llvm::hash_combine(hash, split.dimension,
                              llvm::hash_combine_range(split.indices));
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
