//===- IndexInterfaces.h - What upstream may know of indices ----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_IR_INDEXINTERFACES_H
#define TILED_LAYOUT_LIB_IR_INDEXINTERFACES_H

#include "mlir/IR/MLIRContext.h"

namespace mlir::tiled_layout {

/// Attaches `InferIntRangeInterface` and `ValueBoundsOpInterface` to the
/// dialect's operations. They are attached, as upstream does for value bounds,
/// so that the header of the dialect includes neither.
void attachIndexInterfaces(MLIRContext &context);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_IR_INDEXINTERFACES_H
