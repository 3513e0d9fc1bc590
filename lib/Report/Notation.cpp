//===- Notation.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Notation.h"

#include "tiled_layout/Layout/Morello.h"
#include "tiled_layout/Layout/Simplify.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::tiled_layout;
using llvm::createStringError;

//===----------------------------------------------------------------------===//
// XLA
//===----------------------------------------------------------------------===//

llvm::Expected<std::string> mlir::tiled_layout::toXlaText(const Shape &shape) {
  Shape result = shape;
  result.morello.clear();
  if (!result.layout)
    return toString(result);
  llvm::SmallVector<int64_t, 6> extents = shape.extents();
  if (result.layout->exact && llvm::is_contained(extents, kDynamic))
    return createStringError(
        "layout is exact on an extent that is not known, which XLA's notation "
        "cannot say");
  result.layout->exact = false;
  if (std::optional<size_t> unknown = resolveTiles(*result.layout, extents))
    return createStringError(
        "tile " + toString(result.layout->tiles[*unknown]) +
        " depends on an extent that is not known, which XLA's notation "
        "cannot say");
  return toString(result);
}

//===----------------------------------------------------------------------===//
// MLIR
//===----------------------------------------------------------------------===//

/// Returns the builtin type that stands for an element type.
static std::string getMlirType(const ElementType &type) {
  std::string bits = std::to_string(type.valueBits);
  switch (type.kind) {
  case ElementKind::Predicate:
    return "i1";
  case ElementKind::Signed:
    return "i" + bits;
  case ElementKind::Unsigned:
    return "ui" + bits;
  case ElementKind::Complex:
    return "complex<f" + std::to_string(type.valueBits / 2) + ">";
  case ElementKind::Float:
    break;
  }
  // MLIR writes the names of narrow floats as f8E4M3FN.
  if (type.valueBits <= 8)
    return "f" + type.name.drop_front().upper();
  return type.name.str();
}

std::string mlir::tiled_layout::toMlirText(const Shape &shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "tensor<";
  for (const Dimension &dimension : shape.dimensions) {
    if (dimension.size == kDynamic)
      os << '?';
    else
      os << dimension.size;
    os << 'x';
  }
  os << getMlirType(shape.elementType);
  if (shape.layout) {
    os << ", #tiled_layout.layout<";
    print(os, *shape.layout);
    os << '>';
  }
  os << '>';
  return text;
}

//===----------------------------------------------------------------------===//
// Morello
//===----------------------------------------------------------------------===//

llvm::Expected<std::string>
mlir::tiled_layout::toMorelloText(const Shape &shape) {
  if (!shape.morello.empty())
    return toString(shape);
  llvm::SmallVector<int64_t, 6> extents = shape.extents();
  if (llvm::is_contained(extents, kDynamic))
    return createStringError("Morello's notation needs a shape without unknown "
                             "extents");
  llvm::Expected<MorelloLayout> morello =
      getMorelloLayout(shape.getLayout(), extents);
  if (!morello)
    return morello.takeError();
  Shape result = shape;
  result.morello = toString(*morello);
  return toString(result);
}

//===----------------------------------------------------------------------===//
// Other systems
//===----------------------------------------------------------------------===//

llvm::Expected<std::string>
mlir::tiled_layout::toInteropText(InteropNotation notation,
                                  const Shape &shape) {
  llvm::Expected<std::string> layout =
      printInteropLayout(notation, shape.getLayout(), shape.extents(),
                         shape.elementType.storageBits());
  if (!layout)
    return layout.takeError();
  Shape bare = shape;
  bare.layout.reset();
  bare.morello.clear();
  return toString(bare) + *layout;
}
