//===- PlanReduction.cpp - Results in registers while reductions go by ----===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "../Layout/KnownProduct.h"

#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir::tiled_layout;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// The block in registers
//===----------------------------------------------------------------------===//

/// So many results in registers hide the latency of what is added to them.
static constexpr int64_t kResultsInFlight = 8;

/// Returns the greatest step of at most `most` that fits edges and divides a
/// known extent if one of at least half that size does.
int64_t StructuredPlanner::getBlock(int64_t dim, int64_t most) const {
  SmallVector<int64_t> edges = problem.getEdges(dim);
  int64_t extent = problem.extents[dim];
  // What is left of several tiles is walked in powers of two.
  auto fits = [&](int64_t step) {
    bool isWhole = extent != kDynamic && extent % step == 0;
    bool mayHoldTiles =
        isWhole || (llvm::isPowerOf2_64(step) && !problem.isReduction[dim]);
    return llvm::all_of(edges, [&](int64_t edge) {
      return edge % step == 0 || (step % edge == 0 && mayHoldTiles);
    });
  };
  int64_t least = getLeast(dim), greatest = least, dividing = least;
  for (int64_t step = least; step <= most; step += least) {
    if (!fits(step))
      continue;
    greatest = step;
    if (extent != kDynamic && extent % step == 0)
      dividing = step;
  }
  if (extent != kDynamic && extent <= greatest && fits(extent) &&
      extent % least == 0)
    return extent;
  // With few registers, each row less costs more than a smaller block at the
  // end.
  bool isFew = most < 8 && edges.empty();
  if (isFew && dividing < greatest)
    return greatest;
  if (2 * dividing > greatest)
    return dividing;
  // Powers of two go well with what follows.
  return edges.empty()
             ? std::min<int64_t>(greatest, llvm::bit_floor<uint64_t>(greatest))
             : greatest;
}

/// Partial results that are interleaved: some vectors, to hide the latency of
/// what combines them, from whole tiles. Registers hold them for all rows that
/// share words of the results. The fewer they are, the less of each line they
/// read: none of them is kept free.
void StructuredPlanner::chooseInterleavedRows() {
  int64_t run = std::max<int64_t>(1, getRun(plan.vectorDim) / plan.lanes);
  int64_t interleave = 1;
  if (!problem.isReduction[plan.interleavedDim]) {
    rowDim = plan.interleavedDim;
    rows = getBlock(rowDim, 2 * plan.interleave);
    interleave = llvm::divideCeil(rows, plan.interleave);
  }
  int64_t outputs = llvm::count_if(
      problem.operands, [](const OperandAccess &o) { return o.isOutput; });
  int64_t most = std::clamp<int64_t>(target.vectorRegisters /
                                         (outputs * getRowsTogether()),
                                     interleave, kResultsInFlight);
  vectors = llvm::bit_floor<uint64_t>(std::min(most / interleave, run));
  // The groups of a window that slides are there as they lie.
  for (const OperandAccess &operand : problem.operands)
    if (const IndexSum *sum =
            findSlidingInterleave(problem, operand, plan.vectorDim,
                                  plan.interleavedDim, plan.interleave)) {
      int64_t reach = sum->constant % plan.interleave + 1;
      for (auto [dim, factor] : sum->terms)
        reach +=
            factor *
            ((dim == plan.interleavedDim ? rows : problem.extents[dim]) - 1);
      while (vectors > 1 &&
             4 * vectors * ((reach + plan.interleave - 1) / plan.interleave) >
                 3 * target.vectorRegisters)
        vectors /= 2;
    }
}

/// True if rows along a dimension share vectors, which pay for the rows then.
bool StructuredPlanner::isVectorShared(int64_t dim) const {
  return llvm::any_of(problem.operands, [&](const OperandAccess &operand) {
    return !operand.isOutput && operand.dependsOn(plan.vectorDim) &&
           !operand.dependsOn(dim);
  });
}

/// Chooses the dimension of the rows, the innermost one that shares vectors if
/// there is one.
void StructuredPlanner::chooseRowDim() {
  for (bool shared : {true, false})
    for (int64_t dim = problem.getRank() - 1; dim >= 0 && rowDim < 0; --dim)
      if (!problem.isReduction[dim] && dim != plan.vectorDim &&
          problem.extents[dim] != 1 && isVectorShared(dim) == shared)
        rowDim = dim;
  // Factors that each result has of its own, as in a depthwise convolution.
  hasOwnFactors = rowDim >= 0 && !problem.isReduction[plan.vectorDim] &&
                  llvm::none_of(problem.operands, [&](const auto &operand) {
                    return !operand.isOutput && operand.dependsOn(rowDim) &&
                           !operand.dependsOn(plan.vectorDim);
                  });
}

