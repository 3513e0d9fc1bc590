//===- KnownPadding.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Analysis/KnownPadding.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::hasPadding(ShapedType type) {
  std::optional<Layout> layout = getLayout(type);
  return layout &&
         getElements(*layout, type.getShape()) != type.getNumElements();
}

TypedAttr mlir::tiled_layout::getConstantPadding(ElementsAttr value) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value); dense && dense.isSplat())
    return dense.getSplatValue<TypedAttr>();
  return Builder(value.getContext()).getZeroAttr(value.getElementType());
}
