//===- RepeatedInputs.h - Inputs of divided indices, written out *- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_REPEATEDINPUTS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_REPEATEDINPUTS_H

#include "tiled_layout/Target/Target.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::tiled_layout {

/// Replaces each input of an elementwise operation that divides a dimension by
/// a buffer in rows, in which elements are repeated: `s[d0, d1 floordiv 10]`
/// becomes `r[d0, d1]`. Returns the copies that fill the buffers; none if an
/// element of one is read less than `leastReuse` times, or the operation
/// reduces.
SmallVector<linalg::LinalgOp> repeatInputs(RewriterBase &rewriter,
                                           linalg::GenericOp op, int64_t dim,
                                           uint64_t leastReuse,
                                           const Target &target);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_REPEATEDINPUTS_H
