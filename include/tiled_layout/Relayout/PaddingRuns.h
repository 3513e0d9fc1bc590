//===- PaddingRuns.h - Writing to padding only ------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_PADDINGRUNS_H
#define TILED_LAYOUT_RELAYOUT_PADDINGRUNS_H

#include "tiled_layout/Relayout/Axes.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::tiled_layout {

/// Where the padding of an array lies, as runs of positions.
///
/// Example: `[3, 5]` in `{1,0:T(2,2)}` has the runs [9, 10), [11, 12), [14,
/// 16), [18, 20), [21, 22), [22, 24): what a second column of the last tiles
/// and a second row of the lower tiles would take.
class PaddingRuns {
public:
  using Visitor = llvm::function_ref<void(int64_t begin, int64_t end)>;

  /// Takes a legal layout on static extents.
  PaddingRuns(const Layout &layout, llvm::ArrayRef<int64_t> extents);

  /// False if every position holds an element.
  bool hasPadding() const { return padded; }
  /// False if the layout has irregular dimensions (Axes.h), or axes whose steps
  /// are shorter than the axes after them: tiles of tiles of mixed dimensions.
  bool areKnown() const { return known; }

  /// Calls `visit` with each run of padding, in ascending order. Takes time in
  /// proportion to the runs, not to the elements. Requires `areKnown`.
  void visit(Visitor visit) const;

  /// Calls `visit` with runs that contain all padding, and elements between
  /// runs of padding that are less than about `gap` positions apart. For
  /// filling before elements are written: a run of a few positions in each of
  /// many columns costs more than to write the columns twice. Requires
  /// `areKnown`.
  void visitCoarsely(int64_t gap, Visitor visit) const;

private:
  void visitFrom(size_t level, int64_t base, int64_t span, int64_t gap,
                 llvm::MutableArrayRef<int64_t> values, Visitor visit) const;
  int64_t getDenseCount(size_t level, llvm::ArrayRef<int64_t> values) const;

  /// By descending stride.
  RelayoutAxes axes;
  /// For each axis: true if no position between the values of the axes after
  /// it is padding.
  llvm::SmallVector<bool> denseBelow;
  int64_t elements = 0;
  bool padded = false;
  bool known = true;
};

/// Writes the same bits to many positions of a buffer.
class PositionFiller {
public:
  /// `element` has the bits of one element in memory.
  explicit PositionFiller(const llvm::APInt &element);

  /// Fills the positions from `begin` to `end`. Bits outside are not changed.
  void fill(uint8_t *data, int64_t begin, int64_t end) const;

private:
  void fillBits(uint8_t *data, int64_t begin, int64_t end) const;

  /// Elements in `pattern`, so that it is whole bytes whatever the width.
  static constexpr int64_t period = 64;

  int64_t bits;
  llvm::SmallVector<uint8_t, 256> pattern;
};

/// Returns the bits of one element in memory that holds a value of
/// `value.getBitWidth()` bits: widened by zeros, or by the sign if `isSigned`.
llvm::APInt getElementBits(const llvm::APInt &value, int64_t bitsPerElement,
                           bool isSigned);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_PADDINGRUNS_H
