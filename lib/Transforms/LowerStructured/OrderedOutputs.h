//===- OrderedOutputs.h - Results in a buffer of their own ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_ORDEREDOUTPUTS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_ORDEREDOUTPUTS_H

#include "tiled_layout/Target/Target.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// True if relayouts move the elements of the only output of an operation, a
/// memref.
bool mayBeInOrder(linalg::LinalgOp op);

/// Lets an operation on memrefs with one output write to a buffer without
/// tiles, whose dimensions come in the order of `axes`, most major first.
/// Relayouts fill the buffer before, and take the results from it.
void putInOrder(RewriterBase &rewriter, linalg::LinalgOp op,
                ArrayRef<int64_t> axes, const Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_ORDEREDOUTPUTS_H
