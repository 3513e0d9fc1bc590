//===- PlanProduct.cpp - Loops of products --------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows share vectors: products of matrices, of batches of them, convolutions.
// A panel of the vectors' operand, so many columns by so many steps, stays in a
// cache while all rows go by. Where rows share enough vectors for the second
// cache to deliver them in time, some rows stay in the first one instead while
// all columns go by: rows that lie far apart are fetched once for all of them.
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "tiled_layout/Structured/DotProducts.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// From so many results on, it costs less to take words apart for all of them
/// at once.
static constexpr int64_t kWordResults = 16;

/// From so many steps on, a panel takes more of them rather than one at a time.
static constexpr int64_t kManySteps = 16;

/// Fewer rows share a vector too seldom for a third one to be worth it.
static constexpr int64_t kFewestWideRows = 4;

/// Returns a divisor of a known extent that is a multiple of `least`, near
/// `most`, so that no smaller block is left; `most` if there is none.
int64_t StructuredPlanner::getDividing(int64_t dim, int64_t most,
                                       int64_t least) const {
  int64_t extent = problem.extents[dim];
  bool isCut = llvm::any_of(getBlockEdges(dim),
                            [&](int64_t edge) { return edge > least; });
  if (extent == kDynamic || isCut)
    return most;
  for (int64_t step = most * 5 / 4 / least * least; 2 * step >= most;
       step -= least)
    if (extent % step == 0)
      return step;
  return most;
}

/// Adds loops over blocks of at most some steps of the reductions: the last
/// ones that fit are taken whole. Returns false if all fit.
bool StructuredPlanner::planDepth(llvm::ArrayRef<int64_t> depths,
                                  int64_t left) {
  size_t blocked = depths.size();
  while (blocked > 0 && isKnownWithin(depths[blocked - 1], left))
    left /= problem.extents[depths[--blocked]];
  for (size_t number = 0; number < blocked; ++number) {
    int64_t dim = depths[number], least = getLeast(dim), step = least;
    if (number + 1 == blocked)
      step = std::max(least, roundToEdges(dim, getDividing(dim, left, least)));
    // A panel takes whole tiles, or one index at a time: of a window, not of
    // many steps.
    int64_t tile = 1;
    for (int64_t operand : packed)
      for (int64_t edge : problem.operands[operand].tileEdges[dim])
        tile = std::lcm(tile, edge);
    if (step % tile != 0)
      step = step > tile          ? step / tile * tile
             : step >= kManySteps ? tile
                                  : least;
    addLoop(dim, step);
  }
  return blocked > 0;
}

/// Returns the bits of an element of the operand of the rows.
int64_t StructuredPlanner::getRowBits() const {
  int64_t bits = 0;
  for (const OperandAccess &operand : problem.operands)
    if (!operand.isOutput && operand.dependsOn(rowDim))
      bits = std::max(bits, operand.elementBits);
  // All rows of a sum may be the same, as of a broadcast operand.
  return bits ? bits : problem.widestBits;
}

/// True if tiles hold several steps of each row: a block of rows lies together.
bool StructuredPlanner::areRowsTiled(int64_t depth) const {
  return llvm::any_of(problem.operands, [&](const OperandAccess &operand) {
    return !operand.isOutput && operand.dependsOn(rowDim) &&
           operand.dims[depth].size() > 1;
  });
}

/// True if, within a panel of columns, all of them go by for each block of
/// rows. Columns come from the second cache then, and rows that lie apart are
/// fetched once for all of them. Rows in panels lie together already.
bool StructuredPlanner::goesByRows(int64_t depth, bool packsRows) const {
  if (!packsBlocks() || packsRows)
    return false;
  // Many rows of many registers get columns from any cache in time, and so do
  // they get tiles, which lie together, but where tiles are fetched by rows.
  // Other rows do not lie together.
  if (!sharesFew() && target.prefetchTiles < 2 && areRowsTiled(depth))
    return false;
  if (usesDot)
    return (hasFewLoads() || !sharesFew()) &&
           !needsCorrection(target, problem, plan);
  // Rows go by one block of columns once anyway.
  if (isKnownWithin(plan.vectorDim, vectors * plan.lanes))
    return false;
  // Fewer rows wait for the second cache, unless they come from farther away.
  constexpr int64_t steps = 128;
  return rows * target.l2BytesPerCycle >=
             target.vectorBits / 8 * target.fmasPerCycle ||
         !isKnownWithin(rowDim, target.l2Bytes * 4 / (steps * getRowBits()));
}

