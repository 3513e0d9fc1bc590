//===- RegisterBlock.cpp - A block of results in registers ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

RegisterBlock::RegisterBlock(OpBuilder &builder, linalg::LinalgOp op,
                             const Target &target,
                             const StructuredProblem &problem,
                             const StructuredPlan &plan, FlatOperands &operands,
                             Value fill)
    : builder(builder), op(op), target(target), problem(problem), plan(plan),
      operands(operands), fill(fill), loc(op.getLoc()), math{builder, loc},
      numInputs(op.getNumDpsInputs()), numOutputs(op.getNumDpsInits()) {
  for (int64_t output = 0; output < numOutputs; ++output)
    extrema.push_back(problem.hasReduction() ? getNarrowExtremum(op, output)
                                             : nullptr);
  if (problem.keepsFirst)
    first = getFirstExtremum(op);
  for (const PlanPack &pack : plan.packs)
    if (pack.isWide)
      widenings.push_back(getWidening(op, pack.operand));
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Returns the points of the block along the parallel dimensions or along the
/// reductions, in the operation's order; the vector's dimension in steps of a
/// vector, that which is interleaved in steps of a group. Of an operation with
/// reductions, vectors of a row follow one another: what they are multiplied by
/// is in a register for so long only.
SmallVector<BlockPoint> RegisterBlock::getPoints(const BlockState &state,
                                                 bool isReduction) const {
  SmallVector<BlockPoint> points = {BlockPoint(problem.getRank(), 0)};
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq(problem.getRank()));
  if (!isReduction && problem.hasReduction())
    std::rotate(dims.begin() + plan.vectorDim,
                dims.begin() + plan.vectorDim + 1, dims.end());
  for (int64_t dim : dims) {
    if (problem.isReduction[dim] != isReduction)
      continue;
    int64_t step = dim == plan.vectorDim        ? state.lanes
                   : dim == plan.interleavedDim ? state.interleave
                                                : 1;
    SmallVector<BlockPoint> next;
    for (const BlockPoint &point : points)
      for (int64_t index = 0; index < state.block[dim]; index += step) {
        next.push_back(point);
        next.back()[dim] = index;
      }
    points = std::move(next);
  }
  return points;
}

/// Returns the mask of the vector at a point, null if all elements are there.
Value RegisterBlock::getMask(const BlockState &state,
                             const BlockPoint &point) const {
  int64_t last = state.block[plan.vectorDim] - state.lanes;
  return point[plan.vectorDim] == last ? state.mask : Value();
}

/// Returns where a point of the block lies. Blocks begin at multiples of the
/// edges of tiles below their size. `without` is a sum that is not counted;
/// `further` is added to the shift along the vector's dimension, and `rows` to
/// that along the one that is interleaved.
Value RegisterBlock::getPosition(const BlockState &state, int64_t operand,
                                 const BlockPoint &point,
                                 const IndexSum *without, int64_t further,
                                 int64_t rows) {
  const OperandAccess &access = problem.operands[operand];
  int64_t known = 0;
  Value position = state.positions[operand];
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    ArrayRef<AccessStep> steps = access.dims[dim];
    for (auto [number, step] : llvm::enumerate(steps)) {
      int64_t digit = point[dim] / step.edge;
      if (number + 1 < steps.size())
        digit %= steps[number + 1].edge / step.edge;
      if (digit == 0)
        continue;
      Stride distance = step.stride * digit;
      if (distance.isStatic())
        known += distance.factor;
      else
        position = math.add(position, operands.getDistance(operand, distance));
    }
  }
  for (const IndexSum &sum : access.sums) {
    if (&sum == without)
      continue;
    Value index = getSumIndex(state, point, sum);
    if (const IndexShift *shift = access.findShift(sum.terms.front().first)) {
      int64_t by = shift->by;
      if (shift->dim == plan.vectorDim)
        by += further;
      else if (rows != 0 && shift->dim == getInterleave(operand).dim)
        by += rows;
      int64_t stride = access.dims[shift->dim].front().stride.factor;
      Value units = getUnits(state, point, *shift, by);
      index = math.add(index, math.mul(units, math.constant(shift->unit)));
      position = math.sub(position,
                          math.mul(units, math.constant(shift->unit * stride)));
      known += by * stride;
    }
    for (size_t step = isSumInterleaved(state, operand, sum);
         step < sum.steps.size(); ++step) {
      Value digit = getDigit(index, sum, step);
      Value distance = operands.getDistance(operand, sum.steps[step].stride);
      position = math.add(position, math.mul(digit, distance));
    }
  }
  return math.add(position, math.constant(known));
}

