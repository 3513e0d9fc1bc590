//===- RegisterMatrix.cpp - Products of matrices in tile registers --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of results begins at zero in tile registers. After the reductions it
// goes through a buffer to vectors, which add it to the results where they lie:
// any layout, and the rows and columns that there are.
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "tiled_layout/Structured/DotProducts.h"

#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

MemRefType RegisterBlock::getMatrixBuffer() {
  int64_t elements =
      getLastStep(plan, plan.matrixDim) * getLastStep(plan, plan.vectorDim);
  return MemRefType::get({elements}, op.getRegionOutputArgs()[0].getType());
}

/// Returns the corners of the tile registers of a block of results.
SmallVector<BlockPoint>
RegisterBlock::getMatrixPoints(const BlockState &state) const {
  SmallVector<BlockPoint> points;
  for (int64_t row = 0; row < state.block[plan.matrixDim];
       row += matrixRegisterRows)
    for (int64_t column = 0; column < state.block[plan.vectorDim];
         column += matrixRegisterRows) {
      BlockPoint &point = points.emplace_back(BlockPoint(problem.getRank(), 0));
      point[plan.matrixDim] = row;
      point[plan.vectorDim] = column;
    }
  return points;
}

SmallVector<Value> RegisterBlock::beginMatrices(const BlockState &state) {
  for (int64_t operand : plan.prefetch)
    for (const BlockPoint &point : getPoints(state, /*isReduction=*/false))
      prefetch(operand, getPosition(state, operand, point), /*isWrite=*/true);
  auto type = amx::TileType::get({matrixRegisterRows, matrixRegisterRows},
                                 op.getRegionOutputArgs()[0].getType());
  SmallVector<Value> results;
  for (size_t number = 0; number < getMatrixPoints(state).size(); ++number)
    results.push_back(amx::TileZeroOp::create(builder, loc, type));
  return results;
}

/// Loads a tile register of an input, whose rows lie in a panel.
Value RegisterBlock::loadMatrix(const BlockState &state, int64_t operand,
                                const BlockPoint &point, Cache &cache) {
  BlockPoint own = point;
  bool isRows = operand == getDotOperands(problem, plan.vectorDim)->broadcast;
  own[isRows ? plan.vectorDim : plan.matrixDim] = 0;
  Value &known = cache[{operand, {own.begin(), own.end()}}];
  if (known)
    return known;
  const OperandAccess &access = problem.operands[operand];
  Stride stride = isRows ? access.getStride(plan.matrixDim, 1)
                         : access.getStride(plan.dotDim, plan.dotSteps);
  Value array = operands.getArray(operand);
  auto arrayType = cast<MemRefType>(array.getType());
  // Tile registers are loaded from memory space 0 only.
  if (arrayType.getMemorySpace())
    array = memref::MemorySpaceCastOp::create(
        builder, op.getLoc(),
        MemRefType::get(arrayType.getShape(), arrayType.getElementType(),
                        arrayType.getLayout()),
        array);
  auto type = amx::TileType::get({matrixRegisterRows, getReducedSteps(plan)},
                                 arrayType.getElementType());
  Value position = getPosition(state, operand, own);
  return known = amx::TileLoadOp::create(builder, loc, type, array, position,
                                         math.constant(stride.factor));
}

void RegisterBlock::reduceMatrices(BlockState &state) {
  DotOperands inputs = *getDotOperands(problem, plan.vectorDim);
  Cache cache;
  for (auto [number, point] : llvm::enumerate(getMatrixPoints(state))) {
    Value rows = loadMatrix(state, inputs.broadcast, point, cache);
    Value columns = loadMatrix(state, inputs.vector, point, cache);
    Value &result = state.results[number];
    if (problem.dot.kind == DotBody::Kind::BF16)
      result = amx::TileMulFOp::create(builder, loc, result.getType(), rows,
                                       columns, result);
    else
      result = amx::TileMulIOp::create(
          builder, loc, result.getType(), rows, columns, result,
          /*isZextLhs=*/!problem.dot.isSigned[inputs.broadcast],
          /*isZextRhs=*/!problem.dot.isSigned[inputs.vector]);
  }
}

/// Adds a row of a block in the buffer to the results.
void RegisterBlock::addMatrixRow(const BlockState &state,
                                 ArrayRef<BlockPoint> points) {
  int64_t width = getLastStep(plan, plan.vectorDim);
  auto type =
      VectorType::get({state.lanes}, op.getRegionOutputArgs()[0].getType());
  Cache cache;
  SmallVector<Value> sums;
  for (const BlockPoint &point : points) {
    Value at =
        math.constant(point[plan.matrixDim] * width + point[plan.vectorDim]);
    Value products =
        vector::LoadOp::create(builder, loc, type, state.matrixBuffer, at);
    Value before = loadElements(state, numInputs, point, cache);
    sums.push_back(combine(/*output=*/0, before, products));
  }
  storeAll(state, /*output=*/0, points, sums);
}

void RegisterBlock::storeMatrices(const BlockState &state) {
  int64_t width = getLastStep(plan, plan.vectorDim);
  for (auto [result, point] :
       llvm::zip_equal(state.results, getMatrixPoints(state))) {
    Value at =
        math.constant(point[plan.matrixDim] * width + point[plan.vectorDim]);
    amx::TileStoreOp::create(builder, loc, state.matrixBuffer, at, result,
                             math.constant(width));
  }
  // A row at a time: vectors do not hold a block.
  SmallVector<BlockPoint> points = getPoints(state, /*isReduction=*/false);
  ArrayRef<BlockPoint> rest = points;
  while (!rest.empty()) {
    int64_t row = rest.front()[plan.matrixDim];
    ArrayRef<BlockPoint> own = rest.take_while(
        [&](const BlockPoint &point) { return point[plan.matrixDim] == row; });
    rest = rest.drop_front(own.size());
    OpBuilder::InsertionGuard guard(builder);
    if (state.matrixRows) {
      Value isThere =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                math.constant(row), state.matrixRows);
      auto branch = scf::IfOp::create(builder, loc, isThere);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    addMatrixRow(state, own);
  }
}
