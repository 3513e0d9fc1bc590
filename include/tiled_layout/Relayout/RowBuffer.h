//===- RowBuffer.h - Rows that are written as whole lines -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_ROWBUFFER_H
#define TILED_LAYOUT_RELAYOUT_ROWBUFFER_H

#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// What the innermost loops of a plan and its block write: rows that are
/// contiguous in the destination.
struct RowBuffer {
  /// Axes along a row, most minor in the destination first.
  llvm::SmallVector<size_t> along;
  /// Axes that number the rows, and how many there are.
  llvm::SmallVector<size_t> rows;
  int64_t numRows = 1;
  /// Elements of a row, and from row to row in the buffer.
  int64_t width = 1;
  int64_t pitch = 1;

  int64_t getElements() const { return numRows * pitch; }
};

/// A bound along a row: of the elements of a row, numbered x, those with
/// `weight` times floor(x / step) less than what other axes leave are elements.
struct RowBound {
  int64_t step;
  int64_t weight;
};

/// Returns the bound along rows that bound number `k` of a plan is;
/// `std::nullopt` if it does not depend on axes along a row.
///
/// Requires a buffer of `getRowBuffer`.
std::optional<RowBound> getRowBound(const RelayoutPlan &plan,
                                    const RowBuffer &buffer, size_t k);

/// Returns the rows that the innermost `numLoops` loops and the block write;
/// `std::nullopt` if an edge leaves more of a row than its beginning.
std::optional<RowBuffer> getRowBuffer(const RelayoutPlan &plan,
                                      size_t numLoops);

/// Returns the plan whose destination is the buffer: loops that are not
/// buffered have the destination stride 0.
RelayoutPlan getPlanToBuffer(const RelayoutPlan &plan, const RowBuffer &buffer);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_ROWBUFFER_H
