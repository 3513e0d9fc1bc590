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

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// How often straight code runs at least, unless there is nothing else.
static constexpr int64_t minTimes = 4;

/// Returns how often the loops outside of a loop run at least, as far as that
/// counts. The loop that threads share may have any extent: programs are shared
/// between extents.
static int64_t getTimesAround(const RelayoutPlan &plan, size_t loop) {
  int64_t around = 1;
  for (size_t axis = 0; axis < loop; ++axis)
    around *= plan.threadLoop == axis
                  ? minTimes
                  : std::min(plan.axes.axes[axis].extent, minTimes);
  return around;
}

/// Returns how many iterations of a loop straight code takes if `times` of them
/// are few enough: a divisor. Where divisors are less than half of that, it is
/// as many as possible, but all of a loop that an edge cuts if the two parts
/// would be as much code.
static int64_t getPart(const RelayoutPlan &plan, size_t loop, int64_t times) {
  int64_t extent = plan.axes.axes[loop].extent, part = times;
  while (part > 1 && extent % part != 0)
    --part;
  if (2 * part > times)
    return part;
  if (!plan.axes.isBounded(loop))
    return times;
  return extent < 2 * times ? extent : part;
}

/// Splits a loop so that `size` of its iterations are a loop inside of it.
static void splitLoop(RelayoutPlan &plan, size_t loop, int64_t size) {
  size_t part = plan.axes.split(loop, size);
  SmallVector<size_t> order = llvm::to_vector(llvm::seq(part));
  order.insert(order.begin() + loop + 1, part);
  plan.axes.reorder(order);
  ++plan.loops;
}

void mlir::tiled_layout::takeStraightLoops(RelayoutPlan &plan,
                                           const PlanOptions &options) {
  // Streaming stores wait for memory, whatever the code is, unless the program
  // fetches rows that take turns: loads in a loop of few steps come too late.
  bool fetchesRows =
      plan.permutation.kind == BlockPermutation::Kind::Interleave &&
      plan.prefetchBytes != 0 && options.prefetchBytes != 0 &&
      options.hasMasks(plan.destBits);
  if ((plan.streaming && !fetchesRows) || plan.carryLoop || plan.stageLoop ||
      plan.alongLoops != 0)
    return;
  std::optional<BlockProgram> program =
      getBlockProgram(plan, options.vectorBits);
  if (!program)
    return;
  int64_t accesses = program->source.pieces() + program->dest.pieces();
  int64_t instructions = accesses + program->shuffles.size();
  int64_t times = std::min(options.straightAccesses / accesses,
                           options.straightInstructions / instructions);
  size_t loop = plan.loops;
  for (; loop > 0 && plan.threadLoop != loop - 1; --loop) {
    int64_t extent = plan.axes.axes[loop - 1].extent;
    if (extent > times)
      break;
    times /= extent;
  }
  // Of a longer loop, a part is straight code, but not where there is one load.
  bool hasLoads = loop < plan.loops || program->source.pieces() > 1;
  if (options.straightParts != 0 && !plan.streaming && hasLoads && loop > 0 &&
      plan.threadLoop != loop - 1) {
    int64_t part = getPart(plan, loop - 1, times);
    if (part == plan.axes.axes[loop - 1].extent)
      --loop;
    else if (part > 1)
      splitLoop(plan, loop - 1, part);
  }
  while (plan.streaming && loop < plan.loops && !canBeFull(plan, loop))
    ++loop;
  // A loop around must be long enough for a load to advance by a step at all.
  // What is straight code as a whole takes no loop.
  if (loop == 0 || getTimesAround(plan, loop) >= minTimes)
    plan.straightLoops = plan.loops - loop;
}
