//===- PlanStructured.cpp - Chooses plans ---------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "../Layout/KnownProduct.h"

#include "tiled_layout/Structured/DotProducts.h"

#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// The vector
//===----------------------------------------------------------------------===//

/// True if each operand is contiguous along the dimension or does not depend on
/// it, and each output is as it must be.
bool StructuredPlanner::canBeVector(int64_t dim) const {
  bool isPartial = problem.isReduction[dim];
  if ((isPartial && !problem.isOrderFree) || problem.isScatteredAlong(dim))
    return false;
  return llvm::all_of(problem.operands, [&](const OperandAccess &operand) {
    if (operand.isOutput)
      return isPartial ? !operand.dependsOn(dim)
                       : operand.dependsOn(dim) && operand.getInterleave(dim);
    return !operand.dependsOn(dim) || operand.getInterleave(dim);
  });
}

/// Returns the elements that follow one another in all operands.
int64_t StructuredPlanner::getRun(int64_t dim) const {
  SmallVector<int64_t> edges = problem.getEdges(dim);
  int64_t extent = problem.extents[dim];
  if (edges.empty())
    return extent == kDynamic ? std::numeric_limits<int64_t>::max() : extent;
  return extent == kDynamic ? edges.front() : std::min(edges.front(), extent);
}

/// Bits of the shortest vectors that are taken as they lie.
static constexpr int64_t kLeastVectorBits = 128;
/// The fewest terms of partial results that are worth their combination.
static constexpr int64_t kLeastTerms = 8;

bool StructuredPlanner::chooseVector() {
  StructuredProblem before = problem;
  size_t packedBefore = packed.size();
  if (chooseContiguous()) {
    // Vectors of a part of a register are worse than longer ones that are
    // transposed: bytes of which four are interleaved, beside bytes in rows. So
    // are partial results of a few terms, such as those of a window.
    StructuredPlan contiguous = plan;
    int64_t bits = plan.lanes * problem.widestBits;
    bool isPartial = problem.isReduction[plan.vectorDim];
    bool isShort = (bits < kLeastVectorBits ||
                    (!isPartial && 4 * bits <= target.vectorBits)) &&
                   !isKnownWithin(plan.vectorDim, plan.lanes);
    isShort |= isPartial && isKnownWithin(plan.vectorDim, kLeastTerms - 1);
    if (!isShort || !packed.empty() || !chooseTransposed() ||
        plan.lanes <= contiguous.lanes)
      plan = std::move(contiguous);
    return true;
  }
  problem = std::move(before);
  packed.truncate(packedBefore);
  if (chooseTransposed())
    packOuterSteps();
  else if (!chooseScalars())
    return false;
  os.str().clear();
  return true;
}

/// True if each result is a sum in order over all dimensions: its elements go
/// by one at a time, but the sum stays in a register.
bool StructuredPlanner::chooseScalars() {
  plan.vectorDim = 0;
  plan.lanes = 1;
  plan.transposed.clear();
  return (!problem.isOrderFree || problem.keepsFirst) &&
         problem.loadsScattered.empty() &&
         !llvm::is_contained(problem.isReduction, false);
}

/// Chooses how many elements a vector has.
void StructuredPlanner::chooseLanes() {
  plan.lanes = std::max<int64_t>(1, target.vectorBits / problem.widestBits);
  SmallVector<int64_t> edges = problem.getEdges(plan.vectorDim);
  // Vectors that are cut at the end need masks; those cut at edges cannot be.
  int64_t extent = problem.extents[plan.vectorDim];
  if (extent != kDynamic)
    plan.lanes = std::min<int64_t>(
        plan.lanes, llvm::bit_ceil<uint64_t>(std::max<int64_t>(extent, 1)));
  if (!edges.empty())
    plan.lanes = std::gcd(plan.lanes, edges.front());
}

/// Packs the one input that would end vectors of partial results early, and is
/// shared by many and small: a column of `T(8,128)(4,1)` that all rows are
/// multiplied by.
void StructuredPlanner::packCutShort() {
  if (packing != Packing::ForCaches || plan.vectorDim < 0 ||
      !problem.isReduction[plan.vectorDim])
    return;
  int64_t lanes = std::max<int64_t>(1, target.vectorBits / problem.widestBits);
  std::optional<int64_t> cut;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (!operand.dependsOn(plan.vectorDim) ||
        getOwnRun(operand, plan.vectorDim) >= lanes)
      continue;
    if (cut)
      return;
    cut = number;
  }
  if (!cut || isPacked(*cut) || isKnownWithin(plan.vectorDim, lanes - 1))
    return;
  const OperandAccess &operand = problem.operands[*cut];
  int64_t bytes = std::max(operand.elementBits, operand.wideBits) / 8;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (operand.dependsOn(dim))
      bytes = multiplyKnown(bytes, problem.extents[dim]);
  if (bytes != kDynamic && bytes <= target.l2Bytes &&
      paysToPack(operand, kFewestRows))
    pack(*cut);
}

