//===- RegisterTransposition.cpp - Transposes blocks of operands ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// Replaces two vectors by two shuffles of them.
static void shufflePair(OpBuilder &builder, Location loc, Value &a, Value &b,
                        ArrayRef<int64_t> first, ArrayRef<int64_t> second) {
  Value low = vector::ShuffleOp::create(builder, loc, a, b, first);
  b = vector::ShuffleOp::create(builder, loc, a, b, second);
  a = low;
}

/// Transposes `n` vectors of `n` elements, a power of two, in place; or half as
/// many vectors, of which each has the same half of two rows.
///
/// Each step is one instruction of x86 a vector: first elements are interleaved
/// within parts of 128 bits, then such parts do. The bits of an element's place
/// rotate through the number of its register, so that all come out in order.
static void transposeSquare(OpBuilder &builder, Location loc,
                            MutableArrayRef<Value> rows) {
  int64_t size = rows.size();
  auto type = cast<VectorType>(rows.front().getType());
  int64_t width = type.getNumElements();
  int64_t part = std::min(width, kShuffledBits / type.getElementTypeBitWidth());
  auto shuffleAll = [&](int64_t bit, ArrayRef<int64_t> low,
                        ArrayRef<int64_t> high) {
    for (int64_t row = 0; row < size; ++row)
      if ((row & bit) == 0)
        shufflePair(builder, loc, rows[row], rows[row | bit], low, high);
  };
  SmallVector<int64_t> low, high;
  for (int64_t start = 0; start < width; start += part)
    for (int64_t index = 0; index < part / 2; ++index)
      for (int64_t from : {int64_t(0), width}) {
        low.push_back(from + start + index);
        high.push_back(from + start + index + part / 2);
      }
  for (int64_t bit = part / 2; bit > 0; bit /= 2)
    shuffleAll(bit, low, high);
  low.clear();
  high.clear();
  for (int64_t from : {int64_t(0), width})
    for (int64_t start = 0; start < width; start += 2 * part)
      for (int64_t index = 0; index < part; ++index) {
        low.push_back(from + start + index);
        high.push_back(from + start + index + part);
      }
  for (int64_t bit = part; bit < size; bit *= 2)
    shuffleAll(bit, low, high);
}

/// Returns the vectors one after the other as one vector.
static Value concatenate(OpBuilder &builder, Location loc,
                         SmallVector<Value> parts) {
  while (parts.size() > 1) {
    int64_t size = cast<VectorType>(parts[0].getType()).getNumElements();
    SmallVector<int64_t> all = llvm::to_vector(llvm::seq<int64_t>(2 * size));
    SmallVector<Value> next;
    for (size_t part = 0; part < parts.size(); part += 2)
      next.push_back(vector::ShuffleOp::create(builder, loc, parts[part],
                                               parts[part + 1], all));
    parts = std::move(next);
  }
  return parts.front();
}

