//===- BodyLoads.cpp - What bodies load by computed indices ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lookup in a table: the body loads an element by an index that an input
// holds. Along a dimension on which no such index depends, neighbours of the
// table are loaded as a vector; so are those of a part of it that begins
// anywhere.
//
//===----------------------------------------------------------------------===//

#include "StructuredBody.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::isOnlyAddress(
    Value value, const llvm::SmallPtrSetImpl<Operation *> &addresses) {
  return !value.use_empty() &&
         llvm::all_of(value.getUses(), [&](OpOperand &use) {
           Operation *user = use.getOwner();
           return addresses.contains(user) ||
                  (isa<memref::LoadOp>(user) && use.getOperandNumber() > 0);
         });
}

llvm::SmallPtrSet<Operation *, 8>
mlir::tiled_layout::getAddresses(linalg::LinalgOp op) {
  llvm::SmallPtrSet<Operation *, 8> addresses;
  for (Operation &inner : llvm::reverse(op.getBlock()->without_terminator()))
    if (inner.getNumResults() == 1 &&
        isOnlyAddress(inner.getResult(0), addresses))
      addresses.insert(&inner);
  return addresses;
}

namespace {

/// The index of a dimension, or what lacks to it, and what is the same in all
/// iterations.
struct DimIndex {
  int64_t dim;
  bool isBackwards;
};

} // namespace

/// Returns by how much the index of an operand is multiplied in a sum, if that
/// is known.
static std::optional<int64_t> getFactor(Operation *op, unsigned number) {
  if (isa<arith::AddIOp>(op))
    return 1;
  if (isa<arith::SubIOp>(op))
    return number == 0 ? 1 : -1;
  auto apply = dyn_cast<affine::AffineApplyOp>(op);
  if (!apply)
    return std::nullopt;
  AffineMap map = apply.getAffineMap();
  AffineExpr own =
      number < map.getNumDims()
          ? getAffineDimExpr(number, map.getContext())
          : getAffineSymbolExpr(number - map.getNumDims(), map.getContext());
  AffineExpr expr = map.getResult(0);
  auto step = dyn_cast<AffineConstantExpr>(
      simplifyAffineExpr(expr.replace(own, own + 1) - expr, map.getNumDims(),
                         map.getNumSymbols()));
  return step ? std::optional(step.getValue()) : std::nullopt;
}

/// Returns the dimension that a value of a body goes with, if it is one.
static std::optional<DimIndex> getDimOf(Value index, Block *body) {
  Operation *op = index.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto own = dyn_cast<linalg::IndexOp>(op))
    return DimIndex{static_cast<int64_t>(own.getDim()), false};
  std::optional<DimIndex> result;
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    if (operand.getParentBlock() != body || matchPattern(operand, m_Constant()))
      continue;
    std::optional<int64_t> factor = getFactor(op, number);
    if (result || !factor || std::abs(*factor) != 1)
      return std::nullopt;
    result = getDimOf(operand, body);
    if (!result)
      return std::nullopt;
    result->isBackwards ^= *factor < 0;
  }
  return result;
}

std::optional<LoadedAxis> mlir::tiled_layout::getLoadedAxis(memref::LoadOp load,
                                                            int64_t dim) {
  for (auto [axis, index] : llvm::enumerate(load.getIndices()))
    if (std::optional<DimIndex> found = getDimOf(index, load->getBlock());
        found && found->dim == dim)
      return LoadedAxis{static_cast<int64_t>(axis), found->isBackwards};
  return std::nullopt;
}

/// True if neighbours of an array along one of its dimensions are neighbours in
/// memory, or are interleaved with few others.
static bool isRow(MemRefType type, int64_t axis) {
  std::optional<Stride> stride = expectedToOptional(getStrideOf(type, axis));
  return stride && stride->isStatic() &&
         llvm::is_contained({1, 2, 4}, stride->factor);
}

llvm::Error mlir::tiled_layout::checkLoads(linalg::LinalgOp op,
                                           StructuredProblem &problem) {
  Block &body = *op.getBlock();
  // On which dimensions the values of the body depend.
  DenseMap<Value, llvm::SmallBitVector> known;
  auto getDims = [&](Value value) {
    auto found = known.find(value);
    return found == known.end() ? llvm::SmallBitVector(op.getNumLoops())
                                : found->second;
  };
  for (BlockArgument argument : body.getArguments()) {
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    llvm::SmallBitVector dims(op.getNumLoops(), op.isDpsInit(&operand));
    for (unsigned dim = 0; dim < op.getNumLoops(); ++dim)
      if (op.getMatchingIndexingMap(&operand).isFunctionOfDim(dim))
        dims.set(dim);
    known[argument] = dims;
  }
  llvm::SmallBitVector scattered(op.getNumLoops()), backwards(op.getNumLoops());
  bool loads = false;
  for (Operation &inner : body.without_terminator()) {
    llvm::SmallBitVector dims(op.getNumLoops());
    for (Value value : inner.getOperands())
      dims |= getDims(value);
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      dims.set(index.getDim());
    for (Value result : inner.getResults())
      known[result] = dims;
    auto load = dyn_cast<memref::LoadOp>(inner);
    if (!load)
      continue;
    loads = true;
    auto array = cast<MemrefValue>(load.getMemRef());
    if (array.getParentBlock() == &body ||
        llvm::any_of(op.getDpsInits(), [&](Value output) {
          auto written = dyn_cast<MemrefValue>(output);
          return written && memref::skipViewLikeOps(written) ==
                                memref::skipViewLikeOps(array);
        }))
      return llvm::createStringError(
          "memref.load reads what the operation writes");
    MemRefType type = load.getMemRefType();
    std::optional<int64_t> bits = getValueBits(type.getElementType());
    if (!bits || *bits < 8 || !type.getElementType().isIntOrFloat())
      return llvm::createStringError(
          "memref.load has elements that are no bytes");
    problem.loadedBits =
        problem.loadedBits ? std::min(problem.loadedBits, *bits) : *bits;
    for (auto [axis, index] : llvm::enumerate(load.getIndices())) {
      std::optional<DimIndex> own = getDimOf(index, &body);
      bool isAlongRow =
          own && isRow(type, axis) &&
          getLoadedAxis(load, own->dim)->axis == static_cast<int64_t>(axis);
      if (!isAlongRow)
        scattered |= getDims(index);
      else if (own->isBackwards)
        backwards.set(own->dim);
    }
  }
  if (loads)
    for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
      problem.loadsScattered.push_back(scattered.test(dim));
      problem.loadsBackwards.push_back(backwards.test(dim));
    }
  if (loads && !problem.noVectors.empty())
    return llvm::createStringError(problem.noVectors + ", and the body loads");
  return llvm::Error::success();
}
