//===- PlanPacks.cpp - Which operands are packed --------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "tiled_layout/Structured/Panel.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// Fewer rows read an operand too seldom to pay for a copy of it.
static constexpr int64_t kFewestRows = 4;
/// Vectors of fewer elements are not worth their loops.
static constexpr int64_t kFewestLanes = 4;
/// From so many results along a dimension on, a copy of what they share costs a
/// few hundredths of their computation.
static constexpr int64_t kManyResults = 512;
/// From so many results on, what they share is widened once for all of them.
static constexpr int64_t kWidenedResults = 128;
/// From so many results on, what the first cache keeps in a panel only is
/// copied to one.
static constexpr int64_t kSpreadResults = 256;
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
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (!problem.isReduction[dim] && !operand.dependsOn(dim) &&
        (problem.extents[dim] == kDynamic || problem.extents[dim] >= fewest))
      return true;
  return false;
}

/// Lets an operand lie in a panel, where vectors are contiguous, or groups of
/// what a dot instruction takes, and no tile ends.
void StructuredPlanner::pack(int64_t operand) {
  packed.push_back(operand);
  OperandAccess &access = problem.operands[operand];
  // A stride that nothing takes for a neighbour's.
  constexpr int64_t far = int64_t(1) << 16;
  int64_t group = std::max<int64_t>(1, plan.dotSteps);
  if (isWide(access))
    access.elementBits = access.wideBits;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (access.dependsOn(dim))
      access.dims[dim] = {{1, {dim == plan.vectorDim ? group : far, {}}}};
  if (group > 1)
    access.dims[plan.dotDim] = {{1, {1, {}}}, {group, {far, {}}}};
}

/// True if padding takes most of each row of an operand that windows slide
/// over, as of an image of 3 channels in T(8,128): few elements of a line of
/// the cache are of use.
static bool isSparse(const OperandAccess &operand) {
  constexpr int64_t leastShare = 4;
  if (operand.isProjection || operand.indices.empty())
    return false;
  const ArrayIndex &row = operand.indices.back();
  int64_t dim = row.getDim();
  if (dim < 0 || row.extent == kDynamic || !operand.isContiguous(dim))
    return false;
  for (auto [other, steps] : llvm::enumerate(operand.dims))
    if (static_cast<int64_t>(other) != dim && !steps.empty() &&
        (!steps.front().stride.isStatic() ||
         steps.front().stride.factor < leastShare * row.extent))
      return false;
  return true;
}

/// True if windows slide over rows of bytes that take turns in words, and visit
/// each byte often: each visit loads the whole word, and selects a row of it,
/// unless vectors have the rows in turns.
bool StructuredPlanner::areWordsVisited(const OperandAccess &operand) const {
  constexpr int64_t leastParts = 4, leastVisits = 4;
  bool inWords = false;
  int64_t visits = 1, elements = 1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (!operand.dependsOn(dim))
      continue;
    auto interleave = operand.getInterleave(dim);
    inWords |= interleave && interleave->isSum &&
               interleave->parts >= leastParts &&
               getSlidingDim(operand, dim) < 0;
    if (problem.extents[dim] == kDynamic ||
        llvm::MulOverflow(visits, problem.extents[dim], visits))
      return false;
  }
  for (const ArrayIndex &index : operand.indices)
    if (index.extent == kDynamic ||
        llvm::MulOverflow(elements, index.extent, elements))
      return false;
  return inWords && visits / leastVisits >= elements;
}

/// True if tiles cut what follows one another along a dimension before it fills
/// a vector: the two rows that are a word of T(8,128)(2,1).
static bool isCutShort(const OperandAccess &operand, int64_t dim) {
  return llvm::any_of(operand.dims[dim], [](const AccessStep &step) {
    return step.edge > 1 && step.edge < kFewestLanes;
  });
}

/// Returns the dimension whose neighbours are neighbours in the first output,
/// or take turns with few others, and that has the most of them in a tile: a
/// row rather than the four bytes of a word; -1 if there is none.
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

/// Packs operands that sums index across tiles, where other dimensions share
/// them: their positions cost a division for each access. So are those that
/// windows slide over in rows of padding, or of words, and those that stand in
/// the way of all vectors.
void StructuredPlanner::packSums() {
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    bool isWanted =
        packing == Packing::Sums
            ? !operand.sums.empty() && problem.hasReduction()
            : packing == Packing::ForCaches &&
                  (!operand.sums.empty() || isSparse(operand)) &&
                  (isShared(operand, kFewestRows) || areWordsVisited(operand));
    if (!isWanted || operand.indices.empty() || operand.isOutput)
      continue;
    packed.push_back(number);
    operand.sums.clear();
    // No tiles then; a stride that nothing takes for a neighbour's.
    int64_t last = getAxesTo(operand, getOutputDim()).back();
    for (const ArrayIndex &index : operand.indices) {
      bool isLast = &index == &operand.indices[last];
      for (const ArrayIndex::Term &term : index.terms)
        operand.dims[term.dim] = {
            {1, {isLast ? term.factor : int64_t(1) << 16, {}}}};
    }
  }
}

