//===- DimensionDigit.h - A digit of one dimension's index ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tiles leave of a dimension, as long as they neither merge dimensions nor
// divide unevenly. Other digits are of other things: `Digit` (DigitSum.h) may
// be of a sum of dimensions, and has several moduli; `ArrayDigit`
// (ArrayDigits.h) adds where the values lie; `DigitStep` (DigitChains.h) is a
// step of a function; `IndexDigit` (Relayout/Axes.h) is of the row-major index
// of several dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_DIMENSIONDIGIT_H
#define TILED_LAYOUT_LAYOUT_DIMENSIONDIGIT_H

#include "tiled_layout/Layout/PhysicalShape.h"

#include <utility>

namespace mlir::tiled_layout {

/// The values floor(i / weight) mod size of the index i of a dimension.
struct DimensionDigit {
  /// -1 for an axis that comes from no dimension.
  int64_t dim = -1;
  int64_t weight = 1;
  /// `kDynamic` for what is left of an extent that is not known.
  int64_t size = 1;

  bool operator==(const DimensionDigit &other) const {
    return dim == other.dim && weight == other.weight && size == other.size;
  }

  /// True if this and the digit `minor` are one digit together: there is no
  /// step between them.
  bool continues(const DimensionDigit &minor) const {
    return dim == minor.dim && minor.size != kDynamic &&
           weight == minor.weight * minor.size;
  }

  /// Returns the digit of the blocks of `count` values, and that within them.
  /// The last block may be filled up.
  std::pair<DimensionDigit, DimensionDigit> split(int64_t count) const {
    int64_t blocks = size == kDynamic ? kDynamic : ceilDivide(size, count);
    return {{dim, weight * count, blocks}, {dim, weight, count}};
  }
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_DIMENSIONDIGIT_H
