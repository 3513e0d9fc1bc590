//===- PhysicalShape.h - Extents and sizes in memory ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All functions take logical extents, dimension 0 first, `kDynamic` where an
// extent is known at run time only, and require the rules of Rules.h to hold.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_PHYSICALSHAPE_H
#define TILED_LAYOUT_LAYOUT_PHYSICALSHAPE_H

#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

/// Returns ceil(a / b) for a >= 0, b >= 1, without overflow.
inline int64_t ceilDivide(int64_t a, int64_t b) { return a / b + (a % b != 0); }

/// Returns the tile size that `entry` stands for on an axis of this extent:
/// n, min(n, extent) or extent, at least 1; `kDynamic` where it is not known.
int64_t getTileSize(TileEntry entry, int64_t extent);

/// Returns the list of extents after all levels, most major first, before tail
/// padding; `kDynamic` for an extent that depends on a dynamic one.
///
/// Example: `[3, 5]` in `{1,0:T(2,2)}` is `[2, 3, 2, 2]`.
llvm::SmallVector<int64_t> getPhysicalShape(const Layout &layout,
                                            llvm::ArrayRef<int64_t> extents);

/// Returns the elements that the array takes: the product of the physical
/// shape, rounded up to a multiple of `L`; 0 if an extent is 0; `kDynamic` if
/// unknown. Every level's padding counts.
int64_t getElements(const Layout &layout, llvm::ArrayRef<int64_t> extents);

/// Returns ceil(elements * bits / 8); `kDynamic` stays `kDynamic`.
int64_t getBytes(int64_t elements, int64_t bitsPerElement);

/// Returns the bytes of the padded array.
int64_t getBytes(const Shape &shape);

/// Returns the bytes of the array without any padding: the same bits for the
/// product of the dimensions.
int64_t getLogicalBytes(const Shape &shape);

/// Returns XLA's own `ShapeUtil::ArraySize` in bytes, which differs from
/// `getBytes`: only level 1 pads, `L` counts only with tiles, and a split
/// dimension counts with its largest part. `std::nullopt` if a dimension is
/// dynamic, if level 1 has an entry that XLA cannot size (`*`, `full`,
/// `min`), or if the result is past 2^63 - 1.
///
/// Source: docs/Specification.md, section "XLA's ArraySize".
std::optional<int64_t> getXlaArraySize(const Shape &shape);

/// Returns the size of the largest part that `SC` leaves of a physical
/// dimension (0 is the most major): the dimension itself if it is not split.
int64_t getLargestSplit(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                        int64_t physicalDimension);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_PHYSICALSHAPE_H
