//===- PlanPacks.cpp - Which operands are packed --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "../Layout/KnownProduct.h"

#include "tiled_layout/Structured/Panel.h"

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// Vectors of fewer elements are not worth their loops.
static constexpr int64_t kFewestLanes = 4;
/// From so many results along a dimension on, a copy of what they share costs a
/// few hundredths of their computation.
static constexpr int64_t kManyResults = 512;
/// From so many results on, lines that share a set of the cache are copied.
static constexpr int64_t kFewResults = 64;
/// From so many results on, what the first cache keeps in a panel only is
/// copied to one.
static constexpr int64_t kSpreadResults = 256;
/// Steps of which the first cache keeps a block of columns, in tiles, too.
static constexpr int64_t kFewSteps = 128;
/// Bits of a word that several narrow elements share.
static constexpr int64_t kWordBits = 32;
/// Rows in registers for which columns come from the second cache in time.
static constexpr int64_t kEnoughRows = 8;

/// True if an operand may be packed, and is read often enough.
bool StructuredPlanner::paysToPack(const OperandAccess &operand,
                                   int64_t fewest) const {
  return !operand.isOutput && !operand.isScalar && operand.isProjection &&
         isShared(operand, fewest);
}

/// True if as many results share each element of an operand of a reduction.
bool StructuredPlanner::isShared(const OperandAccess &operand,
                                 int64_t fewest) const {
  if (!problem.hasReduction())
    return false;
  int64_t results = 1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (!problem.isReduction[dim] && !operand.dependsOn(dim))
      results = multiplyKnown(results, problem.extents[dim]);
  return results == kDynamic || results >= fewest;
}

/// True if neighbours along a dimension share words of an operand, such as the
/// rows of `T(8,128)(4,1)`.
bool StructuredPlanner::hasWordsAlong(const OperandAccess &operand,
                                      int64_t dim) const {
  return problem.extents[dim] != 1 && operand.isContiguous(dim) &&
         operand.dims[dim].size() > 1 &&
         operand.dims[dim][1].edge * operand.elementBits <= kWordBits;
}

/// Lets an operand lie in a panel, where vectors are contiguous, or groups of
/// what a dot instruction takes, and no tile ends.
void StructuredPlanner::pack(int64_t operand) {
  if (!problem.operands[operand].isProjection)
    return packWhole(operand);
  packed.push_back(operand);
  OperandAccess &access = problem.operands[operand];
  // A stride that nothing takes for a neighbour's.
  constexpr int64_t far = int64_t(1) << 16;
  int64_t group = std::max<int64_t>(1, plan.dotSteps);
  if (isWide(access))
    access.elementBits = getWideBits(access, plan);
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (access.dependsOn(dim))
      access.dims[dim] = {{1, {dim == plan.vectorDim ? group : far, {}}}};
  if (group > 1)
    access.dims[plan.dotDim] = {{1, {1, {}}}, {group, {far, {}}}};
}

/// True if tiles cut what follows one another along a dimension before it fills
/// a vector: the two rows that are a word of T(8,128)(2,1).
static bool isCutShort(const OperandAccess &operand, int64_t dim) {
  return llvm::any_of(operand.dims[dim], [](const AccessStep &step) {
    return step.edge > 1 && step.edge < kFewestLanes;
  });
}

/// Returns the dimension whose neighbours are neighbours in the first output,
/// or are interleaved with few others, and that has the most of them in a tile:
/// a row rather than the four bytes of a word; -1 if there is none.
int64_t StructuredPlanner::getOutputDim() const {
  const OperandAccess *output = llvm::find_if(
      problem.operands, [](const OperandAccess &o) { return o.isOutput; });
  int64_t best = -1;
  for (int64_t dim = problem.getRank() - 1; dim >= 0; --dim)
    if (output->dependsOn(dim) && output->getInterleave(dim) &&
        !isCutShort(*output, dim) &&
        (best < 0 || getOwnRun(*output, dim) > getOwnRun(*output, best)))
      best = dim;
  return best;
}

