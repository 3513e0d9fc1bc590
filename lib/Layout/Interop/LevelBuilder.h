//===- LevelBuilder.h - Tiles from splits and permutations ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_INTEROP_LEVELBUILDER_H
#define TILED_LAYOUT_LIB_LAYOUT_INTEROP_LEVELBUILDER_H

#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

/// Writes down the tiles that split and reorder a list of axes. The caller sees
/// the axes that it asked for, by number; the axes of extent 1 that tiles leave
/// on the way are kept here.
class LevelBuilder {
public:
  /// Begins with axes 0, 1, ... of these extents, most major first, `kDynamic`
  /// where an extent is not known.
  explicit LevelBuilder(llvm::ArrayRef<int64_t> extents);

  struct Split {
    size_t axis;
    int64_t size;
  };

  /// Splits axes, each with a size of at least 1, in one level: the quotient
  /// keeps the number of the axis and stays in its place, the remainder gets
  /// the next number and goes to the end, remainders in the order of their
  /// axes. Returns the number of each remainder, as the splits are given.
  llvm::SmallVector<size_t> split(llvm::ArrayRef<Split> splits);

  /// Brings all axes into this order, with as few levels as stable partitions
  /// need: the binary logarithm of the number of ascending runs.
  void reorder(llvm::ArrayRef<size_t> order);

  /// Returns the axes in their present order.
  llvm::SmallVector<size_t> getOrder() const;

  /// Returns the places of the axes among all that the tiles leave.
  llvm::SmallVector<int64_t> getPlaces() const;

  /// The tiles so far.
  llvm::ArrayRef<Tile> getTiles() const { return tiles; }

private:
  struct Axis {
    /// `unit` for one that tiles have left.
    size_t number;
    int64_t extent;
  };
  static constexpr size_t unit = ~size_t(0);

  void moveToEnd(llvm::function_ref<bool(size_t number)> isMoved);
  size_t findPlace(size_t number) const;

  llvm::SmallVector<Axis> axes;
  llvm::SmallVector<Tile> tiles;
  size_t count;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_INTEROP_LEVELBUILDER_H
