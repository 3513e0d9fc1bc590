//===- Spelling.h - From digits to a layout ---------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way back: given which digits stand in which order in memory, find tiles
// that put them there. A spelling is planned on the axes that hold a digit;
// axes of extent 1 are added when the plan becomes tiles.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_SPELLING_H
#define TILED_LAYOUT_LIB_LAYOUT_SPELLING_H

#include "DigitChains.h"

namespace mlir::tiled_layout {

/// What is to be spelled.
struct SpellingTask {
  llvm::ArrayRef<int64_t> extents;
  llvm::ArrayRef<DigitChain> chains;
  /// Elements of the array, tail included.
  int64_t elements;
};

/// An axis on the way from the dimensions to memory: the values
/// floor((x mod end) / begin) of the chain's index x.
struct SpellingAxis {
  /// The chain, or `trailing` for the padding that follows every digit.
  size_t chain;
  int64_t begin;
  /// The chain's whole extent if nothing was split off above.
  int64_t end;
  /// The extents that the axis may have at this point, padding included.
  int64_t minExtent;
  int64_t maxExtent;

  static constexpr size_t trailing = ~size_t(0);
};

/// What a level does to an axis.
struct Move {
  enum class Kind {
    /// Stays among the outer parts: tile size 1.
    Stay,
    /// Moves to the inner parts: a tile size of at least the extent.
    Whole,
    /// Splits in two.
    Split,
  };
  Kind kind = Kind::Stay;
  int64_t size = 1;
};

struct SpellingPlan {
  /// Chains (or `trailing`, which is last), most major first.
  llvm::SmallVector<size_t> order;
  /// One move per axis, level 1 first.
  llvm::SmallVector<llvm::SmallVector<Move>> levels;
};

/// Returns the axes as they lie in memory, most major first.
llvm::SmallVector<SpellingAxis> getMemoryAxes(const SpellingTask &task);

/// Returns plans with as few levels as possible, or nothing if none has few
/// levels or the search takes too long.
llvm::SmallVector<SpellingPlan> findShortPlans(const SpellingTask &task);

/// Returns a plan that exists for every task: split off one digit per level,
/// then sort the digits.
SpellingPlan getSortingPlan(const SpellingTask &task);

/// Sets the `L` that gives `layout` so many elements; false if its tiles alone
/// give more.
bool setTail(Layout &layout, llvm::ArrayRef<int64_t> extents, int64_t elements);

/// Turns a plan into a layout: `minorToMajor`, `tiles` and, where the tiles
/// give fewer elements than wanted, `L`. `std::nullopt` if the tiles give too
/// many elements, or have thousands of entries.
std::optional<Layout> getLayout(const SpellingTask &task,
                                const SpellingPlan &plan);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_SPELLING_H
