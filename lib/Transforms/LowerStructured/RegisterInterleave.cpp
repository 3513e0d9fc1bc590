//===- RegisterInterleave.cpp - Indices that are interleaved in vectors ---===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An interleaved vector has, for each index along the vector's
// dimension, some neighbours along another one, as tiles such as (4,1) have
// them in memory.
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Makes elements of `count` vectors are interleaved. `count` is a power of
/// two; the vectors that are returned follow one another. A run of `unit`
/// elements stays together, and so does each `part` of a vector: its elements
/// go to the same part of all results.
static void interleaveParts(OpBuilder &builder, Location loc,
                            MutableArrayRef<Value> vectors, int64_t unit,
                            int64_t part) {
  int64_t count = vectors.size();
  int64_t width = cast<VectorType>(vectors.front().getType()).getNumElements();
  SmallVector<int64_t> low, high;
  for (int64_t start = 0; start < width; start += part)
    for (int64_t run = 0; run < part / 2; run += unit)
      for (int64_t from : {int64_t(0), width})
        for (int64_t index = 0; index < unit; ++index) {
          low.push_back(from + start + run + index);
          high.push_back(from + start + run + index + part / 2);
        }
  for (int64_t bit = count / 2; bit > 0; bit /= 2)
    for (int64_t number = 0; number < count; ++number)
      if ((number & bit) == 0) {
        Value &a = vectors[number], &b = vectors[number | bit];
        Value first = vector::ShuffleOp::create(builder, loc, a, b, low);
        b = vector::ShuffleOp::create(builder, loc, a, b, high);
        a = first;
      }
}

/// Returns as many vectors, which follow one another, in which the elements of
/// 2 or 4 rows are interleaved. Each step is one instruction of x86 a vector:
/// first within parts of 128 bits, then such parts are interleaved.
static SmallVector<Value> interleaveRegisters(OpBuilder &builder, Location loc,
                                              SmallVector<Value> rows) {
  auto type = cast<VectorType>(rows.front().getType());
  int64_t count = rows.size(), width = type.getNumElements();
  int64_t part = std::min<int64_t>(width, 128 / type.getElementTypeBitWidth());
  interleaveParts(builder, loc, rows, /*unit=*/1, part);
  int64_t together = std::min<int64_t>(count, width / part);
  SmallVector<Value> result(count);
  for (int64_t first = 0; first < count; first += together) {
    auto own = MutableArrayRef<Value>(rows).slice(first, together);
    interleaveParts(builder, loc, own, part, width);
    for (auto [number, value] : llvm::enumerate(own))
      result[number * (count / together) + first / together] = value;
  }
  return result;
}

/// Returns each byte of a vector so many times: 2, 4 or 8. LLVM 22 never ends
/// with shuffles of 64 bytes that do so after the body's arithmetic.
static Value repeatBytes(OpBuilder &builder, Location loc, Value bytes,
                         int64_t times) {
  auto type = cast<VectorType>(bytes.getType());
  VectorType wide = type.clone(builder.getIntegerType(8 * times));
  Value words = arith::ExtUIOp::create(builder, loc, wide, bytes);
  for (int64_t bits = 8; bits < 8 * times; bits *= 2) {
    Value by = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            wide, builder.getIntegerAttr(wide.getElementType(), bits)));
    words = arith::OrIOp::create(
        builder, loc, words, arith::ShLIOp::create(builder, loc, words, by));
  }
  return vector::BitCastOp::create(
      builder, loc,
      VectorType::get({type.getNumElements() * times}, type.getElementType()),
      words);
}

/// Returns the points of a block: those of vectors that are interleaved, and
/// what is left of a block that ends within a group.
SmallVector<BlockPart, 2>
RegisterBlock::getBlockParts(const BlockState &state) const {
  SmallVector<BlockPoint> points = getPoints(state, /*isReduction=*/false);
  if (plan.interleave == 1 || state.lanes == 1)
    return {{state, std::move(points), {}}};
  int64_t dim = plan.interleavedDim;
  int64_t whole = state.block[dim] - state.block[dim] % plan.interleave;
  BlockPart interleaved = {state, {}, {}}, rest = interleaved;
  interleaved.state.interleave = plan.interleave;
  for (BlockPoint &point : points)
    if (point[dim] >= whole)
      rest.points.push_back(std::move(point));
    else if (point[dim] % plan.interleave == 0)
      interleaved.points.push_back(std::move(point));
  return {std::move(interleaved), std::move(rest)};
}

