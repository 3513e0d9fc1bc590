//===- RegisterReductions.cpp - Reductions of a block of registers --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns short floats as f32.
Value RegisterBlock::extend(Value value) {
  Type element = getElementTypeOrSelf(value.getType());
  if (element.getIntOrFloatBitWidth() >= 32)
    return value;
  Type wide = builder.getF32Type();
  if (auto type = dyn_cast<VectorType>(value.getType()))
    wide = type.clone(wide);
  return arith::ExtFOp::create(builder, loc, wide, value);
}

/// Returns what changes nothing where it is combined: of extrema, the number
/// that lies furthest away.
static TypedAttr getNeutral(Operation *combiner) {
  TypedAttr neutral = *arith::getNeutralElement(combiner);
  auto number = dyn_cast<FloatAttr>(neutral);
  // Upstream takes an infinity, which f8E4M3FN has not.
  if (!number || !number.getValue().isNaN())
    return neutral;
  bool isNegative = isa<arith::MaximumFOp, arith::MaxNumFOp>(combiner);
  return FloatAttr::get(
      number.getType(),
      APFloat::getLargest(number.getValue().getSemantics(), isNegative));
}

/// Returns a vector that changes nothing where it is combined.
Value RegisterBlock::makeNeutral(const BlockState &state, int64_t output) {
  assert(!first && "an extremum and its index have no neutral element");
  SmallVector<Operation *, 4> combiners;
  matchReduction(op.getRegionOutputArgs(), output, combiners);
  TypedAttr neutral = getNeutral(combiners.front());
  // Of a sum, the zero that leaves the sign of another zero.
  if (isa<arith::AddFOp>(combiners.front()))
    neutral = builder.getFloatAttr(neutral.getType(), -0.0);
  Value scalar = arith::ConstantOp::create(builder, loc, neutral);
  return splat(state, extrema[output] ? extend(scalar) : scalar);
}

SmallVector<Value> RegisterBlock::loadResults(const BlockState &outer) {
  if (plan.matrixRows != 0)
    return beginMatrices(outer);
  if (std::optional<Sliding> sliding = getSliding(outer))
    return loadSlidingResults(outer, *sliding);
  BlockState state = withInterleave(outer);
  // Of those that keep the first extremum, each lane begins with what was kept.
  bool isNeutral = (isPartial() && !first) || state.interleave > 1;
  Cache cache;
  SmallVector<Value> results;
  for (const BlockPoint &point : getPoints(state, /*isReduction=*/false)) {
    for (int64_t operand :
         plan.ahead == 0 ? ArrayRef(plan.prefetch) : ArrayRef<int64_t>())
      prefetch(operand, getPosition(state, operand, point), /*isWrite=*/true);
    for (int64_t part = 0; part < getParts(); ++part)
      for (int64_t output = 0; output < numOutputs; ++output) {
        Value value =
            isNeutral ? makeNeutral(state, output)
                      : loadElements(state, numInputs + output, point, cache);
        results.push_back(extrema[output] ? extend(value)
                                          : correct(state, point, value));
      }
  }
  return results;
}

/// Returns which elements of a vector take part in partial results, null if all
/// do: those that there are along reductions.
Value RegisterBlock::getPartialMask(const BlockState &state,
                                    const BlockPoint &point) {
  Value mask;
  if (isPartial())
    mask = state.interleave > 1 ? getInterleavedMask(state, point)
                                : getMask(state, point);
  int64_t left = state.block[plan.interleavedDim] - point[plan.interleavedDim];
  if (!problem.isReduction[plan.interleavedDim] || left >= state.interleave)
    return mask;
  SmallVector<bool> isThere;
  for (int64_t element = 0; element < getWidth(state); ++element)
    isThere.push_back(element % state.interleave < left);
  auto type = VectorType::get({getWidth(state)}, builder.getI1Type());
  Value interleave = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, isThere));
  return mask
             ? arith::AndIOp::create(builder, loc, mask, interleave).getResult()
             : interleave;
}

