//===- ShareSteps.cpp - Loops that threads share --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Structured/StructuredProblem.h"

#include "../Layout/KnownProduct.h"

#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir::tiled_layout;

/// Vectors below which waking threads costs more than they save: some ten
/// microseconds.
constexpr int64_t leastVectors = 1 << 15;

/// True if the operation computes enough vectors; what is not known is taken
/// for large.
static bool isLarge(const StructuredProblem &problem,
                    const StructuredPlan &plan) {
  int64_t vectors = 1;
  // An extent of 0 leaves nothing to share.
  for (int64_t extent : problem.extents)
    vectors = multiplyKnown(vectors, extent);
  return vectors == kDynamic || vectors / plan.lanes >= leastVectors;
}

/// True if the steps of a loop fall evenly, or nearly, to the threads.
static bool isEven(const StructuredProblem &problem, PlanLoop loop,
                   int64_t threads) {
  int64_t extent = problem.extents[loop.dim];
  if (extent == kDynamic)
    return true;
  int64_t steps = llvm::divideCeil(extent, loop.step);
  if (steps >= 8 * threads)
    return true;
  int64_t most = llvm::divideCeil(steps, threads) * loop.step;
  return 8 * most * threads <= 9 * extent;
}

/// Returns a step over a dimension that gives each thread about as much, and
/// that fits the loops within and the edges of tiles; 0 if there is none.
static int64_t getSharedStep(const StructuredProblem &problem,
                             const StructuredPlan &plan, int64_t dim,
                             int64_t threads) {
  int64_t extent = problem.extents[dim];
  auto within = llvm::find_if(
      plan.loops, [&](const PlanLoop &loop) { return loop.dim == dim; });
  if (extent == kDynamic || within == plan.loops.end())
    return 0;
  int64_t unit = within->step;
  for (int64_t edge : problem.getEdges(dim))
    unit = std::lcm(unit, edge);
  int64_t step = llvm::alignTo(llvm::divideCeil(extent, threads), unit);
  return step < extent && step > within->step ? step : 0;
}

void mlir::tiled_layout::shareSteps(const StructuredProblem &problem,
                                    int64_t threads, StructuredPlan &plan) {
  if (threads <= 1 || plan.loops.empty() || !isLarge(problem, plan))
    return;
  StructuredPlan shared = plan;
  shared.parallel = true;
  PlanLoop first = plan.loops.front();
  if (!problem.isReduction[first.dim] && isEven(problem, first, threads) &&
      !errorToBool(checkPlan(problem, shared))) {
    plan = shared;
    return;
  }
  // The dimension that is divided best; not the vector's, if another one is as
  // good.
  double best = 1;
  PlanLoop around;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (problem.isReduction[dim])
      continue;
    int64_t step = getSharedStep(problem, plan, dim, threads);
    if (step == 0)
      continue;
    double part = double(step) / problem.extents[dim];
    if (part < best || (part == best && around.dim == plan.vectorDim)) {
      best = part;
      around = {dim, step};
    }
  }
  if (best == 1)
    return;
  shared.loops.insert(shared.loops.begin(), around);
  for (PlanPack &pack : shared.packs)
    ++pack.depth;
  if (!errorToBool(checkPlan(problem, shared)))
    plan = shared;
}
