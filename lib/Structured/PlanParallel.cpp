//===- PlanParallel.cpp - Operations without reductions -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredPlanner.h"

#include "../Layout/KnownProduct.h"

#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// Returns the dimension along which windows slide over an operand whose rows
/// are interleaved as those of all outputs do; -1 if there is none, or the body
/// needs wider elements.
int64_t StructuredPlanner::getSlidingDim(const OperandAccess &operand,
                                         int64_t vectorDim) const {
  auto interleave = operand.dependsOn(vectorDim)
                        ? operand.getInterleave(vectorDim)
                        : std::nullopt;
  if (!interleave || !interleave->isSum || !problem.isCombinable ||
      problem.keepsFirst || !problem.isOrderFree ||
      operand.elementBits != problem.widestBits)
    return -1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    auto liesSo = [&](const OperandAccess &output) {
      auto own = output.isOutput && output.dependsOn(vectorDim)
                     ? output.getInterleave(vectorDim)
                     : std::nullopt;
      return !output.isOutput ||
             (own && own->dim == dim && own->parts == interleave->parts);
    };
    if (!problem.isReduction[dim] && llvm::all_of(problem.operands, liesSo) &&
        findSlidingInterleave(problem, operand, vectorDim, dim,
                              interleave->parts))
      return dim;
  }
  return -1;
}

/// True if all operands with vectors have elements of one width, and the same
/// indices are interleaved in them.
bool StructuredPlanner::lieAlike(
    const OperandAccess::Interleave &interleave) const {
  return llvm::all_of(problem.operands, [&](const OperandAccess &operand) {
    if (!operand.dependsOn(plan.vectorDim))
      return true;
    auto own = operand.getInterleave(plan.vectorDim);
    return own && !own->isSum && own->dim == interleave.dim &&
           own->parts == interleave.parts &&
           own->outerDim == interleave.outerDim &&
           operand.elementBits == problem.operands.back().elementBits;
  });
}

/// Computes on vectors as the first output has them in memory, or the first
/// input along the vectors of a reduction, where indices of two dimensions are
/// interleaved in it and the body needs no wider elements: what lies alike is
/// not taken apart, and partial results are not until they are complete. Where
/// all operands lie alike, the body may need wider elements: two registers of
/// them.
void StructuredPlanner::chooseInterleave() {
  bool reduces = problem.hasReduction();
  const OperandAccess *like =
      llvm::find_if(problem.operands, [&](const OperandAccess &operand) {
        return operand.isOutput != reduces && operand.dependsOn(plan.vectorDim);
      });
  auto interleave = plan.lanes > 1 && like != problem.operands.end()
                        ? like->getInterleave(plan.vectorDim)
                        : std::nullopt;
  if (!interleave || interleave->parts == 1 || interleave->outerDim >= 0)
    return;
  // A shift and a mask take words of two apart, where rows fill a register.
  bool isWidened = like->elementBits != problem.widestBits;
  constexpr int64_t shortRowBits = 64;
  bool isShort = isKnownWithin(plan.vectorDim, plan.lanes) &&
                 plan.lanes * like->elementBits <= shortRowBits;
  if (isWidened && (reduces || (interleave->parts == 2 && !isShort) ||
                    interleave->isSum || !lieAlike(*interleave)))
    return;
  StructuredPlan interleaved = plan;
  interleaved.interleavedDim = interleave->isSum
                                   ? getSlidingDim(*like, plan.vectorDim)
                                   : interleave->dim;
  if (interleaved.interleavedDim < 0)
    return;
  interleaved.interleave = interleave->parts;
  int64_t bits = isWidened ? 2 * target.vectorBits : target.vectorBits;
  interleaved.lanes =
      std::min(plan.lanes, bits / problem.widestBits / interleaved.interleave);
  if (interleaved.lanes >= 4 &&
      !errorToBool(checkInterleave(problem, interleaved)))
    plan = std::move(interleaved);
}