/// Returns the columns of a panel that goes by for all rows of another one.
static int64_t getCacheColumns(const Target &target) {
  return std::min<int64_t>(target.l2Bytes, 1 << 20) >> 11;
}

/// True if columns come in words that hold several steps of the reduction.
bool StructuredPlanner::splitsWords() const {
  return llvm::any_of(problem.operands, [&](const OperandAccess &operand) {
    return !operand.isOutput && operand.dependsOn(plan.vectorDim) &&
           llvm::any_of(llvm::seq(problem.getRank()), [&](int64_t dim) {
             return problem.isReduction[dim] && hasWordsAlong(operand, dim);
           });
  });
}

/// With few registers, blocks of four rows, as tiles cut them, have too few
/// results for the latency of a multiply-add. Three vectors to a row do not
/// divide a tile, but begin anew in each: returns its columns, 0 without tiles.
/// Words of several steps are taken apart in registers, and leave too few, and
/// so do products in instructions of their own.
int64_t StructuredPlanner::widenWithinTiles(bool packsRows) {
  constexpr int64_t wider = 3;
  SmallVector<int64_t> edges = getBlockEdges(plan.vectorDim);
  if (hasManyRegisters(target) || usesDot || plan.interleave != 1 ||
      !problem.mayFuse || !plan.transposed.empty() || hasOwnFactors ||
      vectors != 2 || rows < kFewestWideRows ||
      rows * wider > getMostResults(target) ||
      isKnownWithin(plan.vectorDim, 4 * plan.lanes) || splitsWords())
    return 0;
  if (edges.empty()) {
    vectors = packsRows ? vectors : wider;
    return 0;
  }
  int64_t tile = *llvm::min_element(edges);
  // The last vectors of a tile are a smaller block. Rows are not packed once
  // more for narrower panels.
  if (tile < 5 * wider * plan.lanes ||
      (packsRows && getCacheColumns(target) > tile) ||
      llvm::any_of(edges, [&](int64_t edge) { return edge % tile != 0; }))
    return 0;
  vectors = wider;
  return tile;
}

/// Where loads are scarce, tiles of eight rows leave blocks of four, whose four
/// vectors of a row each the second cache does not deliver in time. All eight
/// rows by half as many vectors need half as much from it: so a panel may be as
/// deep as it holds, and results are loaded and stored less often.
void StructuredPlanner::takeRowsOfTile(int64_t depthDim, bool packsRows) {
  constexpr int64_t tile = 8;
  if (!hasFewLoads() || usesDot || packsRows || plan.interleave != 1 ||
      !plan.transposed.empty() || 2 * rows != tile || vectors != 4 ||
      getBlock(rowDim, tile) != tile)
    return;
  for (int64_t number : packed)
    if (const OperandAccess &operand = problem.operands[number];
        !operand.dependsOn(rowDim) && operand.dependsOn(plan.vectorDim) &&
        getBytes(operand, depthDim, plan.vectorDim) > target.l2Bytes) {
      rows = tile;
      vectors /= 2;
      return;
    }
}

/// Returns the steps of a convolution whose part of the filter leaves room for
/// the image in the second cache.
int64_t StructuredPlanner::getImageDepth() const {
  return target.l2Bytes * 8 / problem.widestBits / 4 / (vectors * plan.lanes);
}

/// Returns how many columns a panel has that has `columns` where the second
/// cache has 1 MiB or more: fewer where it has less.
int64_t StructuredPlanner::scaleColumns(int64_t columns) const {
  return std::max(vectors * plan.lanes,
                  columns * std::min<int64_t>(target.l2Bytes, 1 << 20) >> 20);
}

/// Returns the panel of which all columns go by for a block of rows: those rows
/// fill a third of the first cache, or half if they are fetched, the panel half
/// of the second one.
StructuredPlanner::PanelSize
StructuredPlanner::getPanelForRows(int64_t depthDim) const {
  int64_t bits = getRowBits(), narrowest = vectors * plan.lanes;
  int64_t part = target.prefetchTiles > 1 && areRowsTiled(depthDim) ? 2 : 3;
  int64_t steps =
      llvm::bit_floor<uint64_t>(target.l1Bytes * 8 / (part * rows * bits));
  if (usesDot)
    return {std::clamp<int64_t>(steps, 128, 1024), scaleColumns(256)};
  int64_t depth = std::clamp<int64_t>(steps, 128, 512);
  // It takes whole tiles.
  int64_t tile = narrowest;
  for (int64_t edge : getBlockEdges(plan.vectorDim))
    tile = std::max(tile, edge);
  while (depth > 128 && depth * tile * bits / 8 > target.l2Bytes / 2)
    depth /= 2;
  int64_t cache = llvm::bit_floor<uint64_t>(target.l2Bytes);
  return {depth, std::max(narrowest, cache * 4 / (depth * bits))};
}

