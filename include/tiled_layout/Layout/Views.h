//===- Views.h - Layouts of parts and reshapes of an array ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which layout a slice, a transposition or a reshape of an array has, so that
// no element moves. A slice lies among elements that are not its own: its
// tiles are as far apart as those of the array, which strides say, one for
// each physical dimension. Memrefs have them in their type; a tensor's slice
// has the layout alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_VIEWS_H
#define TILED_LAYOUT_LAYOUT_VIEWS_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::tiled_layout {

/// What a slice takes of one dimension of an array: the indices
/// `offset + step * i` for `0 <= i < size`.
struct SliceDimension {
  /// The offset, or `kDynamic`.
  int64_t offset = 0;
  /// What an offset that is `kDynamic` is known to be a multiple of; 0 if it
  /// is known to be 0.
  int64_t offsetMultiple = 1;
  /// The size, or `kDynamic`.
  int64_t size = kDynamic;
  /// What a size that is `kDynamic` is known not to exceed, or `kDynamic`.
  int64_t sizeBound = kDynamic;
  /// The step, or `kDynamic`.
  int64_t step = 1;
  /// The slice is known to have all indices of the dimension. Follows from
  /// numbers; has to be said where the extent is `kDynamic`.
  bool isWhole = false;
  /// The dimension, of size 1, is no dimension of the result.
  bool isDropped = false;

  /// All indices of a dimension.
  static SliceDimension getWhole(int64_t extent) {
    return {0, 0, extent, kDynamic, 1, true, false};
  }
};

/// A condition that a view does not meet.
struct ViewViolation : llvm::ErrorInfo<ViewViolation> {
  static char ID;

  enum class Kind {
    /// `value` (or `kDynamic`), the offset, is not (known to be) a multiple of
    /// `bound`.
    Offset,
    /// `value`, the step, is not 1 on a tiled dimension; `bound` is the tile.
    Step,
    /// `value`, the step, is less than 1: no layout goes backwards.
    Backwards,
    /// The dimension merges with a more major one under `*`, and is not taken
    /// whole: `value` of `bound`.
    Combined,
    /// A tile is sized by the extent, which is not known.
    Extent,
    /// The size of a dropped dimension, `value`, is not 1.
    Dropped,
    /// A tile of `bound` does not cut the dimension where the dimensions of
    /// the reshape meet.
    Tile,
    /// Dimensions that are to become one do not follow each other in memory.
    Order,
    /// Extents or strides that the reshape needs are not known.
    Dynamic,
    /// The size is not known to be at most `bound`, a tile of the layout that
    /// was asked for.
    Size,
    /// The layout that was asked for is not one of the slice.
    Target,
  };

  Kind kind;
  /// A dimension of the array.
  int64_t dimension;
  int64_t value;
  int64_t bound;

  ViewViolation(Kind kind, int64_t dimension, int64_t value = kDynamic,
                int64_t bound = kDynamic)
      : kind(kind), dimension(dimension), value(value), bound(bound) {}

  /// Returns the condition in words. `operand` names the offset or step where
  /// it is not a number, such as `%i`; it may be empty.
  std::string toString(llvm::StringRef operand = "") const;

  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;
};

/// The layout of a view and the elements between neighbours along each of its
/// physical dimensions, most major first, `kDynamic` where not known.
struct ViewLayout {
  Layout layout;
  llvm::SmallVector<int64_t> strides;
  /// For each physical dimension of the view, one of the array and how many
  /// times its stride, `kDynamic` if not known, make that of the view.
  llvm::SmallVector<int64_t> axes;
  llvm::SmallVector<int64_t> factors;
};

/// The layout of a slice, and where its physical dimensions come from.
struct SliceLayout {
  Layout layout;
  /// For each physical dimension of the slice, that of the array whose stride
  /// it has.
  llvm::SmallVector<int64_t> axes;
  /// The logical dimension whose step multiplies the stride, or -1.
  llvm::SmallVector<int64_t> stepped;
  /// For each physical dimension of the array, the coordinate at which the
  /// slice begins, or `kDynamic`.
  llvm::SmallVector<int64_t> begins;

  /// Returns the strides, from those of the array.
  llvm::SmallVector<int64_t>
  getStrides(llvm::ArrayRef<int64_t> arrayStrides,
             llvm::ArrayRef<SliceDimension> slice) const;
};

/// Returns the strides of an array that stands on its own: those of its
/// physical shape in row-major order.
llvm::SmallVector<int64_t> getPhysicalStrides(const Layout &layout,
                                              llvm::ArrayRef<int64_t> extents);

/// Returns the layout of a slice of an array. Fails, as the functions below do,
/// with the first `ViewViolation`.
///
/// In every dimension the slice begins at a multiple of all tiles that cut the
/// dimension, or is known to lie within one tile, which then shrinks to what
/// is known (a row of a tiled matrix: size 1). Where tiles cut a dimension its
/// step is 1. Of dimensions under `*`, all but the most major one are taken
/// whole, or those more major have size 1.
///
/// `L`, `M`, `SC` and `exact` are about the array's buffer; a slice has none.
///
/// Example: [8, 256] at (16, 128) of [64, 1024] in `{1,0:T(8,128)}` has the
/// layout `{1,0:T(8,128)}` and the strides [8192, 1024, 128, 1]; the row
/// [1, 1024] at (5, 0), its first dimension dropped, has `{0:T(128)}` and the
/// strides [1024, 1].
llvm::Expected<SliceLayout>
getSliceLayout(const Layout &layout, llvm::ArrayRef<int64_t> extents,
               llvm::ArrayRef<SliceDimension> slice);

/// Checks that a slice has the layout `target`, from what is known of it.
/// Beside the layout that `getSliceLayout` chooses there are those of less
/// knowledge: a slice that begins where a tile does and is no longer than a
/// smaller tile may have that.
llvm::Expected<SliceLayout>
checkSliceLayout(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                 llvm::ArrayRef<SliceDimension> slice, const Layout &target);

/// Returns the layout of an array whose dimension i is dimension
/// `permutation[i]` of the given one. Every element stays where it is, and
/// strides are the same.
Layout getTransposedLayout(const Layout &layout,
                           llvm::ArrayRef<int64_t> permutation);

/// Returns the layout of an array whose dimensions `groups[d]`, most major
/// first, are dimension `d` of the given one; groups count up. Every element
/// stays where it is.
///
/// Tiles are cut where dimensions meet, `T(8,128)` to `T(8,1,128)`; where they
/// cannot be, the new dimensions merge under `*`.
llvm::Expected<ViewLayout>
getExpandedLayout(const Layout &layout, llvm::ArrayRef<int64_t> strides,
                  llvm::ArrayRef<llvm::SmallVector<int64_t, 2>> groups,
                  llvm::ArrayRef<int64_t> expandedExtents);

/// Returns the layout of an array whose dimension `d` is made of the given
/// one's dimensions `groups[d]`, most major first; groups count up. Every
/// element stays where it is. `strides` are those of the given array.
llvm::Expected<ViewLayout>
getCollapsedLayout(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                   llvm::ArrayRef<int64_t> strides,
                   llvm::ArrayRef<llvm::SmallVector<int64_t, 2>> groups);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_VIEWS_H
