//===- RowWriter.h - From a buffer to whole lines ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_ROWWRITER_H
#define TILED_LAYOUT_LIB_TRANSFORMS_ROWWRITER_H

#include "BlockMover.h"

namespace mlir::tiled_layout {

/// Writes one row of a buffer to memory: elements up to the first line, whole
/// lines by streaming stores, and the elements that are left.
class BlockMover::RowWriter {
public:
  /// `buffer` has room for a line behind each row.
  RowWriter(Location loc, Value buffer, Value dest, int64_t elementBits,
            bool hasMasks);

  /// Fetches the source from this position on while a row is written, as many
  /// elements as are written.
  void setPrefetch(Value newSource, Value newAhead) {
    source = newSource;
    ahead = newAhead;
  }

  /// Writes `count` elements from position `from` of the buffer.
  void write(OpBuilder &builder, Value from, Value to, Value count) const;

private:
  /// Writes fewer elements than a line has.
  void writePart(OpBuilder &builder, Value from, Value to, Value count) const;

  Location loc;
  Value buffer, dest;
  Value source, ahead;
  /// Elements of a line.
  int64_t line;
  int64_t elementBytes;
  bool hasMasks;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_ROWWRITER_H
