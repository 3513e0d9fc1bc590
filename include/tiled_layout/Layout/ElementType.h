//===- ElementType.h - XLA's element types ----------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_LAYOUT_ELEMENTTYPE_H
#define TILED_LAYOUT_LAYOUT_ELEMENTTYPE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace mlir::tiled_layout {

/// How the bits of an element are read; decides how a value is widened when a
/// relayout changes `E`.
enum class ElementKind { Predicate, Signed, Unsigned, Float, Complex };

/// One of XLA's array element types.
struct ElementType {
  /// XLA's name, lower case: `pred`, `s8`, `bf16`, `c64`, ...
  llvm::StringLiteral name;
  ElementKind kind;
  /// Bits that carry the value: 1 for `pred`, 4 for `s4`, 16 for `bf16`.
  int64_t valueBits;

  /// Bits that one element takes when the layout has no `E(n)`: the value
  /// bits rounded up to whole bytes, so 8 for `pred` and every sub-byte type.
  /// Source: docs/Specification.md, section "Element size".
  int64_t storageBits() const { return (valueBits + 7) / 8 * 8; }

  bool operator==(const ElementType &other) const { return name == other.name; }
};

/// Returns all element types, in the order of docs/Specification.md.
llvm::ArrayRef<ElementType> getElementTypes();

/// Returns the element type called `name`. Upper case is accepted, since XLA's
/// documents write `F32`.
std::optional<ElementType> getElementType(llvm::StringRef name);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_LAYOUT_ELEMENTTYPE_H
