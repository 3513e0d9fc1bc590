//===- PlanWholePacks.cpp - Operands that are packed as a whole -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands whose elements lie badly for every block are copied once, around all
// loops: what windows slide over across tiles, small filters in wide tiles.
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "../Layout/KnownProduct.h"

#include "tiled_layout/Structured/Panel.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// True if padding takes most of each row of an operand that windows slide
/// over, as of an image of 3 channels in T(8,128), few elements of a line of
/// the cache being of use; or half of it where windows slide along the row:
/// then its lines come from few sets of the cache.
static bool isSparse(const OperandAccess &operand) {
  if (operand.isProjection || operand.indices.empty())
    return false;
  const ArrayIndex &row = operand.indices.back();
  const int64_t leastShare = row.getDim() >= 0 ? 4 : 2;
  if (row.extent == kDynamic)
    return false;
  for (int64_t dim = 0; dim < int64_t(operand.dims.size()); ++dim) {
    llvm::ArrayRef<AccessStep> steps = operand.dims[dim];
    if (steps.empty())
      continue;
    auto term = llvm::find_if(row.terms, [&](const ArrayIndex::Term &term) {
      return term.dim == dim;
    });
    // Between rows, what is known at run time only makes it longer.
    const Stride &stride = steps.front().stride;
    if (term != row.terms.end()
            ? !stride.isStatic() || stride.factor != term->factor
            : stride.factor < leastShare * row.extent)
      return false;
  }
  return true;
}

/// True if windows slide over rows of bytes that are interleaved in words, and
/// visit each byte often: each visit loads the whole word, and selects a row of
/// it, unless vectors have the rows interleaved.
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
    visits = multiplyKnown(visits, problem.extents[dim]);
  }
  for (const ArrayIndex &index : operand.indices)
    elements = multiplyKnown(elements, index.extent);
  return inWords && visits != kDynamic && elements != kDynamic &&
         visits / leastVisits >= elements;
}

/// True if the elements of what windows slide over are widened so often that a
/// copy of wide ones costs less.
bool StructuredPlanner::isWidenedOften(const OperandAccess &operand) const {
  if (!problem.hasReduction() || operand.isProjection ||
      operand.indices.empty() || !isWide(operand))
    return false;
  int64_t uses = 1, elements = 1;
  for (const ArrayIndex &index : operand.indices)
    if (index.getDim() < 0)
      elements = multiplyKnown(elements, index.extent);
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    bool isOwnIndex =
        llvm::any_of(operand.indices, [&](const ArrayIndex &index) {
          return index.getDim() == dim;
        });
    // Loops around the panel take one index of the others.
    if (!isOwnIndex)
      uses = multiplyKnown(uses, problem.extents[dim]);
    else if (problem.isReduction[dim] && problem.extents[dim] == kDynamic)
      return false;
  }
  return uses != kDynamic && elements != kDynamic &&
         uses / kWidenedResults >= elements;
}

/// Packs operands that sums index across tiles, where other dimensions share
/// them: their positions cost a division for each access. So are those that
/// windows slide over in rows of padding, or of words, and those that stand in
/// the way of all vectors.
void StructuredPlanner::packSums() {
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    bool isWanted = packing == Packing::Sums
                        ? !operand.sums.empty() && problem.hasReduction()
                        : packing == Packing::ForCaches &&
                              (isWidenedOften(operand) ||
                               ((!operand.sums.empty() || isSparse(operand)) &&
                                (isShared(operand, kFewestRows) ||
                                 areWordsVisited(operand))));
    if (!isWanted || operand.indices.empty() || operand.isOutput)
      continue;
    packWhole(number);
  }
}

/// Lets an operand lie in a panel without tiles; with groups of what a dot
/// instruction takes if vectors of it need them.
void StructuredPlanner::packWhole(int64_t operand) {
  if (!isPacked(operand))
    packed.push_back(operand);
  OperandAccess &access = problem.operands[operand];
  access.sums.clear();
  access.shifts.clear();
  if (isWidenedOften(access))
    access.elementBits = getWideBits(access, plan);
  bool hasGroups = plan.dotSteps > 1 &&
                   hasOwnGroups(problem, access, plan.vectorDim, plan.dotDim);
  int64_t group = hasGroups ? plan.dotSteps : 1;
  // A stride that nothing takes for a neighbour's.
  constexpr int64_t far = int64_t(1) << 16;
  int64_t last =
      getAxesTo(access, hasGroups ? plan.vectorDim : getOutputDim()).back();
  for (auto [axis, index] : llvm::enumerate(access.indices))
    for (const ArrayIndex::Term &term : index.terms)
      access.dims[term.dim] = {
          {1,
           {static_cast<int64_t>(axis) == last ? term.factor * group : far,
            {}}}};
  if (hasGroups)
    access.dims[plan.dotDim] = {{1, {1, {}}}, {group, {far, {}}}};
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

/// Returns how many indices of such a dimension a panel has: those of a tile
/// where rows share words, each of which would else be taken apart as often as
/// it has rows.
int64_t StructuredPlanner::getIndicesOfWhole(int64_t dim) const {
  constexpr int64_t most = 32;
  int64_t indices = 1;
  bool inWords = false;
  for (int64_t number : packed) {
    const OperandAccess &operand = original.operands[number];
    if (operand.isProjection)
      continue;
    inWords |= hasWordsAlong(operand, dim);
    for (int64_t edge : operand.tileEdges[dim])
      indices = std::lcm(indices, edge);
  }
  return inWords && indices <= most ? indices : 1;
}

/// Packs, within the loops so far, what is packed as a whole.
void StructuredPlanner::addWholePacks() {
  for (int64_t operand : packed)
    if (!problem.operands[operand].isProjection)
      plan.packs.push_back({operand, static_cast<int64_t>(plan.loops.size()),
                            isWidenedOften(problem.operands[operand])});
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

/// True if no elements of an operand lie nearer to each other than `distance`,
/// however large its extents are: a filter of 1x1 whose last dimensions are
/// tiled.
static bool hasDistance(const OperandAccess &operand, int64_t distance,
                        llvm::ArrayRef<int64_t> extents) {
  for (auto [dim, steps] : llvm::enumerate(operand.dims))
    if (extents[dim] != 1 && llvm::any_of(steps, [&](const AccessStep &step) {
          return step.stride.factor < distance;
        }))
      return false;
  return true;
}

/// True if what lies between the elements of an operand takes far more room
/// than they: rows of a few elements in tiles of 128 columns.
bool StructuredPlanner::isScattered(const OperandAccess &operand) const {
  constexpr int64_t leastShare = 4;
  int64_t elements = leastShare, span = 1;
  if (!hasKnownExtents(operand))
    return isOfWindows(operand) ||
           hasDistance(operand, leastShare, problem.extents);
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
