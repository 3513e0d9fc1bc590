//===- PlanFewRows.cpp - Few rows by long columns -------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few rows by an operand that no cache keeps, sums of its columns, and a
// vector times it: all rows go by some steps at a time, so that memory is read
// once and in its own order.
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// True if few rows go by an operand whose columns do not fit a cache, and
/// whose steps lie at least a page apart: as an array in row-major order has
/// them.
bool StructuredPlanner::hasFewRows(int64_t depthDim) const {
  if (usesDot || !packed.empty() || !plan.transposed.empty() ||
      !isKnownWithin(rowDim, getMostResults(target)) ||
      !problem.getEdges(depthDim).empty() ||
      !problem.getEdges(plan.vectorDim).empty() ||
      !problem.getEdges(rowDim).empty())
    return false;
  return llvm::any_of(problem.operands, [&](const OperandAccess &operand) {
    if (operand.isOutput || !operand.dependsOn(plan.vectorDim) ||
        operand.isSummed(depthDim) || operand.dims[depthDim].empty())
      return false;
    const Stride &stride = operand.dims[depthDim].front().stride;
    int64_t bytes = stride.factor * operand.elementBits / 8;
    return !stride.isStatic() ||
           (bytes >= target.pageBytes &&
            !isKnownWithin(depthDim, target.l2Bytes / bytes));
  });
}

/// True if the columns that are summed alone, or times a vector, are of an
/// operand that the second cache does not keep: read to their ends, one block
/// of columns after another, each step would be on a page of its own. Columns
/// of bytes, which are interleaved in the words of a tile, are computed for
/// longer: most processors read them ahead.
bool StructuredPlanner::hasLongColumns(int64_t depthDim) const {
  if (rowDim >= 0 || (plan.interleave > 1 && target.prefetchTiles < 2) ||
      !packed.empty() || !plan.transposed.empty() ||
      problem.isReduction[plan.vectorDim] ||
      isKnownWithin(plan.vectorDim, vectors * plan.lanes))
    return false;
  return llvm::all_of(problem.operands,
                      [](const OperandAccess &operand) {
                        return operand.isProjection;
                      }) &&
         llvm::any_of(problem.operands, [&](const OperandAccess &operand) {
           return !operand.isOutput && operand.dependsOn(plan.vectorDim) &&
                  operand.dependsOn(depthDim) &&
                  getBytes(operand, depthDim, plan.vectorDim) > target.l2Bytes;
         });
}

/// Returns how many steps a sum of columns takes at a time, and lets it take
/// all columns of a tile where that takes all of few registers: a tile is read
/// in the order of memory then. What is converted needs registers of its own,
/// and so does what more than a multiply-add computes.
int64_t StructuredPlanner::takeWholeTile(int64_t depthDim) {
  if (hasManyRegisters(target))
    return target.sumStreams;
  constexpr int64_t most = 16;
  for (const OperandAccess &operand : problem.operands) {
    if (operand.isOutput || operand.dims[depthDim].size() < 2 ||
        operand.dims[plan.vectorDim].size() < 2)
      continue;
    const int64_t columns = operand.dims[plan.vectorDim].back().edge,
                  steps = operand.dims[depthDim].back().edge,
                  block = vectors * plan.lanes;
    if (operand.elementBits != problem.widestBits || problem.bodySteps > 2 ||
        problem.comparesElements || columns % block != 0 ||
        columns > most * plan.lanes || steps > most)
      return most;
    vectors = columns / plan.lanes;
    return steps;
  }
  return target.sumStreams;
}

/// Adds a loop over as many columns as leave room for the results of so many
/// rows in half of a cache.
void StructuredPlanner::addLoopOfResults(int64_t rowsOfResults, int64_t cache) {
  int64_t width = llvm::bit_floor<uint64_t>(
      cache * 4 / (rowsOfResults * problem.widestBits));
  if (!isKnownWithin(plan.vectorDim, width))
    addLoop(
        plan.vectorDim,
        roundToEdges(plan.vectorDim, std::max(width, vectors * plan.lanes)));
}

