//===- BitColumns.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitLoopBuilder.h"
#include "Interleave.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Columns with all turns
//===----------------------------------------------------------------------===//

void BitLoopBuilder::moveColumns(OpBuilder &builder, int64_t length) {
  if (turns.empty())
    dest.storeLanes(builder, loc,
                    source.loadLanes(
                        builder, loc,
                        getPlace(builder, &RelayoutAxis::sourceStride), length),
                    getPlace(builder, &RelayoutAxis::destStride));
  else if (inDest)
    pack(builder, length);
  else
    unpack(builder, length);
}

/// Loads a vector of each run, and stores columns.
void BitLoopBuilder::pack(OpBuilder &builder, int64_t length) {
  SmallVector<Value> lanes;
  for (int64_t turn = 0; turn < numTurns; ++turn) {
    setTurn(builder, turn);
    lanes.push_back(source.loadLanes(
        builder, loc, getPlace(builder, &RelayoutAxis::sourceStride), length));
  }
  setTurn(builder, 0);
  Value position = getPlace(builder, &RelayoutAxis::destStride);
  clearTurns();
  int64_t perByte = dest.getElementsPerByte();
  if (dest.bits >= 8 || numTurns < perByte)
    return dest.storeLanes(builder, loc, interleaveAll(builder, loc, lanes),
                           position);
  SmallVector<Value> bytes;
  for (int64_t first = 0; first < numTurns; first += perByte) {
    SmallVector<Value> parts;
    for (Value part : ArrayRef(lanes).slice(first, perByte))
      parts.push_back(dest.normalize(builder, loc, part));
    bytes.push_back(joinLanes(builder, loc, parts, dest.bits));
  }
  dest.storeBytes(builder, loc, interleaveAll(builder, loc, bytes), position);
}

/// Loads columns, and stores a vector of each run.
void BitLoopBuilder::unpack(OpBuilder &builder, int64_t length) {
  setTurn(builder, 0);
  Value position = getPlace(builder, &RelayoutAxis::sourceStride);
  int64_t perByte = source.getElementsPerByte();
  SmallVector<Value> lanes;
  if (source.bits >= 8 || numTurns < perByte) {
    Value columns = source.loadLanes(builder, loc, position, length * numTurns);
    deinterleaveAll(builder, loc, columns, numTurns, lanes);
  } else {
    int64_t bytesPerColumn = numTurns / perByte;
    SmallVector<Value> bytes;
    deinterleaveAll(
        builder, loc,
        source.loadBytes(builder, loc, position, length * bytesPerColumn),
        bytesPerColumn, bytes);
    for (Value part : bytes)
      for (int64_t i = 0; i < perByte; ++i)
        lanes.push_back(extractLanes(builder, loc, part, source.bits, i));
  }
  for (auto [turn, lane] : llvm::enumerate(lanes)) {
    setTurn(builder, turn);
    dest.storeLanes(builder, loc, lane,
                    getPlace(builder, &RelayoutAxis::destStride));
  }
  clearTurns();
}

//===----------------------------------------------------------------------===//
// Columns with some turns
//===----------------------------------------------------------------------===//

static Value splat(OpBuilder &builder, Location loc, Value index,
                   int64_t factor, VectorType type) {
  Value word =
      arith::IndexCastUIOp::create(builder, loc, type.getElementType(), index);
  Value scaled = arith::MulIOp::create(
      builder, loc, word, getConstantLike(builder, loc, word, factor));
  return vector::BroadcastOp::create(builder, loc, type, scaled);
}

/// Loads columns as integers.
Value BitLoopBuilder::loadColumnWords(OpBuilder &builder,
                                      int64_t length) const {
  int64_t bits = getColumnBits();
  Value bytes = packed().loadBytes(
      builder, loc, getPlace(builder, packedStride()), length * bits / 8);
  auto type = VectorType::get({length}, builder.getIntegerType(bits));
  return builder.createOrFold<vector::BitCastOp>(loc, type, bytes);
}

/// Returns how many turns there are here.
OpFoldResult BitLoopBuilder::getTurnCount(OpBuilder &builder) const {
  return turns.empty() ? builder.getIndexAttr(1)
                       : getCount(builder, turns.front());
}

/// Builds `body` for each turn that is there.
ValueRange BitLoopBuilder::buildTurns(
    OpBuilder &builder, ValueRange initial,
    function_ref<SmallVector<Value>(OpBuilder &, Value, ValueRange)> body) {
  Value count =
      getValueOrCreateConstantIndexOp(builder, loc, getTurnCount(builder));
  auto loop = scf::ForOp::create(
      builder, loc, arith::ConstantIndexOp::create(builder, loc, 0), count,
      arith::ConstantIndexOp::create(builder, loc, 1), initial,
      [&](OpBuilder &inner, Location, Value turn, ValueRange carried) {
        if (!turns.empty())
          values[turns.front()] = turn;
        scf::YieldOp::create(inner, loc, body(inner, turn, carried));
        clearTurns();
      });
  return loop.getResults();
}

/// Shifts the runs that are there into the words of their columns; what else is
/// in a word stays as it is.
void BitLoopBuilder::packSomeTurns(OpBuilder &builder, int64_t length) {
  Value count =
      getValueOrCreateConstantIndexOp(builder, loc, getTurnCount(builder));
  Value before = loadColumnWords(builder, length);
  auto type = cast<VectorType>(before.getType());
  // Fewer than all turns: no shift by all bits.
  Value others = arith::ShLIOp::create(
      builder, loc, getConstantLike(builder, loc, before, -1),
      splat(builder, loc, count, dest.bits, type));
  Value kept = arith::AndIOp::create(builder, loc, before, others);
  auto addTurn = [&](OpBuilder &inner, Value turn,
                     ValueRange joined) -> SmallVector<Value> {
    Value lanes = source.loadLanes(
        inner, loc, getPlace(inner, &RelayoutAxis::sourceStride), length);
    Value element = dest.normalize(inner, loc, lanes);
    if (type.getElementTypeBitWidth() > dest.laneBits)
      element = arith::ExtUIOp::create(inner, loc, type, element);
    Value inPlace = arith::ShLIOp::create(
        inner, loc, element, splat(inner, loc, turn, dest.bits, type));
    return {arith::OrIOp::create(inner, loc, joined.front(), inPlace)};
  };
  Value words = buildTurns(builder, kept, addTurn).front();
  auto bytes =
      VectorType::get({length * getColumnBits() / 8}, builder.getI8Type());
  dest.storeBytes(builder, loc,
                  builder.createOrFold<vector::BitCastOp>(loc, bytes, words),
                  getPlace(builder, &RelayoutAxis::destStride));
}

/// Shifts the runs that are there out of the words of their columns.
void BitLoopBuilder::unpackSomeTurns(OpBuilder &builder, int64_t length) {
  Value words = loadColumnWords(builder, length);
  auto type = cast<VectorType>(words.getType());
  auto takeTurn = [&](OpBuilder &inner, Value turn,
                      ValueRange) -> SmallVector<Value> {
    Value lanes = arith::ShRUIOp::create(
        inner, loc, words, splat(inner, loc, turn, source.bits, type));
    if (type.getElementTypeBitWidth() > dest.laneBits)
      lanes = arith::TruncIOp::create(
          inner, loc, type.clone(inner.getIntegerType(dest.laneBits)), lanes);
    dest.storeLanes(inner, loc, lanes,
                    getPlace(inner, &RelayoutAxis::destStride));
    return {};
  };
  buildTurns(builder, ValueRange(), takeTurn);
}
