//===- LaneColumns.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../IR/AffineValues.h"
#include "Interleave.h"
#include "LaneLoopBuilder.h"
#include "Permutes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Columns of all runs
//===----------------------------------------------------------------------===//

void LaneLoopBuilder::moveColumns(OpBuilder &builder, int64_t length) {
  if (!runAxes.empty())
    return inDest ? pack(builder, length) : unpack(builder, length);
  Value lanes = loadRun(builder, /*number=*/0, length);
  storeInLines(builder, length, [&](OpBuilder &inner, bool streams) {
    dest.storeLanes(inner, loc, lanes,
                    getPlace(inner, &RelayoutAxis::destStride), streams);
  });
}

/// Builds the stores of `length` columns: streaming ones where these are whole
/// lines of a large destination.
void LaneLoopBuilder::storeInLines(
    OpBuilder &builder, int64_t length,
    function_ref<void(OpBuilder &, bool)> store) {
  auto storePlainly = [&](OpBuilder &inner) { store(inner, false); };
  // Less than a vector is less than lines.
  if (!startsAtLine || length != lanes)
    return storePlainly(builder);
  buildIf(
      builder, startsAtLine, [&](OpBuilder &inner) { store(inner, true); },
      storePlainly);
}

/// Calls `body` with the number of each column where they are apart.
void LaneLoopBuilder::alongColumns(OpBuilder &builder, int64_t length,
                                   function_ref<void(int64_t)> body) {
  OpFoldResult first = values[run];
  AffineExpr index = builder.getAffineDimExpr(0);
  for (int64_t column = 0; column < length; ++column) {
    values[run] = affine::makeComposedFoldedAffineApply(
        builder, loc, AffineMap::get(1, 0, index + column), {first});
    body(column);
  }
  values[run] = first;
}

/// Stores the lanes of consecutive columns.
void LaneLoopBuilder::storeColumns(OpBuilder &builder, Value lanes,
                                   bool streams) {
  selectRun(builder, 0);
  if (!isSpread) {
    dest.storeLanes(builder, loc, lanes,
                    getPlace(builder, &RelayoutAxis::destStride), streams);
    return clearRun();
  }
  int64_t length = cast<VectorType>(lanes.getType()).getNumElements() / numRuns;
  alongColumns(builder, length, [&](int64_t column) {
    Value lanesOfColumn = vector::ExtractStridedSliceOp::create(
        builder, loc, lanes, ArrayRef{column * numRuns}, ArrayRef{numRuns},
        ArrayRef<int64_t>{1});
    dest.storeLanes(builder, loc, lanesOfColumn,
                    getPlace(builder, &RelayoutAxis::destStride));
  });
  clearRun();
}

/// Loads the lanes of consecutive columns.
Value LaneLoopBuilder::loadColumns(OpBuilder &builder, int64_t length) {
  selectRun(builder, 0);
  auto load = [&](int64_t count) {
    return source.loadLanes(
        builder, loc, getPlace(builder, &RelayoutAxis::sourceStride), count);
  };
  if (!isSpread) {
    Value columns = load(length * numRuns);
    clearRun();
    return columns;
  }
  auto type = VectorType::get({length * numRuns},
                              builder.getIntegerType(source.laneBits));
  Value columns = ub::PoisonOp::create(builder, loc, type);
  alongColumns(builder, length, [&](int64_t column) {
    columns = vector::InsertStridedSliceOp::create(
        builder, loc, load(numRuns), columns, ArrayRef{column * numRuns},
        ArrayRef<int64_t>{1});
  });
  clearRun();
  return columns;
}

/// Loads a vector of one of the runs.
Value LaneLoopBuilder::loadRun(OpBuilder &builder, int64_t number,
                               int64_t length) {
  // Rows that are last of all have nothing after them.
  if (cutRuns && (cutRuns->stage || !getConstantIntValue(cutRuns->count)))
    return loadCutRun(builder, number);
  selectRun(builder, number);
  Value place = getPlace(builder, &RelayoutAxis::sourceStride);
  clearRun();
  if (prefetchBytes != 0 && !fetchesShortRows && length == lanes &&
      !runAxes.empty())
    source.prefetch(builder, loc, place, prefetchBytes * 8 / source.bits,
                    prefetchLocality);
  return cutRuns ? loadCutRun(builder, number)
                 : source.loadLanes(builder, loc, place, length);
}

/// Hides a register of bytes from LLVM, which else looks for one instruction
/// that does the work of the shuffles and of the shifts. There is none, and the
/// search takes more than half of the time to compile.
Value LaneLoopBuilder::hideBytes(OpBuilder &builder, Value bytes) const {
  int64_t lanes = cast<VectorType>(bytes.getType()).getNumElements();
  return hasPermutes(lanes, 8, permutedBits) ? hideFromLLVM(builder, loc, bytes)
                                             : bytes;
}

