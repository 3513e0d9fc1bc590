//===- Simplify.h - Layouts without what does nothing -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_SIMPLIFY_H
#define TILED_LAYOUT_LAYOUT_SIMPLIFY_H

#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

/// Returns a layout that is interchangeable with `layout` on a static shape
/// (Compare.h), without what does nothing there: levels and leading entries
/// that move no element, sizes where a divisor does, `*` that combines nothing,
/// an order of dimensions other than descending. Keeps every rule of Rules.h.
/// Idempotent.
///
/// Padding after the last element that a tile needs becomes `L`, the smallest
/// power of two that gives the size, if there is one. `full`, `min(n)` and
/// `exact` become constants. `SC` keeps meaning the same dimensions, is sorted,
/// and loses configs without an index. `storageBits` is the storage width of
/// the element type: an `E` equal to it is dropped. An array without elements
/// has the untiled descending layout.
///
/// Two interchangeable layouts may have different simplified ones:
/// `areInterchangeable` decides that.
///
/// Example: `{1,0:T(2,4)(2,1)}` on `[4, 8]` is `{1,0:T(2,1)}`.
Layout simplifyLayout(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                      int64_t storageBits);

/// Replaces `full` and `min(n)` by the sizes that they stand for on a shape.
/// Returns the number of the first tile that depends on an extent which is not
/// known, `std::nullopt` if there is none.
std::optional<size_t> resolveTiles(Layout &layout,
                                   llvm::ArrayRef<int64_t> extents);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_SIMPLIFY_H
