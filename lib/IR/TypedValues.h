//===- TypedValues.h - Constant values of another type ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_IR_TYPEDVALUES_H
#define TILED_LAYOUT_LIB_IR_TYPEDVALUES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::tiled_layout {

/// Returns the same values, which are in their logical order, as those of a
/// tensor of the same shape and elements in another layout: of `dense<...>`,
/// `dense_resource<...>` or `sparse<...>`; null for other attributes.
TypedAttr getWithType(Attribute values, RankedTensorType type);

/// Returns values of `sparse<...>` as those of `dense<...>`, which LLVM needs;
/// others as they are.
Attribute writeOut(Attribute values);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_IR_TYPEDVALUES_H