/// Blocks in the order in which the first output lies.
void StructuredPlanner::planParallel() {
  chooseInterleave();
  // 64 elements at a time keep loads and stores of different arrays apart.
  // Where rows share words, there are as many of each, but for bodies whose
  // masks would not all have registers.
  int64_t run = std::max<int64_t>(1, getRun(plan.vectorDim) / plan.lanes);
  int64_t rowsTogether = 1;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (dim != plan.vectorDim && plan.interleave == 1)
      rowsTogether *= getLeast(dim);
  int64_t together = plan.lanes * (problem.comparesElements ? rowsTogether : 1);
  // Of short registers, as many would spill.
  constexpr int64_t shortBits = 128, mostShort = 4;
  int64_t most = std::max<int64_t>(1, 64 / together);
  if (target.vectorBits <= shortBits)
    most = std::min(most, mostShort);
  vectors = std::min<int64_t>(llvm::bit_floor<uint64_t>(run), most);
  // Blocks at edges are as much code as whole ones.
  constexpr int64_t mostSteps = 512;
  while (vectors > 1 && vectors * rowsTogether * problem.bodySteps > mostSteps)
    vectors /= 2;
  if (plan.lanes == 1 || !plan.transposed.empty())
    vectors = 1;
  for (const ResultDigit &digit : getOutputDigits()) {
    bool isLast = digit.dim == plan.vectorDim && digit.edge == 1;
    int64_t step = isLast ? vectors * plan.lanes
                          : std::max(digit.edge, getLeast(digit.dim));
    if (digit.edge != 1 && isKnownWithin(digit.dim, step))
      continue;
    addLoop(digit.dim, step);
  }
  useWholeLines();
  finishRows();
  chooseStreaming();
  followColumns();
  followFarRows();
  chooseAhead();
  fetchCutTiles();
  limitRows();
}

/// Takes both halves of lines of the input that is transposed before going on
/// to other columns, if the first cache does not keep those until the blocks
/// come back: columns that lie a power of two apart share few of its sets.
void StructuredPlanner::useWholeLines() {
  // A block of more columns than the first cache has ways may not stay in them
  // for two steps. To widen elements takes longer than to fetch them.
  if (plan.transposed.size() != 1 || plan.interleave > 1 ||
      plan.lanes > getL1Ways())
    return;
  PlanTransposition transposition = plan.transposed.front();
  int64_t dim = transposition.dim, step = getLastStep(plan, dim);
  const OperandAccess &operand = problem.operands[transposition.operand];
  // The check of the plan refuses vectors along a sum of indices.
  if (operand.dims[plan.vectorDim].empty())
    return;
  const Stride &stride = operand.dims[plan.vectorDim].front().stride;
  int64_t line = target.lineBytes * 8 / operand.elementBits;
  auto isOfDim = [&](const PlanLoop &loop) { return loop.dim == dim; };
  if (operand.elementBits != problem.widestBits || 2 * step != line ||
      getOwnRun(operand, dim) < line || !stride.isStatic() ||
      roundToEdges(dim, line) != line ||
      llvm::count_if(plan.loops, isOfDim) != 1 || isOfDim(plan.loops.back()))
    return;
  int64_t shared =
      std::gcd(stride.factor * operand.elementBits / 8, target.l1WayBytes);
  int64_t lines = target.l1Bytes / std::max(target.lineBytes, shared);
  if (isKnownWithin(plan.vectorDim, lines))
    return;
  llvm::find_if(plan.loops, isOfDim)->step = line;
  addLoop(dim, step);
}

/// Goes on to the other rows of a tile before other columns, where rows share
/// words with others: the input's are on the lines that were read last.
void StructuredPlanner::finishRows() {
  size_t count = plan.loops.size();
  if (plan.transposed.size() != 1 || plan.interleave <= 1 || count < 3)
    return;
  StructuredPlan before = plan;
  PlanLoop *last = &plan.loops[count - 3];
  if (last[0].dim != plan.vectorDim ||
      last[1].dim != plan.transposed.front().dim ||
      last[2].dim != plan.vectorDim)
    return;
  last[0] = last[2];
  plan.loops.pop_back();
  if (errorToBool(checkPlan(problem, plan)))
    plan = std::move(before);
}

