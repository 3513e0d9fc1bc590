//===- Compare.h - Do two layouts mean the same? ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All functions take a static shape and require the rules of Rules.h to hold
// for each layout on it.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_COMPARE_H
#define TILED_LAYOUT_LAYOUT_COMPARE_H

#include "tiled_layout/Layout/Layout.h"

#include <optional>
#include <string>

namespace mlir::tiled_layout {

/// Returns an index whose position differs between the two layouts, or
/// `std::nullopt` if every index has the same position in both.
///
/// Exact. Layouts without `*`, and those whose `*` combine the same dimensions,
/// are compared digit by digit, in time that does not depend on the extents.
/// Otherwise one box of periods of the combined dimensions is walked, a run of
/// equal steps at a time: `T(2,*,8)` on `[3, 30, 30]` has periods of 4 and 8.
std::optional<llvm::SmallVector<int64_t>>
findPositionDifference(const Layout &a, const Layout &b,
                       llvm::ArrayRef<int64_t> extents);

/// True if both layouts map every index to the same position.
inline bool haveSamePositions(const Layout &a, const Layout &b,
                              llvm::ArrayRef<int64_t> extents) {
  return !findPositionDifference(a, b, extents);
}

/// Returns the first difference between two layouts of one shape, as a
/// message, or `std::nullopt` if they are interchangeable: same positions, and
/// equal elements (tail included), bits per element, S, SC and M.
/// `storageBits` is the storage width of the element type, which counts where
/// a layout has no `E`.
std::optional<std::string>
findInterchangeDifference(const Layout &a, const Layout &b,
                          llvm::ArrayRef<int64_t> extents, int64_t storageBits);

/// True if the layouts are interchangeable.
inline bool areInterchangeable(const Layout &a, const Layout &b,
                               llvm::ArrayRef<int64_t> extents,
                               int64_t storageBits) {
  return !findInterchangeDifference(a, b, extents, storageBits);
}

/// Returns one stride per logical dimension, in elements, if every position is
/// the sum of index times stride; 0 for a dimension of extent 1 or less.
std::optional<llvm::SmallVector<int64_t>>
getStrides(const Layout &layout, llvm::ArrayRef<int64_t> extents);

/// True if no position is padding: elements equal the product of the extents.
bool isDense(const Layout &layout, llvm::ArrayRef<int64_t> extents);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_COMPARE_H
