//===- PlanTransposed.cpp - Vectors across the operands' rows -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// Vectors of more elements need more registers for a square than there are.
static constexpr int64_t kMostLanes = 16;
/// Vectors of fewer elements are not worth the shuffles.
static constexpr int64_t kLeastLanes = 4;

/// Returns the elements of one operand that follow one another.
int64_t StructuredPlanner::getOwnRun(const OperandAccess &operand,
                                     int64_t dim) const {
  int64_t run = problem.extents[dim] == kDynamic
                    ? std::numeric_limits<int64_t>::max()
                    : problem.extents[dim];
  for (const AccessStep &step : operand.dims[dim])
    if (step.edge > 1)
      run = std::min(run, step.edge);
  return run;
}

/// Returns how many indices of the dimension along which an operand is loaded
/// are in one block.
int64_t
StructuredPlanner::getTransposedStep(PlanTransposition transposition) const {
  auto interleave = getTransposedInterleave(problem, plan, transposition);
  int64_t dim = transposition.dim;
  int64_t parts =
      takesPartsOfWords(problem, plan, transposition) ? 1 : interleave->parts;
  int64_t step = std::max(plan.lanes, leastColumns) / parts *
                 getTransposedWord(problem, plan, transposition);
  int64_t extent = problem.extents[dim];
  if (extent != kDynamic)
    step = std::min<int64_t>(step, llvm::bit_ceil<uint64_t>(extent));
  // Blocks have all combinations of indices along two such dimensions.
  if (llvm::any_of(plan.transposed,
                   [&](PlanTransposition other) { return other.dim != dim; }))
    step = std::min(step, kLeastLanes);
  auto fits = [&](int64_t edge) {
    bool isCut = extent == kDynamic || extent % step != 0;
    return edge % step == 0 ||
           (step % edge == 0 && !(problem.isReduction[dim] && isCut));
  };
  while (step > 1 && !llvm::all_of(problem.getEdges(dim), fits))
    step /= 2;
  return step;
}

/// Makes a dimension that of the vectors; inputs that do not lie along it are
/// transposed. False if that cannot be.
bool StructuredPlanner::setTransposed(int64_t dim) {
  plan.vectorDim = dim;
  plan.transposed.clear();
  bool isPartial = problem.isReduction[dim];
  if ((isPartial && !problem.isOrderFree) || problem.isScatteredAlong(dim))
    return false;
  plan.lanes = std::min(kMostLanes, target.vectorBits / problem.widestBits);
  if (int64_t extent = problem.extents[dim]; extent != kDynamic)
    plan.lanes =
        std::min<int64_t>(plan.lanes, llvm::bit_ceil<uint64_t>(extent));
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (!operand.dependsOn(dim)) {
      if (operand.isOutput && !isPartial)
        return false;
      continue;
    }
    if (operand.isOutput && isPartial)
      return false;
    // Rows of words are moved together, however few columns there are.
    int64_t run = getOwnRun(operand, dim);
    auto words = operand.getInterleave(dim);
    if (words && (run >= std::min(plan.lanes, 2 * kLeastLanes) ||
                  (words->parts > 1 && run == problem.extents[dim]))) {
      for (const AccessStep &step : operand.dims[dim])
        if (step.edge > 1)
          plan.lanes = std::gcd(plan.lanes, step.edge);
      continue;
    }
    if (operand.isOutput)
      return false;
    int64_t best = 0;
    for (int64_t other = 0; other < problem.getRank(); ++other)
      if (other != dim &&
          getTransposedInterleave(problem, plan,
                                  {static_cast<int64_t>(number), other}) &&
          getOwnRun(operand, other) > best) {
        best = getOwnRun(operand, other);
        if (plan.transposed.empty() ||
            plan.transposed.back().operand != static_cast<int64_t>(number))
          plan.transposed.push_back({static_cast<int64_t>(number), other});
        else
          plan.transposed.back().dim = other;
      }
    if (best == 0)
      return false;
  }
  // Blocks have all rows of a word. Beside rows that are transposed, of which
  // there are however many at run time, each rest of both is a program.
  if (problem.hasReduction() &&
      llvm::any_of(plan.transposed, [&](PlanTransposition transposition) {
        return !problem.isReduction[transposition.dim] &&
               problem.extents[transposition.dim] == kDynamic;
      }))
    for (int64_t other = 0; other < problem.getRank(); ++other)
      if (!problem.isReduction[other] && problem.getLeastStep(other, plan) > 1)
        return false;
  // Vectors begin where tiles do, and each square in one tile or in whole ones.
  for (PlanTransposition transposition : plan.transposed)
    for (const AccessStep &step :
         problem.operands[transposition.operand].dims[dim])
      while (step.edge % plan.lanes != 0 && plan.lanes % step.edge != 0)
        plan.lanes /= 2;
  return plan.lanes >= kLeastLanes;
}

/// Chooses the dimension along which the fewest operands are transposed.
bool StructuredPlanner::chooseTransposed() {
  int64_t best = -1;
  size_t fewest = problem.operands.size();
  for (bool isReduction : {false, true})
    for (int64_t dim = problem.getRank() - 1; dim >= 0; --dim)
      if (problem.isReduction[dim] == isReduction &&
          (best < 0 || !isReduction) && setTransposed(dim) &&
          plan.transposed.size() < fewest) {
        best = dim;
        fewest = plan.transposed.size();
      }
  return best >= 0 && setTransposed(best);
}

/// Packs, around all loops, what would be transposed in blocks of a reduction
/// around another one, whose order they would change: a scale for each group
/// of steps.
void StructuredPlanner::packOuterSteps() {
  if (packing != Packing::ForCaches || problem.isOrderFree)
    return;
  int64_t last = -1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.isReduction[dim] && problem.extents[dim] != 1)
      last = dim;
  if (last < 0)
    return;
  auto isOuter = [&](PlanTransposition transposition) {
    const OperandAccess &operand = problem.operands[transposition.operand];
    return problem.isReduction[transposition.dim] && !operand.dependsOn(last) &&
           operand.isProjection;
  };
  for (PlanTransposition transposition :
       llvm::make_filter_range(plan.transposed, isOuter)) {
    pack(transposition.operand);
    plan.packs.push_back({transposition.operand, /*depth=*/0});
  }
  llvm::erase_if(plan.transposed, isOuter);
}

/// True if at least half of the memory between neighbours along all other
/// dimensions is empty: tiles hold short rows.
bool StructuredPlanner::isHalfEmpty(const OperandAccess &operand,
                                    int64_t dim) const {
  int64_t least = std::numeric_limits<int64_t>::max();
  for (int64_t other = 0; other < problem.getRank(); ++other)
    for (const AccessStep &step : operand.dims[other])
      if (other != dim && step.stride.isStatic())
        least = std::min(least, step.stride.factor);
  return isKnownWithin(dim, least / 2);
}

/// Transposes no more rows together than the first cache has ways, if they lie
/// in tiles of their own that are half empty and share its sets: images of few
/// columns. Their lines are all over the caches. A block still has whole lines.
void StructuredPlanner::limitRowsOfOneSet() {
  for (PlanTransposition transposition : plan.transposed) {
    const OperandAccess &operand = problem.operands[transposition.operand];
    if (!isHalfEmpty(operand, transposition.dim) ||
        !sharesSet(operand, plan.vectorDim, transposition.dim))
      continue;
    leastColumns = plan.lanes;
    while (plan.lanes > std::max(kLeastLanes, getL1Ways()))
      plan.lanes /= 2;
  }
}
