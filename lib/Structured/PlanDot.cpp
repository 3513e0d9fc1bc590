//===- PlanDot.cpp - Plans dot products -----------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "tiled_layout/Structured/DotProducts.h"

using namespace mlir::tiled_layout;

/// Makes the plan of a product use dot instructions, if there are any for it
/// and both inputs lie as those want them.
void StructuredPlanner::useDotProducts() {
  // Panels have no rows that take turns.
  if (!problem.mayUseDot || !plan.packs.empty() ||
      !hasDotInstruction(target, problem.dot.kind, plan.lanes))
    return;
  for (int64_t dim = problem.getRank() - 1; dim >= 0; --dim) {
    if (!problem.isReduction[dim])
      continue;
    StructuredPlan changed = getDotPlan(dim);
    if (!checkPlan(problem, changed).empty())
      continue;
    plan = std::move(changed);
    return;
  }
}

/// Returns the plan with dot products along a reduction. Fewer columns go with
/// more steps than for wider numbers: sums are loaded and stored less often.
StructuredPlan StructuredPlanner::getDotPlan(int64_t dim) const {
  constexpr int64_t panelDepth = 512, panelWidth = 128;
  StructuredPlan changed = plan;
  int64_t steps = problem.dot.getSteps();
  changed.dotDim = dim;
  changed.dotSteps = steps;
  changed.loops.clear();
  auto addOuter = [&](PlanLoop loop, int64_t step) {
    loop.step = roundToEdges(loop.dim, step);
    if (loop.step > getLastStep(plan, loop.dim) &&
        !isKnownWithin(loop.dim, loop.step))
      changed.loops.push_back(loop);
  };
  for (PlanLoop loop : plan.loops) {
    bool isLast = loop.step == getLastStep(plan, loop.dim);
    if (loop.dim == dim && isLast)
      changed.loops.push_back({dim, std::max(loop.step, steps)});
    else if (loop.dim == dim)
      addOuter(loop, panelDepth);
    else if (loop.dim == plan.vectorDim && !isLast)
      addOuter(loop, panelWidth);
    else
      changed.loops.push_back(loop);
  }
  // Corrections take registers as well.
  if (!needsCorrection(problem) || rowDim < 0)
    return changed;
  int64_t most = (target.vectorRegisters >= 32 ? 28 : 12) / vectors - 1;
  for (PlanLoop &loop : changed.loops)
    if (loop.dim == rowDim && loop.step == rows && rows > most)
      loop.step = getBlock(rowDim, most);
  return changed;
}
