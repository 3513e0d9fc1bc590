//===- StagedOperands.h - Operands that need a buffer -----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_STAGEDOPERANDS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_STAGEDOPERANDS_H

#include "tiled_layout/Target/Target.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// Replaces an operation by loops over blocks of it, if elements of an operand
/// do not have the bytes of their type: those of `i4` with `E(4)` share bytes.
/// A relayout copies the block of each such operand to a buffer of whole bytes,
/// or back from there, and the operation has the buffer instead. So do operands
/// of sums whose tiles combine dimensions (`*`). Factors of four bits of a sum
/// of products of integers become bytes, which dot instructions take.
///
/// A copy becomes one relayout.
///
/// Returns the operations that have no plan yet; `op` itself if it stays.
SmallVector<linalg::LinalgOp> stageOperands(RewriterBase &rewriter,
                                            linalg::LinalgOp op,
                                            const Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_STAGEDOPERANDS_H
