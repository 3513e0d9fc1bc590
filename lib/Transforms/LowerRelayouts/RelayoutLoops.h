//===- RelayoutLoops.h - Loops that copy an array -------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_RELAYOUTLOOPS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_RELAYOUTLOOPS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Builds affine loops that copy every element of one memref to another, whose
/// types say how both lie in memory.
///
/// For a static shape the loops are cut at the edges of the tiles of both sides
/// and ragged edges are peeled off, so that no division is left in the inner
/// loops once the accesses are lowered; the innermost loop is contiguous on at
/// least one side.
/// Elements that lie side by side on both sides are copied by vectors of up to
/// `vectorBytes`.
/// Returns how elements are copied: "by runs", or "by element".
StringRef buildRelayoutLoops(OpBuilder &builder, Location loc, Value source,
                             Value dest, int64_t vectorBytes);

/// True if a copy moves elements to other positions. A copy between arrays in
/// one layout is one of their buffers, which stays for the accesses' lowering.
bool isRelayout(memref::CopyOp copy);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_RELAYOUTLOOPS_H
