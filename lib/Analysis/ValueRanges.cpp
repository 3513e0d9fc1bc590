//===- ValueRanges.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::tiled_layout;

/// Values behind a value that are looked at. Deeper chains are given up on.
static constexpr unsigned maxRangeDepth = 64;

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

/// True of ranges of loops that never run: nothing that they hold matters.
static bool isEmpty(const ConstantIntRanges &range) {
  return range.smin().sgt(range.smax());
}

static ConstantIntRanges toInteger(IndexRange range, unsigned width) {
  APInt min = APInt::getSignedMinValue(width);
  APInt max = APInt::getSignedMaxValue(width);
  // A bound that the type cannot have bounds nothing.
  if (range.min && llvm::isIntN(width, *range.min))
    min = APInt(width, *range.min, /*isSigned=*/true);
  if (range.max && llvm::isIntN(width, *range.max))
    max = APInt(width, *range.max, /*isSigned=*/true);
  return ConstantIntRanges::fromSigned(min, max);
}

/// Returns the signed ends of a range of at most 64 bits, those apart that say
/// nothing.
static IndexRange toSigned(const ConstantIntRanges &range) {
  IndexRange result;
  if (range.smin().getBitWidth() == 0 || range.smin().getBitWidth() > 64)
    return result;
  if (!range.smin().isMinSignedValue())
    result.min = range.smin().getSExtValue();
  if (!range.smax().isMaxSignedValue())
    result.max = range.smax().getSExtValue();
  return result;
}

ConstantIntRanges ValueRanges::getInteger(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  if (depth >= maxRangeDepth)
    return ConstantIntRanges::maxRange(
        ConstantIntRanges::getStorageBitwidth(value.getType()));
  ++depth;
  ConstantIntRanges range = compute(value);
  --depth;
  known.try_emplace(value, range);
  return range;
}

IndexRange ValueRanges::getSigned(Value value) {
  return value.getType().isIntOrIndex() ? toSigned(getInteger(value))
                                        : IndexRange();
}

SmallVector<IndexRange> ValueRanges::getSigned(ValueRange values) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return getSigned(value); });
}

IndexRange ValueRanges::get(Value value) {
  IndexRange range =
      isa<IndexType>(value.getType()) ? getSigned(value) : IndexRange();
  range.congruence = getCongruence(value);
  return isa<IndexType>(value.getType()) ? range.tighten() : range;
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
  SmallVector<IndexRange> ranges = getSigned(operands);
  std::optional<IndexRange> range;
  for (AffineExpr result : map.getResults()) {
    IndexRange other = getRange(result, map.getNumDims(), ranges);
    if (!range)
      range = other;
    else if (isMin)
      range = {getSmaller(range->min, other.min),
               getKnown(range->max, other.max, isMin), Congruence()};
    else
      range = {getKnown(range->min, other.min, isMin),
               getLarger(range->max, other.max), Congruence()};
  }
  return range.value_or(IndexRange());
}

/// The steps of a loop that would not end within a year.
static constexpr int64_t mostSteps = int64_t(1) << 57;

/// Returns the range of a loop that is entered; `step` is at least 1, or 0 if
/// it is not known.
static IndexRange joinBounds(IndexRange lower, IndexRange upper, int64_t step) {
  IndexRange range = {lower.min, upper.max};
  if (range.max && *range.max != std::numeric_limits<int64_t>::min())
    --*range.max;
  int64_t last;
  if (lower.max && step != 0 && !llvm::MulOverflow(step, mostSteps, last) &&
      !llvm::AddOverflow(last, *lower.max, last))
    range.max = std::min(range.max.value_or(last), last);
  // Steps from a known first value need not reach the last one.
  int64_t length;
  if (step > 1 && range.max && lower.min && lower.min == lower.max &&
      !llvm::SubOverflow(*range.max, *lower.min, length) && length >= 0)
    *range.max -= length % step;
  return range;
}

IndexRange ValueRanges::getLoopRange(AffineMap lower, ValueRange lowerOperands,
                                     AffineMap upper, ValueRange upperOperands,
                                     int64_t step) {
  return joinBounds(getExtremum(lower, lowerOperands, /*isMin=*/false),
                    getExtremum(upper, upperOperands, /*isMin=*/true), step);
}

IndexRange ValueRanges::getLoopRange(OpFoldResult lower, OpFoldResult upper,
                                     OpFoldResult step) {
  auto getBound = [&](OpFoldResult bound) {
    if (std::optional<int64_t> constant = getConstantIntValue(bound))
      return IndexRange::getConstant(*constant);
    return getSigned(cast<Value>(bound));
  };
  return joinBounds(
      getBound(lower), getBound(upper),
      std::max<int64_t>(0, getConstantIntValue(step).value_or(0)));
}

