//===- EmptyLoops.h - Loops that never run ----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ANALYSIS_EMPTYLOOPS_H
#define TILED_LAYOUT_ANALYSIS_EMPTYLOOPS_H

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// Erases each `affine.for` below `root` that never runs, such as one over a
/// part of tiles that the bounds of a triangular nest, or an extent that has
/// become known, leave nothing of. MLIR 22 would take the range of such a loop
/// for one with values, and fold away all bounds of a loop within it.
void eraseEmptyLoops(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ANALYSIS_EMPTYLOOPS_H
