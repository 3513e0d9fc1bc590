//===- AlongRows.cpp - Rows that are written as aligned lines -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A store of a vector to a row that begins anywhere in a line touches two
// lines, and blocks that write to several rows in turn store nothing next to it
// that could join it on its way to the cache. So where plain stores separate
// rows, the loops along rows are innermost, and each line is put together in
// registers from the vector before and the next one. The permutes that separate
// the rows rotate them as well, so that this takes one instruction more a line.
//
//===----------------------------------------------------------------------===//

#include "PlanBlock.h"

#include "tiled_layout/Relayout/BlockProgram.h"
#include "tiled_layout/Relayout/OverlappedBlocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/bit.h"

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// Rows that begin and end within so few lines gain nothing.
static constexpr int64_t minLines = 4;

int64_t mlir::tiled_layout::getRowsInRegisters(const Target &target) {
  return std::max<int64_t>(
      1, llvm::bit_floor<uint64_t>(target.vectorRegisters) / 4);
}

/// True if a bound leaves rows as they are, or cuts all of them at the same
/// element.
static bool cutsRowsAlike(const RelayoutPlan &plan, const AxisBound &bound,
                          llvm::ArrayRef<size_t> along) {
  int64_t weight = 0;
  for (auto [number, axis] : llvm::enumerate(plan.axes.axes))
    if (axis.destStride == 1)
      weight = bound.getWeight(number);
  for (auto [number, axis] : llvm::enumerate(plan.axes.axes)) {
    bool isAlong = number < plan.loops ? llvm::is_contained(along, number)
                                       : axis.destStride < plan.destRun;
    int64_t expected = isAlong ? weight * axis.destStride.get() : 0;
    bool isOther = !isAlong && weight == 0;
    if (!isOther && bound.getWeight(number) != expected)
      return false;
  }
  return true;
}

/// Makes one loop of two where the outer one counts whole runs of the inner
/// one, as after a split, and every bound agrees.
static void joinLoops(RelayoutPlan &plan, size_t outer, size_t inner) {
  RelayoutAxis &major = plan.axes.axes[outer], &minor = plan.axes.axes[inner];
  bool areAlike = llvm::all_of(plan.axes.bounds, [&](const AxisBound &bound) {
    return bound.getWeight(outer) == bound.getWeight(inner) * minor.extent;
  });
  if (!areAlike || major.sourceStride != minor.sourceStride * minor.extent ||
      major.destStride != minor.destStride * minor.extent ||
      major.blockSize != minor.blockSize * minor.extent)
    return;
  minor.extent *= major.extent;
  for (AxisBound &bound : plan.axes.bounds)
    llvm::erase_if(bound.terms, [&](const AxisBound::Term &term) {
      return term.axis == outer;
    });
  SmallVector<size_t> order;
  for (size_t axis : llvm::seq(plan.axes.axes.size()))
    if (axis != outer)
      order.push_back(axis);
  order.push_back(outer);
  plan.axes.reorder(order);
  plan.axes.axes.pop_back();
  --plan.loops;
}

/// Makes the block of a transpose so few rows high that registers can carry a
/// line of each; the loop over the other rows is the innermost one.
/// One loop goes along rows if their runs in the source are alike.
static void takeFewRows(RelayoutPlan &plan, const PlanOptions &options) {
  if (SmallVector<size_t> along = getLoopsAlong(plan); along.size() == 2)
    joinLoops(plan, along[1], along[0]);
  auto isLong = [&](size_t axis) {
    return plan.axes.axes[axis].destStride >= plan.destRun;
  };
  SmallVector<size_t> rows = llvm::to_vector(llvm::make_filter_range(
      llvm::seq(plan.loops, plan.axes.axes.size()), isLong));
  if (rows.size() != 1 || plan.axes.axes.size() != plan.loops + 2)
    return;
  size_t row = rows.front();
  int64_t extent = plan.axes.axes[row].extent;
  int64_t few = getRowsInRegisters(options);
  if (few == 1 || extent <= few || extent % few != 0)
    return;
  size_t part = plan.axes.split(row, few);
  SmallVector<size_t> order = llvm::to_vector(llvm::seq(plan.loops));
  order.push_back(row);
  for (size_t axis : llvm::seq(plan.loops, part))
    order.push_back(axis == row ? part : axis);
  plan.axes.reorder(order);
  ++plan.loops;
  describeBlock(plan, options.vectorBits);
}