/// Loads a vector of each run, and stores columns.
void LaneLoopBuilder::pack(OpBuilder &builder, int64_t length) {
  SmallVector<Value> runs;
  for (int64_t number = 0; number < numRuns; ++number)
    runs.push_back(loadRun(builder, number, length));
  int64_t perByte = dest.getElementsPerByte();
  if (isSpread || dest.bits >= 8 || numRuns < perByte) {
    Value columns = interleaveAll(builder, loc, runs);
    return storeInLines(builder, length, [&](OpBuilder &inner, bool streams) {
      storeColumns(inner, columns, streams);
    });
  }
  SmallVector<Value> bytes;
  for (int64_t first = 0; first < numRuns; first += perByte) {
    SmallVector<Value> parts;
    for (Value part : ArrayRef(runs).slice(first, perByte))
      parts.push_back(dest.normalize(builder, loc, part));
    bytes.push_back(
        hideBytes(builder, joinLanes(builder, loc, parts, dest.bits)));
  }
  Value columns = interleaveAll(builder, loc, bytes);
  auto store = [&](OpBuilder &inner, Value stored, bool streams) {
    selectRun(inner, 0);
    dest.storeBytes(inner, loc, stored,
                    getPlace(inner, &RelayoutAxis::destStride), streams);
    clearRun();
  };
  auto storeAll = [&](OpBuilder &all) {
    storeInLines(all, length, [&](OpBuilder &inner, bool streams) {
      store(inner, columns, streams);
    });
  };
  if (!cutRuns || !plan.masksColumns)
    return storeAll(builder);
  // What has been read is in the cache.
  buildIf(builder, cutRuns->areWhole, storeAll, [&](OpBuilder &cut) {
    store(cut, keepPadding(cut, columns), /*streams=*/false);
  });
}

/// Loads columns, and returns a vector of each run.
SmallVector<Value> LaneLoopBuilder::separateRuns(OpBuilder &builder,
                                                 int64_t length) {
  int64_t perByte = source.getElementsPerByte();
  SmallVector<Value> runs;
  if (isSpread || source.bits >= 8 || numRuns < perByte) {
    deinterleaveAll(builder, loc, loadColumns(builder, length), numRuns, runs);
  } else {
    selectRun(builder, 0);
    int64_t bytesPerColumn = numRuns / perByte;
    SmallVector<Value> bytes;
    deinterleaveAll(
        builder, loc,
        source.loadBytes(builder, loc,
                         getPlace(builder, &RelayoutAxis::sourceStride),
                         length * bytesPerColumn),
        bytesPerColumn, bytes);
    for (Value part : bytes) {
      Value hidden = hideBytes(builder, part);
      for (int64_t i = 0; i < perByte; ++i)
        runs.push_back(extractLanes(builder, loc, hidden, source.bits, i));
    }
    clearRun();
  }
  return runs;
}

/// True if two vectors of each run are stored together. More runs are
/// interleaved than processors write lines of at a time, and each line, or each
/// vector that begins anywhere in one, meets its neighbour sooner.
bool LaneLoopBuilder::storesPairs() const {
  return !inDest && !startsAtLine && !isSpread && lanes > shortRun &&
         runAxes.size() == 1 && numRuns >= minPairedRuns && !storesHalves();
}

/// True if vectors of many runs are stored by halves. A store of a whole line
/// to a row that begins anywhere touches two lines every time; of its halves,
/// one does. In the first-level cache, that costs less than a second store.
bool LaneLoopBuilder::storesHalves() const {
  auto flat = cast<MemRefType>(dest.flat.getType());
  return !inDest && numRuns >= minPairedRuns && flat.hasStaticShape() &&
         flat.getNumElements() * flat.getElementTypeBitWidth() > 8 * l1Bytes &&
         !writesLines() && lanes * dest.bits == plan.getLineBits();
}

/// Stores a vector of the run that is selected.
void LaneLoopBuilder::storeRun(OpBuilder &builder, Value run,
                               bool streams) const {
  Value place = getPlace(builder, &RelayoutAxis::destStride);
  if (streams || cast<VectorType>(run.getType()).getNumElements() != lanes ||
      !storesHalves())
    return dest.storeLanes(builder, loc, run, place, streams);
  AffineExpr begin = builder.getAffineDimExpr(0);
  for (int64_t first : {int64_t(0), lanes / 2}) {
    Value half = vector::ExtractStridedSliceOp::create(
        builder, loc, run, ArrayRef{first}, ArrayRef{lanes / 2},
        ArrayRef<int64_t>{1});
    Value at = applyAffine(builder, loc, begin + first, OpFoldResult(place));
    dest.storeLanes(builder, loc, half, at, /*streams=*/false);
  }
}

/// Moves two vectors of each run.
void LaneLoopBuilder::unpackPair(OpBuilder &builder) {
  AffineExpr first = builder.getAffineDimExpr(0);
  OpFoldResult begins[] = {values[run],
                           affine::makeComposedFoldedAffineApply(
                               builder, loc, first + lanes, {values[run]})};
  SmallVector<Value> runs[2];
  for (int half : {0, 1}) {
    values[run] = begins[half];
    runs[half] = separateRuns(builder, lanes);
  }
  for (int64_t number = 0; number < numRuns; ++number) {
    selectRun(builder, number);
    for (int half : {0, 1}) {
      values[run] = begins[half];
      storeRun(builder, runs[half][number], /*streams=*/false);
    }
  }
  clearRun();
  values[run] = begins[0];
}

