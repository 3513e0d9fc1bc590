//===- BlockEnds.cpp - Short blocks at edges ------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that moves back to an edge moves elements a second time. In straight
// code it is known how many. If at least half of a block moves twice, a shorter
// block moves the rest: it has fewer shuffles, and its stores touch fewer
// lines.
//
//===----------------------------------------------------------------------===//

#include "BlockMover.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::tiled_layout;

std::optional<int64_t> BlockMover::getRest(const BlockOverlap &overlap) const {
  const AxisBound &bound = axes.bounds[overlap.bound];
  if (!bound.hasKnownLimit())
    return std::nullopt;
  int64_t begin = 0;
  for (const AxisBound::Term &term : bound.terms) {
    if (term.axis >= plan.loops)
      continue;
    std::optional<int64_t> value = getConstantIntValue(values[term.axis]);
    if (!value)
      return std::nullopt;
    begin += *value * term.weight;
  }
  return std::min(overlap.span, bound.limit - begin);
}

std::optional<RelayoutPlan> BlockMover::getEndPlan() const {
  RelayoutPlan end = plan;
  bool isShorter = false;
  for (const BlockOverlap &overlap : overlaps) {
    // The only axis of a block along a bound has steps of one.
    auto *term = llvm::find_if(
        axes.bounds[overlap.bound].terms, [&](const AxisBound::Term &term) {
          return term.axis >= plan.loops &&
                 axes.axes[term.axis].extent == overlap.span;
        });
    std::optional<int64_t> rest = getRest(overlap);
    if (term == axes.bounds[overlap.bound].terms.end() || !rest)
      continue;
    // Single elements are no vector.
    int64_t extent = std::max<int64_t>(2, llvm::bit_ceil(uint64_t(*rest)));
    if (extent >= overlap.span)
      continue;
    end.axes.axes[term->axis].extent = extent;
    isShorter = true;
  }
  if (!isShorter)
    return std::nullopt;
  return end;
}

bool BlockMover::moveEnd(OpBuilder &builder) {
  // Streaming stores are whole lines, and buffers have room for whole blocks.
  if (plan.streaming || plan.carryLoop || plan.stageLoop ||
      program.shuffles.empty())
    return false;
  std::optional<RelayoutPlan> end = getEndPlan();
  if (!end)
    return false;
  std::optional<BlockProgram> blocks =
      getBlockProgram(*end, options.vectorBits);
  if (!blocks || blocks->shuffles.size() >= program.shuffles.size())
    return false;
  BlockMover mover(loc, *end, *blocks, options, source, dest, padding);
  mover.values = values;
  mover.holds = holds;
  mover.shuffledLanes.assign(blocks->shuffles.size(), Value());
  mover.moveFullBlock(builder);
  return true;
}
