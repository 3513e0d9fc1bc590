//===- TiledViews.h - What view patterns share ----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_TILEDVIEWS_H
#define TILED_LAYOUT_LIB_CONVERSION_TILEDVIEWS_H

#include "PhysicalArray.h"

namespace mlir::tiled_layout {

/// Where a view lies in a memref: at `offset`, in elements, with a stride for
/// each physical dimension.
struct ViewPlace {
  OpFoldResult offset;
  SmallVector<OpFoldResult> strides;
};

/// Returns a strided memref over the buffer of another, of a given place and
/// sizes. What its type knows stands in the operation as a number.
Value reinterpretAt(OpBuilder &builder, Location loc, Value buffer,
                    MemRefType type, const ViewPlace &place,
                    ArrayRef<OpFoldResult> sizes);

/// Returns the values for a view in the flat memref of a buffer: the memref,
/// the extents, the offset, and the strides that the type does not know.
SmallVector<Value> getFlatView(OpBuilder &builder, Location loc, Value buffer,
                               MemRefType tiled, MemRefType physical,
                               ValueRange extents, const ViewPlace &place);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_TILEDVIEWS_H
