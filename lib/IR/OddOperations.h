//===- OddOperations.h - What upstream's utilities trip over ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_IR_ODDOPERATIONS_H
#define TILED_LAYOUT_LIB_IR_ODDOPERATIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// Rewrites operations that verifiers let through and upstream's utilities do
/// not expect:
///
/// - indices that are poison, and extents of dimensions that a tensor does not
///   have, become 0;
/// - users of memrefs that structured operations return use their destinations.
///
/// Fails with an error at an affine loop that steps by 0, and at one of several
/// whose results have no reduction.
LogicalResult replaceOddOperations(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_IR_ODDOPERATIONS_H
