//===- FuseSlices.h - Elements of slices read where they are --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_FUSESLICES_H
#define TILED_LAYOUT_LIB_TRANSFORMS_FUSESLICES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tiled_layout {

/// Lets an operation on elements read those of slices from the whole tensor,
/// where a slice of a tensor with a layout cannot be a view: a stencil then
/// copies none of them.
void fuseSlices(RewriterBase &rewriter, linalg::LinalgOp op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_FUSESLICES_H
