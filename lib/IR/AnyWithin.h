//===- AnyWithin.h - Is there one like that? --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_IR_ANYWITHIN_H
#define TILED_LAYOUT_LIB_IR_ANYWITHIN_H

#include "mlir/IR/Visitors.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::tiled_layout {

/// True if an operation, a type or an expression is like that, or one within
/// it. The parameter of the predicate says of which kind.
template <typename RootT, typename PredicateT>
bool anyWithin(RootT root, PredicateT isLikeThat) {
  using PartT = typename llvm::function_traits<PredicateT>::template arg_t<0>;
  auto visit = [&](PartT part) -> WalkResult {
    return failure(isLikeThat(part));
  };
  if constexpr (std::is_pointer_v<RootT>)
    return root->walk(visit).wasInterrupted();
  else
    return root.walk(visit).wasInterrupted();
}

/// True if there is an operation of a kind: this one, or one within it.
template <typename OpT, typename RootT>
bool anyWithin(RootT root) {
  return anyWithin(root, [](OpT) { return true; });
}

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_IR_ANYWITHIN_H
