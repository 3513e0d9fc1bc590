//===- InvalidIndices.h - Loops over extents made in loops ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_INVALIDINDICES_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_INVALIDINDICES_H

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// Lowers the affine operations from `first` up to before `end`, in one block,
/// to `scf`, `memref`, `vector` and `arith` if one of them takes an index that
/// affine does not know as a dimension or symbol: an extent that a loop around
/// has computed, for instance. Fails if one has no lowering.
LogicalResult lowerInvalidIndices(Operation *first, Operation *end);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_INVALIDINDICES_H
