//===- BlockMover.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockMover.h"

#include "../FlatViews.h"
#include "BlockMasks.h"

#include "tiled_layout/Relayout/FetchedRows.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <numeric>
#include <utility>

using namespace mlir;
using namespace mlir::tiled_layout;

BlockMover::BlockMover(Location loc, const RelayoutPlan &plan,
                       const BlockProgram &program, const PlanOptions &options,
                       Value source, Value dest, const BlockPadding &padding)
    : AxisLoopBuilder(loc, plan.axes, plan.threadLoop), plan(plan),
      program(program), options(options), source(source), dest(dest),
      padding(padding),
      element(cast<MemRefType>(dest.getType()).getElementType()),
      blockAxes(llvm::to_vector(
          llvm::seq<size_t>(plan.loops, plan.axes.axes.size()))),
      firstUnrolled(plan.loops - plan.straightLoops),
      overlaps(getBlockOverlaps(plan)), cuts(getCuttingBounds(plan, overlaps)) {
  for (auto [k, bound] : llvm::enumerate(axes.bounds))
    cutsStores.push_back(cuts[k] && !bound.isFilled);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void BlockMover::buildBlocks(OpBuilder &builder, ArrayRef<size_t> loops) {
  if (!hasMasks() && cutsAnyBlock() && !plan.carryLoop && !plan.stageLoop)
    return buildPartsOfLoops(builder, loops);
  // The outer loops that decide whether a block is cut.
  ArrayRef<size_t> deciding = loops;
  while (!deciding.empty() &&
         llvm::none_of(llvm::seq(axes.bounds.size()), [&](size_t k) {
           return cuts[k] && axes.bounds[k].getWeight(deciding.back()) != 0;
         }))
    deciding = deciding.drop_back();
  ArrayRef<size_t> rest = loops.drop_front(deciding.size());
  // The loop that threads share must be whole.
  if (!deciding.empty() && plan.threadLoop != deciding.back())
    return buildLoops(builder, deciding.drop_back(), [&](OpBuilder &inner) {
      buildDecidingLoop(inner, deciding.back(), rest);
    });
  buildLoops(builder, deciding, [&](OpBuilder &inner) {
    buildIf(
        inner, isFullBlock(inner),
        [&](OpBuilder &full) { moveBlocks(full, rest, /*areFull=*/true); },
        [&](OpBuilder &cut) {
          SmallVector<OpFoldResult> around(values);
          fixLastValue(cut);
          moveBlocks(cut, rest, /*areFull=*/false);
          values = std::move(around);
        });
  });
}

void BlockMover::fixLastValue(Builder &builder) {
  if (llvm::count(cuts, true) != 1)
    return;
  const AxisBound &bound = axes.bounds[llvm::find(cuts, true) - cuts.begin()];
  if (!bound.hasKnownLimit())
    return;
  const AxisBound::Term *loop = nullptr;
  int64_t span = 0;
  for (const AxisBound::Term &term : bound.terms) {
    if (term.axis >= plan.loops) {
      span += term.weight * (axes.axes[term.axis].extent - 1);
      continue;
    }
    if (loop)
      return;
    loop = &term;
  }
  // Blocks before the last one end before it begins.
  if (!loop || span >= loop->weight)
    return;
  int64_t count =
      std::min<int64_t>(axes.axes[loop->axis].extent,
                        llvm::divideCeil(bound.limit, loop->weight));
  values[loop->axis] = builder.getIndexAttr(count - 1);
}

void BlockMover::moveBlocks(OpBuilder &builder, ArrayRef<size_t> loops,
                            bool areFull) {
  // Full blocks have no padding, but what lies after them may be.
  if (areFull && padding.isAlone &&
      llvm::none_of(loops, [&](size_t axis) { return endsInPadding(axis); }))
    return;
  bool around = std::exchange(movesCutBlocks, !areFull);
  buildLoops(builder, loops, [&](OpBuilder &inner) {
    areFull ? moveFullBlock(inner) : moveCutBlock(inner);
  });
  movesCutBlocks = around;
}

void BlockMover::build(OpBuilder &builder) {
  size_t innermost = axes.axes.size() - 1;
  auto moveAll = [&](OpBuilder &inner, ArrayRef<size_t> loops) {
    auto around = std::exchange(overlaps, {});
    buildLoops(inner, loops, [&](OpBuilder &body) { moveElement(body); });
    overlaps = std::move(around);
  };
  auto moveElementsOnly = [&](OpBuilder &no) {
    SmallVector<size_t> loops = llvm::to_vector(llvm::seq(innermost + 1));
    // The innermost loop is none that is known to be short.
    buildIf(
        no, haveRoom(no, innermost),
        [&](OpBuilder &inner) { moveAll(inner, loops); },
        [&](OpBuilder &inner) {
          std::rotate(loops.begin() + plan.loops, loops.end() - 1, loops.end());
          moveAll(inner, loops);
        });
  };
  buildIf(
      builder, haveRoom(builder), [&](OpBuilder &yes) { buildAll(yes); },
      moveElementsOnly);
}

Value BlockMover::haveRoom(OpBuilder &builder,
                           std::optional<size_t> axis) const {
  Value all;
  for (const BlockOverlap &overlap : overlaps) {
    if (axes.bounds[overlap.bound].hasKnownLimit() ||
        (axis && axis != overlap.axis))
      continue;
    Value limit = getValueOrCreateConstantIndexOp(builder, loc,
                                                  sizes.limits[overlap.bound]);
    Value hasRoom = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sge, limit,
        arith::ConstantIndexOp::create(builder, loc, overlap.span));
    all = all ? arith::AndIOp::create(builder, loc, all, hasRoom) : hasRoom;
  }
  return all;
}