/// Returns the panel whose blocks of columns go by for all rows: that of a
/// block of registers fits the first cache, all of them half of the second.
StructuredPlanner::PanelSize
StructuredPlanner::getPanelForColumns(llvm::ArrayRef<int64_t> depths,
                                      bool isTiled, bool packsRows) const {
  PanelSize size =
      isTiled && !usesDot ? PanelSize{128, 256} : PanelSize{512, 128};
  // Where rows wait for no cache, few steps are taken whole: each result is
  // loaded and stored once.
  constexpr int64_t few = 512;
  bool takesAll = depths.size() == 1 && !usesDot && !sharesFew() &&
                  !packsRows && isKnownWithin(depths.front(), few);
  if (takesAll)
    size.depth = few;
  if (!packsBlocks())
    return size;
  int64_t vectorStep = vectors * plan.lanes;
  // Of more than two vectors, the second cache holds half.
  int64_t bytes =
      std::min<int64_t>(vectors, 2) * plan.lanes * problem.widestBits / 8;
  if (usesDot)
    bytes /= plan.dotSteps;
  auto getFitting = [&](int64_t bytes) -> int64_t {
    return llvm::bit_floor<uint64_t>(
        std::max<int64_t>(128, target.l1Bytes * 3 / 4 / bytes));
  };
  if (!takesAll)
    size.depth = std::min(
        size.depth, std::min<int64_t>(usesDot ? 512 : 256, getFitting(bytes)));
  // Few columns go by at once: more steps load the results less often.
  if (!usesDot && isKnownWithin(plan.vectorDim, vectorStep))
    size.depth = std::max(
        size.depth, std::min<int64_t>(
                        512, getFitting(vectorStep * problem.widestBits / 8)));
  // Of a convolution, as many as leave room for its image.
  if (!usesDot && depths.size() > 1)
    size.depth = getImageDepth();
  int64_t many = problem.extents[plan.vectorDim];
  bool isWide = isTiled || packsRows || (many != kDynamic && many >= 2048);
  size.width = scaleColumns(isWide ? 512 : 256);
  return size;
}

/// Packs, within the loops so far, rows or columns that stay in a cache.
void StructuredPlanner::addBlockPacks(bool isRows) {
  for (int64_t operand : packed)
    if (isPackedInBlocks(operand) &&
        problem.operands[operand].dependsOn(plan.vectorDim) != isRows)
      plan.packs.push_back({operand, static_cast<int64_t>(plan.loops.size()),
                            isWide(problem.operands[operand])});
}

/// Adds the loops over blocks that stay in a cache, and packs operands for
/// them. Dimensions inside of them may be rows, too.
void StructuredPlanner::planBlocks(llvm::ArrayRef<int64_t> depths,
                                   bool hasOtherRows) {
  int64_t vectorDim = plan.vectorDim, depthDim = depths.back();
  // What is packed has no tiles afterwards.
  bool isTiled = !problem.getEdges(depthDim).empty();
  packForCaches(depthDim);
  bool packsRows = llvm::any_of(packed, [&](int64_t operand) {
    return isPackedInBlocks(operand) &&
           problem.operands[operand].dependsOn(rowDim);
  });

  if (depths.size() == 1 && !hasOtherRows && !sharesWords) {
    if (planFewDotRows(depthDim))
      return;
    if (std::optional<int64_t> tiles = getStreamedTiles(depthDim))
      return planStreamedTiles(depthDim, *tiles);
  }
  if (depths.size() == 1)
    takeRowsOfTile(depthDim, packsRows);
  const int64_t narrow = vectors;
  int64_t tile = widenWithinTiles(packsRows);
  int64_t vectorStep = vectors * plan.lanes;
  rowsFirst = depths.size() == 1 && goesByRows(depthDim, packsRows);
  auto [depth, width] = rowsFirst
                            ? getPanelForRows(depthDim)
                            : getPanelForColumns(depths, isTiled, packsRows);
  // Panels take whole tiles.
  for (int64_t operand : packed)
    for (int64_t edge : problem.operands[operand].tileEdges[vectorDim])
      width = std::max(width, edge);
  width = roundToEdges(vectorDim, width);
  if (vectors != narrow && tile == 0)
    width = (width + vectorStep / 2) / vectorStep * vectorStep;
  if (tile != 0)
    addLoop(vectorDim, tile);
  else if (!isKnownWithin(vectorDim, width) && width % vectorStep == 0)
    addLoop(vectorDim, width);
  planDepth(depths, depth);
  addBlockPacks(/*isRows=*/false);
  int64_t most = roundToEdges(rowDim, 256 / rows * rows);
  if (packsRows && !isKnownWithin(rowDim, most) && most % rows == 0)
    addLoop(rowDim, getDividing(rowDim, most, rows));
  addBlockPacks(/*isRows=*/true);
}

