//===- FilledLanes.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of less than a byte where edges cut columns. Masks leave out what is
// not there. What an edge leaves out of a vector of the packed side is padding:
// it comes from the other operand of a masked load, or stays as it is. Without
// masked loads, whole vectors are loaded, and what is there is selected on the
// way to a stage, from where all is packed.
//
//===----------------------------------------------------------------------===//

#include "LaneLoopBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static Value getSplat(OpBuilder &builder, Location loc, const APInt &element,
                      int64_t lanes) {
  auto type =
      VectorType::get({lanes}, builder.getIntegerType(element.getBitWidth()));
  return createScalarOrSplatConstant(builder, loc, type, element);
}

/// Returns an integer of `limit` bits whose lowest `count` bits are set: all of
/// them from `limit` on.
static Value getLowBits(OpBuilder &builder, Location loc, Value count,
                        int64_t limit) {
  int64_t width = std::max<int64_t>(64, limit);
  Type type = builder.getIntegerType(width);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(type, APInt(width, value, /*isSigned=*/true)));
  };
  Value number = arith::IndexCastOp::create(builder, loc, type, count);
  // No shift by all bits.
  Value bit = arith::ShLIOp::create(builder, loc, constant(1), number);
  Value some = arith::SubIOp::create(builder, loc, bit, constant(1));
  Value isWhole = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                        number, constant(limit));
  Value bits =
      arith::SelectOp::create(builder, loc, isWhole, constant(-1), some);
  if (limit == width)
    return bits;
  return arith::TruncIOp::create(builder, loc, builder.getIntegerType(limit),
                                 bits);
}

/// Returns a mask from its bits.
static Value getMask(OpBuilder &builder, Location loc, Value bits) {
  return vector::BitCastOp::create(
      builder, loc,
      VectorType::get({bits.getType().getIntOrFloatBitWidth()},
                      builder.getI1Type()),
      vector::BroadcastOp::create(builder, loc,
                                  VectorType::get({1}, bits.getType()), bits));
}

void LaneLoopBuilder::buildColumns(OpBuilder &builder, Value flatSource,
                                   Value flatDest, const PackedColumns &columns,
                                   const APInt &newPadding) {
  source.flat = flatSource;
  dest.flat = flatDest;
  inDest = columns.packsDest;
  run = columns.run;
  if (columns.runAxis)
    runAxes = {*columns.runAxis};
  numRuns = slots = columns.numRuns;
  lanes = columns.lanes;
  padding = newPadding;
  bool streams = plan.streaming && writesLines();
  if (streams)
    startsAtLine = testLineStart(builder, loc, flatDest, plan.lineBytes);
  buildLoops(builder, llvm::to_vector(llvm::seq<size_t>(0, plan.loops)),
             [&](OpBuilder &inner) { moveBlockByMasks(inner); });
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

void LaneLoopBuilder::moveBlockByMasks(OpBuilder &builder) {
  SmallVector<size_t> block(runAxes);
  block.push_back(run);
  auto moveAll = [&](OpBuilder &inner) {
    int64_t length = storesPairs() && axes.axes[run].extent % (2 * lanes) == 0
                         ? 2 * lanes
                         : lanes;
    buildLoop(inner, inner.getIndexAttr(0), sizes.extents[run], length,
              [&](OpBuilder &vector, OpFoldResult value) {
                values[run] = value;
                moveColumns(vector, length);
                values[run] = OpFoldResult();
              });
  };
  auto moveCut = [&](OpBuilder &inner) { moveCutBlock(inner); };
  // Loads with full masks take no longer than others, so that only the last
  // rows, which lack some, need conditions for each row. Stores do.
  if (inDest && hasByteMasks)
    return buildIf(
        builder, isFull(builder, runAxes),
        [&](OpBuilder &inner) { whereWhole(inner, runAxes, moveCut); },
        moveCut);
  buildIf(
      builder, isFull(builder, block),
      [&](OpBuilder &inner) { whereWhole(inner, block, moveAll); }, moveCut);
}

/// Moves a block that an edge cuts, and fills the rest of it if the plan does.
void LaneLoopBuilder::moveCutBlock(OpBuilder &builder) {
  OpFoldResult runsHere = getRunCount(builder);
  Value stack, stage;
  if (!hasByteMasks) {
    // Wherever the loops around end up, each thread has its own stage.
    stack = LLVM::StackSaveOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()));
    stage = memref::AllocaOp::create(
        builder, loc,
        MemRefType::get({(numRuns + 2) * lanes}, builder.getI8Type()));
  }
  Value count =
      getValueOrCreateConstantIndexOp(builder, loc, getCount(builder, run));
  auto moveVector = [&](OpBuilder &inner, Value left) {
    Value areWhole =
        getConstantIntValue(runsHere) == numRuns
            ? inner.createOrFold<arith::CmpIOp>(
                  loc, arith::CmpIPredicate::sge, left,
                  arith::ConstantIndexOp::create(inner, loc, lanes))
            : Value(arith::ConstantIntOp::create(inner, loc, 0, 1));
    cutRuns =
        CutRuns{getLowBits(inner, loc, left, lanes), runsHere, areWhole, stage};
    if (stage)
      stageCutRuns(inner, stage);
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
        [&](OpBuilder &no) {
          if (plan.fillsPadding)
            padColumns(no);
        });
  });
  if (stack)
    LLVM::StackRestoreOp::create(builder, loc, stack);
}

