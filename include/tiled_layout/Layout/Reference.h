//===- Reference.h - The definition, element by element ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle of the tests and of the benchmark's check. Written from the
// documents' pad-reshape-transpose definition on lists of elements; it shares
// no code with what it checks, and only reads the fields of `Layout`.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_REFERENCE_H
#define TILED_LAYOUT_LAYOUT_REFERENCE_H

#include "tiled_layout/Layout/Layout.h"

#include <vector>

namespace mlir::tiled_layout::reference {

/// Marks a position that holds no element.
inline constexpr int64_t padding = -1;

/// Returns what stands at each position of a buffer in this layout: the
/// row-major number of the logical index, or `padding`. The size of the result
/// is the number of elements, tail padding included. Takes time and memory in
/// proportion to that; meant for arrays of up to some million elements.
///
/// Requires static extents and the rules of Rules.h to hold.
std::vector<int64_t> getContents(const Layout &layout,
                                 llvm::ArrayRef<int64_t> extents);

/// Returns the physical shape that the same steps lead to.
std::vector<int64_t> getPhysicalShape(const Layout &layout,
                                      llvm::ArrayRef<int64_t> extents);

} // namespace mlir::tiled_layout::reference

#endif // TILED_LAYOUT_LAYOUT_REFERENCE_H
