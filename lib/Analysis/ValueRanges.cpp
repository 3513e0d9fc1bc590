//===- ValueRanges.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Analysis/ValueRanges.h"

#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Values behind a value that are looked at. Deeper chains are given up on.
static constexpr unsigned maxDepth = 64;

static std::optional<int64_t> getSmaller(std::optional<int64_t> a,
                                         std::optional<int64_t> b) {
  return a && b ? std::min(*a, *b) : std::optional<int64_t>();
}

static std::optional<int64_t> getLarger(std::optional<int64_t> a,
                                        std::optional<int64_t> b) {
  return a && b ? std::max(*a, *b) : std::optional<int64_t>();
}

/// Returns the smaller or the larger of the ends that are known.
static std::optional<int64_t> getKnown(std::optional<int64_t> a,
                                       std::optional<int64_t> b, bool isMin) {
  if (!a || !b)
    return a ? a : b;
  return isMin ? std::min(*a, *b) : std::max(*a, *b);
}

IndexRange ValueRanges::get(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  if (depth >= maxDepth || !isa<IndexType>(value.getType()))
    return {};
  ++depth;
  IndexRange range = compute(value);
  --depth;
  known[value] = range;
  return range;
}

SmallVector<IndexRange> ValueRanges::get(ValueRange values) {
  return llvm::map_to_vector(values, [&](Value value) { return get(value); });
}

IndexRange ValueRanges::get(AffineExpr expr, unsigned numDims,
                            ValueRange operands) {
  return getRange(expr, numDims, get(operands));
}

IndexRange ValueRanges::getExtremum(AffineMap map, ValueRange operands,
                                    bool isMin) {
  SmallVector<IndexRange> ranges = get(operands);
  std::optional<IndexRange> range;
  for (AffineExpr result : map.getResults()) {
    IndexRange other = getRange(result, map.getNumDims(), ranges);
    if (!range)
      range = other;
    else if (isMin)
      range = {getSmaller(range->min, other.min),
               getKnown(range->max, other.max, isMin)};
    else
      range = {getKnown(range->min, other.min, isMin),
               getLarger(range->max, other.max)};
  }
  return range.value_or(IndexRange());
}

/// The range of a loop that is entered.
static IndexRange joinBounds(IndexRange lower, IndexRange upper, int64_t step) {
  IndexRange range = {lower.min, upper.max};
  if (!range.max)
    return range;
  --*range.max;
  // Steps from a known first value need not reach the last one.
  if (lower.min && lower.min == lower.max && *range.max >= *lower.min)
    *range.max -= (*range.max - *lower.min) % step;
  return range;
}

IndexRange ValueRanges::getLoopRange(AffineMap lower, ValueRange lowerOperands,
                                     AffineMap upper, ValueRange upperOperands,
                                     int64_t step) {
  return joinBounds(getExtremum(lower, lowerOperands, /*isMin=*/false),
                    getExtremum(upper, upperOperands, /*isMin=*/true), step);
}

IndexRange ValueRanges::getLoopRange(OpFoldResult lower, OpFoldResult upper,
                                     int64_t step) {
  auto getBound = [&](OpFoldResult bound) {
    if (std::optional<int64_t> constant = getConstantIntValue(bound))
      return IndexRange::getConstant(*constant);
    return get(cast<Value>(bound));
  };
  return joinBounds(getBound(lower), getBound(upper), step);
}

