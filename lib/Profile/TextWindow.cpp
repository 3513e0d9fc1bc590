//===- TextWindow.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/TextWindow.h"

#include <cstring>

using namespace mlir::tiled_layout;

/// Bytes that are read at once.
static constexpr size_t blockSize = 1 << 20;

TextWindow::TextWindow(llvm::sys::fs::file_t input) : input(input) {}

TextWindow::TextWindow(llvm::StringRef text) : text(text), complete(true) {}

void TextWindow::consume(size_t size) {
  line += text.take_front(size).count('\n');
  offset += size;
  text = text.drop_front(size);
}

llvm::Error TextWindow::read() {
  if (complete)
    return llvm::Error::success();
  size_t kept = text.size();
  if (kept > 0)
    std::memmove(buffer.data(), text.data(), kept);
  // What is kept doubles at most, so that long items take linear time.
  size_t more = std::max(blockSize, kept);
  buffer.resize(kept + more);
  llvm::Expected<size_t> count = llvm::sys::fs::readNativeFile(
      input, llvm::MutableArrayRef(buffer).drop_front(kept));
  if (!count)
    return count.takeError();
  complete = *count == 0;
  text = llvm::StringRef(buffer.data(), kept + *count);
  return llvm::Error::success();
}
