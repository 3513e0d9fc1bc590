//===- SpellingSearch.cpp - Plans for a layout ----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search starts at memory and undoes one level at a time: the last axes
// are taken for inner parts, axes before them for outer parts. Adjacent digits
// of one chain merge back into one axis; an inner part without its outer part
// was moved whole, possibly with padding.
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"

#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/Support/MathExtras.h"

#include <utility>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// Bounds of the search: levels, levels where axes move that need no padding,
/// and undone levels looked at for one number of levels.
static constexpr size_t maxLevels = 6;
static constexpr size_t maxMovingLevels = 4;
static constexpr int64_t maxAttempts = 5000;

SmallVector<SpellingAxis>
mlir::tiled_layout::getMemoryAxes(const SpellingTask &task) {
  SmallVector<std::pair<int64_t, SpellingAxis>> digits; // by stride
  for (auto [i, chain] : llvm::enumerate(task.chains)) {
    for (auto [k, step] : llvm::enumerate(chain.steps)) {
      int64_t end = k + 1 < chain.steps.size() ? chain.steps[k + 1].divisor
                                               : chain.extent;
      digits.push_back(
          {step.stride, {i, step.divisor, end, chain.getRange(k), 0}});
    }
  }
  llvm::sort(digits,
             [](const auto &a, const auto &b) { return a.first > b.first; });

  SmallVector<SpellingAxis> axes;
  int64_t previous = task.elements;
  for (auto &[stride, axis] : digits) {
    axis.maxExtent = previous / stride;
    // Above the first digit, the tail is free.
    if (!axes.empty())
      axis.minExtent = axis.maxExtent;
    axes.push_back(axis);
    previous = stride;
  }
  if (!axes.empty() && previous > 1)
    axes.push_back({SpellingAxis::trailing, 1, 1, previous, previous});
  return axes;
}

//===----------------------------------------------------------------------===//
// Short plans
//===----------------------------------------------------------------------===//

namespace {

/// What a level may do beside splitting axes: move padded axes whole, move any
/// axis whole, move whole axes only.
enum class Effort { Pad, Move, Transpose };

/// Finds all plans with a given number of levels.
class PlanSearch {
public:
  PlanSearch(const SpellingTask &task, SmallVector<SpellingPlan> &plans,
             Effort effort)
      : task(task), plans(plans), effort(effort) {}

  void run(ArrayRef<SpellingAxis> axes, size_t levelsLeft) {
    if (levelsLeft == 0) {
      if (isStart(axes))
        addPlan(axes);
      return;
    }
    if (!canReachStart(axes, levelsLeft))
      return;
    auto [lowest, highest] = getInnerRange(axes, levelsLeft);
    for (size_t begin = highest + 1; begin-- > lowest;)
      for (size_t outer = begin + 1; outer-- > 0;) {
        Undo undo(axes, outer, begin, levelsLeft);
        merge(undo, outer, begin);
        if (attemptsLeft <= 0)
          return;
      }
  }

private:
  /// A level that is being undone: `before` and `moves` grow together.
  struct Undo {
    Undo(ArrayRef<SpellingAxis> after, size_t untouched, size_t begin,
         size_t levelsLeft)
        : after(after), untouched(untouched), begin(begin),
          levelsLeft(levelsLeft), before(after.take_front(untouched)),
          moves(untouched) {}

    ArrayRef<SpellingAxis> after;
    size_t untouched;
    /// Where the inner parts begin.
    size_t begin;
    size_t levelsLeft;
    SmallVector<SpellingAxis> before;
    SmallVector<Move> moves;
    bool hasJoined = false;
  };

  /// Merges the outer parts after[outer, begin) and the inner parts
  /// after[inner, ...) in all orders that keep the order of each.
  void merge(Undo &undo, size_t outer, size_t inner) {
    if (attemptsLeft <= 0)
      return;
    bool hasOuter = outer < undo.begin, hasInner = inner < undo.after.size();
    if (!hasOuter && !hasInner) {
      --attemptsLeft;
      levels.push_back(undo.moves);
      run(undo.before, undo.levelsLeft - 1);
      levels.pop_back();
      return;
    }
    if (hasOuter && hasInner)
      if (auto joined = join(undo.after[outer], undo.after[inner])) {
        bool hadJoined = std::exchange(undo.hasJoined, true);
        take(undo, joined->first, joined->second, outer + 1, inner + 1);
        undo.hasJoined = hadJoined;
      }
    if (hasInner && mayMoveWhole(undo.after[inner])) {
      SpellingAxis axis = undo.after[inner];
      Move move{Move::Kind::Whole, axis.maxExtent};
      axis.minExtent =
          axis.chain == SpellingAxis::trailing ? 1 : getNaturalExtent(axis);
      take(undo, axis, move, outer, inner + 1);
    }
    if (hasOuter && mayStay(undo))
      take(undo, undo.after[outer], Move(), outer + 1, inner);
  }

