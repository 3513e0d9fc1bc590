//===- MergedWindows.h - Columns of windows with channels -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_MERGEDWINDOWS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_MERGEDWINDOWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// Creates an operation, before `op`, that does the same with one reduction
/// instead of two: that of the columns of a window and that of the channels
/// after them, where both lie together in image and filter and the channels are
/// no multiple of `steps`, what a dot instruction takes. Three bytes of a pixel
/// fill none, the 21 of a row of a 7x7 window do. The order of the sums stays.
/// Null, and nothing is created, where there are no such reductions.
///
/// Example: an image of 1x224x224x3 and a filter of 7x7x3x64, both row-major,
/// are seen as 1x224x672 and 7x21x64.
linalg::LinalgOp mergeWindows(RewriterBase &rewriter, linalg::LinalgOp op,
                              int64_t steps);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_MERGEDWINDOWS_H