/// Returns the columns of `count` rows of `columns` words of so many bits, of
/// which `load` loads words from one on; all are powers of two, and there are
/// at most as many columns as rows.
///
/// A row of more than 128 bits is loaded by halves. Processors put two of them
/// together where they load, which leaves a step less to shuffles. Words of 64
/// bits have too few steps to gain from that.
static SmallVector<Value> transpose(
    OpBuilder &builder, Location loc, int64_t count, int64_t columns,
    int64_t bits,
    llvm::function_ref<Value(int64_t row, int64_t first, int64_t words)> load) {
  int64_t part = kShuffledBits / bits,
          halves = columns > part && bits <= 32 ? 2 : 1;
  SmallVector<SmallVector<Value>> parts(columns);
  for (int64_t row = 0; row < count; row += columns)
    for (int64_t half = 0; half < halves; ++half) {
      int64_t first = half * columns / halves, words = columns / halves;
      SmallVector<Value> square;
      for (int64_t own = row; own < row + columns; ++own)
        if (halves == 1)
          square.push_back(load(own, first, words));
        else if ((own & part) == 0)
          square.push_back(concatenate(
              builder, loc,
              {load(own, first, words), load(own | part, first, words)}));
      transposeSquare(builder, loc, square);
      for (auto [number, column] : llvm::enumerate(square))
        parts[first + number].push_back(column);
    }
  return llvm::map_to_vector(parts, [&](SmallVector<Value> &column) {
    return concatenate(builder, loc, std::move(column));
  });
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Returns where a row lies that is so many indices along the vector's
/// dimension after the point. A row after the last one is the first one
/// again: no lane that a mask leaves out may load what is not there.
Value RegisterBlock::getRowPosition(const BlockState &state, int64_t operand,
                                    const BlockPoint &point, int64_t row) {
  BlockPoint at = point;
  at[plan.vectorDim] += row;
  bool isLast = getMask(state, point) != nullptr;
  std::optional<int64_t> known =
      isLast ? getConstantIntValue(state.maskedLanes) : std::nullopt;
  if (known && row >= *known)
    at = point;
  Value position = getPosition(state, operand, at);
  if (isLast && !known && row > 0) {
    Value isThere = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, math.constant(row),
        cast<Value>(state.maskedLanes));
    position = arith::SelectOp::create(builder, loc, isThere, position,
                                       getPosition(state, operand, point));
  }
  return position;
}

/// Returns the distance of rows of so many elements that lie side by side in
/// memory within a vector, such as windows of 3 elements that move by 2; 0 if
/// they do not. Elements between them are loaded, too, so that what follows the
/// last row needs a mask.
int64_t RegisterBlock::getRowDistance(const BlockState &state, int64_t operand,
                                      int64_t size) const {
  ArrayRef<AccessStep> steps = problem.operands[operand].dims[plan.vectorDim];
  const Stride &stride = steps.front().stride;
  bool isEven = llvm::all_of(steps.drop_front(), [&](const AccessStep &step) {
    return step.edge % state.lanes == 0;
  });
  if (!isEven || !stride.isStatic() ||
      (stride.factor != 2 && stride.factor != 4))
    return 0;
  bool isFull = stride.factor == size;
  return isFull || (stride.factor > size && plan.masked) ? stride.factor : 0;
}

/// Loads such rows together; their columns are interleaved.
SmallVector<Value> RegisterBlock::loadStrided(const BlockState &state,
                                              int64_t operand,
                                              const BlockPoint &point,
                                              int64_t size, int64_t distance) {
  int64_t elements = state.lanes * distance, after = distance - size;
  auto type = VectorType::get({elements}, builder.getI1Type());
  bool isLast = getMask(state, point) != nullptr;
  std::optional<int64_t> known =
      isLast ? getConstantIntValue(state.maskedLanes) : state.lanes;
  Value mask;
  if (!known) {
    Value end =
        math.mul(cast<Value>(state.maskedLanes), math.constant(distance));
    end = math.sub(end, math.constant(after));
    mask = vector::CreateMaskOp::create(builder, loc, type, end);
  } else if (isLast || after > 0)
    mask = vector::ConstantMaskOp::create(
        builder, loc, type,
        ArrayRef<int64_t>{std::max<int64_t>(0, *known * distance - after)});
  Value position = getPosition(state, operand, point);
  Value rows = after > 0 ? loadMasked(operand, position, elements, mask)
                         : loadElementsAt(operand, position, elements, mask);
  SmallVector<Value> columns = deinterleave(rows, distance);
  columns.truncate(size);
  return columns;
}

/// Returns the part of words that a number says, as elements of a type.
Value RegisterBlock::takePart(Value words, Value part, VectorType type) {
  auto wordType = cast<VectorType>(words.getType());
  int64_t bits = type.getElementTypeBitWidth();
  Value shift =
      arith::IndexCastOp::create(builder, loc, wordType.getElementType(),
                                 math.mul(part, math.constant(bits)));
  shift = vector::BroadcastOp::create(builder, loc, wordType, shift);
  Value own = arith::TruncIOp::create(
      builder, loc, type.clone(builder.getIntegerType(bits)),
      arith::ShRUIOp::create(builder, loc, words, shift));
  return asType(own, type.getElementType());
}

