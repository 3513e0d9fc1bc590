//===- ElementIndex.h - Which element is it? ------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_ELEMENTINDEX_H
#define TILED_LAYOUT_LIB_TRANSFORMS_ELEMENTINDEX_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::tiled_layout {

/// An index of an array, such that equal indices have equal maps: a map of
/// operands in the order in which its results name them.
struct ElementIndex {
  AffineMap map;
  SmallVector<Value> operands;

  bool operator==(const ElementIndex &other) const {
    return map == other.map && operands == other.operands;
  }
  /// True if it is another index for sure.
  bool differsFrom(const ElementIndex &other) const;
};

/// Returns the index of an affine load or store.
ElementIndex getElementIndex(Operation *access);
/// Returns the same of a map and its operands.
ElementIndex getElementIndex(AffineMap map, SmallVector<Value> operands);

/// Calls `visit` with each memref that an operation reads or writes; false if
/// these are not known.
bool visitAccesses(Operation *op,
                   function_ref<void(Value memref, bool isWrite)> visit);

/// True if an access to `memref` may touch elements of `other`.
bool mayTouch(Value memref, Value other);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_ELEMENTINDEX_H
