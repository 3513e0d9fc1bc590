//===- AxisLoops.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisLoops.h"

#include "../../IR/AffineValues.h"

#include "tiled_layout/IR/LoopAttr.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::tiled_layout;

Value mlir::tiled_layout::testLineStart(OpBuilder &builder, Location loc,
                                        Value array, int64_t lineBytes) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, array);
  Value offset = arith::AndIOp::create(
      builder, loc, address,
      arith::ConstantIndexOp::create(builder, loc, lineBytes - 1));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, offset,
                               arith::ConstantIndexOp::create(builder, loc, 0));
}

AxisSizes AxisSizes::get(MLIRContext *context, const RelayoutAxes &axes) {
  Builder builder(context);
  AxisSizes sizes;
  auto getStride = [&](const Stride &stride) {
    return stride.isStatic() ? OpFoldResult(builder.getIndexAttr(stride.get()))
                             : OpFoldResult();
  };
  for (const RelayoutAxis &axis : axes.axes) {
    sizes.extents.push_back(builder.getIndexAttr(axis.extent));
    sizes.sourceStrides.push_back(getStride(axis.sourceStride));
    sizes.destStrides.push_back(getStride(axis.destStride));
  }
  for (const AxisBound &bound : axes.bounds)
    sizes.limits.push_back(builder.getIndexAttr(bound.limit));
  return sizes;
}

namespace {

/// A sum in the making: constants and operands with constant factors.
class Sum {
public:
  Sum(OpBuilder &builder, SmallVectorImpl<OpFoldResult> &operands)
      : expr(builder.getAffineConstantExpr(0)), operands(operands) {}

  void add(OpFoldResult value, int64_t factor = 1) {
    if (auto constant = getConstantIntValue(value)) {
      expr = expr + *constant * factor;
      return;
    }
    expr = expr + getAffineDimExpr(operands.size(), expr.getContext()) * factor;
    operands.push_back(value);
  }

  AffineExpr expr;

private:
  SmallVectorImpl<OpFoldResult> &operands;
};

} // namespace

std::optional<int64_t> AxisLoopBuilder::getLargest(const AxisBound &bound,
                                                   size_t except) const {
  int64_t largest = 0;
  for (const AxisBound::Term &term : bound.terms) {
    if (term.axis == except || !values[term.axis])
      continue;
    if (auto constant = getConstantIntValue(values[term.axis]))
      largest += *constant * term.weight;
    else if (axes.axes[term.axis].hasKnownExtent())
      largest += (axes.axes[term.axis].extent - 1) * term.weight;
    else
      return std::nullopt;
  }
  return largest;
}

bool AxisLoopBuilder::neverLimits(size_t k, size_t axis) const {
  const AxisBound &bound = axes.bounds[k];
  std::optional<int64_t> largest = getLargest(bound, axis);
  return largest && bound.hasKnownLimit() && axes.axes[axis].hasKnownExtent() &&
         *largest + bound.getWeight(axis) * (axes.axes[axis].extent - 1) <
             bound.limit;
}

OpFoldResult AxisLoopBuilder::getCount(OpBuilder &builder, size_t axis) const {
  SmallVector<OpFoldResult> operands;
  Sum extent(builder, operands);
  extent.add(sizes.extents[axis]);
  SmallVector<AffineExpr> counts = {extent.expr};
  for (auto [k, bound] : llvm::enumerate(axes.bounds)) {
    int64_t weight = bound.getWeight(axis);
    if (weight == 0 || holds[k] || (provesCounts() && neverLimits(k, axis)))
      continue;
    Sum room(builder, operands);
    room.add(sizes.limits[k]);
    for (const AxisBound::Term &term : bound.terms)
      if (term.axis != axis && values[term.axis])
        room.add(values[term.axis], -term.weight);
    counts.push_back(room.expr.ceilDiv(weight));
  }
  auto map = AffineMap::get(operands.size(), 0, counts, builder.getContext());
  return affine::makeComposedFoldedAffineMin(builder, loc, map, operands);
}

AffineExpr
AxisLoopBuilder::getLimit(size_t k,
                          SmallVectorImpl<OpFoldResult> &operands) const {
  if (auto constant = getConstantIntValue(sizes.limits[k]))
    return getAffineConstantExpr(*constant, loc.getContext());
  operands.push_back(sizes.limits[k]);
  return getAffineDimExpr(operands.size() - 1, loc.getContext());
}

OpFoldResult AxisLoopBuilder::lookUp(OpBuilder &builder, AffineExpr table,
                                     OpFoldResult value) const {
  if (auto constant = getConstantIntValue(value)) {
    table = simplifyAffineExpr(
        table.replaceDims(builder.getAffineConstantExpr(*constant)), 0,
        sizes.symbols.size());
    if (auto known = dyn_cast<AffineConstantExpr>(table))
      return builder.getIndexAttr(known.getValue());
  }
  return affine::expandAffineExpr(
      builder, loc, table, getValueOrCreateConstantIndexOp(builder, loc, value),
      sizes.symbols);
}

