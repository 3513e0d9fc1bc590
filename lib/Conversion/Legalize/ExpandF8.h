//===- ExpandF8.h - Conversions of floats of 8 bits -------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_LEGALIZE_EXPANDF8_H
#define TILED_LAYOUT_LIB_CONVERSION_LEGALIZE_EXPANDF8_H

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// True for `f8E4M3FN` and `f8E5M2`, and vectors of them.
bool isF8(Type type);

/// Replaces a conversion between such a type and `f32`, `f16` or `bf16` by
/// arithmetic of `f32` and integers, which vectors have. True if it was one,
/// and rounds to the nearest.
bool expandF8(Operation *op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_LEGALIZE_EXPANDF8_H