/// True if memory has the operand as vectors have it.
bool RegisterBlock::isInterleaved(int64_t operand) const {
  auto interleave = getInterleave(operand);
  return !interleave.isSum && interleave.parts == plan.interleave &&
         interleave.dim == plan.interleavedDim && interleave.outerDim < 0;
}

/// Returns the mask of the vector at a point, null if all elements are there.
Value RegisterBlock::getInterleavedMask(const BlockState &state,
                                        const BlockPoint &point) {
  if (!getMask(state, point))
    return {};
  auto type = VectorType::get({getWidth(state)}, builder.getI1Type());
  if (std::optional<int64_t> known = getConstantIntValue(state.maskedLanes))
    return vector::ConstantMaskOp::create(
        builder, loc, type, ArrayRef<int64_t>{*known * state.interleave});
  return vector::CreateMaskOp::create(
      builder, loc, type,
      math.mul(cast<Value>(state.maskedLanes),
               math.constant(state.interleave)));
}

/// Loads a vector that memory has as it is.
Value RegisterBlock::loadAllInterleaved(const BlockState &state,
                                        int64_t operand,
                                        const BlockPoint &point) {
  if (getInterleave(operand).step > 1)
    return loadSteps(state, operand, point);
  return loadShiftedWords(state, operand, point, getWidth(state),
                          getInterleavedMask(state, point));
}

/// Loads elements that follow one another from a position on, under a mask if
/// there is one.
Value RegisterBlock::loadMasked(int64_t operand, Value position,
                                int64_t elements, Value mask) {
  Value array = operands.getArray(operand);
  auto type = VectorType::get(
      {elements}, cast<MemRefType>(array.getType()).getElementType());
  if (!mask)
    return vector::LoadOp::create(builder, loc, type, array, position);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  return vector::MaskedLoadOp::create(builder, loc, type, array, position, mask,
                                      zero);
}

/// Loads such elements, without the mask if padding is in the place of what it
/// leaves out. Of a column of words, part of that may lie after the array.
Value RegisterBlock::loadElementsAt(int64_t operand, Value position,
                                    int64_t elements, Value mask) {
  // What a reduction leaves out takes no part in it.
  bool needsNoMask =
      problem.isReduction[plan.vectorDim] && !getInterleave(operand).isAlone &&
      problem.operands[operand].isPaddedTo(plan.lanes, plan.vectorDim);
  return loadMasked(operand, position, elements, needsNoMask ? Value() : mask);
}

/// Loads neighbours along the dimension that is interleaved, the same for all
/// indices of the vector's.
Value RegisterBlock::loadSameInterleaved(const BlockState &state,
                                         int64_t operand,
                                         const BlockPoint &point) {
  Value array = operands.getArray(operand);
  Type element = cast<MemRefType>(array.getType()).getElementType();
  Type word = builder.getIntegerType(state.interleave *
                                     element.getIntOrFloatBitWidth());
  Value values = vector::LoadOp::create(
      builder, loc, VectorType::get({state.interleave}, element), array,
      getPosition(state, operand, point));
  values = vector::BitCastOp::create(builder, loc, VectorType::get({1}, word),
                                     values);
  values = vector::BroadcastOp::create(
      builder, loc, VectorType::get({state.lanes}, word), values);
  return vector::BitCastOp::create(
      builder, loc, VectorType::get({getWidth(state)}, element), values);
}

/// True if each row has whole registers of elements at the vector's point and
/// those beside it: as many vectors as rows are interleaved.
bool RegisterBlock::hasLongRows(const BlockState &state, int64_t operand,
                                const BlockPoint &point) {
  int64_t width = getWidth(state), lane = plan.vectorDim;
  BlockPoint last = point;
  last[lane] += width - state.lanes - point[lane] % width;
  if (!problem.operands[operand].dependsOn(lane) ||
      problem.operands[operand].findShift(lane) ||
      getTransposedDim(plan, operand) >= 0 ||
      getInterleave(operand).parts != 1 || getInterleave(operand).isSum ||
      getLastStep(plan, lane) % width != 0 || last[lane] >= state.block[lane] ||
      getMask(state, last))
    return false;
  return llvm::all_of(problem.operands[operand].dims[lane],
                      [&](const AccessStep &step) {
                        return step.edge == 1 || step.edge % width == 0;
                      });
}

