//===- PackReshape.h - Dropping axes of extent 1 ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_LINALGPACK_PACKRESHAPE_H
#define TILED_LAYOUT_LIB_CONVERSION_LINALGPACK_PACKRESHAPE_H

#include "tiled_layout/IR/TiledLayout.h"

namespace mlir::tiled_layout {

/// Returns the type without layout of the same elements.
RankedTensorType getPlainTensor(RankedTensorType type, ArrayRef<int64_t> shape);

/// Returns the tensor of the kept axes of a physical shape.
RankedTensorType getKeptType(RankedTensorType physical,
                             ArrayRef<int64_t> keptAxes);

/// Drops the axes that are not kept, which have extent 1.
Value dropAxes(OpBuilder &builder, Location loc, Value physical,
               ArrayRef<int64_t> keptAxes);

/// Adds axes of extent 1 to a tensor of type `getKeptType(physical)`.
Value addAxes(OpBuilder &builder, Location loc, Value packed,
              RankedTensorType physical, ArrayRef<int64_t> keptAxes);

/// Changes what is known of the extents, if that is needed.
Value castTo(OpBuilder &builder, Location loc, Value tensor, Type type);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_LINALGPACK_PACKRESHAPE_H
