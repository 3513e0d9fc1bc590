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
#include "mlir/Interfaces/InferIntRangeInterface.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::tiled_layout {

/// Finds out what values integers and indices may have, read as signed, from
/// where they come: constants, induction variables of `affine` and `scf` loops,
/// `affine.apply`, `min` and `max`, and whatever implements
/// `InferIntRangeInterface`: arithmetic, casts, extents.
///
/// Arithmetic wraps around, with 64 bits for `index`, unless its flags say that
/// it does not; affine expressions do not wrap. No loop is taken to make 2^57
/// steps. Answers are remembered: a value that they rest on must not change.
class ValueRanges {
public:
  /// Returns the range of an `index`, an unknown one for other types.
  IndexRange get(Value value);
  SmallVector<IndexRange> get(ValueRange values);
  IndexRange get(AffineExpr expr, unsigned numDims, ValueRange operands);

  /// True unless the one result of an `arith` operation on integers is what the
  /// operation gives on its operands read as signed numbers of any size: not if
  /// a sum may wrap, a cast may lose bits, or an unsigned operation may meet a
  /// negative number.
  ///
  /// Example: true for `arith.muli %i, %c6 : i8`, unless `%i` is known to lie
  /// in
  /// [-21, 21], or the product is `nsw`.
  bool mayWrap(Operation *op);

private:
  /// Returns the range of an integer or index, read as signed and as unsigned.
  ConstantIntRanges getInteger(Value value);
  ConstantIntRanges compute(Value value);
  std::optional<IndexRange> computeArgument(BlockArgument argument);
  std::optional<IndexRange> computeAffine(Operation *op);
  IndexRange getLoopRange(AffineMap lower, ValueRange lowerOperands,
                          AffineMap upper, ValueRange upperOperands,
                          int64_t step);
  IndexRange getLoopRange(OpFoldResult lower, OpFoldResult upper,
                          OpFoldResult step);
  /// Returns the range of the smallest or of the largest result.
  IndexRange getExtremum(AffineMap map, ValueRange operands, bool isMin);
  IndexRange getSigned(Value value);

  llvm::DenseMap<Value, ConstantIntRanges> known;
  /// How many values the one that is looked at stands behind.
  unsigned depth = 0;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ANALYSIS_VALUERANGES_H
