//===- LaneValues.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneValues.h"

#include "../RowVectors.h"

#include "../RunLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Which values?
//===----------------------------------------------------------------------===//

static Copies getOperands(ArrayRef<Value> copies, unsigned number) {
  return llvm::map_to_vector<4>(copies, [&](Value copy) {
    return copy.getDefiningOp()->getOperand(number);
  });
}

/// True if two elements are a word of 32 bits whose first half is the low one.
static bool areHalves(Operation *op, Type element, int64_t rows) {
  return rows == 2 && element.getIntOrFloatBitWidth() == 16 && !isBigEndian(op);
}

bool LaneValues::canLoad(ArrayRef<Value> copies) {
  const RunAccess &first = accesses.at(copies.front().getDefiningOp());
  bool areFixed = true, areWords = copies.size() > 1;
  bool areInPlace = true;
  for (auto [row, copy] : llvm::enumerate(copies)) {
    const RunAccess &access = accesses.at(copy.getDefiningOp());
    std::optional<int64_t> lane =
        access.stride == rows ? access.getLane(rows) : std::nullopt;
    areFixed &= access.stride == 0;
    areWords &= lane.has_value();
    areInPlace &= lane == int64_t(row) && access.sharesWords(first, rows);
  }
  bool isHalf = areHalves(loop, copies.front().getType(), rows);
  hasOtherWords |= areWords && !areInPlace && isHalf;
  if (keepsRowsApart && first.stride == rows)
    return isHalf && first.getLane(rows);
  bool isRun = copies.size() == 1 && first.stride == 1;
  return areFixed || areWords || isRun;
}