/// Returns how many bytes outputs may have to be written to the caches: half
/// of what the last one holds, which is `streaming-bytes`, or their share of
/// what it holds of all arrays, if that is less.
int64_t StructuredPlanner::getMostCachedBytes() const {
  int64_t outputs = 0, all = 0;
  for (const OperandAccess &operand : problem.operands) {
    bool isWhole = true;
    for (int64_t dim = 0; dim < problem.getRank(); ++dim)
      isWhole &= operand.dependsOn(dim);
    if (operand.isOutput)
      outputs += operand.elementBits;
    if (operand.isOutput || isWhole)
      all += operand.elementBits;
  }
  if (all <= 2 * outputs)
    return target.streamingBytes;
  return static_cast<int64_t>(2.0 * target.streamingBytes * outputs / all);
}

/// True if the outputs are known not to stay in the caches.
bool StructuredPlanner::hasLargeOutputs() const {
  int64_t bits = 0;
  for (const OperandAccess &operand : problem.operands)
    if (operand.isOutput)
      bits += operand.elementBits;
  for (int64_t extent : problem.extents)
    bits = multiplyKnown(bits, extent);
  return bits != kDynamic && bits / 8 > getMostCachedBytes();
}

/// Writes outputs around the caches that would not stay in them. Of extents
/// that are known at run time only, the program decides.
void StructuredPlanner::chooseStreaming() {
  bool isKnown = !llvm::is_contained(problem.extents, kDynamic);
  if (!target.streamingStores || (isKnown && !hasLargeOutputs()))
    return;
  plan.streaming = true;
  plan.streamedBytes = isKnown ? 0 : getMostCachedBytes();
  if (!errorToBool(checkStreaming(problem, plan)))
    return;
  plan.streaming = false;
  plan.streamedBytes = 0;
}

/// Goes down a few columns of a large input that is transposed, as far as the
/// first cache keeps what they meet, and stays in one column of tiles. Each
/// column is on pages of its own: processors fetch ahead along few of them, and
/// know where few of them are.
void StructuredPlanner::followColumns() {
  if (!hasLargeOutputs() || plan.transposed.size() != 1)
    return;
  int64_t dim = plan.transposed.front().dim, step = getLastStep(plan, dim),
          bits = 0;
  for (const OperandAccess &operand : problem.operands)
    if (operand.dependsOn(dim) && operand.dependsOn(plan.vectorDim))
      bits += operand.elementBits;
  int64_t room = target.l1Bytes * 8 / 2 / (bits * plan.lanes);
  int64_t run = roundToEdges(dim, llvm::bit_floor<uint64_t>(room));
  if (run <= step || run % step != 0 || isKnownWithin(dim, run))
    return;
  StructuredPlan before = plan;
  // Of `dim`, the first loop of one or two; within it, those over tiles and
  // over vectors.
  auto loop = llvm::find_if(
      plan.loops, [&](const PlanLoop &loop) { return loop.dim == dim; });
  auto isOfVectors = [&](const PlanLoop &loop) {
    return loop.dim == plan.vectorDim;
  };
  if (plan.loops.end() - loop < 3 || !isOfVectors(loop[1]) ||
      !isOfVectors(loop[2]))
    return;
  loop[0] = loop[1];
  loop[1] = {dim, run};
  addLoop(dim, step);
  // Blocks of whole lines fetch those of the next columns.
  if (target.prefetchTiles && plan.streaming) {
    for (auto [number, operand] : llvm::enumerate(problem.operands))
      if (!operand.isOutput && operand.dependsOn(dim) &&
          operand.dependsOn(plan.vectorDim))
        plan.prefetch.push_back(number);
    plan.aheadDim = plan.vectorDim;
    plan.ahead = plan.lanes;
  }
  if (errorToBool(checkPlan(problem, plan)))
    plan = std::move(before);
}

