//===- OverlappedBlocks.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/OverlappedBlocks.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// True if whatever meets `bound` meets `other`, which counts the same in units
/// of several, and that is all that they have to do with each other.
static bool implies(const AxisBound &bound, const AxisBound &other) {
  if (!bound.hasKnownLimit() || !other.hasKnownLimit())
    return false;
  int64_t unit = 0;
  for (const AxisBound::Term &term : other.terms) {
    int64_t weight = bound.getWeight(term.axis);
    if (weight == 0 || weight % term.weight != 0 ||
        (unit != 0 && weight / term.weight != unit))
      return false;
    unit = weight / term.weight;
  }
  return unit != 0 && other.limit > (bound.limit - 1) / unit;
}

static bool sharesAxes(const AxisBound &bound, const AxisBound &other) {
  return llvm::any_of(other.terms, [&](const AxisBound::Term &term) {
    return bound.getWeight(term.axis) != 0;
  });
}

/// Returns the elements of a block along a bound, if a block has all of some
/// neighbours.
static std::optional<BlockOverlap> getSpan(const RelayoutPlan &plan, size_t k) {
  SmallVector<AxisBound::Term> terms;
  llvm::copy_if(plan.axes.bounds[k].terms, std::back_inserter(terms),
                [&](auto &term) { return term.axis >= plan.loops; });
  llvm::sort(terms, [](auto &a, auto &b) { return a.weight < b.weight; });
  if (terms.empty())
    return std::nullopt;
  BlockOverlap result{k, 1, terms.front().axis};
  for (const AxisBound::Term &term : terms) {
    if (term.weight != result.span)
      return std::nullopt;
    result.span *= plan.axes.axes[term.axis].extent;
  }
  return result;
}

/// True if neighbours along the bound are equally far apart everywhere.
static bool hasEvenSteps(const RelayoutPlan &plan,
                         const BlockOverlap &overlap) {
  const RelayoutAxis &unit = plan.axes.axes[overlap.axis];
  return llvm::all_of(
      plan.axes.bounds[overlap.bound].terms, [&](const AxisBound::Term &term) {
        const RelayoutAxis &axis = plan.axes.axes[term.axis];
        // A buffer begins anew in each iteration.
        bool isAround = term.axis < plan.getBufferLoop();
        return axis.sourceStride == unit.sourceStride * term.weight &&
               (isAround || axis.destStride == unit.destStride * term.weight);
      });
}

/// True if a block that moves back does no harm there.
static bool canMoveBack(const RelayoutPlan &plan, const BlockOverlap &overlap) {
  int64_t line = plan.getLineBits() / plan.destBits;
  const Stride &step = plan.axes.axes[overlap.axis].destStride;
  // In front of a chunk is the line that ends there, and in front of all rows
  // as much room as needed.
  if (plan.carryLoop)
    return step != 1 || overlap.span <= line;
  // Streaming stores are whole lines.
  if (plan.streaming && !step.isMultipleOf(line))
    return false;
  const AxisBound &bound = plan.axes.bounds[overlap.bound];
  return llvm::all_of(bound.terms, [&](const AxisBound::Term &term) {
    int64_t last =
        bound.hasKnownLimit() ? (bound.limit - 1) % term.weight + 1 : 1;
    return term.axis != plan.threadLoop || last >= overlap.span;
  });
}

static std::optional<BlockOverlap> getOverlap(const RelayoutPlan &plan,
                                              size_t k) {
  const AxisBound &bound = plan.axes.bounds[k];
  std::optional<BlockOverlap> overlap = getSpan(plan, k);
  // Runs of any length are rather cut by masks, or in pieces.
  bool copies = plan.permutation.kind == BlockPermutation::Kind::None;
  if (!overlap || bound.limit < overlap->span ||
      (copies && !bound.hasKnownLimit()) || !hasEvenSteps(plan, *overlap) ||
      !canMoveBack(plan, *overlap))
    return std::nullopt;
  for (auto [j, other] : llvm::enumerate(plan.axes.bounds))
    if (j != k && sharesAxes(bound, other) && !implies(bound, other))
      return std::nullopt;
  return overlap;
}

SmallVector<BlockOverlap, 2>
mlir::tiled_layout::getBlockOverlaps(const RelayoutPlan &plan) {
  SmallVector<BlockOverlap, 2> overlaps;
  // What a block left behind would be padding that is not filled.
  if (plan.fillsPadding)
    return overlaps;
  // Rows whose lines are put together end with masks.
  auto endsRows = [&](const AxisBound &bound) {
    return llvm::any_of(bound.terms, [&](const AxisBound::Term &term) {
      return term.axis < plan.loops &&
             term.axis >= plan.loops - plan.alongLoops;
    });
  };
  for (size_t k = 0; k < plan.axes.bounds.size(); ++k)
    if (std::optional<BlockOverlap> overlap = getOverlap(plan, k);
        overlap && !endsRows(plan.axes.bounds[k]))
      overlaps.push_back(*overlap);
  return overlaps;
}

