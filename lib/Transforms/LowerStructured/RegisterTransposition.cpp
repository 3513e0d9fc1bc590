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

/// Transposes `n` vectors of `n` elements, a power of two, in place.
///
/// Each step is one instruction of x86 a vector: first elements take turns
/// within parts of 128 bits, then such parts do. The bits of an element's place
/// rotate through the number of its register, so that all come out in order.
static void transposeSquare(OpBuilder &builder, Location loc,
                            MutableArrayRef<Value> rows) {
  int64_t size = rows.size();
  auto type = cast<VectorType>(rows.front().getType());
  int64_t part = std::min<int64_t>(size, 128 / type.getElementTypeBitWidth());
  auto shuffleAll = [&](int64_t bit, ArrayRef<int64_t> low,
                        ArrayRef<int64_t> high) {
    for (int64_t row = 0; row < size; ++row)
      if ((row & bit) == 0)
        shufflePair(builder, loc, rows[row], rows[row | bit], low, high);
  };
  SmallVector<int64_t> low, high;
  for (int64_t start = 0; start < size; start += part)
    for (int64_t index = 0; index < part / 2; ++index)
      for (int64_t from : {int64_t(0), size}) {
        low.push_back(from + start + index);
        high.push_back(from + start + index + part / 2);
      }
  for (int64_t bit = part / 2; bit > 0; bit /= 2)
    shuffleAll(bit, low, high);
  low.clear();
  high.clear();
  for (int64_t from : {int64_t(0), size})
    for (int64_t start = 0; start < size; start += 2 * part)
      for (int64_t index = 0; index < part; ++index) {
        low.push_back(from + start + index);
        high.push_back(from + start + index + part);
      }
  for (int64_t bit = part; bit < size; bit *= 2)
    shuffleAll(bit, low, high);
}

/// Returns the vectors one behind the other as one vector.
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

/// Returns the columns of vectors that have at most as many elements as there
/// are vectors; both are powers of two.
static SmallVector<Value> transpose(OpBuilder &builder, Location loc,
                                    SmallVector<Value> rows) {
  size_t columns = cast<VectorType>(rows.front().getType()).getNumElements();
  for (size_t row = 0; row < rows.size(); row += columns)
    transposeSquare(builder, loc, MutableArrayRef(rows).slice(row, columns));
  SmallVector<Value> result;
  for (size_t column = 0; column < columns; ++column) {
    SmallVector<Value> parts;
    for (size_t row = column; row < rows.size(); row += columns)
      parts.push_back(rows[row]);
    result.push_back(concatenate(builder, loc, std::move(parts)));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Loads elements of one row of a square, which is so many indices along the
/// vector's dimension behind the point. A row behind the last one is the first
/// one again: no lane that a mask leaves out may load what is not there.
Value RegisterBlock::loadRow(const BlockState &state, int64_t operand,
                             const BlockPoint &point, int64_t row,
                             int64_t elements) {
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
  Value array = operands.getArray(operand);
  auto type = VectorType::get(
      {elements}, cast<MemRefType>(array.getType()).getElementType());
  return vector::LoadOp::create(builder, loc, type, array, position);
}

/// Loads the vector at a point and those that follow it along the dimension in
/// which the operand is contiguous, as far as one square goes. Moves the point
/// to the first of them. Each has `word` neighbours along that dimension, which
/// take turns.
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

  // Rows that take turns in memory are one of wider elements, and so are
  // elements that will take turns.
  int64_t parts = getTransposedInterleave(problem, plan, transposition)->parts;
  word = getTransposedWord(problem, plan, transposition);
  if (size % word != 0)
    word = 1;
  int64_t together = parts * word;
  SmallVector<Value> rows;
  Type element;
  for (int64_t row = 0; row < state.lanes; row += parts) {
    Value value = loadRow(state, operand, point, row, size * parts);
    auto type = cast<VectorType>(value.getType());
    element = type.getElementType();
    rows.push_back(asIntegers(value));
    if (together > 1)
      rows.back() = vector::BitCastOp::create(
          builder, loc,
          VectorType::get(
              {size / word},
              builder.getIntegerType(type.getElementTypeBitWidth() * together)),
          value);
  }
  return llvm::map_to_vector(
      transpose(builder, loc, std::move(rows)), [&](Value column) -> Value {
        auto type = VectorType::get({state.lanes * word}, element);
        return column.getType() == type
                   ? column
                   : vector::BitCastOp::create(builder, loc, type, column);
      });
}
