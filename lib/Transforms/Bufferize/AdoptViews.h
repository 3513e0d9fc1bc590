//===- AdoptViews.h - Slices of marked memrefs to tiled views ---*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_ADOPTVIEWS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_ADOPTVIEWS_H

#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/SmallBitVector.h"

namespace mlir::tiled_layout {

/// An operation that makes a view or passes one on, and for a subview the
/// dimensions that it drops, which its type tells only while it is strided.
struct ViewOperation {
  Operation *op;
  llvm::SmallBitVector dropped;
};
using Views = SmallVector<ViewOperation>;

/// Finds them, each after those that it depends on, but for what loops yield.
Views findViews(Operation *root);

/// Gives views the types that they have in tiled memrefs. Fails with an error
/// at an operation that views of unlike arrays meet in.
LogicalResult adoptViews(RewriterBase &rewriter, ArrayRef<ViewOperation> views);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_ADOPTVIEWS_H
