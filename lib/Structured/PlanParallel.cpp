//===- PlanParallel.cpp - Operations without reductions -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <tuple>

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// Computes on vectors as the first output has them in memory, or the first
/// input along the vectors of a reduction, where indices of two dimensions take
/// turns in it and the body needs no wider elements: what lies alike is not
/// taken apart, and partial results are not until they are complete.
void StructuredPlanner::chooseTurns() {
  bool reduces = problem.hasReduction();
  const OperandAccess *like =
      llvm::find_if(problem.operands, [&](const OperandAccess &operand) {
        return operand.isOutput != reduces && operand.dependsOn(plan.vectorDim);
      });
  auto interleave = plan.lanes > 1 && like != problem.operands.end()
                        ? like->getInterleave(plan.vectorDim)
                        : std::nullopt;
  if (!interleave || interleave->parts == 1 || interleave->isSum ||
      like->elementBits != problem.widestBits)
    return;
  StructuredPlan turned = plan;
  turned.turnsDim = interleave->dim;
  turned.turns = interleave->parts;
  turned.lanes = std::min(plan.lanes, target.vectorBits / problem.widestBits /
                                          turned.turns);
  if (turned.lanes >= 4 && checkTurns(problem, turned).empty())
    plan = std::move(turned);
}

/// Blocks in the order in which the first output lies.
void StructuredPlanner::planParallel() {
  chooseTurns();
  // 64 elements at a time keep loads and stores of different arrays apart.
  int64_t run = std::max<int64_t>(1, getRun(plan.vectorDim) / plan.lanes);
  vectors = std::min<int64_t>(llvm::bit_floor<uint64_t>(run),
                              std::max<int64_t>(1, 64 / plan.lanes));
  if (plan.lanes == 1 || !plan.transposed.empty())
    vectors = 1;
  const OperandAccess *output = llvm::find_if(
      problem.operands, [](const OperandAccess &o) { return o.isOutput; });
  struct Digit {
    int64_t dim, edge, stride;
  };
  SmallVector<Digit> digits;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (!output->dependsOn(dim))
      digits.push_back({dim, 1, std::numeric_limits<int64_t>::max()});
    for (const AccessStep &step : output->dims[dim])
      // What is known at run time only is a whole row of something.
      digits.push_back({dim, step.edge,
                        step.stride.isStatic()
                            ? step.stride.factor
                            : std::numeric_limits<int64_t>::max() / 2});
  }
  llvm::sort(digits, [](const Digit &a, const Digit &b) {
    return std::tuple(-a.stride, a.dim, -a.edge) <
           std::tuple(-b.stride, b.dim, -b.edge);
  });
  for (const Digit &digit : digits) {
    bool isLast = digit.dim == plan.vectorDim && digit.edge == 1;
    int64_t step = isLast ? vectors * plan.lanes
                          : std::max(digit.edge, getLeast(digit.dim));
    if (digit.edge != 1 && isKnownWithin(digit.dim, step))
      continue;
    addLoop(digit.dim, step);
  }
  useWholeLines();
  chooseStreaming();
}

/// Takes both halves of lines of the input that is transposed before going on
/// to other columns, if the first cache does not keep those until the blocks
/// come back: columns that lie a power of two apart share few of its sets.
void StructuredPlanner::useWholeLines() {
  // A first cache has at least so many ways, and a block of more columns may
  // not stay in them for two steps. To widen elements takes longer than to
  // fetch them.
  constexpr int64_t ways = 8;
  if (plan.transposed.size() != 1 || plan.turns > 1 || plan.lanes > ways)
    return;
  PlanTransposition transposition = plan.transposed.front();
  int64_t dim = transposition.dim, step = getLastStep(plan, dim);
  const OperandAccess &operand = problem.operands[transposition.operand];
  const Stride &stride = operand.dims[plan.vectorDim].front().stride;
  int64_t line = target.lineBytes * 8 / operand.elementBits;
  auto isOfDim = [&](const PlanLoop &loop) { return loop.dim == dim; };
  if (operand.elementBits != problem.widestBits || 2 * step != line ||
      getOwnRun(operand, dim) < line || !stride.isStatic() ||
      roundToEdges(dim, line) != line ||
      llvm::count_if(plan.loops, isOfDim) != 1 || isOfDim(plan.loops.back()))
    return;
  int64_t shared =
      std::gcd(stride.factor * operand.elementBits / 8, target.l1Bytes / ways);
  int64_t lines = target.l1Bytes / std::max(target.lineBytes, shared);
  if (isKnownWithin(plan.vectorDim, lines))
    return;
  llvm::find_if(plan.loops, isOfDim)->step = line;
  addLoop(dim, step);
}

/// Writes outputs around the caches that would not stay in them.
void StructuredPlanner::chooseStreaming() {
  if (!target.streamingStores)
    return;
  int64_t bits = 0;
  for (const OperandAccess &operand : problem.operands)
    if (operand.isOutput)
      bits += operand.elementBits;
  for (int64_t extent : problem.extents)
    if (extent == kDynamic || llvm::MulOverflow(bits, extent, bits))
      return;
  if (bits / 8 <= target.streamingBytes)
    return;
  plan.streaming = true;
  if (!checkStreaming(problem, plan).empty())
    plan.streaming = false;
}