/// One step of all reductions at one point.
void RegisterBlock::reducePoint(BlockState &state, const BlockPoint &point,
                                MutableArrayRef<Value> results, Cache &cache) {
  SmallVector<Value> after = runBody(state, point, results, cache);
  Value mask = getPartialMask(state, point);
  for (auto [result, value] : llvm::zip_equal(results, after))
    result = mask ? arith::SelectOp::create(builder, loc, mask, value, result)
                        .getResult()
                  : value;
}

void RegisterBlock::reduce(BlockState &state) {
  fetchBlocksAhead(state);
  if (plan.matrixRows != 0)
    return reduceMatrices(state);
  if (isDot(state) && state.block[plan.dotDim] % plan.dotSteps == 0)
    return reduceDot(state);
  if (state.isCorrecting)
    return;
  if (std::optional<Sliding> sliding = getSliding(state))
    return reduceSliding(state, *sliding);
  Cache cache;
  BlockState interleaved = withInterleave(state);
  SmallVector<BlockPoint> points =
      getPoints(interleaved, /*isReduction=*/false);
  int64_t parts = getParts();
  for (const BlockPoint &step : getPoints(interleaved, /*isReduction=*/true))
    for (auto [number, point] : llvm::enumerate(points)) {
      BlockPoint both = addStep(point, step);
      // The outputs of a part follow one another.
      int64_t part = isPartial() ? step[plan.vectorDim] / plan.lanes : 0;
      reducePoint(interleaved, both,
                  MutableArrayRef(state.results)
                      .slice((number * parts + part) * numOutputs, numOutputs),
                  cache);
    }
}

/// Combines two values of an output as its reduction does.
Value RegisterBlock::combine(int64_t output, Value a, Value b) {
  assert(!first && "an extremum is combined with its index");
  return vector::makeArithReduction(builder, loc, *getCombiningKind(op, output),
                                    a, b);
}

/// Returns how many points, from the first one on, are neighbours in memory of
/// an output: a power of two.
int64_t RegisterBlock::countAdjacent(int64_t output,
                                     ArrayRef<BlockPoint> points) {
  const OperandAccess &access = problem.operands[numInputs + output];
  int64_t dim = 0;
  while (dim < problem.getRank() && !access.isContiguous(dim))
    ++dim;
  // Processors test all predicates of a mask at once.
  if (dim == problem.getRank() ||
      isInBytes(op.getRegionOutputArgs()[output].getType()))
    return 1;
  auto areAdjacent = [&](int64_t count) {
    BlockPoint next = points.front();
    for (const BlockPoint &point : points.take_front(count))
      if (point != next)
        return false;
      else
        ++next[dim];
    // A block is within a tile, or begins where one does.
    return llvm::all_of(access.dims[dim], [&](const AccessStep &step) {
      return step.edge == 1 || step.edge >= getLastStep(plan, dim) ||
             (step.edge % count == 0 && points.front()[dim] % count == 0);
    });
  };
  int64_t count = llvm::bit_floor<uint64_t>(points.size());
  while (count > 1 && !areAdjacent(count))
    count /= 2;
  return count;
}

/// Combines the lanes of each of some partial results, as many as a power of
/// two and no more than there are lanes: element `n` is that of the n-th.
///
/// A step halves the lanes that two of them have, and puts these in one vector:
/// so many results take little longer than one.
Value RegisterBlock::combineLanes(int64_t output, SmallVector<Value> partials) {
  int64_t own = cast<VectorType>(partials[0].getType()).getNumElements();
  while (own > 1) {
    own /= 2;
    SmallVector<Value> next;
    size_t pair = std::min<size_t>(partials.size(), 2);
    for (size_t first = 0; first < partials.size(); first += pair) {
      Value a = partials[first], b = partials[first + pair - 1];
      auto type = cast<VectorType>(a.getType());
      int64_t width = type.getNumElements();
      SmallVector<int64_t> low, high;
      for (size_t part = 0; part < pair; ++part)
        for (int64_t start = 0; start < width; start += 2 * own)
          for (int64_t lane = 0; lane < own; ++lane) {
            low.push_back(part * width + start + lane);
            high.push_back(low.back() + own);
          }
      auto take = [&](ArrayRef<int64_t> lanes) {
        Value one = asIntegers(a), other = asIntegers(b);
        return asType(
            vector::ShuffleOp::create(builder, loc, one, other, lanes),
            type.getElementType());
      };
      Value lower = take(low);
      next.push_back(combine(output, lower, take(high)));
    }
    partials = std::move(next);
  }
  return partials.front();
}

