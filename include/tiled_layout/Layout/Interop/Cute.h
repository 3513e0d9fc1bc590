//===- Cute.h - CuTe's shapes and strides -----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_INTEROP_CUTE_H
#define TILED_LAYOUT_LAYOUT_INTEROP_CUTE_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

#include <string>

namespace mlir::tiled_layout {

/// Parses a CuTe layout such as `((2,4),8):((1,16),2)` that begins at
/// `text[offset]`, and moves `offset` after it: a shape and its strides,
/// nested alike, one top-level mode per dimension. Within a mode the first
/// number changes fastest. Returns a layout in canonical form with the same
/// positions. Fails with a `TextError`; among the reasons are a mode that is
/// not of the dimension's extent and strides that leave gaps or overlap, which
/// no layout does.
llvm::Expected<Layout> parseCute(llvm::StringRef text, size_t &offset,
                                 llvm::ArrayRef<int64_t> extents);

/// Returns the CuTe layout with the same positions on a static shape. Fails
/// with the first thing that CuTe cannot say, such as padding. Requires the
/// rules of Rules.h.
///
/// Example: `{1,0:T(8,128)}` on `[16, 256]` is
/// `((8,2),(128,2)):((128,2048),(1,1024))`.
llvm::Expected<std::string> getCute(const Layout &layout,
                                    llvm::ArrayRef<int64_t> extents,
                                    int64_t storageBits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_INTEROP_CUTE_H
