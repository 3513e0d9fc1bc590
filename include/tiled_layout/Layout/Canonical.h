//===- Canonical.h - One spelling per meaning -------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_CANONICAL_H
#define TILED_LAYOUT_LAYOUT_CANONICAL_H

#include "tiled_layout/Layout/Layout.h"

namespace mlir::tiled_layout {

/// Returns the one spelling of all layouts that are interchangeable with
/// `layout` on a static shape (Compare.h). Idempotent. `storageBits` is the
/// storage width of the element type: an `E` equal to it is dropped.
///
/// Example: `{1,0:T(2,4)(2,1)}` on `[4, 8]` is `{1,0:T(2,1)}`.
Layout getCanonicalLayout(const Layout &layout,
                          llvm::ArrayRef<int64_t> extents, int64_t storageBits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_CANONICAL_H
