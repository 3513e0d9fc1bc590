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
