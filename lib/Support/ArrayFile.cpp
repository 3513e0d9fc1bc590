//===- ArrayFile.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Support/ArrayFile.h"

#include "FileError.h"

#include "ValueBits.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
using llvm::Twine;

static bool isNpy(StringRef path) { return path.ends_with(".npy"); }

static bool startsAsNpy(StringRef bytes) {
  return bytes.starts_with("\x93NUMPY");
}

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

Expected<InputFile> InputFile::open(StringRef path) {
  InputFile input;
  input.path = path.str();
  bool isStandard = path == "-";
  auto file =
      isStandard
          ? llvm::MemoryBuffer::getSTDIN()
          : llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
  if (!file)
    return makeFileError(path, file.getError().message());
  input.file = std::move(*file);
  StringRef bytes = input.file->getBuffer();
  if (isStandard ? !startsAsNpy(bytes) : !isNpy(path))
    return input;
  Expected<NpyHeader> header = parseNpyHeader(bytes);
  if (!header)
    return makeFileError(path, llvm::toString(header.takeError()));
  input.header = std::move(*header);
  return input;
}

Expected<Shape> InputFile::getLogicalShape() const {
  if (!header)
    return makeFileError(path,
                         "holds raw bytes, whose element type and extents "
                         "nothing says");
  std::optional<ElementType> type = getElementTypeOfNpy(header->elementType);
  if (!type)
    return makeFileError(path, "elements of type '" + header->elementType +
                                   "' may be of several types");
  Shape shape{*type, {}, std::nullopt, {}};
  for (int64_t extent : header->shape)
    shape.dimensions.push_back({extent, /*bounded=*/false});
  return shape;
}

/// Returns the layout of the data behind a `.npy` header.
static Expected<Layout> matchHeader(StringRef path, const NpyHeader &header,
                                    const Shape &shape) {
  llvm::ArrayRef<int64_t> found = header.shape;
  llvm::SmallVector<int64_t, 6> extents = shape.extents();
  NpyHeader buffer = getBufferHeader(shape);
  bool isElement = isNpyElementType(header.elementType, shape.elementType);

  if (found == llvm::ArrayRef(extents) && isLogical(shape)) {
    if (!isElement)
      return makeFileError(path, "elements are " + header.elementType +
                                     ", but " + shape.elementType.name +
                                     " needs " +
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
      return makeFileError(path,
                           "a buffer must be in C order, but the file says "
                           "Fortran order");
    return layout;
  }
  if (found == llvm::ArrayRef(extents) && !isLogical(shape))
    return makeFileError(path, "holds the logical array " + printShape(found) +
                                   ", which needs a shape without tiles, tail "
                                   "padding and element size, but " +
                                   toString(shape) + " has them");
  return makeFileError(path,
                       "holds " + header.elementType + printShape(found) +
                           ", but " + toString(shape) + " is " +
                           buffer.elementType + printShape(buffer.shape) +
                           " or " + getNpyElementType(shape.elementType) +
                           printShape(isLogical(shape)
                                          ? llvm::ArrayRef<int64_t>(extents)
                                          : getPhysicalShape(layout, extents)));
}

/// Returns big-endian numbers as little-endian ones, or null without memory.
static std::unique_ptr<llvm::WritableMemoryBuffer> swapBytes(StringRef data,
                                                             size_t bytes) {
  auto swapped = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(data.size());
  if (!swapped)
    return nullptr;
  char *to = swapped->getBufferStart();
  for (size_t i = 0; i + bytes <= data.size(); i += bytes)
    std::reverse_copy(data.begin() + i, data.begin() + i + bytes, to + i);
  return swapped;
}

/// Returns numpy's name of the same elements as little-endian.
static std::string getLittleEndianName(StringRef name) {
  bool isSwapped = name.front() == '>' || name.front() == '=';
  return isSwapped ? "<" + name.drop_front().str() : name.str();
}

Expected<InputArray> InputArray::create(InputFile input, const Shape &shape) {
  InputArray array(std::move(input), shape);
  StringRef path = array.file.getPath();

  int64_t expected = getBytes(shape);
  const std::optional<NpyHeader> &header = array.file.getHeader();
  if (header) {
    Expected<Layout> layout = matchHeader(path, *header, shape);
    if (!layout)
      return layout.takeError();
    array.layout = *layout;
    if (isNpyElementType(header->elementType, shape.elementType) &&
        getBufferHeader(shape).elementType != "|u1") {
      array.elementName = getLittleEndianName(header->elementType);
      array.isUnsigned = header->elementType[1] == 'u';
    }
  }
  if (array.data.size() != static_cast<size_t>(expected))
    return makeFileError(path, "holds " + Twine(array.data.size()) +
                                   " bytes of data, but " + toString(shape) +
                                   " takes " + Twine(expected));
  if (header && header->isBigEndian()) {
    array.swapped = swapBytes(array.data, header->getNumberBytes());
    if (!array.swapped)
      return makeFileError(path, "no memory for " + Twine(expected) +
                                     " big-endian bytes");
    array.data = StringRef(array.swapped->getBufferStart(),
                           array.swapped->getBufferSize());
  }
  return array;
}

Error InputArray::checkValues() const {
  ValueBits bits(shape.elementType,
                 getBitsPerElement(layout, shape.elementType), isUnsigned);
  std::optional<MisfitValue> misfit =
      bits.findMisfit(data, Placement(layout, shape.extents()));
  if (!misfit)
    return Error::success();
  return makeFileError(file.getPath(),
                       "the value " + misfit->value + " at index " +
                           printShape(misfit->index) + " does not fit " +
                           shape.elementType.name + ", which holds " +
                           bits.getBounds());
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

Expected<OutputArray> OutputArray::create(StringRef path, const Shape &shape,
                                          bool isStandardNpy,
                                          StringRef elementName) {
  std::string start;
  if (path == "-" ? isStandardNpy : isNpy(path)) {
    NpyHeader header = getHeader(shape);
    bool isElement = header.elementType == getNpyElementType(shape.elementType);
    if (isElement && !elementName.empty())
      header.elementType = elementName.str();
    start = printNpyHeader(header);
  }
  size_t size = start.size() + static_cast<size_t>(getBytes(shape));
  Expected<OutputFile> file = OutputFile::create(path, size);
  if (!file)
    return file.takeError();
  OutputArray array(std::move(*file));
  uint8_t *bytes = array.file.getData();
  std::copy(start.begin(), start.end(), bytes);
  array.data = bytes + start.size();
  return array;
}