/// All rows, or sums without rows, go by some steps at a time: a processor
/// reads each step ahead, and what it has read once is not needed again.
/// Results stay in the second cache. Threads share columns of which the number
/// is not known by parts that the first cache keeps.
void StructuredPlanner::planFewRows(int64_t depthDim) {
  int64_t steps = target.sumStreams;
  int64_t cache = target.l2Bytes;
  if (rowDim >= 0) {
    rows = problem.extents[rowDim];
    vectors = rows * 2 <= getMostResults(target) ? 2 : 1;
    // To widen an element of a row for each vector takes longer than to
    // multiply.
    packForCaches(depthDim);
    packRowsOfOneSet(depthDim);
    addFewRowsPacks(depthDim);
  } else {
    steps = takeWholeTile(depthDim) * plan.interleave;
    if (problem.extents[plan.vectorDim] == kDynamic)
      cache = target.l1Bytes;
  }
  addLoopOfResults(rows, cache);
  addLoop(depthDim,
          std::max(getLeast(depthDim), roundToEdges(depthDim, steps)));
  addLoop(plan.vectorDim, vectors * plan.lanes);
  // Of a reduction without rows, the last loop follows.
  if (rowDim < 0)
    return;
  addLoop(rowDim, rows);
  addLoop(depthDim, getLeast(depthDim));
}

/// Packs rows whose lines share a set of the first cache: they would push one
/// another out of it.
void StructuredPlanner::packRowsOfOneSet(int64_t depthDim) {
  for (auto [number, operand] : llvm::enumerate(problem.operands))
    if (packing == Packing::ForCaches && !isPacked(number) &&
        paysToPack(operand, kFewestRows) &&
        !operand.dependsOn(plan.vectorDim) && operand.dependsOn(rowDim) &&
        operand.dependsOn(depthDim) && getTransposedDim(plan, number) < 0 &&
        sharesSet(operand, rowDim, depthDim))
      pack(number);
}

/// Packs the few rows of which all go by at once, as many steps of them as
/// leave room in the second cache for what they go by.
void StructuredPlanner::addFewRowsPacks(int64_t depthDim) {
  if (!packsBlocks())
    return;
  int64_t steps = llvm::bit_floor<uint64_t>(
      target.l2Bytes * 2 / (problem.extents[rowDim] * problem.widestBits));
  steps = roundToEdges(depthDim, std::max(getLeast(depthDim), steps));
  if (!isKnownWithin(depthDim, steps))
    addLoop(depthDim, steps);
  addBlockPacks(/*isRows=*/true);
}

/// True if an operand, packed or not, has its columns one after the other, a
/// page or more a step, and no tiles, and the second cache does not keep it.
bool StructuredPlanner::hasLongRows(const OperandAccess &operand,
                                    int64_t depthDim) const {
  llvm::ArrayRef<ArrayIndex> indices = operand.indices;
  if (indices.size() < 2 || indices.back().getDim() != plan.vectorDim ||
      indices.drop_back().back().getDim() != depthDim ||
      !operand.tileEdges[plan.vectorDim].empty() ||
      !operand.tileEdges[depthDim].empty())
    return false;
  int64_t columns = problem.extents[plan.vectorDim];
  int64_t bytes = columns * operand.elementBits / 8;
  return columns == kDynamic ||
         (bytes >= target.pageBytes &&
          !isKnownWithin(depthDim, target.l2Bytes / bytes));
}

/// Adds the loops of a few rows by the rows of a large operand that dot
/// instructions take from a panel: as many steps as one reads ahead, as many
/// columns as leave room in the first cache. True if there is such an operand.
bool StructuredPlanner::planFewDotRows(int64_t depthDim) {
  constexpr int64_t groups = 16;
  if (!usesDot || hasFewLoads() || !plan.transposed.empty() ||
      !isKnownWithin(rowDim, getMostResults(target)))
    return false;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (operand.isOutput || operand.dependsOn(rowDim) ||
        !paysToPack(operand, kFewestRows) || !hasLongRows(operand, depthDim))
      continue;
    if (!isPacked(number))
      pack(number);
    const int64_t steps = groups * plan.dotSteps, block = vectors * plan.lanes;
    int64_t columns =
        llvm::bit_floor<uint64_t>(target.l1Bytes * 6 / operand.elementBits) /
        steps;
    columns = std::max<int64_t>(2, columns / block) * block;
    if (!isKnownWithin(depthDim, steps))
      addLoop(depthDim, steps);
    if (!isKnownWithin(plan.vectorDim, columns))
      addLoop(plan.vectorDim, columns);
    addBlockPacks(/*isRows=*/false);
    return true;
  }
  return false;
}