/// True if memory has rows of the operand interleaved as vectors have, but more
/// or fewer of them, so that some of either are some of the other.
bool RegisterBlock::hasOtherGroups(int64_t operand) const {
  constexpr int64_t longestWord = 64;
  auto own = getInterleave(operand);
  auto [fewer, more] = std::minmax(own.parts, plan.interleave);
  return !own.isSum && !own.isAlone && own.outerDim < 0 &&
         own.dim == plan.interleavedDim && fewer != more && more % fewer == 0 &&
         fewer * problem.operands[operand].elementBits <= longestWord;
}

/// Loads the vectors of such an operand: those that lie together in words, or
/// of which words are put together. Neighbours in a word stay together.
void RegisterBlock::loadOtherGroups(const BlockState &state, int64_t operand,
                                    const BlockPoint &point, Cache &cache) {
  int64_t dim = plan.interleavedDim, parts = getInterleave(operand).parts;
  BlockState row = state;
  row.interleave = 1;
  auto load = [&](const BlockPoint &at, int64_t together) {
    Value vector = loadVector(row, operand, at);
    auto type = cast<VectorType>(vector.getType());
    int64_t bits = together * type.getElementTypeBitWidth();
    return vector::BitCastOp::create(
        builder, loc,
        VectorType::get({type.getNumElements() / together},
                        builder.getIntegerType(bits)),
        vector);
  };
  Type element =
      cast<MemRefType>(operands.getArray(operand).getType()).getElementType();
  auto keep = [&](const BlockPoint &at, Value words) {
    cache[makeKey(operand, at, /*interleave=*/true)] =
        vector::BitCastOp::create(
            builder, loc, VectorType::get({getWidth(state)}, element), words);
  };
  BlockPoint at = point;
  if (parts > state.interleave) {
    at[dim] -= at[dim] % parts;
    for (Value words :
         deinterleave(load(at, state.interleave), parts / state.interleave)) {
      keep(at, words);
      at[dim] += state.interleave;
    }
    return;
  }
  SmallVector<Value> groups;
  for (; at[dim] < point[dim] + state.interleave; at[dim] += parts)
    groups.push_back(load(at, parts));
  keep(point, interleave(groups));
}