void BlockMover::buildAll(OpBuilder &builder) {
  prepareShuffles(builder);
  if (plan.streaming && program.dest.piece == program.dest.lanes)
    startsAtLine = testLineStart(builder, loc, dest, plan.lineBytes);
  SmallVector<size_t> loops = llvm::to_vector(llvm::seq(plan.loops));
  if (plan.streaming && firstUnrolled < plan.loops && startsAtLine &&
      overlaps.empty() && !padding.isAlone)
    buildStraightStreams(builder, loops);
  else
    buildBlocks(builder, loops);
  padTail(builder);
}

Value BlockMover::isFullBlock(OpBuilder &builder) const {
  return meetAll(builder, [&](size_t k) { return cuts[k]; });
}

Value BlockMover::isFullAround(OpBuilder &builder, size_t axis) const {
  return meetAll(builder, [&](size_t k) {
    return cuts[k] && axes.bounds[k].getWeight(axis) == 0;
  });
}

OpFoldResult BlockMover::getFullCount(OpBuilder &builder, size_t axis,
                                      OpFoldResult count) const {
  SmallVector<AffineExpr> counts = {builder.getAffineDimExpr(0)};
  SmallVector<OpFoldResult> operands = {count};
  for (auto [k, bound] : llvm::enumerate(axes.bounds)) {
    int64_t weight = bound.getWeight(axis);
    if (!cuts[k] || weight == 0)
      continue;
    // What is left for this axis with the last element of the block.
    AffineExpr room = getLimit(k, operands);
    for (const AxisBound::Term &term : bound.terms) {
      if (!values[term.axis]) {
        if (term.axis != axis)
          room = room - term.weight * (axes.axes[term.axis].extent - 1);
        continue;
      }
      room = room - builder.getAffineDimExpr(operands.size()) * term.weight;
      operands.push_back(values[term.axis]);
    }
    counts.push_back(room.ceilDiv(weight));
  }
  OpFoldResult full = affine::makeComposedFoldedAffineMin(
      builder, loc,
      AffineMap::get(operands.size(), 0, counts, builder.getContext()),
      operands);
  auto map = AffineMap::get(
      1, 0, {builder.getAffineDimExpr(0), builder.getAffineConstantExpr(0)},
      builder.getContext());
  return affine::makeComposedFoldedAffineMax(builder, loc, map, {full});
}

