//===- RegisterAccess.cpp - Loads and stores of a block of registers ------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "../OwnBuffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <set>

using namespace mlir;
using namespace mlir::tiled_layout;

Value RegisterBlock::splat(const BlockState &state, Value value) {
  if (state.lanes == 1)
    return value;
  return vector::BroadcastOp::create(
      builder, loc, VectorType::get({getWidth(state)}, value.getType()), value);
}

/// Returns what is interleaved with the elements of a vector of an operand.
OperandAccess::Interleave RegisterBlock::getInterleave(int64_t operand) const {
  const OperandAccess &access = problem.operands[operand];
  if (!access.dependsOn(plan.vectorDim) || plan.lanes == 1 ||
      getTransposedDim(plan, operand) >= 0)
    return {};
  return *access.getInterleave(plan.vectorDim);
}

/// True if the block has all indices of a window whose elements lie between
/// those of a vector at the point.
bool RegisterBlock::hasWholeWindow(const BlockState &state, int64_t operand,
                                   const BlockPoint &point) const {
  OperandAccess::Interleave interleave = getInterleave(operand);
  if (interleave.windowDim < 0)
    return false;
  int64_t first =
      point[interleave.windowDim] / interleave.parts * interleave.parts;
  return first + interleave.parts <= state.block[interleave.windowDim];
}

/// Loads what an operand has at a point, at those of the window that lie
/// between, and, instead of as many of these, at `before` indices before it.
SmallVector<Value> RegisterBlock::loadWindow(const BlockState &state,
                                             int64_t operand,
                                             const BlockPoint &point,
                                             int64_t before) {
  OperandAccess::Interleave interleave = getInterleave(operand);
  interleave.isAlone = false;
  Value position = getPosition(state, operand, point);
  position = math.add(position, math.constant(-before));
  Value mask = spreadMask(getMask(state, point), state.lanes, interleave);
  return deinterleave(
      loadElementsAt(operand, position, state.lanes * interleave.parts, mask),
      interleave.parts);
}

/// Loads what an operand has at a point, and at the points that are interleaved
/// with it in memory.
SmallVector<Value> RegisterBlock::load(const BlockState &state, int64_t operand,
                                       const BlockPoint &point) {
  const OperandAccess &access = problem.operands[operand];
  Value array = operands.getArray(operand);
  if (access.isScalar)
    return {splat(state, array)};
  if (!access.dependsOn(plan.vectorDim) || state.lanes == 1)
    return {
        splat(state, unflip(operand, memref::LoadOp::create(
                                         builder, loc, array,
                                         getPosition(state, operand, point))))};
  OperandAccess::Interleave interleaved = getInterleave(operand);
  // Masks leave out the other rows of words; two vectors need no masks.
  if (interleaved.isAlone &&
      (!plan.masked || access.findShift(plan.vectorDim)) &&
      access.wordElements == interleaved.parts)
    return {loadOfWords(state, operand, point)};
  SmallVector<Value> values =
      deinterleave(loadVector(state, operand, point), interleaved.parts);
  if (interleaved.isSum)
    values = {selectPart(state, operand, point, values)};
  if (interleaved.isAlone)
    values = {values.front()};
  return values;
}

/// Loads whole words, and returns what an operand has of each.
Value RegisterBlock::loadOfWords(const BlockState &state, int64_t operand,
                                 const BlockPoint &point) {
  int64_t parts = getInterleave(operand).parts;
  Value part = math.rem(getPosition(state, operand, point), parts);
  auto getStart = [&](int64_t further) {
    return math.sub(
        getPosition(state, operand, point, /*without=*/nullptr, further), part);
  };
  Value all = loadShifted(state, operand, point, state.lanes * parts,
                          /*mask=*/{}, /*own=*/{}, getStart);
  auto type = cast<VectorType>(all.getType());
  int64_t bits = type.getElementTypeBitWidth();
  if (std::optional<int64_t> known = getConstantIntValue(part))
    return deinterleave(all, parts)[*known];
  // A shift by a number that is known at run time only.
  Type word = builder.getIntegerType(parts * bits);
  Value first = arith::IndexCastOp::create(builder, loc, word,
                                           math.mul(part, math.constant(bits)));
  Value words = vector::BitCastOp::create(
      builder, loc, VectorType::get({state.lanes}, word), all);
  words = arith::ShRUIOp::create(builder, loc, words, splat(state, first));
  Value own = arith::TruncIOp::create(
      builder, loc,
      VectorType::get({state.lanes}, builder.getIntegerType(bits)), words);
  return builder.createOrFold<vector::BitCastOp>(
      loc, VectorType::get({state.lanes}, type.getElementType()), own);
}

