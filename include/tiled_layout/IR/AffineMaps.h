//===- AffineMaps.h - Layouts as affine maps --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_AFFINEMAPS_H
#define TILED_LAYOUT_IR_AFFINEMAPS_H

#include "tiled_layout/Layout/Layout.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/Support/LLVM.h"

#include <optional>

namespace mlir::tiled_layout {

/// Returns the map from logical index to physical coordinate: one dimension
/// per logical dimension, one result per physical dimension, most major first.
///
/// `extents` are the logical extents, `kDynamic` where they are known at run
/// time only. A map needs an extent only under `*` (of the dimensions that are
/// merged, but for the most major one), `full` and `min(n)`. A dynamic extent
/// under `*` becomes a symbol, which makes the map semi-affine; `symbols`, if
/// given, receives the logical dimension that each symbol stands for. Returns
/// a null map if `full` or `min(n)` meets a dynamic extent, because a tile
/// size is then no affine expression.
///
/// Example: `{1,0:T(2,2)}` is
/// `(d0, d1) -> (d0 floordiv 2, d1 floordiv 2, d0 mod 2, d1 mod 2)`.
AffineMap getPhysicalMap(const Layout &layout, ArrayRef<int64_t> extents,
                         MLIRContext *context,
                         SmallVectorImpl<int64_t> *symbols = nullptr);

/// Returns the value of an expression without symbols. Requires that what it
/// divides by is positive; `getDim` returns the value of a dimension.
int64_t evaluateExpr(AffineExpr expr, function_ref<int64_t(unsigned)> getDim);

/// Adds `factor` times what an expression multiplies each dimension by to
/// `factors`, one for each. Returns false, with any factors, if it is no sum of
/// multiples of dimensions.
bool addFactors(AffineExpr expr, int64_t factor,
                MutableArrayRef<int64_t> factors);

/// Collects where quotients and remainders cut a dimension, and returns at
/// which of its indices the expression, a digit of it as `getPhysicalMap`
/// gives, is 1; 0 if the expression is of another kind.
int64_t collectCuts(AffineExpr expr, int64_t dim,
                    SmallVectorImpl<int64_t> &cuts);

/// Returns the index of the element whose coordinate along one physical
/// dimension, a result of `getPhysicalMap`, is 1, and 0 along all others. It
/// may be out of bounds. `std::nullopt` if the coordinate merges dimensions.
std::optional<SmallVector<int64_t>> getUnitIndex(AffineExpr coordinate,
                                                 int64_t rank);

/// Returns the map from logical index to position, in elements. As
/// `getPhysicalMap`, but every dynamic extent that a stride depends on is a
/// symbol too.
///
/// Example: `{1,0:T(2,2)}` on `[3, 5]` takes `(2, 3)` to 17.
AffineMap getPositionMap(const Layout &layout, ArrayRef<int64_t> extents,
                         MLIRContext *context,
                         SmallVectorImpl<int64_t> *symbols = nullptr);

/// Returns the extents after all levels, most major first, as a map without
/// dimensions and with one symbol per dynamic extent, in order; a null map as
/// in `getPhysicalMap`.
///
/// Example: `{1,0:T(8,128)}` on `[?, 256]` is
/// `()[s0] -> (s0 ceildiv 8, 2, 8, 128)`.
AffineMap getPhysicalExtentsMap(const Layout &layout, ArrayRef<int64_t> extents,
                                MLIRContext *context);

/// Returns the expressions, of one symbol per dynamic extent, that must be 0
/// for every tile to divide what it tiles: what `exact` asserts at run time.
/// Those that are 0 for every extent are left out.
SmallVector<AffineExpr> getTileRemainders(const Layout &layout,
                                          ArrayRef<int64_t> extents,
                                          MLIRContext *context);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_AFFINEMAPS_H
