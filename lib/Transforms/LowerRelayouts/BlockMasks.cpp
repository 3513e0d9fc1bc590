//===- BlockMasks.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockMasks.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace mlir::tiled_layout;

BlockMover::Masks::Masks(OpBuilder &builder, Location loc,
                         const BlockMover &mover, ArrayRef<bool> cutting)
    : loc(loc), source(&mover.program.source), dest(&mover.program.dest) {
  const RelayoutPlan &plan = mover.plan;
  // Nothing need be there after an edge of a view.
  auto getWithin = [&](auto getBounds, Value array) {
    auto type = cast<MemRefType>(array.getType());
    return type.hasStaticShape()
               ? getBounds(plan, type.getDimSize(0))
               : SmallVector<bool>(plan.axes.bounds.size(), false);
  };
  SmallVector<bool> within = getWithin(getBoundsWithinSource, mover.source);
  SmallVector<bool> withinDest = getWithin(getBoundsWithinDest, mover.dest);
  for (auto [k, bound] : llvm::enumerate(plan.axes.bounds)) {
    if (!cutting[k] || mover.holds[k])
      continue;
    Cut cut;
    cut.isWithinSource = within[k];
    cut.isWithinDest = withinDest[k];
    for (size_t e = 0; e < mover.program.source.elements.size(); ++e) {
      int64_t share = 0;
      for (auto [i, value] : llvm::enumerate(getBlockValues(plan, e)))
        share += value * bound.getWeight(plan.loops + i);
      cut.shares.push_back(share);
    }
    int64_t most = *llvm::max_element(cut.shares) + 1;

    SmallVector<OpFoldResult> operands;
    AffineExpr room = mover.getLimit(k, operands);
    for (const AxisBound::Term &term : bound.terms) {
      if (term.axis >= plan.loops)
        continue;
      room = room - builder.getAffineDimExpr(operands.size()) * term.weight;
      operands.push_back(mover.values[term.axis]);
    }
    auto map = AffineMap::get(operands.size(), 0,
                              {room, builder.getAffineConstantExpr(most)},
                              builder.getContext());
    OpFoldResult folded =
        affine::makeComposedFoldedAffineMin(builder, loc, map, operands);
    cut.knownRoom = getConstantIntValue(folded);
    Value clamped = getValueOrCreateConstantIndexOp(builder, loc, folded);
    unsigned width = most < 128 ? 8 : most < 32768 ? 16 : 32;
    cut.room = arith::IndexCastOp::create(
        builder, loc, builder.getIntegerType(width), clamped);
    cuts.push_back(std::move(cut));
  }
}

Value BlockMover::Masks::get(OpBuilder &builder, const BlockRegisters &side,
                             size_t piece) const {
  ArrayRef<int64_t> elements = getElements(side, piece);
  Value mask;
  for (const Cut &cut : cuts) {
    // A loop goes no further than to a block with an element, its first.
    if (ignores(cut, side) || llvm::all_of(elements, [&](int64_t e) {
          return cut.shares[e] < cut.knownRoom.value_or(1);
        }))
      continue;
    auto type = VectorType::get({side.piece}, cut.room.getType());
    SmallVector<APInt> shares;
    for (int64_t e : elements)
      shares.push_back(APInt(type.getElementTypeBitWidth(), cut.shares[e]));
    Value added = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, shares));
    Value room = vector::BroadcastOp::create(builder, loc, type, cut.room);
    Value isIn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       added, room);
    mask = mask ? arith::AndIOp::create(builder, loc, mask, isIn) : isIn;
  }
  return mask;
}

bool BlockMover::Masks::isEmpty(const BlockRegisters &side,
                                size_t piece) const {
  return llvm::any_of(cuts, [&](const Cut &cut) {
    return cut.knownRoom &&
           llvm::all_of(getElements(side, piece), [&](int64_t e) {
             return cut.shares[e] >= *cut.knownRoom;
           });
  });
}

Value BlockMover::Masks::getOffset(OpBuilder &builder,
                                   const BlockRegisters &side, size_t piece,
                                   Value offset) const {
  Value none;
  for (const Cut &cut : cuts) {
    if (ignores(cut, side))
      continue;
    int64_t least = std::numeric_limits<int64_t>::max();
    for (int64_t element : getElements(side, piece))
      least = std::min(least, cut.shares[element]);
    if (least < cut.knownRoom.value_or(1))
      continue;
    Value share = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(cut.room.getType(), least));
    Value hasAny = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, share, cut.room);
    if (!none)
      none = arith::ConstantIndexOp::create(builder, loc, 0);
    offset = arith::SelectOp::create(builder, loc, hasAny, offset, none);
  }
  return offset;
}
