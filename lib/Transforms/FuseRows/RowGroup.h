//===- RowGroup.h - Operations that share rows ------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_FUSEROWS_ROWGROUP_H
#define TILED_LAYOUT_LIB_TRANSFORMS_FUSEROWS_ROWGROUP_H

#include "tiled_layout/Target/Target.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// Structured operations on tensors of which a block of rows can be computed
/// after the other. A row is an index of some parallel dimensions that all of
/// the operations have: of attention, a head and a position.
struct RowGroup {
  /// In the program's order. Nothing but these operations reads their results,
  /// except those of the last one, and of fills.
  SmallVector<linalg::LinalgOp> ops;
  /// For each operation, its loop for each dimension of the rows.
  DenseMap<Operation *, SmallVector<unsigned>> loops;
  /// The extent of each dimension of the rows, in the order of the last
  /// operation's first result in memory, most major first.
  SmallVector<int64_t> extents;
  /// The indices of each dimension in a block, which divide the extent.
  SmallVector<int64_t> steps;

  linalg::LinalgOp getRoot() const { return ops.back(); }
  bool contains(Operation *op) const { return loops.contains(op); }
  /// Returns the operation of the group that computes a tensor, or null.
  linalg::LinalgOp getProducer(Value tensor) const;
  /// Returns the steps of all loops of an operation, 0 for those that a block
  /// has whole.
  SmallVector<int64_t> getLoopSteps(linalg::LinalgOp op) const;
};

/// Returns the operations that are best computed with `root`, the last one of
/// them, a block of rows at a time, and the blocks. Returns `std::nullopt` if
/// all of them at once are as good; `reason` says why if there is something to
/// gain but no block.
std::optional<RowGroup> findRowGroup(linalg::LinalgOp root,
                                     const Target &target, std::string &reason);

/// True if all the operation does is to compute the elements of tensors of
/// known extents.
bool mayHaveRows(linalg::LinalgOp op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_FUSEROWS_ROWGROUP_H