/// Loads what an operand has at the points of a vector that are interleaved.
Value RegisterBlock::loadInterleaved(const BlockState &state, int64_t operand,
                                     const BlockPoint &point, Cache &cache) {
  const OperandAccess &access = problem.operands[operand];
  Value &known = cache[makeKey(operand, point, /*interleave=*/true)];
  if (known)
    return known;
  int64_t dim = plan.interleavedDim;
  bool hasVectors = access.dependsOn(plan.vectorDim);
  if (access.isScalar || (!hasVectors && !access.dependsOn(dim)))
    return known = load(state, operand, point).front();
  if (isInterleaved(operand))
    return known = loadAllInterleaved(state, operand, point);
  // Words that hold another number of rows are taken apart below.
  const IndexSum *sum = findSlidingInterleave(problem, access, plan.vectorDim,
                                              dim, plan.interleave);
  if (sum && getTransposedDim(plan, operand) < 0)
    return known = loadSlidingRows(state, operand, point, *sum, cache);
  const IndexShift *shift = access.findShift(dim);
  bool isWhole = access.isContiguous(dim) &&
                 (!shift || shift->by % state.interleave == 0) &&
                 access.elementBits * state.interleave <= 64 &&
                 llvm::all_of(access.dims[dim], [&](const AccessStep &step) {
                   return step.edge == 1 || step.edge % state.interleave == 0;
                 });
  if (!hasVectors && isWhole)
    return known = loadSameInterleaved(state, operand, point);
  PlanTransposition transposition = {operand, getTransposedDim(plan, operand)};
  if (transposition.dim == dim &&
      getTransposedWord(problem, plan, transposition) == state.interleave) {
    BlockPoint next = point;
    int64_t word;
    for (Value column : loadTransposed(state, operand, next, word)) {
      cache[makeKey(operand, next, /*interleave=*/true)] = column;
      next[dim] += word;
    }
    return known;
  }
  if (hasVectors && hasOtherGroups(operand)) {
    loadOtherGroups(state, operand, point, cache);
    return known;
  }
  BlockState row = state;
  row.interleave = 1;
  if (hasVectors && access.elementBits == 8 && !access.dependsOn(dim)) {
    Value once = loadCached(row, operand, point, cache);
    Type element = cast<VectorType>(once.getType()).getElementType();
    return known = asType(
               repeatBytes(builder, loc, asIntegers(once), state.interleave),
               element);
  }
  // The rows, put interleaved.
  SmallVector<Value> rows;
  bool isLong = hasLongRows(state, operand, point);
  int64_t width = getWidth(state), lane = plan.vectorDim;
  BlockPoint first = point;
  if (isLong)
    first[lane] -= first[lane] % width;
  for (BlockPoint at = first; at[dim] < point[dim] + state.interleave;
       ++at[dim])
    rows.push_back(isLong ? loadElementsAt(operand,
                                           getPosition(row, operand, at), width,
                                           /*mask=*/{})
                          : loadCached(row, operand, at, cache));
  if (!isLong)
    return known = interleave(rows);
  Type element = cast<VectorType>(rows.front().getType()).getElementType();
  for (Value &vector : rows)
    vector = asIntegers(vector);
  for (Value vector : interleaveRegisters(builder, loc, std::move(rows))) {
    cache[makeKey(operand, first, /*interleave=*/true)] =
        asType(vector, element);
    first[lane] += state.lanes;
  }
  return known;
}

/// Stores the vectors that are interleaved of all points of a block.
void RegisterBlock::storeInterleaved(const BlockState &state, int64_t output,
                                     ArrayRef<BlockPoint> points,
                                     ArrayRef<Value> values) {
  int64_t operand = numInputs + output;
  if (isInterleaved(operand)) {
    for (auto [point, value] : llvm::zip_equal(points, values))
      store(state, operand, point, value, getInterleavedMask(state, point));
    return;
  }
  BlockState row = state;
  row.interleave = 1;
  SmallVector<BlockPoint> rowPoints;
  SmallVector<Value> rows;
  for (auto [point, value] : llvm::zip_equal(points, values))
    for (auto [number, part] :
         llvm::enumerate(deinterleave(value, state.interleave))) {
      rowPoints.push_back(point);
      rowPoints.back()[plan.interleavedDim] += number;
      rows.push_back(part);
    }
  storeAll(row, output, rowPoints, rows);
}

/// Returns the parts of a vector that are interleaved in it.
SmallVector<Value> RegisterBlock::deinterleave(int64_t output, Value value,
                                               int64_t interleave) {
  return llvm::map_to_vector(
      deinterleave(toBytes(value), interleave),
      [&](Value part) { return fromBytes(numInputs + output, part); });
}

/// True if as many rows of the results share words as partial results have
/// groups, and the block has all rows of its words.
bool RegisterBlock::joinsWords(const BlockState &state, int64_t output) {
  auto own = getInterleave(numInputs + output);
  return problem.isReduction[plan.interleavedDim] && !isPartial() &&
         own.parts == plan.interleave && own.dim >= 0 && own.outerDim < 0 &&
         state.block[own.dim] % own.parts == 0 && !extrema[output] &&
         !isInBytes(op.getRegionOutputArgs()[output].getType());
}

/// Combines the groups of elements of as many vectors: what the n-th vector's
/// group comes to is the n-th of a group.
Value RegisterBlock::combineGroups(int64_t output, SmallVector<Value> rows) {
  auto type = cast<VectorType>(rows.front().getType());
  int64_t width = type.getNumElements();
  for (int64_t unit = 1; rows.size() > 1; unit *= 2) {
    SmallVector<int64_t> low, high;
    for (int64_t start = 0; start < width; start += 2 * unit)
      for (int64_t from : {start, width + start})
        for (int64_t lane = from; lane < from + unit; ++lane) {
          low.push_back(lane);
          high.push_back(lane + unit);
        }
    SmallVector<Value> next;
    for (size_t first = 0; first < rows.size(); first += 2) {
      Value a = asIntegers(rows[first]), b = asIntegers(rows[first + 1]);
      Value lower = vector::ShuffleOp::create(builder, loc, a, b, low);
      Value upper = vector::ShuffleOp::create(builder, loc, a, b, high);
      lower = asType(lower, type.getElementType());
      upper = asType(upper, type.getElementType());
      next.push_back(combine(output, lower, upper));
    }
    rows = std::move(next);
  }
  return rows.front();
}

