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
/// of columns after another, each step would be on a page of its own.
bool StructuredPlanner::hasLongColumns(int64_t depthDim) const {
  if (rowDim >= 0 || plan.turns > 1 || !packed.empty() ||
      !plan.transposed.empty() || problem.isReduction[plan.vectorDim] ||
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

/// All rows, or sums without rows, go by some steps at a time: a processor
/// reads each step ahead, and what it has read once is not needed again.
/// Results stay in the second cache. Threads share columns of which the number
/// is not known by parts that the first cache keeps.
void StructuredPlanner::planFewRows(int64_t depthDim) {
  constexpr int64_t steps = 16;
  int64_t cache = target.l2Bytes;
  if (rowDim >= 0) {
    rows = problem.extents[rowDim];
    vectors = rows * 2 <= getMostResults(target) ? 2 : 1;
  } else if (problem.extents[plan.vectorDim] == kDynamic) {
    cache = target.l1Bytes;
  }
  int64_t width =
      llvm::bit_floor<uint64_t>(cache * 4 / (rows * problem.widestBits));
  if (!isKnownWithin(plan.vectorDim, width))
    addLoop(plan.vectorDim, std::max(width, vectors * plan.lanes));
  addLoop(depthDim,
          std::max(getLeast(depthDim), roundToEdges(depthDim, steps)));
  addLoop(plan.vectorDim, vectors * plan.lanes);
  if (rowDim >= 0)
    addLoop(rowDim, rows);
  addLoop(depthDim, getLeast(depthDim));
}