/// Returns how many registers hold results: three quarters and more of them.
/// Where there are fewer loads than multiply-adds, rows share more vectors:
/// those take registers, too, and so do factors of each result's own, and both
/// rows of words that vectors are taken from.
int64_t StructuredPlanner::getResultRegisters() const {
  if (hasOwnFactors)
    return target.vectorRegisters / 2;
  if (hasFewLoads())
    return 24;
  if (hasManyRegisters(target))
    return 28;
  bool takesWords =
      !usesDot && llvm::any_of(problem.operands, [&](const auto &operand) {
        if (operand.isOutput || !operand.dependsOn(plan.vectorDim))
          return false;
        auto interleave = operand.getInterleave(plan.vectorDim);
        return interleave && interleave->parts == 2 && !interleave->isSum &&
               !interleave->isAlone;
      });
  return takesWords ? 10 : 12;
}

/// Returns the loop over the rows of tiles along which partial results lie, if
/// all of a tile goes by before the next one: in the order of memory.
std::optional<PlanLoop> StructuredPlanner::getTileRows() const {
  if (!problem.isReduction[plan.vectorDim] || !problem.isOrderFree ||
      plan.interleave > 1 || usesDot || !packed.empty() ||
      !plan.transposed.empty())
    return std::nullopt;
  // The partial results of one result are combined in the end; those of
  // several at a time keep up where there is little else to do.
  constexpr int64_t fewestTerms = 1 << 14;
  int64_t terms = 1, results = 1;
  for (auto [extent, isReduction] :
       llvm::zip_equal(problem.extents, problem.isReduction)) {
    int64_t &product = isReduction ? terms : results;
    product = multiplyKnown(product, extent);
  }
  if (results != 1 && terms != kDynamic && terms < fewestTerms)
    return std::nullopt;
  const OperandAccess *tiled = nullptr;
  for (const OperandAccess &operand : problem.operands) {
    if (!operand.isProjection)
      return std::nullopt;
    if (!tiled && !operand.tileEdges[plan.vectorDim].empty())
      tiled = &operand;
  }
  for (int64_t dim = 0; tiled && dim < problem.getRank(); ++dim)
    if (problem.isReduction[dim] && dim != plan.vectorDim &&
        problem.extents[dim] != 1 && !tiled->tileEdges[dim].empty())
      return PlanLoop{dim, *llvm::max_element(tiled->tileEdges[dim])};
  return std::nullopt;
}

/// Adds the loops over a reduction along the rows of tiles.
void StructuredPlanner::addTileLoops(PlanLoop tileRows, int64_t vectorStep) {
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.isReduction[dim] && dim != plan.vectorDim &&
        dim != tileRows.dim)
      addLoop(dim, getLeast(dim));
  if (!isKnownWithin(tileRows.dim, tileRows.step))
    addLoop(tileRows.dim, tileRows.step);
  addLoop(plan.vectorDim, vectorStep);
  addLoop(tileRows.dim, getLeast(tileRows.dim));
}

/// Chooses how many vectors and rows of results are held in registers.
void StructuredPlanner::chooseRows() {
  if (plan.interleave > 1)
    return chooseInterleavedRows();
  chooseRowDim();
  int64_t run = std::max<int64_t>(1, getRun(plan.vectorDim) / plan.lanes);
  if (problem.isReduction[plan.vectorDim]) {
    if (getTileRows())
      rowDim = -1;
    if (rowDim >= 0)
      choosePartialRows(run);
    else
      chooseVectorsOfOneRow(run);
  } else if (rowDim >= 0 && isVectorShared(rowDim)) {
    chooseSharedRows(run);
  } else {
    rowDim = -1;
    limitRowsOfOneSet();
    chooseVectorsOfOneRow(run);
    if (plan.transposed.empty())
      chooseWindowRows();
  }
}

/// Chooses rows of windows of which each has its own vectors: with too few
/// results in registers, each would wait for its last step. Windows of
/// neighbours overlap.
void StructuredPlanner::chooseWindowRows() {
  for (int64_t dim = problem.getRank() - 1; dim >= 0 && windowRowDim < 0; --dim)
    if (!problem.isReduction[dim] && dim != plan.vectorDim &&
        problem.extents[dim] != 1 && isOfWindow(dim))
      windowRowDim = dim;
  if (windowRowDim >= 0)
    windowRows = getBlock(
        windowRowDim, std::min(kResultsInFlight,
                               std::max<int64_t>(1, getMostVectorsOfOneRow())) /
                          vectors);
  if (windowRows == 1)
    windowRowDim = -1;
}

