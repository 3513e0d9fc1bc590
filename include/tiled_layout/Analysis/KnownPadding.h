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

namespace mlir::tiled_layout {

/// True if an array of static shape has padding positions.
bool hasPadding(ShapedType type);

/// Returns a constant tensor's padding: the value of a splat, else zero
/// (docs/Lowering.md).
TypedAttr getConstantPadding(ElementsAttr value);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ANALYSIS_KNOWNPADDING_H
