//===- RowBuffer.h - Rows that are written as whole lines -------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of the destination that begin anywhere in a line are written chunk by
// chunk. The buffer has a chunk of each row, and in front of it a line: the end
// of the chunk before. So whatever a row's place in its line is, a chunk
// completes as many lines as it is long, and they lie in the buffer in one
// piece.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_RELAYOUT_ROWBUFFER_H
#define TILED_LAYOUT_RELAYOUT_ROWBUFFER_H

#include "tiled_layout/Relayout/BlockProgram.h"
#include "tiled_layout/Relayout/RelayoutPlan.h"

namespace mlir::tiled_layout {

/// What the loops inside of `RelayoutPlan::carryLoop` and the block write.
/// Lengths and positions count elements.
struct RowBuffer {
  /// Axes along a chunk, most minor in the destination first.
  llvm::SmallVector<size_t> along;
  /// Axes that number the rows, and how many there are.
  llvm::SmallVector<size_t> rows;
  int64_t numRows = 1;
  /// The length of a chunk, a multiple of a line.
  int64_t width = 1;
  int64_t line = 1;
  /// From row to row in the buffer.
  int64_t pitch = 1;
  /// Loops over such buffers, and how many there are.
  llvm::SmallVector<size_t> rowLoops;
  int64_t numBuffers = 1;
  /// Room in front of the first row, for blocks that move back beyond it.
  int64_t front = 0;

  /// Returns where the first chunk begins, after its line.
  int64_t getFirst() const { return line + front; }
  /// Returns the size of the buffer: a whole line can be read wherever a row
  /// ends.
  int64_t getElements() const { return getFirst() + numRows * pitch; }
  /// True if what rows carry on is not where it is carried to.
  bool keepsCarried() const { return !rowLoops.empty(); }
  /// Returns the size of what is kept: a line of each row.
  int64_t getKeptElements() const { return numBuffers * numRows * line; }
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

/// Returns the buffer of a plan with a loop that carries; `std::nullopt` if an
/// edge leaves more of a row than its beginning, or cuts each row elsewhere.
std::optional<RowBuffer> getRowBuffer(const RelayoutPlan &plan);

/// True if a block of which any element is there lies in a source of so many
/// elements as a whole, since edges leave padding behind: the buffer has room
/// for that, too.
bool readsWholeBlocks(const RelayoutPlan &plan, int64_t sourceElements);

/// Returns the plan whose destination is the buffer: the loop that carries, and
/// those around it, have the destination stride 0. The first element is at
/// `RowBuffer::getFirst`.
RelayoutPlan getPlanToBuffer(const RelayoutPlan &plan, const RowBuffer &buffer);

/// Returns what moves the blocks of a plan, which are those of its buffer if it
/// has one; `std::nullopt` if vectors of `vectorBits` bits cannot.
std::optional<BlockProgram> getProgramOfPlan(const RelayoutPlan &plan,
                                             int64_t vectorBits);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_RELAYOUT_ROWBUFFER_H
