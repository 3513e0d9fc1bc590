//===- StructuredProblem.cpp - What a structured operation is -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Structured/StructuredProblem.h"

#include <numeric>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// True if so many elements are interleaved in a vector by pairs, and taken out
/// of it.
static bool isOfPairs(int64_t number) { return number == 2 || number == 4; }

/// Bits of the longest word that vectors are interleaved to, or taken from.
static constexpr int64_t kLongestWord = 64;

/// Returns how far so many indices lie from one another, which are a multiple
/// of all edges up to them.
static Stride getStrideOf(ArrayRef<AccessStep> steps, int64_t indices) {
  if (steps.empty())
    return {};
  const AccessStep *last = &steps.front();
  for (const AccessStep &next : steps)
    if (next.edge <= indices)
      last = &next;
  return last->stride * (indices / last->edge);
}

Stride OperandAccess::getStride(int64_t dim, int64_t step) const {
  return getStrideOf(dims[dim], step);
}

std::pair<ArrayRef<AccessStep>, int64_t>
OperandAccess::getSteps(int64_t dim) const {
  for (const IndexSum &sum : sums)
    for (auto [other, factor] : sum.terms)
      if (other == dim)
        return {sum.steps, factor};
  return {dims[dim], 1};
}

Stride OperandAccess::getStrideAhead(int64_t dim, int64_t step) const {
  auto [steps, factor] = getSteps(dim);
  return getStrideOf(steps, std::abs(factor) * step) * (factor < 0 ? -1 : 1);
}

bool OperandAccess::isPaddedTo(int64_t lanes, int64_t dim) const {
  return hasWholeTiles && !isSummed(dim) && !findShift(dim) &&
         llvm::any_of(tileEdges[dim],
                      [&](int64_t edge) { return edge % lanes == 0; });
}

bool OperandAccess::liesAlone(int64_t stride, bool needsNoMasks) const {
  if (!(maskable || needsNoMasks) || elementBits * stride > kLongestWord)
    return false;
  if (!isOutput)
    return true;
  auto areMultiples = [&](ArrayRef<AccessStep> steps) {
    return llvm::all_of(steps, [&](const AccessStep &step) {
      return step.stride.isMultipleOf(stride);
    });
  };
  return llvm::all_of(dims, areMultiples) &&
         llvm::all_of(sums, [&](const IndexSum &sum) {
           return areMultiples(sum.steps);
         });
}

std::optional<int64_t> OperandAccess::getStart(int64_t modulus) const {
  int64_t start = 0;
  for (const Stride &offset : offsets) {
    if (!offset.isStatic() && !offset.isMultipleOf(modulus))
      return std::nullopt;
    start = (start + offset.factor % modulus) % modulus;
  }
  return start;
}

int64_t OperandAccess::getWordStep(int64_t dim, int64_t other,
                                   int64_t parts) const {
  int64_t together = dims[dim].front().stride.factor;
  if (!isElementwise || isOutput || !hasWholeTiles || together <= parts ||
      together % parts != 0 || !isOfPairs(together / parts) ||
      dims[dim].size() < 2 || parts * elementBits > kLongestWord ||
      !sums.empty())
    return 1;
  // Each group of words begins at a multiple of it, so that all of them are in
  // one row of a tile.
  std::optional<int64_t> start = getStart(together);
  bool areMultiples = start && *start % parts == 0;
  for (auto [number, steps] : llvm::enumerate(dims))
    for (const AccessStep &step :
         ArrayRef(steps).drop_front(int64_t(number) == other))
      areMultiples &= step.stride.isMultipleOf(together);
  return areMultiples ? together / parts : 1;
}

int64_t OperandAccess::getTogether(int64_t dim) const {
  if (dims[dim].size() > 1)
    return dims[dim][1].edge;
  bool isWindow = !isOutput && dim + 1 == static_cast<int64_t>(dims.size());
  return isWindow ? kDynamic : extents[dim];
}

int64_t OperandAccess::findOuter(int64_t dim, int64_t parts,
                                 int64_t groups) const {
  if (!isElementwise || !isOutput || !isOfPairs(groups))
    return -1;
  for (auto [outer, steps] : llvm::enumerate(dims))
    if (static_cast<int64_t>(outer) != dim && !steps.empty() &&
        steps.front().stride == Stride(parts) && getTogether(outer) == groups)
      return outer;
  return -1;
}

