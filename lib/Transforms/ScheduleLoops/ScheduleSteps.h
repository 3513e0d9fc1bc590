//===- ScheduleSteps.h - Steps of schedule-loops ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_SCHEDULESTEPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_SCHEDULESTEPS_H

#include "tiled_layout/Target/Target.h"

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// Asks at run time whether arrays overlap, where loops over rows that share
/// words could be jammed otherwise; the loops of both answers stay within
/// `maxOperations`, too.
void separateArrays(Operation *root, int64_t maxOperations);

/// Jams loops over rows that share words. A loop stays if all copies of its
/// body have more operations than `maxOperations`.
void jamRows(Operation *root, int64_t maxOperations);

/// Strip-mines loops at the edges of tiles. Ragged tiles are not loops of their
/// own if all copies of the body have more operations than `maxOperations`.
void tileLoops(Operation *root, int64_t maxOperations);

/// Computes positions of gathers in batches, before the loads.
void splitGathers(Operation *root);

/// Prefetches rows of tiles that a stencil loads.
void prefetchTiles(Operation *root, const Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_SCHEDULELOOPS_SCHEDULESTEPS_H
