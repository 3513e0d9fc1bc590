//===- CheckPlan.cpp - Whether a plan fits an operation -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Layout/Refuse.h"
#include "tiled_layout/Structured/DotProducts.h"
#include "tiled_layout/Structured/Panel.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::createStringError;
using llvm::Error;
using llvm::SmallVector;

/// Returns the step of the innermost loop over a dimension around a pack, 0 if
/// there is none: the panel begins anew with each such block.
static int64_t getStepAround(const StructuredPlan &plan, const PlanPack &pack,
                             int64_t dim) {
  int64_t step = 0;
  for (const PlanLoop &loop : ArrayRef(plan.loops).take_front(pack.depth))
    if (loop.dim == dim)
      step = loop.step;
  return step;
}

/// True if blocks of `step` begin anew with each block of `outer` around them,
/// which they need not divide: no tile ends within such a block, but those of
/// panels.
static bool beginsAnew(const StructuredProblem &problem,
                       const StructuredPlan &plan, int64_t dim, int64_t outer,
                       int64_t step) {
  if (problem.isReduction[dim] || plan.interleave != 1 || plan.dotSteps != 0)
    return false;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    const PlanPack *pack = findPack(plan, number);
    bool isWithin = pack && getStepAround(plan, *pack, dim) == outer;
    for (const AccessStep &next : operand.dims[dim])
      if (next.edge > 1 &&
          (isWithin ? next.edge != step && step % next.edge != 0
                    : next.edge % outer != 0))
        return false;
  }
  return true;
}

/// Checks that the steps over each dimension divide one another and the edges
/// of tiles. The last one need not, within a tile.
static Error checkSteps(const StructuredProblem &problem,
                        const StructuredPlan &plan, int64_t dim) {
  SmallVector<int64_t> steps;
  for (const PlanLoop &loop : plan.loops)
    if (loop.dim == dim)
      steps.push_back(loop.step);
  if (steps.empty())
    return refuse("no loop over d{0}", dim);
  bool isAnew = false;
  for (size_t k = 0; k + 1 < steps.size(); ++k) {
    if (steps[k] % steps[k + 1] == 0 && steps[k] != steps[k + 1])
      continue;
    isAnew = k + 2 == steps.size() && steps[k] > steps[k + 1] &&
             beginsAnew(problem, plan, dim, steps[k], steps[k + 1]);
    if (!isAnew)
      return refuse("d{0} by {1} within d{0} by {2}; step sizes must divide "
                    "one another",
                    dim, steps[k + 1], steps[k]);
  }
  int64_t extent = problem.extents[dim];
  SmallVector<int64_t> edges = problem.getEdges(dim);
  // What ends within the last block but one are whole blocks of panels.
  if (isAnew) {
    int64_t around = steps[steps.size() - 2];
    llvm::erase_if(edges, [&](int64_t edge) { return edge < around; });
  }
  for (size_t k = 0; k + 1 < edges.size(); ++k)
    if ((extent == kDynamic || edges[k + 1] < extent) &&
        edges[k + 1] % edges[k] != 0)
      return refuse("tiles have edges every {0} and every {1} along d{2}",
                    edges[k], edges[k + 1], dim);
  // Zeros fill up the last steps in panels of matrices.
  bool isFilled = plan.matrixRows != 0 && dim == plan.dotDim;
  bool isRagged =
      !isFilled && (extent == kDynamic || extent % steps.back() != 0);
  for (int64_t step : ArrayRef(steps).drop_back(isAnew))
    for (int64_t edge : edges) {
      // What is left of a block is walked in powers of two, or one by one.
      bool isLast = step == steps.back();
      if (isLast && isRagged && edge < step &&
          (problem.isReduction[dim] || !llvm::isPowerOf2_64(step)))
        return refuse("a block of {0} of d{1} that is cut at its end, "
                      "where tiles have edges every {2}",
                      step, dim, edge);
      if (edge % step != 0 && step % edge != 0)
        return refuse("d{0} by {1}, where tiles have edges every {2}", dim,
                      step, edge);
    }
  return Error::success();
}

