//===- Canonical.h - One spelling per meaning -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_CANONICAL_H
#define TILED_LAYOUT_LAYOUT_CANONICAL_H

#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

/// Returns the one spelling of all layouts that are interchangeable with
/// `layout` on a static shape (Compare.h), with every rule of Rules.h kept.
/// Idempotent. `storageBits` is the storage width of the element type: an `E`
/// equal to it is dropped.
///
/// Of the spellings, the one is chosen that has the fewest levels, then the
/// simplest moves, the fewest tile entries, the smallest sizes, and dimensions
/// closest to descending order; where no short one is found, one that splits
/// off a digit per level and then sorts them. What follows the last element
/// that a tile needs is `L`, the smallest power of two that gives the size, if
/// there is one. `full`, `min(n)` and `exact` resolve to constants. `SC` keeps
/// meaning the same dimensions, is sorted, and loses configs without an index.
/// An array without elements has the untiled descending layout.
///
/// Derived from positions and elements alone, so equal for all spellings, with
/// one exception: where `*` combines axes that a tile has already padded or
/// cut, or combines dimensions of more than 4096 elements that a later level
/// cuts again at a place that their extents divide in part, the position may
/// not be recognised as digits. Then the input itself is simplified, and two
/// interchangeable layouts may keep different spellings; `areInterchangeable`
/// is exact for them, too.
///
/// Takes some microseconds; a bound on the search keeps it to milliseconds.
///
/// Example: `{1,0:T(2,4)(2,1)}` on `[4, 8]` is `{1,0:T(2,1)}`.
Layout getCanonicalLayout(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                          int64_t storageBits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_CANONICAL_H