std::optional<IndexRange> ValueRanges::computeArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  using Range = std::optional<IndexRange>;
  if (!parent || !argument.getOwner()->isEntryBlock())
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, Range>(parent)
      .Case([&](affine::AffineForOp loop) -> Range {
        if (number != 0)
          return std::nullopt;
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
      .Case([&](scf::ForOp loop) -> Range {
        if (number != 0 || loop.getUnsignedCmp())
          return std::nullopt;
        return getLoopRange(loop.getLowerBound(), loop.getUpperBound(),
                            loop.getStep());
      })
      .Case([&](scf::ParallelOp loop) {
        return getLoopRange(loop.getLowerBound()[number],
                            loop.getUpperBound()[number],
                            loop.getStep()[number]);
      })
      .Case([&](scf::ForallOp loop) -> Range {
        if (number >= loop.getInductionVars().size())
          return std::nullopt;
        return getLoopRange(loop.getMixedLowerBound()[number],
                            loop.getMixedUpperBound()[number],
                            loop.getMixedStep()[number]);
      })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<IndexRange> ValueRanges::computeAffine(Operation *op) {
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return getExtremum(apply.getAffineMap(), apply.getMapOperands(), true);
  if (auto min = dyn_cast<affine::AffineMinOp>(op))
    return getExtremum(min.getAffineMap(), min.getOperands(), true);
  if (auto max = dyn_cast<affine::AffineMaxOp>(op))
    return getExtremum(max.getAffineMap(), max.getOperands(), false);
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    if (auto loops = dyn_cast<linalg::LinalgOp>(op->getParentOp())) {
      int64_t extent = loops.getStaticLoopRanges()[index.getDim()];
      IndexRange range;
      range.min = 0;
      if (ShapedType::isStatic(extent))
        range.max = extent - 1;
      return range;
    }
  return std::nullopt;
}

ConstantIntRanges ValueRanges::compute(Value value) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(value.getType());
  Operation *op = value.getDefiningOp();
  if (std::optional<IndexRange> range =
          op ? computeAffine(op) : computeArgument(cast<BlockArgument>(value)))
    return toInteger(*range, width);
  ConstantIntRanges result = ConstantIntRanges::maxRange(width);
  auto arithmetic = dyn_cast_if_present<InferIntRangeInterface>(op);
  if (!arithmetic)
    return result;
  auto operands = llvm::map_to_vector(op->getOperands(), [&](Value operand) {
    if (!operand.getType().isIntOrIndex())
      return IntegerValueRange::getMaxRange(operand);
    ConstantIntRanges range = getInteger(operand);
    return isEmpty(range) ? IntegerValueRange::getMaxRange(operand)
                          : IntegerValueRange(range);
  });
  arithmetic.inferResultRangesFromOptional(
      operands, [&](Value inferred, const IntegerValueRange &range) {
        if (inferred == value && !range.isUninitialized())
          result = range.getValue();
      });
  return result;
}

//===----------------------------------------------------------------------===//
// What wraps around
//===----------------------------------------------------------------------===//

/// True if an operation on the ends of two ranges overflows: it is largest and
/// smallest at some of them.
static bool overflows(const ConstantIntRanges &a, const ConstantIntRanges &b,
                      APInt (APInt::*apply)(const APInt &, bool &) const) {
  for (const APInt &x : {a.smin(), a.smax()})
    for (const APInt &y : {b.smin(), b.smax()}) {
      bool overflow = false;
      (void)(x.*apply)(y, overflow);
      if (overflow)
        return true;
    }
  return false;
}

bool ValueRanges::mayWrap(Operation *op) {
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
      flags && flags.hasNoSignedWrap())
    return false;
  if (op->getNumOperands() == 0 || op->getNumResults() != 1 ||
      !llvm::all_of(op->getOperandTypes(),
                    [](Type type) { return type.isIntOrIndex(); }))
    return true;
  ConstantIntRanges a = getInteger(op->getOperand(0));
  ConstantIntRanges b = getInteger(op->getOperands().back());
  unsigned width =
      ConstantIntRanges::getStorageBitwidth(op->getResult(0).getType());
  bool isUnsigned = a.smin().isNonNegative();
  bool fits = a.smin().isSignedIntN(width) && a.smax().isSignedIntN(width);
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](arith::AddIOp) { return overflows(a, b, &APInt::sadd_ov); })
      .Case([&](arith::SubIOp) { return overflows(a, b, &APInt::ssub_ov); })
      .Case([&](arith::MulIOp) { return overflows(a, b, &APInt::smul_ov); })
      .Case([&](arith::ShLIOp) {
        // Shifts by more bits than there are are poison.
        APInt most = APInt(width, width - 1);
        APInt amount = b.umax().ult(most) ? b.umax() : most;
        bool low = false, high = false;
        (void)a.smin().sshl_ov(amount, low);
        (void)a.smax().sshl_ov(amount, high);
        return low || high;
      })
      .Case<arith::DivUIOp, arith::CeilDivUIOp, arith::RemUIOp>(
          [&](Operation *) { return !isUnsigned || !b.smin().isNonNegative(); })
      .Case([&](arith::ShRUIOp) { return !isUnsigned; })
      .Case<arith::IndexCastOp, arith::TruncIOp>(
          [&](Operation *) { return !fits; })
      .Case<arith::IndexCastUIOp, arith::ExtUIOp>(
          [&](Operation *) { return !isUnsigned || !fits; })
      .Case<arith::ExtSIOp, arith::DivSIOp, arith::FloorDivSIOp,
            arith::CeilDivSIOp, arith::RemSIOp, arith::ShRSIOp, arith::MinSIOp,
            arith::MaxSIOp>([](Operation *) { return false; })
      .Default([](Operation *) { return true; });
}
