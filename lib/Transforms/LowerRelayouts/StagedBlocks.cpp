//===- StagedBlocks.cpp - Blocks that read from a dense copy --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../IR/AffineValues.h"
#include "../FlatViews.h"
#include "BlockMover.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

void BlockMover::buildThroughStage(OpBuilder &builder) {
  prepareShuffles(builder);
  if (program.dest.piece == program.dest.lanes)
    startsAtLine = testLineStart(builder, loc, dest, plan.lineBytes);
  SourceStage stage = *getSourceStage(plan, *plan.stageLoop);
  RelayoutPlan fromStage = getPlanFromStage(plan, stage);
  // Its digits are those of the plan, which has a program.
  BlockProgram blocks = *getBlockProgram(fromStage, options.vectorBits);
  auto outer = llvm::to_vector(llvm::seq<size_t>(0, *plan.stageLoop));
  auto inside = llvm::to_vector(llvm::seq(*plan.stageLoop, plan.loops));
  auto all = llvm::to_vector(llvm::seq(*plan.stageLoop, axes.axes.size()));
  buildLoops(builder, outer, [&](OpBuilder &part) {
    buildIf(
        part, isFull(part, all),
        [&](OpBuilder &full) { buildStaged(full, stage, fromStage, blocks); },
        [&](OpBuilder &cut) { buildBlocks(cut, inside); });
  });
}

void BlockMover::buildStaged(OpBuilder &builder, const SourceStage &stage,
                             const RelayoutPlan &fromStage,
                             const BlockProgram &blocks) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  // Wherever the loops around end up, each thread has its own stage.
  Value stack = LLVM::StackSaveOp::create(builder, loc, pointer);
  Value buffer = memref::AllocaOp::create(
      builder, loc, MemRefType::get({stage.getElements()}, element),
      builder.getI64IntegerAttr(plan.lineBytes));
  fillStage(builder, stage, fromStage, buffer);
  BlockMover inner(loc, fromStage, blocks, options, buffer, dest, padding);
  inner.values = values;
  inner.startsAtLine = startsAtLine;
  // Its digits are the same, and so are its shuffles.
  inner.shuffledLanes = shuffledLanes;
  Value next = getNextPart(builder);
  inner.beforeBlock = [&](OpBuilder &block) {
    inner.fetchRows(block, stage, axes, source, next);
  };
  inner.buildBlocks(builder,
                    llvm::to_vector(llvm::seq(*plan.stageLoop, plan.loops)));
  LLVM::StackRestoreOp::create(builder, loc, stack);
}

void BlockMover::fillStage(OpBuilder &builder, const SourceStage &stage,
                           const RelayoutPlan &fromStage, Value buffer) const {
  // From the source to the stage.
  RelayoutAxes copied = fromStage.axes;
  for (auto [axis, original] : llvm::zip_equal(copied.axes, axes.axes)) {
    axis.destStride = axis.sourceStride;
    axis.sourceStride = original.sourceStride;
  }
  Value from = viewAsBits(builder, loc, source);
  Value to = viewAsBits(builder, loc, buffer);
  auto line = VectorType::get({stage.line},
                              cast<MemRefType>(to.getType()).getElementType());
  AxisLoopBuilder rows(loc, copied);
  rows.setValues(values);
  rows.buildLoops(
      builder, llvm::to_vector(llvm::reverse(stage.rows)), [&](OpBuilder &row) {
        for (int64_t at = 0; at < stage.width; at += stage.line) {
          OpFoldResult offset = row.getIndexAttr(at);
          Value vector = vector::LoadOp::create(
              row, loc, line, from,
              rows.getPosition(row, &RelayoutAxis::sourceStride, offset));
          vector::StoreOp::create(
              row, loc, vector, to,
              rows.getPosition(row, &RelayoutAxis::destStride, offset));
        }
      });
}

Value BlockMover::getNextPart(OpBuilder &builder) const {
  auto getConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  // A loop goes on, or begins again while the one around it goes on.
  Value step = getConstant(0);
  for (size_t loop = 0; loop < *plan.stageLoop; ++loop) {
    const RelayoutAxis &axis = axes.axes[loop];
    Value value = getValueOrCreateConstantIndexOp(builder, loc, values[loop]);
    Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         value, getConstant(axis.extent - 1));
    Value back = arith::SubIOp::create(
        builder, loc, step,
        getConstant((axis.extent - 1) * axis.sourceStride.get()));
    step = arith::SelectOp::create(builder, loc, isLast, back,
                                   getConstant(axis.sourceStride.get()));
  }
  Value part = getPosition(builder, &RelayoutAxis::sourceStride,
                           builder.getIndexAttr(0));
  return arith::AddIOp::create(builder, loc, part, step);
}

void BlockMover::fetchRows(OpBuilder &builder, const SourceStage &stage,
                           const RelayoutAxes &strides, Value array,
                           Value part) const {
  // The number of the block, and from it that of the first row.
  SmallVector<OpFoldResult> operands = {part};
  AffineExpr block = builder.getAffineConstantExpr(0);
  for (size_t loop = *plan.stageLoop; loop < plan.loops; ++loop) {
    block = block * axes.axes[loop].extent +
            builder.getAffineDimExpr(operands.size());
    operands.push_back(values[loop]);
  }
  AffineExpr row = block * stage.rowsPerBlock;
  AffineExpr position = builder.getAffineDimExpr(0);
  for (size_t axis : stage.rows) {
    int64_t extent = axes.axes[axis].extent;
    position =
        position + (row % extent) * strides.axes[axis].sourceStride.get();
    row = row.floorDiv(extent);
  }
  int64_t nextRow = strides.axes[stage.rows.front()].sourceStride.get();
  int64_t end = (stage.rowsPerBlock - 1) * nextRow + stage.width;
  // Addresses stay inside the array.
  Value last = arith::ConstantIndexOp::create(
      builder, loc, cast<MemRefType>(array.getType()).getDimSize(0) - end);
  Value first = applyAffine(builder, loc, position, operands);
  first = arith::MinUIOp::create(builder, loc, first, last);
  // To the second-level cache: the first-level one has no room for them.
  for (int64_t k = 0; k < stage.rowsPerBlock; ++k)
    for (int64_t at = 0; at < stage.width; at += stage.line)
      memref::PrefetchOp::create(
          builder, loc, array, addOffset(builder, first, k * nextRow + at),
          /*isWrite=*/false, /*localityHint=*/2, /*isDataCache=*/true);
}
