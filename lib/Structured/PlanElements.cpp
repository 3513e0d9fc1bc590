//===- PlanElements.cpp - Plans without vectors ---------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

using namespace mlir::tiled_layout;
using llvm::SmallVector;

SmallVector<StructuredPlanner::ResultDigit>
StructuredPlanner::getDigits(const OperandAccess &operand) const {
  SmallVector<ResultDigit> digits, others;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (problem.isReduction[dim])
      continue;
    if (operand.dims[dim].empty())
      others.push_back({dim, 1, Stride()});
    for (const AccessStep &step : operand.dims[dim])
      digits.push_back({dim, step.edge, step.stride});
  }
  llvm::sort(digits, [](const ResultDigit &a, const ResultDigit &b) {
    if (a.stride != b.stride)
      return a.stride > b.stride;
    return a.dim != b.dim ? a.dim < b.dim : a.edge > b.edge;
  });
  llvm::append_range(others, digits);
  return others;
}

SmallVector<StructuredPlanner::ResultDigit>
StructuredPlanner::getOutputDigits() const {
  return getDigits(*llvm::find_if(
      problem.operands, [](const OperandAccess &o) { return o.isOutput; }));
}

/// Results one at a time, each in a register while its reductions go by.
void StructuredPlanner::planScalars() {
  addWholePacks();
  for (const ResultDigit &digit : getOutputDigits())
    addLoop(digit.dim, digit.edge);
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.isReduction[dim])
      addLoop(dim, 1);
}

/// Returns how many bytes further each step along the dimension is in all
/// operands, a line at most: so much of memory a step needs.
int64_t StructuredPlanner::getBytesOfStep(int64_t dim) const {
  int64_t bytes = 0;
  for (const OperandAccess &operand : problem.operands) {
    if (!operand.dependsOn(dim))
      continue;
    int64_t line = target.lineBytes, own = line;
    if (!operand.dims[dim].empty() &&
        operand.dims[dim].front().stride.isStatic())
      own = std::abs(operand.dims[dim].front().stride.factor) *
            operand.elementBits / 8;
    bytes += std::min(own, line);
  }
  return bytes;
}

/// True if all tiles that the operands have begin where a loop of the plan
/// does: positions within them are sums.
bool StructuredPlanner::followsAllTiles() const {
  return llvm::all_of(problem.operands, [&](const OperandAccess &operand) {
    if (!operand.sums.empty() || !operand.shifts.empty())
      return false;
    for (int64_t dim = 0; dim < problem.getRank(); ++dim)
      for (const AccessStep &step : operand.dims[dim])
        if (!llvm::is_contained(plan.loops, PlanLoop{dim, step.edge}) &&
            !isKnownWithin(dim, step.edge))
          return false;
    return true;
  });
}

/// True if the loops of the plan are better than plain ones, which the passes
/// that schedule loops cut at the edges of all tiles, but do not exchange.
bool StructuredPlanner::isBetterThanPlainLoops() const {
  SmallVector<int64_t> own, plain;
  SmallVector<int64_t> seen;
  for (const PlanLoop &loop : llvm::reverse(plan.loops))
    if (!llvm::is_contained(seen, loop.dim)) {
      seen.push_back(loop.dim);
      own.push_back(getBytesOfStep(loop.dim));
    }
  for (int64_t dim = problem.getRank() - 1; dim >= 0; --dim)
    plain.push_back(getBytesOfStep(dim));
  return own < plain ||
         (own == plain && !problem.hasReduction() && followsAllTiles());
}

std::optional<StructuredPlan> StructuredPlanner::runOnElements() {
  plan.lineBytes = target.lineBytes;
  SmallVector<ResultDigit> digits = getOutputDigits();
  if (digits.empty() || llvm::is_contained(problem.extents, 0))
    return std::nullopt;
  plan.vectorDim = digits.back().dim;
  plan.lanes = 1;
  if (problem.hasReduction())
    planScalars();
  else
    planParallel();
  if (!isBetterThanPlainLoops())
    return std::nullopt;
  plan.fused = problem.mayFuse && fuses();
  return plan;
}

std::optional<StructuredPlan>
mlir::tiled_layout::planElements(const StructuredProblem &problem,
                                 const Target &target) {
  std::optional<StructuredPlan> plan =
      StructuredPlanner(problem, target, Products::Body, Packing::None)
          .runOnElements();
  return plan && !errorToBool(checkPlan(problem, *plan)) ? plan : std::nullopt;
}