  /// A tile pads what it moves; to bring axes into another order is a last
  /// resort.
  bool mayMoveWhole(const SpellingAxis &axis) const {
    return effort > Effort::Pad || axis.chain == SpellingAxis::trailing ||
           axis.minExtent > getNaturalExtent(axis);
  }

  /// An axis that stays before all others is better left untouched. After axes
  /// that only move whole, it is a transposition: of no use at level 1, where
  /// any order may begin.
  bool mayStay(const Undo &undo) const {
    if (undo.moves.size() == undo.untouched)
      return false;
    return undo.hasJoined ||
           (effort == Effort::Transpose && undo.levelsLeft > 1);
  }

  void take(Undo &undo, const SpellingAxis &axis, Move move, size_t outer,
            size_t inner) {
    undo.before.push_back(axis);
    undo.moves.push_back(move);
    merge(undo, outer, inner);
    undo.before.pop_back();
    undo.moves.pop_back();
  }

  /// Returns the range of where the inner parts may begin. With one level
  /// left, every second digit and every padded axis is an inner part.
  std::pair<size_t, size_t> getInnerRange(ArrayRef<SpellingAxis> axes,
                                          size_t levelsLeft) const {
    size_t lowest = 0, highest = axes.size() - 1;
    if (levelsLeft > 1)
      return {lowest, highest};
    for (auto [i, axis] : llvm::enumerate(axes)) {
      if (axis.begin > 1) {
        lowest = i + 1;
        continue;
      }
      bool isWhole = axis.chain == SpellingAxis::trailing ||
                     axis.end == task.chains[axis.chain].extent;
      int64_t extent = getStartExtent(axis);
      if (!isWhole || extent < axis.minExtent || extent > axis.maxExtent)
        highest = std::min<size_t>(highest, i);
    }
    return {lowest, highest};
  }

  /// Returns the extent of the whole chain.
  int64_t getStartExtent(const SpellingAxis &axis) const {
    return axis.chain == SpellingAxis::trailing
               ? 1
               : task.chains[axis.chain].extent;
  }

  static int64_t getNaturalExtent(const SpellingAxis &axis) {
    return ceilDivide(axis.end, axis.begin);
  }

  /// Returns the axis that splits into `outer` and `inner`, and how.
  static std::optional<std::pair<SpellingAxis, Move>>
  join(const SpellingAxis &outer, const SpellingAxis &inner) {
    if (outer.chain != inner.chain || outer.chain == SpellingAxis::trailing ||
        inner.end != outer.begin || outer.begin % inner.begin != 0)
      return std::nullopt;
    int64_t size = outer.begin / inner.begin;
    if (size < inner.minExtent || size > inner.maxExtent)
      return std::nullopt;
    SpellingAxis joined{outer.chain, inner.begin, outer.end,
                        (outer.minExtent - 1) * size + 1, 0};
    if (llvm::MulOverflow(outer.maxExtent, size, joined.maxExtent))
      joined.maxExtent = std::numeric_limits<int64_t>::max();
    return std::make_pair(joined, Move{Move::Kind::Split, size});
  }

  /// A level at most halves the digits of a chain.
  bool canReachStart(ArrayRef<SpellingAxis> axes, size_t levelsLeft) const {
    SmallVector<size_t> digits(task.chains.size(), 0);
    for (const SpellingAxis &axis : axes)
      if (axis.chain != SpellingAxis::trailing &&
          ++digits[axis.chain] > size_t(1) << levelsLeft)
        return false;
    return true;
  }

  /// True if the axes can be the dimensions themselves.
  bool isStart(ArrayRef<SpellingAxis> axes) const {
    for (auto [i, axis] : llvm::enumerate(axes)) {
      int64_t extent = getStartExtent(axis);
      if (axis.begin != 1 || extent < axis.minExtent || extent > axis.maxExtent)
        return false;
      bool isTrailing = axis.chain == SpellingAxis::trailing;
      if (isTrailing ? i + 1 != axes.size() : axis.end != extent)
        return false;
    }
    return true;
  }

