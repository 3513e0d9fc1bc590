//===- LaneLoops.cpp - Vector accesses lane by lane -----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the logical index of a lane.
static SmallVector<Value> getIndices(OpBuilder &builder, Location loc,
                                     const LaneAccess &access, Value lane) {
  SmallVector<Value> indices(access.first);
  if (access.lastIndex) {
    Value step =
        vector::ExtractOp::create(builder, loc, access.lastIndex, lane);
    indices.back() = arith::AddIOp::create(builder, loc, indices.back(), step);
  }
  Value rest = lane;
  for (size_t k = access.dims.size(); k > 0; --k) {
    Value extent =
        arith::ConstantIndexOp::create(builder, loc, access.extents[k - 1]);
    Value along = rest;
    if (k > 1) {
      along = arith::RemUIOp::create(builder, loc, rest, extent);
      rest = arith::DivUIOp::create(builder, loc, rest, extent);
    }
    Value &index = indices[access.dims[k - 1]];
    index = arith::AddIOp::create(builder, loc, index, along);
  }
  return indices;
}

/// for each lane: acc = active[lane] ? body(lane, acc) : acc
static ValueRange forEachLaneOn(
    OpBuilder &builder, Location loc, const LaneAccess &access,
    ValueRange inits,
    function_ref<SmallVector<Value>(OpBuilder &, Value, ValueRange)> body) {
  Value active = getActiveLanes(builder, loc, access);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value lanes =
      arith::ConstantIndexOp::create(builder, loc, access.getNumLanes());
  auto loop = scf::ForOp::create(
      builder, loc, zero, lanes, one, inits,
      [&](OpBuilder &inner, Location, Value lane, ValueRange values) {
        if (!active) {
          scf::YieldOp::create(inner, loc, body(inner, lane, values));
          return;
        }
        Value isActive = vector::ExtractOp::create(inner, loc, active, lane);
        auto then = [&](OpBuilder &branch, Location) {
          scf::YieldOp::create(branch, loc, body(branch, lane, values));
        };
        auto otherwise = [&](OpBuilder &branch, Location) {
          scf::YieldOp::create(branch, loc, values);
        };
        auto choice = scf::IfOp::create(inner, loc, isActive, then, otherwise);
        scf::YieldOp::create(inner, loc, choice.getResults());
      });
  return loop.getResults();
}

Value mlir::tiled_layout::readLanesInLoop(OpBuilder &builder, Location loc,
                                          const LaneAccess &access,
                                          Value otherwise) {
  Type element = access.getType().getElementType();
  Type carried = getCarriedType(element);
  Value lanes;
  if (otherwise)
    lanes = castBits(builder, loc, otherwise, carried);
  else
    lanes = ub::PoisonOp::create(builder, loc, access.getVectorType(carried));
  auto readLane = [&](OpBuilder &body, Value lane, ValueRange values) {
    Value read = memref::LoadOp::create(body, loc, access.memref,
                                        getIndices(body, loc, access, lane));
    read = castBits(body, loc, read, carried);
    return SmallVector<Value>{
        vector::InsertOp::create(body, loc, read, values.front(), lane)};
  };
  lanes = forEachLaneOn(builder, loc, access, lanes, readLane).front();
  return castBits(builder, loc, lanes, element);
}

void mlir::tiled_layout::writeLanesInLoop(OpBuilder &builder, Location loc,
                                          const LaneAccess &access,
                                          Value values) {
  Type element = access.getType().getElementType();
  values = castBits(builder, loc, values, getCarriedType(element));
  auto writeLane = [&](OpBuilder &body, Value lane, ValueRange) {
    Value written = vector::ExtractOp::create(body, loc, values, lane);
    Value bits = castBits(body, loc, written, element);
    memref::StoreOp::create(body, loc, bits, access.memref,
                            getIndices(body, loc, access, lane));
    return SmallVector<Value>();
  };
  forEachLaneOn(builder, loc, access, /*inits=*/{}, writeLane);
}
