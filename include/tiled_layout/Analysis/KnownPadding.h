//===- KnownPadding.h - What does padding hold? -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ANALYSIS_KNOWNPADDING_H
#define TILED_LAYOUT_ANALYSIS_KNOWNPADDING_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace mlir::tiled_layout {

/// True if an array of static shape has padding positions.
bool hasPadding(ShapedType type);

/// Returns the value that every padding position of a tensor is known to hold:
/// what a relayout was asked to put there, what `fill_padding` wrote, what a
/// constant has there. Null if nothing is known.
TypedAttr getKnownPadding(Value tensor);

/// Returns a constant tensor's padding: the value of a splat, else zero
/// (docs/Lowering.md).
TypedAttr getConstantPadding(ElementsAttr value);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ANALYSIS_KNOWNPADDING_H
