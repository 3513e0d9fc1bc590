//===- StraightLoops.cpp - Which loops of a plan are straight code --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First-level caches fetch ahead of a load that goes on by the same step each
// time. A load in a loop over the rows of a tile jumps back with each tile; in
// straight code for all rows, each load goes on by one tile. So the innermost
// loops of what stays in caches are straight code.
//
//===----------------------------------------------------------------------===//

#include "PlanBlock.h"

#include "tiled_layout/Relayout/BlockProgram.h"
#include "tiled_layout/Relayout/FetchedRows.h"

using namespace mlir::tiled_layout;

/// How often straight code runs at least, unless there is nothing else.
static constexpr int64_t minTimes = 4;

size_t mlir::tiled_layout::getStraightLoops(const RelayoutPlan &plan,
                                            const PlanOptions &options) {
  // Streaming stores wait for memory, whatever the code is, unless the program
  // fetches rows that take turns: loads in a loop of few steps come too late.
  bool fetchesRows =
      plan.permutation.kind == BlockPermutation::Kind::Interleave &&
      plan.prefetchBytes != 0 && options.prefetchBytes != 0 &&
      options.hasMasks(plan.destBits);
  if ((plan.streaming && !fetchesRows) || plan.carryLoop || plan.stageLoop ||
      plan.alongLoops != 0)
    return 0;
  std::optional<BlockProgram> program =
      getBlockProgram(plan, options.vectorBits);
  if (!program)
    return 0;
  int64_t accesses =
      program->source.offsets.size() + program->dest.offsets.size();
  int64_t instructions = accesses + program->shuffles.size();
  int64_t times = std::min(options.straightAccesses / accesses,
                           options.straightInstructions / instructions);
  size_t loop = plan.loops;
  for (; loop > 0 && plan.threadLoop != loop - 1; --loop) {
    times /= plan.axes.axes[loop - 1].extent;
    if (times == 0)
      break;
  }
  while (plan.streaming && loop < plan.loops && !canBeFull(plan, loop))
    ++loop;
  // A loop around must be long enough for a load to advance by a step at all.
  // What is straight code as a whole takes no loop. The loop that threads share
  // may have any extent: programs are shared between extents.
  int64_t around = 1;
  for (size_t axis = 0; axis < loop; ++axis)
    around *= plan.threadLoop == axis
                  ? minTimes
                  : std::min(plan.axes.axes[axis].extent, minTimes);
  return loop == 0 || around >= minTimes ? plan.loops - loop : 0;
}