/// Returns the operand of the vectors, in tiles, if a few rows go by it that no
/// cache keeps: memory delivers it while they are computed. More rows take it
/// from a panel, or wait for the multiply-adds.
std::optional<int64_t>
StructuredPlanner::getStreamedTiles(int64_t depthDim) const {
  constexpr int64_t few = 64, most = 256;
  // Bytes gain nothing: blocks of more steps, and of results, are as good.
  if (hasFewLoads() || (usesDot && problem.dot.getBits() == 8) ||
      !target.prefetchTiles || rowDim < 0 || !plan.transposed.empty() ||
      !isKnownWithin(rowDim, most))
    return std::nullopt;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (operand.isOutput || isPacked(number) || !operand.isProjection ||
        !operand.sums.empty() || !operand.dependsOn(plan.vectorDim) ||
        operand.dependsOn(rowDim) || operand.dims[plan.vectorDim].size() < 2 ||
        operand.dims[depthDim].size() < 2 ||
        !operand.getInterleave(plan.vectorDim) || !hasKnownExtents(operand))
      continue;
    int64_t least = isKnownWithin(rowDim, few) ? 4 * target.l2Bytes
                    : usesDot || isWide(operand)
                        ? std::numeric_limits<int64_t>::max()
                        : target.l3Bytes;
    if (getBytes(operand, depthDim, plan.vectorDim) > least)
      return number;
  }
  return std::nullopt;
}

/// Returns how many steps have a few pages of a tile's columns.
int64_t StructuredPlanner::getStepsOfPages(const OperandAccess &operand) const {
  constexpr int64_t pages = 4;
  int64_t columns = operand.dims[plan.vectorDim].back().edge;
  return std::max<int64_t>(1, pages * target.pageBytes * 8 /
                                  (columns * operand.elementBits));
}

/// Where memory is read fast only in its order, rows of tiles go by one after
/// the other. Of few rows, for which memory takes longer than multiply-adds, a
/// few go by all columns of a tile: that is the order of memory, and needs no
/// fetching. More rows go by one vector of a tile each, so that each step
/// fetches one line of the next tile. False if neither is possible.
bool StructuredPlanner::planTilesInOrder(int64_t depthDim, int64_t operand) {
  constexpr int64_t most = 16, manySteps = 64;
  const OperandAccess &access = problem.operands[operand];
  const int64_t columns = access.dims[plan.vectorDim].back().edge;
  const int64_t extent = problem.extents[rowDim];
  if (target.prefetchTiles < 2 || extent == kDynamic ||
      columns % plan.lanes != 0)
    return false;
  const int64_t stepsOfAdd = usesDot ? plan.dotSteps : 1;
  const bool waits =
      extent * target.memoryBytesPerCycle <=
      plan.lanes * target.fmasPerCycle * stepsOfAdd * access.elementBits / 8;
  int64_t steps = manySteps;
  if (waits && columns <= most * plan.lanes) {
    vectors = columns / plan.lanes;
    rows = std::min(extent, most / vectors);
    steps = getStepsOfPages(access);
  } else if (!usesDot) {
    vectors = 1;
    rows = getBlock(rowDim, std::min(extent, most));
  } else {
    return false;
  }
  addFewRowsPacks(depthDim);
  addLoopOfResults(extent, target.l2Bytes);
  addLoop(depthDim, roundToEdges(depthDim, steps));
  if (columns == vectors * plan.lanes)
    return true;
  addLoop(plan.vectorDim, columns);
  plan.prefetch = {operand};
  plan.aheadDim = plan.vectorDim;
  plan.ahead = columns;
  return true;
}

/// All rows go by a few pages of whole tiles at a time, while the tiles after
/// those are fetched. Results of a tile's columns stay in a cache, and so do
/// rows that are packed.
void StructuredPlanner::planStreamedTiles(int64_t depthDim, int64_t operand) {
  if (planTilesInOrder(depthDim, operand))
    return;
  const OperandAccess &access = problem.operands[operand];
  addFewRowsPacks(depthDim);
  const int64_t vectorStep = vectors * plan.lanes;
  int64_t columns = access.dims[plan.vectorDim].back().edge;
  if (columns > vectorStep && columns % vectorStep == 0)
    addLoop(plan.vectorDim, columns);
  int64_t steps = roundToEdges(depthDim, getStepsOfPages(access));
  addLoop(depthDim, steps);
  plan.prefetch = {operand};
  plan.aheadDim = depthDim;
  plan.ahead = steps;
}
