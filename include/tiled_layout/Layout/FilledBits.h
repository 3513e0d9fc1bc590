//===- FilledBits.h - Which bits of a buffer hold elements ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_FILLEDBITS_H
#define TILED_LAYOUT_LAYOUT_FILLEDBITS_H

#include "tiled_layout/Layout/Layout.h"

#include <optional>

namespace mlir::tiled_layout {

/// Returns true if the elements of two arrays fill the same bits of buffers of
/// the same size in bytes, whatever their shapes and types are. A bitcast
/// between them may then be a view.
///
/// Requires static extents and the rules of Rules.h to hold. The buffers are
/// compared by fingerprints of 122 bits, in time that depends on the layouts
/// and not on the extents. `std::nullopt` for layouts whose `*` merge what
/// other tiles have cut, on arrays of more than some million elements.
///
/// Example: `f32[16,8,128]{2,1,0:T(8,128)}` and `f32[128,128]{1,0}` fill the
/// same bits; `f32[5,128]{1,0:T(8,128)}` and `f32[8,128]{1,0}` do not.
std::optional<bool> fillSameBits(const Shape &a, const Shape &b);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_FILLEDBITS_H
