//===- Interop.h - Layouts in other systems' notations ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_INTEROP_INTEROP_H
#define TILED_LAYOUT_LAYOUT_INTEROP_INTEROP_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::tiled_layout {

/// Whose notation a layout is written in.
enum class InteropNotation {
  /// `onednn(aBcd16b)`
  OneDnn,
  /// `#tpu.tiled<(8,128)(2,1),[2,1]>`
  Tpu,
  /// `pack(inner_dims_pos = [0, 1] inner_tiles = [8, 128])`, one or more
  Pack,
  /// `cute((2,4):(4,1))`
  Cute,
};

/// True if the text begins as one of the notations does.
bool startsInteropLayout(llvm::StringRef text);

/// Parses a layout in one of the notations, beginning at `text[offset]`, for an
/// array of these extents, and moves `offset` after it. Fails with a
/// `TextError`.
llvm::Expected<Layout> parseInteropLayout(llvm::StringRef text, size_t &offset,
                                          llvm::ArrayRef<int64_t> extents);

/// Prints a layout as `parseInteropLayout` reads it. Fails with the first
/// thing that the notation cannot say. Requires the rules of Rules.h.
llvm::Expected<std::string> printInteropLayout(InteropNotation notation,
                                               const Layout &layout,
                                               llvm::ArrayRef<int64_t> extents,
                                               int64_t storageBits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_INTEROP_INTEROP_H
