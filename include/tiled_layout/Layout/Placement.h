//===- Placement.h - Where each element lies --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_PLACEMENT_H
#define TILED_LAYOUT_LAYOUT_PLACEMENT_H

#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

/// A layout on a static shape: index to position and back.
///
/// Requires static extents and the rules of Rules.h to hold. Positions count
/// elements from the start of the buffer, 0 <= position < elements().
class Placement {
public:
  Placement(const Layout &layout, llvm::ArrayRef<int64_t> extents);

  llvm::ArrayRef<int64_t> getExtents() const { return extents; }
  /// The extents after all levels, most major first, before tail padding.
  llvm::ArrayRef<int64_t> getPhysicalShape() const { return physicalShape; }
  /// The elements that the array takes, tail padding included.
  int64_t getElements() const { return elements; }

  /// True if `0 <= index < extents`, entry by entry, and the ranks agree.
  bool contains(llvm::ArrayRef<int64_t> index) const;

  /// Returns the physical coordinate of an element, most major first.
  /// Requires `contains(index)`.
  llvm::SmallVector<int64_t> getCoordinate(llvm::ArrayRef<int64_t> index) const;

  /// Returns the position of an element: the row-major index of its physical
  /// coordinate. Requires `contains(index)`.
  int64_t getPosition(llvm::ArrayRef<int64_t> index) const;

  /// Returns the index of the element at a position, or `std::nullopt` if the
  /// position is padding. Requires `0 <= position < getElements()`.
  std::optional<llvm::SmallVector<int64_t>> getIndex(int64_t position) const;

private:
  Layout layout;
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<int64_t> physicalShape;
  int64_t elements;
  /// The extents that each level is applied to, before prepending.
  llvm::SmallVector<llvm::SmallVector<int64_t>> levelExtents;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_PLACEMENT_H
