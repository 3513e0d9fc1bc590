//===- ArrayParts.h - Parts of arrays, tiled or not -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_ARRAYPARTS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_ARRAYPARTS_H

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Returns a view of a part of a memref, tiled or not. Offsets that are values
/// are taken for the beginnings of tiles, unless the size there is 1.
Value getPart(OpBuilder &builder, Location loc, Value array,
              ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_ARRAYPARTS_H