/// Checks the operands that are transposed in registers.
static Error checkTransposed(const StructuredProblem &problem,
                             const StructuredPlan &plan) {
  std::string reason;
  llvm::raw_string_ostream os(reason);
  for (PlanTransposition transposition : plan.transposed) {
    auto [number, dim] = transposition;
    if (number < 0 || number >= static_cast<int64_t>(problem.operands.size()))
      return refuse("operand {0} of {1}", number, problem.operands.size());
    os << "operand " << number << " cannot be transposed along d" << dim
       << ": ";
    if (dim >= problem.getRank())
      os << "there are " << problem.getRank() << " dimensions";
    else if (problem.operands[number].isOutput)
      os << "it is an output";
    else if (dim == plan.vectorDim)
      os << "vectors lie along it";
    else if (problem.operands[number].findShift(dim) ||
             problem.operands[number].findShift(plan.vectorDim))
      os << "its index begins within a vector of memory";
    else if (problem.operands[number].dims[plan.vectorDim].empty() ||
             !getTransposedInterleave(problem, plan, transposition))
      os << "it is not contiguous along it";
    else if (llvm::any_of(problem.operands[number].dims[plan.vectorDim],
                          [&](const AccessStep &step) {
                            return step.edge % plan.lanes != 0 &&
                                   plan.lanes % step.edge != 0;
                          }))
      os << "vectors of " << plan.lanes << " end within a tile";
    else
      reason.clear();
    if (!reason.empty())
      return createStringError(reason);
  }
  return Error::success();
}

/// Returns why vectors that are interleaved cannot be partial results of a
/// reduction, or nothing.
static llvm::StringRef checkPartialInterleave(const StructuredProblem &problem,
                                              const StructuredPlan &plan) {
  if (!problem.isCombinable)
    return "partial results have no operation to combine them";
  if (problem.keepsFirst)
    return "an extremum and its index are not interleaved";
  if (!problem.isOrderFree)
    return "the order of a sum that is not reassoc would change";
  if (!plan.transposed.empty() || plan.dotSteps != 0)
    return "inputs are transposed, or there are dot instructions";
  // Of a group that is not all there, the others are neighbours in memory.
  for (const OperandAccess &operand : problem.operands) {
    if (operand.isOutput || !operand.dependsOn(plan.interleavedDim))
      continue;
    if (findSlidingInterleave(problem, operand, plan.vectorDim,
                              plan.interleavedDim, plan.interleave))
      continue;
    auto interleave = operand.dependsOn(plan.vectorDim)
                          ? operand.getInterleave(plan.vectorDim)
                          : std::nullopt;
    if (!interleave || interleave->isSum ||
        interleave->dim != plan.interleavedDim ||
        interleave->parts != plan.interleave)
      return "an input of the reduction does not lie so";
  }
  return "";
}

Error mlir::tiled_layout::checkInterleave(const StructuredProblem &problem,
                                          const StructuredPlan &plan) {
  if (plan.interleave == 1)
    return Error::success();
  std::string reason;
  llvm::raw_string_ostream os(reason);
  os << plan.interleave << " indices of d" << plan.interleavedDim
     << " cannot be interleaved in vectors: ";
  auto isFixed = [&](const OperandAccess &operand) {
    return operand.isOutput && !operand.dependsOn(plan.interleavedDim);
  };
  if (plan.interleavedDim >= problem.getRank())
    os << "there are " << problem.getRank() << " dimensions";
  else if (plan.lanes == 1 || plan.interleavedDim == plan.vectorDim)
    os << "vectors have 1 element, or lie along it";
  else if (!llvm::isPowerOf2_64(plan.interleave) || plan.interleave > 16)
    os << "they are no power of two up to 16";
  else if (!problem.loadsScattered.empty())
    os << "the body loads";
  else if (problem.hasReduction())
    os << checkPartialInterleave(problem, plan);
  else if (llvm::any_of(problem.operands, isFixed))
    os << "an output does not depend on it";
  // Nothing after the colon.
  if (llvm::StringRef(reason).ends_with(": "))
    return Error::success();
  return createStringError(reason);
}

