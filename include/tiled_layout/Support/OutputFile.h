//===- OutputFile.h - Files that appear complete ----------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_SUPPORT_OUTPUTFILE_H
#define TILED_LAYOUT_SUPPORT_OUTPUTFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>

namespace mlir::tiled_layout {

/// A file of a known size to be written in memory. It is mapped, so that it may
/// be larger than memory, and takes its name when it is complete: a program
/// that fails or is stopped leaves nothing behind and an older file as it was.
class OutputFile {
public:
  /// Makes room for `size` bytes; `-` is standard output. Fails, naming the
  /// path, if the file cannot be created or the disk has no room for it.
  static llvm::Expected<OutputFile> create(llvm::StringRef path, size_t size);

  OutputFile(OutputFile &&other);
  /// Discards what is not committed.
  ~OutputFile();

  uint8_t *getData() const;

  /// Gives the file its name. Fails, naming the path, if what is no regular
  /// file does not take the bytes.
  llvm::Error commit();

private:
  OutputFile() = default;

  std::string path;
  /// A file beside the final one.
  std::optional<llvm::sys::fs::TempFile> file;
  std::unique_ptr<llvm::sys::fs::mapped_file_region> region;
  /// Instead of both where the path is no regular file, such as a pipe.
  std::unique_ptr<llvm::WritableMemoryBuffer> buffer;
};

/// Writes out what standard output still holds. Fails if it did not take all
/// that was printed, on which LLVM's own stream would end the program as a
/// crash.
llvm::Error finishStandardOutput();

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_SUPPORT_OUTPUTFILE_H
