//===- LowerLinalg.h - Structured operations as loops -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_LOWERLINALG_H
#define TILED_LAYOUT_LIB_CONVERSION_LOWERLINALG_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// Replaces a structured operation on memrefs by loops: of affine where the
/// extents may be their bounds, else of scf. Fails and changes nothing if it
/// has no form as loops.
LogicalResult lowerToLoops(RewriterBase &rewriter, linalg::LinalgOp op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_LOWERLINALG_H