/// True if words of an operand end vectors before they fill a register, as the
/// four rows of a word of T(8,128)(4,1) do beside `f32`.
bool StructuredPlanner::endsInWords(const OperandAccess &operand,
                                    int64_t dim) const {
  constexpr int64_t mostRows = 4;
  return llvm::any_of(operand.dims[dim], [&](const AccessStep &step) {
    return step.edge > 1 && step.edge <= mostRows &&
           step.edge * problem.widestBits < target.vectorBits;
  });
}

/// Looks for a dimension that is contiguous in the outputs and in all operands
/// that cannot be packed.
void StructuredPlanner::choosePacks() {
  int64_t fewest = problem.operands.size();
  SmallVector<int64_t> chosen;
  int64_t vectorDim = -1;
  for (int64_t dim = problem.getRank() - 1; dim >= 0; --dim) {
    if (problem.isReduction[dim] || problem.extents[dim] == 1 ||
        problem.isScatteredAlong(dim))
      continue;
    SmallVector<int64_t> needed;
    bool fits = true;
    for (auto [number, operand] : llvm::enumerate(problem.operands)) {
      if (!operand.dependsOn(dim))
        fits &= !operand.isOutput;
      else if (operand.getInterleave(dim) && !endsInWords(operand, dim))
        continue;
      else if (paysToPack(operand, kFewestRows))
        needed.push_back(number);
      else
        fits = false;
    }
    if (fits && static_cast<int64_t>(needed.size()) < fewest) {
      fewest = needed.size();
      chosen = needed;
      vectorDim = dim;
    }
  }
  if (vectorDim < 0 || chosen.empty())
    return;
  plan.vectorDim = vectorDim;
  for (int64_t operand : chosen)
    pack(operand);
}

/// Returns the bytes that an operand has along two dimensions, or the greatest
/// number if an extent is known at run time only.
int64_t StructuredPlanner::getBytes(const OperandAccess &operand, int64_t a,
                                    int64_t b) const {
  int64_t bytes = operand.elementBits / 8;
  for (int64_t dim : {a, b})
    bytes = multiplyKnown(bytes, problem.extents[dim]);
  return bytes == kDynamic ? std::numeric_limits<int64_t>::max() : bytes;
}

/// True if at least so many results share each element of an operand within
/// the loops over its own parallel dimensions.
bool StructuredPlanner::hasSharing(const OperandAccess &operand,
                                   int64_t many) const {
  int64_t results = 1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (!problem.isReduction[dim] && !operand.dependsOn(dim) &&
        !isIndexOfWhole(dim))
      results = multiplyKnown(results, problem.extents[dim]);
  return results == kDynamic || results >= many;
}

/// True if the first cache does not keep the columns of a block of registers as
/// they lie: parts of long rows, or of those of wide tiles, share few of its
/// sets.
bool StructuredPlanner::isSpread(const OperandAccess &operand,
                                 int64_t depth) const {
  const int64_t most = problem.getEdges(depth).empty() ? 512 : 128;
  int64_t steps = 1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.isReduction[dim] && operand.dependsOn(dim))
      steps = isKnownWithin(dim, most / steps) ? steps * problem.extents[dim]
                                               : most;
  const Stride &stride = operand.dims[depth].front().stride;
  int64_t block = vectors * plan.lanes;
  return sharesFew() && stride.isStatic() && stride.factor > block &&
         steps * stride.factor * operand.elementBits / 8 > target.l1Bytes;
}

/// True if lines along `run`, one for each index of `dim`, share a set of the
/// first cache, which keeps fewer of them than there are: as of rows of 1024
/// `f32`.
bool StructuredPlanner::sharesSet(const OperandAccess &operand, int64_t dim,
                                  int64_t run) const {
  if (!operand.isContiguous(run) || operand.dims[dim].size() != 1)
    return false;
  const Stride &stride = operand.dims[dim].front().stride;
  return stride.isStatic() &&
         stride.factor * operand.elementBits / 8 % target.l1WayBytes == 0 &&
         !isKnownWithin(dim, getL1Ways());
}

