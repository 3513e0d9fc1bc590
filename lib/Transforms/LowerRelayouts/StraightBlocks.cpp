//===- StraightBlocks.cpp - Blocks one after the other as straight code ---===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First-level caches fetch ahead of a load that goes on by the same step each
// time. A load in a loop over the rows of a tile jumps back with each tile; in
// straight code for all rows, each load goes on by one tile. So the innermost
// loops of what stays in caches are straight code.
//
//===----------------------------------------------------------------------===//

#include "BlockMover.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// How many loads and stores are straight code together, and how many vector
/// instructions: a tile of 8 x 128 elements of 32 bits is 64 loads and 64
/// stores. As many of narrower elements are several tiles, and shuffles.
static constexpr int64_t maxAccesses = 128;
static constexpr int64_t maxInstructions = 256;
/// How often straight code runs at least, unless there is nothing else.
static constexpr int64_t minTimes = 4;

size_t BlockMover::getFirstUnrolled() const {
  size_t loop = plan.loops;
  // Streaming stores wait for memory, whatever the code is. Blocks that shuffle
  // and pad are faster in loops: s8[1019,244] at 0.83 of memcpy instead of
  // 0.52.
  if (plan.streaming || (plan.fillsPadding && !program.shuffles.empty()))
    return loop;
  int64_t accesses =
      program.source.offsets.size() + program.dest.offsets.size();
  int64_t instructions = accesses + program.shuffles.size();
  int64_t times =
      std::min(maxAccesses / accesses, maxInstructions / instructions);
  for (; loop > 0 && plan.threadLoop != loop - 1; --loop) {
    times /= axes.axes[loop - 1].extent;
    if (times == 0)
      break;
  }
  // A loop around must be long enough for a load to advance by a step at all.
  // What is straight code as a whole takes no loop.
  int64_t around = 1;
  for (size_t axis = 0; axis < loop; ++axis)
    around *= std::min(axes.axes[axis].extent, minTimes);
  return loop == 0 || around >= minTimes ? loop : plan.loops;
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
  for (auto [number, loaded] : llvm::enumerate(program.results)) {
    int64_t offset = side.offsets[number], lanes = side.lanes;
    // The end of a run that a shorter vector takes alone: a whole one would
    // overlap the one before, and two lines of memory.
    if (number > 0 && offset < side.offsets[number - 1] + lanes)
      if (int64_t rest = offset - side.offsets[number - 1];
          llvm::isPowerOf2_64(rest) && side.offsets == program.source.offsets) {
        offset += lanes - rest;
        Value vector =
            vector::LoadOp::create(builder, loc, getVectorType(rest), source,
                                   addOffset(builder, from, offset));
        storePiece(builder, vector, addOffset(builder, to, offset),
                   /*mask=*/Value(), /*streams=*/false);
        continue;
      }
    storePiece(builder, loadRegister(builder, loaded, from, /*masks=*/nullptr),
               addOffset(builder, to, offset), /*mask=*/Value(),
               /*streams=*/false);
  }
}
