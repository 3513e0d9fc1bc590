//===- RowWriter.h - From a buffer to whole lines ---------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_ROWWRITER_H
#define TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_ROWWRITER_H

#include "mlir/IR/Builders.h"

namespace mlir::tiled_layout {

/// Copies from a buffer to memory by streaming stores of whole lines. Both are
/// flat memrefs of the same elements; positions and lengths count these.
class RowWriter {
public:
  /// Lines have `lineBytes`. `buffer` can be read for a line from wherever
  /// something is written from.
  RowWriter(Location loc, Value buffer, Value memory, int64_t lineBytes,
            bool hasMasks);

  /// Returns how far after the beginning of a line a position of the memory
  /// lies.
  Value getPlaceInLine(OpBuilder &builder, Value to) const;

  /// Writes whole lines. Requires that `to` begins one.
  void writeLines(OpBuilder &builder, Value from, Value to,
                  int64_t count) const;

  /// Writes `count` elements, which may be 0: those before the first line,
  /// whole lines, and those that are left.
  void write(OpBuilder &builder, Value from, Value to, Value count) const;

  /// Copies the line before `end` to the one before `begin`, within the buffer.
  void carry(OpBuilder &builder, Value begin, Value end) const;

  /// The same where the line in front is for another row next: it is kept in
  /// another array, at `to`, and brought back from there, from `from`.
  void keep(OpBuilder &builder, Value end, Value kept, Value to) const;
  void bringBack(OpBuilder &builder, Value kept, Value from, Value begin) const;

  /// A row whose lines are put together in registers.
  struct Row {
    /// Where the row lies in the memory, rounded down to a line.
    Value line;
    /// Where it does in the buffer, in front of which there is a line.
    Value front;
    /// The last elements that are not yet written, a line of them.
    Value carried;
    /// The lanes of the carried and the next line that make one of the memory.
    Value lanes;
  };

  /// Takes up a row at a position of the memory from the line in front of
  /// `from`. Requires permutes of two registers.
  Row resumeRow(OpBuilder &builder, Value from, Value to) const;
  /// Writes the line that the next elements of a row complete, `offset` after
  /// its first one, and carries these elements on. Requires all lanes of a
  /// line.
  void writeNext(OpBuilder &builder, Row &row, Value vector,
                 int64_t offset) const;
  /// Puts what is carried in front of the row again.
  void putDown(OpBuilder &builder, const Row &row) const;

private:
  void writeLine(OpBuilder &builder, Value from, Value to) const;
  void copyLine(OpBuilder &builder, Value fromArray, Value from, Value toArray,
                Value to) const;
  void stream(OpBuilder &builder, Value vector, Value to) const;
  /// Writes fewer elements than a line has.
  void writePart(OpBuilder &builder, Value from, Value to, Value count) const;
  void writeMasked(OpBuilder &builder, Value from, Value to, Value count) const;
  VectorType getVector(int64_t elements) const;
  VectorType getIntegers() const;

  Location loc;
  Value buffer, memory;
  int64_t lineBytes, elementBytes;
  /// Elements of a line.
  int64_t line;
  bool hasMasks;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_LOWERRELAYOUTS_ROWWRITER_H