void BlockMover::buildDecidingLoop(OpBuilder &builder, size_t axis,
                                   ArrayRef<size_t> rest) {
  auto buildPart = [&](OpBuilder &part, OpFoldResult begin, OpFoldResult end,
                       bool areFull) {
    buildLoop(
        part, begin, end, 1,
        [&](OpBuilder &inner, OpFoldResult value) {
          values[axis] = value;
          moveBlocks(inner, rest, areFull);
          values[axis] = OpFoldResult();
        },
        areFull || program.shuffles.empty() ? unrolls(axis) : false);
  };
  OpFoldResult zero = builder.getIndexAttr(0);
  OpFoldResult count = getCount(builder, axis);
  Value isFullElsewhere = isFullAround(builder, axis);
  auto buildFullThenCut = [&](OpBuilder &inner, OpFoldResult full) {
    buildPart(inner, zero, full, /*areFull=*/true);
    buildPart(inner, full, count, /*areFull=*/false);
  };
  // Computed masks serve blocks that any bound cuts: one code for all of them,
  // unless the number of full blocks says what is left of the others.
  OpFoldResult full = getFullCount(builder, axis, count);
  if (isFullElsewhere && !getConstantIntValue(full) && hasMasks() &&
      !program.shuffles.empty()) {
    Value all = getValueOrCreateConstantIndexOp(builder, loc, full);
    Value none = getValueOrCreateConstantIndexOp(builder, loc, zero);
    buildFullThenCut(builder, builder.createOrFold<arith::SelectOp>(
                                  loc, isFullElsewhere, all, none));
    return buildLoopBeyond(builder, axis, count);
  }
  buildIf(
      builder, isFullElsewhere,
      [&](OpBuilder &inner) { buildFullThenCut(inner, full); },
      [&](OpBuilder &inner) {
        // Other bounds cut all of these blocks, those of the loop only the
        // last. Masks that are computed tell them apart as well.
        if (hasMasks() && !program.shuffles.empty())
          return buildPart(inner, zero, count, /*areFull=*/false);
        SmallVector<bool> around(holds);
        for (size_t k = 0; k < cuts.size(); ++k)
          holds[k] = holds[k] || (cuts[k] && axes.bounds[k].getWeight(axis));
        buildPart(inner, zero, full, /*areFull=*/false);
        holds = std::move(around);
        buildPart(inner, full, count, /*areFull=*/false);
      });
  buildLoopBeyond(builder, axis, count);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

VectorType BlockMover::getVectorType(int64_t lanes) const {
  return VectorType::get({lanes}, element);
}

/// Only shuffles of integers are good machine code everywhere.
VectorType BlockMover::getBitsType(int64_t lanes) const {
  bool shuffles = !program.shuffles.empty() ||
                  program.source.piece != program.source.lanes ||
                  program.dest.piece != program.dest.lanes;
  if (!shuffles)
    return getVectorType(lanes);
  return VectorType::get({lanes},
                         IntegerType::get(element.getContext(), plan.destBits));
}

Value BlockMover::addOffset(OpBuilder &builder, Value position,
                            int64_t offset) const {
  if (offset == 0)
    return position;
  return arith::AddIOp::create(
      builder, loc, position,
      arith::ConstantIndexOp::create(builder, loc, offset));
}

Value BlockMover::getPiecePosition(OpBuilder &builder,
                                   const BlockRegisters &side, size_t piece,
                                   Value origin, const Masks *masks) const {
  OpFoldResult offset = getPieceOffset(builder, side, piece);
  std::optional<int64_t> known = getConstantIntValue(offset);
  if (!masks && known)
    return addOffset(builder, origin, *known);
  Value by = getValueOrCreateConstantIndexOp(builder, loc, offset);
  if (masks)
    by = masks->getOffset(builder, side, piece, by);
  return arith::AddIOp::create(builder, loc, origin, by);
}

OpFoldResult BlockMover::getPieceOffset(OpBuilder &builder,
                                        const BlockRegisters &side,
                                        size_t piece) const {
  if (!side.offsets.empty())
    return builder.getIndexAttr(side.offsets[piece]);
  ArrayRef<OpFoldResult> strides =
      &side == &program.source ? sizes.sourceStrides : sizes.destStrides;
  SmallVector<int64_t> of =
      getBlockValues(plan, side.elements[piece * side.piece]);
  AffineExpr offset = builder.getAffineConstantExpr(0);
  for (auto [i, value] : llvm::enumerate(of))
    offset = offset + builder.getAffineDimExpr(i) * value;
  return affine::makeComposedFoldedAffineApply(builder, loc, offset,
                                               strides.drop_front(plan.loops));
}

Value BlockMover::loadPiece(OpBuilder &builder, Value position,
                            Value mask) const {
  int64_t lanes = program.source.piece;
  Value vector;
  if (mask) {
    Value array = viewAsBits(builder, loc, source);
    auto type = VectorType::get(
        {lanes}, cast<MemRefType>(array.getType()).getElementType());
    vector = vector::MaskedLoadOp::create(
        builder, loc, type, array, position, mask,
        builder.createOrFold<vector::BitCastOp>(loc, type,
                                                getPadding(builder, lanes)));
  } else {
    vector = vector::LoadOp::create(builder, loc, getVectorType(lanes), source,
                                    position);
  }
  return builder.createOrFold<vector::BitCastOp>(loc, getBitsType(lanes),
                                                 vector);
}

Value BlockMover::loadRegister(OpBuilder &builder, size_t number, Value origin,
                               const Masks *masks) const {
  const BlockRegisters &side = program.source;
  size_t perRegister = side.piecesPerRegister();
  SmallVector<Value> parts;
  for (size_t at = number * perRegister; at < (number + 1) * perRegister;
       ++at) {
    if (masks && masks->isEmpty(side, at)) {
      parts.push_back(builder.createOrFold<vector::BitCastOp>(
          loc, getBitsType(side.piece), getPadding(builder, side.piece)));
      continue;
    }
    Value position = getPiecePosition(builder, side, at, origin, masks);
    if (masks && !hasMasks()) {
      SmallVector<bool> lanes = masks->getLanes(side, at);
      parts.push_back(llvm::all_of(lanes, [](bool isIn) { return isIn; })
                          ? loadPiece(builder, position, /*mask=*/Value())
                          : loadLanes(builder, position, lanes));
      continue;
    }
    Value mask = masks ? masks->get(builder, side, at) : Value();
    parts.push_back(loadPiece(builder, position, mask));
  }
  // Neighbours become one until one is left.
  for (; parts.size() > 1; parts.resize(parts.size() / 2))
    for (size_t i = 0; i < parts.size() / 2; ++i) {
      int64_t lanes =
          2 * cast<VectorType>(parts[2 * i].getType()).getNumElements();
      parts[i] = vector::ShuffleOp::create(
          builder, loc, parts[2 * i], parts[2 * i + 1],
          llvm::to_vector(llvm::seq<int64_t>(0, lanes)));
    }
  return parts.front();
}

SmallVector<Value> BlockMover::load(OpBuilder &builder, const Masks *masks) {
  Value origin = getOrigin(builder, &RelayoutAxis::sourceStride);
  SmallVector<Value> registers;
  for (size_t number = 0; number < program.source.size(); ++number)
    registers.push_back(loadRegister(builder, number, origin, masks));
  return registers;
}

void BlockMover::store(OpBuilder &builder, ArrayRef<Value> registers,
                       const Masks *masks, bool streams) {
  const BlockRegisters &side = program.dest;
  Value origin = getOrigin(builder, &RelayoutAxis::destStride);
  // A buffer has room for what an edge leaves out.
  if (plan.carryLoop)
    masks = nullptr;
  for (size_t at = 0; at < side.pieces(); ++at) {
    if (masks && masks->isEmpty(side, at))
      continue;
    Value vector = registers[at / side.piecesPerRegister()];
    if (side.piece != side.lanes)
      vector = vector::ExtractStridedSliceOp::create(
          builder, loc, vector,
          ArrayRef<int64_t>{int64_t(at % side.piecesPerRegister()) *
                            side.piece},
          ArrayRef<int64_t>{side.piece}, ArrayRef<int64_t>{1});
    Value position = getPiecePosition(builder, side, at, origin, masks);
    if (masks && !hasMasks()) {
      SmallVector<bool> lanes = masks->getLanes(side, at);
      if (!masks->ownsRest(at) ||
          !storeAmongOld(builder, vector, position, lanes))
        storeLanes(builder, vector, position, lanes);
      continue;
    }
    Value mask = masks ? masks->get(builder, side, at) : Value();
    storePiece(builder, vector, position, mask, streams);
  }
}

void BlockMover::storePiece(OpBuilder &builder, Value vector, Value position,
                            Value mask, bool streams) const {
  int64_t lanes = cast<VectorType>(vector.getType()).getNumElements();
  if (mask) {
    Value array = viewAsBits(builder, loc, dest);
    auto type = VectorType::get(
        {lanes}, cast<MemRefType>(array.getType()).getElementType());
    vector::MaskedStoreOp::create(
        builder, loc, array, position, mask,
        builder.createOrFold<vector::BitCastOp>(loc, type, vector));
    return;
  }
  vector = builder.createOrFold<vector::BitCastOp>(loc, getVectorType(lanes),
                                                   vector);
  auto op = vector::StoreOp::create(builder, loc, vector, dest, position);
  if (!streams)
    return;
  op.setNontemporal(true);
  op.setAlignment(
      std::min(plan.lineBytes, program.dest.lanes * plan.destBits / 8));
}

void BlockMover::storeBlock(OpBuilder &builder, ArrayRef<Value> registers,
                            const Masks *masks) {
  buildIf(
      builder, startsAtLine,
      [&](OpBuilder &inner) {
        store(inner, registers, masks, bool(startsAtLine));
      },
      [&](OpBuilder &inner) {
        store(inner, registers, masks, /*streams=*/false);
      });
}

void BlockMover::moveFullBlock(OpBuilder &builder) {
  if (padding.isAlone || moveEnd(builder))
    return;
  if (beforeBlock)
    beforeBlock(builder);
  prefetch(builder);
  if (!plan.streaming && copiesRegisters())
    return copyRegisters(builder);
  storeBlock(builder, runShuffles(builder, load(builder, /*masks=*/nullptr)),
             /*masks=*/nullptr);
}

void BlockMover::moveElements(OpBuilder &builder) {
  SmallVector<bool> around(holds);
  // All elements of a block that moves back are there.
  for (size_t k = 0; k < holds.size(); ++k)
    holds[k] = holds[k] || (plan.cutsBlocks(k) && !cuts[k]);
  buildLoops(builder, blockAxes, [&](OpBuilder &inner) { moveElement(inner); });
  holds = std::move(around);
}

void BlockMover::moveElement(OpBuilder &builder) {
  Value value = memref::LoadOp::create(
      builder, loc, source, getOrigin(builder, &RelayoutAxis::sourceStride));
  memref::StoreOp::create(builder, loc, value, dest,
                          getOrigin(builder, &RelayoutAxis::destStride));
}

void BlockMover::moveCutBlock(OpBuilder &builder) {
  if (padding.isAlone)
    return padCutBlock(builder);
  Masks masks(builder, loc, *this, cuts);
  // Where no block is full, all have these lines. Else whole ones lie ahead,
  // less what full blocks fetch where nothing is between the blocks.
  if (plan.streaming && copiesRegisters()) {
    if (!canBeFull(plan, plan.loops))
      prefetch(builder, &masks);
    else if (reachesEachOnce(plan, &RelayoutAxis::sourceStride))
      prefetch(builder);
  }
  if (!canLeaveOut(masks)) {
    if (plan.fillsPadding)
      padBlock(builder, /*streams=*/false);
    return moveElements(builder);
  }
  SmallVector<Value> registers = runShuffles(builder, load(builder, &masks));
  if (!plan.fillsPadding)
    return store(builder, registers, &masks, /*streams=*/false);
  if (llvm::is_contained(cutsStores, true)) {
    Masks ends(builder, loc, *this, cutsStores);
    // Its bounds are some of those above.
    return store(builder, registers, &ends, /*streams=*/false);
  }
  storeBlock(builder, registers, /*masks=*/nullptr);
}
