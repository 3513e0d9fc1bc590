//===- RunLengths.h - Neighbours that lie evenly in memory ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers of layouts on known extents, also where tiles combine dimensions, so
// that no index has digits of its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_RUNLENGTHS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_RUNLENGTHS_H

#include "tiled_layout/Layout/Layout.h"

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tiled_layout {

/// The longest period of tiles of both sides that a loop is cut at.
inline constexpr int64_t maxPeriod = 4096;

/// Collects, per dimension, the divisors that the physical map of a layout
/// applies to the dimension itself.
void joinPeriods(const Layout &layout, ArrayRef<int64_t> shape,
                 MLIRContext *context, MutableArrayRef<int64_t> periods);

/// Returns the dimension along which neighbours are neighbours in memory, or
/// -1.
int64_t getUnitDimension(const Layout &layout, ArrayRef<int64_t> shape);

/// Returns a number of neighbours along a dimension that lie at one distance,
/// if the first of them is a multiple of that number; 0 for all there are.
int64_t getRunLength(const Layout &layout, ArrayRef<int64_t> shape,
                     MLIRContext *context, int64_t dim);

/// Returns how far apart the first two elements along a dimension lie, or
/// `kDynamic`.
int64_t getDistance(const Layout &layout, MemRefType type,
                    ArrayRef<int64_t> shape, int64_t dim);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_RUNLENGTHS_H