/// Chooses a dimension along which no operand needs to be transposed.
bool StructuredPlanner::chooseContiguous() {
  int64_t best = 0;
  plan.vectorDim = -1;
  for (bool isReduction : {false, true})
    for (int64_t dim = problem.getRank() - 1; dim >= 0; --dim) {
      if (problem.isReduction[dim] != isReduction || !canBeVector(dim))
        continue;
      // A partial result needs more of them to be worth its combination.
      int64_t run = getRun(dim);
      if (plan.vectorDim >= 0 && isReduction && best >= kLeastTerms)
        continue;
      if (run > best) {
        best = run;
        plan.vectorDim = dim;
      }
    }
  bool endsEarly =
      plan.vectorDim >= 0 &&
      llvm::any_of(problem.operands, [&](const OperandAccess &operand) {
        return endsInWords(operand, plan.vectorDim);
      });
  if (plan.vectorDim < 0 || problem.isReduction[plan.vectorDim] || best < 4 ||
      endsEarly)
    choosePacks();
  packCutShort();
  if (plan.vectorDim < 0) {
    os << "no dimension is contiguous in all operands"
       << (problem.loadsScattered.empty() ? "" : " and in what the body loads");
    return false;
  }
  chooseLanes();
  if (plan.lanes < 4) {
    os << "runs of " << plan.lanes << " elements along d" << plan.vectorDim
       << " are too short for vectors";
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Adds a loop, unless the one around it over the same dimension has its step.
void StructuredPlanner::addLoop(int64_t dim, int64_t step) {
  for (PlanLoop &loop : llvm::reverse(plan.loops))
    if (loop.dim == dim) {
      if (loop.step != step)
        plan.loops.push_back({dim, step});
      return;
    }
  plan.loops.push_back({dim, step});
}

/// Returns the edges of tiles at which blocks of a dimension begin.
SmallVector<int64_t> StructuredPlanner::getBlockEdges(int64_t dim) const {
  SmallVector<int64_t> edges = problem.getEdges(dim);
  for (int64_t operand : packed)
    if (problem.operands[operand].isProjection)
      llvm::append_range(edges, problem.operands[operand].tileEdges[dim]);
  return edges;
}

/// Returns a step near `step` that fits the edges of tiles.
int64_t StructuredPlanner::roundToEdges(int64_t dim, int64_t step) const {
  int64_t result = step;
  for (int64_t edge : getBlockEdges(dim))
    if (edge <= result)
      result = result / edge * edge;
    else if (edge % result != 0)
      result = std::gcd(edge, result);
  return result;
}

/// True if what is left of rows, within vectors along a reduction, is copied to
/// buffers: of rows of several vectors, in all operands side by side.
bool StructuredPlanner::buffersRests() const {
  constexpr int64_t fewestVectors = 4;
  int64_t dim = plan.vectorDim, extent = problem.extents[dim];
  return problem.isReduction[dim] && plan.transposed.empty() &&
         (extent == kDynamic || extent >= fewestVectors * plan.lanes) &&
         llvm::all_of(problem.operands, [&](const OperandAccess &operand) {
           return !operand.dependsOn(dim) || operand.fitsBuffer(dim);
         });
}

/// True if masks leave elements out of vectors of each operand. Those of a
/// reduction need none where memory has what is left out, or buffers have it.
bool StructuredPlanner::hasMasks() const {
  bool isReduction = problem.isReduction[plan.vectorDim];
  bool hasBuffers = buffersRests();
  return (isReduction || target.maskedBits > 0) &&
         !problem.isBackwardsAlong(plan.vectorDim) &&
         (problem.loadedBits == 0 || target.hasMasks(problem.loadedBits)) &&
         llvm::all_of(problem.operands, [&](const OperandAccess &operand) {
           return !operand.dependsOn(plan.vectorDim) ||
                  (isReduction &&
                   operand.isPaddedTo(plan.lanes, plan.vectorDim)) ||
                  hasBuffers || target.hasMasks(operand.elementBits);
         });
}

/// Returns how many vectors of results a block of registers has.
int64_t StructuredPlanner::getResultVectors() const {
  int64_t results = 1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (dim == plan.vectorDim)
      results *= llvm::divideCeil(getLastStep(plan, dim), plan.lanes);
    else if (!problem.isReduction[dim])
      results *= getLastStep(plan, dim);
  return results;
}

/// True if sums of a vector each, which wait for one another for so many
/// cycles, take what they add up as fast as memory delivers it.
bool StructuredPlanner::keepsUpWithMemory(int64_t lanes, int64_t cycles) const {
  return lanes * problem.widestBits / 8 >= cycles * target.memoryBytesPerCycle;
}

/// True if sums of products are faster by multiply-adds. A few results wait for
/// each other's step: a product of its own waits for none of them, and an
/// addition may take less time. It takes more instructions, which is worse
/// where memory is waited for.
bool StructuredPlanner::fuses() const {
  if (target.fmasPerCycle == 0)
    return false;
  bool isFromMemory = plan.ahead != 0 && plan.aheadBytes == 0;
  if (usesDot ||
      (isFromMemory && keepsUpWithMemory(plan.lanes, target.fmaCycles)))
    return true;
  int64_t results = getResultVectors(), most = target.fmasPerCycle;
  return std::max(target.fmaCycles * most, results) <=
         std::max(target.addCycles * most, 2 * results);
}

Expected<StructuredPlan> StructuredPlanner::run() {
  plan.lineBytes = target.lineBytes;
  packSums();
  if (usesDot) {
    if (!chooseDot())
      return llvm::createStringError(reason);
  } else if (!problem.noVectors.empty())
    plan.vectorDim = 0;
  else if (!chooseVector())
    return llvm::createStringError(reason);
  if (plan.matrixRows != 0)
    planMatrix();
  else if (plan.lanes == 1 && problem.hasReduction())
    planScalars();
  else if (problem.hasReduction())
    planReduction();
  else
    planParallel();
  hoistPacks();
  plan.masked = plan.lanes > 1 && hasMasks();
  if (plan.lanes > 1 && problem.hasReduction())
    plan.unrolledSteps = target.unrolledSteps;
  // A block that has several words of a row is so many steps.
  if (usesDot && takesWordsOfRegisters(target))
    plan.unrolledSteps = std::max<int64_t>(
        1, plan.unrolledSteps * plan.dotSteps / getLastStep(plan, plan.dotDim));
  if (problem.hasReduction()) {
    fetchTiles();
    fetchRows();
  }
  plan.fused = problem.mayFuse && fuses();
  return plan;
}

/// True if vectors are of a few partial results, such as those of a window.
static bool hasFewPartialResults(const StructuredProblem &problem,
                                 const StructuredPlan &plan) {
  return plan.lanes > 1 && problem.isReduction[plan.vectorDim] &&
         plan.lanes * problem.widestBits <= kLeastVectorBits;
}

Expected<StructuredPlan>
mlir::tiled_layout::planStructured(const StructuredProblem &problem,
                                   const Target &target) {
  if (llvm::is_contained(problem.extents, 0))
    return llvm::createStringError("an extent is 0");
  StructuredProblem onTarget = problem;
  for (OperandAccess &operand : onTarget.operands)
    operand.maskable = target.hasMasks(operand.elementBits);
  auto tryPlan = [&](Products products,
                     Packing packing) -> Expected<StructuredPlan> {
    Expected<StructuredPlan> plan =
        StructuredPlanner(onTarget, target, products, packing).run();
    if (plan)
      if (Error error = checkPlan(onTarget, *plan))
        return error;
    return plan;
  };
  std::optional<StructuredPlan> poor;
  std::string reason;
  for (Products products : {Products::Matrix, Products::Dot, Products::Body}) {
    if (products != Products::Body &&
        (!problem.mayUseDot || problem.dot.kind == DotBody::Kind::None))
      continue;
    for (Packing packing : {Packing::ForCaches, Packing::None, Packing::Sums}) {
      Expected<StructuredPlan> plan = tryPlan(products, packing);
      if (plan && !hasFewPartialResults(problem, *plan))
        return plan;
      if (!plan)
        reason = toString(plan.takeError());
      else if (!poor)
        poor = std::move(*plan);
    }
  }
  if (poor)
    return std::move(*poor);
  return llvm::createStringError(reason);
}
