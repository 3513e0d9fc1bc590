//===- FuseConcats.h - Operations on tensors of pieces ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_FUSECONCATS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_FUSECONCATS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tiled_layout {

/// Divides an operation on elements that reads a tensor which is put together
/// from pieces, and which nothing else reads, into one operation for each
/// piece: the tensor is not needed then, as the two halves of a rotary
/// embedding. Returns the operations; none if there is no such tensor, or if a
/// piece of another array cannot be a view.
llvm::SmallVector<linalg::LinalgOp> fuseConcat(RewriterBase &rewriter,
                                               linalg::LinalgOp op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_FUSECONCATS_H
