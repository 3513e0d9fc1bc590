//===- LowerOperation.h - One operation to loops ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the passes of these names do, on one operation that a script or another
// project's pass has chosen. `verifyMemRefsBelow` comes first, as in a pass.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_LOWEROPERATION_H
#define TILED_LAYOUT_TRANSFORMS_LOWEROPERATION_H

#include "tiled_layout/Target/Target.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/Error.h"

namespace mlir::tiled_layout {

/// Replaces a `tiled_layout.relayout`, or a `memref.copy` between layouts, of
/// memrefs by loops, as `tiled-layout-lower-relayouts` does: by its plan, or by
/// the one that the target of its module gives. Fails with an error at the
/// operation, which then stays.
LogicalResult lowerRelayout(Operation *op);

/// Replaces a structured operation by loops, as `tiled-layout-lower-structured`
/// does. Fails, and changes nothing, if it has no plan or the plan does not fit
/// it.
llvm::Error lowerStructured(OpBuilder &builder, linalg::LinalgOp op);

/// Cuts a loop, and those within it, at the edges of tiles, as
/// the step `tile-loops` of `tiled-layout-schedule-loops` does; a perfect nest
/// below it is cut as a whole. `maxOperations` bounds the operations of all
/// copies of the body. Remarks say what is not cut.
void tileLoop(Operation *loop, int64_t maxOperations);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TRANSFORMS_LOWEROPERATION_H
