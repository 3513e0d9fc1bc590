//===- LayoutText.h - Layouts and shapes from text in tests -----*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_LAYOUT_LAYOUTTEXT_H
#define TILED_LAYOUT_TEST_UNIT_LAYOUT_LAYOUTTEXT_H

#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Text.h"

#include "gtest/gtest.h"

namespace mlir::tiled_layout::test {

/// Parses a shape; a text that is refused fails the test.
inline Shape shapeOf(llvm::StringRef text) {
  llvm::Expected<Shape> shape = parseShape(text);
  if (shape)
    return *shape;
  ADD_FAILURE() << text.str() << ": " << llvm::toString(shape.takeError());
  return {*getElementType("f32"), {}, std::nullopt, {}};
}

/// Parses a layout; a text that is refused fails the test.
inline Layout layoutOf(llvm::StringRef text) {
  llvm::Expected<Layout> layout = parseLayout(text);
  if (layout)
    return *layout;
  ADD_FAILURE() << text.str() << ": " << llvm::toString(layout.takeError());
  return {};
}

/// Returns the placement of a shape without dynamic dimensions.
inline Placement placementOf(llvm::StringRef text) {
  Shape shape = shapeOf(text);
  return Placement(shape.getLayout(), shape.extents());
}

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_UNIT_LAYOUT_LAYOUTTEXT_H
