//===- AxisLoops.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisLoops.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Each split doubles the loops below.
static constexpr size_t maxSplits = 3;

OpFoldResult AxisLoopBuilder::getCount(OpBuilder &builder, size_t axis) const {
  SmallVector<AffineExpr> counts = {
      builder.getAffineConstantExpr(axes.axes[axis].extent)};
  SmallVector<OpFoldResult> operands;
  for (auto [k, bound] : llvm::enumerate(axes.bounds)) {
    int64_t weight = bound.getWeight(axis);
    if (weight == 0 || holds[k])
      continue;
    AffineExpr room = builder.getAffineConstantExpr(bound.limit);
    for (const AxisBound::Term &term : bound.terms) {
      if (term.axis == axis || !values[term.axis])
        continue;
      room = room - builder.getAffineDimExpr(operands.size()) * term.weight;
      operands.push_back(values[term.axis]);
    }
    counts.push_back(room.ceilDiv(weight));
  }
  auto map = AffineMap::get(operands.size(), 0, counts, builder.getContext());
  return affine::makeComposedFoldedAffineMin(builder, loc, map, operands);
}

Value AxisLoopBuilder::getPosition(OpBuilder &builder,
                                   int64_t RelayoutAxis::*stride,
                                   OpFoldResult offset) const {
  SmallVector<OpFoldResult> operands = {offset};
  AffineExpr position = builder.getAffineDimExpr(0);
  for (auto [axis, value] : llvm::zip_equal(axes.axes, values)) {
    if (!value)
      continue;
    position =
        position + builder.getAffineDimExpr(operands.size()) * (axis.*stride);
    operands.push_back(value);
  }
  auto map = AffineMap::get(operands.size(), 0, position);
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(builder, loc, map, operands));
}

void AxisLoopBuilder::buildLoop(
    OpBuilder &builder, OpFoldResult begin, OpFoldResult end, int64_t step,
    function_ref<void(OpBuilder &, OpFoldResult)> body) const {
  auto knownBegin = getConstantIntValue(begin);
  auto knownEnd = getConstantIntValue(end);
  if (knownBegin && knownEnd) {
    if (*knownBegin >= *knownEnd)
      return;
    if (*knownBegin + step >= *knownEnd)
      return body(builder, begin);
  }
  scf::ForOp::create(
      builder, loc, getValueOrCreateConstantIndexOp(builder, loc, begin),
      getValueOrCreateConstantIndexOp(builder, loc, end),
      arith::ConstantIndexOp::create(builder, loc, step), ValueRange(),
      [&](OpBuilder &inner, Location, Value value, ValueRange) {
        body(inner, value);
        scf::YieldOp::create(inner, loc);
      });
}

void AxisLoopBuilder::buildParallelLoop(
    OpBuilder &builder, OpFoldResult end,
    function_ref<void(OpBuilder &, OpFoldResult)> body) const {
  if (parallel.isForall) {
    scf::ForallOp::create(builder, loc, end, ValueRange(), std::nullopt,
                          [&](OpBuilder &inner, Location, ValueRange values) {
                            body(inner, values.front());
                            scf::InParallelOp::create(inner, loc);
                          });
    return;
  }
  scf::ParallelOp::create(
      builder, loc, ValueRange{arith::ConstantIndexOp::create(builder, loc, 0)},
      ValueRange{getValueOrCreateConstantIndexOp(builder, loc, end)},
      ValueRange{arith::ConstantIndexOp::create(builder, loc, 1)},
      [&](OpBuilder &inner, Location, ValueRange values) {
        body(inner, values.front());
      });
}

void AxisLoopBuilder::buildLoops(OpBuilder &builder, ArrayRef<size_t> loops,
                                 Body body) {
  if (loops.empty())
    return body(builder);
  size_t axis = loops.front();
  auto buildRest = [&](OpBuilder &inner) {
    buildLoops(inner, loops.drop_front(), body);
  };
  auto buildBody = [&](OpBuilder &inner, OpFoldResult value) {
    values[axis] = value;
    splitAtBounds(inner, axis, 0, buildRest);
    values[axis] = OpFoldResult();
  };
  OpFoldResult count = getCount(builder, axis);
  if (parallel.axis == axis)
    return buildParallelLoop(builder, count, buildBody);
  buildLoop(builder, builder.getIndexAttr(0), count, 1, buildBody);
}

bool AxisLoopBuilder::isWorthSplitting(size_t k, size_t axis) const {
  const AxisBound &bound = axes.bounds[k];
  if (holds[k] || bound.getWeight(axis) == 0 || numSplits == maxSplits)
    return false;
  size_t fixed = llvm::count_if(
      bound.terms, [&](auto &term) { return bool(values[term.axis]); });
  return fixed == 1 && bound.terms.size() > 1;
}

void AxisLoopBuilder::splitAtBounds(OpBuilder &builder, size_t axis, size_t k,
                                    Body body) {
  while (k < axes.bounds.size() && !isWorthSplitting(k, axis))
    ++k;
  if (k == axes.bounds.size())
    return body(builder);
  auto buildRest = [&](OpBuilder &inner) {
    splitAtBounds(inner, axis, k + 1, body);
  };
  ++numSplits;
  buildIf(
      builder, isMet(builder, k),
      [&](OpBuilder &inner) {
        holds[k] = true;
        buildRest(inner);
        holds[k] = false;
      },
      buildRest);
  --numSplits;
}

OpFoldResult AxisLoopBuilder::roundDown(OpBuilder &builder, OpFoldResult count,
                                        int64_t size) const {
  AffineExpr rounded = builder.getAffineDimExpr(0).floorDiv(size) * size;
  return affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(1, 0, rounded), {count});
}

Value AxisLoopBuilder::isMet(OpBuilder &builder, size_t k) const {
  const AxisBound &bound = axes.bounds[k];
  AffineExpr last = builder.getAffineConstantExpr(0);
  SmallVector<OpFoldResult> operands;
  for (const AxisBound::Term &term : bound.terms) {
    if (!values[term.axis]) {
      last = last + term.weight * (axes.axes[term.axis].extent - 1);
      continue;
    }
    last = last + builder.getAffineDimExpr(operands.size()) * term.weight;
    operands.push_back(values[term.axis]);
  }
  OpFoldResult value = affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(operands.size(), 0, last), operands);
  return arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt,
      getValueOrCreateConstantIndexOp(builder, loc, value),
      arith::ConstantIndexOp::create(builder, loc, bound.limit));
}

Value AxisLoopBuilder::isFull(OpBuilder &builder,
                              ArrayRef<size_t> cutAxes) const {
  Value full;
  for (size_t k = 0; k < axes.bounds.size(); ++k) {
    if (holds[k] || llvm::none_of(cutAxes, [&](size_t axis) {
          return axes.bounds[k].getWeight(axis);
        }))
      continue;
    Value met = isMet(builder, k);
    full = full ? arith::AndIOp::create(builder, loc, full, met) : met;
  }
  return full;
}

void AxisLoopBuilder::buildIf(OpBuilder &builder, Value condition, Body yes,
                              Body no) const {
  if (!condition)
    return yes(builder);
  auto branch =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/true);
  OpBuilder yesBuilder = branch.getThenBodyBuilder();
  yes(yesBuilder);
  OpBuilder noBuilder = branch.getElseBodyBuilder();
  no(noBuilder);
}
