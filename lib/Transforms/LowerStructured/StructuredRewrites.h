//===- StructuredRewrites.h - Before operations are planned -----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_STRUCTUREDREWRITES_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_STRUCTUREDREWRITES_H

#include "tiled_layout/IR/StructuredOps.h"

namespace mlir::tiled_layout {

/// Returns the structured operations below that have no plan.
inline SmallVector<linalg::LinalgOp> getUnplanned(Operation *root) {
  SmallVector<linalg::LinalgOp> ops;
  root->walk([&](linalg::LinalgOp op) {
    if (!op->hasAttr(kStructuredPlanName))
      ops.push_back(op);
  });
  return ops;
}

/// Moves all elements of a memref to another one.
void relayInto(OpBuilder &builder, Location loc, Value from, Value to);

/// Lets a structured operation work on an operand in a buffer of a type, which
/// is a copy of the array if it is read, and copied back if it is a result.
void putInBuffer(RewriterBase &rewriter, OpOperand &operand, MemRefType type,
                 bool isRead, const Target &target);

/// Compares indices in the body in as few bits as they take, where extents are
/// known: in 8 to 32, and in no fewer than elements have, up to these.
void narrowIndices(linalg::LinalgOp op);

/// Lets bodies of reductions take from their output what they read of the same
/// memref at the same index as an input. Operations with plans stay.
void readResultsAsOutputs(Operation *root);

/// Splits sums of products of bytes less zero points into sums of the products,
/// which dot instructions add, sums of each input, and a correction. Operations
/// with plans stay. Fails with an error if the target is invalid.
LogicalResult splitZeroPoints(Operation *root);

/// Splits dimensions that indexing maps divide, such as `d0 floordiv 32` of
/// scales, and gives operands that numbers such as `32 * d0 + d1` index a
/// dimension for each digit, by views. Operands whose tiles have none are
/// copied to rows if the operation has no vectors otherwise. Inputs of divided
/// indices are written out, if that is less work. Returns the operations that
/// replace the given one, or that itself.
SmallVector<linalg::LinalgOp>
splitDivided(RewriterBase &rewriter, linalg::LinalgOp op, const Target &target,
             function_ref<bool(linalg::LinalgOp)> hasVectors);

/// Splits an operation that has results of reductions and elements for each of
/// their steps, such as exponentials and their sums, in two: results first.
/// What both need is computed twice. Returns what replaces the operation, or
/// that itself.
SmallVector<linalg::LinalgOp> splitOutputs(RewriterBase &rewriter,
                                           linalg::LinalgOp op);

/// Takes sums of `bf16` and `f16` in f32, and rounds each result once.
/// Operations with plans stay. Fails with an error if the target is invalid.
LogicalResult widenSums(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_STRUCTUREDREWRITES_H
