//===- RandomProgramFlow.cpp - Copies, branches, vectors ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgramWriter.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

//===----------------------------------------------------------------------===//
// Arrays of its own, control flow, vectors
//===----------------------------------------------------------------------===//

/// A loop that carries two arrays and exchanges them.
void ProgramWriter::addCarried(const Array &array, const Array &other) {
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < array.rank(); ++dim)
    if (array.tiledType.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, loc, array.value, dim));
  auto type = cast<MemRefType>(array.value.getType());
  Array second = array;
  second.value = memref::AllocOp::create(builder, loc, type, sizes);
  allocated.push_back(second.value);
  memref::CopyOp::create(builder, loc, array.value, second.value);
  auto loop = scf::ForOp::create(builder, loc, getIndex(0),
                                 getIndex(pick(random, 1, 3)), getIndex(1),
                                 ValueRange{array.value, second.value});
  ++counts.loops;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    Array a = array, b = second;
    a.value = loop.getRegionIterArg(0);
    b.value = loop.getRegionIterArg(1);
    addNest(a, b);
    scf::YieldOp::create(builder, loc, ValueRange{b.value, a.value});
  }
  Value condition = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq,
      memref::LoadOp::create(builder, loc, other.value, getIndices(other, {})),
      getNumber(1));
  Array chosen = array;
  chosen.value = arith::SelectOp::create(builder, loc, condition,
                                         loop.getResult(0), loop.getResult(1));
  addNest(chosen, other);
  memref::CopyOp::create(builder, loc, loop.getResult(1), array.value);
}

/// A copy into an array in another layout, and back.
void ProgramWriter::addCopy(const Array &array, const Array &other) {
  Layout layout = getProgramLayout(random, array.extents);
  layout.elementBits =
      element.getIntOrFloatBitWidth() % 8 ? element.getIntOrFloatBitWidth() : 0;
  Array copy;
  copy.extents = array.extents;
  copy.tiledType =
      MemRefType::get(array.extents, element,
                      TiledLayoutAttr::getForMemRef(builder.getContext(),
                                                    layout, array.extents));
  auto type = getType(copy.tiledType, copy.extents);
  copy.value = memref::AllocOp::create(builder, loc, type);
  allocated.push_back(copy.value);
  ++counts.layouts;
  memref::CopyOp::create(builder, loc, array.value, copy.value);
  addNest(copy, other);
  memref::CopyOp::create(builder, loc, copy.value, array.value);
}

void ProgramWriter::addBranch(const Array &array, const Array &other) {
  Value value =
      memref::LoadOp::create(builder, loc, other.value, getIndices(other, {}));
  Value condition = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, value, getNumber(0));
  auto branch = scf::IfOp::create(builder, loc, condition, /*withElse=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  addNest(array, other);
  builder.setInsertionPointToStart(branch.elseBlock());
  addStencil(array);
}

/// Reads a vector along one dimension of one array, perhaps past its end, and
/// writes it to the other.
void ProgramWriter::addTransfer(const Array &array, const Array &other) {
  // LLVM packs vectors of less than bytes, but not their elements in memory, so
  // that the program without layouts would be wrong.
  if (element.getIntOrFloatBitWidth() < 8)
    return;
  auto type = VectorType::get({pick(random, 2, 9)}, element);
  auto getMap = [&](const Array &of) {
    return AffineMap::get(
        of.rank(), 0, builder.getAffineDimExpr(pick(random, 0, of.rank() - 1)));
  };
  Value vector = vector::TransferReadOp::create(
      builder, loc, type, array.value, getIndices(array, {}), getNumber(3),
      getMap(array), ArrayRef<bool>{false});
  vector::TransferWriteOp::create(builder, loc, vector, other.value,
                                  getIndices(other, {}), getMap(other),
                                  ArrayRef<bool>{false});
}
