//===- RandomProgramLoops.cpp - Loops and calls ---------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgramWriter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

MemRefType ProgramWriter::getType(MemRefType tiledType,
                                  ArrayRef<int64_t> shape) const {
  return tiled ? tiledType : MemRefType::get(shape, tiledType.getElementType());
}

/// Returns one index per dimension, in bounds whatever the variables are.
SmallVector<Value> ProgramWriter::getIndices(const Array &array,
                                             ValueRange ivs) {
  SmallVector<Value> indices;
  for (int64_t dim = 0; dim < array.rank(); ++dim) {
    Value index = getIndex(pick(random, 0, 20));
    if (!ivs.empty())
      index = arith::AddIOp::create(builder, loc, index,
                                    ivs[pick(random, 0, ivs.size() - 1)]);
    indices.push_back(
        arith::RemUIOp::create(builder, loc, index, getExtent(array, dim)));
  }
  return indices;
}

/// Returns what to store at an element: of what it was, of another element, and
/// of the variables.
Value ProgramWriter::getValue(const Array &array, ValueRange indices,
                              ValueRange ivs, const Array &other) {
  Value own = memref::LoadOp::create(builder, loc, array.value, indices);
  Value there =
      memref::LoadOp::create(builder, loc, other.value, getIndices(other, ivs));
  Value value = arith::MulIOp::create(builder, loc, own,
                                      getNumber(pick(random, 0, 1) * 2 + 1));
  value = arith::AddIOp::create(builder, loc, value, there);
  for (Value iv : ivs)
    value = arith::XOrIOp::create(builder, loc, value, toNumber(iv));
  return value;
}

/// Adds a loop that the program has cut into blocks, which count from 0 or from
/// where they begin; returns the index.
Value ProgramWriter::addTiledLoop(Value ub) {
  Value zero = getIndex(0), one = getIndex(1);
  Value size = getIndex(int64_t(1) << pick(random, 1, 7));
  auto blocks = scf::ForOp::create(builder, loc, zero, ub, size);
  builder.setInsertionPointToStart(blocks.getBody());
  Value begin = blocks.getInductionVar();
  Value end = arith::MinSIOp::create(
      builder, loc, ub, arith::AddIOp::create(builder, loc, begin, size));
  counts.loops += 2;
  bool fromZero = chance(random, 60);
  Value count = arith::SubIOp::create(builder, loc, end, begin);
  auto block = scf::ForOp::create(builder, loc, fromZero ? zero : begin,
                                  fromZero ? count : end, one);
  builder.setInsertionPointToStart(block.getBody());
  Value index = block.getInductionVar();
  return fromZero ? arith::AddIOp::create(builder, loc, begin, index) : index;
}

void ProgramWriter::addScfNest(const Array &array, const Array &other) {
  SmallVector<Value> ubs, ivs;
  for (int64_t dim = 0; dim < array.rank(); ++dim)
    ubs.push_back(getExtent(array, dim));
  Value zero = getIndex(0), one = getIndex(1);
  OpBuilder::InsertionGuard guard(builder);
  for (Value ub : ubs) {
    if (chance(random, 30)) {
      ivs.push_back(addTiledLoop(ub));
      continue;
    }
    auto loop = scf::ForOp::create(builder, loc, zero, ub, one);
    builder.setInsertionPointToStart(loop.getBody());
    ivs.push_back(loop.getInductionVar());
    ++counts.loops;
  }
  Value value = getValue(array, ivs, ivs, other);
  memref::StoreOp::create(builder, loc, value, array.value, ivs);
}

