//===- RowWriter.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowWriter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// What streaming stores write at a time, in bytes.
static constexpr int64_t lineBytes = 64;

//===----------------------------------------------------------------------===//
// One row
//===----------------------------------------------------------------------===//

BlockMover::RowWriter::RowWriter(Location loc, Value buffer, Value dest,
                                 int64_t elementBits, bool hasMasks)
    : loc(loc), buffer(buffer), dest(dest), line(lineBytes * 8 / elementBits),
      elementBytes(elementBits / 8), hasMasks(hasMasks) {}

void BlockMover::RowWriter::writePart(OpBuilder &builder, Value from, Value to,
                                      Value count) const {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (hasMasks) {
    // Lines have at most 64 elements.
    auto numbers = VectorType::get({line}, builder.getI8Type());
    Value lanes = arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            numbers,
            llvm::map_to_vector(llvm::seq<int64_t>(0, line),
                                [](int64_t i) { return APInt(8, i); })));
    Value limit = vector::BroadcastOp::create(
        builder, loc, numbers,
        arith::IndexCastOp::create(builder, loc, builder.getI8Type(), count));
    Value mask = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       lanes, limit);
    Value vector = vector::LoadOp::create(
        builder, loc, VectorType::get({line}, element), buffer, from);
    vector::MaskedStoreOp::create(builder, loc, dest, to, mask, vector);
    return;
  }
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  scf::ForOp::create(
      builder, loc, zero, count, one, ValueRange(),
      [&](OpBuilder &inner, Location, Value i, ValueRange) {
        Value value = memref::LoadOp::create(
            inner, loc, buffer,
            ValueRange{arith::AddIOp::create(inner, loc, from, i)});
        memref::StoreOp::create(
            inner, loc, value, dest,
            ValueRange{arith::AddIOp::create(inner, loc, to, i)});
        scf::YieldOp::create(inner, loc);
      });
}

void BlockMover::RowWriter::write(OpBuilder &builder, Value from, Value to,
                                  Value count) const {
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  // Elements before the first line: -address / bytes, modulo a line.
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, dest);
  Value first = arith::AddIOp::create(
      builder, loc,
      arith::DivUIOp::create(builder, loc, base, constant(elementBytes)), to);
  Value before = arith::AndIOp::create(
      builder, loc, arith::SubIOp::create(builder, loc, constant(0), first),
      constant(line - 1));
  before = arith::MinUIOp::create(builder, loc, before, count);
  writePart(builder, from, to, before);

  Value rest = arith::SubIOp::create(builder, loc, count, before);
  Value whole = arith::AndIOp::create(builder, loc, rest, constant(-line));
  Value end = arith::AddIOp::create(builder, loc, before, whole);
  scf::ForOp::create(
      builder, loc, before, end, constant(line), ValueRange(),
      [&](OpBuilder &inner, Location, Value at, ValueRange) {
        if (source) {
          Value last =
              constant(cast<MemRefType>(source.getType()).getDimSize(0) - 1);
          Value next = arith::AddIOp::create(inner, loc, ahead, at);
          memref::PrefetchOp::create(
              inner, loc, source,
              ValueRange{arith::MinUIOp::create(inner, loc, next, last)},
              /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
        }
        Value vector = vector::LoadOp::create(
            inner, loc, VectorType::get({line}, element), buffer,
            ValueRange{arith::AddIOp::create(inner, loc, from, at)});
        auto store = vector::StoreOp::create(
            inner, loc, vector, dest,
            ValueRange{arith::AddIOp::create(inner, loc, to, at)});
        store.setNontemporal(true);
        store.setAlignment(lineBytes);
        scf::YieldOp::create(inner, loc);
      });
  writePart(builder, arith::AddIOp::create(builder, loc, from, end),
            arith::AddIOp::create(builder, loc, to, end),
            arith::SubIOp::create(builder, loc, rest, whole));
}

//===----------------------------------------------------------------------===//
// Loops through a buffer
//===----------------------------------------------------------------------===//

/// Returns how many elements of the source follow one another.
static int64_t getRun(ArrayRef<RelayoutAxis> axes) {
  int64_t run = 1;
  while (true) {
    auto *next = llvm::find_if(
        axes, [&](const RelayoutAxis &a) { return a.sourceStride == run; });
    if (next == axes.end())
      return run;
    run *= next->extent;
  }
}