Value AxisLoopBuilder::getPosition(OpBuilder &builder, StrideMember stride,
                                   OpFoldResult offset) const {
  ArrayRef<OpFoldResult> strides = stride == &RelayoutAxis::sourceStride
                                       ? sizes.sourceStrides
                                       : sizes.destStrides;
  SmallVector<OpFoldResult> operands;
  Sum position(builder, operands);
  position.add(offset);
  ArrayRef<AffineExpr> tables = stride == &RelayoutAxis::sourceStride
                                    ? sizes.sourceTables
                                    : sizes.destTables;
  for (auto [axis, value] : llvm::enumerate(values)) {
    if (!value || getConstantIntValue(value) == 0)
      continue;
    if (!tables.empty() && tables[axis]) {
      position.add(lookUp(builder, tables[axis], value));
      continue;
    }
    OpFoldResult step = strides[axis];
    if (auto constant = getConstantIntValue(step)) {
      position.add(value, *constant);
      continue;
    }
    // A product of two values is no affine expression.
    Value index = getValueOrCreateConstantIndexOp(builder, loc, value);
    Value product = arith::MulIOp::create(
        builder, loc, index,
        getValueOrCreateConstantIndexOp(builder, loc, step));
    position.add(product);
  }
  return applyAffine(builder, loc, position.expr, operands);
}

void AxisLoopBuilder::buildLoop(
    OpBuilder &builder, OpFoldResult begin, OpFoldResult end, int64_t step,
    function_ref<void(OpBuilder &, OpFoldResult)> body, bool unroll) const {
  auto knownBegin = getConstantIntValue(begin);
  auto knownEnd = getConstantIntValue(end);
  if (knownBegin && knownEnd) {
    if (*knownBegin >= *knownEnd)
      return;
    if (*knownBegin + step >= *knownEnd)
      return body(builder, begin);
    if (unroll) {
      for (int64_t value = *knownBegin; value < *knownEnd; value += step)
        body(builder, builder.getIndexAttr(value));
      return;
    }
  }
  Value from = getValueOrCreateConstantIndexOp(builder, loc, begin);
  Value to = getValueOrCreateConstantIndexOp(builder, loc, end);
  scf::ForOp::create(builder, loc, from, to,
                     arith::ConstantIndexOp::create(builder, loc, step),
                     ValueRange(),
                     [&](OpBuilder &inner, Location, Value value, ValueRange) {
                       body(inner, value);
                       scf::YieldOp::create(inner, loc);
                     });
}

void AxisLoopBuilder::buildParallelLoop(
    OpBuilder &builder, size_t axis, OpFoldResult count,
    function_ref<void(OpBuilder &, OpFoldResult)> buildElements) {
  OpFoldResult end = count;
  if (endsInPadding(axis))
    withoutFilledBounds([&] { end = getCount(builder, axis); });
  auto body = [&](OpBuilder &inner, OpFoldResult value) {
    if (end == count)
      return buildElements(inner, value);
    Value number = getValueOrCreateConstantIndexOp(inner, loc, value);
    Value hasElements = arith::CmpIOp::create(
        inner, loc, arith::CmpIPredicate::slt, number,
        getValueOrCreateConstantIndexOp(inner, loc, count));
    buildIf(
        inner, hasElements, [&](OpBuilder &yes) { buildElements(yes, value); },
        [&](OpBuilder &no) {
          withoutFilledBounds([&] {
            values[axis] = value;
            buildBeyond(no, axis);
            values[axis] = OpFoldResult();
          });
        });
  };
  auto loop =
      scf::ForallOp::create(builder, loc, end, ValueRange(), std::nullopt,
                            [&](OpBuilder &inner, Location, ValueRange values) {
                              body(inner, values.front());
                              scf::InParallelOp::create(inner, loc);
                            });
  const RelayoutAxis &shared = axes.axes[*sharedAxis];
  if (shared.sourceStride.isStatic() && shared.destStride.isStatic())
    setSharedLoop(loop, {shared.sourceStride.get(), shared.destStride.get()});
}

std::optional<size_t>
AxisLoopBuilder::getOnlyBound(ArrayRef<size_t> loops) const {
  size_t axis = loops.front();
  std::optional<size_t> only;
  for (auto [k, bound] : llvm::enumerate(axes.bounds)) {
    if (holds[k] || bound.getWeight(axis) == 0)
      continue;
    bool isStraight = llvm::all_of(bound.terms, [&](auto &term) {
      return term.axis == axis ||
             (llvm::is_contained(loops, term.axis) && unrolls(term.axis));
    });
    if (only || !isStraight || bound.terms.size() == 1 ||
        !bound.hasKnownLimit() || !axes.axes[axis].hasKnownExtent())
      return std::nullopt;
    only = k;
  }
  return only;
}

