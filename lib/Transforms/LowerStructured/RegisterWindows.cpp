//===- RegisterWindows.cpp - Windows that slide over groups ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows that a window has reached are interleaved in memory, as in
// T(8,128)(4,1), but begin within a group. They are put together from the
// groups that have them, which the steps of a window, and the vectors beside
// it, share.
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns what points that need a group of an operand have in common: they
/// differ in the sum only.
RegisterBlock::Cache::key_type
RegisterBlock::makeGroupKey(int64_t operand, const BlockPoint &point,
                            const IndexSum &sum, int64_t number) const {
  BlockPoint shared = point;
  for (auto [dim, factor] : sum.terms)
    shared[dim] = 0;
  shared[plan.interleavedDim] = number;
  Cache::key_type key = makeKey(operand, shared, /*interleave=*/true);
  key.first += problem.operands.size();
  return key;
}

/// Loads a vector as it lies in memory: the group of an operand that is
/// `number` groups after that at which the block begins.
Value RegisterBlock::loadGroupOf(const BlockState &state, int64_t operand,
                                 const BlockPoint &point, const IndexSum &sum,
                                 int64_t number, Cache &cache) {
  Value &known = cache[makeGroupKey(operand, point, sum, number)];
  if (known)
    return known;
  int64_t factor = 0;
  for (auto [dim, by] : sum.terms)
    if (dim == plan.interleavedDim)
      factor = by;
  Value index =
      math.mul(state.indices[plan.interleavedDim], math.constant(factor));
  index = math.add(index, math.constant(number * state.interleave));
  Value distance = math.constant(0);
  for (size_t step = 1; step < sum.steps.size(); ++step) {
    Value digit = getDigit(index, sum, step);
    Value stride = operands.getDistance(operand, sum.steps[step].stride);
    distance = math.add(distance, math.mul(digit, stride));
  }
  auto getStart = [&](int64_t further) {
    return math.add(getPosition(state, operand, point, &sum, further),
                    distance);
  };
  return known = loadShifted(state, operand, point, getWidth(state),
                             getInterleavedMask(state, point), /*own=*/{},
                             getStart);
}

