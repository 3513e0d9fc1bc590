//===- VectorRows.h - Arrays of one dimension as rows -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_VECTORROWS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_VECTORROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// Replaces an operation with one loop, over arrays of one dimension of which
/// some lie in words, such as T(1024)(128)(2,1), by operations on rows of them:
/// such an array lies like one of rows of 128 elements in T(8,128)(2,1). An
/// operand that begins within a row, as a slice does, is read from two rows, by
/// an operation each. Returns the operations in the order of the loop; none if
/// this one stays as it is.
SmallVector<linalg::LinalgOp> splitIntoRows(RewriterBase &rewriter,
                                            linalg::LinalgOp op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_VECTORROWS_H
