//===- PermutedCopies.h - Copies that permute dimensions --------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_PERMUTEDCOPIES_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_PERMUTEDCOPIES_H

#include "tiled_layout/Structured/StructuredProblem.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::tiled_layout {

/// True if an operation on memrefs copies elements to an array whose dimensions
/// are those of the input in any order, and a relayout of such types may have a
/// plan.
bool isPermutedCopy(linalg::LinalgOp op);

/// True if it is one of elements of less than 32 bits.
bool isNarrowPermutedCopy(linalg::LinalgOp op);

/// True if a relayout is faster for such a copy than the plan: the squares that
/// the plan transposes are single words, or, of less than 32 bits, lie in one
/// tile of each array, or are made of words of the input whose other elements
/// belong to other squares.
bool suitsRelayout(const StructuredProblem &problem,
                   const StructuredPlan &plan);

/// Replaces such a copy by a relayout of a view with the dimensions in the
/// order of the other array.
void replaceByRelayout(RewriterBase &rewriter, linalg::LinalgOp op);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_PERMUTEDCOPIES_H
