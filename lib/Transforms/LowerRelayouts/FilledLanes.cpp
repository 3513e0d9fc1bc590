//===- FilledLanes.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packed elements and their padding, written once: what an edge leaves out of a
// vector comes from the other operand of a masked load.
//
//===----------------------------------------------------------------------===//

#include "LaneLoopBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static Value getSplat(OpBuilder &builder, Location loc, const APInt &element,
                      int64_t lanes) {
  auto type =
      VectorType::get({lanes}, builder.getIntegerType(element.getBitWidth()));
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, element));
}

void LaneLoopBuilder::buildFilled(OpBuilder &builder, Value flatSource,
                                  Value flatDest, const PackedColumns &columns,
                                  const APInt &newPadding) {
  source.flat = flatSource;
  dest.flat = flatDest;
  run = columns.run;
  if (columns.turn)
    turns = {*columns.turn};
  numTurns = slots = columns.numTurns;
  lanes = columns.lanes;
  padding = newPadding;
  bool streams = plan.streaming && writesLines();
  if (streams)
    startsAtLine = testLineStart(builder, loc, flatDest, plan.lineBytes);
  buildLoops(builder, llvm::to_vector(llvm::seq<size_t>(0, plan.loops)),
             [&](OpBuilder &inner) { fillBlock(inner); });
  // Streaming stores are not ordered with others.
  if (streams)
    LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
}

/// Builds `body` for each vector of a run, padding included.
void LaneLoopBuilder::alongVectors(OpBuilder &builder, Body body) {
  buildLoop(builder, builder.getIndexAttr(0), sizes.extents[run], lanes,
            [&](OpBuilder &inner, OpFoldResult value) {
              values[run] = value;
              body(inner);
              values[run] = OpFoldResult();
            });
}

void LaneLoopBuilder::fillBlock(OpBuilder &builder) {
  SmallVector<size_t> block(turns);
  block.push_back(run);
  auto moveAll = [&](OpBuilder &inner) {
    alongVectors(inner, [&](OpBuilder &vector) { moveColumns(vector, lanes); });
  };
  buildIf(
      builder, isFull(builder, block),
      [&](OpBuilder &inner) { whereWhole(inner, block, moveAll); },
      [&](OpBuilder &inner) { fillCutBlock(inner); });
}

/// Moves a block that an edge cuts, and fills the rest of it.
void LaneLoopBuilder::fillCutBlock(OpBuilder &builder) {
  Value turnsHere;
  if (!turns.empty())
    turnsHere = getValueOrCreateConstantIndexOp(
        builder, loc, getCount(builder, turns.front()));
  Value count =
      getValueOrCreateConstantIndexOp(builder, loc, getCount(builder, run));
  auto constant = [&](OpBuilder &inner, int64_t value) -> Value {
    return arith::ConstantIntOp::create(inner, loc, value, /*width=*/64);
  };
  auto moveVector = [&](OpBuilder &inner, Value left) {
    // A bit for each lane that is left; no shift by all bits.
    Value number =
        arith::IndexCastOp::create(inner, loc, inner.getI64Type(), left);
    Value some = arith::SubIOp::create(
        inner, loc,
        arith::ShLIOp::create(inner, loc, constant(inner, 1), number),
        constant(inner, 1));
    Value isWhole = arith::CmpIOp::create(inner, loc, arith::CmpIPredicate::sge,
                                          number, constant(inner, lanes));
    Value bits =
        arith::SelectOp::create(inner, loc, isWhole, constant(inner, -1), some);
    if (lanes < 64)
      bits = arith::TruncIOp::create(inner, loc, inner.getIntegerType(lanes),
                                     bits);
    cutRuns = CutRuns{bits, turnsHere};
    moveColumns(inner, lanes);
    cutRuns.reset();
  };
  alongVectors(builder, [&](OpBuilder &inner) {
    Value left = inner.createOrFold<arith::SubIOp>(
        loc, count, getValueOrCreateConstantIndexOp(inner, loc, values[run]));
    Value hasElements = inner.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::sgt, left,
        arith::ConstantIndexOp::create(inner, loc, 0));
    buildIf(
        inner, hasElements, [&](OpBuilder &yes) { moveVector(yes, left); },
        [&](OpBuilder &no) { padColumns(no); });
  });
}

/// Loads what an edge leaves of a vector of a run; the other lanes are padding.
Value LaneLoopBuilder::loadCutRun(OpBuilder &builder, int64_t turn) {
  setTurn(builder, turn);
  Value place = getPlace(builder, &RelayoutAxis::sourceStride);
  Value bits = cutRuns->lanes;
  if (turn != 0) {
    // Some processors take as long as a fault for a masked access without
    // active lanes to an unmapped page: the first run is there.
    setTurn(builder, 0);
    Value isThere = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sgt, cutRuns->turns,
        arith::ConstantIndexOp::create(builder, loc, turn));
    place =
        arith::SelectOp::create(builder, loc, isThere, place,
                                getPlace(builder, &RelayoutAxis::sourceStride));
    Value none = getConstantLike(builder, loc, bits, 0);
    bits = arith::SelectOp::create(builder, loc, isThere, bits, none);
  }
  clearTurns();
  Value mask = vector::BitCastOp::create(
      builder, loc, VectorType::get({lanes}, builder.getI1Type()),
      vector::BroadcastOp::create(builder, loc,
                                  VectorType::get({1}, bits.getType()), bits));
  return source.loadMaskedLanes(
      builder, loc, place, mask,
      getSplat(builder, loc, padding.zext(source.laneBits), lanes));
}

/// Writes a vector's columns of padding.
void LaneLoopBuilder::padColumns(OpBuilder &builder) {
  setTurn(builder, 0);
  Value bytes = getSplat(builder, loc, APInt::getSplat(8, padding),
                         lanes * getColumnBits() / 8);
  Value place = getPlace(builder, &RelayoutAxis::destStride);
  clearTurns();
  storeInLines(builder, lanes, [&](OpBuilder &inner, bool streams) {
    dest.storeBytes(inner, loc, bytes, place, streams);
  });
}

void LaneLoopBuilder::buildBeyond(OpBuilder &builder, size_t axis) {
  buildLoops(builder, llvm::to_vector(llvm::seq(axis + 1, plan.loops)),
             [&](OpBuilder &inner) {
               alongVectors(inner,
                            [&](OpBuilder &vector) { padColumns(vector); });
             });
}
