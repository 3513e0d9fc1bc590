//===- VectorAccesses.h - Vector operations on tiled memrefs ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_VECTORACCESSES_H
#define TILED_LAYOUT_LIB_CONVERSION_VECTORACCESSES_H

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// True if an operation moves a vector to or from a memref and has a lowering.
bool isVectorAccess(Operation *op);

/// Reports why a vector operation on a tiled memref cannot be lowered.
LogicalResult checkVectorAccess(Operation *op);

/// Turns vector operations on tiled memrefs below `root` into operations on
/// their flat views (tiled_layout.to_physical), and on their elements where no
/// vector access reaches those. Requires that `checkVectorAccess` holds.
void lowerVectorAccesses(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_VECTORACCESSES_H
