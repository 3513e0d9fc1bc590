//===- StraightBlocks.cpp - Blocks that are copied register by register ---===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Processors fetch ahead of loads and stores that come in the order of memory.
//===----------------------------------------------------------------------===//

#include "BlockMover.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// How many registers of arrays in the first-level cache are loaded before they
/// are stored: half of the fewest that a processor has.
static constexpr size_t copiedRegisters = 8;

/// A load waits for an earlier store whose address has the same lower 12 bits,
/// as where the second array begins just behind the first one. More loads
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
  SmallVector<std::pair<Value, int64_t>> loaded;
  auto storeAll = [&] {
    for (auto [vector, offset] : loaded)
      storePiece(builder, vector, addOffset(builder, to, offset),
                 /*mask=*/Value(), /*streams=*/false);
    loaded.clear();
  };
  for (auto [number, result] : llvm::enumerate(program.results)) {
    int64_t offset = side.offsets[number], lanes = side.lanes;
    Value vector;
    // The end of a run that a shorter vector takes alone: a whole one would
    // overlap the one before, and two lines of memory.
    if (number > 0 && offset < side.offsets[number - 1] + lanes)
      if (int64_t rest = offset - side.offsets[number - 1];
          llvm::isPowerOf2_64(rest) && side.offsets == program.source.offsets) {
        offset += lanes - rest;
        vector =
            vector::LoadOp::create(builder, loc, getVectorType(rest), source,
                                   addOffset(builder, from, offset));
      }
    if (!vector)
      vector = loadRegister(builder, result, from, /*masks=*/nullptr);
    loaded.push_back({vector, offset});
    if (loaded.size() == together)
      storeAll();
  }
  storeAll();
}