/// Packs operands whose words hold several indices of a dimension that is
/// outside of rows and columns, as of heads in the rows of a tile with
/// `T(8,128)(4,1)`: each step of the loop would take all words apart. Returns
/// how many indices a panel then has, a tile; 1 if there is no such operand.
int64_t StructuredPlanner::packWordsAlong(int64_t dim) {
  int64_t indices = 1;
  if (packing != Packing::ForCaches || isIndexOfWhole(dim))
    return indices;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (!hasWordsAlong(original.operands[number], dim))
      continue;
    if (!isPacked(number) && getTransposedDim(plan, number) < 0 &&
        paysToPack(operand, kWordResults))
      pack(number);
    if (isPackedInBlocks(number))
      for (int64_t edge : operand.tileEdges[dim])
        indices = std::lcm(indices, edge);
  }
  return indices;
}

void StructuredPlanner::planProduct() {
  SmallVector<int64_t> outer, inner, reductions;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (problem.isReduction[dim]) {
      reductions.push_back(dim);
      continue;
    }
    if (dim == plan.vectorDim || dim == rowDim)
      continue;
    // What the vectors' operand does not depend on are rows, too.
    bool isShared =
        llvm::none_of(problem.operands, [&](const OperandAccess &operand) {
          return !operand.isOutput && operand.dependsOn(plan.vectorDim) &&
                 operand.dependsOn(dim);
        });
    (isShared && !isIndexOfWhole(dim) ? inner : outer).push_back(dim);
  }
  packScattered();
  // No loop over a part of a window is around what is packed as a whole.
  for (int64_t dim : outer)
    if (isIndexOfWhole(dim))
      addLoop(dim, getIndicesOfWhole(dim));
  addWholePacks();
  SmallVector<int64_t> depths;
  llvm::copy_if(reductions, std::back_inserter(depths),
                [&](int64_t dim) { return problem.extents[dim] != 1; });
  bool isFew = reductions.size() == 1 && depths.size() == 1 && inner.empty() &&
               hasFewRows(depths.front());
  for (int64_t dim : outer) {
    int64_t indices = isFew || depths.empty() ? 1 : packWordsAlong(dim);
    sharesWords |= indices > 1;
    addLoop(dim, std::max(indices, getLeast(dim)));
  }
  if (isFew)
    return planFewRows(depths.front());
  // With many registers, filters of several dimensions gain nothing.
  if (depths.size() == 1 || (!depths.empty() && !hasManyRegisters(target)))
    packSpread(depths.back());
  bool isBlocked = depths.size() == 1 || (!depths.empty() && packsBlocks());
  if (isBlocked)
    planBlocks(depths, !inner.empty());
  else if (int64_t tile = widenWithinTiles(/*packsRows=*/false))
    addLoop(plan.vectorDim, tile);
  for (int64_t dim : outer)
    addLoop(dim, getLeast(dim));
  int64_t vectorStep = vectors * plan.lanes;
  // Factors are read once each, in the order of memory.
  rowsFirst |= hasOwnFactors;
  if (!rowsFirst)
    addLoop(plan.vectorDim, vectorStep);
  bool isKnown = llvm::all_of(
      depths, [&](int64_t dim) { return problem.extents[dim] != kDynamic; });
  if (!isBlocked && isKnown)
    isBlocked = planDepth(depths, getImageDepth());
  for (int64_t dim : inner)
    addLoop(dim, getLeast(dim));
  addLoop(rowDim, rows);
  if (rowsFirst)
    addLoop(plan.vectorDim, vectorStep);
  for (int64_t dim : reductions)
    addLoop(dim, usesDot && dim == plan.dotDim ? getDotDepth() : getLeast(dim));
  if (isBlocked && rowsFirst)
    return fetchRowsOfProduct();
  // Blocks of results that follow one another in time lie far apart, but for
  // those of the same rows. Where loads are scarce, those that fetch them ahead
  // cost more than they gain.
  if (isBlocked && !sharesFew() && plan.prefetch.empty())
    for (auto [number, operand] : llvm::enumerate(problem.operands))
      if (operand.isOutput)
        plan.prefetch.push_back(number);
}
