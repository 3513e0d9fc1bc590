//===- LoopMarks.h - Attributes of loops ------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_LOOPMARKS_H
#define TILED_LAYOUT_IR_LOOPMARKS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::tiled_layout {

/// The attribute of the `scf.forall` that the threads of a relayout share: the
/// strides of its axis in the source and in the destination, in elements, as an
/// array of two `i64`. They tell it from loops over edges. The verifier of the
/// dialect checks the type.
inline constexpr llvm::StringLiteral sharedLoopMark =
    "tiled_layout.shared_strides";

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_LOOPMARKS_H
