//===- RegisterFetch.cpp - Fetches what blocks of registers come to -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <set>

using namespace mlir;
using namespace mlir::tiled_layout;

/// Fetches the line in which an element of an operand lies. Stores around the
/// caches take the places where the first cache awaits lines: the second one
/// fetches beside them.
void RegisterBlock::prefetch(int64_t operand, Value position, bool isWrite) {
  memref::PrefetchOp::create(builder, loc, operands.getArray(operand), position,
                             isWrite, /*localityHint=*/plan.streaming ? 2 : 3,
                             /*isDataCache=*/true);
}

//===----------------------------------------------------------------------===//
// Operations without reductions
//===----------------------------------------------------------------------===//

/// Returns how many elements after those of a dimension an operand is read.
static int64_t getShift(const OperandAccess &operand, int64_t dim) {
  auto shift = llvm::find_if(operand.shifts, [dim](const IndexShift &shift) {
    return shift.dim == dim;
  });
  return shift == operand.shifts.end() ? 0 : shift->by;
}

/// Fetches the lines that begin within the vector at a point, `ahead` indices
/// further, of each input or output that the plan names.
void RegisterBlock::fetchAhead(const BlockState &state, const BlockPoint &point,
                               bool outputs) {
  for (int64_t operand : plan.prefetch) {
    const OperandAccess &access = problem.operands[operand];
    if (access.isOutput != outputs)
      continue;
    OperandAccess::Interleave interleave = getInterleave(operand);
    // Rows that are interleaved lie in the same lines: the first row of a word
    // fetches it, or all at once if the plan takes them together.
    int64_t shift = plan.interleave > 1 ? 0 : getShift(access, interleave.dim);
    if (interleave.dim >= 0 &&
        (point[interleave.dim] + shift) % interleave.parts != 0)
      continue;
    int64_t bits = interleave.parts * interleave.step * access.elementBits;
    int64_t begin = point[plan.vectorDim] * bits / 8;
    int64_t end = begin + llvm::divideCeil(state.lanes * bits, 8);
    BlockPoint last = point;
    // A row within a word on, the last one is in the next word.
    if (plan.interleave > 1 && access.isSummed(plan.interleavedDim))
      last[plan.interleavedDim] += plan.interleave - 1;
    Value position = getPosition(state, operand, last);
    position = math.add(
        position, operands.getDistanceAhead(
                      operand, access.getStrideAhead(plan.aheadDim, plan.ahead),
                      plan.aheadBytes));
    for (int64_t line = llvm::alignTo(begin, plan.lineBytes); line < end;
         line += plan.lineBytes)
      // Outputs are fetched as inputs are: to ask for them to be written takes
      // longer on x86.
      prefetch(operand, math.add(position, math.constant((line - begin) * 8 /
                                                         access.elementBits)));
  }
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Returns points of a block at which an operand has elements, each in a line
/// of its own, as if the block began with a line.
static SmallVector<BlockPoint> getLines(const OperandAccess &operand,
                                        ArrayRef<int64_t> block,
                                        int64_t lineBytes) {
  SmallVector<BlockPoint> points = {BlockPoint(block.size(), 0)};
  for (auto [dim, size] : llvm::enumerate(block)) {
    SmallVector<BlockPoint> all;
    for (int64_t index = 0; index < (operand.dims[dim].empty() ? 1 : size);
         ++index)
      for (BlockPoint point : points) {
        point[dim] = index;
        all.push_back(std::move(point));
      }
    points = std::move(all);
  }
  std::set<std::vector<int64_t>> lines;
  llvm::erase_if(points, [&](const BlockPoint &point) {
    // Steps that are known at run time only lead to other lines.
    std::vector<int64_t> line = {0};
    for (auto [index, steps] : llvm::zip_equal(point, operand.dims))
      for (auto [number, step] : llvm::enumerate(steps)) {
        int64_t digit = index / step.edge;
        if (number + 1 < steps.size())
          digit %= steps[number + 1].edge / step.edge;
        if (step.stride.isStatic())
          line.front() += digit * step.stride.factor;
        else
          line.push_back(digit);
      }
    line.front() = line.front() * operand.elementBits / (8 * lineBytes);
    return !lines.insert(std::move(line)).second;
  });
  return points;
}

/// Fetches this step's share of the rows that lie ahead of the innermost loop.
/// They reach memory in its own order, which processors fetch ahead of.
void RegisterBlock::fetchRowsAhead(const BlockState &state, int64_t operand,
                                   const RowsAhead &rows, Value ahead) {
  const OperandAccess &access = problem.operands[operand];
  int64_t line = plan.lineBytes * 8 / access.elementBits;
  Value start = math.add(state.stripPositions[operand], ahead);
  Value part =
      math.div(math.rem(state.stripStep, rows.stepsOfRow), rows.stepsOfLine);
  part = math.mul(part, math.constant(rows.lines * line));
  Value first = math.div(state.stripStep, rows.stepsOfRow);
  first = math.mul(first, math.constant(rows.rowsOfStep * rows.rowIndices));
  for (int64_t row = 0; row < rows.rowsOfStep; ++row) {
    Value index = math.add(first, math.constant(row * rows.rowIndices));
    Value position = math.add(
        start, math.add(part, operands.getDistanceAcross(
                                  operand, access.dims[rows.rowDim], index)));
    for (int64_t number = 0; number < rows.lines; ++number)
      prefetch(operand, math.add(position, math.constant(number * line)));
  }
}

/// Fetches what the block `ahead` indices further reads of the operands that
/// the plan names.
void RegisterBlock::fetchBlocksAhead(const BlockState &state) {
  if (plan.ahead == 0 || !problem.hasReduction())
    return;
  for (int64_t operand : plan.prefetch) {
    const OperandAccess &access = problem.operands[operand];
    Value ahead = operands.getDistanceAhead(
        operand, access.getStrideAhead(plan.aheadDim, plan.ahead),
        plan.aheadBytes);
    if (plan.aheadInRows && state.stripStep) {
      RowsAhead rows = *getRowsAhead(problem, plan, operand);
      if (state.block[rows.rowDim] == getLastStep(plan, rows.rowDim)) {
        fetchRowsAhead(state, operand, rows, ahead);
        continue;
      }
    }
    for (const BlockPoint &point :
         getLines(access, state.block, plan.lineBytes))
      prefetch(operand, math.add(getPosition(state, operand, point), ahead));
  }
}
