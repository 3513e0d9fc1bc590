//===- TextWindow.h - A long text, read piece by piece ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_PROFILE_TEXTWINDOW_H
#define TILED_LAYOUT_PROFILE_TEXTWINDOW_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"

#include <vector>

namespace mlir::tiled_layout {

/// A part of a text that moves along it. Holds what has been read and not been
/// consumed, so that memory depends on the longest item and not on the text.
class TextWindow {
public:
  /// Reads from an open file or pipe.
  explicit TextWindow(llvm::sys::fs::file_t input);
  /// Shows a text that is in memory and outlives the window.
  explicit TextWindow(llvm::StringRef text);

  /// What comes next. `read` and `consume` make it invalid.
  llvm::StringRef getText() const { return text; }
  /// True if nothing follows `getText()`.
  bool isComplete() const { return complete; }
  /// The number of the line that `getText()` begins in, from 1.
  int64_t getLine() const { return line; }
  /// Bytes consumed so far.
  uint64_t getOffset() const { return offset; }

  /// Goes past the first `size` bytes.
  void consume(size_t size);

  /// Makes `getText()` longer, or the window complete. Fails if the file
  /// cannot be read.
  llvm::Error read();

private:
  llvm::StringRef text;
  std::vector<char> buffer;
  llvm::sys::fs::file_t input = {};
  bool complete = false;
  int64_t line = 1;
  uint64_t offset = 0;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_PROFILE_TEXTWINDOW_H
