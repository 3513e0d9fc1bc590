//===- AlongRows.cpp - Aligned lines of rows from registers ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row that begins at place p of a line has lines whose first p elements are
// the last of one vector and whose others are the first of the next one. So
// vectors are rotated by p lanes, by the permutes that come last in a block
// anyway, and a line has some lanes of one and some of the next. Parts of lines
// are written where the row begins, and after the last full block.
//
//===----------------------------------------------------------------------===//

#include "../../IR/AffineValues.h"
#include "BlockMover.h"
#include "Permutes.h"
#include "RowWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Builds the blocks along the rows that a block writes. The loops over other
/// axes stand around, and no edge of theirs cuts the blocks.
class BlockMover::RowJoiner {
public:
  RowJoiner(OpBuilder &builder, BlockMover &mover, ArrayRef<size_t> along);

  void build(OpBuilder &builder);

private:
  /// Calls `body` for all values of the loops inside of the outermost one.
  void forEachInner(Builder &builder, function_ref<void()> body);
  /// True if the current block has the elements that the bounds of rows cut
  /// last, or any element. The values of the loops along rows are constants.
  bool has(bool allElements) const;
  /// Returns how many iterations of the outermost loop have full blocks only.
  int64_t getFullIterations(Builder &builder);
  void moveFullBlock(OpBuilder &builder);
  /// Moves the full blocks of an iteration of the outermost loop.
  void moveFullBlocks(OpBuilder &builder, OpFoldResult value);
  void moveInLoop(OpBuilder &builder, int64_t end);
  void storeEnds(OpBuilder &builder) const;
  void moveCutBlocks(OpBuilder &builder, int64_t value);

  /// A row of the block.
  struct Row {
    /// Where it begins, from the first element of the block.
    int64_t offset;
    /// Where it does in memory, rounded down to a line.
    Value line;
    /// For each lane of the rotated vectors, where it comes from.
    Value rotation;
    /// The lanes of a line that come from the vector before.
    Value isBefore;
    /// That vector, rotated.
    Value carried;
  };

  Row beginRow(OpBuilder &builder, Value origin, int64_t offset) const;
  /// Returns the row of a register of the destination.
  Row &getRow(size_t number);
  /// Lets the last shuffles of the block rotate what they return.
  void rotateLanes(OpBuilder &builder);
  VectorType getIntegers() const {
    return VectorType::get(
        {line}, IntegerType::get(mover.loc.getContext(), plan.destBits));
  }
  Value getConstants(OpBuilder &builder, ArrayRef<int64_t> values) const;

  BlockMover &mover;
  const RelayoutPlan &plan;
  ArrayRef<size_t> along;
  /// Elements of a line, and of a register.
  int64_t line;
  SmallVector<Row> rows;
  /// The lanes of the block's shuffles that are permutes, and by register of
  /// the destination whether they rotate it.
  SmallVector<Value> lanes;
  SmallVector<bool> isRotated;
  /// Full blocks that have been moved.
  int64_t moved = 0;
};

BlockMover::RowJoiner::RowJoiner(OpBuilder &builder, BlockMover &mover,
                                 ArrayRef<size_t> along)
    : mover(mover), plan(mover.plan), along(along),
      line(mover.program.dest.lanes), lanes(mover.shuffledLanes),
      isRotated(mover.program.dest.size(), false) {
  SmallVector<int64_t> offsets(mover.program.dest.offsets);
  llvm::sort(offsets);
  Value origin = mover.getOrigin(builder, &RelayoutAxis::destStride);
  for (int64_t offset : offsets)
    if (rows.empty() || offset >= rows.back().offset + plan.destRun)
      rows.push_back(beginRow(builder, origin, offset));
  rotateLanes(builder);
}

Value BlockMover::RowJoiner::getConstants(OpBuilder &builder,
                                          ArrayRef<int64_t> values) const {
  auto numbers = llvm::map_to_vector(
      values, [&](int64_t value) { return APInt(plan.destBits, value); });
  return arith::ConstantOp::create(
      builder, mover.loc, DenseElementsAttr::get(getIntegers(), numbers));
}

