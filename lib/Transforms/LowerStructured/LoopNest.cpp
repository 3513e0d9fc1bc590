//===- LoopNest.cpp - The loops of a planned operation --------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "../Unrolling.h"

#include "tiled_layout/Structured/DotProducts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include "llvm/ADT/SetVector.h"
#include <limits>

using namespace mlir;
using namespace mlir::tiled_layout;

LoopNest::LoopNest(OpBuilder &builder, linalg::LinalgOp op,
                   const Target &target, const StructuredProblem &original,
                   const StructuredProblem &packed, const StructuredPlan &plan,
                   Value fill)
    : builder(builder), op(op), target(target), problem(packed), plan(plan),
      loc(op.getLoc()), math{builder, loc}, operands(builder, op, problem),
      panels(builder, op, target, original, plan),
      registers(builder, op, target, problem, plan, operands, fill),
      loops(getLoops(problem, plan)) {
  for (const PlanPack &pack : plan.packs) {
    StructuredPlan around = plan;
    around.loops.truncate(pack.depth);
    packLevels.push_back(getLoops(problem, around).size());
  }
  firstReduction = loops.size();
  while (firstReduction > 0 &&
         problem.isReduction[loops[firstReduction - 1].dim])
    --firstReduction;
  if (plan.dotSteps != 0 && needsCorrection(target, problem, plan)) {
    if (!packLevels.empty())
      firstReduction = std::max(firstReduction, packLevels.back());
    // After all that the vectors' operand depends on, but for the reductions
    // of a block of registers.
    int64_t operand = getDotOperands(problem, plan.vectorDim)->vector;
    for (size_t level = 0; level < firstReduction; ++level)
      if (problem.isReduction[loops[level].dim] ||
          problem.operands[operand].dependsOn(loops[level].dim))
        correctionLevel = level + 1;
    for (auto [pack, level] : llvm::zip_equal(plan.packs, packLevels))
      if (pack.operand == operand)
        correctionLevel = std::max(correctionLevel, level);
  }
  // Whole tiles and what is left of them are programs of their own where those
  // are few and small.
  int64_t cuts = 0;
  for (size_t level = 0; level < loops.size(); ++level)
    cuts += !isLast(level) && (level + 1 == loops.size() ||
                               loops[level + 1].dim != loops[level].dim);
  splitsOuter = !problem.hasReduction() && plan.transposed.empty() && cuts <= 2;
}

Value LoopNest::getValue(OpFoldResult number) {
  return getValueOrCreateConstantIndexOp(builder, loc, number);
}

Value LoopNest::isEqual(Value value, int64_t number) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, value,
                               math.constant(number));
}

Value LoopNest::isZero(Value value) { return isEqual(value, 0); }

Value LoopNest::isNonZero(Value value) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               math.constant(0));
}

bool LoopNest::isLast(size_t level) const {
  return llvm::none_of(
      llvm::drop_begin(loops, level + 1),
      [&](const PlanLoop &loop) { return loop.dim == loops[level].dim; });
}

