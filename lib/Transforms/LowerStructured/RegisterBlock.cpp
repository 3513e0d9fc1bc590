//===- RegisterBlock.cpp - A block of results in registers ----------------===//
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

RegisterBlock::RegisterBlock(OpBuilder &builder, linalg::LinalgOp op,
                             const StructuredProblem &problem,
                             const StructuredPlan &plan, FlatOperands &operands)
    : builder(builder), op(op), problem(problem), plan(plan),
      operands(operands), loc(op.getLoc()), math{builder, loc},
      numInputs(op.getNumDpsInputs()), numOutputs(op.getNumDpsInits()) {}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Returns the points of the block along the parallel dimensions or along the
/// reductions, in the operation's order; the vector's dimension in steps of a
/// vector.
SmallVector<BlockPoint> RegisterBlock::getPoints(const BlockState &state,
                                                 bool isReduction) const {
  SmallVector<BlockPoint> points = {BlockPoint(problem.getRank(), 0)};
  for (int64_t dim = 0; dim < problem.getRank(); ++dim) {
    if (problem.isReduction[dim] != isReduction)
      continue;
    int64_t step = dim == plan.vectorDim ? state.lanes : 1;
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
/// edges of tiles below their size.
Value RegisterBlock::getPosition(const BlockState &state, int64_t operand,
                                 const BlockPoint &point) {
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
      Stride distance = step.stride.times(digit);
      if (distance.isStatic())
        known += distance.factor;
      else
        position = math.add(position, operands.getDistance(operand, distance));
    }
  }
  return math.add(position, math.constant(known));
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

Value RegisterBlock::splat(const BlockState &state, Value value) {
  return vector::BroadcastOp::create(
      builder, loc, VectorType::get({state.lanes}, value.getType()), value);
}

/// Returns what takes turns with the elements of a vector of an operand.
OperandAccess::Interleave RegisterBlock::getInterleave(int64_t operand) const {
  const OperandAccess &access = problem.operands[operand];
  if (!access.dependsOn(plan.vectorDim) || plan.lanes == 1)
    return {};
  return *access.getInterleave(plan.vectorDim);
}

/// Returns a vector of short floats as integers, which LLVM shuffles well.
static Value asIntegers(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<VectorType>(value.getType());
  auto element = dyn_cast<FloatType>(type.getElementType());
  if (!element || element.getWidth() >= 32)
    return value;
  return vector::BitCastOp::create(
      builder, loc, type.clone(builder.getIntegerType(element.getWidth())),
      value);
}

static Value asType(OpBuilder &builder, Location loc, Value value,
                    Type element) {
  auto type = cast<VectorType>(value.getType());
  if (type.getElementType() == element)
    return value;
  return vector::BitCastOp::create(builder, loc, type.clone(element), value);
}

/// Returns the vector in which the elements of 1, 2 or 4 others take turns.
Value RegisterBlock::interleave(ArrayRef<Value> parts) {
  if (parts.size() == 1)
    return parts[0];
  Type element = cast<VectorType>(parts[0].getType()).getElementType();
  SmallVector<Value> halves;
  for (size_t half = 0; half < 2; ++half) {
    SmallVector<Value> own;
    for (size_t part = half; part < parts.size(); part += 2)
      own.push_back(parts[part]);
    halves.push_back(asIntegers(builder, loc, interleave(own)));
  }
  Value all = vector::InterleaveOp::create(builder, loc, halves[0], halves[1]);
  return asType(builder, loc, all, element);
}

/// The inverse.
SmallVector<Value> RegisterBlock::deinterleave(Value value, int64_t parts) {
  if (parts == 1)
    return {value};
  Type element = cast<VectorType>(value.getType()).getElementType();
  auto halves = vector::DeinterleaveOp::create(builder, loc,
                                               asIntegers(builder, loc, value));
  SmallVector<Value> result(parts);
  for (int64_t half = 0; half < 2; ++half) {
    Value own = asType(builder, loc, halves->getResult(half), element);
    for (auto [number, part] : llvm::enumerate(deinterleave(own, parts / 2)))
      result[half + 2 * number] = part;
  }
  return result;
}

/// Loads what an operand has at a point, and at the points that take turns with
/// it in memory.
SmallVector<Value> RegisterBlock::load(const BlockState &state, int64_t operand,
                                       const BlockPoint &point) {
  const OperandAccess &access = problem.operands[operand];
  Value array = operands.getArray(operand);
  if (access.isScalar)
    return {splat(state, array)};
  Value position = getPosition(state, operand, point);
  if (!access.dependsOn(plan.vectorDim))
    return {
        splat(state, memref::LoadOp::create(builder, loc, array, position))};
  int64_t parts = state.lanes == 1 ? 1 : getInterleave(operand).parts;
  auto type =
      VectorType::get({state.lanes * parts},
                      cast<MemRefType>(array.getType()).getElementType());
  Value mask = getMask(state, point);
  if (!mask)
    return deinterleave(
        vector::LoadOp::create(builder, loc, type, array, position), parts);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  Value all = vector::MaskedLoadOp::create(
      builder, loc, type, array, position,
      interleave(SmallVector<Value>(parts, mask)), zero);
  return deinterleave(all, parts);
}

/// Loads what several points share once.
Value RegisterBlock::loadCached(const BlockState &state, int64_t operand,
                                const BlockPoint &point, Cache &cache) {
  auto getKey = [&](const BlockPoint &at) {
    std::vector<int64_t> key;
    for (int64_t dim = 0; dim < problem.getRank(); ++dim)
      if (problem.operands[operand].dependsOn(dim))
        key.push_back(at[dim]);
    return std::pair(operand, key);
  };
  if (Value known = cache[getKey(point)])
    return known;
  auto [dim, parts] = getInterleave(operand);
  BlockPoint first = point;
  if (parts > 1 && state.lanes > 1)
    first[dim] -= first[dim] % parts;
  BlockPoint next = first;
  for (Value part : load(state, operand, first)) {
    cache[getKey(next)] = part;
    if (parts > 1)
      ++next[dim];
  }
  return cache[getKey(point)];
}

void RegisterBlock::store(const BlockState &state, int64_t operand,
                          const BlockPoint &point, Value value, Value mask) {
  Value array = operands.getArray(operand);
  Value position = getPosition(state, operand, point);
  if (mask)
    vector::MaskedStoreOp::create(builder, loc, array, position, mask, value);
  else
    vector::StoreOp::create(builder, loc, value, array, position);
}

/// Stores the value of each point of the block. What takes turns with a value
/// in memory and is not in the block stays as it was.
void RegisterBlock::storeAll(const BlockState &state, int64_t output,
                             ArrayRef<BlockPoint> points,
                             ArrayRef<Value> values) {
  int64_t operand = numInputs + output;
  auto [dim, parts] = getInterleave(operand);
  std::map<BlockPoint, Value> left;
  for (auto [point, value] : llvm::zip_equal(points, values)) {
    if (parts == 1 || state.lanes == 1)
      store(state, operand, point, value, getMask(state, point));
    else
      left[point] = value;
  }
  for (auto &[point, value] : left) {
    if (point[dim] % parts != 0)
      continue;
    SmallVector<Value> group, before;
    for (int64_t part = 0; part < parts; ++part) {
      BlockPoint next = point;
      next[dim] += part;
      auto found = left.find(next);
      if (found == left.end() && before.empty())
        before = load(state, operand, point);
      group.push_back(found == left.end() ? before[part] : found->second);
    }
    Value mask = getMask(state, point);
    if (mask)
      mask = interleave(SmallVector<Value>(parts, mask));
    store(state, operand, point, interleave(group), mask);
  }
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// Returns the index of each element of a vector along a dimension.
Value RegisterBlock::makeIndex(const BlockState &state, const BlockPoint &point,
                               int64_t dim) {
  Value first = math.add(state.indices[dim], math.constant(point[dim]));
  Value all = splat(state, first);
  if (dim != plan.vectorDim || state.lanes == 1)
    return all;
  Value steps = vector::StepOp::create(
      builder, loc, VectorType::get({state.lanes}, builder.getIndexType()));
  return arith::AddIOp::create(builder, loc, all, steps);
}

/// Computes the body at a point on vectors; `results` are what the outputs
/// were.
SmallVector<Value> RegisterBlock::runBody(const BlockState &state,
                                          const BlockPoint &point,
                                          ArrayRef<Value> results,
                                          Cache &cache) {
  Block &body = *op.getBlock();
  auto [product, sum] = getSumOfProducts(op);
  IRMapping values;
  for (int64_t input = 0; input < numInputs; ++input)
    if (!body.getArgument(input).use_empty())
      values.map(body.getArgument(input),
                 loadCached(state, input, point, cache));
  for (int64_t output = 0; output < numOutputs; ++output)
    if (!results.empty())
      values.map(body.getArgument(numInputs + output), results[output]);

  auto getValue = [&](Value value) -> Value {
    if (Value known = values.lookupOrNull(value))
      return known;
    // From outside of the body.
    Value all = splat(state, value);
    values.map(value, all);
    return all;
  };
  for (Operation &inner : body.without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      values.map(index.getResult(), makeIndex(state, point, index.getDim()));
      continue;
    }
    if (isa<arith::ConstantOp>(inner)) {
      Operation *constant = builder.clone(inner);
      values.map(inner.getResult(0), splat(state, constant->getResult(0)));
      continue;
    }
    SmallVector<Value> arguments =
        llvm::map_to_vector(inner.getOperands(), getValue);
    SmallVector<Type> types =
        llvm::map_to_vector(inner.getResultTypes(), [&](Type type) -> Type {
          return VectorType::get({state.lanes}, type);
        });
    Operation *wide = builder.create(loc, inner.getName().getIdentifier(),
                                     arguments, types, inner.getAttrs());
    if (plan.fused && (&inner == product || &inner == sum)) {
      auto fastmath = cast<arith::ArithFastMathInterface>(wide);
      wide->setAttr(
          fastmath.getFastMathAttrName(),
          arith::FastMathFlagsAttr::get(
              builder.getContext(), fastmath.getFastMathFlagsAttr().getValue() |
                                        arith::FastMathFlags::contract));
    }
    for (auto [before, after] :
         llvm::zip_equal(inner.getResults(), wide->getResults()))
      values.map(before, after);
  }
  return llvm::map_to_vector(body.getTerminator()->getOperands(), getValue);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Returns a vector that changes nothing where it is combined.
Value RegisterBlock::makeNeutral(const BlockState &state, int64_t output) {
  SmallVector<Operation *, 4> combiners;
  matchReduction(op.getRegionOutputArgs(), output, combiners);
  TypedAttr neutral = *arith::getNeutralElement(combiners.front());
  // Of a sum, the zero that leaves the sign of another zero.
  if (isa<arith::AddFOp>(combiners.front()))
    neutral = builder.getFloatAttr(neutral.getType(), -0.0);
  return splat(state, arith::ConstantOp::create(builder, loc, neutral));
}

SmallVector<Value> RegisterBlock::loadResults(const BlockState &state) {
  Cache cache;
  SmallVector<Value> results;
  for (const BlockPoint &point : getPoints(state, /*isReduction=*/false)) {
    for (int64_t operand : plan.prefetch)
      memref::PrefetchOp::create(builder, loc, operands.getArray(operand),
                                 getPosition(state, operand, point),
                                 /*isWrite=*/true,
                                 /*localityHint=*/3, /*isDataCache=*/true);
    for (int64_t part = 0; part < getParts(); ++part)
      for (int64_t output = 0; output < numOutputs; ++output)
        results.push_back(
            isPartial() ? makeNeutral(state, output)
                        : loadCached(state, numInputs + output, point, cache));
  }
  return results;
}

/// One step of all reductions at one point.
void RegisterBlock::reducePoint(BlockState &state, const BlockPoint &point,
                                MutableArrayRef<Value> results, Cache &cache) {
  SmallVector<Value> after = runBody(state, point, results, cache);
  Value mask = isPartial() ? getMask(state, point) : Value();
  for (auto [result, value] : llvm::zip_equal(results, after))
    result = mask ? arith::SelectOp::create(builder, loc, mask, value, result)
                        .getResult()
                  : value;
}

void RegisterBlock::reduce(BlockState &state) {
  Cache cache;
  SmallVector<BlockPoint> points = getPoints(state, /*isReduction=*/false);
  int64_t parts = getParts();
  for (const BlockPoint &step : getPoints(state, /*isReduction=*/true))
    for (auto [number, point] : llvm::enumerate(points)) {
      BlockPoint both = point;
      for (int64_t dim = 0; dim < problem.getRank(); ++dim)
        both[dim] += step[dim];
      // The outputs of a part follow one another.
      int64_t part = isPartial() ? step[plan.vectorDim] / plan.lanes : 0;
      reducePoint(state, both,
                  MutableArrayRef(state.results)
                      .slice((number * parts + part) * numOutputs, numOutputs),
                  cache);
    }
}

/// Combines the lanes of partial results and what the output was.
void RegisterBlock::storePartial(const BlockState &state) {
  int64_t parts = getParts();
  ArrayRef<Value> rest = state.results;
  for (const BlockPoint &point : getPoints(state, /*isReduction=*/false)) {
    for (int64_t output = 0; output < numOutputs; ++output) {
      vector::CombiningKind kind = *getCombiningKind(op, output);
      auto combine = [&](Value a, Value b) {
        return vector::makeArithReduction(builder, loc, kind, a, b);
      };
      Value sum = rest[output];
      for (int64_t part = 1; part < parts; ++part)
        sum = combine(sum, rest[part * numOutputs + output]);
      Value array = operands.getArray(numInputs + output);
      Value position = getPosition(state, numInputs + output, point);
      Value before = memref::LoadOp::create(builder, loc, array, position);
      Value all = vector::ReductionOp::create(
          builder, loc, kind, sum,
          isa<FloatType>(before.getType()) ? arith::FastMathFlags::reassoc
                                           : arith::FastMathFlags::none);
      memref::StoreOp::create(builder, loc, combine(before, all), array,
                              position);
    }
    rest = rest.drop_front(parts * numOutputs);
  }
}

void RegisterBlock::storeResults(const BlockState &state) {
  if (isPartial())
    return storePartial(state);
  SmallVector<BlockPoint> points = getPoints(state, /*isReduction=*/false);
  for (int64_t output = 0; output < numOutputs; ++output) {
    SmallVector<Value> values;
    for (size_t number = 0; number < points.size(); ++number)
      values.push_back(state.results[number * numOutputs + output]);
    storeAll(state, output, points, values);
  }
}

//===----------------------------------------------------------------------===//
// Operations without reductions
//===----------------------------------------------------------------------===//

void RegisterBlock::compute(const BlockState &state) {
  Cache cache;
  SmallVector<BlockPoint> points = getPoints(state, /*isReduction=*/false);
  SmallVector<SmallVector<Value>> results(numOutputs);
  bool readsOutputs =
      llvm::any_of(op.getRegionOutputArgs(),
                   [](BlockArgument value) { return !value.use_empty(); });
  for (const BlockPoint &point : points) {
    SmallVector<Value> before;
    for (int64_t output = 0; readsOutputs && output < numOutputs; ++output)
      before.push_back(loadCached(state, numInputs + output, point, cache));
    for (auto [output, value] :
         llvm::enumerate(runBody(state, point, before, cache)))
      results[output].push_back(value);
  }
  // Loads first: an output may be an input at the same index.
  for (int64_t output = 0; output < numOutputs; ++output)
    storeAll(state, output, points, results[output]);
}