/// Goes down the rows of a square's columns, not along those of the output, if
/// the rows of the input that is transposed lie further apart: each of them is
/// read to its end before the next ones, and the output's are close together.
void StructuredPlanner::followFarRows() {
  constexpr int64_t further = 4;
  // What else is read would go down its rows as well.
  if (plan.transposed.size() != 1 || problem.operands.size() != 2 ||
      hasLargeOutputs())
    return;
  PlanTransposition transposition = plan.transposed.front();
  int64_t rowDim = transposition.dim;
  const OperandAccess &input = problem.operands[transposition.operand];
  const OperandAccess *output = llvm::find_if(
      problem.operands, [](const OperandAccess &o) { return o.isOutput; });
  if (!output->dependsOn(rowDim) || input.dims[plan.vectorDim].empty() ||
      output->dims[rowDim].empty())
    return;
  const Stride &from = input.dims[plan.vectorDim].front().stride,
               &to = output->dims[rowDim].front().stride;
  // What is known at run time only is a whole row of something.
  if (!to.isStatic() || (from.isStatic() && from.factor / further < to.factor))
    return;
  // The innermost loops, as far as they are over the two.
  StructuredPlan before = plan;
  auto isOfSquare = [&](const PlanLoop &loop) {
    return loop.dim == rowDim || loop.dim == plan.vectorDim;
  };
  while (!plan.loops.empty() && isOfSquare(plan.loops.back()))
    plan.loops.pop_back();
  addLoop(plan.vectorDim, getLastStep(before, plan.vectorDim));
  addLoop(rowDim, getLastStep(before, rowDim));
  if (errorToBool(checkPlan(problem, plan)))
    plan = std::move(before);
}

/// Returns the innermost loop over another dimension than the vector's.
static PlanLoop *findRowLoop(StructuredPlan &plan) {
  auto row = llvm::find_if(llvm::reverse(plan.loops), [&](PlanLoop loop) {
    return loop.dim != plan.vectorDim;
  });
  return row == plan.loops.rend() ? nullptr : &*row;
}

/// True if neighbours of an operand along `rowDim` lie further apart than those
/// along `other`.
static bool hasDistantRows(const OperandAccess &operand, int64_t rowDim,
                           int64_t other) {
  return !operand.dims[other].empty() && !operand.dims[rowDim].empty() &&
         operand.dims[other].front().stride.isStatic() &&
         operand.dims[rowDim].front().stride.isStatic() &&
         operand.dims[other].front().stride.factor <
             operand.dims[rowDim].front().stride.factor;
}

/// Returns how many rows so far apart the first cache keeps a line of, beside
/// as many of the output.
int64_t StructuredPlanner::getRowsKept(const OperandAccess &operand,
                                       int64_t rowDim) const {
  if (operand.isOutput || !operand.dependsOn(rowDim) ||
      operand.dims[rowDim].empty() ||
      !operand.dims[rowDim].front().stride.isStatic())
    return std::numeric_limits<int64_t>::max();
  int64_t shared = std::gcd(operand.dims[rowDim].front().stride.factor *
                                operand.elementBits / 8,
                            target.l1WayBytes);
  return std::max<int64_t>(
      1, target.l1Bytes / std::max(target.lineBytes, shared) - 1);
}

/// Takes a few rows of the output at a time, and goes on to the next rows of
/// the input before the others, where an input has its rows in another order
/// and the first cache does not keep a line of each: copies that permute
/// dimensions.
void StructuredPlanner::limitRows() {
  if (plan.lanes == 1 || !plan.transposed.empty() || !plan.prefetch.empty())
    return;
  PlanLoop *row = findRowLoop(plan);
  if (!row || row == plan.loops.begin() ||
      problem.extents[row->dim] == kDynamic)
    return;
  int64_t next = row[-1].dim, rowDim = row->dim, step = row->step;
  int64_t most = std::numeric_limits<int64_t>::max();
  for (const OperandAccess &operand : problem.operands)
    if (hasDistantRows(operand, rowDim, next))
      most = std::min(most, getRowsKept(operand, rowDim));
  most = roundToEdges(rowDim, llvm::bit_floor<uint64_t>(most));
  if (next == plan.vectorDim || isKnownWithin(rowDim, most) || most <= step ||
      most % step != 0)
    return;
  StructuredPlan before = plan;
  plan.loops.insert(row - 1, {rowDim, most});
  if (errorToBool(checkPlan(problem, plan)))
    plan = std::move(before);
}

