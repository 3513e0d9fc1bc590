//===- WholeArrays.h - Operations on whole arrays -------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_WHOLEARRAYS_H
#define TILED_LAYOUT_LIB_CONVERSION_WHOLEARRAYS_H

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// True if an operation is one of linalg or bufferization that
/// `lowerWholeArrays` may know.
bool isWholeArrayOperation(Operation *op);

/// Reports why such an operation on tiled memrefs cannot be lowered.
LogicalResult checkWholeArrayOperation(Operation *op);

/// Turns operations of linalg and bufferization on tiled memrefs below `root`
/// into accesses, allocations and copies. Requires that
/// `checkWholeArrayOperation` holds.
LogicalResult lowerWholeArrays(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_WHOLEARRAYS_H