void AxisLoopBuilder::buildLoops(OpBuilder &builder, ArrayRef<size_t> loops,
                                 Body body) {
  if (loops.empty())
    return body(builder);
  size_t axis = loops.front();
  auto buildBody = [&](OpBuilder &inner, OpFoldResult value) {
    values[axis] = value;
    buildLoops(inner, loops.drop_front(), body);
    values[axis] = OpFoldResult();
  };
  OpFoldResult count = getCount(builder, axis);
  if (sharedAxis == axis)
    return buildParallelLoop(builder, axis, count, buildBody);
  OpFoldResult begin = builder.getIndexAttr(0);
  // Straight code that a bound leaves whole, and the rest.
  if (std::optional<size_t> only = getOnlyBound(loops);
      only && !unrolls(axis)) {
    const AxisBound &bound = axes.bounds[*only];
    int64_t room = bound.limit - 1, weight = bound.getWeight(axis);
    for (const AxisBound::Term &term : bound.terms)
      if (term.axis != axis)
        room -= term.weight * (axes.axes[term.axis].extent - 1);
    int64_t whole = room < 0 ? 0 : room / weight + 1;
    OpFoldResult end =
        builder.getIndexAttr(std::min(whole, axes.axes[axis].extent));
    holds[*only] = true;
    buildLoop(builder, begin, end, 1, buildBody);
    holds[*only] = false;
    begin = end;
  }
  buildLoop(builder, begin, count, 1, buildBody, unrolls(axis));
  buildLoopBeyond(builder, axis, count);
}

void AxisLoopBuilder::withoutFilledBounds(function_ref<void()> build) {
  SmallVector<bool> before = holds;
  for (auto [k, bound] : llvm::enumerate(axes.bounds))
    if (bound.isFilled)
      holds[k] = true;
  build();
  holds = std::move(before);
}

bool AxisLoopBuilder::endsInPadding(size_t axis) const {
  return fillsBeyond(axis) &&
         llvm::any_of(llvm::seq(axes.bounds.size()), [&](size_t k) {
           return axes.bounds[k].isFilled && !holds[k] &&
                  axes.bounds[k].getWeight(axis) != 0;
         });
}

void AxisLoopBuilder::buildLoopBeyond(OpBuilder &builder, size_t axis,
                                      OpFoldResult count) {
  if (!endsInPadding(axis))
    return;
  withoutFilledBounds([&] {
    buildLoop(
        builder, count, getCount(builder, axis), 1,
        [&](OpBuilder &inner, OpFoldResult value) {
          values[axis] = value;
          buildBeyond(inner, axis);
          values[axis] = OpFoldResult();
        },
        unrolls(axis));
  });
}

OpFoldResult AxisLoopBuilder::roundDown(OpBuilder &builder, OpFoldResult count,
                                        int64_t size) const {
  AffineExpr rounded = builder.getAffineDimExpr(0).floorDiv(size) * size;
  return affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(1, 0, rounded), {count});
}

Value AxisLoopBuilder::isMet(OpBuilder &builder, size_t k) const {
  const AxisBound &bound = axes.bounds[k];
  SmallVector<OpFoldResult> operands;
  Sum last(builder, operands);
  for (const AxisBound::Term &term : bound.terms) {
    if (values[term.axis]) {
      last.add(values[term.axis], term.weight);
      continue;
    }
    last.add(sizes.extents[term.axis], term.weight);
    last.add(builder.getIndexAttr(-1), term.weight);
  }
  Value index = applyAffine(builder, loc, last.expr, operands);
  return builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::slt, index,
      getValueOrCreateConstantIndexOp(builder, loc, sizes.limits[k]));
}

Value AxisLoopBuilder::meetAll(OpBuilder &builder,
                               function_ref<bool(size_t k)> counts) const {
  Value all;
  for (size_t k = 0; k < axes.bounds.size(); ++k) {
    if (!counts(k))
      continue;
    Value met = isMet(builder, k);
    all = all ? builder.createOrFold<arith::AndIOp>(loc, all, met) : met;
  }
  return all;
}

Value AxisLoopBuilder::isFull(OpBuilder &builder,
                              ArrayRef<size_t> cutAxes) const {
  return meetAll(builder, [&](size_t k) {
    return !holds[k] && llvm::any_of(cutAxes, [&](size_t axis) {
      return axes.bounds[k].getWeight(axis);
    });
  });
}

void AxisLoopBuilder::buildIf(OpBuilder &builder, Value condition, Body yes,
                              Body no) const {
  if (!condition || matchPattern(condition, m_One()))
    return yes(builder);
  if (matchPattern(condition, m_Zero()))
    return no(builder);
  auto branch =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/true);
  OpBuilder yesBuilder = branch.getThenBodyBuilder();
  yes(yesBuilder);
  OpBuilder noBuilder = branch.getElseBodyBuilder();
  no(noBuilder);
}
