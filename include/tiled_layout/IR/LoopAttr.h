//===- LoopAttr.h - What a loop over tiled arrays is ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_LOOPATTR_H
#define TILED_LAYOUT_IR_LOOPATTR_H

#include "tiled_layout/IR/TiledLayout.h"

namespace mlir::tiled_layout {

/// What a loop goes over; the description of the attribute says more.
enum class LoopRole { Tiles, Rows, Threads, Run };

/// Which single iterations of a run are copies of its body beside the loop.
enum class PeeledEnds { None = 0, Before = 1, After = 2, Both = 3 };

} // namespace mlir::tiled_layout

#define GET_ATTRDEF_CLASSES
#include "tiled_layout/IR/LoopAttr.h.inc"

namespace mlir::tiled_layout {

/// The name of the attribute of loops.
inline constexpr llvm::StringLiteral loopAttrName = "tiled_layout.loop";

/// Returns what a loop goes over, or `std::nullopt` if nothing says so.
std::optional<LoopRole> getLoopRole(Operation *loop);

/// True if the iteration at this end of a run, `Before` or `After`, is beside
/// it.
bool isPeeled(Operation *loop, PeeledEnds end);

/// Says what a loop goes over. Requires a run where ends are peeled.
void setLoopRole(Operation *loop, LoopRole role,
                 PeeledEnds peeled = PeeledEnds::None);

/// Says that threads share a loop of a relayout, an iteration of which goes on
/// by `strides` elements in the source and in the destination.
void setSharedLoop(Operation *loop, ArrayRef<int64_t> strides);

/// Returns the strides of a loop that threads share; empty for another one.
ArrayRef<int64_t> getSharedStrides(Operation *loop);

/// Checks the attribute `tiled_layout.loop` of an operation.
LogicalResult verifyLoopRole(Operation *op, Attribute attribute);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_LOOPATTR_H