/// Packs the operand of the vectors where its lines lie too far apart for the
/// first cache, and enough results share them.
void StructuredPlanner::packSpread(int64_t depth) {
  for (auto [number, operand] : llvm::enumerate(problem.operands))
    if (packing == Packing::ForCaches && paysToPack(operand, kFewestRows) &&
        !isPacked(number) && operand.dependsOn(depth) &&
        getTransposedDim(plan, number) < 0 &&
        operand.dependsOn(plan.vectorDim) && !operand.dependsOn(rowDim) &&
        !isWide(operand) && operand.getInterleave(plan.vectorDim) &&
        hasSharing(operand, kSpreadResults) && isSpread(operand, depth))
      pack(number);
}

/// Moves packs out of the loops around them on which their operands do not
/// depend, or that have one step: the panel is the same in each step. Only in a
/// panel may blocks begin that do not divide the step around it.
void StructuredPlanner::hoistPacks() {
  for (PlanPack &pack : plan.packs) {
    auto isSame = [&](const PlanLoop &loop) {
      return !problem.operands[pack.operand].dependsOn(loop.dim) ||
             (isKnownWithin(loop.dim, loop.step) &&
              loop.step % getLastStep(plan, loop.dim) == 0);
    };
    while (pack.depth > 0 && isSame(plan.loops[pack.depth - 1]))
      --pack.depth;
  }
  // In the order of their loops, and of one loop in the order they have.
  decltype(plan.packs) sorted;
  for (int64_t depth = 0, end = plan.loops.size(); depth <= end; ++depth)
    llvm::copy_if(plan.packs, std::back_inserter(sorted),
                  [&](const PlanPack &pack) { return pack.depth == depth; });
  plan.packs = std::move(sorted);
}

/// Packs operands of a product whose lines lie too far apart for the caches,
/// where so many results share them that the copy costs little.
void StructuredPlanner::packForCaches(int64_t depth) {
  int64_t vectorDim = plan.vectorDim;
  auto hasMany = [&](int64_t dim, int64_t many) {
    return problem.extents[dim] == kDynamic || problem.extents[dim] >= many;
  };
  auto isRagged = [&](int64_t dim) {
    SmallVector<int64_t> edges = problem.getEdges(dim);
    return problem.extents[dim] == kDynamic ||
           (!edges.empty() && problem.extents[dim] % edges.back() != 0);
  };
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (packing != Packing::ForCaches || !paysToPack(operand, kFewestRows) ||
        isPacked(number) || !operand.dependsOn(depth) ||
        getTransposedDim(plan, number) >= 0)
      continue;
    bool isColumns = operand.dependsOn(vectorDim);
    int64_t shareDim = isColumns ? rowDim : vectorDim;
    if (isColumns == operand.dependsOn(rowDim))
      continue;
    if (isWide(operand) && hasMany(shareDim, kWidenedResults)) {
      pack(number);
      continue;
    }
    if (isColumns && sharesSet(operand, depth, vectorDim) &&
        hasSharing(operand, kFewResults)) {
      pack(number);
      continue;
    }
    if (!hasSharing(operand, kManyResults))
      continue;
    // A whole tile has its columns together: in a panel of a block's width the
    // second cache delivers them in time, in rows of more only up to its size.
    bool isTiled = operand.dims[depth].size() > 1;
    bool liesWell = isColumns && isTiled && !hasFewLoads() &&
                    rows >= kEnoughRows && !isRagged(depth) &&
                    !isRagged(vectorDim);
    // The first cache keeps a block of few steps, however they lie.
    if (liesWell && (getOwnRun(operand, vectorDim) <= vectors * plan.lanes ||
                     isKnownWithin(depth, kFewSteps)))
      continue;
    int64_t least = target.l2Bytes * (liesWell ? 4 : 2);
    if (hasFewLoads())
      least = target.l2Bytes / 2;
    if (getBytes(operand, depth, isColumns ? vectorDim : rowDim) < least)
      continue;
    if (isColumns) {
      bool liesSo = operand.isContiguous(vectorDim) ||
                    (hasFewLoads() && operand.getInterleave(vectorDim));
      if (!liesSo)
        continue;
    } else if (operand.isContiguous(depth)) {
      continue;
    }
    pack(number);
  }
}
