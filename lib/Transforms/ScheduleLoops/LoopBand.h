//===- LoopBand.h - Loops that are cut together ---------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_LOOPBAND_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_LOOPBAND_H

#include "LoopCut.h"

namespace mlir::tiled_layout {

/// Loops around one body: a perfect nest of `affine.for`, one `scf.for`, or the
/// dimensions of one parallel loop.
struct LoopBand {
  /// The outermost loop: what new loops replace.
  Operation *root;
  /// The block with the iterations' code.
  Block *body;
  /// One range per dimension, outermost first.
  SmallVector<LoopRange> ranges;
  /// Per dimension, whether its iterations may be taken in any order, apart
  /// from those of other dimensions.
  SmallVector<bool> isFree;

  bool isParallel() const;
  bool isAffine() const;
};

/// Returns the loop as a band of its own, or fails with the reason in `reason`
/// why it cannot be cut.
FailureOr<LoopBand> getLoopBand(Operation *loop, std::string &reason);

/// Returns the perfect nest of `affine.for` below `root`, without carried
/// values and bounds that depend on each other, if the iterations of some may
/// be taken in any order; fails if all it is good for is one loop at a time.
/// Different arrays are taken to be apart if they are different allocations or
/// arguments, of which all but one have `llvm.noalias`.
FailureOr<LoopBand> getFreeNest(Operation *root);

/// Replaces a band by loops over the parts of its dimensions. `cuts` has an
/// entry for each dimension, without a value where the loop stays as it is.
/// `maxOperations` bounds the operations of all copies of the body.
void cutBand(const LoopBand &band, ArrayRef<std::optional<LoopCut>> cuts,
             ArrayRef<ArrayAccess> accesses, int64_t maxOperations);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_LOOPBAND_H
