//===- Divisibility.h - What an index is a multiple of ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ANALYSIS_DIVISIBILITY_H
#define TILED_LAYOUT_ANALYSIS_DIVISIBILITY_H

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/OpDefinition.h"

#include "llvm/ADT/DenseMap.h"

namespace mlir::tiled_layout {

/// Proves what integers are multiples of, by looking at where they come from:
///
/// * constants; `arith` sums, products, shifts, masks, remainders, exact
///   quotients, extrema, selections, casts between widths;
/// * `affine.apply`, `min`, `max`, `linearize_index`, `delinearize_index`;
/// * induction variables of `affine.for` and `parallel`, `scf.for`, `parallel`
///   and `forall`, from their lower bounds and steps;
/// * what `scf.for`, `scf.while`, `affine.for` carry and what `scf.if`,
///   `affine.if`, `scf.index_switch` and `scf.execute_region` yield; arguments
///   of blocks, from every branch to them;
/// * extents that types know (`memref.dim`, `tensor.dim`);
/// * `tiled_layout.assume_multiple`.
///
/// Where arithmetic may wrap around, only powers of two are proved: a product
/// with 6 is a multiple of 6 if it is `nsw` or if `ValueRanges` excludes the
/// wrap, else of 2. Affine expressions do not wrap. Nothing is remembered
/// between calls, so the program may change. A value that many others lead to
/// is given up on.
class Divisibility {
public:
  /// Returns the largest number that the value is known to be a multiple of:
  /// at least 1, or 0 if the value is known to be 0.
  int64_t getMultiple(Value value);
  int64_t getMultiple(OpFoldResult value);

  /// Returns the same for an affine expression of values.
  int64_t getMultiple(AffineExpr expr, ValueRange dims, ValueRange symbols);

  /// True if `factor` times the value is known to be a multiple of `number`, at
  /// least 1.
  bool isMultipleOf(OpFoldResult value, int64_t number, int64_t factor = 1);
  bool isMultipleOf(AffineExpr expr, ValueRange dims, ValueRange symbols,
                    int64_t number, int64_t factor = 1);

private:
  /// Begins a question.
  void begin();
  int64_t compute(Value value);
  int64_t compute(AffineExpr expr, ValueRange dims, ValueRange symbols);
  int64_t computeArgument(BlockArgument argument);
  int64_t computeResult(OpResult result);
  /// Returns what each of the values is a multiple of.
  int64_t getCommon(ValueRange values);
  /// Returns the same for a value that is one of `incoming`, which may depend
  /// on it.
  int64_t getCarried(Value value, ValueRange incoming);
  int64_t getOfMap(AffineMap map, ValueRange operands);

  /// What values that are being computed are supposed to be multiples of.
  llvm::SmallDenseMap<Value, int64_t> supposed;
  /// What does not rest on a supposition; lives as long as one question.
  llvm::SmallDenseMap<Value, int64_t> known;
  /// What excludes that arithmetic wraps; lives as long.
  ValueRanges ranges;
  /// Ends questions that lead to very many values.
  unsigned stepsLeft = 0;
};

/// Returns the largest value that the index may have as far as `ValueRanges`
/// knows, or `std::nullopt`.
std::optional<int64_t> getUpperBound(OpFoldResult value);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ANALYSIS_DIVISIBILITY_H
