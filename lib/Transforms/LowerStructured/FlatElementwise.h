//===- FlatElementwise.h - Elementwise operations on positions --*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_FLATELEMENTWISE_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_FLATELEMENTWISE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// Replaces an elementwise operation on arrays in one layout, which lie alike,
/// by one on their positions in the order of memory, and one on what is left
/// where the last tiles hold padding, which nothing may write. Returns both, or
/// nothing if there is no part without padding, or the order of elements
/// matters.
SmallVector<linalg::LinalgOp> flattenElementwise(RewriterBase &rewriter,
                                                 linalg::LinalgOp op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_FLATELEMENTWISE_H
