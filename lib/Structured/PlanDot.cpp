//===- PlanDot.cpp - Plans dot products -----------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "tiled_layout/Structured/DotProducts.h"
#include "tiled_layout/Structured/Panel.h"

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// From so many results along a dimension on, a copy of what they share costs
/// less than to interleave its numbers for each of them.
static constexpr int64_t kFewestResults = 64;
/// The same of words that are made of one load.
static constexpr int64_t kManySquareResults = 512;
/// For fewer results, rows are interleaved, or words of more taken apart, for
/// longer than it takes to multiply integers in 32 bits instead of by twos.
static constexpr int64_t kFewestPairs = 4;
/// The same of pairs of two rows, which few registers hold.
static constexpr int64_t kFewestPanels = 16;

/// Returns the inputs that a dot instruction takes only from panels, or the
/// faster; `std::nullopt` if one of them cannot be packed.
std::optional<SmallVector<int64_t>>
StructuredPlanner::getDotPacks(int64_t vectorDim, int64_t dotDim) const {
  DotOperands inputs = *getDotOperands(problem, vectorDim);
  int64_t steps = plan.dotSteps;
  SmallVector<int64_t> packs;
  const OperandAccess &word = problem.operands[inputs.broadcast];
  // Words of as many rows that lie together are made of one load; others would
  // be put together number by number for each result. Numbers are widened, or
  // their bits flipped, once for all results.
  bool hasWords = hasDotWords(word, dotDim, steps);
  if (!hasWords || !word.isContiguous(dotDim) ||
      needsCorrection(target, problem, plan) || widensForDot(problem, plan)) {
    bool hasSquares = hasDotSquares(word, dotDim, steps);
    int64_t fewest = hasSquares ? kManySquareResults : kFewestResults;
    // Rows at a step, as of a 1x1 convolution of stride 2, are packed whole.
    bool isWhole =
        !word.isProjection && !word.indices.empty() && isShared(word, fewest);
    if (isWhole || paysToPack(word, fewest))
      packs.push_back(inputs.broadcast);
    else if (!hasWords)
      return std::nullopt;
  }
  const OperandAccess &vector = problem.operands[inputs.vector];
  bool hasGroups = hasDotGroups(vector, vectorDim, dotDim, steps);
  bool arePairs = problem.dot.kind != DotBody::Kind::BF16 && steps == 2;
  if (!hasGroups || widensForDot(problem, plan)) {
    bool isWhole = !hasGroups && isShared(vector, kFewestResults) &&
                   hasOwnGroups(problem, vector, vectorDim, dotDim);
    int64_t fewest = kFewestResults;
    if (arePairs && !vector.isContiguous(vectorDim))
      fewest = kFewestPairs;
    else if (arePairs && !hasManyRegisters(target))
      fewest = kFewestPanels;
    if (isWhole || paysToPack(vector, fewest))
      packs.push_back(inputs.vector);
    else if (!hasGroups && (!vector.isContiguous(vectorDim) ||
                            (arePairs && !isShared(vector, kFewestPairs))))
      return std::nullopt;
  }
  return packs;
}

/// Returns the reductions along which a dot instruction may add: first those of
/// whole groups, then the innermost. A sum in order has its groups along the
/// innermost one.
SmallVector<int64_t> StructuredPlanner::getDotDims() const {
  SmallVector<int64_t> dims;
  for (bool isWhole : {true, false})
    for (int64_t dim = problem.getRank() - 1; dim >= 0; --dim) {
      int64_t extent = problem.extents[dim];
      if (problem.isReduction[dim] && problem.operands[0].dependsOn(dim) &&
          problem.operands[1].dependsOn(dim) &&
          (extent == kDynamic || extent >= plan.dotSteps) &&
          (!problem.isOrderFree || extent == kDynamic ||
           extent % plan.dotSteps == 0) == isWhole)
        dims.push_back(dim);
    }
  if (!problem.isOrderFree && !dims.empty())
    dims.truncate(1);
  return dims;
}

/// Returns how many steps of the reduction a block of registers has: where
/// words are factors of all lanes, as many as one load has of a row.
int64_t StructuredPlanner::getDotDepth() const {
  int64_t dim = plan.dotDim, least = getLeast(dim);
  if (!takesWordsOfRegisters(target))
    return least;
  const OperandAccess &words =
      problem.operands[getDotOperands(problem, plan.vectorDim)->broadcast];
  auto getIndices = [&](int64_t of, int64_t step) {
    return getIndicesOfWords(words, of, dim, plan.dotSteps, step);
  };
  // Rows that follow one another are loaded together, too.
  if (rowDim >= 0 && getIndices(rowDim, rows) != 0)
    return least;
  int64_t many = getIndices(dim, plan.dotSteps * plan.dotSteps);
  // No part of them is left.
  bool isWhole = many != 0 && many % least == 0 &&
                 problem.extents[dim] != kDynamic &&
                 problem.extents[dim] % many == 0 &&
                 llvm::all_of(plan.loops, [&](const PlanLoop &loop) {
                   return loop.dim != dim || loop.step % many == 0;
                 });
  return isWhole ? many : least;
}

/// Chooses the vectors and the reduction of dot instructions, and what is
/// packed for them. False if there are no such.
bool StructuredPlanner::chooseDot() {
  plan.dotSteps = products == Products::Matrix
                      ? dotBits / problem.dot.getBits()
                      : getDotSteps(target, problem.dot.kind);
  if (plan.dotSteps == 0)
    return false;
  auto findLast = [&](auto fits) {
    int64_t dim = problem.getRank() - 1;
    while (dim >= 0 && !fits(dim))
      --dim;
    return dim;
  };
  const OperandAccess &output = problem.operands[2];
  SmallVector<int64_t> packs;
  plan.vectorDim = -1;
  for (int64_t dotDim : getDotDims()) {
    plan.dotDim = dotDim;
    plan.vectorDim = findLast([&](int64_t dim) {
      if (problem.isReduction[dim] || problem.extents[dim] == 1 ||
          !output.dependsOn(dim) || !output.getInterleave(dim) ||
          !getDotOperands(problem, dim))
        return false;
      auto needed = getDotPacks(dim, dotDim);
      packs = needed.value_or(SmallVector<int64_t>());
      return needed.has_value();
    });
    if (plan.vectorDim >= 0)
      break;
  }
  if (plan.vectorDim < 0)
    return false;
  if (products == Products::Matrix)
    return chooseMatrix();
  for (int64_t operand : packs)
    pack(operand);
  chooseLanes();
  // Tiles that leave less than half of a vector leave little of the
  // instruction.
  int64_t extent = problem.extents[plan.vectorDim];
  if (64 * plan.lanes < target.vectorBits &&
      (extent == kDynamic || extent > plan.lanes))
    return false;
  return hasDotInstruction(target, problem.dot.kind, plan.dotSteps, plan.lanes);
}
