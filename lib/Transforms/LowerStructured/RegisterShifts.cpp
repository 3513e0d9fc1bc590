//===- RegisterShifts.cpp - Vectors that begin within those of memory -----===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand that is read from an index within a vector on, such as column 3 of
// T(8,128), has parts of two vectors for each one: both are loaded where they
// begin, within a tile each, and shuffled. The vectors beside it load the same
// ones, which LLVM merges. So has one that is read from a row within a word on,
// such as row 1 of T(8,128)(2,1), two words for each one.
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns how many units what is `by` elements after a point lies after the
/// unit of the point.
Value RegisterBlock::getUnits(const BlockState &state, const BlockPoint &point,
                              const IndexShift &shift, int64_t by) {
  int64_t dim = shift.dim;
  // Whole units begin at one.
  if (state.block[dim] % shift.unit == 0)
    return math.constant((point[dim] % shift.unit + by) / shift.unit);
  Value index = math.add(state.indices[dim], math.constant(point[dim]));
  Value rest = math.rem(index, shift.unit);
  return math.div(math.add(rest, math.constant(by)), shift.unit);
}

/// Loads a vector of what an operand has at a point and of what is interleaved
/// with it. Lanes that the mask leaves out have any value where the vector lies
/// in two of memory, which are loaded under the mask `own`. `getStart` returns
/// the position so many elements further along the vector's dimension; that of
/// the point if there is none.
Value RegisterBlock::loadShifted(const BlockState &state, int64_t operand,
                                 const BlockPoint &point, int64_t elements,
                                 Value mask, Value own,
                                 function_ref<Value(int64_t)> getStart) {
  auto getOwnStart = [&](int64_t further) {
    return getPosition(state, operand, point, /*without=*/nullptr, further);
  };
  if (!getStart)
    getStart = getOwnStart;
  const OperandAccess &access = problem.operands[operand];
  const IndexShift *shift = access.findShift(plan.vectorDim);
  int64_t part = shift ? shift->by % state.lanes : 0;
  if (part == 0)
    return loadElementsAt(operand, getStart(0), elements, mask);
  Value start = getStart(-part), next = getStart(state.lanes - part);
  // Lanes that are needed of the second one are in the array, as all of it is
  // where another vector of the block begins in it. Else there may be none.
  int64_t dim = shift->dim;
  if (point[dim] + 2 * state.lanes > state.block[dim]) {
    const IndexSum &sum = *llvm::find_if(access.sums, [&](const IndexSum &sum) {
      return sum.terms.front().first == dim;
    });
    Value index = getSumIndex(state, point, sum);
    index = math.add(index, math.constant(shift->by - part + state.lanes));
    Value array = op->getOperand(operand);
    Value isInArray = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, index,
        builder.createOrFold<memref::DimOp>(loc, array, shift->axis));
    next = arith::SelectOp::create(builder, loc, isInArray, next, start);
  }
  Value first = loadElementsAt(operand, start, elements, own);
  Value second = loadElementsAt(operand, next, elements, own);
  // Elements that are interleaved move as integers, which is fewer
  // instructions.
  constexpr int64_t longestWord = 64;
  Type element = cast<VectorType>(first.getType()).getElementType();
  int64_t laneBits = elements / state.lanes * element.getIntOrFloatBitWidth();
  int64_t bits = std::min(laneBits, longestWord);
  int64_t count = state.lanes * laneBits / bits;
  auto type = VectorType::get({count}, builder.getIntegerType(bits));
  SmallVector<int64_t> lanes = llvm::to_vector(llvm::seq(count));
  for (int64_t &lane : lanes)
    lane += part * (laneBits / bits);
  Value words = vector::BitCastOp::create(builder, loc, type, first);
  words = vector::ShuffleOp::create(
      builder, loc, words,
      vector::BitCastOp::create(builder, loc, type, second), lanes);
  return vector::BitCastOp::create(builder, loc,
                                   cast<VectorType>(first.getType()), words);
}

/// Loads a vector of what an operand has at the first row of a word, and of
/// what is interleaved with it. An operand that is read from a row within a
/// word on has rows of two words in each.
Value RegisterBlock::loadShiftedWords(const BlockState &state, int64_t operand,
                                      const BlockPoint &point, int64_t elements,
                                      Value mask, Value own) {
  OperandAccess::Interleave interleave = getInterleave(operand);
  const IndexShift *shift =
      interleave.dim < 0 ? nullptr
                         : problem.operands[operand].findShift(interleave.dim);
  int64_t rows = interleave.parts, by = shift ? shift->by % rows : 0;
  if (by == 0)
    return loadShifted(state, operand, point, elements, mask, own);
  auto loadFrom = [&](int64_t row) {
    return loadShifted(
        state, operand, point, elements, mask, own, [&](int64_t further) {
          return getPosition(state, operand, point,
                             /*without=*/nullptr, further, row - by);
        });
  };
  Value first = loadFrom(0), second = first;
  // The second word of a few rows may lie after the array.
  if (state.block[shift->dim] - point[shift->dim] + by > rows)
    second = loadFrom(rows);
  auto type = cast<VectorType>(first.getType());
  int64_t bits = type.getElementTypeBitWidth();
  auto words =
      VectorType::get({elements / rows}, builder.getIntegerType(bits * rows));
  auto toWords = [&](Value vector) {
    return vector::BitCastOp::create(builder, loc, words, vector);
  };
  auto getBits = [&](int64_t count) {
    return createScalarOrSplatConstant(builder, loc, words, count * bits);
  };
  Value low = arith::ShRUIOp::create(builder, loc, toWords(first), getBits(by));
  Value high =
      arith::ShLIOp::create(builder, loc, toWords(second), getBits(rows - by));
  Value both = arith::OrIOp::create(builder, loc, low, high);
  return vector::BitCastOp::create(builder, loc, type, both);
}
