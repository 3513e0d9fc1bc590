//===- StraightBlocks.cpp - Blocks in straight code -----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors fetch ahead of loads and stores that come in the order of memory.
//
//===----------------------------------------------------------------------===//

#include "BlockMover.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <utility>

using namespace mlir;
using namespace mlir::tiled_layout;

/// How many registers of arrays in the first-level cache are loaded before they
/// are stored: half of the fewest that a processor has.
static constexpr size_t copiedRegisters = 8;

/// A load waits for an earlier store whose address has the same lower 12 bits,
/// as where the second array begins just after the first one. More loads
/// before stores keep them apart. Beyond the first-level cache, loads wait for
/// memory first. The loop that threads share may have any extent.
static size_t getCopiedRegisters(const RelayoutPlan &plan, int64_t l1Bytes) {
  if (plan.threadLoop)
    return 1;
  int64_t bytes = (plan.sourceBits + plan.destBits) / 8;
  for (const RelayoutAxis &axis : plan.axes.axes)
    if (llvm::MulOverflow(bytes, axis.extent, bytes) || bytes > l1Bytes)
      return 1;
  return copiedRegisters;
}

/// Returns how many lanes of a register the one before does not have.
static int64_t getNewLanes(const BlockRegisters &side, size_t number) {
  if (number == 0 || side.offsets.empty())
    return side.lanes;
  int64_t step = side.offsets[number] - side.offsets[number - 1];
  return step > 0 ? std::min(step, side.lanes) : side.lanes;
}

bool BlockMover::copiesRegisters() const {
  return program.shuffles.empty() &&
         program.source.piece == program.source.lanes &&
         program.dest.piece == program.dest.lanes;
}

void BlockMover::copyRegisters(OpBuilder &builder) {
  Value from = getOrigin(builder, &RelayoutAxis::sourceStride);
  Value to = getOrigin(builder, &RelayoutAxis::destStride);
  const BlockRegisters &side = program.dest;
  size_t together = getCopiedRegisters(plan, options.l1Bytes);
  SmallVector<std::pair<Value, Value>> loaded;
  auto storeAll = [&] {
    for (auto [vector, position] : loaded)
      storePiece(builder, vector, position, /*mask=*/Value(),
                 /*streams=*/false);
    loaded.clear();
  };
  for (auto [number, result] : llvm::enumerate(program.results)) {
    Value vector, position;
    // The end of a run that a shorter vector takes alone: a whole one would
    // overlap the one before, and two lines of memory.
    if (int64_t rest = getNewLanes(side, number);
        rest < side.lanes && llvm::isPowerOf2_64(rest) &&
        side.offsets == program.source.offsets) {
      int64_t offset = side.offsets[number] + side.lanes - rest;
      vector = vector::LoadOp::create(builder, loc, getVectorType(rest), source,
                                      addOffset(builder, from, offset));
      position = addOffset(builder, to, offset);
    } else {
      vector = loadRegister(builder, result, from, /*masks=*/nullptr);
      position = getPiecePosition(builder, side, number, to, /*masks=*/nullptr);
    }
    loaded.push_back({vector, position});
    if (loaded.size() == together)
      storeAll();
  }
  storeAll();
}

//===----------------------------------------------------------------------===//
// Streaming stores
//===----------------------------------------------------------------------===//

void BlockMover::buildStraightStreams(OpBuilder &builder,
                                      ArrayRef<size_t> loops) {
  ArrayRef<size_t> straight = loops.drop_front(firstUnrolled);
  SmallVector<size_t> inside(straight);
  llvm::append_range(inside, blockAxes);
  auto buildStreams = [&](OpBuilder &yes) {
    SmallVector<bool> allHold(holds.size(), true);
    std::swap(holds, allHold);
    Value tested = std::exchange(startsAtLine,
                                 arith::ConstantIntOp::create(yes, loc, 1, 1));
    moveBlocks(yes, straight, /*areFull=*/true);
    startsAtLine = tested;
    std::swap(holds, allHold);
  };
  auto buildOthers = [&](OpBuilder &no) {
    size_t first = std::exchange(firstUnrolled, plan.loops);
    buildBlocks(no, straight);
    firstUnrolled = first;
  };
  buildLoops(builder, loops.take_front(firstUnrolled), [&](OpBuilder &inner) {
    Value streams = startsAtLine;
    if (Value full = isFull(inner, inside))
      streams = inner.createOrFold<arith::AndIOp>(loc, streams, full);
    buildIf(inner, streams, buildStreams, buildOthers);
  });
}