BlockMover::RowJoiner::Row
BlockMover::RowJoiner::beginRow(OpBuilder &builder, Value origin,
                                int64_t offset) const {
  Location loc = mover.loc;
  Value begin = mover.addOffset(builder, origin, offset);
  Value place =
      RowWriter(loc, mover.dest, mover.dest, plan.lineBytes, /*hasMasks=*/true)
          .getPlaceInLine(builder, begin);
  Value numbers =
      getConstants(builder, llvm::to_vector(llvm::seq<int64_t>(0, line)));
  Value places = vector::BroadcastOp::create(
      builder, loc, getIntegers(),
      arith::IndexCastOp::create(builder, loc, getIntegers().getElementType(),
                                 place));
  return {offset, arith::SubIOp::create(builder, loc, begin, place),
          arith::SubIOp::create(builder, loc, numbers, places),
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                numbers, places),
          Value()};
}

BlockMover::RowJoiner::Row &BlockMover::RowJoiner::getRow(size_t number) {
  int64_t offset = mover.program.dest.offsets[number];
  auto *next =
      llvm::find_if(rows, [&](const Row &row) { return row.offset > offset; });
  return *std::prev(next);
}

void BlockMover::RowJoiner::rotateLanes(OpBuilder &builder) {
  const BlockProgram &program = mover.program;
  auto isShuffledOn = [&](size_t value) {
    return llvm::any_of(program.shuffles, [&](const auto &shuffle) {
      return shuffle.first == value || shuffle.second == value;
    });
  };
  for (auto [number, result] : llvm::enumerate(program.results)) {
    size_t shuffle = result - program.source.size();
    if (result < program.source.size() || isShuffledOn(result) ||
        llvm::count(program.results, result) != 1)
      continue;
    Value wanted = getConstants(builder, program.shuffles[shuffle].mask);
    lanes[shuffle] = createPermute(builder, mover.loc, wanted,
                                   getRow(number).rotation, wanted);
    isRotated[number] = true;
  }
}

void BlockMover::RowJoiner::forEachInner(Builder &builder,
                                         function_ref<void()> body) {
  int64_t blocks = 1;
  for (size_t axis : along.drop_front())
    blocks *= mover.axes.axes[axis].extent;
  for (int64_t block = 0; block < blocks; ++block) {
    int64_t rest = block;
    for (size_t axis : llvm::reverse(along.drop_front())) {
      int64_t extent = mover.axes.axes[axis].extent;
      mover.values[axis] = builder.getIndexAttr(rest % extent);
      rest /= extent;
    }
    body();
  }
  for (size_t axis : along.drop_front())
    mover.values[axis] = OpFoldResult();
}

bool BlockMover::RowJoiner::has(bool allElements) const {
  return llvm::all_of(mover.axes.bounds, [&](const AxisBound &bound) {
    int64_t element = 0;
    if (bound.getWeight(along.front()) == 0)
      return true;
    for (const AxisBound::Term &term : bound.terms) {
      if (llvm::is_contained(along, term.axis))
        element += *getConstantIntValue(mover.values[term.axis]) * term.weight;
      else if (allElements)
        element += (mover.axes.axes[term.axis].extent - 1) * term.weight;
    }
    return element < bound.limit;
  });
}

int64_t BlockMover::RowJoiner::getFullIterations(Builder &builder) {
  int64_t extent = mover.axes.axes[along.front()].extent;
  int64_t full = 0;
  for (bool isFull = true; isFull && full < extent; full += isFull) {
    mover.values[along.front()] = builder.getIndexAttr(full);
    forEachInner(builder, [&] { isFull &= has(/*allElements=*/true); });
  }
  mover.values[along.front()] = OpFoldResult();
  return full;
}

void BlockMover::RowJoiner::moveFullBlock(OpBuilder &builder) {
  AffineExpr place = builder.getAffineConstantExpr(0);
  SmallVector<OpFoldResult> operands;
  for (size_t axis : along) {
    place = place + builder.getAffineDimExpr(operands.size()) *
                        mover.axes.axes[axis].destStride.get();
    operands.push_back(mover.values[axis]);
  }
  Value block = applyAffine(builder, mover.loc, place, operands);
  SmallVector<Value> registers =
      mover.runShuffles(builder, mover.load(builder, /*masks=*/nullptr), lanes);
  for (auto [number, vector] : llvm::enumerate(registers)) {
    Row &row = getRow(number);
    Value next = isRotated[number] ? vector
                                   : createPermute(builder, mover.loc, vector,
                                                   row.rotation, vector);
    Value to = mover.addOffset(
        builder, arith::AddIOp::create(builder, mover.loc, row.line, block),
        mover.program.dest.offsets[number] - row.offset);
    Value whole = next, mask;
    if (row.carried)
      whole = arith::SelectOp::create(builder, mover.loc, row.isBefore,
                                      row.carried, next);
    else
      mask = arith::XOrIOp::create(
          builder, mover.loc, row.isBefore,
          arith::ConstantOp::create(
              builder, mover.loc,
              DenseElementsAttr::get(cast<VectorType>(row.isBefore.getType()),
                                     true)));
    mover.storePiece(builder, whole, to, mask, /*streams=*/false);
    row.carried = next;
  }
}

