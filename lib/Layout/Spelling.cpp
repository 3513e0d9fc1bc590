//===- Spelling.cpp - From a plan to a layout -----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spelling.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

/// A level may double the list of axes, so that a spelling with many levels
/// gets too long to be of use.
static constexpr size_t maxSlots = 4096;

namespace {

/// Writes the tiles of a plan. Keeps the list of axes as it really is, with
/// those of extent 1 that the plan leaves out.
class TileWriter {
public:
  TileWriter(const SpellingTask &task, const SpellingPlan &plan)
      : task(task), plan(plan) {}

  std::optional<Layout> run() {
    writeMinorToMajor();
    if (needsTrailingAxis)
      layout.tiles.push_back(getTile({1}));
    for (ArrayRef<Move> level : plan.levels) {
      writeTile(level);
      if (slots.size() > maxSlots)
        return std::nullopt;
    }
    return std::move(layout);
  }

private:
  /// An axis of the list: one that the plan knows, or one of extent 1.
  struct Slot {
    bool isPlanned;
    /// Dimensions that a `*` of level 1 combines into the axis.
    size_t dims = 1;
  };

  /// Returns how many axes level 1 leaves alone.
  size_t getUntouched() const {
    if (plan.levels.empty())
      return plan.order.size();
    size_t first = 0;
    for (; first < plan.order.size(); ++first)
      if (plan.levels.front()[first].kind != Move::Kind::Stay ||
          isCombined(plan.order[first]))
        break;
    return first;
  }

  bool isCombined(size_t chain) const {
    return chain != SpellingAxis::trailing &&
           task.chains[chain].dims.size() > 1;
  }

  /// Dimensions of extent 1 are free: each stands before the first dimension
  /// with a greater number, but outside of what level 1 touches.
  void writeMinorToMajor() {
    SmallVector<int64_t> units;
    for (auto [dim, extent] : llvm::enumerate(task.extents))
      if (extent == 1)
        units.push_back(dim);
    bool hasTrailing = llvm::is_contained(plan.order, SpellingAxis::trailing);
    std::optional<int64_t> last;
    if (hasTrailing && !units.empty())
      last = units.pop_back_val();
    needsTrailingAxis = hasTrailing && !last;

    SmallVector<int64_t> physical;
    auto addUnits = [&](int64_t below) {
      while (!units.empty() && units.front() < below) {
        physical.push_back(units.front());
        slots.push_back({false});
        units.erase(units.begin());
      }
    };
    size_t untouched = getUntouched();
    for (auto [i, chain] : llvm::enumerate(plan.order)) {
      if (i == untouched)
        addUnits(task.extents.size());
      if (chain == SpellingAxis::trailing) {
        slots.push_back({true});
        continue;
      }
      ArrayRef<int64_t> dims = task.chains[chain].dims;
      if (i < untouched)
        addUnits(dims.front());
      physical.append(dims.begin(), dims.end());
      slots.push_back({true, dims.size()});
    }
    addUnits(task.extents.size());
    if (last)
      physical.push_back(*last);
    layout.minorToMajor.assign(physical.rbegin(), physical.rend());
  }

  void writeTile(ArrayRef<Move> moves) {
    SmallVector<Slot> untouched, outer, inner;
    Tile tile;
    const Move *next = moves.begin();
    for (const Slot &slot : slots) {
      Move move = slot.isPlanned ? *next++ : Move();
      bool isIdle = move.kind == Move::Kind::Stay && slot.dims == 1;
      if (tile.empty() && isIdle) {
        untouched.push_back(slot);
        continue;
      }
      for (size_t i = 1; i < slot.dims; ++i)
        tile.push_back(TileEntry::getCombine());
      tile.push_back(TileEntry::getSize(move.size));
      outer.push_back({slot.isPlanned && move.kind != Move::Kind::Whole});
      inner.push_back({slot.isPlanned && move.kind != Move::Kind::Stay});
    }
    if (tile.empty())
      return;
    slots = std::move(untouched);
    slots.append(outer);
    slots.append(inner);
    layout.tiles.push_back(std::move(tile));
  }

  const SpellingTask &task;
  const SpellingPlan &plan;
  Layout layout;
  SmallVector<Slot> slots;
  /// The trailing axis is made by a level of its own.
  bool needsTrailingAxis = false;
};

} // namespace

/// Returns the `L` that makes `elements` out of `padded`: the smallest power
/// of two that does, else `elements` itself.
static int64_t getTailAlignment(int64_t padded, int64_t elements) {
  if (padded == elements)
    return 1;
  for (int64_t alignment = 2; elements % alignment == 0; alignment *= 2)
    if (alignment > elements - padded)
      return alignment;
  return elements;
}

bool mlir::tiled_layout::setTail(Layout &layout, ArrayRef<int64_t> extents,
                                 int64_t elements) {
  layout.tailPaddingAlignment = 1;
  int64_t padded = getElements(layout, extents);
  if (padded > elements)
    return false;
  layout.tailPaddingAlignment = getTailAlignment(padded, elements);
  return true;
}

std::optional<Layout> mlir::tiled_layout::getLayout(const SpellingTask &task,
                                                    const SpellingPlan &plan) {
  std::optional<Layout> layout = TileWriter(task, plan).run();
  // More elements than can be counted are too many, too.
  if (!layout || checkLayoutOnShape(*layout, task.extents) ||
      !setTail(*layout, task.extents, task.elements))
    return std::nullopt;
  return layout;
}