Error mlir::tiled_layout::checkStreaming(const StructuredProblem &problem,
                                         const StructuredPlan &plan) {
  if (!plan.streaming)
    return Error::success();
  if (problem.hasReduction() || problem.readsOutputs || plan.lanes == 1)
    return createStringError(
        "streaming stores of an operation that reads its results, or runs "
        "one element at a time");
  int64_t lineBits = plan.lineBytes * 8;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (!operand.isOutput)
      continue;
    auto interleave = operand.getInterleave(plan.vectorDim);
    int64_t parts = interleave ? interleave->parts : 1;
    int64_t bits = plan.lanes * parts * operand.elementBits;
    bool isWhole = bits % lineBits == 0;
    // Parts of a line follow one another, as the last dimension's do.
    if (!isWhole && getLastStep(plan, plan.vectorDim) * parts *
                            operand.elementBits % lineBits ==
                        0)
      isWhole = llvm::all_of(plan.loops, [&](const PlanLoop &loop) {
        return loop.dim <= plan.vectorDim ||
               getLastStep(plan, loop.dim) ==
                   (interleave ? interleave->getParts(loop.dim) : 1);
      });
    for (ArrayRef<AccessStep> steps : operand.dims)
      for (const AccessStep &step : steps)
        isWhole &= !step.stride.isStatic() || step.stride.factor <= parts ||
                   step.stride.factor * operand.elementBits % lineBits == 0;
    // Masked stores do not stream.
    isWhole &= !interleave || !interleave->isAlone;
    if (!isWhole)
      return refuse("streaming stores of operand {0}, but blocks do not write "
                    "whole lines of memory",
                    number);
  }
  return Error::success();
}

/// Checks the number of lanes against extents, blocks and tiles.
static Error checkLanes(const StructuredProblem &problem,
                        const StructuredPlan &plan, int64_t block) {
  int64_t dim = plan.vectorDim;
  if (block % plan.lanes != 0)
    return refuse("a block of {0} along d{1} in vectors of {2}; the vector "
                  "must divide it",
                  block, dim, plan.lanes);
  for (auto [number, operand] : llvm::enumerate(problem.operands))
    for (const AccessStep &step : operand.dims[dim])
      if (getTransposedDim(plan, number) < 0 && step.edge > 1 &&
          step.edge % plan.lanes != 0)
        return refuse(
            "vectors of {0} along d{1}, where tiles have edges every {2}",
            plan.lanes, dim, step.edge);
  int64_t extent = problem.extents[dim];
  bool isRagged = extent == kDynamic || extent % plan.lanes != 0;
  if (isRagged && problem.isReduction[dim] && !plan.masked)
    return refuse(
        "partial results along d{0}, which ends within a vector, without masks",
        dim);
  if (!llvm::isPowerOf2_64(plan.lanes))
    return refuse("vectors of {0} elements, no power of two", plan.lanes);
  return Error::success();
}

/// Checks the vector against what lies in memory along it.
static Error checkAdjacent(const StructuredProblem &problem,
                           const StructuredPlan &plan) {
  int64_t dim = plan.vectorDim;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (getTransposedDim(plan, number) >= 0)
      continue;
    bool mustStay = problem.isReduction[dim] && operand.isOutput;
    if (operand.dependsOn(dim) ? mustStay || !operand.getInterleave(dim)
                               : operand.isOutput && !problem.isReduction[dim])
      return refuse("operand {0} is not contiguous along d{1}", number, dim);
  }
  for (int64_t other = 0; other < problem.getRank(); ++other) {
    int64_t least = problem.getLeastStep(other, plan);
    if (getLastStep(plan, other) % least != 0)
      return refuse("indices of d{0} that are interleaved along d{1} in "
                    "groups of {2} are not in one block",
                    other, dim, least);
  }
  if (plan.interleave > 1 &&
      getLastStep(plan, plan.interleavedDim) % plan.interleave != 0)
    return refuse("{0} indices of d{1} that are interleaved in vectors are not "
                  "in one block",
                  plan.interleave, plan.interleavedDim);
  return Error::success();
}

