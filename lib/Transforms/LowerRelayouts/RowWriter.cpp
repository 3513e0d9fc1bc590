//===- RowWriter.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowWriter.h"

#include "Permutes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static Value getConstant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

static Value add(OpBuilder &builder, Location loc, Value a, int64_t b) {
  if (b == 0)
    return a;
  return arith::AddIOp::create(builder, loc, a, getConstant(builder, loc, b));
}

RowWriter::RowWriter(Location loc, Value buffer, Value memory,
                     int64_t lineBytes, bool hasMasks)
    : loc(loc), buffer(buffer), memory(memory), lineBytes(lineBytes),
      elementBytes(cast<MemRefType>(memory.getType()).getElementTypeBitWidth() /
                   8),
      line(lineBytes / elementBytes), hasMasks(hasMasks) {}

VectorType RowWriter::getVector(int64_t elements) const {
  return VectorType::get({elements},
                         cast<MemRefType>(buffer.getType()).getElementType());
}

Value RowWriter::getPlaceInLine(OpBuilder &builder, Value to) const {
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memory);
  Value first = arith::DivUIOp::create(builder, loc, base,
                                       getConstant(builder, loc, elementBytes));
  Value position = arith::AddIOp::create(builder, loc, first, to);
  return arith::AndIOp::create(builder, loc, position,
                               getConstant(builder, loc, line - 1));
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

void RowWriter::writeLine(OpBuilder &builder, Value from, Value to) const {
  stream(builder,
         vector::LoadOp::create(builder, loc, getVector(line), buffer, from),
         to);
}

void RowWriter::stream(OpBuilder &builder, Value vector, Value to) const {
  auto store = vector::StoreOp::create(builder, loc, vector, memory, to);
  store.setNontemporal(true);
  store.setAlignment(lineBytes);
}

void RowWriter::writeLines(OpBuilder &builder, Value from, Value to,
                           int64_t count) const {
  for (int64_t i = 0; i < count; ++i) {
    Value begin = add(builder, loc, from, i * line);
    writeLine(builder, begin, add(builder, loc, to, i * line));
  }
}

void RowWriter::copyLine(OpBuilder &builder, Value fromArray, Value from,
                         Value toArray, Value to) const {
  Value vector =
      vector::LoadOp::create(builder, loc, getVector(line), fromArray, from);
  vector::StoreOp::create(builder, loc, vector, toArray, to);
}

void RowWriter::carry(OpBuilder &builder, Value begin, Value end) const {
  Value last = add(builder, loc, end, -line);
  copyLine(builder, buffer, last, buffer, add(builder, loc, begin, -line));
}

void RowWriter::keep(OpBuilder &builder, Value end, Value kept,
                     Value to) const {
  copyLine(builder, buffer, add(builder, loc, end, -line), kept, to);
}

void RowWriter::bringBack(OpBuilder &builder, Value kept, Value from,
                          Value begin) const {
  copyLine(builder, kept, from, buffer, add(builder, loc, begin, -line));
}

//===----------------------------------------------------------------------===//
// Lines in registers
//===----------------------------------------------------------------------===//

/// Returns the integers that permutes take.
VectorType RowWriter::getIntegers() const {
  return VectorType::get({line},
                         IntegerType::get(loc.getContext(), 8 * elementBytes));
}

RowWriter::Row RowWriter::resumeRow(OpBuilder &builder, Value from,
                                    Value to) const {
  VectorType integers = getIntegers();
  Value place = getPlaceInLine(builder, to);
  Value front = add(builder, loc, from, -line);
  Value carried = vector::BitCastOp::create(
      builder, loc, integers,
      vector::LoadOp::create(builder, loc, getVector(line), buffer, front));
  // As many of the carried lanes come first as the row lies after a line.
  auto numbers =
      llvm::map_to_vector(llvm::seq<int64_t>(line, 2 * line), [&](int64_t i) {
        return APInt(8 * elementBytes, i);
      });
  Value lanes = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(integers, numbers));
  lanes = arith::SubIOp::create(
      builder, loc, lanes,
      vector::BroadcastOp::create(
          builder, loc, integers,
          arith::IndexCastOp::create(builder, loc, integers.getElementType(),
                                     place)));
  return {arith::SubIOp::create(builder, loc, to, place), front, carried,
          lanes};
}

