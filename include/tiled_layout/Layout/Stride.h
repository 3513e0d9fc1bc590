//===- Stride.h - Distances that may be known at run time only --*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_STRIDE_H
#define TILED_LAYOUT_LAYOUT_STRIDE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>
#include <cstdint>

namespace mlir::tiled_layout {

/// A number that is known at run time only: ceil(extent of the array's
/// dimension `dim` / `divisor`), or with divisor 0 the stride that a strided
/// memref has along `dim`, or a view along its physical dimension `dim`.
struct RuntimeFactor {
  int64_t dim;
  int64_t divisor;

  bool operator==(const RuntimeFactor &other) const {
    return dim == other.dim && divisor == other.divisor;
  }
};

/// A distance in elements: `factor` times what is known at run time only.
struct Stride {
  int64_t factor = 0;
  llvm::SmallVector<RuntimeFactor, 1> runtime;

  Stride(int64_t factor = 0, llvm::ArrayRef<RuntimeFactor> runtime = {})
      : factor(factor), runtime(runtime) {}

  bool isStatic() const { return runtime.empty(); }
  bool isUnit() const { return isStatic() && factor == 1; }
  /// Returns the number of elements. Requires that it is static.
  int64_t get() const {
    assert(isStatic() && "the stride is known at run time only");
    return factor;
  }
  /// True if the stride is a multiple of `divisor` whatever is found at run
  /// time.
  bool isMultipleOf(int64_t divisor) const { return factor % divisor == 0; }

  Stride operator*(int64_t steps) const { return {factor * steps, runtime}; }
  bool operator==(const Stride &other) const {
    return factor == other.factor && runtime == other.runtime;
  }
  bool operator!=(const Stride &other) const { return !(*this == other); }
};

/// The order in which loops stand, the least stride innermost: what is static
/// first, then what has fewer numbers that are known at run time only. Of two
/// strides of memrefs, that along the more minor dimension is first.
bool operator<(const Stride &a, const Stride &b);
inline bool operator>(const Stride &a, const Stride &b) { return b < a; }
inline bool operator<=(const Stride &a, const Stride &b) { return !(b < a); }
inline bool operator>=(const Stride &a, const Stride &b) { return !(a < b); }

/// Prints `1024`, or where it is known at run time only `?`, or `1024*?`.
llvm::raw_ostream &operator<<(llvm::raw_ostream &os, const Stride &stride);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_STRIDE_H
