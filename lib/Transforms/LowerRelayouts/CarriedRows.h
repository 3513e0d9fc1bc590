//===- CarriedRows.h - Rows through a buffer --------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_CARRIEDROWS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_CARRIEDROWS_H

#include "AxisLoops.h"
#include "RowWriter.h"

#include "tiled_layout/Relayout/RowBuffer.h"

namespace mlir::tiled_layout {

/// Builds the loop of a plan that carries lines along rows: what fills the
/// buffer, and the stores from there to memory.
class CarriedRows {
public:
  /// `plan` is the one to memory, whose extents and strides are known, and
  /// `loops` are over its axes with the strides of `getPlanToBuffer`. `memory`
  /// is a flat array.
  CarriedRows(Location loc, const RelayoutPlan &plan, const RowBuffer &buffer,
              AxisLoopBuilder &loops, Value memory, bool hasMasks)
      : loc(loc), plan(plan), buffer(buffer), loops(loops), memory(memory),
        hasMasks(hasMasks) {}

  /// Builds the loop where those around it stand. `fill` builds what writes the
  /// chunks of one iteration to the buffer that it is given, a flat array of
  /// the same elements as the memory.
  ///
  /// With `write`, it builds what writes the chunks of one iteration in which
  /// rows neither begin nor end, and all blocks are full, without the buffer.
  void
  build(OpBuilder &builder, function_ref<void(OpBuilder &, Value)> fill,
        function_ref<void(OpBuilder &, const RowWriter &)> write = nullptr);

  /// Returns where a row, or a part of it, begins in memory, given the loops
  /// around.
  Value getMemoryPosition(OpBuilder &builder) const;
  /// Returns where the chunk of a row begins in the buffer.
  Value getBufferPosition(OpBuilder &builder) const;

private:
  /// What an iteration has of its rows, whose loops stand inside.
  struct Chunks {
    /// How many elements are left of each row.
    Value left;
    Value isFirst, isLast, isEnd;
  };

  Chunks getChunks(OpBuilder &builder) const;
  /// True where rows begin or end, or an edge cuts a block.
  Value needsBuffer(OpBuilder &builder, const Chunks &chunks) const;
  /// Returns where what a row carries on is kept.
  Value getKeptPosition(OpBuilder &builder) const;
  /// Returns the axes that number all rows, whichever is in the buffer.
  SmallVector<size_t> getAllRows() const;
  /// Puts what a row has carried on in front of its chunk, which begins at
  /// `from`, if it is kept elsewhere.
  void bringBack(OpBuilder &builder, const RowWriter &writer, Value from) const;
  /// Carries on the last line of a chunk.
  void carryOn(OpBuilder &builder, const RowWriter &writer, Value from) const;
  /// Returns how many elements are left of each row, given the loops around.
  Value getLeft(OpBuilder &builder) const;
  /// Fetches the lines at both ends of all rows.
  void prefetchRowEnds(OpBuilder &builder) const;
  /// Writes the lines that this iteration completes.
  void writeChunks(OpBuilder &builder, const RowWriter &writer,
                   const Chunks &chunks) const;
  /// The same where rows begin or end.
  void writeEnds(OpBuilder &builder, const RowWriter &writer,
                 const Chunks &chunks) const;

  Location loc;
  const RelayoutPlan &plan;
  const RowBuffer &buffer;
  AxisLoopBuilder &loops;
  Value memory;
  bool hasMasks;
  /// What rows carry on while others use the buffer; null if none do.
  Value kept;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_CARRIEDROWS_H