void ProgramWriter::addAffineNest(const Array &array, const Array &other) {
  SmallVector<Value> ivs;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> ubs;
  for (int64_t dim = 0; dim < array.rank(); ++dim)
    ubs.push_back(
        array.tiledType.isDynamicDim(dim)
            ? Value(memref::DimOp::create(builder, loc, array.value, dim))
            : Value());
  for (auto [dim, ub] : llvm::enumerate(ubs)) {
    AffineMap zero = AffineMap::getConstantMap(0, builder.getContext());
    auto loop =
        ub ? affine::AffineForOp::create(builder, loc, ValueRange(), zero, ub,
                                         builder.getSymbolIdentityMap())
           : affine::AffineForOp::create(builder, loc, 0, array.extents[dim]);
    builder.setInsertionPointToStart(loop.getBody());
    ivs.push_back(loop.getInductionVar());
    ++counts.loops;
  }
  Value own = affine::AffineLoadOp::create(builder, loc, array.value, ivs);
  // Another element by an affine map, if its extents are known.
  SmallVector<AffineExpr> exprs;
  for (int64_t dim = 0; dim < other.rank(); ++dim) {
    AffineExpr iv = builder.getAffineDimExpr(pick(random, 0, array.rank() - 1));
    exprs.push_back((iv * pick(random, 1, 3) + pick(random, 0, 9)) %
                    other.extents[dim]);
  }
  AffineMap map = AffineMap::get(array.rank(), 0, exprs, builder.getContext());
  Value there =
      affine::AffineLoadOp::create(builder, loc, other.value, map, ivs);
  Value value = arith::AddIOp::create(builder, loc, own, there);
  value = arith::XOrIOp::create(builder, loc, value, toNumber(ivs.back()));
  affine::AffineStoreOp::create(builder, loc, value, array.value, ivs);
}

void ProgramWriter::addNest(const Array &array, const Array &other) {
  // An extent is a symbol only where arguments of the function are.
  bool areSymbols = array.tiledType.hasStaticShape() ||
                    (isa<func::FuncOp>(builder.getBlock()->getParentOp()) &&
                     isa<BlockArgument>(array.value));
  if (chance(random, 50) && areSymbols)
    addAffineNest(array, other);
  else
    addScfNest(array, other);
}

/// a[..., i] += a[..., i - 1], along one dimension.
void ProgramWriter::addStencil(const Array &array) {
  int64_t dim = pick(random, 0, array.rank() - 1);
  if (array.tiledType.isDynamicDim(dim) || array.extents[dim] < 2)
    return;
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> indices = getIndices(array, {});
  auto loop = affine::AffineForOp::create(builder, loc, 1, array.extents[dim]);
  ++counts.loops;
  builder.setInsertionPointToStart(loop.getBody());
  indices[dim] = loop.getInductionVar();
  Value own = memref::LoadOp::create(builder, loc, array.value, indices);
  indices[dim] = affine::AffineApplyOp::create(
      builder, loc, builder.getAffineDimExpr(0) - 1,
      ValueRange(loop.getInductionVar()));
  Value before = memref::LoadOp::create(builder, loc, array.value, indices);
  Value sum = arith::AddIOp::create(builder, loc, own, before);
  indices[dim] = loop.getInductionVar();
  memref::StoreOp::create(builder, loc, sum, array.value, indices);
}

/// Calls a function with two arrays and a number.
void ProgramWriter::addCall(const Array &array, const Array &other) {
  std::string name = llvm::formatv("helper{0}_{1}", seed, helpers++);
  func::FuncOp helper;
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(module.getBody());
    auto type = builder.getFunctionType(
        {array.value.getType(), other.value.getType(), builder.getIndexType()},
        {element});
    helper = func::FuncOp::create(builder, loc, name, type);
    helper.setPrivate();
    builder.setInsertionPointToStart(helper.addEntryBlock());
    Array own = array, there = other;
    own.value = helper.getArgument(0);
    there.value = helper.getArgument(1);
    addNest(own, there);
    SmallVector<Value> indices =
        getIndices(own, ValueRange(helper.getArgument(2)));
    Value value = memref::LoadOp::create(builder, loc, own.value, indices);
    func::ReturnOp::create(builder, loc, value);
  }
  auto call = func::CallOp::create(
      builder, loc, helper,
      ValueRange{array.value, other.value, getIndex(pick(random, 0, 9))});
  ++counts.calls;
  memref::StoreOp::create(builder, loc, call.getResult(0), other.value,
                          getIndices(other, {}));
}