/// Combines such partial results, the value of each point, to words with one
/// another and with what the output was.
void RegisterBlock::storeWords(const BlockState &state, int64_t output,
                               ArrayRef<BlockPoint> points,
                               ArrayRef<Value> values) {
  int64_t operand = numInputs + output;
  auto own = getInterleave(operand);
  std::map<BlockPoint, Value> all;
  for (auto [point, value] : llvm::zip_equal(points, values))
    all[point] = value;
  for (const BlockPoint &point : points) {
    if (point != getWordStart(point, own))
      continue;
    SmallVector<Value> rows;
    for (int64_t row = 0; row < own.parts; ++row)
      rows.push_back(all[getWordPoint(point, own, row)]);
    Value before = loadVector(state, operand, point);
    Value after = combine(output, before, combineGroups(output, rows));
    store(state, operand, point, after,
          spreadMask(getMask(state, point), state.lanes, own));
  }
}

/// Takes partial results that are interleaved apart, and combines those that
/// are one result with one another and with what the outputs were.
void RegisterBlock::storePartialInterleaved(const BlockState &state) {
  BlockState row = state;
  row.interleave = 1;
  int64_t parts = getParts(), dim = plan.interleavedDim;
  SmallVector<BlockPoint> points = getPoints(state, /*isReduction=*/false);
  for (int64_t output = 0; output < numOutputs; ++output) {
    Cache cache;
    int64_t operand = numInputs + output;
    SmallVector<BlockPoint> rowPoints;
    SmallVector<Value> rows;
    ArrayRef<Value> rest = state.results;
    for (const BlockPoint &point : points) {
      Value all = rest[output];
      for (int64_t part = 1; part < parts; ++part)
        all = combine(output, all, rest[part * numOutputs + output]);
      rest = rest.drop_front(parts * numOutputs);
      // What lies as the results do is not taken apart.
      if (!isPartial() && isInterleaved(operand) && !extrema[output] &&
          state.block[dim] - point[dim] >= state.interleave) {
        Value before =
            fromBytes(operand, loadAllInterleaved(state, operand, point));
        Value after = toBytes(combine(output, before, all));
        store(state, operand, point, after, getInterleavedMask(state, point));
        continue;
      }
      if (joinsWords(state, output)) {
        rowPoints.push_back(point);
        rows.push_back(all);
        continue;
      }
      SmallVector<Value> own = deinterleave(output, all, state.interleave);
      if (problem.isReduction[dim]) {
        for (Value other : llvm::drop_begin(own))
          own.front() = combine(output, own.front(), other);
        own.truncate(1);
      } else {
        own.truncate(
            std::min<int64_t>(own.size(), state.block[dim] - point[dim]));
      }
      for (auto [group, value] : llvm::enumerate(own)) {
        rowPoints.push_back(point);
        rowPoints.back()[dim] += group;
        rows.push_back(value);
      }
    }
    if (isPartial()) {
      storeLanes(row, output, rowPoints, rows);
      continue;
    }
    if (joinsWords(state, output)) {
      storeWords(row, output, rowPoints, rows);
      continue;
    }
    for (auto [point, value] : llvm::zip_equal(rowPoints, rows)) {
      Value before = loadElements(row, numInputs + output, point, cache);
      if (extrema[output])
        before = extend(before);
      value = combine(output, before, value);
      if (extrema[output])
        value = arith::TruncFOp::create(
            builder, loc,
            cast<VectorType>(value.getType())
                .clone(op.getRegionOutputArgs()[output].getType()),
            value);
      value = toBytes(value);
    }
    storeAll(row, output, rowPoints, rows);
  }
}