IndexRange ValueRanges::computeArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  return llvm::TypeSwitch<Operation *, IndexRange>(parent)
      .Case([&](affine::AffineForOp loop) {
        if (number != 0)
          return IndexRange();
        return getLoopRange(loop.getLowerBoundMap(),
                            loop.getLowerBoundOperands(),
                            loop.getUpperBoundMap(),
                            loop.getUpperBoundOperands(), loop.getStepAsInt());
      })
      .Case([&](affine::AffineParallelOp loop) {
        return getLoopRange(
            loop.getLowerBoundMap(number), loop.getLowerBoundsOperands(),
            loop.getUpperBoundMap(number), loop.getUpperBoundsOperands(),
            loop.getSteps()[number]);
      })
      .Case([&](scf::ForOp loop) {
        std::optional<int64_t> step = getConstantIntValue(loop.getStep());
        if (number != 0 || loop.getUnsignedCmp() || !step || *step < 1)
          return IndexRange();
        return getLoopRange(loop.getLowerBound(), loop.getUpperBound(), *step);
      })
      .Case([&](scf::ParallelOp loop) {
        return getLoopRange(loop.getLowerBound()[number],
                            loop.getUpperBound()[number]);
      })
      .Case([&](scf::ForallOp loop) {
        if (number >= loop.getInductionVars().size())
          return IndexRange();
        return getLoopRange(loop.getMixedLowerBound()[number],
                            loop.getMixedUpperBound()[number]);
      })
      .Default([](Operation *) { return IndexRange(); });
}

/// Returns the range of an operation on two numbers with these ranges.
static IndexRange combine(Operation *op, IndexRange a, IndexRange b) {
  MLIRContext *context = op->getContext();
  AffineExpr x = getAffineDimExpr(0, context), y = getAffineDimExpr(1, context);
  std::optional<int64_t> constant = b.min == b.max ? b.min : std::nullopt;
  auto range = [&](AffineExpr expr) { return getRange(expr, 2, {a, b}); };
  // What is not negative, divided or not, is as large at most as it was.
  bool isUnsigned = a.isNonNegative() && constant && *constant > 0;
  return llvm::TypeSwitch<Operation *, IndexRange>(op)
      .Case([&](arith::AddIOp) { return range(x + y); })
      .Case([&](arith::SubIOp) { return range(x + y * -1); })
      .Case([&](arith::MulIOp) {
        return constant ? range(x * *constant) : range(x * y);
      })
      .Case<arith::DivUIOp, arith::DivSIOp, arith::FloorDivSIOp>(
          [&](Operation *) {
            return isUnsigned ? range(x.floorDiv(*constant)) : IndexRange();
          })
      .Case<arith::RemUIOp, arith::RemSIOp>([&](Operation *) {
        if (isUnsigned)
          return range(x % *constant);
        bool isKnown = isa<arith::RemUIOp>(op) && constant && *constant > 0;
        return isKnown ? IndexRange{0, *constant - 1} : IndexRange();
      })
      .Case<arith::ShRUIOp, arith::ShRSIOp>([&](Operation *) {
        bool isKnown =
            a.isNonNegative() && constant && *constant >= 0 && *constant < 62;
        return isKnown ? range(x.floorDiv(int64_t(1) << *constant))
                       : IndexRange();
      })
      .Case([&](arith::AndIOp) {
        int64_t mask = constant.value_or(-1);
        return mask >= 0 ? IndexRange{0, mask} : IndexRange();
      })
      .Case<arith::MinSIOp>([&](Operation *) {
        return IndexRange{getSmaller(a.min, b.min),
                          getKnown(a.max, b.max, /*isMin=*/true)};
      })
      .Case<arith::MaxSIOp>([&](Operation *) {
        return IndexRange{getKnown(a.min, b.min, /*isMin=*/false),
                          getLarger(a.max, b.max)};
      })
      .Default([](Operation *) { return IndexRange(); });
}

IndexRange ValueRanges::compute(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return computeArgument(argument);
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return IndexRange::getConstant(*constant);
  Operation *op = value.getDefiningOp();
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return getExtremum(apply.getAffineMap(), apply.getMapOperands(), true);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return getExtremum(min.getAffineMap(), min.getOperands(), true);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return getExtremum(max.getAffineMap(), max.getOperands(), false);
  if (isa<memref::DimOp>(op))
    return {0, std::nullopt};
  if (auto assumed = dyn_cast<AssumeMultipleOp>(op))
    return get(assumed.getValue());
  if (isa<arith::ArithDialect>(op->getDialect()) && op->getNumOperands() == 2 &&
      op->getNumResults() == 1)
    return combine(op, get(op->getOperand(0)), get(op->getOperand(1)));
  return {};
}
