//===- SteppedSlices.h - Parts of pairs as slices in steps ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_STEPPEDSLICES_H
#define TILED_LAYOUT_LIB_TRANSFORMS_STEPPEDSLICES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::tiled_layout {

/// Pairs without a dimension of their own, whose tiles would be mostly padding:
/// one element of each pair is a slice in steps of 2, and pairs that are
/// concatenated and collapsed are insertions in steps. Triples and so on
/// likewise, of tensors with layouts.
void populateSteppedSlicePatterns(RewritePatternSet &patterns);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_STEPPEDSLICES_H