std::optional<OperandAccess::Interleave>
OperandAccess::getInterleave(int64_t dim) const {
  if (isContiguous(dim))
    return Interleave();
  if (dims[dim].empty())
    return std::nullopt;
  const Stride &stride = dims[dim].front().stride;
  if (!stride.isStatic())
    return std::nullopt;
  int64_t last = dims.size() - 1;
  for (int64_t other = 0; other <= last; ++other) {
    int64_t parts = isContiguous(other) ? getTogether(other) : 1;
    if (other == dim || !isOfPairs(parts) ||
        (isOneByOne(other) && !llvm::is_contained(sumOrder, dim)))
      continue;
    Interleave interleave{other, parts};
    interleave.step = getWordStep(dim, other, parts);
    if (interleave.step * parts == stride.factor)
      return interleave;
    interleave.groups = stride.factor / parts;
    interleave.outerDim = findOuter(dim, parts, interleave.groups);
    if (interleave.outerDim >= 0 && stride.factor % parts == 0 &&
        stride.factor * elementBits <= kLongestWord) {
      interleave.parts = stride.factor;
      interleave.step = 1;
      return interleave;
    }
  }
  if (!isOfPairs(stride.factor))
    return std::nullopt;
  for (const IndexSum &sum : sums)
    if (sum.steps.size() > 1 && sum.steps.front().stride.isUnit() &&
        sum.steps[1].edge == stride.factor)
      return Interleave{-1, stride.factor, true};
  Interleave alone{-1, stride.factor, /*isSum=*/false, /*isAlone=*/true};
  if (!isOutput && last != dim && isContiguous(last) &&
      dims[last].size() == 1 && !findShift(dim))
    alone.windowDim = last;
  bool needsNoMasks = alone.windowDim >= 0 && extents[last] != kDynamic &&
                      extents[last] >= stride.factor;
  needsNoMasks |= !isOutput && wordElements == stride.factor;
  if (liesAlone(stride.factor, needsNoMasks))
    return alone;
  return std::nullopt;
}

bool OperandAccess::isSummed(int64_t dim) const {
  return llvm::any_of(sums, [&](const IndexSum &sum) {
    return llvm::any_of(sum.terms,
                        [&](auto term) { return term.first == dim; });
  });
}

const IndexShift *OperandAccess::findShift(int64_t dim) const {
  const IndexShift *shift = llvm::find_if(
      shifts, [&](const IndexShift &shift) { return shift.dim == dim; });
  return shift == shifts.end() ? nullptr : shift;
}

int64_t StructuredProblem::getLeastStep(int64_t dim,
                                        const StructuredPlan &plan) const {
  int64_t least = 1;
  for (auto [number, operand] : llvm::enumerate(operands))
    if (operand.dependsOn(plan.vectorDim))
      if (auto interleave = operand.getInterleave(plan.vectorDim)) {
        bool isWindow =
            interleave->windowDim == dim && getTransposedDim(plan, number) < 0;
        least = std::max(least, isWindow ? interleave->parts
                                         : interleave->getParts(dim));
      }
  return least;
}

SmallVector<int64_t> StructuredProblem::getEdges(int64_t dim) const {
  SmallVector<int64_t> edges;
  for (const OperandAccess &operand : operands)
    for (const AccessStep &step : operand.dims[dim])
      if (step.edge > 1)
        edges.push_back(step.edge);
  llvm::sort(edges);
  edges.erase(llvm::unique(edges), edges.end());
  return edges;
}

SmallVector<PlanLoop>
mlir::tiled_layout::getLoops(const StructuredProblem &problem,
                             const StructuredPlan &plan) {
  SmallVector<PlanLoop> loops;
  SmallVector<int64_t> reached(problem.getRank(), 0);
  for (const PlanLoop &loop : plan.loops) {
    // The edges must outlive the range over them.
    SmallVector<int64_t> edges = problem.getEdges(loop.dim);
    for (int64_t edge : llvm::reverse(edges))
      if (edge > loop.step &&
          (reached[loop.dim] == 0 || edge < reached[loop.dim]) &&
          (problem.extents[loop.dim] == kDynamic ||
           edge < problem.extents[loop.dim]))
        loops.push_back({loop.dim, edge});
    loops.push_back(loop);
    reached[loop.dim] = loop.step;
  }
  return loops;
}