bool StructuredPlanner::isIndexOfWhole(int64_t dim) const {
  // Rows of a word stay in one block, which is within the loops of a panel.
  if (getLeast(dim) > 1)
    return false;
  return llvm::any_of(packed, [&](int64_t operand) {
    const OperandAccess &access = problem.operands[operand];
    return !access.isProjection &&
           llvm::all_of(access.indices, [&](const ArrayIndex &index) {
             return index.getDim() == dim ||
                    llvm::none_of(index.terms, [&](ArrayIndex::Term term) {
                      return term.dim == dim;
                    });
           });
  });
}

/// Packs, within the loops so far, what is packed as a whole.
void StructuredPlanner::addWholePacks() {
  for (int64_t operand : packed)
    if (!problem.operands[operand].isProjection)
      plan.packs.push_back({operand, static_cast<int64_t>(plan.loops.size())});
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
      else if (operand.getInterleave(dim) && !isCutShort(operand, dim))
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
    if (problem.extents[dim] == kDynamic ||
        llvm::MulOverflow(bytes, problem.extents[dim], bytes))
      return std::numeric_limits<int64_t>::max();
  return bytes;
}

/// True if at least so many results share each element of an operand within
/// the loops over its own parallel dimensions.
bool StructuredPlanner::hasSharing(const OperandAccess &operand,
                                   int64_t many) const {
  int64_t results = 1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (problem.isReduction[dim] || operand.dependsOn(dim) ||
        isIndexOfWhole(dim))
      continue;
    if (problem.extents[dim] == kDynamic ||
        llvm::MulOverflow(results, problem.extents[dim], results))
      return true;
  }
  return results >= many;
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

/// True if neighbours of an operand are those of a window: few, however large
/// its extents are at run time.
bool StructuredPlanner::isOfWindows(const OperandAccess &operand) const {
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (operand.isContiguous(dim))
      return !operand.tileEdges[dim].empty() &&
             llvm::any_of(problem.operands, [&](const OperandAccess &image) {
               return llvm::any_of(image.indices, [&](const ArrayIndex &index) {
                 return index.terms.size() > 1 &&
                        llvm::any_of(index.terms, [&](auto term) {
                          return term.dim == dim;
                        });
               });
             });
  return false;
}

/// True if what lies between the elements of an operand takes far more room
/// than they: rows of a few elements in tiles of 128 columns.
bool StructuredPlanner::isScattered(const OperandAccess &operand) const {
  constexpr int64_t leastShare = 4;
  int64_t elements = leastShare, span = 1;
  if (!hasKnownExtents(operand))
    return isOfWindows(operand);
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    int64_t extent = problem.extents[dim];
    if (!operand.dependsOn(dim))
      continue;
    if (extent == 0)
      return false;
    int64_t distance = 0;
    for (auto [number, step] : llvm::enumerate(operand.dims[dim])) {
      if (!step.stride.isStatic())
        return false;
      int64_t next = number + 1 < operand.dims[dim].size()
                         ? std::min(operand.dims[dim][number + 1].edge, extent)
                         : extent;
      distance += (llvm::divideCeil(next, step.edge) - 1) * step.stride.factor;
    }
    if (llvm::MulOverflow(elements, extent, elements) ||
        llvm::AddOverflow(span, distance, span))
      return false;
  }
  return elements <= span;
}

/// Packs, around all loops, operands that are taken one element at a time and
/// of which the caches hold few elements in many lines, if enough results share
/// them: a filter of 3x3 whose last dimensions are tiled.
void StructuredPlanner::packScattered() {
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (packing != Packing::ForCaches || isPacked(number) ||
        operand.dependsOn(plan.vectorDim) ||
        !paysToPack(operand, kFewestRows) ||
        !hasSharing(operand, kWidenedResults) || !isScattered(operand))
      continue;
    plan.packs.push_back({static_cast<int64_t>(number), /*depth=*/0,
                          isWide(operand) && hasKnownExtents(operand)});
    pack(number);
  }
}

/// Moves packs out of the loops around them on which their operands do not
/// depend: the panel is the same in each step.
void StructuredPlanner::hoistPacks() {
  for (PlanPack &pack : plan.packs)
    while (pack.depth > 0 && !problem.operands[pack.operand].dependsOn(
                                 plan.loops[pack.depth - 1].dim))
      --pack.depth;
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
    if (!hasSharing(operand, kManyResults))
      continue;
    // A whole tile has its columns together: in a panel of a block's width the
    // second cache delivers them in time, in rows of more only up to its size.
    bool isTiled = operand.dims[depth].size() > 1;
    bool liesWell = isColumns && isTiled && !hasFewLoads() &&
                    rows >= kEnoughRows && !isRagged(depth) &&
                    !isRagged(vectorDim);
    if (liesWell && getOwnRun(operand, vectorDim) <= vectors * plan.lanes)
      continue;
    bool isLate = isColumns && (!isTiled || liesWell);
    int64_t least = target.l2Bytes * (isLate ? 4 : 2);
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
