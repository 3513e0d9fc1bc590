//===- TransformOps.h - Layouts in transform scripts ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMOPS_TRANSFORMOPS_H
#define TILED_LAYOUT_TRANSFORMOPS_TRANSFORMOPS_H

#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#define GET_OP_CLASSES
#include "tiled_layout/TransformOps/TransformOps.h.inc"

namespace mlir::tiled_layout {

/// Adds the `transform.tiled_layout.*` operations to the transform dialect.
void registerTransformDialectExtension(DialectRegistry &registry);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TRANSFORMOPS_TRANSFORMOPS_H
