//===- Morello.h - Morello's layouts ----------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Morello's notation as a second spelling: a list of physical dimensions,
// slowest first, each a piece of one logical dimension.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_MORELLO_H
#define TILED_LAYOUT_LAYOUT_MORELLO_H

#include "tiled_layout/Layout/Layout.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tiled_layout {

/// One physical dimension: `0`, `0 p(8)` or `0 oe(8)`.
struct MorelloDim {
  enum class Kind {
    /// `0`: whatever the pieces further inside leave of the logical dimension.
    Dynamic,
    /// `0 p(n)`: a block of n consecutive values; fewer if fewer are left.
    Packed,
    /// `0 oe(n)`: a strip of n values, even positions first, then odd ones.
    OddEven,
  };

  /// Logical dimension number.
  int64_t dim = 0;
  Kind kind = Kind::Dynamic;
  /// The n of `p(n)` and `oe(n)`; 0 for a dynamic piece.
  int64_t size = 0;

  static MorelloDim getDynamic(int64_t dim) { return {dim, Kind::Dynamic, 0}; }
  static MorelloDim getPacked(int64_t dim, int64_t size) {
    return {dim, Kind::Packed, size};
  }
  static MorelloDim getOddEven(int64_t dim, int64_t size) {
    return {dim, Kind::OddEven, size};
  }

  bool isDynamic() const { return kind == Kind::Dynamic; }
  bool isPacked() const { return kind == Kind::Packed; }
  bool isOddEven() const { return kind == Kind::OddEven; }

  bool operator==(const MorelloDim &other) const {
    return dim == other.dim && kind == other.kind && size == other.size;
  }
  bool operator!=(const MorelloDim &other) const { return !(*this == other); }
};

/// A Morello layout: physical dimensions, slowest first.
struct MorelloLayout {
  llvm::SmallVector<MorelloDim> dims;

  /// The constructors leave out dimensions of extent 1, as Morello does.
  ///
  /// `[0, 1, ...]`: `[16, 1, 4]` gives `[0, 2]`.
  static MorelloLayout getRowMajor(llvm::ArrayRef<int64_t> extents);
  /// `[..., 1, 0]`: `[2, 3, 4]` gives `[2, 1, 0]`.
  static MorelloLayout getColumnMajor(llvm::ArrayRef<int64_t> extents);
  /// `[0, ..., 2, 1]`: `[2, 2, 2, 2]` gives `[0, 3, 2, 1]`.
  static MorelloLayout getBatchedColumnMajor(llvm::ArrayRef<int64_t> extents);
  /// `[0, 2, 3, 1]`. Requires rank 4.
  static MorelloLayout getNhwc(llvm::ArrayRef<int64_t> extents);
  /// `[0, 1, 2, 3, 1 p(channels)]`. Requires rank 4 and `channels >= 2`;
  /// `checkMorelloOnShape` says whether the channels divide.
  static MorelloLayout getNchwc(llvm::ArrayRef<int64_t> extents,
                                int64_t channels);

  bool operator==(const MorelloLayout &other) const {
    return dims == other.dims;
  }
  bool operator!=(const MorelloLayout &other) const {
    return !(*this == other);
  }
};

/// Parses and checks (`checkMorello`) a Morello layout that begins at
/// `text[offset]`, such as `[0, 1, 0 p(4)]` or `NHWC`; moves `offset` after
/// it. Fails with a `TextError` whose offset counts from the start of `text`.
llvm::Expected<MorelloLayout> parseMorello(llvm::StringRef text, size_t &offset,
                                           TextOptions options = {});

/// Prints the layout as Morello does: `[0, 1, 0 p(4)]`, and `NHWC` for
/// `[0, 2, 3, 1]`.
void print(llvm::raw_ostream &os, const MorelloLayout &layout);
void print(llvm::raw_ostream &os, const MorelloDim &dim);
std::string toString(const MorelloLayout &layout);
std::string toString(const MorelloDim &dim);

/// Fails if no shape can have the layout.
llvm::Error checkMorello(const MorelloLayout &layout);

/// Fails if the layout does not apply to a shape. Dynamic extents hide what
/// they hide. Source: docs/Specification.md, "Morello".
llvm::Error checkMorelloOnShape(const MorelloLayout &layout,
                                llvm::ArrayRef<int64_t> extents);

/// Returns the extents of the layout's own physical dimensions, slowest first;
/// `kDynamic` where unknown. Requires `checkMorelloOnShape` to hold.
///
/// Example: `[1, 0, 1 p(8)]` on `[10, 4]` is `[1, 10, 4]`: the pack shrinks.
llvm::SmallVector<int64_t>
getMorelloPhysicalShape(const MorelloLayout &layout,
                        llvm::ArrayRef<int64_t> extents);

/// Returns the position of an element by Morello's own index expression.
/// Requires static extents, `checkMorelloOnShape` to hold and
/// `0 <= index < extents`.
///
/// Example: `[0, 1 oe(8)]` on `[2, 8]` puts (0, 5) at 6.
int64_t getMorelloPosition(const MorelloLayout &layout,
                           llvm::ArrayRef<int64_t> extents,
                           llvm::ArrayRef<int64_t> index);

/// Returns the one layout, with `full` and `min(n)` entries and, if it has
/// tiles, `exact` set, that has the same positions on every shape of this rank
/// that the Morello layout applies to. Requires `checkMorello` to hold and
/// every logical dimension of the layout to be below `rank`.
///
/// Example: `[1, 0, 1 p(4)]` is `{0,1:T(min(4),1)}, exact`.
Layout getLayoutForAnyShape(const MorelloLayout &layout, size_t rank);

/// Returns a short layout of constant tiles that has the same positions on
/// this one shape. Requires static extents and `checkMorelloOnShape` to hold.
///
/// Example: `[1, 0, 1 p(4)]` on `[6, 8]` is `{0,1:T(4,1)}`, on `[6, 4]`
/// `{1,0}`.
Layout getLayoutOnShape(const MorelloLayout &layout,
                        llvm::ArrayRef<int64_t> extents);

/// Returns the Morello layout with the same positions and elements on a static
/// shape, in canonical form (`getCanonicalView`). Fails with the first
/// thing that Morello cannot say: a property, padding, `*` that cuts a
/// dimension unevenly, digits out of order. Requires the rules of Rules.h.
///
/// Examples: `{1,0:T(8,128)}` on `[16, 256]` is `[0, 1, 0 p(8), 1 p(128)]`;
/// `{0:T(2)(4,1)}` on `[8]` is `[0 oe(8)]`.
llvm::Expected<MorelloLayout> getMorelloLayout(const Layout &layout,
                                               llvm::ArrayRef<int64_t> extents);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_MORELLO_H
