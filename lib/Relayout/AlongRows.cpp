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

using namespace mlir::tiled_layout;
using llvm::SmallVector;

/// Rows that begin and end within so few lines gain nothing.
static constexpr int64_t minLines = 4;
/// Bits of the registers that x86's permutes move lanes of.
static constexpr int64_t permuteBits = 512;
/// Rows of which a block may carry a line each in registers.
static constexpr int64_t maxRows = 8;

/// Returns the loops that go on along the runs of the destination, the
/// innermost first.
static SmallVector<size_t> getLoopsAlong(const RelayoutPlan &plan) {
  SmallVector<size_t> along;
  for (int64_t width = plan.destRun;;) {
    auto loops = llvm::seq(plan.loops);
    auto next = llvm::find_if(loops, [&](size_t loop) {
      return plan.axes.axes[loop].destStride == width;
    });
    if (next == loops.end())
      return along;
    along.push_back(*next);
    width *= plan.axes.axes[*next].extent;
  }
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
    int64_t expected = isAlong ? weight * axis.destStride : 0;
    bool isOther = !isAlong && weight == 0;
    if (!isOther && bound.getWeight(number) != expected)
      return false;
  }
  return true;
}

/// True if blocks write whole lines, each from one register, to few rows that
/// begin anywhere in a line.
static bool separatesRows(const RelayoutPlan &plan,
                          const PlanOptions &options) {
  if (plan.streaming || plan.carryLoop || plan.stageLoop ||
      plan.sourceBits != plan.destBits || plan.destBits % 8 != 0 ||
      plan.permutation.kind != BlockPermutation::Kind::Deinterleave ||
      options.vectorBits != permuteBits || plan.getLineBits() != permuteBits ||
      options.permutedBits == 0 || plan.destBits < options.permutedBits ||
      options.maskedBits == 0 || plan.destBits < options.maskedBits ||
      writesLines(plan))
    return false;
  int64_t line = plan.getLineBits() / plan.destBits;
  std::optional<BlockProgram> program =
      getBlockProgram(plan, options.vectorBits);
  return program && program->dest.piece == line &&
         program->dest.lanes == line &&
         int64_t(program->dest.elements.size()) <= maxRows * plan.destRun;
}

void mlir::tiled_layout::carryAlongRows(RelayoutPlan &plan,
                                        const PlanOptions &options) {
  if (!separatesRows(plan, options))
    return;
  SmallVector<size_t> along = getLoopsAlong(plan);
  int64_t width = plan.destRun;
  for (size_t loop : along)
    width *= plan.axes.axes[loop].extent;
  bool areAlike = llvm::all_of(plan.axes.bounds, [&](const AxisBound &bound) {
    return !bound.isFilled && cutsRowsAlike(plan, bound, along);
  });
  if (along.empty() || !areAlike || !getBlockOverlaps(plan).empty() ||
      width * plan.destBits < minLines * plan.getLineBits())
    return;
  SmallVector<size_t> order;
  for (size_t axis : llvm::seq(plan.axes.axes.size())) {
    if (axis == plan.loops)
      llvm::append_range(order, llvm::reverse(along));
    if (!llvm::is_contained(along, axis))
      order.push_back(axis);
  }
  plan.axes.reorder(order);
  plan.alongLoops = along.size();
}
