//===- PlanOutput.cpp - The order in which results are computed -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Structured/Panel.h"

#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// From so many terms of each result on, it costs little to move the result.
static constexpr int64_t kLeastOutputTerms = 16;
/// Elements that go by one at a time leave room for more.
static constexpr int64_t kLeastScalarTerms = 8;

/// True if each result has so many terms, and lies in one place.
static bool hasFewResults(const StructuredProblem &problem,
                          const OperandAccess &output, int64_t least) {
  int64_t terms = 1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    int64_t extent = problem.extents[dim];
    if (!problem.isReduction[dim]) {
      if (extent != 1 && !output.dependsOn(dim))
        return false;
    } else if (extent == kDynamic || llvm::MulOverflow(terms, extent, terms)) {
      terms = least;
    }
  }
  return terms >= least;
}

/// Lets an operand lie without tiles.
static void placeInOrder(const StructuredProblem &problem,
                         OperandAccess &access, llvm::ArrayRef<int64_t> axes) {
  Stride stride(1);
  access.offsets.clear();
  for (int64_t axis : llvm::reverse(axes)) {
    int64_t dim = access.indices[axis].getDim();
    access.dims[dim].clear();
    access.tileEdges[dim].clear();
    if (problem.extents[dim] == 1)
      continue;
    access.dims[dim] = {{1, stride}};
    if (problem.extents[dim] == kDynamic)
      stride.runtime.push_back({axis, 1});
    else
      stride.factor *= std::max<int64_t>(1, problem.extents[dim]);
  }
}

/// Returns how far the rows lie apart that are transposed together; 0 if none
/// are.
static int64_t getDistance(const StructuredProblem &problem,
                           const StructuredPlan &plan) {
  int64_t distance = 0;
  for (PlanTransposition transposition : plan.transposed) {
    const auto &steps =
        problem.operands[transposition.operand].dims[plan.vectorDim];
    if (steps.empty())
      continue;
    const Stride &stride = steps.front().stride;
    distance = std::max(distance, stride.isStatic()
                                      ? stride.factor
                                      : std::numeric_limits<int64_t>::max());
  }
  return distance;
}

/// True if results fill at most a quarter of their tiles, which no cache keeps,
/// and have few terms for that: to move them costs as much as to move whole
/// tiles.
static bool areMostlyPadding(const StructuredProblem &problem,
                             const OperandAccess &output,
                             const Target &target) {
  constexpr double fewTerms = 8;
  double filled = 1, bytes = output.elementBits / 8, terms = 1;
  for (auto [dim, edges] : llvm::enumerate(output.tileEdges)) {
    int64_t extent = problem.extents[dim];
    if (problem.isReduction[dim])
      terms *= std::max<int64_t>(1, extent);
    if (!output.dependsOn(dim) || extent <= 0)
      continue;
    int64_t padded = edges.empty()
                         ? extent
                         : llvm::alignTo(extent, *llvm::max_element(edges));
    filled *= double(extent) / padded;
    bytes *= padded;
  }
  return filled <= 0.25 && bytes > target.l2Bytes && terms * filled < fewTerms;
}

/// True if a plan gains enough over another one to move each result twice: dot
/// instructions instead of partial results or transposed inputs, fewer inputs
/// that are transposed, or one more for vectors with more than twice the
/// results, longer vectors, or rows that are transposed and lie closer
/// together, as those of one tile beside those of many arrays. An input that is
/// packed beside costs as much as one that is transposed; more of them
/// cost more than results.
static bool isFaster(const StructuredProblem &problem,
                     const OperandAccess &output, const Target &target,
                     const StructuredPlan &plan, const StructuredPlan &other) {
  int64_t lanes = plan.lanes * plan.interleave;
  int64_t otherLanes = other.lanes * other.interleave;
  bool isLonger =
      lanes > otherLanes && !areMostlyPadding(problem, output, target);
  if (plan.dotSteps != other.dotSteps)
    return plan.dotSteps > other.dotSteps &&
           (problem.isReduction[other.vectorDim] || !other.transposed.empty() ||
            isLonger);
  if (plan.packs.size() > other.packs.size() + other.transposed.size())
    return false;
  // A dimension of few indices leaves most of its vectors empty.
  int64_t extent = problem.extents[other.vectorDim];
  int64_t filled = extent == kDynamic
                       ? otherLanes
                       : std::min(other.lanes, extent) * other.interleave;
  if (plan.transposed.size() == other.transposed.size() + 1 &&
      lanes > 2 * filled)
    return isLonger;
  if (plan.transposed.size() != other.transposed.size())
    return plan.transposed.size() < other.transposed.size() &&
           lanes >= otherLanes;
  if (lanes != otherLanes)
    return isLonger;
  constexpr int64_t closer = 4;
  return getDistance(problem, plan) < getDistance(problem, other) / closer;
}

SmallVector<int64_t> mlir::tiled_layout::chooseOutputOrder(
    const StructuredProblem &problem, const Target &target,
    const std::optional<StructuredPlan> &plan) {
  auto isOutput = [](const OperandAccess &o) { return o.isOutput; };
  const OperandAccess *output = llvm::find_if(problem.operands, isOutput);
  if (!problem.hasReduction() || !problem.noVectors.empty() ||
      llvm::count_if(problem.operands, isOutput) != 1 ||
      !output->isProjection ||
      !hasFewResults(problem, *output,
                     plan && plan->lanes > 1 ? kLeastOutputTerms
                                             : kLeastScalarTerms))
    return {};
  SmallVector<int64_t> chosen;
  std::optional<StructuredPlan> best = plan;
  for (const ArrayIndex &index : llvm::reverse(output->indices)) {
    if (problem.extents[index.getDim()] == 1)
      continue;
    SmallVector<int64_t> axes = getAxesTo(*output, index.getDim());
    StructuredProblem ordered = problem;
    placeInOrder(ordered, ordered.operands[output - problem.operands.begin()],
                 axes);
    std::optional<StructuredPlan> other =
        expectedToOptional(planStructured(ordered, target));
    if (!other || other->lanes == 1 || other->vectorDim != index.getDim() ||
        (best && !isFaster(problem, *output, target, *other, *best)))
      continue;
    best = std::move(other);
    chosen = std::move(axes);
  }
  return chosen;
}
