//===- ElementType.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/ElementType.h"

using namespace mlir::tiled_layout;

static constexpr ElementType elementTypes[] = {
    {"pred", ElementKind::Predicate, 1},
    {"s1", ElementKind::Signed, 1},
    {"s2", ElementKind::Signed, 2},
    {"s4", ElementKind::Signed, 4},
    {"s8", ElementKind::Signed, 8},
    {"s16", ElementKind::Signed, 16},
    {"s32", ElementKind::Signed, 32},
    {"s64", ElementKind::Signed, 64},
    {"u1", ElementKind::Unsigned, 1},
    {"u2", ElementKind::Unsigned, 2},
    {"u4", ElementKind::Unsigned, 4},
    {"u8", ElementKind::Unsigned, 8},
    {"u16", ElementKind::Unsigned, 16},
    {"u32", ElementKind::Unsigned, 32},
    {"u64", ElementKind::Unsigned, 64},
    {"f4e2m1fn", ElementKind::Float, 4},
    {"f8e3m4", ElementKind::Float, 8},
    {"f8e4m3", ElementKind::Float, 8},
    {"f8e4m3fn", ElementKind::Float, 8},
    {"f8e4m3fnuz", ElementKind::Float, 8},
    {"f8e4m3b11fnuz", ElementKind::Float, 8},
    {"f8e5m2", ElementKind::Float, 8},
    {"f8e5m2fnuz", ElementKind::Float, 8},
    {"f8e8m0fnu", ElementKind::Float, 8},
    {"f16", ElementKind::Float, 16},
    {"bf16", ElementKind::Float, 16},
    {"f32", ElementKind::Float, 32},
    {"f64", ElementKind::Float, 64},
    {"c64", ElementKind::Complex, 64},
    {"c128", ElementKind::Complex, 128},
};

llvm::ArrayRef<ElementType> mlir::tiled_layout::getElementTypes() {
  return elementTypes;
}

std::optional<ElementType>
mlir::tiled_layout::getElementType(llvm::StringRef name) {
  for (const ElementType &type : elementTypes)
    if (name.equals_insensitive(type.name))
      return type;
  return std::nullopt;
}
