//===- DigitChains.h - The digits of each index -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Repeated splitting of one index x leads to a function
//
//   f_1(x) = s_1 * x
//   f_k(x) = f_(k-1)(x mod p_k) + s_k * floor(x / p_k),  1 = p_1 < p_2 < ...
//
// The steps (p_k, s_k) with f_(k-1)(p_k) != s_k are unique: p_k is where the
// function first departs from f_(k-1). Most positions are a sum of such
// functions, each of one dimension or of several dimensions combined.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_DIGITCHAINS_H
#define TILED_LAYOUT_LIB_LAYOUT_DIGITCHAINS_H

#include "DigitSum.h"

namespace mlir::tiled_layout {

struct DigitStep {
  /// p_k
  int64_t divisor;
  /// s_k, in elements
  int64_t stride;

  bool operator==(const DigitStep &other) const {
    return divisor == other.divisor && stride == other.stride;
  }
};

/// The part of a position that one index decides.
struct DigitChain {
  /// The logical dimensions that make up the index, most major first.
  llvm::SmallVector<int64_t, 2> dims;
  /// Product of the dimensions' extents.
  int64_t extent = 1;
  /// Most minor digit first; no superfluous step.
  llvm::SmallVector<DigitStep, 4> steps;

  /// Returns f(x). Requires 0 <= x < extent.
  int64_t evaluate(int64_t x) const;
  /// Adds a step, most minor first, unless it is superfluous.
  void addStep(DigitStep step);
};

/// Returns the chain that is the sum of the terms, or `std::nullopt` if they
/// are not digits of one dimension, or of the combined index that has most
/// dimensions among them.
std::optional<DigitChain> getDigitChain(DigitPool &pool, const DigitSum &terms);

/// Returns the variable among the terms that combines most dimensions in
/// row-major order, or `std::nullopt` if every term is of another sum.
std::optional<size_t> findWidestIndex(const DigitPool &pool,
                                      llvm::ArrayRef<DigitTerm> terms);

/// Returns the chain of the index `variable` that is the sum of the terms, or
/// `std::nullopt` if there is none. Requires that `findWidestIndex` returns
/// `variable` for some terms of the same pool.
std::optional<DigitChain> getDigitChain(DigitPool &pool, const DigitSum &terms,
                                        size_t variable);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_DIGITCHAINS_H