/// True if the rows that a block transposes share a few places of the
/// first-level cache: lines of fewer rows in turn stay there until they are
/// stored.
static bool writesCrowdedRows(const RelayoutPlan &plan,
                              const PlanOptions &options) {
  return plan.permutation.kind == BlockPermutation::Kind::Transpose &&
         isCrowded(plan, &RelayoutAxis::destStride, plan.destBits, options);
}

/// True if straight code separates the rows of several tiles in turn, which is
/// faster than loops along rows, wherever these begin: on a Zen 5, code for 2
/// KiB as fast as they, for 4 KiB 1.2 and for 8 KiB 1.6 times.
static bool separatesInStraightCode(const RelayoutPlan &plan,
                                    const PlanOptions &options) {
  constexpr int64_t minBytes = 6 << 10;
  if (plan.permutation.kind != BlockPermutation::Kind::Deinterleave)
    return false;
  RelayoutPlan straight = plan;
  splitThreads(straight, options.threads);
  takeStraightLoops(straight, options);
  int64_t bytes = plan.destBits / 8;
  for (const RelayoutAxis &axis : llvm::drop_begin(
           straight.axes.axes, straight.loops - straight.straightLoops))
    bytes *= axis.extent;
  return straight.straightLoops != 0 && bytes >= minBytes;
}

/// True if blocks write whole lines, each from one register, to few rows that
/// begin anywhere in a line, or that share places in the cache.
static bool separatesRows(const RelayoutPlan &plan,
                          const PlanOptions &options) {
  if (plan.streaming || plan.carryLoop || plan.stageLoop ||
      plan.sourceBits != plan.destBits || plan.destBits % 8 != 0 ||
      (plan.permutation.kind != BlockPermutation::Kind::Deinterleave &&
       plan.permutation.kind != BlockPermutation::Kind::Transpose) ||
      options.vectorBits != permutedRegisterBits ||
      plan.getLineBits() != permutedRegisterBits || options.permutedBits == 0 ||
      plan.destBits < options.permutedBits ||
      !options.hasMasks(plan.destBits) ||
      (writesLines(plan) && !writesCrowdedRows(plan, options)))
    return false;
  // Of bytes in narrow parts of vectors, blocks are put together by too many
  // shuffles.
  if (plan.permutation.kind == BlockPermutation::Kind::Transpose &&
      plan.sourceBits == 8 && plan.sourceRun * 8 < options.vectorBits / 2)
    return false;
  int64_t line = plan.getLineBits() / plan.destBits;
  std::optional<BlockProgram> program =
      getBlockProgram(plan, options.vectorBits);
  return program && program->dest.piece == line &&
         program->dest.lanes == line &&
         int64_t(program->dest.elements.size()) <=
             getRowsInRegisters(options) * plan.destRun;
}

/// Does what `carryAlongRows` says; false if it is of no use.
static bool joinLines(RelayoutPlan &plan, const PlanOptions &options) {
  if (!separatesRows(plan, options) || separatesInStraightCode(plan, options))
    return false;
  SmallVector<size_t> along = getLoopsAlong(plan);
  int64_t width = plan.destRun;
  for (size_t loop : along)
    width *= plan.axes.axes[loop].extent;
  bool areAlike = llvm::all_of(plan.axes.bounds, [&](const AxisBound &bound) {
    return !bound.isFilled && cutsRowsAlike(plan, bound, along);
  });
  // Blocks of transposes that rows cut move back, those at their ends do not.
  bool mayOverlap =
      plan.permutation.kind == BlockPermutation::Kind::Transpose ||
      getBlockOverlaps(plan).empty();
  if (along.empty() || !areAlike || !mayOverlap ||
      width * plan.destBits < minLines * plan.getLineBits())
    return false;
  SmallVector<size_t> order;
  for (size_t axis : llvm::seq(plan.axes.axes.size())) {
    if (axis == plan.loops)
      llvm::append_range(order, llvm::reverse(along));
    if (!llvm::is_contained(along, axis))
      order.push_back(axis);
  }
  plan.axes.reorder(order);
  plan.alongLoops = along.size();
  return true;
}

void mlir::tiled_layout::carryAlongRows(RelayoutPlan &plan,
                                        const PlanOptions &options) {
  RelayoutPlan joined = plan;
  if (plan.permutation.kind == BlockPermutation::Kind::Transpose)
    takeFewRows(joined, options);
  if (joinLines(joined, options))
    plan = std::move(joined);
}