/// True if a line and more lies between the vectors of one row of an operand
/// and those of the next row: padding, or columns that are not asked for.
bool StructuredPlanner::hasGaps(const OperandAccess &operand,
                                int64_t rowDim) const {
  auto interleave = operand.getInterleave(plan.vectorDim);
  int64_t extent = problem.extents[plan.vectorDim];
  if (!operand.dependsOn(plan.vectorDim) || operand.dims[rowDim].empty() ||
      !interleave || interleave->isSum || interleave->isAlone ||
      extent == kDynamic)
    return false;
  int64_t parts = interleave->getParts(rowDim);
  Stride stride = operand.getStride(rowDim, parts);
  int64_t line = target.lineBytes * 8, row = 0;
  return stride.isStatic() &&
         !llvm::MulOverflow(
             extent, parts * interleave->step * operand.elementBits, row) &&
         stride.factor * operand.elementBits >=
             static_cast<int64_t>(llvm::alignTo(row, line)) + line;
}

/// Takes the bytes of an operand with such gaps, gaps included, off the room in
/// a cache. True if they are known and there was room.
static bool takeRoom(const StructuredProblem &problem,
                     const OperandAccess &operand, int64_t vectorDim,
                     int64_t rowDim, int64_t &room) {
  int64_t parts = operand.getInterleave(vectorDim)->getParts(rowDim);
  int64_t bits = operand.getStride(rowDim, parts).factor * operand.elementBits;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (dim != vectorDim && operand.dependsOn(dim))
      bits = multiplyKnown(bits, problem.extents[dim]);
  if (bits == kDynamic)
    return false;
  room -= bits / parts / 8;
  return room >= 0;
}

/// Fetches the next tile of arrays whose rows have gaps, if the second cache
/// does not keep them. The processor fetches ahead by itself, but goes on into
/// the padding after each row, and what it fetches of the next one comes late.
void StructuredPlanner::chooseAhead() {
  if (!target.prefetchTiles || plan.lanes == 1 || !plan.transposed.empty())
    return;
  const OperandAccess *output = llvm::find_if(
      problem.operands, [](const OperandAccess &o) { return o.isOutput; });
  const PlanLoop *row = findRowLoop(plan);
  if (!row || output->tileEdges[row->dim].empty() ||
      !hasGaps(*output, row->dim))
    return;
  int64_t room = target.l2Bytes;
  bool isSmall = true;
  for (auto [number, operand] : llvm::enumerate(problem.operands)) {
    if (!hasGaps(operand, row->dim))
      continue;
    isSmall =
        isSmall && takeRoom(problem, operand, plan.vectorDim, row->dim, room);
    if (!operand.isOutput || !plan.streaming || plan.streamedBytes != 0)
      plan.prefetch.push_back(number);
  }
  if (isSmall)
    plan.prefetch.clear();
  if (plan.prefetch.empty())
    return;
  plan.aheadDim = row->dim;
  plan.ahead = *llvm::max_element(output->tileEdges[row->dim]);
  // An input in another order has the next rows of the output far away: those
  // of a few tiles are soon over.
  constexpr int64_t few = 4;
  auto isPermuted = [&](int64_t operand) {
    return row != plan.loops.begin() &&
           hasDistantRows(problem.operands[operand], row->dim, row[-1].dim);
  };
  bool isOver = isKnownWithin(row->dim, few * plan.ahead) &&
                llvm::any_of(plan.prefetch, isPermuted);
  if (!isOver && !errorToBool(checkPlan(problem, plan)))
    return;
  plan.prefetch.clear();
  plan.aheadDim = plan.ahead = 0;
}
