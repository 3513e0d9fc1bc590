//===- KnownProduct.h - Products of what may not be known -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_LAYOUT_KNOWNPRODUCT_H
#define TILED_LAYOUT_LIB_LAYOUT_KNOWNPRODUCT_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::tiled_layout {

/// Returns a * b, `kDynamic` if it is not known or not representable.
inline int64_t multiplyKnown(int64_t a, int64_t b) {
  int64_t product;
  if (a == kDynamic || b == kDynamic || llvm::MulOverflow(a, b, product))
    return kDynamic;
  return product;
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_LAYOUT_KNOWNPRODUCT_H
