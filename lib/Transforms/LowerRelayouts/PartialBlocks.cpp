//===- PartialBlocks.cpp - Parts of vectors by shorter vectors ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For processors whose loads and stores cannot leave elements out. Where it is
// known which lanes of a vector are elements, those that follow one another
// are moved by two vectors of a power of two of them, the second of which ends
// where they end and may overlap the first.
//
//===----------------------------------------------------------------------===//

#include "BlockMasks.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Stores of parts that take longer than to load a vector and to store it mixed
/// with the elements.
static constexpr int64_t minMixedParts = 3;

/// Calls `move` with the first lane and the number of lanes of vectors that
/// take these lanes and no others.
static void forEachPart(ArrayRef<bool> lanes,
                        function_ref<void(int64_t, int64_t)> move) {
  for (size_t begin = 0, end; begin < lanes.size(); begin = end + 1) {
    for (end = begin; end < lanes.size() && lanes[end];)
      ++end;
    if (begin == end)
      continue;
    int64_t part = llvm::bit_floor(end - begin);
    move(begin, part);
    if (part != int64_t(end - begin))
      move(end - part, part);
  }
}

void BlockMover::buildPartsOfLoops(OpBuilder &builder, ArrayRef<size_t> loops) {
  auto isOpen = [&](size_t k) { return cuts[k] && !holds[k]; };
  auto bounds = llvm::seq(axes.bounds.size());
  if (llvm::none_of(bounds, isOpen))
    return moveBlocks(builder, loops, /*areFull=*/true);
  if (loops.empty())
    return moveBlocks(builder, loops, /*areFull=*/false);
  size_t axis = loops.front();
  auto isCutting = [&](size_t k) {
    return isOpen(k) && axes.bounds[k].getWeight(axis) != 0;
  };
  // The loop that threads share must be whole.
  if (plan.threadLoop == axis || llvm::none_of(bounds, isCutting))
    return buildLoops(builder, axis, [&](OpBuilder &inner) {
      buildPartsOfLoops(inner, loops.drop_front());
    });
  auto buildPart = [&](OpFoldResult begin, OpFoldResult end) {
    buildLoop(builder, begin, end, 1,
              [&](OpBuilder &inner, OpFoldResult value) {
                values[axis] = value;
                buildPartsOfLoops(inner, loops.drop_front());
                values[axis] = OpFoldResult();
              });
  };
  OpFoldResult count = getCount(builder, axis);
  OpFoldResult full = getFullCount(builder, axis, count);
  SmallVector<bool> around(holds);
  for (size_t k : bounds)
    holds[k] = holds[k] || isCutting(k);
  buildPart(builder.getIndexAttr(0), full);
  holds = std::move(around);
  buildPart(full, count);
  buildLoopBeyond(builder, axis, count);
}

SmallVector<bool> BlockMover::Masks::getLanes(const BlockRegisters &side,
                                              size_t piece) const {
  return llvm::map_to_vector(getElements(side, piece), [&](int64_t element) {
    return llvm::all_of(cuts, [&](const Cut &cut) {
      return ignores(cut, side) ||
             cut.shares[element] < cut.knownRoom.value_or(1);
    });
  });
}

bool BlockMover::Masks::ownsRest(size_t piece) const {
  return llvm::all_of(cuts, [&](const Cut &cut) {
    return cut.isWithinDest ||
           llvm::all_of(getElements(*dest, piece), [&](int64_t element) {
             return cut.shares[element] < cut.knownRoom.value_or(1);
           });
  });
}

bool BlockMover::Masks::areKnown() const {
  return llvm::all_of(cuts, [](const Cut &cut) {
    return cut.knownRoom ||
           llvm::all_of(cut.shares, [](int64_t share) { return share < 1; });
  });
}

bool BlockMover::canLeaveOut(const Masks &masks) const {
  return hasMasks() || masks.areKnown();
}

Value BlockMover::loadLanes(OpBuilder &builder, Value position,
                            ArrayRef<bool> lanes) const {
  Value vector = getPadding(builder, lanes.size());
  Type bits = cast<VectorType>(vector.getType()).getElementType();
  forEachPart(lanes, [&](int64_t begin, int64_t count) {
    Value part =
        vector::LoadOp::create(builder, loc, getVectorType(count), source,
                               addOffset(builder, position, begin));
    part = builder.createOrFold<vector::BitCastOp>(
        loc, VectorType::get({count}, bits), part);
    vector = vector::InsertStridedSliceOp::create(builder, loc, part, vector,
                                                  ArrayRef<int64_t>{begin},
                                                  ArrayRef<int64_t>{1});
  });
  return builder.createOrFold<vector::BitCastOp>(loc, getBitsType(lanes.size()),
                                                 vector);
}

bool BlockMover::storeAmongOld(OpBuilder &builder, Value vector, Value position,
                               ArrayRef<bool> lanes) const {
  int64_t parts = 0;
  forEachPart(lanes, [&](int64_t, int64_t) { ++parts; });
  if (parts < minMixedParts)
    return false;
  Value old = builder.createOrFold<vector::BitCastOp>(
      loc, vector.getType(),
      vector::LoadOp::create(builder, loc, getVectorType(lanes.size()), dest,
                             position));
  SmallVector<int64_t> from;
  for (auto [lane, isElement] : llvm::enumerate(lanes))
    from.push_back(isElement ? lane + lanes.size() : lane);
  storePiece(builder,
             vector::ShuffleOp::create(builder, loc, old, vector, from),
             position, /*mask=*/Value(), /*streams=*/false);
  return true;
}

void BlockMover::storeLanes(OpBuilder &builder, Value vector, Value position,
                            ArrayRef<bool> lanes) const {
  forEachPart(lanes, [&](int64_t begin, int64_t count) {
    Value part = vector::ExtractStridedSliceOp::create(
        builder, loc, vector, ArrayRef<int64_t>{begin},
        ArrayRef<int64_t>{count}, ArrayRef<int64_t>{1});
    storePiece(builder, part, addOffset(builder, position, begin),
               /*mask=*/Value(), /*streams=*/false);
  });
}
