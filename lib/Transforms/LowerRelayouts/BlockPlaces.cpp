//===- BlockPlaces.cpp - Where blocks are read and fetched ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../IR/AffineValues.h"
#include "BlockMover.h"

#include "BlockMasks.h"

#include "tiled_layout/Relayout/FetchedRows.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Blocks that move back
//===----------------------------------------------------------------------===//

OpFoldResult BlockMover::getWayAlong(OpBuilder &builder,
                                     const BlockOverlap &overlap,
                                     bool isSource) const {
  const AxisBound &bound = axes.bounds[overlap.bound];
  SmallVector<OpFoldResult> operands;
  AffineExpr begin = builder.getAffineConstantExpr(0), around = begin;
  for (const AxisBound::Term &term : bound.terms) {
    if (term.axis >= plan.loops)
      continue;
    AffineExpr share = builder.getAffineDimExpr(operands.size()) * term.weight;
    operands.push_back(values[term.axis]);
    begin = begin + share;
    if (term.axis < plan.getBufferLoop())
      around = around + share;
  }
  // A buffer begins anew in each iteration of the loops around.
  AffineExpr before = isSource ? builder.getAffineConstantExpr(0) : around;
  SmallVector<AffineExpr> ways = {begin - before};
  AffineExpr last = getLimit(overlap.bound, operands) - overlap.span;
  std::optional<int64_t> largest = getLargest(bound);
  if (!largest || !bound.hasKnownLimit() ||
      *largest > bound.limit - overlap.span)
    ways.push_back(last - before);
  auto map = AffineMap::get(operands.size(), 0, ways, builder.getContext());
  return affine::makeComposedFoldedAffineMin(builder, loc, map, operands);
}

Value BlockMover::getOrigin(OpBuilder &builder, StrideMember stride) {
  bool isSource = stride == &RelayoutAxis::sourceStride;
  SmallVector<OpFoldResult> operands;
  AffineExpr along = builder.getAffineConstantExpr(isSource ? 0 : destOffset);
  SmallVector<OpFoldResult> allValues(values);
  for (const BlockOverlap &overlap : overlaps) {
    AffineExpr way = builder.getAffineDimExpr(operands.size());
    operands.push_back(getWayAlong(builder, overlap, isSource));
    OpFoldResult step = isSource ? sizes.sourceStrides[overlap.axis]
                                 : sizes.destStrides[overlap.axis];
    if (std::optional<int64_t> known = getConstantIntValue(step)) {
      along = along + way * *known;
      continue;
    }
    // A product of two values is no affine expression.
    along = along + way;
    operands.back() = builder.createOrFold<arith::MulIOp>(
        loc, getValueOrCreateConstantIndexOp(builder, loc, operands.back()),
        cast<Value>(step));
  }
  for (const BlockOverlap &overlap : overlaps)
    for (const AxisBound::Term &term : axes.bounds[overlap.bound].terms)
      if (term.axis < plan.loops)
        values[term.axis] = OpFoldResult();
  Value origin = getPosition(
      builder, stride,
      affine::makeComposedFoldedAffineApply(
          builder, loc, AffineMap::get(operands.size(), 0, along), operands));
  values = std::move(allValues);
  return origin;
}

//===----------------------------------------------------------------------===//
// Fetching
//===----------------------------------------------------------------------===//

/// Returns the least of these offsets in each line, in a block that begins at
/// one.
static SmallVector<int64_t> getLines(SmallVector<int64_t> offsets,
                                     int64_t lineElements) {
  SmallVector<int64_t> lines;
  llvm::sort(offsets);
  for (int64_t offset : offsets)
    if (lines.empty() || offset >= lines.back() + lineElements)
      lines.push_back(offset);
  return lines;
}

/// Returns how far apart the shares are if the lines are cut into as many of
/// the same shape; 0 if they cannot.
static int64_t getShareStep(ArrayRef<int64_t> lines, size_t shares) {
  if (shares < 2 || lines.size() % shares != 0)
    return 0;
  size_t size = lines.size() / shares;
  int64_t step = lines[size] - lines[0];
  for (size_t i = size; i < lines.size(); ++i)
    if (lines[i] - lines[i - size] != step)
      return 0;
  return step;
}

void BlockMover::prefetch(OpBuilder &builder, const Masks *masks) {
  if (plan.prefetchBytes == 0)
    return;
  const BlockRegisters &side = program.source;
  SmallVector<int64_t> offsets;
  for (size_t at = 0; at < side.offsets.size(); ++at)
    if (!masks || !masks->isEmpty(side, at))
      offsets.push_back(side.offsets[at]);
  Value ahead =
      addOffset(builder, getOrigin(builder, &RelayoutAxis::sourceStride),
                plan.prefetchBytes * 8 / plan.sourceBits);
  // Which pieces share a line is known at run time only.
  if (side.offsets.empty())
    for (size_t at = 0; at < side.pieces(); ++at)
      memref::PrefetchOp::create(
          builder, loc, source,
          getPiecePosition(builder, side, at, ahead, /*masks=*/nullptr),
          /*isWrite=*/false, getRowLocality(plan.prefetchBytes, options),
          /*isDataCache=*/true);
  if (offsets.empty())
    return;
  int64_t lineElements = plan.getLineBits() / plan.sourceBits;
  SmallVector<int64_t> lines = getLines(std::move(offsets), lineElements);
  // Behind a small buffer, several blocks read a line one after the other: each
  // of them fetches a share of theirs.
  auto *along = llvm::find_if(
      ArrayRef(axes.axes).take_front(plan.loops),
      [&](const RelayoutAxis &a) { return a.sourceStride == plan.sourceRun; });
  int64_t shares = plan.rowLoops != 0 ? lineElements / plan.sourceRun : 1;
  int64_t step = getShareStep(lines, shares);
  size_t loop = along - axes.axes.begin();
  if (step != 0 && loop < plan.loops) {
    AffineExpr first = builder.getAffineDimExpr(0) +
                       builder.getAffineDimExpr(1) % shares * step;
    ahead = applyAffine(builder, loc, first, {ahead, values[loop]});
    lines.resize(lines.size() / shares);
  }
  // Addresses stay inside the array. A view says only where it begins.
  int64_t size = cast<MemRefType>(source.getType()).getDimSize(0);
  if (!ShapedType::isDynamic(size))
    ahead = arith::MinUIOp::create(
        builder, loc, ahead,
        arith::ConstantIndexOp::create(builder, loc, size - 1 - lines.back()));
  // What is copied need not stay in the caches. What other blocks read in
  // between, on the way along many rows, must not push it out before its time:
  // of 32 rows in turn, lines that are fetched for one use are gone on Ice
  // Lake. The first-level cache has no room for as many lines ahead as there
  // are rows behind a small buffer, if their pitch is near to a page.
  using Kind = BlockPermutation::Kind;
  unsigned locality = 3;
  if (plan.rowLoops != 0)
    locality = 2;
  else if (plan.permutation.kind == Kind::Interleave)
    locality = getRowLocality(plan.prefetchBytes, options);
  else if (plan.permutation.kind == Kind::None &&
           plan.prefetchBytes < options.pageBytes)
    locality = 0;
  for (int64_t offset : lines)
    memref::PrefetchOp::create(builder, loc, source,
                               addOffset(builder, ahead, offset),
                               /*isWrite=*/false, locality,
                               /*isDataCache=*/true);
}
