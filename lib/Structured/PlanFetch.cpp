//===- PlanFetch.cpp - What is fetched ahead ------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;

/// True if each element of an operand is read once, and the second cache may
/// not keep them.
bool StructuredPlanner::isReadOnce(const OperandAccess &operand) const {
  if (operand.isOutput || !operand.isProjection || !operand.sums.empty())
    return false;
  int64_t bytes = operand.elementBits / 8;
  const bool isKnown = hasKnownExtents(operand);
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.extents[dim] != 1 &&
        (operand.dims[dim].empty() ||
         (isKnown && llvm::MulOverflow(bytes, problem.extents[dim], bytes))))
      return false;
  return !isKnown || std::max(bytes, operand.arrayBytes) > target.l2Bytes;
}

/// True if steps along a dimension go by parts of tiles that lie side by side,
/// of an operand whose elements are read once and that the second cache
/// may not keep. Whole rows of a tile follow one another in memory.
bool StructuredPlanner::fillsTiles(const OperandAccess &operand,
                                   int64_t dim) const {
  if (operand.dims[dim].size() < 2 || !isReadOnce(operand))
    return false;
  bool hasRows = false;
  for (int64_t other = 0; other < problem.getRank(); ++other) {
    int64_t step = getLastStep(plan, other);
    if (problem.extents[other] == 1 || other == dim || step == 1 ||
        operand.dims[other].size() < 2)
      continue;
    bool isWholeRow = other == plan.vectorDim && plan.transposed.empty() &&
                      operand.getInterleave(other) &&
                      step % operand.dims[other].back().edge == 0;
    hasRows |= !isWholeRow;
  }
  return hasRows;
}

/// Where lines reach the caches together, lets a block take all of them of each
/// row that is fetched ahead and transposed: what it leaves would have to stay
/// there until the next block.
void StructuredPlanner::takeFetchedBytes() {
  if (target.fetchedBytes <= target.lineBytes)
    return;
  PlanLoop &loop = plan.loops.back();
  const int64_t step = loop.step;
  for (PlanTransposition transposition : plan.transposed) {
    if (transposition.dim != loop.dim ||
        !llvm::is_contained(plan.prefetch, transposition.operand))
      continue;
    int64_t bits = problem.operands[transposition.operand].elementBits *
                   getTransposedInterleave(problem, plan, transposition)->parts;
    loop.step = std::max(loop.step, target.fetchedBytes * 8 / bits);
  }
  if (errorToBool(checkPlan(problem, plan)))
    loop.step = step;
}

/// Fetches the next tile where blocks of registers go by a tile in columns of
/// rows. It is a page or less: a processor follows one row of a page, not all
/// of them at once. Of tiles that are less, a page of them is skipped, so that
/// memory has time.
void StructuredPlanner::fetchTiles() {
  if (!target.prefetchTiles || plan.lanes == 1 || plan.loops.empty() ||
      !plan.packs.empty() || !plan.prefetch.empty())
    return;
  int64_t dim = plan.loops.back().dim;
  if (!problem.isReduction[dim])
    return;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (!fillsTiles(operand, dim))
      continue;
    plan.prefetch.push_back(number);
    const AccessStep &tile = operand.dims[dim].back();
    int64_t bytes =
        std::max<int64_t>(1, tile.stride.factor * operand.elementBits / 8);
    plan.ahead = std::max(
        plan.ahead, tile.edge * std::max<int64_t>(1, target.pageBytes / bytes));
    // The program compares what is known at run time only.
    if (!hasKnownExtents(operand))
      plan.aheadBytes = target.l2Bytes;
  }
  plan.aheadDim = plan.ahead == 0 ? 0 : dim;
  if (!errorToBool(checkPlan(problem, plan))) {
    // Fetches of several steps at once wait for one another.
    if (plan.ahead != 0 && plan.aheadBytes == 0)
      plan.unrolledSteps = 1;
    return takeFetchedBytes();
  }
  plan.prefetch.clear();
  plan.aheadDim = plan.ahead = plan.aheadBytes = 0;
}

/// Lets a block of rows that are transposed have half as many, if so many sums
/// at a time keep up with memory.
void StructuredPlanner::takeHalfOfRows() {
  const int64_t lanes = plan.lanes / 2;
  if (lanes < 4 || getLastStep(plan, plan.vectorDim) != plan.lanes ||
      !keepsUpWithMemory(lanes, target.addCycles))
    return;
  for (PlanLoop &loop : llvm::reverse(plan.loops))
    if (loop.dim == plan.vectorDim) {
      loop.step = plan.lanes = lanes;
      return;
    }
}

/// Returns the operand of which a reduction reads a block of rows at a time,
/// along its last loop, and each element once.
std::optional<int64_t> StructuredPlanner::getOperandInRows() const {
  if (!plan.packs.empty() || plan.loops.empty())
    return std::nullopt;
  const int64_t dim = plan.loops.back().dim;
  int64_t number;
  if (plan.transposed.size() == 1 && plan.interleave == 1 &&
      plan.transposed.front().dim == dim)
    number = plan.transposed.front().operand;
  else if (target.prefetchTiles > 1 && plan.transposed.empty() &&
           plan.vectorDim == dim && plan.prefetch.size() == 1)
    number = plan.prefetch.front();
  else
    return std::nullopt;
  if (!problem.isReduction[dim] || !isReadOnce(problem.operands[number]))
    return std::nullopt;
  return number;
}