/// Loads columns, and stores a vector of each run.
void LaneLoopBuilder::unpack(OpBuilder &builder, int64_t length) {
  if (length > lanes)
    return unpackPair(builder);
  SmallVector<Value> runs = separateRuns(builder, length);
  if (cutRuns) {
    for (auto [number, lane] : llvm::enumerate(runs))
      storeCutRun(builder, number, lane);
    return;
  }
  storeInLines(builder, length, [&](OpBuilder &inner, bool streams) {
    for (auto [number, lane] : llvm::enumerate(runs)) {
      selectRun(inner, number);
      storeRun(inner, lane, streams);
    }
    clearRun();
  });
}

//===----------------------------------------------------------------------===//
// Columns of some runs
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
Value LaneLoopBuilder::loadColumnWords(OpBuilder &builder,
                                       int64_t length) const {
  int64_t bits = getColumnBits();
  Value bytes = packed().loadBytes(
      builder, loc, getPlace(builder, packedStride()), length * bits / 8);
  auto type = VectorType::get({length}, builder.getIntegerType(bits));
  return builder.createOrFold<vector::BitCastOp>(loc, type, bytes);
}

/// Returns how many runs there are here.
OpFoldResult LaneLoopBuilder::getRunCount(OpBuilder &builder) const {
  return runAxes.empty() ? builder.getIndexAttr(1)
                         : getCount(builder, runAxes.front());
}

/// Builds `body` for each run that is there.
ValueRange LaneLoopBuilder::buildRuns(
    OpBuilder &builder, ValueRange initial,
    function_ref<SmallVector<Value>(OpBuilder &, Value, ValueRange)> body) {
  Value count =
      getValueOrCreateConstantIndexOp(builder, loc, getRunCount(builder));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto loop = scf::ForOp::create(
      builder, loc, zero, count, one, initial,
      [&](OpBuilder &inner, Location, Value number, ValueRange carried) {
        if (!runAxes.empty())
          values[runAxes.front()] = number;
        scf::YieldOp::create(inner, loc, body(inner, number, carried));
        clearRun();
      });
  return loop.getResults();
}

/// Loads columns as integers, less the runs that are there.
Value LaneLoopBuilder::loadOtherRuns(OpBuilder &builder, int64_t length) const {
  OpFoldResult count = getRunCount(builder);
  auto type =
      VectorType::get({length}, builder.getIntegerType(getColumnBits()));
  // No shift by all bits.
  if (getConstantIntValue(count) == slots)
    return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  Value before = loadColumnWords(builder, length);
  Value ones = getConstantLike(builder, loc, before, -1);
  Value others = arith::ShLIOp::create(
      builder, loc, ones,
      splat(builder, loc, getValueOrCreateConstantIndexOp(builder, loc, count),
            dest.bits, type));
  return arith::AndIOp::create(builder, loc, before, others);
}

/// Shifts the runs that are there into the words of their columns; what else is
/// in a word stays as it is.
void LaneLoopBuilder::packSomeRuns(OpBuilder &builder, int64_t length) {
  Value kept = loadOtherRuns(builder, length);
  auto type = cast<VectorType>(kept.getType());
  auto addRun = [&](OpBuilder &inner, Value number,
                    ValueRange joined) -> SmallVector<Value> {
    Value lanes = source.loadLanes(
        inner, loc, getPlace(inner, &RelayoutAxis::sourceStride), length);
    Value element = dest.toElements(inner, loc, lanes);
    if (element.getType() != type)
      element = arith::ExtUIOp::create(inner, loc, type, element);
    Value inPlace = arith::ShLIOp::create(
        inner, loc, element, splat(inner, loc, number, dest.bits, type));
    return {arith::OrIOp::create(inner, loc, joined.front(), inPlace)};
  };
  Value words = buildRuns(builder, kept, addRun).front();
  auto bytes =
      VectorType::get({length * getColumnBits() / 8}, builder.getI8Type());
  words = builder.createOrFold<vector::BitCastOp>(loc, bytes, words);
  dest.storeBytes(builder, loc, words,
                  getPlace(builder, &RelayoutAxis::destStride));
}

/// Shifts the runs that are there out of the words of their columns.
void LaneLoopBuilder::unpackSomeRuns(OpBuilder &builder, int64_t length) {
  Value words = loadColumnWords(builder, length);
  auto type = cast<VectorType>(words.getType());
  auto takeRun = [&](OpBuilder &inner, Value number,
                     ValueRange) -> SmallVector<Value> {
    Value lanes = arith::ShRUIOp::create(
        inner, loc, words, splat(inner, loc, number, source.bits, type));
    if (type.getElementTypeBitWidth() > dest.laneBits)
      lanes = arith::TruncIOp::create(
          inner, loc, type.clone(inner.getIntegerType(dest.laneBits)), lanes);
    dest.storeLanes(inner, loc, lanes,
                    getPlace(inner, &RelayoutAxis::destStride));
    return {};
  };
  buildRuns(builder, ValueRange(), takeRun);
}