void BlockMover::RowJoiner::moveFullBlocks(OpBuilder &builder,
                                           OpFoldResult value) {
  mover.values[along.front()] = value;
  forEachInner(builder, [&] {
    if (!getConstantIntValue(value) || has(/*allElements=*/true)) {
      moveFullBlock(builder);
      ++moved;
    }
  });
  mover.values[along.front()] = OpFoldResult();
}

void BlockMover::RowJoiner::moveInLoop(OpBuilder &builder, int64_t end) {
  Location loc = mover.loc;
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value last = arith::ConstantIndexOp::create(builder, loc, end);
  Value step = arith::ConstantIndexOp::create(builder, loc, 1);
  auto getCarried = [&] {
    return llvm::map_to_vector(rows, [](auto &row) { return row.carried; });
  };
  auto setCarried = [&](ValueRange carried) {
    for (auto [row, value] : llvm::zip_equal(rows, carried))
      row.carried = value;
  };
  int64_t before = moved;
  auto loop = scf::ForOp::create(
      builder, loc, one, last, step, getCarried(),
      [&](OpBuilder &inner, Location, Value value, ValueRange carried) {
        setCarried(carried);
        moveFullBlocks(inner, value);
        scf::YieldOp::create(inner, loc, getCarried());
      });
  setCarried(loop.getResults());
  moved = before + (moved - before) * (end - 1);
}

void BlockMover::RowJoiner::storeEnds(OpBuilder &builder) const {
  for (const Row &row : rows)
    mover.storePiece(builder, row.carried,
                     mover.addOffset(builder, row.line, moved * plan.destRun),
                     row.isBefore, /*streams=*/false);
}

void BlockMover::RowJoiner::moveCutBlocks(OpBuilder &builder, int64_t value) {
  mover.values[along.front()] = builder.getIndexAttr(value);
  forEachInner(builder, [&] {
    if (!has(/*allElements=*/true) && has(/*allElements=*/false))
      mover.moveCutBlock(builder);
  });
  mover.values[along.front()] = OpFoldResult();
}

void BlockMover::RowJoiner::build(OpBuilder &builder) {
  int64_t full = getFullIterations(builder);
  bool isLoop = full > 2;
  for (int64_t value = 0; value < (isLoop ? 1 : full); ++value)
    moveFullBlocks(builder, builder.getIndexAttr(value));
  if (isLoop)
    moveInLoop(builder, full);
  bool hasCut = full < mover.axes.axes[along.front()].extent;
  if (hasCut)
    moveFullBlocks(builder, builder.getIndexAttr(full));
  if (moved != 0)
    storeEnds(builder);
  if (hasCut)
    moveCutBlocks(builder, full);
}

void BlockMover::buildAlongRows(OpBuilder &builder) {
  prepareShuffles(builder);
  auto loops = llvm::to_vector(llvm::seq<size_t>(0, plan.loops));
  ArrayRef<size_t> along = ArrayRef(loops).take_back(plan.alongLoops);
  ArrayRef<size_t> around = ArrayRef(loops).drop_back(plan.alongLoops);
  buildLoops(builder, around, [&](OpBuilder &inner) {
    buildIf(
        inner, isFullAround(inner, along.front()),
        [&](OpBuilder &full) {
          SmallVector<bool> before(holds);
          for (auto [k, bound] : llvm::enumerate(axes.bounds))
            holds[k] = holds[k] || bound.getWeight(along.front()) == 0;
          RowJoiner(full, *this, along).build(full);
          holds = std::move(before);
        },
        [&](OpBuilder &cut) { moveBlocks(cut, along, /*areFull=*/false); });
  });
}
