//===- ArrayFile.h - Arrays in files ----------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array of a given shape in a file: `.npy` or raw bytes; `-` is standard
// input or output. Files are mapped, so that arrays may be larger than memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_SUPPORT_ARRAYFILE_H
#define TILED_LAYOUT_SUPPORT_ARRAYFILE_H

#include "tiled_layout/Layout/Layout.h"
#include "tiled_layout/Support/Npy.h"
#include "tiled_layout/Support/OutputFile.h"

#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <optional>
#include <string>

namespace mlir::tiled_layout {

/// A file to read.
class InputFile {
public:
  /// Opens a file, or standard input if `path` is `-`. It is a `.npy` file if
  /// its name ends so, or for standard input if the bytes begin as one. Fails,
  /// naming the path, if it cannot be read or its header is none.
  static llvm::Expected<InputFile> open(llvm::StringRef path);

  llvm::StringRef getPath() const { return path; }
  /// What the header of a `.npy` file says; nothing for raw bytes.
  const std::optional<NpyHeader> &getHeader() const { return header; }
  /// The bytes after the header.
  llvm::StringRef getData() const {
    return file->getBuffer().drop_front(header ? header->dataOffset : 0);
  }

  /// Returns the element type and extents that the header says, in row-major
  /// order. Fails, naming the path, for raw bytes and for elements that several
  /// types have in common.
  llvm::Expected<Shape> getLogicalShape() const;

private:
  std::string path;
  std::unique_ptr<llvm::MemoryBuffer> file;
  std::optional<NpyHeader> header;
};

/// An array to read.
class InputArray {
public:
  /// Takes a file that holds an array of this shape, which must be static.
  ///
  /// A raw file holds exactly the array's bytes. A `.npy` file holds the
  /// logical array, if it has the shape's extents, or the buffer, if it has the
  /// physical shape or all elements in one dimension (all bytes, for elements
  /// that are no whole bytes). A logical array lies in the order that the file
  /// says, and needs a shape without tiles, tail padding and element size.
  /// Big-endian elements are brought into this machine's order in memory.
  /// Fails, naming sizes and types.
  static llvm::Expected<InputArray> create(InputFile file, const Shape &shape);

  /// The layout of the data: the shape's, or the order of a logical array.
  const Layout &getLayout() const { return layout; }
  const void *getData() const { return data.data(); }

  /// Fails, naming the first element's index, its value and the bounds, unless
  /// the bits of each element above those of a value are what a relayout makes
  /// of them: its sign for signed types, zero for others. Elements that the
  /// file says are unsigned must not pass the largest value of a signed type.
  llvm::Error checkValues() const;

  /// What the file calls an element, as little-endian: `<u2` where bf16 is
  /// stored as its bits. Empty for raw bytes and for buffers of bytes.
  llvm::StringRef getElementName() const { return elementName; }

private:
  InputArray(InputFile file, const Shape &shape)
      : file(std::move(file)), data(this->file.getData()), shape(shape),
        layout(shape.getLayout()) {}

  InputFile file;
  /// In place of the file's data where these are big-endian.
  std::unique_ptr<llvm::WritableMemoryBuffer> swapped;
  llvm::StringRef data;
  Shape shape;
  Layout layout;
  std::string elementName;
  /// True if the elements are unsigned numbers.
  bool isUnsigned = false;
};

/// An array to write. Nothing stands under the final name before `commit`.
class OutputArray {
public:
  /// Makes room for an array of this shape, which must be static. The file is
  /// `.npy` if `path` ends so; `-` is standard output, which is `.npy` if
  /// `isStandardNpy`. A `.npy` file will hold the logical array if the shape
  /// has no tiles, tail padding or element size and its order is one that numpy
  /// has, else all elements in one dimension (all bytes, for elements that are
  /// no whole bytes). Elements are called `elementName` if that is not empty.
  static llvm::Expected<OutputArray> create(llvm::StringRef path,
                                            const Shape &shape,
                                            bool isStandardNpy = false,
                                            llvm::StringRef elementName = {});

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
