//===- ArrayFile.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Support/ArrayFile.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Support/Npy.h"

#include "llvm/ADT/Twine.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static Error makeError(StringRef path, const Twine &message) {
  return llvm::createStringError(path + ": " + message);
}

static bool isNpy(StringRef path) { return path.ends_with(".npy"); }

/// True if the buffer is the logical array in some order: nothing but the order
/// of the dimensions is said.
static bool isLogical(const Shape &shape) {
  Layout plain;
  plain.minorToMajor = shape.getLayout().minorToMajor;
  Layout layout = shape.getLayout();
  layout.memorySpace = 0;
  layout.exact = false;
  return layout == plain;
}

static Layout getColumnMajor(size_t rank) {
  Layout layout = Layout::getRowMajor(rank);
  std::reverse(layout.minorToMajor.begin(), layout.minorToMajor.end());
  return layout;
}

/// Returns how the buffer of an array is told to numpy: its elements in one
/// dimension, or bytes where an element is no whole bytes or no numpy type.
static NpyHeader getBufferHeader(const Shape &shape) {
  Layout layout = shape.getLayout();
  int64_t elements = getElements(layout, shape.extents());
  NpyHeader header;
  if (layout.elementBits == 0 ||
      layout.elementBits == shape.elementType.storageBits()) {
    header.elementType = getNpyElementType(shape.elementType);
    header.shape = {elements};
  } else {
    header.elementType = "|u1";
    header.shape = {getBytes(shape)};
  }
  return header;
}

static std::string printShape(llvm::ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  llvm::interleave(shape, os, ",");
  os << ']';
  return text;
}

//===----------------------------------------------------------------------===//
// Input
//===----------------------------------------------------------------------===//

/// Returns the layout of the data behind a `.npy` header.
static Expected<Layout> matchHeader(StringRef path, const NpyHeader &header,
                                    const Shape &shape) {
  llvm::ArrayRef<int64_t> found = header.shape;
  llvm::SmallVector<int64_t, 6> extents = shape.extents();
  NpyHeader buffer = getBufferHeader(shape);
  bool isElement = isNpyElementType(header.elementType, shape.elementType);

  if (found == llvm::ArrayRef(extents) && isLogical(shape)) {
    if (!isElement)
      return makeError(path, "elements are " + header.elementType + ", but " +
                                 shape.elementType.name + " needs " +
                                 getNpyElementType(shape.elementType));
    return header.isFortranOrder ? getColumnMajor(shape.rank())
                                 : Layout::getRowMajor(shape.rank());
  }
  Layout layout = shape.getLayout();
  bool isFlat = found == llvm::ArrayRef(buffer.shape);
  bool isPhysical =
      found == llvm::ArrayRef(getPhysicalShape(layout, extents)) &&
      buffer.shape.front() == getElements(layout, extents);
  bool isBytes = buffer.elementType == "|u1" && header.getElementBytes() == 1;
  if ((isFlat || isPhysical) && (isElement || isBytes)) {
    if (header.isFortranOrder && found.size() > 1)
      return makeError(path, "a buffer must be in C order, but the file says "
                             "Fortran order");
    return layout;
  }
  if (found == llvm::ArrayRef(extents) && !isLogical(shape))
    return makeError(path, "holds the logical array " + printShape(found) +
                               ", which needs a shape without tiles, tail "
                               "padding and element size, but " +
                               toString(shape) + " has them");
  return makeError(path,
                   "holds " + header.elementType + printShape(found) +
                       ", but " + toString(shape) + " is " +
                       buffer.elementType + printShape(buffer.shape) + " or " +
                       getNpyElementType(shape.elementType) +
                       printShape(isLogical(shape)
                                      ? llvm::ArrayRef<int64_t>(extents)
                                      : getPhysicalShape(layout, extents)));
}

Expected<InputArray> InputArray::open(StringRef path, const Shape &shape) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file)
    return makeError(path, file.getError().message());
  InputArray array;
  array.file = std::move(*file);
  array.data = array.file->getBuffer();
  array.layout = shape.getLayout();

  int64_t expected = getBytes(shape);
  if (isNpy(path)) {
    Expected<NpyHeader> header = parseNpyHeader(array.data);
    if (!header)
      return makeError(path, llvm::toString(header.takeError()));
    Expected<Layout> layout = matchHeader(path, *header, shape);
    if (!layout)
      return layout.takeError();
    array.layout = *layout;
    array.data = array.data.drop_front(header->dataOffset);
  }
  if (array.data.size() != static_cast<size_t>(expected))
    return makeError(path, "holds " + Twine(array.data.size()) +
                               " bytes of data, but " + toString(shape) +
                               " takes " + Twine(expected));
  return array;
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// Returns the header of the file that holds the array.
static NpyHeader getHeader(const Shape &shape) {
  Layout order;
  order.minorToMajor = shape.getLayout().minorToMajor;
  bool isColumnMajor = order == getColumnMajor(shape.rank());
  if (!isLogical(shape) || !(order.isRowMajor() || isColumnMajor))
    return getBufferHeader(shape);
  NpyHeader header;
  header.elementType = getNpyElementType(shape.elementType);
  header.shape = llvm::SmallVector<int64_t>(shape.extents());
  header.isFortranOrder = isColumnMajor && !order.isRowMajor();
  return header;
}

Expected<OutputArray> OutputArray::create(StringRef path, const Shape &shape) {
  std::string header = isNpy(path) ? printNpyHeader(getHeader(shape)) : "";
  size_t size = header.size() + static_cast<size_t>(getBytes(shape));
  Expected<OutputFile> file = OutputFile::create(path, size);
  if (!file)
    return file.takeError();
  OutputArray array(std::move(*file));
  uint8_t *start = array.file.getData();
  std::copy(header.begin(), header.end(), start);
  array.data = start + header.size();
  return array;
}
