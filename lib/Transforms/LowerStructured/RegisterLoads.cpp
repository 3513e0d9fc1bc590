//===- RegisterLoads.cpp - Loads by computed indices ----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All elements of a vector share the indices that the body computes: those are
// scalars. Where the table has a row along the vector, it is read as one from
// any element on; what lies between the elements of tiles is left to the
// lowering of such reads.
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the element that all elements of a vector are.
static Value getShared(OpBuilder &builder, Location loc, Value value) {
  if (!isa<VectorType>(value.getType()))
    return value;
  if (auto all = value.getDefiningOp<vector::BroadcastOp>();
      all && !isa<VectorType>(all.getSourceType()))
    return all.getSource();
  return vector::ExtractOp::create(builder, loc, value, int64_t(0));
}

/// Returns a value of the body on which the elements of a vector do not depend.
Value RegisterBlock::getScalar(const BlockState &state, const BlockPoint &point,
                               Value value, IRMapping &scalars, Cache &cache) {
  if (Value known = scalars.lookupOrNull(value))
    return known;
  Value scalar = value;
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == op.getBlock()) {
    scalar =
        getShared(builder, loc,
                  loadElements(state, argument.getArgNumber(), point, cache));
  } else if (auto index = value.getDefiningOp<linalg::IndexOp>()) {
    scalar = math.add(state.indices[index.getDim()],
                      math.constant(point[index.getDim()]));
  } else if (Operation *inner = value.getDefiningOp();
             inner && inner->getBlock() == op.getBlock()) {
    for (Value operand : inner->getOperands())
      getScalar(state, point, operand, scalars, cache);
    builder.clone(*inner, scalars);
    return scalars.lookup(value);
  }
  scalars.map(value, scalar);
  return scalar;
}

/// Loads what the body loads for a vector.
Value RegisterBlock::loadTable(const BlockState &state, const BlockPoint &point,
                               Operation &inner, IRMapping &scalars,
                               Cache &cache) {
  auto load = cast<memref::LoadOp>(inner);
  std::optional<LoadedAxis> along = getLoadedAxis(load, plan.vectorDim);
  if (!along)
    return splat(state,
                 getScalar(state, point, load.getResult(), scalars, cache));
  SmallVector<Value> indices;
  for (Value index : load.getIndices())
    indices.push_back(getScalar(state, point, index, scalars, cache));
  Type element = load.getMemRefType().getElementType();
  // Nothing computes with signed and unsigned integers, which have no
  // constants.
  Value others;
  if (element.isSignlessIntOrIndexOrFloat())
    others = arith::ConstantOp::create(builder, loc, element,
                                       builder.getZeroAttr(element));
  else
    others = ub::PoisonOp::create(builder, loc, element);
  Value &first = indices[along->axis];
  if (along->isBackwards)
    first = math.add(first, math.constant(1 - state.lanes));
  auto map =
      AffineMap::get(indices.size(), 0, {builder.getAffineDimExpr(along->axis)},
                     builder.getContext());
  Value row = vector::TransferReadOp::create(
      builder, loc, VectorType::get({state.lanes}, element), load.getMemRef(),
      indices, AffineMapAttr::get(map), others, getMask(state, point),
      builder.getBoolArrayAttr({true}));
  if (!along->isBackwards)
    return row;
  auto order = llvm::to_vector(llvm::reverse(llvm::seq(state.lanes)));
  return vector::ShuffleOp::create(builder, loc, row, row, order);
}
