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

/// Returns what a step along a dimension adds to an index that a body computes;
/// nothing if that is not the same everywhere. `known` keeps what is found.
static std::optional<int64_t>
getStepOf(Value value, int64_t dim, linalg::LinalgOp op,
          DenseMap<Value, std::optional<int64_t>> &known) {
  if (value.getParentBlock() != op.getBlock())
    return 0;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    OpOperand &operand = op->getOpOperand(argument.getArgNumber());
    bool isSame = !op.isDpsInit(&operand) &&
                  !op.getMatchingIndexingMap(&operand).isFunctionOfDim(dim);
    return isSame ? std::optional<int64_t>(0) : std::nullopt;
  }
  if (auto found = known.find(value); found != known.end())
    return found->second;
  Operation *inner = value.getDefiningOp();
  if (auto index = dyn_cast<linalg::IndexOp>(inner))
    return static_cast<int64_t>(index.getDim()) == dim;
  std::optional<int64_t> sum;
  if (inner->getNumRegions() == 0)
    sum = 0;
  for (auto [number, operand] : llvm::enumerate(inner->getOperands())) {
    std::optional<int64_t> own = getStepOf(operand, dim, op, known);
    if (own == 0)
      continue;
    std::optional<int64_t> factor = getFactor(inner, number);
    int64_t step;
    if (!sum || !own || !factor || llvm::MulOverflow(*own, *factor, step) ||
        llvm::AddOverflow(*sum, step, *sum))
      sum = std::nullopt;
  }
  return known[value] = sum;
}

/// Returns that of each index of a load.
static SmallVector<std::optional<int64_t>> getStepsOf(memref::LoadOp load,
                                                      int64_t dim) {
  auto op = cast<linalg::LinalgOp>(load->getParentOp());
  DenseMap<Value, std::optional<int64_t>> known;
  return llvm::map_to_vector(load.getIndices(), [&](Value index) {
    return getStepOf(index, dim, op, known);
  });
}

/// Returns the axis along which elements are neighbours by these steps.
static std::optional<LoadedAxis>
findAxis(ArrayRef<std::optional<int64_t>> steps) {
  for (auto [axis, step] : llvm::enumerate(steps))
    if (step && std::abs(*step) == 1)
      return LoadedAxis{static_cast<int64_t>(axis), *step < 0};
  return std::nullopt;
}

std::optional<LoadedAxis> mlir::tiled_layout::getLoadedAxis(memref::LoadOp load,
                                                            int64_t dim) {
  return findAxis(getStepsOf(load, dim));
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
  llvm::SmallBitVector scattered(op.getNumLoops()), backwards(op.getNumLoops());
  bool loads = false;
  for (Operation &inner : body.without_terminator()) {
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
    for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
      SmallVector<std::optional<int64_t>> steps = getStepsOf(load, dim);
      int64_t moving =
          llvm::count_if(steps, [](auto step) { return step != 0; });
      std::optional<LoadedAxis> own = findAxis(steps);
      bool isAlongRow = moving == 1 && own && isRow(type, own->axis);
      if (moving != 0 && !isAlongRow)
        scattered.set(dim);
      else if (isAlongRow && own->isBackwards)
        backwards.set(dim);
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