/// Checks the vector.
static Error checkVector(const StructuredProblem &problem,
                         const StructuredPlan &plan, int64_t block) {
  if (plan.lanes == 1)
    return Error::success();
  if (!problem.noVectors.empty())
    return createStringError(problem.noVectors);
  std::string along = "along d" + std::to_string(plan.vectorDim);
  if (problem.isScatteredAlong(plan.vectorDim))
    return createStringError("elements that the body loads lie apart " + along);
  if (plan.masked && problem.isBackwardsAlong(plan.vectorDim))
    return createStringError("masks, but the body loads backwards " + along);
  if (Error error = checkLanes(problem, plan, block))
    return error;
  if (Error error = checkAdjacent(problem, plan))
    return error;
  if (!problem.isReduction[plan.vectorDim])
    return Error::success();
  if (!problem.isCombinable)
    return createStringError("partial results " + along +
                             " have no operation to combine them");
  if (!problem.isOrderFree)
    return createStringError(
        "partial results " + along +
        " would change the order of a sum that is not reassoc");
  return Error::success();
}

/// Checks that each result sees its terms in the operation's order.
static Error checkOrder(const StructuredProblem &problem,
                        const StructuredPlan &plan) {
  if (problem.isOrderFree)
    return Error::success();
  // A dimension may be cut if no other reduction comes before its last loop,
  // but those whose indices are fixed by then.
  SmallVector<int64_t> order;
  for (const PlanLoop &loop : plan.loops)
    if (problem.isReduction[loop.dim] && problem.extents[loop.dim] != 1 &&
        (order.empty() || order.back() != loop.dim))
      order.push_back(loop.dim);
  for (size_t k = 0; k + 1 < order.size(); ++k)
    if (order[k] >= order[k + 1])
      return refuse("the loops over d{0} and d{1} change the order of a "
                    "sum that is not reassoc",
                    order[k], order[k + 1]);
  // Blocks are walked in the operation's order, one after the other.
  int64_t blocked = -1;
  for (int64_t dim : order) {
    for (const PlanLoop &loop : plan.loops)
      if (loop.dim == dim && blocked >= 0 && loop.dim != blocked)
        return createStringError(
            "a reduction around another one is in blocks, and the sum is "
            "not reassoc");
    for (const PlanLoop &loop : llvm::reverse(plan.loops))
      if (loop.dim == dim) {
        if (loop.step != 1)
          blocked = dim;
        break;
      }
  }
  return Error::success();
}

/// Checks that a block holds all of each window that slides over what is
/// interleaved in vectors.
static Error checkSliding(const StructuredProblem &problem,
                          const StructuredPlan &plan) {
  for (const OperandAccess &operand : problem.operands)
    if (const IndexSum *sum =
            findSlidingInterleave(problem, operand, plan.vectorDim,
                                  plan.interleavedDim, plan.interleave))
      for (auto [dim, factor] : sum->terms)
        if (dim != plan.interleavedDim &&
            getLastStep(plan, dim) < problem.extents[dim])
          return refuse("a block holds no whole window along d{0}, over whose "
                        "indices interleaved vectors slide",
                        dim);
  return Error::success();
}