/// Returns the elements of vectors of one element each as one vector.
Value RegisterBlock::joinElements(ArrayRef<Value> vectors) {
  if (vectors.size() == 1)
    return vectors.front();
  SmallVector<Value> elements;
  for (Value vector : vectors)
    elements.push_back(
        vector::ExtractOp::create(builder, loc, vector, ArrayRef<int64_t>(0)));
  return vector::FromElementsOp::create(
      builder, loc,
      VectorType::get({int64_t(elements.size())}, elements[0].getType()),
      elements);
}

/// Combines the lanes of the partial result of each point, and what the output
/// was. As many as there are lanes are combined together, and neighbours in
/// memory are loaded and stored together.
void RegisterBlock::storeLanes(const BlockState &state, int64_t output,
                               ArrayRef<BlockPoint> points,
                               ArrayRef<Value> partials) {
  int64_t operand = numInputs + output;
  Value array = operands.getArray(operand);
  while (!points.empty()) {
    int64_t count =
        std::min<int64_t>(countAdjacent(output, points), state.lanes);
    int64_t together = count;
    // Processors test all predicates of a mask at once.
    if (count == 1 && !isInBytes(op.getRegionOutputArgs()[output].getType()))
      count = std::min<int64_t>(llvm::bit_floor<uint64_t>(points.size()),
                                state.lanes);
    auto type = VectorType::get(
        {together}, cast<MemRefType>(array.getType()).getElementType());
    SmallVector<Value> positions, loaded;
    for (int64_t k = 0; k < count; k += together) {
      positions.push_back(getPosition(state, operand, points[k]));
      loaded.push_back(
          fromBytes(operand, vector::LoadOp::create(builder, loc, type, array,
                                                    positions.back())));
    }
    Value before = joinElements(loaded);
    Type narrow = before.getType();
    if (extrema[output])
      before = extend(before);
    Value all;
    if (count == 1)
      all = vector::FromElementsOp::create(
          builder, loc, before.getType(),
          vector::ReductionOp::create(
              builder, loc, *getCombiningKind(op, output), partials.front(),
              isa<FloatType>(getElementTypeOrSelf(before))
                  ? arith::FastMathFlags::reassoc
                  : arith::FastMathFlags::none)
              .getResult());
    else
      all = combineLanes(output, to_vector(partials.take_front(count)));
    Value after = combine(output, before, all);
    if (extrema[output])
      after = arith::TruncFOp::create(builder, loc, narrow, after);
    for (auto [k, position] : llvm::enumerate(positions)) {
      Value part = positions.size() == 1
                       ? after
                       : vector::ExtractStridedSliceOp::create(
                             builder, loc, after, ArrayRef<int64_t>(k),
                             ArrayRef<int64_t>(together), ArrayRef<int64_t>(1))
                             .getResult();
      vector::StoreOp::create(builder, loc, toBytes(part), array, position);
    }
    points = points.drop_front(count);
    partials = partials.drop_front(count);
  }
}

/// Returns which of two extrema each lane keeps, and its index: of equal ones
/// the one of the lesser index.
SmallVector<Value> RegisterBlock::combineFirst(ArrayRef<Value> a,
                                               ArrayRef<Value> b) {
  Value left = b[first->value], right = a[first->value];
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(left));
  if (isFloat) {
    left = extend(left);
    right = extend(right);
  }
  Value isEqual;
  if (isFloat)
    isEqual = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ,
                                    left, right);
  else
    isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                    left, right);
  if (first->isSwapped)
    std::swap(left, right);
  Operation *comparison = first->comparison;
  Value isBetter =
      builder
          .create(loc, comparison->getName().getIdentifier(), {left, right},
                  isEqual.getType(), comparison->getAttrs())
          ->getResult(0);
  Value isEarlier =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                            b[first->index], a[first->index]);
  Value isFirst = arith::AndIOp::create(builder, loc, isEqual, isEarlier);
  Value takesB = arith::OrIOp::create(builder, loc, isBetter, isFirst);
  SmallVector<Value> kept;
  for (auto [own, other] : llvm::zip_equal(a, b))
    kept.push_back(arith::SelectOp::create(builder, loc, takesB, other, own));
  return kept;
}

