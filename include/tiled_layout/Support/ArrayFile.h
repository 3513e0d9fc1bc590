//===- ArrayFile.h - Arrays in files ----------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array of a given shape in a file: `.npy` if the name ends so, else raw
// bytes. Files are mapped, so that arrays may be larger than memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_SUPPORT_ARRAYFILE_H
#define TILED_LAYOUT_SUPPORT_ARRAYFILE_H

#include "tiled_layout/Layout/Layout.h"
#include "tiled_layout/Support/OutputFile.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace mlir::tiled_layout {

/// An array to read.
class InputArray {
public:
  /// Opens a file that holds an array of this shape, which must be static.
  ///
  /// A raw file holds exactly the array's bytes. A `.npy` file holds the
  /// logical array, if it has the shape's extents, or the buffer, if it has the
  /// physical shape or all elements in one dimension (all bytes, for elements
  /// that are no whole bytes). A logical array lies in the order that the file
  /// says, and needs a shape without tiles, tail padding and element size.
  /// Fails, naming sizes and types, before anything is read.
  static llvm::Expected<InputArray> open(llvm::StringRef path,
                                         const Shape &shape);

  /// The layout of the data: the shape's, or the order of a logical array.
  const Layout &getLayout() const { return layout; }
  const void *getData() const { return data.data(); }

private:
  std::unique_ptr<llvm::MemoryBuffer> file;
  llvm::StringRef data;
  Layout layout;
};

/// An array to write. Nothing stands under the final name before `commit`.
class OutputArray {
public:
  /// Makes room for an array of this shape, which must be static. A `.npy` file
  /// will hold the logical array if the shape has no tiles, tail padding or
  /// element size and its order is one that numpy has, else all elements in one
  /// dimension (all bytes, for elements that are no whole bytes).
  static llvm::Expected<OutputArray> create(llvm::StringRef path,
                                            const Shape &shape);

  void *getData() const { return data; }

  /// Gives the file its final name.
  llvm::Error commit() { return file.commit(); }

private:
  explicit OutputArray(OutputFile file) : file(std::move(file)) {}

  OutputFile file;
  void *data = nullptr;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_SUPPORT_ARRAYFILE_H
