//===- Axes.h - The loops that two layouts have in common -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Either layout of a shape cuts an index into digits. An axis is a digit of
// the common refinement: as it counts, the position advances by a constant on
// both sides. Every element is one combination of axis values, and only the
// combinations that meet all bounds are elements.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_AXES_H
#define TILED_LAYOUT_RELAYOUT_AXES_H

#include "tiled_layout/Layout/Layout.h"
#include "tiled_layout/Layout/Stride.h"

#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace mlir::tiled_layout {

/// Where an axis comes from: floor(x / divisor), less the digits above, where
/// x is a logical index or the row-major index of several dimensions.
struct IndexDigit {
  /// Logical dimensions, most major first; none for an axis of padding.
  llvm::SmallVector<int64_t, 2> dims;
  int64_t divisor = 1;
};

/// A number that is known at run time only: ceil(extent of the logical
/// dimension `dim` * factor / divisor).
struct RuntimeExtent {
  int64_t dim;
  int64_t factor = 1;
  int64_t divisor = 1;

  /// True if it is a multiple of `size` whatever is found at run time.
  bool isMultipleOf(int64_t size) const {
    return divisor == 1 && factor % size == 0;
  }
  /// Returns ceil(number / size).
  RuntimeExtent divideBy(int64_t size) const {
    return isMultipleOf(size) ? RuntimeExtent{dim, factor / size, 1}
                              : RuntimeExtent{dim, factor, divisor * size};
  }
};

/// One loop of a relayout.
struct RelayoutAxis {
  /// One digit, or more where axes were merged, most major first.
  llvm::SmallVector<IndexDigit, 1> digits;
  /// At least 2.
  int64_t extent;
  Stride sourceStride;
  Stride destStride;
  /// How many values of the merged digits one value of the axis stands for:
  /// more than 1 after `RelayoutAxes::split`.
  int64_t blockSize = 1;
  /// Where the extent is known at run time only: what it is; `extent` is then
  /// what plans assume. No axis is merged with such a one that is more minor.
  std::optional<RuntimeExtent> runtimeExtent = std::nullopt;
  /// True where steps are not all alike, because the edges of the two sides do
  /// not chain. Such an axis has no strides: both are negative. A refinement
  /// never has any; code generation puts them in the place of irregular
  /// dimensions.
  bool isIrregular = false;

  bool hasKnownExtent() const { return !runtimeExtent; }
};

/// The strides of one side.
using StrideMember = Stride RelayoutAxis::*;

/// An edge: the sum of weight times axis value is less than `limit`. Nothing
/// lies after it, but for filled bounds.
struct AxisBound {
  struct Term {
    /// A number into `RelayoutAxes::axes`.
    size_t axis;
    /// At least 1.
    int64_t weight;
  };

  llvm::SmallVector<Term, 4> terms;
  int64_t limit;
  /// True where padding of the destination lies after the edge, in positions
  /// of its own, which are to be filled: see PaddedAxes.h.
  bool isFilled = false;
  /// Where the limit is known at run time only: what it is; `limit` is then
  /// what plans assume.
  std::optional<RuntimeExtent> runtimeLimit = std::nullopt;

  bool hasKnownLimit() const { return !runtimeLimit; }

  /// Returns the weight of an axis, 0 if the bound does not depend on it.
  int64_t getWeight(size_t axis) const;
};

/// Logical dimensions whose positions are no sum of common digits. Their share
/// of either position is `Placement::getPosition` with all other indices 0.
struct IrregularDims {
  /// Ascending.
  llvm::SmallVector<int64_t, 2> dims;
  /// Why, for people: "the edges 6 and 4 of d1 do not chain".
  std::string reason;
};

/// All that a relayout has to walk over. The position of an element on either
/// side is the sum of axis value times stride, and of the shares of the
/// irregular dimensions.
///
/// Example: `[5, 4]` from `{1,0}` to `{1,0:T(2,2)}` has the axes
///
///   a0: 3 of d0/2, source 8, destination 8
///   a1: 2 of d0, source 4, destination 2
///   a2: 2 of d1/2, source 2, destination 4
///   a3: 2 of d1, source 1, destination 1
///
/// and the bound `2*a0 + a1 < 5`.
struct RelayoutAxes {
  /// By logical dimension, then the most major digit first.
  llvm::SmallVector<RelayoutAxis> axes;
  llvm::SmallVector<AxisBound> bounds;
  llvm::SmallVector<IrregularDims, 1> irregular;
  /// An extent is 0: there is no element, no axis and no bound.
  bool isEmpty = false;

  /// True if some bound depends on the axis.
  bool isBounded(size_t axis) const;

  /// True if some axis goes index by index along an irregular dimension.
  bool hasIrregularAxes() const {
    return llvm::any_of(
        axes, [](const RelayoutAxis &axis) { return axis.isIrregular; });
  }

  /// Returns how many values of an axis to walk over, where `values` holds
  /// those of the axes that are already fixed, and 0 for the others: from 0 to
  /// `extent`. Whatever the order in which axes are fixed, all bounds hold in
  /// the end.
  int64_t getCount(size_t axis, llvm::ArrayRef<int64_t> values) const;

  /// Joins axes that continue each other on both sides, have no bound, and are
  /// known to.
  void merge();

  /// Splits an axis into one that counts blocks of `size`, in its place, and
  /// one within a block, which comes last and whose number is returned. Where
  /// `size` does not divide the extent, a bound is added. Requires
  /// 1 < `size` < extent.
  size_t split(size_t axis, int64_t size);

  /// Brings the axes into an order; `order[k]` is the number of the axis that
  /// becomes number k.
  void reorder(llvm::ArrayRef<size_t> order);
};

/// Returns what plans assume of an extent that is known at run time only, in
/// an array whose indices are cut at multiples of up to `cut`: it has more than
/// two such blocks, and the last one is not full.
int64_t getAssumedExtent(int64_t cut);

/// Returns the common refinement of two layouts on one shape.
///
/// Extents may be `kDynamic` where no tile combines dimensions; a dimension
/// that a layout combines is irregular then. Requires the rules of Rules.h to
/// hold for both. Takes time that depends on the layouts, not on the number of
/// elements.
RelayoutAxes getRelayoutAxes(const Layout &source, const Layout &dest,
                             llvm::ArrayRef<int64_t> extents);

/// The same for views: an array's physical dimensions have strides of their
/// own, most major first, `kDynamic` where they are known at run time only, or
/// those of its layout where none are given.
RelayoutAxes getRelayoutAxes(const Layout &source,
                             llvm::ArrayRef<int64_t> sourceStrides,
                             const Layout &dest,
                             llvm::ArrayRef<int64_t> destStrides,
                             llvm::ArrayRef<int64_t> extents);

/// As `d1/128`, `(d0,d1)/8` or `padding`.
void print(llvm::raw_ostream &os, const IndexDigit &digit);
/// Prints one axis: `8 of d0/2, source 4, destination 2`. Merged digits are
/// joined by commas, and a divisor after them is the block size. What is known
/// at run time only is `?`.
void print(llvm::raw_ostream &os, const RelayoutAxis &axis);
/// Prints one bound: `2*a0 + a1 < 5`.
void print(llvm::raw_ostream &os, const AxisBound &bound);
/// Prints all of it, one line for each axis, bound and irregular group.
void print(llvm::raw_ostream &os, const RelayoutAxes &axes);

std::string toString(const RelayoutAxes &axes);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_AXES_H
