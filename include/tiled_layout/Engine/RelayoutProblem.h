//===- RelayoutProblem.h - What a relayout does -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_RELAYOUTPROBLEM_H
#define TILED_LAYOUT_ENGINE_RELAYOUTPROBLEM_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/ADT/APInt.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::tiled_layout {

/// What a relayout does: the same array, from one layout to another.
struct RelayoutProblem {
  ElementType elementType;
  /// Static extents, dimension 0 first.
  llvm::SmallVector<int64_t> extents;
  Layout source;
  Layout dest;
  /// What padding positions of the destination receive: `undefined` (they are
  /// not written), `zero`, or a value of the element type such as `1.5`;
  /// complex numbers take only the first two.
  std::string padding = "undefined";

  bool operator==(const RelayoutProblem &other) const;

  /// The bytes of either buffer, tail padding included.
  int64_t getSourceBytes() const;
  int64_t getDestBytes() const;
};

llvm::hash_code hash_value(const RelayoutProblem &problem);

/// Returns the problem of two shapes. Fails unless they are one array: the same
/// element type and the same extents, all of them static.
llvm::Expected<RelayoutProblem> getRelayoutProblem(const Shape &source,
                                                   const Shape &dest);

/// Fails, with the reason, if a layout is illegal on the extents (Rules.h) or
/// an extent is dynamic.
llvm::Error checkProblem(const RelayoutProblem &problem);

/// Returns the bits of the padding value, as many as the type's value has, or
/// nothing if padding is left as it is. Fails as `checkProblem` does, and if
/// the text is no value of the element type.
llvm::Expected<std::optional<llvm::APInt>>
getPaddingBits(const RelayoutProblem &problem);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_RELAYOUTPROBLEM_H