void RowWriter::writeNext(OpBuilder &builder, Row &row, Value vector,
                          int64_t offset) const {
  Value next =
      builder.createOrFold<vector::BitCastOp>(loc, getIntegers(), vector);
  Value whole = createPermute(builder, loc, row.carried, row.lanes, next);
  whole = builder.createOrFold<vector::BitCastOp>(loc, getVector(line), whole);
  stream(builder, whole, add(builder, loc, row.line, offset));
  row.carried = next;
}

void RowWriter::putDown(OpBuilder &builder, const Row &row) const {
  vector::StoreOp::create(builder, loc,
                          builder.createOrFold<vector::BitCastOp>(
                              loc, getVector(line), row.carried),
                          buffer, row.front);
}

//===----------------------------------------------------------------------===//
// Parts of lines
//===----------------------------------------------------------------------===//

void RowWriter::writeMasked(OpBuilder &builder, Value from, Value to,
                            Value count) const {
  unsigned bits = line <= 128 ? 8 : 16;
  Type number = builder.getIntegerType(bits);
  auto numbers = VectorType::get({line}, number);
  Value lanes = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          numbers,
          llvm::map_to_vector(llvm::seq<int64_t>(0, line),
                              [&](int64_t i) { return APInt(bits, i); })));
  Value limit = vector::BroadcastOp::create(
      builder, loc, numbers,
      arith::IndexCastOp::create(builder, loc, number, count));
  Value mask = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                     lanes, limit);
  Value vector =
      vector::LoadOp::create(builder, loc, getVector(line), buffer, from);
  vector::MaskedStoreOp::create(builder, loc, memory, to, mask, vector);
}

void RowWriter::writePart(OpBuilder &builder, Value from, Value to,
                          Value count) const {
  if (hasMasks)
    return writeMasked(builder, from, to, count);
  // As many elements as each bit of the count stands for.
  Value zero = getConstant(builder, loc, 0);
  for (int64_t size = line / 2; size > 0; size /= 2) {
    Value bit = arith::AndIOp::create(builder, loc, count,
                                      getConstant(builder, loc, size));
    Value isSet = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        bit, zero);
    scf::IfOp::create(builder, loc, isSet, [&](OpBuilder &inner, Location) {
      Value before = arith::AndIOp::create(inner, loc, count,
                                           getConstant(inner, loc, -2 * size));
      Value vector = vector::LoadOp::create(
          inner, loc, getVector(size), buffer,
          ValueRange{arith::AddIOp::create(inner, loc, from, before)});
      vector::StoreOp::create(
          inner, loc, vector, memory,
          ValueRange{arith::AddIOp::create(inner, loc, to, before)});
      scf::YieldOp::create(inner, loc);
    });
  }
}

void RowWriter::write(OpBuilder &builder, Value from, Value to,
                      Value count) const {
  Value place = getPlaceInLine(builder, to);
  Value before = arith::SubIOp::create(builder, loc,
                                       getConstant(builder, loc, line), place);
  before = arith::AndIOp::create(builder, loc, before,
                                 getConstant(builder, loc, line - 1));
  before = arith::MinUIOp::create(builder, loc, before, count);
  writePart(builder, from, to, before);

  Value rest = arith::SubIOp::create(builder, loc, count, before);
  Value whole = arith::AndIOp::create(builder, loc, rest,
                                      getConstant(builder, loc, -line));
  Value end = arith::AddIOp::create(builder, loc, before, whole);
  scf::ForOp::create(
      builder, loc, before, end, getConstant(builder, loc, line), ValueRange(),
      [&](OpBuilder &inner, Location, Value at, ValueRange) {
        Value begin = arith::AddIOp::create(inner, loc, from, at);
        writeLine(inner, begin, arith::AddIOp::create(inner, loc, to, at));
        scf::YieldOp::create(inner, loc);
      });
  from = arith::AddIOp::create(builder, loc, from, end);
  to = arith::AddIOp::create(builder, loc, to, end);
  writePart(builder, from, to,
            arith::SubIOp::create(builder, loc, rest, whole));
}
