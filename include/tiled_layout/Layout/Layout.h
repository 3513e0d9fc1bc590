//===- Layout.h - What a layout and a shape say -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain values that hold what XLA's text says. They are not checked on
// construction; Rules.h says what is legal.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_LAYOUT_H
#define TILED_LAYOUT_LAYOUT_LAYOUT_H

#include "tiled_layout/Layout/ElementType.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"

#include <limits>
#include <optional>

namespace mlir::tiled_layout {

/// The extent of a dimension that is known only at run time. The same number
/// as `mlir::ShapedType::kDynamic`, so that shapes pass between the two.
inline constexpr int64_t kDynamic = std::numeric_limits<int64_t>::min();

/// One entry of a tile: `8`, `*`, `full` or `min(8)`.
struct TileEntry {
  enum class Kind {
    /// Tiles by `size`.
    Size,
    /// `*`: merges the dimension with the next more minor one before tiling.
    Combine,
    /// `full`: tiles by the dimension's extent, at least 1.
    Full,
    /// `min(n)`: tiles by `size` or by the dimension's extent if that is
    /// smaller, at least 1. Morello's shrinking pack.
    Min,
  };

  Kind kind = Kind::Size;
  /// The `n` of `n` and `min(n)`; 0 otherwise.
  int64_t size = 0;

  static TileEntry getSize(int64_t size) { return {Kind::Size, size}; }
  static TileEntry getCombine() { return {Kind::Combine, 0}; }
  static TileEntry getFull() { return {Kind::Full, 0}; }
  static TileEntry getMin(int64_t size) { return {Kind::Min, size}; }

  bool isCombine() const { return kind == Kind::Combine; }
  /// True for `full` and `min(n)`, whose tile size depends on the extent.
  bool dependsOnExtent() const {
    return kind == Kind::Full || kind == Kind::Min;
  }

  bool operator==(const TileEntry &other) const {
    return kind == other.kind && size == other.size;
  }
  bool operator!=(const TileEntry &other) const { return !(*this == other); }
};

/// One `(...)` of `T`, most major entry first.
using Tile = llvm::SmallVector<TileEntry, 2>;

/// Returns the tile whose entries are all plain sizes.
Tile getTile(llvm::ArrayRef<int64_t> sizes);

/// One `(d:i,j)` of `SC`: where a dimension is split between memories.
struct SplitConfig {
  /// A physical dimension number: 0 is the most major.
  int64_t dimension = 0;
  /// Where the second and later parts begin, in logical indices.
  llvm::SmallVector<int64_t, 2> indices;

  bool operator==(const SplitConfig &other) const {
    return dimension == other.dimension && indices == other.indices;
  }
};

/// How an array lies in memory: what XLA writes between braces after a shape.
struct Layout {
  /// Logical dimension numbers, most minor first.
  llvm::SmallVector<int64_t, 6> minorToMajor;
  /// `T`: level 1 first.
  llvm::SmallVector<Tile, 2> tiles;
  /// `L`: the number of elements is rounded up to a multiple of this.
  int64_t tailPaddingAlignment = 1;
  /// `E`: bits per element; 0 means the storage width of the type.
  int64_t elementBits = 0;
  /// `S`: where the array lives; 0 is the default memory.
  int64_t memorySpace = 0;
  /// `SC`.
  llvm::SmallVector<SplitConfig, 1> splits;
  /// `M`: bytes of run-time sizes in front of the data.
  int64_t metadataPrefixBytes = 0;
  /// A tile that does not divide is an error, never padding. Not in XLA's
  /// text: `, exact` after the braces.
  bool exact = false;

  size_t rank() const { return minorToMajor.size(); }

  /// Returns the layout `{rank-1,...,0}` with nothing else set.
  static Layout getRowMajor(size_t rank);
  /// True if this is `getRowMajor(rank())`.
  bool isRowMajor() const { return *this == getRowMajor(rank()); }
  /// True if some tile entry is `*`.
  bool hasCombine() const;
  /// True if some tile entry is `full` or `min(n)`.
  bool hasExtentEntry() const;

  /// Equality of spelling. Compare.h compares meanings.
  bool operator==(const Layout &other) const;
  bool operator!=(const Layout &other) const { return !(*this == other); }
};

llvm::hash_code hash_value(const Layout &layout);

/// One dimension of a shape: `8`, `<=8` or `?`.
struct Dimension {
  /// `kDynamic` for `?`; the bound for `<=n`.
  int64_t size = 0;
  bool bounded = false;

  bool operator==(const Dimension &other) const {
    return size == other.size && bounded == other.bounded;
  }
};

/// An array shape: element type, dimensions and, where one was given, layout.
struct Shape {
  ElementType elementType;
  llvm::SmallVector<Dimension, 6> dimensions;
  std::optional<Layout> layout;
  /// The Morello text that the layout came from, in its printed form; empty
  /// if the layout was given in XLA's notation.
  std::string morello;

  size_t rank() const { return dimensions.size(); }
  /// Returns the extents, `<=n` as n and `?` as `kDynamic`.
  llvm::SmallVector<int64_t, 6> extents() const;
  /// Returns the layout, or the row-major one if none was given.
  Layout getLayout() const;
};

/// Returns the bits that one element takes: `E(n)` if given, else the storage
/// width of the type.
int64_t getBitsPerElement(const Layout &layout, const ElementType &type);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_LAYOUT_H