std::optional<OperandAccess::Interleave>
mlir::tiled_layout::getTransposedInterleave(const StructuredProblem &problem,
                                            const StructuredPlan &plan,
                                            PlanTransposition transposition) {
  const OperandAccess &operand = problem.operands[transposition.operand];
  // Rows and columns of a block are in one tile each.
  if (!operand.dependsOn(transposition.dim) ||
      operand.findShift(transposition.dim) || operand.findShift(plan.vectorDim))
    return std::nullopt;
  auto interleave = operand.getInterleave(transposition.dim);
  if (!interleave || interleave->parts == 1)
    return interleave;
  if (interleave->step > 1 ||
      (interleave->dim >= 0 && operand.findShift(interleave->dim)))
    return std::nullopt;
  if (takesPartsOfWords(problem, plan, transposition))
    return interleave;
  // The indices that are interleaved move as one word.
  if (interleave->dim != plan.vectorDim || interleave->parts > plan.lanes ||
      interleave->parts * operand.elementBits > kShuffledBits)
    return std::nullopt;
  return interleave;
}

bool mlir::tiled_layout::takesPartsOfWords(const StructuredProblem &problem,
                                           const StructuredPlan &plan,
                                           PlanTransposition transposition) {
  constexpr int64_t wordBits = 32;
  const OperandAccess &operand = problem.operands[transposition.operand];
  auto interleave = operand.getInterleave(transposition.dim);
  return interleave && interleave->parts > 1 && interleave->step == 1 &&
         !interleave->isSum && interleave->dim >= 0 &&
         interleave->dim != plan.vectorDim &&
         interleave->parts * operand.elementBits <= wordBits &&
         (!problem.isReduction[interleave->dim] ||
          (!problem.isOrderFree && problem.isReduction[transposition.dim] &&
           interleave->dim < transposition.dim));
}

int64_t mlir::tiled_layout::getTransposedWord(const StructuredProblem &problem,
                                              const StructuredPlan &plan,
                                              PlanTransposition transposition) {
  auto [number, dim] = transposition;
  const OperandAccess &operand = problem.operands[number];
  int64_t word = problem.getLeastStep(dim, plan);
  bool fits = operand.isContiguous(dim) && word * operand.elementBits <= 64;
  for (const AccessStep &step : operand.dims[dim])
    fits &= step.edge == 1 || step.edge % word == 0;
  return fits ? word : 1;
}

int64_t
mlir::tiled_layout::getTransposedWidth(const StructuredProblem &problem,
                                       const StructuredPlan &plan,
                                       PlanTransposition transposition) {
  auto interleave = getTransposedInterleave(problem, plan, transposition);
  if (!interleave)
    return 1;
  int64_t width = getLastStep(plan, transposition.dim);
  const OperandAccess &operand = problem.operands[transposition.operand];
  for (const AccessStep &step : operand.dims[transposition.dim])
    if (step.edge > 1)
      width = std::gcd(width, step.edge);
  // The greatest power of two that divides it.
  width &= -width;
  int64_t rows = takesPartsOfWords(problem, plan, transposition)
                     ? plan.lanes
                     : plan.lanes / interleave->parts;
  return std::min(width,
                  rows * getTransposedWord(problem, plan, transposition));
}

const IndexSum *mlir::tiled_layout::findSlidingInterleave(
    const StructuredProblem &problem, const OperandAccess &operand,
    int64_t vectorDim, int64_t interleavedDim, int64_t parts) {
  constexpr int64_t mostSteps = 8;
  auto interleave = operand.dependsOn(vectorDim)
                        ? operand.getInterleave(vectorDim)
                        : std::nullopt;
  if (!interleave || !interleave->isSum || interleave->parts != parts ||
      !operand.isSummed(interleavedDim))
    return nullptr;
  for (const IndexSum &sum : operand.sums) {
    if (llvm::none_of(sum.terms,
                      [&](auto term) { return term.first == interleavedDim; }))
      continue;
    if (llvm::any_of(sum.terms, [](auto term) { return term.second < 0; }))
      return nullptr;
    if (sum.steps.size() < 2 || !sum.steps.front().stride.isUnit() ||
        sum.steps[1].edge != parts)
      return nullptr;
    int64_t steps = 1;
    for (auto [dim, factor] : sum.terms) {
      if (dim == interleavedDim)
        continue;
      int64_t extent = problem.extents[dim];
      if (!problem.isReduction[dim] || extent == kDynamic ||
          extent > mostSteps || steps * extent > mostSteps)
        return nullptr;
      steps *= std::max<int64_t>(1, extent);
    }
    return &sum;
  }
  return nullptr;
}