/// Loads a vector of what an operand has at a point and of what is interleaved
/// with it, as they lie in memory.
Value RegisterBlock::loadVector(const BlockState &state, int64_t operand,
                                const BlockPoint &point) {
  OperandAccess::Interleave interleave = getInterleave(operand);
  const OperandAccess &access = problem.operands[operand];
  if (getMask(state, point) && getStackScope(builder) && access.lacksMasks &&
      interleave.parts == 1 && problem.isReduction[plan.vectorDim] &&
      access.fitsBuffer(plan.vectorDim) &&
      !access.isPaddedTo(plan.lanes, plan.vectorDim))
    return loadThroughBuffer(state, operand, point);
  if (interleave.step > 1)
    return loadSteps(state, operand, point);
  Value mask = spreadMask(getMask(state, point), state.lanes, interleave);
  return loadShiftedWords(state, operand, point, state.lanes * interleave.parts,
                          mask,
                          spreadMask(/*mask=*/{}, state.lanes, interleave));
}

/// Loads all words between those of a vector, and takes these.
Value RegisterBlock::loadSteps(const BlockState &state, int64_t operand,
                               const BlockPoint &point) {
  OperandAccess::Interleave interleave = getInterleave(operand);
  int64_t together = interleave.parts * interleave.step;
  int64_t start = *problem.operands[operand].getStart(together);
  Value position =
      math.add(getPosition(state, operand, point), math.constant(-start));
  // A tile has all of them, padding or not.
  Value all = loadMasked(operand, position, state.lanes * together,
                         /*mask=*/{});
  auto type = cast<VectorType>(all.getType());
  Type word =
      builder.getIntegerType(interleave.parts * type.getElementTypeBitWidth());
  Value words = vector::BitCastOp::create(
      builder, loc, VectorType::get({state.lanes * interleave.step}, word),
      all);
  words = deinterleave(words, interleave.step)[start / interleave.parts];
  return vector::BitCastOp::create(
      builder, loc,
      VectorType::get({state.lanes * interleave.parts}, type.getElementType()),
      words);
}

/// Loads the elements that are left of a row, which take part in a reduction,
/// from a copy of them: after them in memory may be nothing.
Value RegisterBlock::loadThroughBuffer(const BlockState &state, int64_t operand,
                                       const BlockPoint &point) {
  Value array = operands.getArray(operand);
  Type element = cast<MemRefType>(array.getType()).getElementType();
  Value buffer;
  {
    OpBuilder::InsertionGuard guard(builder);
    Region &stack = getStackScope(builder)->getRegion(0);
    builder.setInsertionPointToStart(&stack.front());
    buffer = memref::AllocaOp::create(builder, loc,
                                      MemRefType::get({state.lanes}, element));
  }
  Value position = getPosition(state, operand, point);
  Value zero = math.constant(0);
  Value end = getValueOrCreateConstantIndexOp(builder, loc, state.maskedLanes);
  scf::ForOp::create(builder, loc, zero, end, math.constant(1), ValueRange(),
                     [&](OpBuilder &inner, Location, Value lane, ValueRange) {
                       Value at =
                           arith::AddIOp::create(inner, loc, position, lane);
                       Value value =
                           memref::LoadOp::create(inner, loc, array, at);
                       memref::StoreOp::create(inner, loc, value, buffer, lane);
                       scf::YieldOp::create(inner, loc);
                     });
  return vector::LoadOp::create(builder, loc,
                                VectorType::get({state.lanes}, element), buffer,
                                math.constant(0));
}