/// True if windows move along a dimension: an index is the sum of it and of a
/// reduction.
bool StructuredPlanner::isOfWindow(int64_t dim) const {
  auto isSumOf = [&](const ArrayIndex &index) {
    auto has = [&](auto fits) { return llvm::any_of(index.terms, fits); };
    return has([&](ArrayIndex::Term term) { return term.dim == dim; }) &&
           has([&](ArrayIndex::Term term) {
             return problem.isReduction[term.dim];
           });
  };
  return llvm::any_of(problem.operands, [&](const OperandAccess &operand) {
    return llvm::any_of(operand.indices, isSumOf);
  });
}

/// Returns how many rows of results a block has because they share words.
int64_t StructuredPlanner::getRowsTogether() const {
  int64_t together = 1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (!problem.isReduction[dim] && dim != plan.vectorDim && dim != rowDim)
      together *= getLeast(dim);
  return together;
}

/// Returns how many vectors of each row three quarters of the registers hold,
/// of all outputs and all rows that share words.
int64_t StructuredPlanner::getMostVectorsOfOneRow() const {
  int64_t outputs = llvm::count_if(
      problem.operands, [](const OperandAccess &o) { return o.isOutput; });
  return target.vectorRegisters * 3 / 4 / (outputs * getRowsTogether());
}

/// Rows that are interleaved, and transposed ones, are a block of their own
/// accord.
void StructuredPlanner::chooseVectorsOfOneRow(int64_t run) {
  int64_t most =
      std::clamp<int64_t>(getMostVectorsOfOneRow(), 1, kResultsInFlight);
  vectors = !plan.transposed.empty()
                ? 1
                : llvm::bit_floor<uint64_t>(std::min<int64_t>(most, run));
}

/// Chooses rows of partial results, which are added up in the end. Registers
/// hold them for all rows of words that a block takes whole, beside one that is
/// multiplied.
void StructuredPlanner::choosePartialRows(int64_t run) {
  int64_t together = getRowsTogether(), most = 8;
  auto fits = [&](int64_t results) {
    return results * together < target.vectorRegisters;
  };
  while (most > 1 && !fits(most))
    most /= 2;
  rows = getBlock(rowDim, most);
  for (vectors = 1; rows * vectors < 8 && vectors * 2 <= run &&
                    (together == 1 || fits(2 * rows * vectors));)
    vectors *= 2;
}

/// True if each vector of results loads the factor of its row in the
/// instruction that multiplies by it. Where a cycle has one multiplication,
/// loads keep up; products and sums in instructions of their own leave no time
/// for those that load what several vectors share.
bool StructuredPlanner::foldsFactors() const {
  return !problem.mayFuse && !usesDot && target.fmasPerCycle == 1 &&
         hasManyRegisters(target) && plan.interleave == 1 &&
         plan.transposed.empty() && getBlock(rowDim, 8) >= 8 &&
         llvm::all_of(problem.operands, [&](const OperandAccess &operand) {
           return operand.elementBits == problem.widestBits;
         });
}