void LoopNest::emit() {
  builder.setInsertionPoint(op);
  BlockState state;
  for (Range range : op.createLoopRanges(builder, loc)) {
    std::optional<int64_t> known = getConstantIntValue(range.size);
    state.limits.push_back(range.size);
    state.sizes.emplace_back();
    if (known)
      state.sizes.back().push_back(*known);
  }
  state.block.resize(problem.getRank(), 1);
  state.lanes = plan.lanes;
  for (size_t number = 0; number < problem.operands.size(); ++number)
    state.positions.push_back(operands.getStart(number));
  for (const PlanPack &pack : plan.packs)
    state.positions[pack.operand] = Value();
  bool hasSums =
      llvm::any_of(problem.operands, [](const OperandAccess &access) {
        return !access.sums.empty();
      });
  if (op.hasIndexSemantics() || hasSums || !plan.packs.empty())
    state.indices.resize(problem.getRank(), math.constant(0));
  if (plan.streaming)
    return emitStreaming(state);
  emit(0, state);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Returns the step of the loop around the last one over a dimension.
static int64_t getStepAround(const StructuredPlan &plan, int64_t dim) {
  int64_t around = std::numeric_limits<int64_t>::max();
  for (const PlanLoop &loop : plan.loops)
    if (loop.dim == dim && loop.step != getLastStep(plan, dim))
      around = loop.step;
  return around;
}

/// Returns the state `count` steps further along a dimension.
BlockState LoopNest::advance(const BlockState &state, int64_t dim, Value count,
                             int64_t step) {
  BlockState next = state;
  // After the whole vectors, or the whole blocks. Some rows of a word have
  // none.
  int64_t reach = getLastStep(plan, dim);
  if (dim == plan.vectorDim && step < plan.lanes)
    reach = plan.lanes;
  else if (dim == plan.vectorDim && state.isPartOfWord)
    reach = getStepAround(plan, dim);
  for (auto [number, access] : llvm::enumerate(problem.operands)) {
    if (access.dims[dim].empty() || !next.positions[number])
      continue;
    bool isAcross = llvm::any_of(access.dims[dim], [&](const AccessStep &next) {
      return step < next.edge && next.edge < reach;
    });
    auto isBelow = [&](const AccessStep &next) { return next.edge < reach; };
    Value distance =
        isAcross ? operands.getDistanceAcross(
                       number, ArrayRef(access.dims[dim]).take_while(isBelow),
                       math.mul(count, math.constant(step)))
                 : math.mul(count, operands.getDistance(
                                       number, access.getStride(dim, step)));
    next.positions[number] = math.add(state.positions[number], distance);
  }
  if (!next.indices.empty())
    next.indices[dim] =
        math.add(state.indices[dim], math.mul(count, math.constant(step)));
  return next;
}

/// True if loops around others are worth to be written out: the nine steps of a
/// 3x3 window, and reductions of one array, whose kernels are small.
static bool hasSmallKernels(const StructuredProblem &problem) {
  constexpr int64_t mostSteps = 16;
  if (problem.operands.size() == 2)
    return true;
  int64_t steps = 1;
  for (auto [extent, isReduction] :
       llvm::zip_equal(problem.extents, problem.isReduction))
    if (isReduction && (extent == kDynamic || extent > mostSteps ||
                        (steps *= extent) > mostSteps))
      return false;
  return true;
}

/// True if windows that slide along the loop meet elements of other rows of the
/// block again, each of them one for a whole vector: a multiply-add loads such
/// an element itself, but of steps written one after the other LLVM keeps all
/// in registers, which the results need.
///
/// Example: `d3 + d6` of an image whose channels are not neighbours, 14 indices
/// of d3 in the block, in the loop over d6.
static bool meetsRowsAgain(const StructuredProblem &problem,
                           const StructuredPlan &plan, int64_t dim) {
  auto isMetAgain = [&](const ArrayIndex &index) {
    auto isOf = [](int64_t dim) {
      return [dim](ArrayIndex::Term term) { return term.dim == dim; };
    };
    return llvm::any_of(index.terms, isOf(dim)) &&
           llvm::any_of(index.terms, [&](ArrayIndex::Term term) {
             return term.dim != dim && !problem.isReduction[term.dim] &&
                    getLastStep(plan, term.dim) > 1;
           });
  };
  return llvm::any_of(problem.operands, [&](const OperandAccess &operand) {
    return !operand.isOutput && !operand.dependsOn(plan.vectorDim) &&
           llvm::any_of(operand.indices, isMetAgain);
  });
}

/// Says how LLVM unrolls a loop of an operation with reductions.
void LoopNest::limitUnrolling(size_t level, const BlockState &state,
                              scf::ForOp loop, std::optional<int64_t> count) {
  if (!problem.hasReduction() || state.isCorrecting || plan.lanes == 1)
    return;
  // Each step more of a loop around others is a kernel more. Blocks at the
  // edges run too seldom to be worth more code. Fetches of several steps at
  // once wait for one another.
  bool isInnermost = level + 1 == loops.size(),
       isWithin = !state.results.empty();
  if ((!isInnermost && !hasSmallKernels(problem)) ||
      (isWithin && (!registers.isWhole(state) ||
                    meetsRowsAgain(problem, plan, loops[level].dim))) ||
      (isInnermost && plan.aheadInRows && plan.unrolledSteps == 1))
    return setUnrolling(loop, 1);
  // Of the innermost steps, LLVM writes several one after the other. It would
  // not by itself.
  int64_t steps = plan.unrolledSteps;
  if (isInnermost && isWithin && steps > 1 &&
      !(count && (*count % steps != 0 || *count < 2 * steps)))
    setUnrolling(loop, steps);
}

/// Emits a loop of `count` steps, which carries the results of reductions.
void LoopNest::emitLoop(size_t level, BlockState &state, OpFoldResult count,
                        int64_t step, Within within) {
  int64_t dim = loops[level].dim;
  std::optional<int64_t> known = getConstantIntValue(count);
  if (known && *known == 0)
    return;
  if (known && *known == 1) {
    BlockState next = state;
    within(next, math.constant(0));
    state.results = next.results;
    return;
  }
  Value zero = math.constant(0), end = getValue(count), one = math.constant(1);
  if (level == 0 && plan.parallel && state.results.empty()) {
    auto shared = scf::ParallelOp::create(builder, loc, zero, end, one);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(shared.getBody());
    Value number = shared.getInductionVars().front();
    BlockState next = advance(state, dim, number, step);
    return within(next, number);
  }
  auto loop = scf::ForOp::create(builder, loc, zero, end, one, state.results);
  limitUnrolling(level, state, loop, known);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  BlockState next = advance(state, dim, loop.getInductionVar(), step);
  next.results.assign(loop.getRegionIterArgs().begin(),
                      loop.getRegionIterArgs().end());
  within(next, loop.getInductionVar());
  if (!state.results.empty())
    scf::YieldOp::create(builder, loc, next.results);
  // LLVM takes a row that is filled for one instruction, and writes thousands
  // of them one after the other. Rows of a tile share what they load.
  constexpr int64_t mostRows = 8;
  bool fills = !problem.readsOutputs &&
               llvm::all_of(problem.operands, [](const OperandAccess &operand) {
                 return operand.isOutput || operand.isScalar;
               });
  if (!problem.hasReduction() && known && *known > mostRows &&
      (fills || !loop.getOps<scf::ForOp>().empty()))
    setUnrolling(loop, 1);
  state.results.assign(loop.getResults().begin(), loop.getResults().end());
}

/// Emits what runs if the condition holds.
void LoopNest::emitIf(Value condition, BlockState &state,
                      llvm::function_ref<void(BlockState &)> within) {
  bool isWithin = !state.results.empty();
  auto branch = scf::IfOp::create(builder, loc, TypeRange(state.results),
                                  condition, /*withElseRegion=*/isWithin);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  BlockState inner = state;
  within(inner);
  if (!isWithin)
    return;
  scf::YieldOp::create(builder, loc, inner.results);
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, state.results);
  state.results.assign(branch.getResults().begin(), branch.getResults().end());
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void LoopNest::emit(size_t level, BlockState &state) {
  // Threads that share the first loop have panels of their own.
  size_t alone = plan.parallel ? 1 : 0;
  if (state.allocated < packLevels.size() &&
      (level == alone || packLevels[state.allocated] < alone))
    return emitPanels(level, state);
  if (state.packed < packLevels.size() && packLevels[state.packed] == level)
    return emitPack(level, state);
  if (plan.matrixRows != 0 && level == alone && !state.matrixBuffer)
    state.matrixBuffer = panels.allocateOnStack(registers.getMatrixBuffer());
  if (level == correctionLevel && registers.isCorrected(state) &&
      state.corrections.empty() && !state.isCorrecting)
    return emitCorrections(level, state);
  if (problem.hasReduction() && level == firstReduction &&
      state.results.empty())
    return emitResults(level, state);
  if (level == loops.size()) {
    if (problem.hasReduction())
      registers.reduce(state);
    else
      registers.compute(state);
    return;
  }
  if (isLast(level))
    emitLast(level, state);
  else
    emitOuter(level, state);
}

/// Emits what is within the buffers of panels.
void LoopNest::emitPanels(size_t level, BlockState &state) {
  size_t first = state.allocated;
  auto isDue = [&](size_t pack) {
    return !plan.parallel || level > 0 || packLevels[pack] == 0;
  };
  while (state.allocated < packLevels.size() && isDue(state.allocated)) {
    size_t pack = state.allocated++;
    panels.allocate(pack);
    operands.setArray(plan.packs[pack].operand, panels.getArray(pack));
  }
  size_t end = state.allocated;
  emit(level, state);
  for (size_t pack = first; pack < end; ++pack)
    panels.release(pack);
}

/// Emits what is within a pack after it.
void LoopNest::emitPack(size_t level, BlockState &state) {
  panels.fill(state.packed, state.indices, state.limits, state.sizes);
  int64_t operand = plan.packs[state.packed].operand;
  state.positions[operand] = operands.getStart(operand);
  ++state.packed;
  emit(level, state);
}

/// Emits reductions around a block of results in registers.
void LoopNest::emitResults(size_t level, BlockState &state) {
  state.results = registers.loadResults(state);
  emit(level, state);
  registers.storeResults(state);
  state.results.clear();
}

/// Emits what is within the corrections of a row of results, which all rows
/// share: their reductions without the rows.
void LoopNest::emitCorrections(size_t level, BlockState &state) {
  BlockState sums = state;
  sums.isCorrecting = true;
  sums.allocated = sums.packed = packLevels.size();
  sums.results = registers.beginCorrections(state);
  emit(firstReduction, sums);
  state.corrections = sums.results;
  emit(level, state);
}

/// Returns the sizes of the blocks of `step` indices that some sizes have.
static SmallVector<int64_t, 2> getBlockSizes(ArrayRef<int64_t> sizes,
                                             int64_t step) {
  llvm::SetVector<int64_t, SmallVector<int64_t, 2>> blocks;
  for (int64_t size : sizes) {
    if (size >= step)
      blocks.insert(step);
    if (size % step != 0)
      blocks.insert(size % step);
  }
  return blocks.takeVector();
}

/// A loop with others over the same dimension within.
///
/// The last block of a reduction goes through the same program as the whole
/// ones: a second program for each of them would double what is compiled, for
/// each dimension anew.
void LoopNest::emitOuter(size_t level, BlockState &state) {
  int64_t dim = loops[level].dim, step = loops[level].step;
  auto within = [&, level, dim](BlockState &next, OpFoldResult limit,
                                ArrayRef<int64_t> sizes) {
    next.sizes[dim].assign(sizes.begin(), sizes.end());
    next.limits[dim] = sizes.size() == 1
                           ? OpFoldResult(builder.getIndexAttr(sizes.front()))
                           : limit;
    emit(level + 1, next);
  };
  SmallVector<int64_t, 2> sizes = getBlockSizes(state.sizes[dim], step);
  if (sizes.size() == 1 && sizes.front() != step)
    return within(state, {}, sizes);
  Value limit = getValue(state.limits[dim]);
  if (sizes.size() == 1) {
    emitLoop(level, state, getAsOpFoldResult(math.div(limit, step)), step,
             [&](BlockState &next, Value) { within(next, {}, sizes); });
    return;
  }
  // The loop within has a constant number of steps in whole blocks.
  bool isNext = level + 1 < loops.size() && loops[level + 1].dim == dim;
  // So has one that begins anew with each of them, and has a rest in each.
  bool isAnew = step % getLastStep(plan, dim) != 0;
  // Rows that are left of a tile of unknown extents are as whole ones, but a
  // constant number of them is faster where the body is short.
  constexpr int64_t fewSteps = 4;
  bool splitsTiles = splitsOuter && (!sizes.empty() || dim == plan.vectorDim ||
                                     problem.bodySteps <= fewSteps);
  bool isSplit = problem.hasReduction() ? isAnew && sizes.empty()
                                        : isNext || isAnew || splitsTiles;
  // What is transposed is too long to be there once for whole blocks and once
  // for others.
  if (isSplit && (plan.transposed.empty() || !sizes.empty())) {
    OpFoldResult count = getAsOpFoldResult(math.div(limit, step));
    emitLoop(level, state, count, step,
             [&](BlockState &next, Value) { within(next, {}, step); });
    Value number = getValue(count);
    BlockState rest = advance(state, dim, number, step);
    Value left = math.sub(limit, math.mul(number, math.constant(step)));
    llvm::erase(sizes, step);
    // A block of the only size that is left may not be there.
    if ((isNext && sizes.size() != 1) || getConstantIntValue(left)) {
      within(rest, left, sizes);
      state.results = rest.results;
      return;
    }
    emitIf(isNonZero(left), rest,
           [&](BlockState &next) { within(next, left, sizes); });
    state.results = rest.results;
    return;
  }
  Value count = math.div(math.add(limit, math.constant(step - 1)), step);
  emitLoop(level, state, getAsOpFoldResult(count), step,
           [&](BlockState &next, Value number) {
             Value before = math.mul(number, math.constant(step));
             within(next, math.min(math.sub(limit, before), step), sizes);
           });
}

/// The loop that decides what is unrolled of a dimension.
void LoopNest::emitLast(size_t level, BlockState &state) {
  int64_t dim = loops[level].dim, step = loops[level].step;
  Value limit = getValue(state.limits[dim]);
  // Each of these programs is short.
  if (state.isPartOfWord && dim == plan.vectorDim && step > plan.lanes)
    return emitVectorRest(level, state, limit);
  // Zeros fill up the last steps of matrices.
  bool isFilled = plan.matrixRows != 0 && dim == plan.dotDim;
  Value filled = isFilled ? math.add(limit, math.constant(step - 1)) : limit;
  OpFoldResult count = getAsOpFoldResult(math.div(filled, step));
  BlockState strip = state;
  emitLoop(level, state, count, step,
           [&, step](BlockState &next, Value number) {
             if (plan.aheadInRows && level + 1 == loops.size()) {
               next.stripPositions = strip.positions;
               next.stripStep = number;
             }
             emitBlock(level, next, step);
           });
  if (isFilled)
    return;
  SmallVector<int64_t, 2> sizes = getBlockSizes(state.sizes[dim], step);
  if (step == 1 || (sizes.size() == 1 && sizes.front() == step))
    return;
  Value steps = getValue(count);
  BlockState rest = advance(state, dim, steps, step);
  Value left = math.sub(limit, math.mul(steps, math.constant(step)));
  if (sizes.empty()) {
    emitRest(level, rest, left);
    state.results = rest.results;
    return;
  }
  // Last blocks of sizes that are known.
  llvm::erase(sizes, step);
  for (int64_t size : sizes) {
    auto within = [&, size](BlockState &next) { emitBlock(level, next, size); };
    if (getConstantIntValue(left))
      within(rest);
    else
      emitIf(sizes.size() == 1 ? isNonZero(left) : isEqual(left, size), rest,
             within);
  }
  state.results = rest.results;
}