/// Loads the rows that a window has reached at the points of a vector with
/// groups. Blocks begin at a group, and so do windows that have not moved.
Value RegisterBlock::loadSlidingRows(const BlockState &state, int64_t operand,
                                     const BlockPoint &point,
                                     const IndexSum &sum, Cache &cache) {
  int64_t interleave = state.interleave, width = getWidth(state);
  // Groups after the last result may lie after the array.
  int64_t count = std::min(interleave, state.block[plan.interleavedDim] -
                                           point[plan.interleavedDim]);
  SmallVector<int64_t> rows(count, sum.constant);
  for (auto [dim, factor] : sum.terms)
    for (auto [number, row] : llvm::enumerate(rows))
      row += factor *
             (point[dim] +
              (dim == plan.interleavedDim ? static_cast<int64_t>(number) : 0));
  Value result;
  for (int64_t first = 0, next = 0; first < count; first = next) {
    int64_t number = rows[first] / interleave;
    while (next < count && rows[next] / interleave == number)
      ++next;
    Value group = loadGroupOf(state, operand, point, sum, number, cache);
    // The first two are put together at once.
    if (!result && next < count) {
      int64_t second = rows[next] / interleave, begin = next;
      while (next < count && rows[next] / interleave == second)
        ++next;
      result = group;
      group = loadGroupOf(state, operand, point, sum, second, cache);
      SmallVector<int64_t> lanes;
      for (int64_t element = 0; element < width; ++element) {
        int64_t part = element % interleave, lane = element - part;
        lanes.push_back(part >= next ? element
                                     : lane + rows[part] % interleave +
                                           (part < begin ? 0 : width));
      }
      Value before = asIntegers(result), after = asIntegers(group);
      result =
          asType(vector::ShuffleOp::create(builder, loc, before, after, lanes),
                 cast<VectorType>(group.getType()).getElementType());
      continue;
    }
    SmallVector<int64_t> lanes;
    bool isSame = true;
    for (int64_t element = 0; element < width; ++element) {
      int64_t part = element % interleave, lane = element - part;
      bool isNew = part >= first && part < next;
      lanes.push_back(isNew ? lane + rows[part] % interleave +
                                  (result ? width : 0)
                            : element);
      isSame &= lanes.back() == element;
    }
    if (isSame) {
      result = group;
      continue;
    }
    Type element = cast<VectorType>(group.getType()).getElementType();
    Value before = asIntegers(result ? result : group);
    Value after = asIntegers(group);
    result = asType(
        vector::ShuffleOp::create(builder, loc, before, after, lanes), element);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Groups that are combined before windows slide
//===----------------------------------------------------------------------===//

/// Returns the input whose elements, as they are, the body combines with the
/// results, if windows slide over it: the rows of a window are combined first,
/// group by group, and its columns once after the loops.
std::optional<RegisterBlock::Sliding>
RegisterBlock::getSliding(const BlockState &outer) {
  BlockState state = withInterleave(outer);
  Block &body = *op.getBlock();
  if (state.interleave == 1 || numOutputs != 1 || extrema.front() ||
      isPartial() || !llvm::hasNItems(body.without_terminator(), 1))
    return std::nullopt;
  Operation &combiner = body.front();
  for (int64_t operand = 0; operand < numInputs; ++operand) {
    BlockArgument input = body.getArgument(operand);
    const IndexSum *sum = findSlidingInterleave(
        problem, problem.operands[operand], plan.vectorDim, plan.interleavedDim,
        plan.interleave);
    if (!sum || isInBytes(input.getType()) ||
        !llvm::is_contained(combiner.getOperands(), input) ||
        !llvm::is_contained(combiner.getOperands(),
                            body.getArgument(numInputs)))
      continue;
    int64_t last = sum->constant;
    auto isZero = [&](const BlockPoint &point) {
      return llvm::all_of(sum->terms,
                          [&](auto term) { return point[term.first] == 0; });
    };
    // A block holds all of a window.
    for (auto [dim, factor] : sum->terms)
      last += factor * (std::max<int64_t>(1, dim == plan.interleavedDim
                                                 ? state.block[dim]
                                                 : problem.extents[dim]) -
                        1);
    SmallVector<BlockPoint> points = getPoints(state, /*isReduction=*/false);
    llvm::erase_if(points, [&](auto &point) { return !isZero(point); });
    return Sliding{operand, *sum, sum->constant / state.interleave,
                   last / state.interleave + 1, std::move(points)};
  }
  return std::nullopt;
}

/// Returns, for each point and group, what changes nothing.
SmallVector<Value> RegisterBlock::loadSlidingResults(const BlockState &state,
                                                     const Sliding &sliding) {
  int64_t interleave = sliding.endGroup - sliding.firstGroup;
  return SmallVector<Value>(sliding.points.size() * interleave,
                            makeNeutral(withInterleave(state), /*output=*/0));
}

/// One step of all reductions but those of the sum.
void RegisterBlock::reduceSliding(BlockState &state, const Sliding &sliding) {
  BlockState interleaved = withInterleave(state);
  Cache cache;
  for (const BlockPoint &step : getPoints(interleaved, /*isReduction=*/true)) {
    if (llvm::any_of(sliding.sum.terms,
                     [&](auto term) { return step[term.first] != 0; }))
      continue;
    auto result = state.results.begin();
    for (const BlockPoint &point : sliding.points) {
      BlockPoint both = addStep(point, step);
      for (int64_t group = sliding.firstGroup; group < sliding.endGroup;
           ++group, ++result)
        *result = combine(/*output=*/0, *result,
                          loadGroupOf(interleaved, sliding.operand, both,
                                      sliding.sum, group, cache));
    }
  }
}

/// Returns, for each point of the block, the groups' results combined along the
/// window.
SmallVector<Value> RegisterBlock::slideResults(const BlockState &state,
                                               const Sliding &sliding) {
  BlockState interleaved = withInterleave(state);
  Cache cache;
  auto result = state.results.begin();
  for (const BlockPoint &point : sliding.points)
    for (int64_t group = sliding.firstGroup; group < sliding.endGroup; ++group)
      cache[makeGroupKey(sliding.operand, point, sliding.sum, group)] =
          *result++;
  // After the loops, the steps of the window are those of the sum alone.
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.isReduction[dim])
      interleaved.block[dim] = 1;
  for (auto [dim, factor] : sliding.sum.terms)
    if (dim != plan.interleavedDim)
      interleaved.block[dim] = std::max<int64_t>(1, problem.extents[dim]);
  SmallVector<BlockPoint> steps = getPoints(interleaved, /*isReduction=*/true);
  SmallVector<Value> results;
  for (const BlockPoint &point :
       getPoints(interleaved, /*isReduction=*/false)) {
    Value all;
    for (const BlockPoint &step : steps) {
      BlockPoint both = addStep(point, step);
      Value own = loadSlidingRows(interleaved, sliding.operand, both,
                                  sliding.sum, cache);
      all = all ? combine(/*output=*/0, all, own) : own;
    }
    results.push_back(all);
  }
  return results;
}