Value BlockMover::getMemoryPosition(OpBuilder &builder,
                                    const RelayoutPlan &wholePlan) {
  AffineExpr position = builder.getAffineConstantExpr(0);
  SmallVector<OpFoldResult> operands;
  for (auto [axis, value] : llvm::zip_equal(wholePlan.axes.axes, values)) {
    if (!value)
      continue;
    position =
        position + builder.getAffineDimExpr(operands.size()) * axis.destStride;
    operands.push_back(value);
  }
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(
          builder, loc, AffineMap::get(operands.size(), 0, position),
          operands));
}

Value BlockMover::getRowLength(OpBuilder &builder,
                               const RelayoutPlan &wholePlan,
                               const RowBuffer &buffer) {
  SmallVector<AffineExpr> lengths = {
      builder.getAffineConstantExpr(buffer.width)};
  SmallVector<OpFoldResult> operands;
  for (auto [k, bound] : llvm::enumerate(axes.bounds)) {
    std::optional<RowBound> rowBound = getRowBound(wholePlan, buffer, k);
    if (!rowBound)
      continue;
    AffineExpr room = builder.getAffineConstantExpr(bound.limit);
    for (const AxisBound::Term &term : bound.terms) {
      if (!values[term.axis])
        continue;
      room = room - builder.getAffineDimExpr(operands.size()) * term.weight;
      operands.push_back(values[term.axis]);
    }
    lengths.push_back(room.ceilDiv(rowBound->weight) * rowBound->step);
  }
  auto map = AffineMap::get(operands.size(), 0, lengths, builder.getContext());
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineMin(builder, loc, map, operands));
}

void BlockMover::prefetchRowEnds(OpBuilder &builder,
                                 const RelayoutPlan &wholePlan,
                                 const RowBuffer &buffer, Value memory) {
  // These lines are written in parts, and so read before: all stores behind
  // would wait for them.
  buildLoops(builder, buffer.rows, [&](OpBuilder &row) {
    Value begin = getMemoryPosition(row, wholePlan);
    Value end = arith::AddIOp::create(row, loc, begin,
                                      getRowLength(row, wholePlan, buffer));
    for (Value at : {begin, addOffset(row, end, -1)})
      memref::PrefetchOp::create(row, loc, memory, ValueRange{at},
                                 /*isWrite=*/true, /*localityHint=*/3,
                                 /*isDataCache=*/true);
  });
}

void BlockMover::writeRows(OpBuilder &builder, const RelayoutPlan &wholePlan,
                           const RowBuffer &buffer, Value memory) {
  bool hasMasks =
      options.maskedBits != 0 && plan.destBits >= options.maskedBits;
  RowWriter writer(loc, viewAsBits(builder, dest), viewAsBits(builder, memory),
                   plan.destBits, hasMasks);
  // Where the buffer holds what is contiguous in the source, too, what comes
  // next is read while the rows are written.
  ArrayRef<RelayoutAxis> buffered =
      ArrayRef(axes.axes).drop_front(plan.loops - plan.bufferedLoops);
  int64_t elements = buffer.numRows * buffer.width;
  Value next;
  if (getRun(buffered) == elements)
    next = addOffset(builder,
                     getPosition(builder, &RelayoutAxis::sourceStride,
                                 builder.getIndexAttr(0)),
                     elements);
  buildLoops(builder, buffer.rows, [&](OpBuilder &row) {
    Value from =
        getPosition(row, &RelayoutAxis::destStride, row.getIndexAttr(0));
    if (next)
      writer.setPrefetch(source, arith::AddIOp::create(row, loc, next, from));
    writer.write(row, from, getMemoryPosition(row, wholePlan),
                 getRowLength(row, wholePlan, buffer));
  });
}

void BlockMover::buildThroughBuffer(OpBuilder &builder,
                                    const RelayoutPlan &wholePlan,
                                    const RowBuffer &buffer) {
  size_t numOuter = plan.loops - plan.bufferedLoops;
  auto outer = llvm::to_vector(llvm::seq<size_t>(0, numOuter));
  auto buffered = llvm::to_vector(llvm::seq<size_t>(numOuter, plan.loops));
  Value memory = dest;
  auto type = MemRefType::get({buffer.getElements()}, element);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  buildLoops(builder, outer, [&](OpBuilder &inner) {
    // Wherever the loops end up, each thread has its own buffer.
    Value stack = LLVM::StackSaveOp::create(inner, loc, pointer);
    dest = memref::AllocaOp::create(inner, loc, type,
                                    inner.getI64IntegerAttr(lineBytes));
    prefetchRowEnds(inner, wholePlan, buffer, memory);
    buildBlocks(inner, buffered);
    writeRows(inner, wholePlan, buffer, memory);
    LLVM::StackRestoreOp::create(inner, loc, stack);
  });
}
