//===- VectorParts.h - Parts of large vectors in memory ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_CONVERSION_VECTORPARTS_H
#define TILED_LAYOUT_LIB_CONVERSION_VECTORPARTS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::tiled_layout {

/// The most lanes of each part of a large vector: a few registers' worth, which
/// LLVM compiles at once.
constexpr int64_t maxLanesOfParts = 256;

/// Returns the shape of parts of a vector: extents that divide its own, of at
/// most `maxLanes` lanes, of the last dimensions first. For 24x100 and 256
/// lanes: 2x100.
SmallVector<int64_t> getPartShape(ArrayRef<int64_t> shape, int64_t maxLanes);

/// True if `cutMaskedAccess` takes the operation: a transfer, load or store
/// with a mask.
bool isMaskedAccess(Operation *op);

/// Replaces an access by accesses of parts of its vector, each under its part
/// of the mask. Upstream's patterns leave accesses with masks alone.
void cutMaskedAccess(IRRewriter &rewriter, Operation *op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_CONVERSION_VECTORPARTS_H
