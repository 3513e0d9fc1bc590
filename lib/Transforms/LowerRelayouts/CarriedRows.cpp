//===- CarriedRows.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedRows.h"

#include "../../IR/AffineValues.h"
#include "../FlatViews.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Where rows are
//===----------------------------------------------------------------------===//

/// Returns the sum of the values of axes times strides; axes without a value
/// add nothing.
static Value getSum(OpBuilder &builder, Location loc,
                    ArrayRef<OpFoldResult> values,
                    ArrayRef<std::pair<size_t, int64_t>> strides,
                    int64_t offset) {
  AffineExpr sum = builder.getAffineConstantExpr(offset);
  SmallVector<OpFoldResult> operands;
  for (auto [axis, stride] : strides) {
    if (!values[axis])
      continue;
    sum = sum + builder.getAffineDimExpr(operands.size()) * stride;
    operands.push_back(values[axis]);
  }
  return applyAffine(builder, loc, sum, operands);
}

Value CarriedRows::getMemoryPosition(OpBuilder &builder) const {
  SmallVector<std::pair<size_t, int64_t>> strides;
  for (auto [number, axis] : llvm::enumerate(plan.axes.axes))
    strides.emplace_back(number, axis.destStride.get());
  return getSum(builder, loc, loops.getValues(), strides, 0);
}

Value CarriedRows::getBufferPosition(OpBuilder &builder) const {
  SmallVector<std::pair<size_t, int64_t>> strides;
  int64_t stride = buffer.pitch;
  for (size_t axis : llvm::reverse(buffer.rows)) {
    strides.emplace_back(axis, stride);
    stride *= plan.axes.axes[axis].extent;
  }
  return getSum(builder, loc, loops.getValues(), strides, buffer.getFirst());
}

SmallVector<size_t> CarriedRows::getAllRows() const {
  SmallVector<size_t> all(buffer.rowLoops);
  llvm::append_range(all, buffer.rows);
  return all;
}

Value CarriedRows::getKeptPosition(OpBuilder &builder) const {
  AffineExpr row = builder.getAffineConstantExpr(0);
  SmallVector<OpFoldResult> operands;
  for (size_t axis : getAllRows()) {
    row = row * plan.axes.axes[axis].extent +
          builder.getAffineDimExpr(operands.size());
    operands.push_back(loops.getValues()[axis]);
  }
  return applyAffine(builder, loc, row * buffer.line, operands);
}

Value CarriedRows::getLeft(OpBuilder &builder) const {
  ArrayRef<OpFoldResult> values = loops.getValues();
  SmallVector<OpFoldResult> operands;
  auto getExpr = [&](size_t axis) {
    if (!values[axis])
      return builder.getAffineConstantExpr(0);
    operands.push_back(values[axis]);
    return builder.getAffineDimExpr(operands.size() - 1);
  };
  AffineExpr chunks =
      plan.axes.axes[*plan.carryLoop].extent - getExpr(*plan.carryLoop);
  SmallVector<AffineExpr> lengths = {chunks * buffer.width};
  for (auto [k, bound] : llvm::enumerate(plan.axes.bounds)) {
    std::optional<RowBound> rowBound = getRowBound(plan, buffer, k);
    if (!rowBound)
      continue;
    AffineExpr room = builder.getAffineConstantExpr(bound.limit);
    for (const AxisBound::Term &term : bound.terms)
      room = room - getExpr(term.axis) * term.weight;
    lengths.push_back(room.ceilDiv(rowBound->weight) * rowBound->step);
  }
  auto map = AffineMap::get(operands.size(), 0, lengths, builder.getContext());
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineMin(builder, loc, map, operands));
}

//===----------------------------------------------------------------------===//
// What is written
//===----------------------------------------------------------------------===//

void CarriedRows::prefetchRowEnds(OpBuilder &builder) const {
  // These lines are written in parts, and so read before: all stores after
  // would wait for them.
  loops.buildLoops(builder, getAllRows(), [&](OpBuilder &row) {
    Value begin = getMemoryPosition(row);
    Value left = getLeft(row);
    Value last = arith::SubIOp::create(
        row, loc, left, arith::ConstantIndexOp::create(row, loc, 1));
    for (Value at :
         {begin, Value(arith::AddIOp::create(row, loc, begin, last))})
      memref::PrefetchOp::create(row, loc, memory, ValueRange{at},
                                 /*isWrite=*/true, /*localityHint=*/3,
                                 /*isDataCache=*/true);
  });
}

void CarriedRows::bringBack(OpBuilder &builder, const RowWriter &writer,
                            Value from) const {
  if (kept)
    writer.bringBack(builder, kept, getKeptPosition(builder), from);
}

void CarriedRows::carryOn(OpBuilder &builder, const RowWriter &writer,
                          Value from) const {
  Value end = arith::AddIOp::create(
      builder, loc, from,
      arith::ConstantIndexOp::create(builder, loc, buffer.width));
  if (kept)
    writer.keep(builder, end, kept, getKeptPosition(builder));
  else
    writer.carry(builder, from, end);
}

