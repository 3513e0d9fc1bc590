//===- MorelloDigits.h - Morello's layouts as lists of digits ---*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a shape, a Morello layout is a list of digits that tile each dimension
// exactly; its position is the mixed-radix number that they form. An odd-even
// strip is two of them, the less significant one in front.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_MORELLODIGITS_H
#define TILED_LAYOUT_LIB_LAYOUT_MORELLODIGITS_H

#include "tiled_layout/Layout/DimensionDigit.h"
#include "tiled_layout/Layout/Morello.h"

namespace mlir::tiled_layout {

/// The size is `kDynamic` for a dynamic piece of a shape that is not known.
struct PieceDigit : DimensionDigit {
  PieceDigit(int64_t dim, int64_t weight, int64_t size, bool mayShrink = false)
      : DimensionDigit{dim, weight, size}, mayShrink(mayShrink) {}
  PieceDigit(const DimensionDigit &digit) : DimensionDigit(digit) {}

  /// The size is a bound: an extent may leave less for this digit.
  bool mayShrink = false;

  bool operator==(const PieceDigit &other) const {
    return DimensionDigit::operator==(other) && mayShrink == other.mayShrink;
  }
};

/// Returns the digits of a layout on a static shape, most major first, without
/// those of size 1. Equal digits after `mergeDigits` mean equal functions.
llvm::SmallVector<PieceDigit> getDigits(const MorelloLayout &layout,
                                        llvm::ArrayRef<int64_t> extents);

/// Returns the digits of a layout on any shape: dynamic pieces have size
/// `kDynamic`, and the outermost sized piece of each dimension may shrink.
llvm::SmallVector<PieceDigit> getDigitsOnAnyShape(const MorelloLayout &layout);

/// Merges neighbours that together are one digit of their dimension.
void mergeDigits(llvm::SmallVectorImpl<PieceDigit> &digits);

/// Returns the layout that has these digits (merged) on a static shape, or why
/// Morello has none.
llvm::Expected<MorelloLayout>
getMorelloLayoutOfDigits(llvm::ArrayRef<PieceDigit> digits,
                         llvm::ArrayRef<int64_t> extents);

/// Returns the tiles, few and short, that bring an array of the dimensions
/// `order` (most major first) into the order of `digits` (merged). Digits that
/// may shrink become `min(n)`, those without bound `full`.
llvm::SmallVector<Tile> findTiles(llvm::ArrayRef<PieceDigit> digits,
                                  llvm::ArrayRef<int64_t> order);

/// Returns the digits of the physical dimensions of a layout without padding on
/// a static shape, slowest first, merged. Fails with the first tile that does
/// not divide, or divides dimensions merged by `*` unevenly, in terms of
/// `notation`.
llvm::Expected<llvm::SmallVector<PieceDigit>>
getExactDigits(const Layout &layout, llvm::ArrayRef<int64_t> extents,
               llvm::StringRef notation);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_MORELLODIGITS_H