/// Returns the mask of a vector with what is interleaved with its elements,
/// null if all of it is there. `mask` is that of its elements, or null.
Value RegisterBlock::spreadMask(Value mask, int64_t lanes,
                                OperandAccess::Interleave interleaved) {
  if (mask)
    mask = interleave(SmallVector<Value>(interleaved.parts, mask));
  if (!interleaved.isAlone)
    return mask;
  SmallVector<bool> own(lanes * interleaved.parts);
  for (int64_t lane = 0; lane < lanes; ++lane)
    own[lane * interleaved.parts] = true;
  auto type = VectorType::get({lanes * interleaved.parts}, builder.getI1Type());
  Value isOwn = arith::ConstantOp::create(builder, loc,
                                          DenseElementsAttr::get(type, own));
  return mask ? arith::AndIOp::create(builder, loc, mask, isOwn) : isOwn;
}

/// Returns the part of those that are interleaved which a sum of indices says.
Value RegisterBlock::selectPart(const BlockState &state, int64_t operand,
                                const BlockPoint &point,
                                ArrayRef<Value> parts) {
  const auto &sums = problem.operands[operand].sums;
  const IndexSum &sum = *llvm::find_if(sums, [&](const IndexSum &sum) {
    return isSumInterleaved(state, operand, sum);
  });
  Value digit = getSumDigit(state, point, sum, 0), result = parts[0];
  for (size_t part = 1; part < parts.size(); ++part) {
    Value isPart = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         digit, math.constant(part));
    result = arith::SelectOp::create(builder, loc, isPart, parts[part], result);
  }
  return result;
}

/// Returns what points that share a value of an operand have in common.
RegisterBlock::Cache::key_type RegisterBlock::makeKey(int64_t operand,
                                                      const BlockPoint &point,
                                                      bool interleave) const {
  std::vector<int64_t> key;
  for (int64_t dim = 0; dim < problem.getRank(); ++dim)
    if (problem.operands[operand].dependsOn(dim))
      key.push_back(point[dim]);
  return {interleave ? operand + problem.operands.size() : operand, key};
}

/// Loads what several points share once.
Value RegisterBlock::loadCached(const BlockState &state, int64_t operand,
                                const BlockPoint &point, Cache &cache) {
  if (state.interleave > 1)
    return loadInterleaved(state, operand, point, cache);
  auto getKey = [&](const BlockPoint &at) {
    return makeKey(operand, at, /*interleave=*/false);
  };
  if (Value known = cache[getKey(point)])
    return known;
  if (int64_t along = getTransposedDim(plan, operand);
      along >= 0 && state.lanes > 1) {
    bool takesWhole = takesWholeWords(state, operand, point);
    auto interleave = getTransposedInterleave(problem, plan, {operand, along});
    BlockPoint next = point;
    int64_t word;
    // What is interleaved in a column is rows, or neighbours along the
    // dimension.
    for (Value column : loadTransposed(state, operand, next, word)) {
      BlockPoint at = next;
      for (Value part :
           deinterleave(column, takesWhole ? interleave->parts : word)) {
        cache[getKey(at)] = part;
        ++at[takesWhole ? interleave->dim : along];
      }
      next[along] += takesWhole ? 1 : word;
    }
    return cache[getKey(point)];
  }
  OperandAccess::Interleave interleaved = getInterleave(operand);
  int64_t parts = interleaved.parts, windowDim = interleaved.windowDim;
  // Without masks, the last ones are loaded with some before them.
  int64_t window = problem.extents.back();
  bool hasBefore = !plan.masked && window != kDynamic && window >= parts;
  if (windowDim >= 0 && state.lanes > 1 &&
      (hasBefore || hasWholeWindow(state, operand, point))) {
    BlockPoint next = point;
    next[windowDim] -= next[windowDim] % parts;
    int64_t left = std::min(parts, state.block[windowDim] - next[windowDim]);
    SmallVector<Value> all = loadWindow(state, operand, next, parts - left);
    for (Value part : ArrayRef(all).drop_front(parts - left)) {
      cache[getKey(next)] = part;
      ++next[windowDim];
    }
    return cache[getKey(point)];
  }
  if (parts == 1 || interleaved.isSum || interleaved.isAlone ||
      state.lanes == 1)
    return cache[getKey(point)] = load(state, operand, point).front();
  BlockPoint first = getWordStart(point, interleaved);
  for (auto [part, value] : llvm::enumerate(load(state, operand, first)))
    cache[getKey(getWordPoint(first, interleaved, part))] = value;
  return cache[getKey(point)];
}

