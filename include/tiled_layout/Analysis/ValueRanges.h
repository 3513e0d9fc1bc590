//===- ValueRanges.h - What values an index may have ------------*- C++ -*-===//
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
/// where they come.
///
/// Ranges come from constants, induction variables of `affine` and `scf` loops,
/// `affine.apply`, `min` and `max`, `linalg.index`, and whatever implements
/// `InferIntRangeInterface`: arithmetic, casts, extents.
///
/// Congruences come from
///
/// * constants; `arith` sums, products, shifts, masks, remainders, quotients,
///   extrema, selections, casts between widths;
/// * `affine.apply`, `min`, `max`, `linearize_index`, `delinearize_index`;
/// * induction variables of `affine.for` and `parallel`, `scf.for`, `parallel`
///   and `forall`, from their lower bounds and steps;
/// * what `scf.for`, `scf.while`, `affine.for` carry and what `scf.if`,
///   `affine.if`, `scf.index_switch` and `scf.execute_region` yield; arguments
///   of blocks, from every branch to them;
/// * extents that types know (`memref.dim`, `tensor.dim`);
/// * `tiled_layout.assume_multiple`.
///
/// Arithmetic wraps around, with 64 bits for `index`, unless its flags say that
/// it does not, or ranges exclude it. Only remainders by powers of two survive
/// a wrap: a product with 6 that may wrap is known to be a multiple of 2.
/// Affine expressions do not wrap. No loop is taken to make 2^57 steps. Answers
/// are remembered: a value that they rest on must not change.
class ValueRanges {
public:
  /// Returns the range of an `index` and the congruence of an integer; other
  /// types have neither.
  IndexRange get(Value value);
  SmallVector<IndexRange> get(ValueRange values);
  IndexRange get(AffineExpr expr, unsigned numDims, ValueRange operands);

  /// Returns the congruence alone.
  ///
  /// Example: 3 modulo 16 for `%i + 3` in `scf.for %i = %c0 to %n step %c16`.
  Congruence getCongruence(Value value);
  Congruence getCongruence(OpFoldResult value);

  /// True unless the one result of an `arith` operation on integers is what the
  /// operation gives on its operands read as signed numbers of any size: not if
  /// a sum may wrap, a cast may lose bits, or an unsigned operation may meet a
  /// negative number.
  ///
  /// Example: true for `arith.muli %i, %c6 : i8`, unless `%i` is known to lie
  /// in [-21, 21], or the product is `nsw`.
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
  /// Returns the range without the congruence.
  IndexRange getSigned(Value value);
  SmallVector<IndexRange> getSigned(ValueRange values);

  Congruence getCongruenceOfArgument(BlockArgument argument);
  Congruence getCongruenceOfResult(OpResult result);
  Congruence getCongruenceOfArith(Operation *op);
  /// Returns what holds of all results of a map.
  Congruence getCongruence(AffineMap map, ValueRange operands);
  /// Returns the congruence of a value that is one of `incoming`, which may
  /// depend on it.
  Congruence getCarried(Value value, ValueRange incoming);

  llvm::DenseMap<Value, ConstantIntRanges> known;
  /// How many values the one that is looked at stands behind.
  unsigned depth = 0;

  llvm::DenseMap<Value, Congruence> congruences;
  /// What values that are being computed are supposed to be.
  llvm::SmallDenseMap<Value, Congruence> supposed;
  unsigned congruenceDepth = 0;
  /// Ends suppositions that lead to very many values.
  unsigned stepsLeft = 0;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ANALYSIS_VALUERANGES_H