/// Loads a vector of which some lanes may lie after the source; what these
/// hold does not matter. The last vector of the source is moved, within a
/// buffer of two, to where the lanes that are there come first.
Value LaneLoopBuilder::loadWithinSource(OpBuilder &builder, Value place,
                                        Value buffer) const {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  int64_t elements = cast<MemRefType>(source.flat.getType()).getDimSize(0);
  Value last =
      arith::MinSIOp::create(builder, loc, place, constant(elements - lanes));
  Value vector = source.loadLanes(builder, loc, last, lanes);
  vector::StoreOp::create(builder, loc, vector, buffer,
                          constant(numRuns * lanes));
  Value lacking = arith::SubIOp::create(builder, loc, place, last);
  Value begin =
      arith::AddIOp::create(builder, loc, lacking, constant(numRuns * lanes));
  return vector::LoadOp::create(
      builder, loc, cast<VectorType>(vector.getType()), buffer, begin);
}

/// Writes what an edge leaves of a vector of each run to `stage`, one after the
/// other; the other lanes are padding. The stage has two vectors more, a buffer
/// for the last vector of the source.
void LaneLoopBuilder::stageCutRuns(OpBuilder &builder, Value stage) {
  Value rest = getSplat(builder, loc, padding.zext(source.laneBits), lanes);
  Value mask = getMask(builder, loc, cutRuns->lanes);
  auto store = [&](OpBuilder &inner, Value number, Value vector) {
    Value place = arith::MulIOp::create(
        inner, loc, number, arith::ConstantIndexOp::create(inner, loc, lanes));
    vector::StoreOp::create(inner, loc, vector, stage, place);
  };
  buildRuns(builder, {}, [&](OpBuilder &inner, Value number, ValueRange) {
    Value vector = loadWithinSource(
        inner, getPlace(inner, &RelayoutAxis::sourceStride), stage);
    store(inner, number,
          arith::SelectOp::create(inner, loc, mask, vector, rest));
    return SmallVector<Value>();
  });
  // Runs that are known not to be there are not loaded from the stage.
  if (getConstantIntValue(cutRuns->count))
    return;
  Value begin = getValueOrCreateConstantIndexOp(builder, loc, cutRuns->count);
  Value end = arith::ConstantIndexOp::create(builder, loc, numRuns);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  scf::ForOp::create(builder, loc, begin, end, one, ValueRange(),
                     [&](OpBuilder &inner, Location, Value number, ValueRange) {
                       store(inner, number, rest);
                       scf::YieldOp::create(inner, loc);
                     });
}