  void addPlan(ArrayRef<SpellingAxis> axes) {
    SpellingPlan plan;
    for (const SpellingAxis &axis : axes)
      plan.order.push_back(axis.chain);
    plan.levels.assign(levels.rbegin(), levels.rend());
    plans.push_back(std::move(plan));
  }

  const SpellingTask &task;
  SmallVector<SpellingPlan> &plans;
  Effort effort;
  int64_t attemptsLeft = maxAttempts;
  /// The levels undone so far, last level first.
  SmallVector<SmallVector<Move>> levels;
};

} // namespace

SmallVector<SpellingPlan>
mlir::tiled_layout::findShortPlans(const SpellingTask &task) {
  SmallVector<SpellingAxis> axes = getMemoryAxes(task);
  SmallVector<SpellingPlan> plans;
  if (axes.empty()) {
    plans.emplace_back();
    return plans;
  }
  for (size_t levels = 0; levels <= maxLevels; ++levels)
    for (Effort effort : {Effort::Pad, Effort::Move, Effort::Transpose}) {
      if (effort != Effort::Pad && levels > maxMovingLevels)
        continue;
      PlanSearch(task, plans, effort).run(axes, levels);
      if (!plans.empty())
        return plans;
    }
  return plans;
}

//===----------------------------------------------------------------------===//
// The plan that always exists
//===----------------------------------------------------------------------===//

/// Carries out one level on the axes that hold a digit.
static void applyLevel(SmallVector<SpellingAxis> &axes, ArrayRef<Move> moves) {
  size_t first = 0;
  while (moves[first].kind == Move::Kind::Stay)
    ++first;
  SmallVector<SpellingAxis> outer, inner;
  for (size_t i = first; i < axes.size(); ++i) {
    SpellingAxis axis = axes[i];
    if (moves[i].kind != Move::Kind::Split) {
      (moves[i].kind == Move::Kind::Stay ? outer : inner).push_back(axis);
      continue;
    }
    int64_t edge = axis.begin * moves[i].size;
    outer.push_back({axis.chain, edge, axis.end, 0, 0});
    inner.push_back({axis.chain, axis.begin, edge, 0, 0});
  }
  axes.truncate(first);
  axes.append(outer);
  axes.append(inner);
}

SpellingPlan mlir::tiled_layout::getSortingPlan(const SpellingTask &task) {
  SmallVector<SpellingAxis> memory = getMemoryAxes(task);
  SpellingPlan plan;
  SmallVector<SpellingAxis> axes;
  for (auto [i, chain] : llvm::enumerate(task.chains)) {
    plan.order.push_back(i);
    axes.push_back({i, 1, chain.extent, 0, 0});
  }
  if (!memory.empty() && memory.back().chain == SpellingAxis::trailing) {
    plan.order.push_back(SpellingAxis::trailing);
    axes.push_back(memory.back());
  }

  // Split off the top digit of every chain that has another one below.
  for (;;) {
    SmallVector<Move> moves(axes.size());
    bool splits = false;
    for (auto [axis, move] : llvm::zip_equal(axes, moves)) {
      if (axis.chain == SpellingAxis::trailing)
        continue;
      for (const DigitStep &step : task.chains[axis.chain].steps)
        if (step.divisor > axis.begin && step.divisor < axis.end &&
            axis.begin == 1)
          move = {Move::Kind::Split, step.divisor};
      splits |= move.kind == Move::Kind::Split;
    }
    if (!splits)
      break;
    applyLevel(axes, moves);
    plan.levels.push_back(std::move(moves));
  }

  // Sort by place in memory, one bit of it per level, low bits first. Every
  // axis but the first, which has no padding, moves at least once.
  auto getPlace = [&](const SpellingAxis &axis) -> size_t {
    return llvm::find_if(memory,
                         [&](const SpellingAxis &other) {
                           return other.chain == axis.chain &&
                                  other.begin == axis.begin;
                         }) -
           memory.begin();
  };
  for (size_t bit = 1; bit < axes.size(); bit *= 2) {
    SmallVector<Move> moves(axes.size());
    for (auto [axis, move] : llvm::zip_equal(axes, moves)) {
      size_t place = getPlace(axis);
      if (!(place & bit))
        continue;
      int64_t extent = axis.chain == SpellingAxis::trailing
                           ? 1
                           : ceilDivide(axis.end, axis.begin);
      // The padding comes with the last move.
      move = {Move::Kind::Whole,
              place < 2 * bit ? memory[place].maxExtent : extent};
    }
    applyLevel(axes, moves);
    plan.levels.push_back(std::move(moves));
  }
  return plan;
}
