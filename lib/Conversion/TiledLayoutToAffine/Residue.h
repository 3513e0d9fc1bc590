//===- Residue.h - What is known of an index --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_RESIDUE_H
#define TILED_LAYOUT_LIB_CONVERSION_RESIDUE_H

#include "mlir/IR/Value.h"

namespace mlir::tiled_layout {

/// An index is `value` plus some multiple of `modulus`; it is `value` if the
/// modulus is 0, and nothing is known of it if the modulus is 1.
struct Residue {
  int64_t modulus = 1;
  int64_t value = 0;
};

/// Returns what sums, loops and `Divisibility` tell about an index.
///
/// Example: {16, 3} for `%i + 3` in `scf.for %i = %c0 to %n step %c16`.
Residue getResidue(Value index);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_RESIDUE_H