/// Chooses rows that share vectors.
void StructuredPlanner::chooseSharedRows(int64_t run) {
  int64_t extent = problem.extents[plan.vectorDim];
  // A row of vectors may go on in the next tile.
  if (plan.transposed.empty())
    run = extent == kDynamic ? std::numeric_limits<int64_t>::max()
                             : std::max<int64_t>(1, extent / plan.lanes);
  auto fits = [&](int64_t many) {
    int64_t step = many * plan.lanes;
    return llvm::all_of(problem.getEdges(plan.vectorDim), [&](int64_t edge) {
      return edge % step == 0 ||
             (step % edge == 0 && llvm::isPowerOf2_64(step));
    });
  };
  bool folds = foldsFactors();
  int64_t most = folds ? 1 : hasFewLoads() && !hasOwnFactors ? 4 : 2;
  vectors = std::min<int64_t>(most, run);
  // A row that a mask cuts is one block, too, and a few blocks are alike.
  if (plan.transposed.empty() && hasMasks() && extent != kDynamic) {
    run = std::max<int64_t>(1, llvm::divideCeil(extent, plan.lanes));
    int64_t alike = llvm::divideCeil(run, llvm::divideCeil(run, most));
    if (fits(alike))
      vectors = alike;
  }
  while (vectors > 1 && !fits(vectors))
    --vectors;
  int64_t results = getResultRegisters();
  rows = getBlock(rowDim, std::min<int64_t>(14, results / vectors));
  // Few rows need more vectors to hide the latency of an addition.
  while (!folds && vectors * 2 <= 8 && vectors * 2 <= run &&
         fits(vectors * 2) &&
         rows * vectors * 2 <= std::min<int64_t>(16, results))
    vectors *= 2;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Returns how many steps of a reduction are in the block of registers: of
/// those that are interleaved, two groups if none of them is cut; of a window
/// that slides over them, all.
int64_t StructuredPlanner::getDepth(int64_t dim) const {
  auto slides = [&](const OperandAccess &operand) {
    const IndexSum *sum = findSlidingInterleave(
        problem, operand, plan.vectorDim, plan.interleavedDim, plan.interleave);
    return sum && llvm::any_of(sum->terms,
                               [&](auto term) { return term.first == dim; });
  };
  if (llvm::any_of(problem.operands, slides))
    return std::max<int64_t>(1, problem.extents[dim]);
  int64_t two = 2 * plan.interleave;
  bool isWhole = plan.interleave > 1 && dim == plan.interleavedDim &&
                 problem.extents[dim] != kDynamic &&
                 problem.extents[dim] % two == 0;
  return isWhole ? getBlock(dim, two) : getLeast(dim);
}

/// Adds the loops over the results in the order in which the first input with
/// vectors lies, if no windows move over it.
void StructuredPlanner::followInput(int64_t vectorStep) {
  auto hasVectors = [&](const OperandAccess &operand) {
    return !operand.isOutput && operand.dependsOn(plan.vectorDim);
  };
  const OperandAccess *input = llvm::find_if(problem.operands, hasVectors);
  if (input == problem.operands.end() || !input->isProjection)
    return;
  SmallVector<PlanLoop> loops;
  for (const ResultDigit &digit : getDigits(*input)) {
    int64_t dim = digit.dim;
    int64_t least = dim == plan.vectorDim ? vectorStep : getLeast(dim);
    int64_t step = std::max(digit.edge, least);
    // Those of an input that is read backwards come the other way round.
    bool isWithin = llvm::none_of(loops, [&](const PlanLoop &loop) {
      return loop.dim == dim && loop.step <= step;
    });
    if (!isWithin || (digit.edge != 1 && isKnownWithin(dim, step)))
      continue;
    if (!loops.empty() && loops.back().dim == dim)
      loops.pop_back();
    loops.push_back({dim, step});
  }
  for (const PlanLoop &loop : loops)
    addLoop(loop.dim, loop.step);
}

/// Blocks of results in registers, while the reductions go by.
void StructuredPlanner::planReduction() {
  chooseInterleave();
  chooseRows();
  if (plan.interleave == 1 && rowDim >= 0 &&
      !problem.isReduction[plan.vectorDim])
    return planProduct();
  SmallVector<int64_t> outer;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (!problem.isReduction[dim] && dim != plan.vectorDim && dim != rowDim &&
        isIndexOfWhole(dim))
      outer.push_back(dim);
  for (int64_t dim : outer)
    addLoop(dim, getIndicesOfWhole(dim));
  addWholePacks();
  for (int64_t dim : outer)
    addLoop(dim, 1);
  SmallVector<int64_t, 2> depths;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.isReduction[dim] && problem.extents[dim] != 1)
      depths.push_back(dim);
  bool isLong = depths.size() == 1 && hasLongColumns(depths.front());
  int64_t vectorStep = vectors * plan.lanes;
  if (!problem.isReduction[plan.vectorDim] && !isLong && windowRowDim < 0) {
    // What rows do not share is read in the order of memory.
    if (rowDim < 0 && plan.transposed.empty())
      followInput(vectorStep);
    addLoop(plan.vectorDim, vectorStep);
  }
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (!problem.isReduction[dim] && dim != plan.vectorDim && dim != rowDim &&
        dim != windowRowDim)
      addLoop(dim, getLeast(dim));
  if (windowRowDim >= 0) {
    addLoop(windowRowDim, windowRows);
    addLoop(plan.vectorDim, vectorStep);
  }
  if (isLong)
    planFewRows(depths.front());
  addBlockPacks(/*isRows=*/false);
  addBlockPacks(/*isRows=*/true);
  if (rowDim >= 0)
    addLoop(rowDim, rows);
  if (std::optional<PlanLoop> tileRows = getTileRows())
    return addTileLoops(*tileRows, vectorStep);
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.isReduction[dim])
      addLoop(dim, dim == plan.vectorDim ? vectorStep : getDepth(dim));
}
