//===- OrderedOutputs.h - Results in a buffer of their own ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_ORDEREDOUTPUTS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_ORDEREDOUTPUTS_H

#include "tiled_layout/Structured/StructuredPlan.h"
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

/// Lets an elementwise operation on bytes, or on several inputs of 16 bits,
/// whose plan transposes all inputs of the output's rank, write to a buffer
/// that lies as they do, and a relayout take the results from it: it moves
/// larger squares. False if that does not apply.
bool putAlike(RewriterBase &rewriter, linalg::LinalgOp op,
              const StructuredPlan &plan, const Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_ORDEREDOUTPUTS_H
