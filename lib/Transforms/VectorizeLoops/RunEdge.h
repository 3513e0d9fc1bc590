//===- RunEdge.h - Single iterations beside a run ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stencil's first and last element in the row of a tile take neighbours from
// other tiles, so that the loop along the row has been cut there. Each of them
// is the copy of the loop's body that precedes or follows the loop, with some
// of its loads at another place. `tiled_layout.loop` says that it is there;
// what is here checks it, since programs may write the attribute and passes
// between may change the copy. The first or last vector of the loop can do it
// if the elements from elsewhere are put into their lanes.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_RUNEDGE_H
#define TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_RUNEDGE_H

#include "RunAccess.h"

#include "llvm/ADT/DenseSet.h"

namespace mlir::tiled_layout {

/// The iteration before the first one of a loop or after the last one.
struct RunEdge {
  bool isFirst = false;
  /// Its stores, from the loop on outwards.
  SmallVector<Operation *> stores;
  /// What the loads of the loop's body give in this iteration, and those of
  /// them that are not where the loop would go on.
  llvm::DenseMap<Operation *, Value> loaded;
  llvm::DenseSet<Operation *> elsewhere;

  /// True if the values of any of these loads come from elsewhere.
  bool isElsewhere(ArrayRef<Value> loads) const;
};

/// Returns the single iteration that is said to be beside a loop of `count`
/// ones, if it is one and can be done together with the loop's own: nothing
/// between reads or stores what it and the loop store, or stores what they
/// read, which is apart from what they store.
std::optional<RunEdge> findRunEdge(affine::AffineForOp loop, int64_t count,
                                   const RunAccesses &accesses, bool isFirst);

/// Returns what a store stores.
Value getStoredValue(Operation *store);

/// True if operations are loads, or do the same to their operands.
bool areAlike(Operation *a, Operation *b);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_RUNEDGE_H