/// True if an operand is transposed in words of several rows, and the block has
/// all rows of those at the point.
bool RegisterBlock::takesWholeWords(const BlockState &state, int64_t operand,
                                    const BlockPoint &point) const {
  PlanTransposition transposition = {operand, getTransposedDim(plan, operand)};
  if (transposition.dim < 0 || !takesPartsOfWords(problem, plan, transposition))
    return false;
  auto interleave = getTransposedInterleave(problem, plan, transposition);
  if (problem.isReduction[interleave->dim])
    return false;
  int64_t first =
      point[interleave->dim] - point[interleave->dim] % interleave->parts;
  return getLastStep(plan, interleave->dim) % interleave->parts == 0 &&
         first + interleave->parts <= state.block[interleave->dim];
}

/// Loads the vector at a point and those that follow it along the dimension in
/// which the operand is contiguous, as far as one square goes. Moves the point
/// to the first of them. Each has `word` neighbours along that dimension, which
/// are interleaved, or all rows of its words, which do.
SmallVector<Value> RegisterBlock::loadTransposed(const BlockState &state,
                                                 int64_t operand,
                                                 BlockPoint &point,
                                                 int64_t &word) {
  PlanTransposition transposition = {operand, getTransposedDim(plan, operand)};
  int64_t along = transposition.dim;
  // What is left of a block is cut into powers of two.
  int64_t width = getTransposedWidth(problem, plan, transposition);
  int64_t first = point[along] - point[along] % width, size;
  for (;; first += size) {
    size = std::min<int64_t>(
        width, llvm::bit_floor<uint64_t>(state.block[along] - first));
    if (point[along] < first + size)
      break;
  }
  point[along] = first;

  // Rows that are interleaved in memory are one of wider elements, and so are
  // elements that will are interleaved.
  auto interleave = getTransposedInterleave(problem, plan, transposition);
  int64_t parts = interleave->parts;
  bool takesParts = takesPartsOfWords(problem, plan, transposition);
  bool takesWhole = takesWholeWords(state, operand, point);
  if (takesWhole)
    point[interleave->dim] -= point[interleave->dim] % parts;
  word = getTransposedWord(problem, plan, transposition);
  if (size % word != 0)
    word = 1;
  int64_t together = parts * word;
  Value array = operands.getArray(operand);
  Type element = cast<MemRefType>(array.getType()).getElementType();
  int64_t bits = element.getIntOrFloatBitWidth() * together;
  if (together == 1)
    if (int64_t distance = getRowDistance(state, operand, size))
      return loadStrided(state, operand, point, size, distance);
  SmallVector<Value> positions;
  for (int64_t row = 0; row < state.lanes; row += takesParts ? 1 : parts)
    positions.push_back(getRowPosition(state, operand, point, row));
  // All rows have the same part of their words.
  Value part;
  if (takesParts && !takesWhole) {
    part = math.rem(positions.front(), parts);
    for (Value &position : positions)
      position = math.sub(position, part);
  }
  auto load = [&](int64_t row, int64_t start, int64_t words) -> Value {
    Value value = vector::LoadOp::create(
        builder, loc, VectorType::get({words * together}, element), array,
        math.add(positions[row], math.constant(start * together)));
    if (together == 1)
      return asIntegers(value);
    return vector::BitCastOp::create(
        builder, loc, VectorType::get({words}, builder.getIntegerType(bits)),
        value);
  };
  return llvm::map_to_vector(
      transpose(builder, loc, positions.size(), size / word, bits, load),
      [&](Value column) -> Value {
        auto type = VectorType::get({state.lanes * (takesWhole ? parts : word)},
                                    element);
        if (part)
          column = takePart(column, part, type);
        return column.getType() == type
                   ? column
                   : vector::BitCastOp::create(builder, loc, type, column);
      });
}
