//===- RegisterWindows.cpp - Windows that slide over turns ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows that a window has reached take turns in memory, as in T(8,128)(4,1),
// but begin within a turn. They are put together from the turns that have them,
// which the steps of a window, and the vectors beside it, share.
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Loads a vector as it lies in memory: the turn of an operand that is `number`
/// turns behind that at which the block begins.
Value RegisterBlock::loadTurnOf(const BlockState &state, int64_t operand,
                                const BlockPoint &point, const IndexSum &sum,
                                int64_t number, Cache &cache) {
  // Points that differ in the sum only share it.
  BlockPoint shared = point;
  int64_t factor = 0;
  for (auto [dim, by] : sum.terms) {
    shared[dim] = 0;
    if (dim == plan.turnsDim)
      factor = by;
  }
  shared[plan.turnsDim] = number;
  Cache::key_type key = makeKey(operand, shared, /*turns=*/true);
  key.first += problem.operands.size();
  Value &known = cache[key];
  if (known)
    return known;
  Value index =
      math.add(math.mul(state.indices[plan.turnsDim], math.constant(factor)),
               math.constant(number * state.turns));
  Value position = getPosition(state, operand, point, &sum);
  for (size_t step = 1; step < sum.steps.size(); ++step)
    position = math.add(
        position,
        math.mul(getDigit(index, sum, step),
                 operands.getDistance(operand, sum.steps[step].stride)));
  return known = loadElementsAt(operand, position, getWidth(state),
                                getTurnsMask(state, point));
}

/// Loads the rows that a window has reached at the points of a vector with
/// turns. Blocks begin at a turn, and so do windows that have not moved.
Value RegisterBlock::loadSlidingTurns(const BlockState &state, int64_t operand,
                                      const BlockPoint &point,
                                      const IndexSum &sum, Cache &cache) {
  int64_t turns = state.turns, width = getWidth(state);
  // Turns behind the last result may lie behind the array.
  int64_t count =
      std::min(turns, state.block[plan.turnsDim] - point[plan.turnsDim]);
  SmallVector<int64_t> rows(count, sum.constant);
  for (auto [dim, factor] : sum.terms)
    for (auto [number, row] : llvm::enumerate(rows))
      row +=
          factor * (point[dim] +
                    (dim == plan.turnsDim ? static_cast<int64_t>(number) : 0));
  Value result;
  for (int64_t first = 0, next = 0; first < count; first = next) {
    int64_t number = rows[first] / turns;
    while (next < count && rows[next] / turns == number)
      ++next;
    Value turn = loadTurnOf(state, operand, point, sum, number, cache);
    // The first two are put together at once.
    if (!result && next < count) {
      int64_t second = rows[next] / turns, begin = next;
      while (next < count && rows[next] / turns == second)
        ++next;
      result = turn;
      turn = loadTurnOf(state, operand, point, sum, second, cache);
      SmallVector<int64_t> lanes;
      for (int64_t element = 0; element < width; ++element) {
        int64_t part = element % turns, lane = element - part;
        lanes.push_back(part >= next ? element
                                     : lane + rows[part] % turns +
                                           (part < begin ? 0 : width));
      }
      result =
          asType(vector::ShuffleOp::create(builder, loc, asIntegers(result),
                                           asIntegers(turn), lanes),
                 cast<VectorType>(turn.getType()).getElementType());
      continue;
    }
    SmallVector<int64_t> lanes;
    bool isSame = true;
    for (int64_t element = 0; element < width; ++element) {
      int64_t part = element % turns, lane = element - part;
      bool isNew = part >= first && part < next;
      lanes.push_back(isNew ? lane + rows[part] % turns + (result ? width : 0)
                            : element);
      isSame &= lanes.back() == element;
    }
    if (isSame) {
      result = turn;
      continue;
    }
    Type element = cast<VectorType>(turn.getType()).getElementType();
    result = asType(vector::ShuffleOp::create(
                        builder, loc, asIntegers(result ? result : turn),
                        asIntegers(turn), lanes),
                    element);
  }
  return result;
}