SmallVector<bool>
mlir::tiled_layout::getCuttingBounds(const RelayoutPlan &plan,
                                     ArrayRef<BlockOverlap> overlaps) {
  ArrayRef<AxisBound> bounds = plan.axes.bounds;
  SmallVector<bool> cuts;
  for (size_t k = 0; k < bounds.size(); ++k)
    cuts.push_back(plan.cutsBlocks(k) &&
                   llvm::none_of(overlaps, [&](const BlockOverlap &overlap) {
                     return overlap.bound == k ||
                            implies(bounds[overlap.bound], bounds[k]);
                   }));
  return cuts;
}

/// Returns the greatest position on a side among the combinations of axes that
/// meet all bounds but those of `ignored`, or more.
static int64_t getLastPosition(const RelayoutPlan &plan, StrideMember stride,
                               ArrayRef<bool> ignored) {
  ArrayRef<RelayoutAxis> axes = plan.axes.axes;
  SmallVector<bool> isCounted(axes.size(), false);
  int64_t last = 0;
  for (auto [k, bound] : llvm::enumerate(plan.axes.bounds)) {
    // Where positions advance with what is bounded, so is their sum.
    const AxisBound::Term &first = bound.terms.front();
    const Stride &firstStep = axes[first.axis].*stride;
    if (ignored[k] || !firstStep.isMultipleOf(first.weight))
      continue;
    int64_t step = firstStep.get() / first.weight;
    if (llvm::any_of(bound.terms, [&](const AxisBound::Term &term) {
          return isCounted[term.axis] ||
                 axes[term.axis].*stride != step * term.weight;
        }))
      continue;
    for (const AxisBound::Term &term : bound.terms)
      isCounted[term.axis] = true;
    last += (bound.limit - 1) * step;
  }
  for (auto [axis, counted] : llvm::zip_equal(axes, isCounted))
    if (!counted)
      last += (axis.extent - 1) * (axis.*stride).get();
  return last;
}

/// True if positions on a side are known, and how far they go.
static bool hasKnownPositions(const RelayoutAxes &axes, StrideMember stride) {
  return llvm::all_of(axes.axes,
                      [&](const RelayoutAxis &axis) {
                        return axis.hasKnownExtent() &&
                               (axis.*stride).isStatic();
                      }) &&
         llvm::all_of(axes.bounds, [](const AxisBound &bound) {
           return bound.hasKnownLimit();
         });
}

static SmallVector<bool> getBoundsWithin(const RelayoutPlan &plan,
                                         StrideMember stride,
                                         int64_t elements) {
  SmallVector<bool> ignored(plan.axes.bounds.size(), false);
  if (!hasKnownPositions(plan.axes, stride))
    return ignored;
  for (size_t k = 0; k < ignored.size(); ++k) {
    ignored[k] = plan.cutsBlocks(k);
    if (ignored[k] && getLastPosition(plan, stride, ignored) >= elements)
      ignored[k] = false;
  }
  return ignored;
}

SmallVector<bool>
mlir::tiled_layout::getBoundsWithinSource(const RelayoutPlan &plan,
                                          int64_t sourceElements) {
  // What is loaded is padding of the destination; a stage has other strides.
  if (plan.fillsPadding || plan.stageLoop)
    return SmallVector<bool>(plan.axes.bounds.size(), false);
  return getBoundsWithin(plan, &RelayoutAxis::sourceStride, sourceElements);
}

bool mlir::tiled_layout::reachesEachOnce(const RelayoutPlan &plan,
                                         StrideMember stride) {
  SmallVector<RelayoutAxis> axes(plan.axes.axes);
  llvm::sort(axes, [&](const RelayoutAxis &a, const RelayoutAxis &b) {
    return a.*stride < b.*stride;
  });
  int64_t last = 0;
  for (const RelayoutAxis &axis : axes) {
    Stride step = axis.*stride;
    if (!step.isStatic() || step <= last)
      return false;
    last += (axis.extent - 1) * step.get();
  }
  return true;
}

SmallVector<bool>
mlir::tiled_layout::getBoundsWithinDest(const RelayoutPlan &plan,
                                        int64_t destElements) {
  // A buffer has strides of its own, and padding that is filled has no value to
  // keep.
  if (plan.fillsPadding || plan.carryLoop ||
      !reachesEachOnce(plan, &RelayoutAxis::destStride))
    return SmallVector<bool>(plan.axes.bounds.size(), false);
  return getBoundsWithin(plan, &RelayoutAxis::destStride, destElements);
}