/// Returns the first extremum of the lanes, and its index, as vectors of one
/// element.
SmallVector<Value> RegisterBlock::combineFirstLanes(SmallVector<Value> kept,
                                                    int64_t lanes) {
  auto take = [&](Value value, int64_t from, int64_t count) {
    Value integers = asIntegers(value);
    Value taken =
        vector::ShuffleOp::create(builder, loc, integers, integers,
                                  to_vector(llvm::seq(from, from + count)));
    return asType(taken, getElementTypeOrSelf(value));
  };
  for (int64_t half = lanes / 2; half > 0; half /= 2) {
    SmallVector<Value> low, high;
    for (Value value : kept) {
      low.push_back(take(value, 0, half));
      high.push_back(take(value, half, half));
    }
    kept = combineFirst(low, high);
  }
  for (Value &value : kept)
    if (!isa<VectorType>(value.getType()))
      value = vector::FromElementsOp::create(
          builder, loc, VectorType::get({1}, value.getType()), value);
  return kept;
}

/// Stores the first extremum that any lane has kept, and its index.
void RegisterBlock::storeFirst(const BlockState &state) {
  int64_t parts = getParts();
  ArrayRef<Value> rest = state.results;
  for (const BlockPoint &point : getPoints(state, /*isReduction=*/false)) {
    SmallVector<Value> kept(rest.take_front(numOutputs));
    for (int64_t part = 1; part < parts; ++part)
      kept = combineFirst(kept, rest.slice(part * numOutputs, numOutputs));
    rest = rest.drop_front(parts * numOutputs);
    kept = combineFirstLanes(std::move(kept), state.lanes);
    for (auto [output, value] : llvm::enumerate(kept)) {
      Value bytes = toBytes(value);
      vector::StoreOp::create(builder, loc, bytes,
                              operands.getArray(numInputs + output),
                              getPosition(state, numInputs + output, point));
    }
  }
}

/// Combines the vectors of partial results, their lanes, and what the outputs
/// were.
void RegisterBlock::storePartial(const BlockState &state) {
  int64_t parts = getParts();
  SmallVector<BlockPoint> points = getPoints(state, /*isReduction=*/false);
  for (int64_t output = 0; output < numOutputs; ++output) {
    SmallVector<Value> sums;
    ArrayRef<Value> rest = state.results;
    for (size_t number = 0; number < points.size(); ++number) {
      Value sum = rest[output];
      for (int64_t part = 1; part < parts; ++part)
        sum = combine(output, sum, rest[part * numOutputs + output]);
      sums.push_back(sum);
      rest = rest.drop_front(parts * numOutputs);
    }
    storeLanes(state, output, points, sums);
  }
}

void RegisterBlock::storeResults(const BlockState &state) {
  if (plan.matrixRows != 0)
    return storeMatrices(state);
  if (withInterleave(state).interleave > 1) {
    BlockState interleaved = withInterleave(state);
    if (std::optional<Sliding> sliding = getSliding(state))
      interleaved.results = slideResults(state, *sliding);
    return storePartialInterleaved(interleaved);
  }
  if (isPartial())
    return first ? storeFirst(state) : storePartial(state);
  SmallVector<BlockPoint> points = getPoints(state, /*isReduction=*/false);
  for (int64_t output = 0; output < numOutputs; ++output) {
    SmallVector<Value> values;
    for (size_t number = 0; number < points.size(); ++number) {
      values.push_back(toBytes(state.results[number * numOutputs + output]));
      if (!extrema[output])
        continue;
      Type type = op.getRegionOutputArgs()[output].getType();
      if (auto wide = dyn_cast<VectorType>(values.back().getType()))
        type = wide.clone(type);
      values.back() =
          arith::TruncFOp::create(builder, loc, type, values.back());
    }
    storeAll(state, output, points, values);
  }
}