/// Checks which blocks are fetched, and how far ahead.
static Error checkPrefetch(const StructuredProblem &problem,
                           const StructuredPlan &plan) {
  for (int64_t operand : plan.prefetch) {
    if (operand < 0 || operand >= static_cast<int64_t>(problem.operands.size()))
      return refuse("operand {0} of {1}", operand, problem.operands.size());
    if (findPack(plan, operand))
      return refuse("operand {0} is fetched, but lies in a panel", operand);
    if (llvm::count(plan.prefetch, operand) > 1)
      return refuse("operand {0} is fetched twice", operand);
  }
  if (plan.ahead == 0 && (plan.prefetch.empty() || problem.hasReduction()))
    return Error::success();
  std::string name = "d" + std::to_string(plan.aheadDim);
  if (plan.prefetch.empty() || plan.ahead == 0)
    return createStringError(
        std::string("'") + (plan.ahead == 0 ? "prefetch" : "ahead") +
        "' without '" + (plan.ahead == 0 ? "ahead" : "prefetch") +
        "': one says what is fetched, the other how far ahead");
  if (plan.aheadDim >= problem.getRank())
    return refuse("blocks ahead along {0} of {1} dimensions", name,
                  problem.getRank());
  for (int64_t operand : plan.prefetch) {
    if (problem.hasReduction() && problem.operands[operand].isOutput)
      return refuse("a reduction fetches the block of operand {0} that it "
                    "computes, not one ahead",
                    operand);
    auto [steps, factor] = problem.operands[operand].getSteps(plan.aheadDim);
    if (steps.empty())
      return refuse("operand {0} does not advance along {1}", operand, name);
    int64_t ahead = std::abs(factor) * plan.ahead;
    for (const AccessStep &step : steps)
      if (step.edge < ahead && ahead % step.edge != 0)
        return refuse("blocks {0} indices of {1} ahead, where {2} are a tile",
                      plan.ahead, name, step.edge);
    if (plan.aheadInRows && !getRowsAhead(problem, plan, operand))
      return refuse("steps along d{0} do not share the rows of operand {1} "
                    "that they fetch evenly",
                    plan.loops.back().dim, operand);
  }
  return Error::success();
}

Error mlir::tiled_layout::checkPlan(const StructuredProblem &original,
                                    const StructuredPlan &plan) {
  for (const PlanLoop &loop : plan.loops)
    if (loop.dim >= original.getRank())
      return refuse("a loop over d{0} of {1} dimensions", loop.dim,
                    original.getRank());
  if (!plan.transposed.empty() && plan.lanes == 1)
    return createStringError(
        "operands are transposed, but vectors have 1 element");
  if (Error error = checkDotDims(original, plan))
    return error;
  if (Error error = checkPacks(original, plan))
    return error;
  // Tiles of a packed operand do not matter within its panel.
  StructuredProblem problem = getPackedProblem(original, plan);
  if (plan.vectorDim >= problem.getRank())
    return refuse("a vector along d{0} of {1} dimensions", plan.vectorDim,
                  problem.getRank());
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (Error error = checkSteps(problem, plan, dim))
      return error;
  if (plan.parallel &&
      (plan.loops.empty() || problem.isReduction[plan.loops.front().dim]))
    return createStringError(
        "parallel steps of the first loop, which is a reduction");
  int64_t block = 1;
  uint64_t unrolled = 1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    for (const PlanLoop &loop : llvm::reverse(plan.loops))
      if (loop.dim == dim) {
        if (dim == plan.vectorDim)
          block = loop.step;
        unrolled = llvm::SaturatingMultiply<uint64_t>(unrolled, loop.step);
        break;
      }
  if (Error error = checkTransposed(problem, plan))
    return error;
  if (Error error = checkInterleave(problem, plan))
    return error;
  if (Error error = checkStreaming(problem, plan))
    return error;
  if (Error error = checkVector(problem, plan, block))
    return error;
  // Each becomes an instruction or more.
  if (plan.matrixRows == 0 && unrolled / plan.lanes > 1024)
    return refuse(
        "a block of {0} elements in vectors of {1}, more than 1024 vectors",
        unrolled, plan.lanes);
  if (Error error = checkSliding(problem, plan))
    return error;
  if (Error error = checkPrefetch(problem, plan))
    return error;
  if (plan.dotSteps != 0)
    if (Error error = checkDot(problem, plan))
      return error;
  if (plan.matrixRows != 0)
    if (Error error = checkMatrix(problem, plan))
      return error;
  return checkOrder(problem, plan);
}
