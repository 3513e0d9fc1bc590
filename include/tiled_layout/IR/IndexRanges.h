//===- IndexRanges.h - Affine expressions within ranges ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_INDEXRANGES_H
#define TILED_LAYOUT_IR_INDEXRANGES_H

#include "tiled_layout/IR/Congruence.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/Support/LLVM.h"

#include <optional>

namespace mlir::tiled_layout {

/// The values that an index may have: a range, both ends included, without a
/// value where an end is not known, and a congruence.
struct IndexRange {
  std::optional<int64_t> min, max;
  Congruence congruence = {};

  static IndexRange getConstant(int64_t value) {
    return {value, value, Congruence::getConstant(value)};
  }
  /// Returns the range whose ends are members of the congruence: 0 alone for
  /// multiples of 8 in [-3, 7].
  IndexRange tighten() const;
  bool isNonNegative() const { return min && *min >= 0; }
  /// True if the value lies in [0, size).
  bool isWithin(int64_t size) const {
    return isNonNegative() && max && *max < size;
  }
};

/// Returns the range of an affine expression whose dimensions and symbols have
/// these ranges, dimensions first. Affine expressions do not wrap around.
IndexRange getRange(AffineExpr expr, unsigned numDims,
                    ArrayRef<IndexRange> ranges);

/// Returns an expression with the same value wherever dimensions and symbols
/// are in these ranges, dimensions first, without the divisions and remainders
/// that the ranges make needless: (8 * d0 + d1) mod 8 is d1 where d1 is in
/// [0, 8), and where d0 is not multiplied but known to be a multiple of 8. What
/// a split took apart comes together again.
///
/// No remainder is left as the only operand of a division: MLIR 22's
/// canonicalisation takes (d0 mod 8) floordiv 2 for 3 in a loop over d0 from 7
/// on. (d0 floordiv 2) mod 4 is the same.
AffineExpr simplifyInRanges(AffineExpr expr, unsigned numDims,
                            ArrayRef<IndexRange> ranges);

/// The same for each result of a map.
AffineMap simplifyInRanges(AffineMap map, ArrayRef<IndexRange> ranges);

/// The same for a map from logical index, within extents. A dynamic extent is
/// taken to be anything; symbols are at least 0.
AffineMap simplifyForIndex(AffineMap map, ArrayRef<int64_t> extents);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_INDEXRANGES_H
