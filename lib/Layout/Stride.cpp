//===- Stride.cpp ---------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Stride.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

bool mlir::tiled_layout::operator<(const Stride &a, const Stride &b) {
  if (a.runtime.size() != b.runtime.size())
    return a.runtime.size() < b.runtime.size();
  for (auto [left, right] : llvm::zip_equal(a.runtime, b.runtime))
    if (!(left == right))
      return std::make_tuple(right.dim, right.divisor) <
             std::make_tuple(left.dim, left.divisor);
  return a.factor < b.factor;
}

llvm::raw_ostream &mlir::tiled_layout::operator<<(llvm::raw_ostream &os,
                                                  const Stride &stride) {
  if (stride.isStatic())
    return os << stride.factor;
  if (stride.factor != 1)
    os << stride.factor << '*';
  return os << '?';
}
