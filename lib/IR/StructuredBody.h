//===- StructuredBody.h - What bodies of structured operations do *- C++
//-*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_IR_STRUCTUREDBODY_H
#define TILED_LAYOUT_LIB_IR_STRUCTUREDBODY_H

#include "tiled_layout/IR/StructuredOps.h"

namespace mlir::tiled_layout {

/// True if partial results of an output, which have a kind, may be combined in
/// any order.
bool isOrderFree(linalg::LinalgOp op, int64_t output, bool reassoc);

/// True if a product and its addition to the result may round once: the product
/// does not round, both say so, or the operation is named and `fuseNamed`.
bool mayFuse(linalg::LinalgOp op, bool fuseNamed);

/// Finds the widest value that the body computes, and what cannot be one of
/// vectors; fails if what it does cannot be moved.
llvm::Error checkBody(linalg::LinalgOp op, StructuredProblem &problem);

/// Notes in the problem what the body loads from arrays; fails if the operation
/// writes such an array, or vectors cannot hold what is loaded.
llvm::Error checkLoads(linalg::LinalgOp op, StructuredProblem &problem);

/// True if a value of the body is used for nothing but indices of loads, by
/// what `getAddresses` returns.
bool isOnlyAddress(Value value,
                   const llvm::SmallPtrSetImpl<Operation *> &addresses);

/// Returns how far neighbours along a dimension of an array lie apart, 0 if
/// there is one index only. Fails if the array is none that plans know.
llvm::Expected<Stride> getStrideOf(MemRefType type, int64_t axis);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_IR_STRUCTUREDBODY_H
