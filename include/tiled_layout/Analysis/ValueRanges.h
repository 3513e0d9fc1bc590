//===- ValueRanges.h - Ranges of index values -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ANALYSIS_VALUERANGES_H
#define TILED_LAYOUT_ANALYSIS_VALUERANGES_H

#include "tiled_layout/IR/IndexRanges.h"

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/ValueRange.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::tiled_layout {

/// Finds out what values an index may have, from where it comes: constants,
/// induction variables of `affine` and `scf` loops, `affine.apply`, `min` and
/// `max`, sums, products, quotients, remainders, shifts, masks and extrema of
/// `arith`, and extents.
///
/// Arithmetic on indices is taken not to overflow. Answers are remembered: a
/// value that they rest on must not change.
class ValueRanges {
public:
  IndexRange get(Value value);
  SmallVector<IndexRange> get(ValueRange values);
  IndexRange get(AffineExpr expr, unsigned numDims, ValueRange operands);

private:
  IndexRange compute(Value value);
  IndexRange computeArgument(BlockArgument argument);
  IndexRange getLoopRange(AffineMap lower, ValueRange lowerOperands,
                          AffineMap upper, ValueRange upperOperands,
                          int64_t step);
  IndexRange getLoopRange(OpFoldResult lower, OpFoldResult upper,
                          int64_t step = 1);
  /// Returns the range of the smallest or of the largest result.
  IndexRange getExtremum(AffineMap map, ValueRange operands, bool isMin);

  llvm::DenseMap<Value, IndexRange> known;
  /// How many values the one that is looked at stands behind.
  unsigned depth = 0;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ANALYSIS_VALUERANGES_H