CarriedRows::Chunks CarriedRows::getChunks(OpBuilder &builder) const {
  Value chunk = getValueOrCreateConstantIndexOp(
      builder, loc, loops.getValues()[*plan.carryLoop]);
  Value left = getLeft(builder);
  Value isFirst =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, chunk,
                            arith::ConstantIndexOp::create(builder, loc, 0));
  Value isLast = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sle, left,
      arith::ConstantIndexOp::create(builder, loc, buffer.width));
  return {left, isFirst, isLast,
          arith::OrIOp::create(builder, loc, isFirst, isLast)};
}

void CarriedRows::writeEnds(OpBuilder &builder, const RowWriter &writer,
                            const Chunks &chunks) const {
  auto sub = [&](OpBuilder &b, Value x, Value y) -> Value {
    return arith::SubIOp::create(b, loc, x, y);
  };
  loops.buildLoops(builder, buffer.rows, [&](OpBuilder &row) {
    Value from = getBufferPosition(row), to = getMemoryPosition(row);
    bringBack(row, writer, from);
    Value place = writer.getPlaceInLine(row, to);
    Value zero = arith::ConstantIndexOp::create(row, loc, 0);
    Value width = arith::ConstantIndexOp::create(row, loc, buffer.width);
    // What was carried comes before the chunk; its last line is carried on.
    Value before =
        arith::SelectOp::create(row, loc, chunks.isFirst, zero, place);
    Value end = arith::SelectOp::create(row, loc, chunks.isLast, chunks.left,
                                        sub(row, width, place));
    Value line = sub(row, from, before), memory = sub(row, to, before);
    writer.write(row, line, memory,
                 arith::AddIOp::create(row, loc, end, before));
    carryOn(row, writer, from);
  });
}

void CarriedRows::writeChunks(OpBuilder &builder, const RowWriter &writer,
                              const Chunks &chunks) const {
  auto writeLines = [&](OpBuilder &inner) {
    loops.buildLoops(inner, buffer.rows, [&](OpBuilder &row) {
      Value from = getBufferPosition(row), to = getMemoryPosition(row);
      bringBack(row, writer, from);
      Value place = writer.getPlaceInLine(row, to);
      Value line = arith::SubIOp::create(row, loc, from, place);
      writer.writeLines(row, line, arith::SubIOp::create(row, loc, to, place),
                        buffer.width / buffer.line);
      carryOn(row, writer, from);
    });
  };
  loops.buildIf(
      builder, chunks.isEnd,
      [&](OpBuilder &inner) { writeEnds(inner, writer, chunks); }, writeLines);
}

Value CarriedRows::needsBuffer(OpBuilder &builder, const Chunks &chunks) const {
  Value isFull = loops.isFull(
      builder, llvm::to_vector(llvm::seq(plan.loops, plan.axes.axes.size())));
  if (!isFull)
    return chunks.isEnd;
  Value isCut = arith::XOrIOp::create(
      builder, loc, isFull,
      arith::ConstantIntOp::create(builder, loc, /*value=*/1, /*width=*/1));
  return arith::OrIOp::create(builder, loc, chunks.isEnd, isCut);
}

void CarriedRows::build(
    OpBuilder &builder, function_ref<void(OpBuilder &, Value)> fill,
    function_ref<void(OpBuilder &, const RowWriter &)> write) {
  Type element = cast<MemRefType>(memory.getType()).getElementType();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  // Wherever the loops around end up, each thread has its own buffer.
  Value stack = LLVM::StackSaveOp::create(builder, loc, pointer);
  auto allocate = [&](int64_t elements) -> Value {
    return memref::AllocaOp::create(builder, loc,
                                    MemRefType::get({elements}, element),
                                    builder.getI64IntegerAttr(plan.lineBytes));
  };
  Value rows = allocate(buffer.getElements());
  if (buffer.keepsCarried())
    kept = viewAsBits(builder, loc, allocate(buffer.getKeptElements()));
  Value bits = viewAsBits(builder, loc, rows);
  RowWriter writer(loc, bits, viewAsBits(builder, loc, memory), plan.lineBytes,
                   hasMasks);
  prefetchRowEnds(builder);
  loops.buildLoops(builder, {*plan.carryLoop}, [&](OpBuilder &inner) {
    loops.buildLoops(inner, buffer.rowLoops, [&](OpBuilder &part) {
      if (!write) {
        fill(part, rows);
        return writeChunks(part, writer, getChunks(part));
      }
      Chunks chunks = getChunks(part);
      loops.buildIf(
          part, needsBuffer(part, chunks),
          [&](OpBuilder &ends) {
            fill(ends, rows);
            writeChunks(ends, writer, chunks);
          },
          [&](OpBuilder &between) { write(between, writer); });
    });
  });
  LLVM::StackRestoreOp::create(builder, loc, stack);
}
