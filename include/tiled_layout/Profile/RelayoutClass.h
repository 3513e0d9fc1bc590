//===- RelayoutClass.h - What moving an array amounts to --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_RELAYOUTCLASS_H
#define TILED_LAYOUT_PROFILE_RELAYOUTCLASS_H

#include "tiled_layout/Profile/Program.h"

namespace mlir::tiled_layout {

enum class RelayoutClass {
  /// No byte moves.
  View,
  /// Only the memory changes.
  MemorySpace,
  /// Some run of at least 16 bytes moves as a whole.
  Repack,
  /// Anything else.
  Transposition,
};

llvm::StringRef toString(RelayoutClass kind);

/// Which element of the operand the element i of the result is.
enum class ElementMap {
  /// Element i.
  Identity,
  /// Dimension k of the result is dimension `permutation[k]` of the operand.
  Transpose,
  /// The one with the same number in row-major order.
  Reshape,
};

struct RelayoutAnswer {
  RelayoutClass kind;
  /// False if the layouts cut the array at places so irregular that runs were
  /// looked for in a part of it only.
  bool isProved = true;
};

/// Returns the class of a relayout between arrays, or why the map between them
/// is none. The definitions are in docs/Profile.md, section "Relayouts".
///
/// Example: `f32[8,128]{1,0}` to `f32[8,128]{1,0:T(8,128)}` is a view.
llvm::Expected<RelayoutAnswer>
classifyRelayout(const Shape &operand, const Shape &result, ElementMap map,
                 llvm::ArrayRef<int64_t> permutation = {});

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_RELAYOUTCLASS_H
