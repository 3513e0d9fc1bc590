//===- LinearArrays.h - Arrays of one dimension, as rows --------*- C++
//-*-===////
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_LINEARARRAYS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_LINEARARRAYS_H

#include "tiled_layout/Layout/Layout.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::tiled_layout {

/// An array of one dimension that the loop of an operation accesses at its
/// index and an offset.
struct LinearArray {
  Value array;
  int64_t offset = 0;
  /// The layout of its rows; none for an array without a layout.
  std::optional<Layout> rows;
  /// The load in the body that accesses it, if none of the operands does.
  memref::LoadOp load;
  /// True if the index is subtracted from the offset.
  bool isReversed = false;

  /// Returns the rows in a tile of a tiled array.
  int64_t getTileRows() const { return rows->tiles[0][0].size; }
  /// Returns the elements in one of these rows.
  int64_t getColumns() const { return rows->tiles[0][1].size; }
};

/// Returns the elements in a row where some array of an operation with one loop
/// lies in words, such as T(1024)(128)(2,1), and each other one lies in rows of
/// as many elements, or has no layout. Appends the arrays: of each operand,
/// without a value where it has no dimension, and of loads in the body.
std::optional<int64_t> getLinearArrays(linalg::LinalgOp op,
                                       SmallVectorImpl<LinearArray> &arrays);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERSTRUCTURED_LINEARARRAYS_H
