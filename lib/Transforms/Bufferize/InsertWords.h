//===- InsertWords.h - Rows that are inserted word by word ------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_INSERTWORDS_H
#define TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_INSERTWORDS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include "llvm/ADT/SmallBitVector.h"

namespace mlir::tiled_layout {

/// Returns `dest` with the element of the slice at `indices`.
Value insertElement(OpBuilder &builder, tensor::InsertSliceOp op,
                    const llvm::SmallBitVector &dropped, ValueRange indices,
                    Value dest);

/// Inserts what belongs at a row or column into `dest`; returns the result.
using InsertAt = function_ref<Value(OpBuilder &, Value index, Value dest)>;

/// Returns `dest` with all rows of a slice along the last dimension but one: of
/// each whole word of `rows` rows together, and of each row that is left.
Value insertWordsAndRows(OpBuilder &builder, tensor::InsertSliceOp op,
                         int64_t rows, Value dest, InsertAt insertWord,
                         InsertAt insertRow);

/// Returns `dest` with the rows at `outer`, all indices of the slice but the
/// last two, where `rows` rows share a word in the slice as in the tensor, and
/// the first one is the first of a word in both: word by word, and what is left
/// after the last whole word by elements. Columns begin anywhere.
Value insertColumnsOfWords(OpBuilder &builder, tensor::InsertSliceOp op,
                           const llvm::SmallBitVector &dropped, int64_t rows,
                           ValueRange outer, Value dest);

/// Inserts rows of a slice into a tensor whose rows share words, by vectors of
/// all rows of a word. Rows before the first whole word and after the last one
/// are inserted under masks, or else element by element.
class WordInserter {
public:
  /// Words have `rows` rows of the tensor, vectors `lanes` elements of each.
  /// With masks, the last columns are a vector, too, and rows that are not all
  /// rows of their word. Requires that the slice has all columns from 0 on, at
  /// steps of 1.
  WordInserter(OpBuilder &builder, tensor::InsertSliceOp op,
               const llvm::SmallBitVector &dropped, int64_t lanes, int64_t rows,
               bool hasMasks);

  /// Returns `dest` with the rows at `outer`, all indices of the slice but the
  /// last two.
  Value insert(OpBuilder &builder, ValueRange outer, Value dest);

private:
  /// Returns the indices of the slice for a row of the tensor, or one that is
  /// so much further.
  SmallVector<Value> getSourceIndices(OpBuilder &builder, ValueRange outer,
                                      Value row, int64_t further, Value column);
  /// Inserts rows of the tensor from `column` on.
  Value insertElements(OpBuilder &builder, ValueRange outer, Value dest,
                       Value from, Value to, Value column);
  /// Inserts rows of the tensor that are within one word, if there are any.
  Value insertSome(OpBuilder &builder, ValueRange outer, Value dest, Value from,
                   Value to);
  /// Returns the mask of the rows of a word from `first` (0 if null) up to
  /// `stop` in so many columns, at most the lanes.
  Value createMask(OpBuilder &builder, Value first, Value stop, Value count);
  /// Inserts a vector of the words that begin at a row, under a mask unless it
  /// is null.
  Value insertWords(OpBuilder &builder, ValueRange outer, Value dest, Value row,
                    Value column, Value mask = {});

  tensor::InsertSliceOp op;
  const llvm::SmallBitVector &dropped;
  Location loc;
  int64_t lanes, rows;
  bool hasMasks;
  /// Rows of the tensor: of the slice, of its whole words, where elements
  /// before these end and those after begin.
  Value start, end, firstWord, wordsEnd, before, after;
  /// How many columns there are, in whole vectors, and left of them.
  Value columns, wholeColumns, restColumns;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LIB_TRANSFORMS_BUFFERIZE_INSERTWORDS_H
