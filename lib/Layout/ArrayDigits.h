//===- ArrayDigits.h - Where the digits of an index lie ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where no tile combines dimensions, a position is a sum over the digits of
// each index, whatever the extents are. Where tiles do, and all is static,
// DigitSum.h has the sum, which may be one of such digits, too.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_ARRAYDIGITS_H
#define TILED_LAYOUT_LIB_LAYOUT_ARRAYDIGITS_H

#include "tiled_layout/Layout/DimensionDigit.h"
#include "tiled_layout/Layout/Layout.h"
#include "tiled_layout/Layout/Stride.h"

#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

/// A digit of a logical dimension of an array, and how far apart its values
/// lie. Its size is what the extent leaves: 5 in a tile of 8 for an extent of
/// 5, 1 where there is only padding.
struct ArrayDigit : DimensionDigit {
  /// The places that there are for it: 8 in a tile of 8.
  int64_t places = 1;
  Stride stride;
};

/// Returns the digits of an array by physical dimension, most major first.
/// Extents may be `kDynamic`, and so may `strides`, those of the physical
/// dimensions; none are given where the array is no view. Fails where a tile
/// combines dimensions, or is sized by an extent that is not known.
llvm::Expected<llvm::SmallVector<ArrayDigit>>
getArrayDigits(const Layout &layout, llvm::ArrayRef<int64_t> extents,
               llvm::ArrayRef<int64_t> strides);

/// Returns the digits of an array of which all is static, in whose tiles
/// dimensions may be combined, if the edges of dimensions lie at those of
/// tiles: of 28x128 rows in T(*,8,128), which lie one after the other. There is
/// no place beside those of the elements. Fails where a digit needs several
/// dimensions.
llvm::Expected<llvm::SmallVector<ArrayDigit>>
getCombinedDigits(const Layout &layout, llvm::ArrayRef<int64_t> extents,
                  llvm::ArrayRef<int64_t> strides);

/// Returns the digits of one dimension that have values, most minor first,
/// neighbours that lie evenly joined to one. Where a tile does not divide
/// another one, a digit and the next one do not continue each other.
llvm::SmallVector<ArrayDigit> getDigitsOf(llvm::ArrayRef<ArrayDigit> all,
                                          int64_t dim);

/// The same of an array whose dimensions go on to the ends of their tiles, so
/// that sizes are places.
llvm::SmallVector<ArrayDigit> getPaddedDigitsOf(llvm::ArrayRef<ArrayDigit> all,
                                                int64_t dim);

/// Returns how many indices of a dimension lie in one tile, of the largest that
/// cut it: 8 of the rows in T(8,128)(4,1).
int64_t getTileIndices(llvm::ArrayRef<ArrayDigit> digits, int64_t dim);

/// Returns how many neighbours along a dimension lie side by side in memory, as
/// the rows that share a word: 2 of T(8,128)(2,1); 1 if neighbours do not, or
/// their number is known at run time only.
int64_t getSideBySide(llvm::ArrayRef<ArrayDigit> digits, int64_t dim);

/// Returns how far an element lies behind the first one, or `std::nullopt` if
/// that is a sum of distances that are known at run time only.
std::optional<Stride> getDistance(llvm::ArrayRef<ArrayDigit> digits,
                                  llvm::ArrayRef<int64_t> index);

/// True if two layouts of an array, of which extents may be `kDynamic`, have
/// the same digits and nothing else differs: whatever the extents are, they are
/// interchangeable. `{2,1,0:T(1,8,128)}` and `{2,1,0:T(8,128)}` are.
bool haveSameDigits(const Layout &a, const Layout &b,
                    llvm::ArrayRef<int64_t> extents);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_ARRAYDIGITS_H