bool LaneValues::canBeVector(ArrayRef<Value> copies) {
  Value first = copies.front();
  if (!first.getType().isIntOrFloat() ||
      !llvm::all_equal(
          llvm::map_range(copies, [](Value copy) { return copy.getType(); })))
    return false;
  if (copies.size() > 1 && llvm::all_equal(copies))
    return canBeVector(first);
  auto [it, isNew] =
      known.try_emplace({first, copies.size()}, copies.begin(), copies.end());
  if (!isNew)
    return ArrayRef<Value>(it->second) == copies;
  if (llvm::all_of(copies, [&](Value copy) { return isOutside(copy); }))
    return true;
  Operation *op = first.getDefiningOp();
  for (Value copy : copies)
    if (!copy.getDefiningOp() || isOutside(copy) ||
        !areAlike(copy.getDefiningOp(), op))
      return false;
  if (isa<affine::AffineReadOpInterface>(op))
    return canLoad(copies);
  if (!hasVectorForm(op) || op->getNumResults() != 1 ||
      op->getNumOperands() == 0)
    return false;
  return llvm::all_of(llvm::seq<unsigned>(0, op->getNumOperands()),
                      [&](unsigned number) {
                        return canBeVector(getOperands(copies, number));
                      });
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

Value mlir::tiled_layout::cloneOnVectors(OpBuilder &builder, Operation *op,
                                         ValueRange operands) {
  Operation *copy = builder.clone(*op);
  copy->setOperands(operands);
  copy->getResult(0).setType(cast<VectorType>(operands.front().getType())
                                 .clone(op->getResult(0).getType()));
  return copy->getResult(0);
}

/// Takes lanes of two vectors. Of narrow floats, LLVM takes integers.
static Value shuffle(OpBuilder &builder, Location loc, Value a, Value b,
                     ArrayRef<int64_t> lanes) {
  auto type = cast<VectorType>(a.getType());
  Type element = type.getElementType();
  bool isNarrow =
      isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  auto cast = [&](Value value, Type to) -> Value {
    auto from = mlir::cast<VectorType>(value.getType());
    return arith::BitcastOp::create(builder, loc, from.clone(to), value);
  };
  if (isNarrow) {
    Type integer = builder.getIntegerType(element.getIntOrFloatBitWidth());
    a = cast(a, integer);
    b = cast(b, integer);
  }
  Value result = vector::ShuffleOp::create(builder, loc, a, b, lanes);
  return isNarrow ? cast(result, element) : result;
}

/// Loads the words of an element, and returns the row that it is in.
Value LaneValues::loadRow(OpBuilder &builder, const RunAccess &access,
                          Value from) {
  int64_t lane = *access.getLane(rows);
  Value halves = loadRun(builder, access, lane, iterations * rows, from);
  return splitWords(builder, access.op->getLoc(), halves, rows)[lane];
}

Value LaneValues::getWords(OpBuilder &builder, ArrayRef<Value> copies) {
  if (!keepsRowsApart)
    return getVector(builder, copies);
  return joinWords(builder, copies.front().getLoc(),
                   llvm::map_to_vector(copies, [&](Value copy) {
                     return getVector(builder, copy);
                   }));
}

/// Loads the words of all copies and puts each copy at its place.
Value LaneValues::loadWords(OpBuilder &builder, ArrayRef<Value> copies,
                            Value from) {
  Location loc = copies.front().getLoc();
  int64_t count = iterations * rows;
  /// Which word each copy is in, and which of its elements it is.
  SmallVector<std::pair<const RunAccess *, int64_t>> words;
  SmallVector<size_t> wordOf;
  SmallVector<int64_t> laneOf;
  for (Value copy : copies) {
    const RunAccess &access = accesses.at(copy.getDefiningOp());
    int64_t lane = *access.getLane(rows);
    auto *word = llvm::find_if(words, [&](auto &other) {
      return other.first->sharesWords(access, rows);
    });
    wordOf.push_back(word - words.begin());
    laneOf.push_back(lane);
    if (word == words.end())
      words.push_back({&access, lane});
  }
  Value result;
  for (auto [number, word] : llvm::enumerate(words)) {
    Value vector = loadRun(builder, *word.first, word.second, count, from);
    // The lanes of this word come to their places; others stay.
    SmallVector<int64_t> lanes;
    bool isIdentity = number == 0;
    for (int64_t lane = 0; lane < count; ++lane) {
      int64_t row = lane % rows;
      bool isHere = wordOf[row] == number;
      int64_t source = lane - row + laneOf[row];
      lanes.push_back(isHere ? (result ? count : 0) + source : lane);
      isIdentity &= isHere && source == lane;
    }
    result = isIdentity ? vector
                        : shuffle(builder, loc, result ? result : vector,
                                  vector, lanes);
  }
  return result;
}

Value mlir::tiled_layout::repeat(OpBuilder &builder, ArrayRef<Value> copies,
                                 int64_t iterations) {
  Location loc = copies.front().getLoc();
  Type element = copies.front().getType();
  int64_t count = iterations * copies.size();
  if (llvm::all_equal(copies))
    return vector::BroadcastOp::create(
        builder, loc, VectorType::get(count, element), copies.front());
  Value few = vector::FromElementsOp::create(
      builder, loc, VectorType::get(copies.size(), element), copies);
  SmallVector<int64_t> lanes;
  for (int64_t lane = 0; lane < count; ++lane)
    lanes.push_back(lane % copies.size());
  return shuffle(builder, loc, few, few, lanes);
}

/// Moves the lanes of the loop's own iterations and puts those of the single
/// one beside them.
Value LaneValues::insertEdge(OpBuilder &builder, ArrayRef<Value> copies,
                             Value vector) {
  Location loc = copies.front().getLoc();
  Copies scalars = llvm::map_to_vector<4>(copies, [&](Value copy) {
    return edge->loaded.at(copy.getDefiningOp());
  });
  int64_t count = cast<VectorType>(vector.getType()).getNumElements();
  int64_t width = scalars.size();
  Value single = vector::FromElementsOp::create(
      builder, loc, VectorType::get(width, scalars.front().getType()), scalars);
  auto lanes = llvm::to_vector(llvm::seq<int64_t>(0, count + width));
  if (edge->isFirst)
    std::rotate(lanes.begin(), lanes.begin() + count, lanes.end());
  ArrayRef<int64_t> kept(lanes);
  return shuffle(builder, loc, vector, single,
                 edge->isFirst ? kept.drop_back(width)
                               : kept.drop_front(width));
}

Value LaneValues::load(OpBuilder &builder, ArrayRef<Value> copies) {
  const RunAccess &access = accesses.at(copies.front().getDefiningOp());
  bool hasEdge = edge && edge->isElsewhere(copies);
  Value from = hasEdge ? inner : at, vector;
  if (keepsRowsApart && access.stride == rows) {
    vector = loadRow(builder, access, from);
  } else if (access.stride == 1 && copies.size() == 1) {
    vector = loadRun(builder, access, /*lane=*/0, iterations, from);
  } else if (access.stride != 0) {
    vector = loadWords(builder, copies, from);
  } else {
    Copies scalars;
    for (Value copy : copies) {
      const RunAccess &fixed = accesses.at(copy.getDefiningOp());
      scalars.push_back(
          affine::AffineLoadOp::create(builder, copy.getLoc(), fixed.memref,
                                       fixed.index.map, fixed.index.operands));
    }
    vector = repeat(builder, scalars, iterations);
  }
  return hasEdge ? insertEdge(builder, copies, vector) : vector;
}

Value LaneValues::make(OpBuilder &builder, ArrayRef<Value> copies) {
  Value first = copies.front();
  if (llvm::all_of(copies, [&](Value copy) { return isOutside(copy); }))
    return repeat(builder, copies, iterations);
  if (copies.size() > 1 && llvm::all_equal(copies)) {
    Value each = getVector(builder, first);
    SmallVector<int64_t> lanes;
    for (int64_t lane = 0; lane < iterations * rows; ++lane)
      lanes.push_back(lane / rows);
    return shuffle(builder, first.getLoc(), each, each, lanes);
  }
  Operation *op = first.getDefiningOp();
  if (isa<affine::AffineReadOpInterface>(op))
    return load(builder, copies);
  SmallVector<Value> operands;
  for (unsigned number = 0; number < op->getNumOperands(); ++number)
    operands.push_back(getVector(builder, getOperands(copies, number)));
  return cloneOnVectors(builder, op, operands);
}

Value LaneValues::getVector(OpBuilder &builder, ArrayRef<Value> copies) {
  Key key = {copies.front(), llvm::all_equal(copies) && copies.size() > 1
                                 ? copies.size() + rows
                                 : copies.size()};
  if (Value vector = made.lookup(key))
    return vector;
  Value vector = make(builder, copies);
  made[key] = vector;
  return vector;
}
