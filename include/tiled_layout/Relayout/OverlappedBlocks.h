//===- OverlappedBlocks.h - Blocks that move back from an edge --*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that an edge would cut can move back until it ends there. It moves
// some elements that the block before has moved, and needs neither masks nor
// code of its own. That is possible where neighbours along the bound are
// equally far apart everywhere, on both sides.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_OVERLAPPEDBLOCKS_H
#define TILED_LAYOUT_RELAYOUT_OVERLAPPEDBLOCKS_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// A bound at which blocks move back.
struct BlockOverlap {
  size_t bound;
  /// Elements of a block along the bound. Where the limit of the bound is known
  /// at run time only, blocks can move back if it is at least as much.
  int64_t span;
  /// The axis of the block whose strides are from one of them to the next.
  size_t axis;
};

/// Returns the bounds at which blocks move back: see `RelayoutPlan::carryLoop`
/// and `getPlanToBuffer` for a plan that goes through a buffer, which is the
/// one to the buffer. Blocks never reach into what another thread writes.
llvm::SmallVector<BlockOverlap, 2> getBlockOverlaps(const RelayoutPlan &plan);

/// Returns, for each bound, whether it cuts blocks though these overlap.
llvm::SmallVector<bool> getCuttingBounds(const RelayoutPlan &plan,
                                         llvm::ArrayRef<BlockOverlap> overlaps);

/// True if no two combinations of all axes have the same position on a side,
/// whatever the bounds are: what these leave out is padding there.
bool reachesEachOnce(const RelayoutPlan &plan, StrideMember stride);

/// Returns, for each bound, whether blocks that it cuts may be loaded as if it
/// did not: whatever lies after these bounds, and after no other one, is
/// within the source, as padding of its tiles is. The source has so many
/// elements.
///
/// Example: `f32[63,65]` from `{1,0:T(16,1)}` has 64 rows, the last of which is
/// padding. The bound of rows may be ignored, that of columns may not.
llvm::SmallVector<bool> getBoundsWithinSource(const RelayoutPlan &plan,
                                              int64_t sourceElements);

/// Returns, for each bound, whether what lies after these bounds, and after
/// no other one, is padding within the destination that no other block reaches.
/// A block may then store there what it has loaded from there. The destination
/// has so many elements.
llvm::SmallVector<bool> getBoundsWithinDest(const RelayoutPlan &plan,
                                            int64_t destElements);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_OVERLAPPEDBLOCKS_H
