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

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::tiled_layout {

/// One physical dimension: `0`, `0 p(8)` or `0 oe(8)`.
struct MorelloDim {
  enum class Kind {
    /// `0`: whatever the pieces further inside leave of the logical dimension.
    Dynamic,
    /// `0 p(n)`: a block of n consecutive values.
    Packed,
    /// `0 oe(n)`: a strip of n values, even positions first, then odd ones.
    OddEven,
  };

  /// Logical dimension number.
  int64_t dim = 0;
  Kind kind = Kind::Dynamic;
  /// The n of `p(n)` and `oe(n)`; 0 for a dynamic piece.
  int64_t size = 0;

  bool operator==(const MorelloDim &other) const {
    return dim == other.dim && kind == other.kind && size == other.size;
  }
};

/// A Morello layout: physical dimensions, slowest first.
struct MorelloLayout {
  llvm::SmallVector<MorelloDim> dims;

  bool operator==(const MorelloLayout &other) const {
    return dims == other.dims;
  }
};

/// Parses and checks (`checkMorello`) a Morello layout that begins at
/// `text[offset]`, such as `[0, 1, 0 p(4)]` or `NHWC`; moves `offset` behind
/// it. Fails with a `TextError` whose offset counts from the start of `text`.
llvm::Expected<MorelloLayout> parseMorello(llvm::StringRef text,
                                           size_t &offset);

/// Prints the layout as Morello does.
void print(llvm::raw_ostream &os, const MorelloLayout &layout);
std::string toString(const MorelloLayout &layout);

/// Returns why no shape can have the layout, or nothing.
std::optional<std::string> checkMorello(const MorelloLayout &layout);

/// Returns why the layout does not apply to a shape, or nothing. Dynamic
/// extents hide what they hide. Source: docs/Specification.md, "Morello".
std::optional<std::string>
checkMorelloOnShape(const MorelloLayout &layout,
                    llvm::ArrayRef<int64_t> extents);

/// Returns the extents of the layout's own physical dimensions, slowest first;
/// `kDynamic` where unknown. Requires `checkMorelloOnShape` to hold.
llvm::SmallVector<int64_t>
getMorelloPhysicalShape(const MorelloLayout &layout,
                        llvm::ArrayRef<int64_t> extents);

/// Returns the one layout, with `full` and `min(n)` entries and `exact` set,
/// that has the same positions on every shape of this rank that the Morello
/// layout applies to. Requires `checkMorello` to hold and every logical
/// dimension of the layout to be below `rank`.
///
/// Example: `[1, 0, 1 p(4)]` is `{0,1:T(min(4),1)}, exact`.
Layout getLayoutForAnyShape(const MorelloLayout &layout, size_t rank);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_MORELLO_H
