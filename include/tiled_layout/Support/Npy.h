//===- Npy.h - numpy's array files ------------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header of a `.npy` file, as numpy's own format description has it
// (NEP 1): a magic string, a version, and a Python dictionary of the element
// type, the order and the shape, padded so that the data are aligned to 64.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_SUPPORT_NPY_H
#define TILED_LAYOUT_SUPPORT_NPY_H

#include "tiled_layout/Layout/ElementType.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace mlir::tiled_layout {

/// What the header of a `.npy` file says.
struct NpyHeader {
  /// numpy's name of the element type, such as `<f4`; `>f4` if the bytes of an
  /// element are stored most significant first.
  std::string elementType;
  /// True if the first index varies fastest.
  bool isFortranOrder = false;
  /// Extents, dimension 0 first.
  llvm::SmallVector<int64_t> shape;
  /// Where the data begin, in bytes from the start of the file.
  size_t dataOffset = 0;

  /// Bytes of one element.
  int64_t getElementBytes() const;
  /// Bytes of one number: half an element for complex types.
  int64_t getNumberBytes() const;
  /// True if the bytes of a number are stored most significant first.
  bool isBigEndian() const;
};

/// Reads the header at the start of a file. Fails, naming what was found and
/// what was expected, if the file is none, is cut short, or holds what has no
/// fixed width (objects, strings, records).
llvm::Expected<NpyHeader> parseNpyHeader(llvm::StringRef file);

/// Returns the header's bytes, the same as numpy's own; the data follow them at
/// once. `dataOffset` is not read.
std::string printNpyHeader(const NpyHeader &header);

/// Returns numpy's name for the elements of an array of this type: `<f4` for
/// f32, `|b1` for pred. Types that numpy lacks are written as `ml_dtypes` does,
/// as raw bytes: `<V2` for bf16, `|V1` for the 8-bit floats; integers below 8
/// bits are the 8-bit ones.
std::string getNpyElementType(const ElementType &type);

/// Returns the type that a file with these elements holds if nothing else says
/// so: `f32` for `<f4`, `bf16` for `<V2`, which is how `ml_dtypes` writes it.
/// Nothing for names that several types have, such as `|V1`.
std::optional<ElementType> getElementTypeOfNpy(llvm::StringRef name);

/// True if a file with these elements holds an array of this type: the name of
/// `getNpyElementType`, raw bytes or an unsigned integer of the same width, or
/// `f1` for an 8-bit float, as some versions of `ml_dtypes` write it.
bool isNpyElementType(llvm::StringRef name, const ElementType &type);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_SUPPORT_NPY_H
