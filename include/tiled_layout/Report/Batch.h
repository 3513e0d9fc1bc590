//===- Batch.h - Answering one query a line ---------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_BATCH_H
#define TILED_LAYOUT_REPORT_BATCH_H

#include "tiled_layout/Report/Query.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace mlir::tiled_layout {

/// Answers queries of the form `SHAPE`, `SHAPE` TAB `I,J,...` or `SHAPE` TAB
/// `@POSITION`, each by one line of JSON. Remembers a bounded number of shapes,
/// so that memory does not grow with the number of queries.
class BatchAnswerer {
public:
  /// With `choose`, every shape gets the layout of `chooseFormat`.
  explicit BatchAnswerer(bool choose = false);
  ~BatchAnswerer();

  /// Answers one line, given without its line end.
  void answerLine(llvm::StringRef line, llvm::raw_ostream &os);

private:
  /// What is known of one shape: its explanation or why it is refused.
  struct Entry {
    std::optional<Explanation> shape;
    /// The JSON members, or the error.
    std::string text;
  };

  Entry compute(llvm::StringRef shapeText);
  const Entry &lookUp(llvm::StringRef shapeText);

  bool choose;
  llvm::StringMap<Entry> entries;
  /// The entry of a text that is too long to be kept.
  Entry uncached;
  std::unique_ptr<MLIRContext> context;
  /// Shapes computed in `context`.
  size_t computed = 0;
};

/// Answers every line of `input` up to its end; line k of the output answers
/// line k. A carriage return before the line end is no part of the line, and
/// the last line needs no line end. A line of more than `maxBatchLineBytes`
/// bytes is an error in the answer.
///
/// Output is flushed whenever more input has to be waited for, so that another
/// program can hold a conversation. Fails only if `input` cannot be read.
llvm::Error answerBatch(llvm::sys::fs::file_t input, llvm::raw_ostream &os,
                        bool choose = false);

/// The longest line that `answerBatch` reads. The memory that one shape takes
/// may grow with the square of its text, so this bounds that too.
inline constexpr size_t maxBatchLineBytes = 1 << 14;

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_BATCH_H
