//===- OneDnn.h - oneDNN's format tags --------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_INTEROP_ONEDNN_H
#define TILED_LAYOUT_LAYOUT_INTEROP_ONEDNN_H

#include "tiled_layout/Layout/Interop/Blocks.h"

#include <string>

namespace mlir::tiled_layout {

/// Parses a tag such as `aBcd16b` that begins at `text[offset]`, for an array
/// of this rank, and moves `offset` after it. Letters are dimensions, most
/// major first, upper case where blocks follow; then come the blocks. Fails
/// with a `TextError`.
llvm::Expected<BlockedLayout> parseOneDnnTag(llvm::StringRef text,
                                             size_t &offset, size_t rank);

/// Returns the tag of a layout. Fails with the first thing that no tag says.
///
/// Example: `{3,2,1,0:T(16,1,1)}` is `aBcd16b`.
llvm::Expected<std::string> getOneDnnTag(const Layout &layout,
                                         llvm::ArrayRef<int64_t> extents,
                                         int64_t storageBits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_INTEROP_ONEDNN_H
