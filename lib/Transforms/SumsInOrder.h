//===- SumsInOrder.h - Sums of all elements, one by one ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SUMSINORDER_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SUMSINORDER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// True if an operation adds all elements in order, one by one, within which a
/// function such as `exp` would have no vectors; with `reassoc`, any order
/// does.
bool addsInOrder(linalg::LinalgOp op, bool reassoc);

/// True if the body calls functions, such as `exp`.
bool hasMathFunctions(linalg::LinalgOp op);

/// Computes the terms of such a sum first, in rows, if they call functions.
void splitSumInOrder(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SUMSINORDER_H