/// Fetches rows while parts of them before are computed: in the order of
/// memory, a row after the other. A part is a tile, or a quarter of a page of
/// each row. Tiles are fetched two ahead, and a page at least.
void StructuredPlanner::fetchRows() {
  std::optional<int64_t> number = getOperandInRows();
  if (!number)
    return;
  const OperandAccess &operand = problem.operands[*number];
  const int64_t dim = plan.loops.back().dim;
  const bool isKnown = hasKnownExtents(operand),
             isTiled = operand.dims[dim].size() > 1;
  const bool isWidened = operand.elementBits != problem.widestBits,
             takesAllTiles = isTiled && target.prefetchTiles > 1;
  if (!takesAllTiles && target.fetchRows < (isTiled ? 1 : 2)) {
    // Half as many rows keep up with memory, but not with a cache.
    if (!isTiled && isKnown && !isWidened)
      takeHalfOfRows();
    return;
  }
  // Rows of narrow elements take so long to be widened, and of tiles that may
  // be in a cache, that more of them at a time are faster.
  if (!takesAllTiles && (isWidened || (isTiled && !isKnown)))
    return;
  StructuredPlan before = plan;
  // What a block reads of the rows of one tile is one run of memory.
  if (isTiled && isKnown && !isWidened && !plan.transposed.empty() &&
      operand.dims[plan.vectorDim].size() > 1 &&
      operand.dims[plan.vectorDim].back().edge * 2 == plan.lanes)
    takeHalfOfRows();
  const int64_t step = plan.loops.back().step;
  const int64_t part = isTiled ? operand.dims[dim].back().edge
                               : target.pageBytes * 2 / operand.elementBits;
  plan.loops.back().step = part;
  addLoop(dim, step);
  plan.prefetch = {*number};
  plan.ahead = isTiled ? std::max(2 * part, plan.ahead) : part;
  plan.aheadDim = dim;
  plan.aheadInRows = true;
  plan.aheadBytes = isKnown ? 0 : target.l2Bytes;
  plan.unrolledSteps = 1;
  if (isKnownWithin(dim, plan.ahead) || errorToBool(checkPlan(problem, plan)))
    plan = std::move(before);
}

/// True if the tiles of an input begin within those of the output, or their
/// rows or columns are read backwards.
bool StructuredPlanner::isCutElsewhere(const OperandAccess &operand) const {
  auto isCut = [&](const IndexSum &sum) {
    if (sum.terms.size() != 1 || sum.steps.size() < 2)
      return false;
    auto [dim, factor] = sum.terms.front();
    return factor != 1 || sum.constant % sum.steps.back().edge != 0 ||
           llvm::any_of(operand.shifts, [dim = dim](const IndexShift &shift) {
             return shift.dim == dim;
           });
  };
  return !operand.isOutput && llvm::any_of(operand.sums, isCut);
}

/// Fetches inputs of a large output whose tiles it does not read as a whole:
/// processors do not follow parts of tiles.
void StructuredPlanner::fetchCutTiles() {
  if (!target.prefetchTiles || !plan.streaming || plan.streamedBytes != 0 ||
      plan.lanes == 1 || !plan.transposed.empty() || !plan.prefetch.empty())
    return;
  // Memory has time for so many.
  constexpr int64_t pages = 4;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (!isCutElsewhere(operand))
      continue;
    auto [steps, factor] = operand.getSteps(plan.vectorDim);
    if (steps.size() < 2)
      continue;
    const AccessStep &tile = steps.back();
    int64_t bytes =
        std::max<int64_t>(1, tile.stride.factor * operand.elementBits / 8);
    plan.prefetch.push_back(number);
    plan.ahead = std::max(
        plan.ahead,
        tile.edge * std::max<int64_t>(1, pages * target.pageBytes / bytes));
  }
  plan.aheadDim = plan.ahead == 0 ? 0 : plan.vectorDim;
  if (plan.ahead == 0 || !errorToBool(checkPlan(problem, plan)))
    return;
  plan.prefetch.clear();
  plan.aheadDim = plan.ahead = 0;
}

/// Lets blocks of rows of a product, of which all columns of a panel go by,
/// fetch those of the next tiles: the rows of a tile that a block has are too
/// short for the processor to follow. With many registers, so many results
/// share them that most processors have them in time.
void StructuredPlanner::fetchRowsOfProduct() {
  if (target.prefetchTiles < (hasManyRegisters(target) ? 2 : 1) ||
      !plan.prefetch.empty())
    return;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (operand.isOutput || operand.dependsOn(plan.vectorDim) ||
        operand.dims[rowDim].size() < 2 || isPacked(number))
      continue;
    const bool isKnown = hasKnownExtents(operand);
    if (isKnown &&
        getBytes(operand, plan.loops.back().dim, rowDim) <= target.l2Bytes)
      continue;
    StructuredPlan before = plan;
    plan.prefetch = {static_cast<int64_t>(number)};
    plan.aheadDim = rowDim;
    plan.ahead = operand.dims[rowDim].back().edge;
    plan.aheadInRows = true;
    plan.aheadBytes = isKnown ? 0 : target.l2Bytes;
    if (!errorToBool(checkPlan(problem, plan)))
      return;
    plan = std::move(before);
  }
}
