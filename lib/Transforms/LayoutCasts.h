//===- LayoutCasts.h - Casts that are relayouts -----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LAYOUTCASTS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LAYOUTCASTS_H

#include "mlir/IR/Operation.h"

namespace mlir::tiled_layout {

/// Turns each `tensor.cast` between two layouts below `root` into the
/// `tiled_layout.relayout` that it stands for, with a cast of the extents
/// before or after it where one type knows more of them. Casts from and to
/// other encodings and unknown ranks stay.
///
/// Example: `tensor.cast %a : tensor<4xf32> to tensor<?xf32, T>` becomes a
/// relayout to `tensor<4xf32, T>` and a cast to `tensor<?xf32, T>`.
void replaceLayoutCasts(Operation *root);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LAYOUTCASTS_H
