//===- LaneValues.h - Values of a run as vectors ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body of a loop along a run does the same to each of the rows that share a
// word: its values come in copies, one for each row. A vector has the copies of
// one iteration as neighbours, and those of the next iteration after them, in
// the order in which memory has the elements; or each row is a vector of its
// own, and words are put together when they are stored.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_LANEVALUES_H
#define TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_LANEVALUES_H

#include "RunEdge.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::tiled_layout {

/// The values of one operation for each row of a word, or one that is the same
/// for all rows.
using Copies = SmallVector<Value, 4>;

/// Says which values of a loop's body can be vectors, and makes these.
class LaneValues {
public:
  LaneValues(affine::AffineForOp loop, int64_t rows,
             const RunAccesses &accesses, bool keepsRowsApart = false)
      : loop(loop), rows(rows), accesses(accesses),
        keepsRowsApart(keepsRowsApart) {}

  /// True if the copies can be a vector, and so can all that they come from.
  bool canBeVector(ArrayRef<Value> copies);
  /// True if a load was seen whose rows are halves of different words, or not
  /// in their places. Such rows are better kept apart: shifts of words cost
  /// less than shuffles of their halves.
  bool hasRowsOfOtherWords() const { return hasOtherWords; }

  /// Starts vectors of this many iterations, the first with this value of the
  /// loop's variable. Where the first or last of them is that of `newEdge`,
  /// the loop's own are those that follow `newInner`, as many.
  void begin(int64_t newIterations, Value newAt,
             const RunEdge *newEdge = nullptr, Value newInner = nullptr) {
    iterations = newIterations;
    at = newAt;
    edge = newEdge;
    inner = newInner;
    made.clear();
  }
  Value getAt() const { return at; }
  /// Returns the vector of copies for which `canBeVector` was true.
  Value getVector(OpBuilder &builder, ArrayRef<Value> copies);
  /// Returns what is stored: the elements of all rows in memory's order.
  Value getWords(OpBuilder &builder, ArrayRef<Value> copies);

private:
  bool isOutside(Value value) { return loop.isDefinedOutsideOfLoop(value); }
  bool canLoad(ArrayRef<Value> copies);
  Value make(OpBuilder &builder, ArrayRef<Value> copies);
  Value load(OpBuilder &builder, ArrayRef<Value> copies);
  Value loadRow(OpBuilder &builder, const RunAccess &access, Value from);
  Value loadWords(OpBuilder &builder, ArrayRef<Value> copies, Value from);
  Value insertEdge(OpBuilder &builder, ArrayRef<Value> copies, Value vector);

  affine::AffineForOp loop;
  int64_t rows;
  const RunAccesses &accesses;
  /// Each row is a vector of its own, and words are put together when stored.
  bool keepsRowsApart;
  bool hasOtherWords = false;
  int64_t iterations = 0;
  Value at, inner;
  const RunEdge *edge = nullptr;
  /// By the first of the copies and their number.
  using Key = std::pair<Value, size_t>;
  llvm::DenseMap<Key, Copies> known;
  llvm::DenseMap<Key, Value> made;
};

/// Returns a vector of scalars, one for each row, in each of some iterations.
Value repeat(OpBuilder &builder, ArrayRef<Value> copies, int64_t iterations);

/// Returns an operation on vectors instead of scalars: a copy with these
/// operands.
Value cloneOnVectors(OpBuilder &builder, Operation *op, ValueRange operands);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_VECTORIZELOOPS_LANEVALUES_H
