//===- RepeatedElements.h - Collapsed broadcasts ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_REPEATEDELEMENTS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_REPEATEDELEMENTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::tiled_layout {

/// A broadcast along a dimension that is collapsed with its neighbours at once,
/// as where elements, rows or heads are repeated: the operation computes the
/// collapsed tensor, from an input whose index is a quotient or a remainder.
/// The tensor of more dimensions would be a copy, in tiles that are mostly
/// padding.
void populateRepeatPatterns(RewritePatternSet &patterns);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_REPEATEDELEMENTS_H
