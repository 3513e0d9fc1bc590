//===- FlatViews.h - Arrays as one dimension --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_FLATVIEWS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_FLATVIEWS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tiled_layout {

/// Returns a tensor or memref in a layout of ours, or in row-major order and of
/// static shape, as its positions: one dimension of all elements, padding
/// included, or of all bytes if elements are not exactly the bytes of their
/// value. That of a view begins at its first element. No data moves.
Value createFlatView(OpBuilder &builder, Location loc, Value array);

/// Returns an array of `type` whose flat view is `flat`.
Value createFromFlatView(OpBuilder &builder, Location loc, Value flat,
                         ShapedType type);

/// Returns one dimension as several, or several as one.
Value createReshape(OpBuilder &builder, Location loc, Value array,
                    ArrayRef<int64_t> shape);

/// Returns a stride that a type does not say: of a strided memref along a
/// dimension, of a view along a physical dimension. The latter is how far the
/// element is from the first one whose coordinate is 1 there, and 0 elsewhere;
/// no tile of the view combines dimensions.
Value createStride(OpBuilder &builder, Location loc, Value array, int64_t dim);

/// Returns a memref as one of other elements of as many bits. The descriptor
/// stays what it is, so that the cast vanishes with the last memref.
Value viewAs(OpBuilder &builder, Location loc, Value array, Type element);

/// Returns a memref of short floating-point numbers as one of integers, any
/// other as it is. Loads and stores of some lanes only are taken apart where a
/// processor has none for a type, and such numbers may be rounded then.
Value viewAsBits(OpBuilder &builder, Location loc, Value array);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_FLATVIEWS_H