/// Returns where a vector of a run begins, and a mask of the lanes that are
/// there: none if the run is not.
LaneLoopBuilder::CutRun LaneLoopBuilder::getCutRun(OpBuilder &builder,
                                                   int64_t number,
                                                   StrideMember stride) {
  selectRun(builder, number);
  Value place = getPlace(builder, stride);
  Value bits = cutRuns->lanes;
  if (number != 0 && !getConstantIntValue(cutRuns->count)) {
    // Some processors take as long as a fault for a masked access without
    // active lanes to an unmapped page: the first run is there.
    selectRun(builder, 0);
    Value count = getValueOrCreateConstantIndexOp(builder, loc, cutRuns->count);
    Value isThere = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sgt, count,
        arith::ConstantIndexOp::create(builder, loc, number));
    place = arith::SelectOp::create(builder, loc, isThere, place,
                                    getPlace(builder, stride));
    Value none = getConstantLike(builder, loc, bits, 0);
    bits = arith::SelectOp::create(builder, loc, isThere, bits, none);
  }
  clearRun();
  return {place, getMask(builder, loc, bits)};
}

/// Loads what an edge leaves of a vector of a run; the other lanes are padding.
Value LaneLoopBuilder::loadCutRun(OpBuilder &builder, int64_t number) {
  Value rest = getSplat(builder, loc, padding.zext(source.laneBits), lanes);
  if (cutRuns->lacks(number))
    return rest;
  if (cutRuns->stage)
    return vector::LoadOp::create(
        builder, loc, cast<VectorType>(rest.getType()), cutRuns->stage,
        arith::ConstantIndexOp::create(builder, loc, number * lanes)
            .getResult());
  CutRun cut = getCutRun(builder, number, &RelayoutAxis::sourceStride);
  return source.loadMaskedLanes(builder, loc, cut.place, cut.mask, rest);
}

/// Stores what an edge leaves of a vector of a run.
void LaneLoopBuilder::storeCutRun(OpBuilder &builder, int64_t number,
                                  Value lanes) {
  if (cutRuns->lacks(number))
    return;
  CutRun cut = getCutRun(builder, number, &RelayoutAxis::destStride);
  dest.storeMaskedLanes(builder, loc, lanes, cut.place, cut.mask);
}

/// Returns the bytes of columns that an edge cuts, with padding as it is.
Value LaneLoopBuilder::keepPadding(OpBuilder &builder, Value columns) {
  auto type = cast<VectorType>(columns.getType());
  Value count = getValueOrCreateConstantIndexOp(builder, loc, cutRuns->count);
  Value bits = arith::MulIOp::create(
      builder, loc, count,
      arith::ConstantIndexOp::create(builder, loc, dest.bits));
  Value column = getLowBits(builder, loc, bits, getColumnBits());
  auto words = VectorType::get({lanes}, column.getType());
  Value all = vector::BroadcastOp::create(builder, loc, words, column);
  Value mask = getMask(builder, loc, cutRuns->lanes);
  Value there = arith::SelectOp::create(builder, loc, mask, all,
                                        getConstantLike(builder, loc, all, 0));
  Value kept = vector::BitCastOp::create(builder, loc, type, there);
  selectRun(builder, 0);
  Value before =
      dest.loadBytes(builder, loc, getPlace(builder, &RelayoutAxis::destStride),
                     type.getNumElements());
  clearRun();
  // (x ^ y) & m ^ y is x where m is set, and y elsewhere.
  Value changed = arith::AndIOp::create(
      builder, loc, arith::XOrIOp::create(builder, loc, columns, before), kept);
  return arith::XOrIOp::create(builder, loc, changed, before);
}

/// Writes a vector's columns of padding.
void LaneLoopBuilder::padColumns(OpBuilder &builder) {
  selectRun(builder, 0);
  Value bytes = getSplat(builder, loc, APInt::getSplat(8, padding),
                         lanes * getColumnBits() / 8);
  Value place = getPlace(builder, &RelayoutAxis::destStride);
  clearRun();
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