/// Returns the index that a sum is at a point of the block.
Value RegisterBlock::getSumIndex(const BlockState &state,
                                 const BlockPoint &point, const IndexSum &sum) {
  Value index = math.constant(sum.constant);
  for (auto [dim, factor] : sum.terms) {
    Value term = math.add(state.indices[dim], math.constant(point[dim]));
    index = math.add(index, math.mul(term, math.constant(factor)));
  }
  return index;
}

/// Returns how many steps of an edge there are from the edge above to a sum.
Value RegisterBlock::getSumDigit(const BlockState &state,
                                 const BlockPoint &point, const IndexSum &sum,
                                 size_t step) {
  return getDigit(getSumIndex(state, point, sum), sum, step);
}

/// Returns how many steps of an edge there are from the edge above to an index.
Value RegisterBlock::getDigit(Value index, const IndexSum &sum, size_t step) {
  Value digit = math.div(index, sum.steps[step].edge);
  if (step + 1 == sum.steps.size())
    return digit;
  return math.rem(digit, sum.steps[step + 1].edge / sum.steps[step].edge);
}

/// True if vectors of the operand have all indices of the sum that are
/// interleaved.
bool RegisterBlock::isSumInterleaved(const BlockState &state, int64_t operand,
                                     const IndexSum &sum) const {
  return state.lanes > 1 && getInterleave(operand).isSum &&
         sum.steps.size() > 1 && sum.steps.front().stride.isUnit();
}

//===----------------------------------------------------------------------===//
// Operations without reductions
//===----------------------------------------------------------------------===//

/// Stores the results of a block.
void RegisterBlock::storeParts(ArrayRef<BlockPart> parts, bool streams) {
  for (const BlockPart &part : parts) {
    // What is stored around the caches is not to be in them.
    for (const BlockPoint &point : part.points)
      if (!streams)
        fetchAhead(part.state, point, /*outputs=*/true);
    for (auto [output, values] : llvm::enumerate(part.results)) {
      BlockState state = part.state;
      state.streams = streams;
      storeAll(state, output, part.points, values);
    }
  }
}

bool RegisterBlock::isWhole(const BlockState &state) const {
  if (state.mask || state.lanes != plan.lanes)
    return false;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (!problem.isReduction[dim] && state.block[dim] != getLastStep(plan, dim))
      return false;
  return true;
}

/// Makes LLVM read a row of a block after the one before. Its scheduler would
/// mix their loads, and hardware prefetchers would lose the rows.
void RegisterBlock::orderRows(const BlockState &state, const BlockPart &part,
                              const BlockPoint &point) {
  bool beginsRow = point[plan.vectorDim] == 0 && &point != part.points.begin();
  if (beginsRow && state.streamsBlocks && plan.transposed.empty() &&
      state.block[plan.vectorDim] > state.lanes)
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::acq_rel,
                          /*syncscope=*/"singlethread");
}

void RegisterBlock::compute(const BlockState &state) {
  Cache cache;
  SmallVector<BlockPart, 2> parts = getBlockParts(state);
  for (BlockPart &part : parts)
    for (const BlockPoint &point : part.points) {
      fetchAhead(part.state, point, /*outputs=*/false);
      orderRows(state, part, point);
      SmallVector<Value> before;
      for (int64_t output = 0; problem.readsOutputs && output < numOutputs;
           ++output)
        before.push_back(
            loadElements(part.state, numInputs + output, point, cache));
      part.results.resize(numOutputs);
      for (auto [output, value] :
           llvm::enumerate(runBody(part.state, point, before, cache)))
        part.results[output].push_back(toBytes(value));
    }
  // Loads first: an output may be an input at the same index.
  if (!state.streamsBlocks || !isWhole(state))
    return storeParts(parts, /*streams=*/false);
  auto branch = scf::IfOp::create(builder, loc, state.streamsBlocks,
                                  /*withElseRegion=*/true);
  for (bool streams : {true, false}) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(streams ? branch.thenBlock()
                                             : branch.elseBlock());
    storeParts(parts, streams);
  }
}
