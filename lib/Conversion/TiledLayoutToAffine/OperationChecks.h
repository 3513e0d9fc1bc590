//===- OperationChecks.h - What can be lowered ------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_OPERATIONCHECKS_H
#define TILED_LAYOUT_LIB_CONVERSION_OPERATIONCHECKS_H

#include "tiled_layout/Conversion/TiledLayoutToAffine.h"

namespace mlir::tiled_layout {

/// Which blocks of an operation's regions to look at.
enum class Blocks {
  All,
  /// The arguments of other blocks are converted with the branches to them.
  Entry,
};

/// Returns the first tiled type among operands, results, block arguments and
/// type attributes of an operation, or null.
Type findTiledType(Operation *op, Blocks blocks = Blocks::All);

/// Reports why an operation cannot be lowered, before anything is changed:
/// there is no pattern for operations of its name, and no interface, or those
/// do not take it.
LogicalResult checkOperation(Operation *op, PhysicalForm form,
                             const DenseSet<OperationName> &withPatterns,
                             SubViewLayouts &views);

/// Reports the first operation below `root` that still has a tiled type.
LogicalResult verifyNothingTiled(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_OPERATIONCHECKS_H
