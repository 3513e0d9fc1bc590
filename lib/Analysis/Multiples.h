//===- Multiples.h - Arithmetic on what divides -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number here is something that a value is a multiple of; 0 says that the
// value is 0.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_ANALYSIS_MULTIPLES_H
#define TILED_LAYOUT_LIB_ANALYSIS_MULTIPLES_H

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

namespace mlir::tiled_layout::multiples {

/// Returns the magnitude of a constant.
int64_t ofConstant(int64_t value);
/// Returns what sums, differences and choices of two values are multiples of.
int64_t ofEither(int64_t a, int64_t b);
/// Returns what a value is a multiple of that is one of both numbers.
int64_t ofBoth(int64_t a, int64_t b);
int64_t ofProduct(int64_t a, int64_t b);
/// Returns the same for the quotient by a constant, rounded in any way.
int64_t ofQuotient(int64_t multiple, int64_t divisor);
/// Returns the same for a remainder; `isConstant` if the divisor is one.
int64_t ofRemainder(int64_t multiple, int64_t divisor, bool isConstant);
/// Returns the largest power of two that divides a number other than 0.
int64_t getPowerOfTwo(int64_t multiple);

/// Returns what the result of an arith operation, read as signed, is a multiple
/// of, from what `get` says of its operands. Only powers of two are left of a
/// result that may wrap around, which `ranges` knows.
int64_t ofArith(Operation *op, function_ref<int64_t(Value)> get,
                ValueRanges &ranges);

} // namespace mlir::tiled_layout::multiples

#endif // TILED_LAYOUT_LIB_ANALYSIS_MULTIPLES_H