/// Returns what the body computes with: predicates, not their bytes.
Value RegisterBlock::fromBytes(int64_t operand, Value value) {
  Type element = op.getBlock()->getArgument(operand).getType();
  if (!isInBytes(element) || getElementTypeOrSelf(value) == element)
    return value;
  auto type = dyn_cast<VectorType>(value.getType());
  // LLVM would truncate before it shuffles, and shuffle masks bit by bit.
  if (type && element.isInteger(1))
    return arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, value,
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type)));
  if (type)
    element = type.clone(element);
  return arith::TruncIOp::create(builder, loc, element, value);
}

/// The inverse.
Value RegisterBlock::toBytes(Value value) {
  if (!isInBytes(getElementTypeOrSelf(value)))
    return value;
  Type bytes = builder.getI8Type();
  if (auto type = dyn_cast<VectorType>(value.getType()))
    bytes = type.clone(bytes);
  return arith::ExtUIOp::create(builder, loc, bytes, value);
}

/// Loads what the body takes of an operand at a point.
Value RegisterBlock::loadElements(const BlockState &state, int64_t operand,
                                  const BlockPoint &point, Cache &cache) {
  if (fill && operand >= numInputs)
    return splat(state, fill);
  return fromBytes(operand, loadCached(state, operand, point, cache));
}

void RegisterBlock::store(const BlockState &state, int64_t operand,
                          const BlockPoint &point, Value value, Value mask) {
  Value array = operands.getArray(operand);
  Value position = getPosition(state, operand, point);
  if (state.lanes == 1)
    memref::StoreOp::create(builder, loc, value, array, position);
  else if (mask)
    vector::MaskedStoreOp::create(builder, loc, array, position, mask, value);
  else {
    auto op = vector::StoreOp::create(builder, loc, value, array, position);
    if (!state.streams)
      return;
    auto type = cast<VectorType>(value.getType());
    op.setNontemporal(true);
    op.setAlignment(std::min<int64_t>(plan.lineBytes,
                                      type.getNumElements() *
                                          type.getElementTypeBitWidth() / 8));
  }
}

/// Stores the value of each point of the block. What is interleaved with a
/// value in memory and is not in the block stays as it was.
void RegisterBlock::storeAll(const BlockState &state, int64_t output,
                             ArrayRef<BlockPoint> points,
                             ArrayRef<Value> values) {
  if (state.interleave > 1)
    return storeInterleaved(state, output, points, values);
  int64_t operand = numInputs + output;
  OperandAccess::Interleave interleaved = getInterleave(operand);
  int64_t parts = interleaved.parts;
  std::map<BlockPoint, Value> left;
  for (auto [point, value] : llvm::zip_equal(points, values)) {
    Value mask = getMask(state, point);
    if (parts == 1 || state.lanes == 1)
      store(state, operand, point, value, mask);
    else if (interleaved.isAlone) {
      Value spread = interleave(SmallVector<Value>(parts, value));
      store(state, operand, point, spread,
            spreadMask(mask, state.lanes, interleaved));
    } else
      left[point] = value;
  }
  // The first row of a word may be in another part of the block.
  std::set<BlockPoint> words;
  for (auto &[point, value] : left)
    words.insert(getWordStart(point, interleaved));
  for (const BlockPoint &word : words) {
    SmallVector<Value> group, before;
    for (int64_t part = 0; part < parts; ++part) {
      auto found = left.find(getWordPoint(word, interleaved, part));
      if (found == left.end() && before.empty())
        before = load(state, operand, word);
      group.push_back(found == left.end() ? before[part] : found->second);
    }
    Value joined = interleave(group);
    store(state, operand, word, joined,
          spreadMask(getMask(state, word), state.lanes, interleaved));
  }
}
