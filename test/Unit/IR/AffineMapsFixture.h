//===- AffineMapsFixture.h - Maps of layouts in text ------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TEST_UNIT_IR_AFFINEMAPSFIXTURE_H
#define TILED_LAYOUT_TEST_UNIT_IR_AFFINEMAPSFIXTURE_H

#include "Layout/LayoutText.h"
#include "tiled_layout/IR/AffineMaps.h"

#include "mlir/IR/MLIRContext.h"

namespace mlir::tiled_layout::test {

/// Names layouts in XLA's notation and returns their maps.
class AffineMapsFixture : public ::testing::Test {
protected:
  AffineMap getPhysical(StringRef text,
                        SmallVectorImpl<int64_t> *symbols = nullptr) {
    Shape shape = shapeOf(text);
    return getPhysicalMap(shape.getLayout(), shape.extents(), &context,
                          symbols);
  }

  AffineMap getPosition(StringRef text,
                        SmallVectorImpl<int64_t> *symbols = nullptr) {
    Shape shape = shapeOf(text);
    return getPositionMap(shape.getLayout(), shape.extents(), &context,
                          symbols);
  }

  AffineMap getExtents(StringRef text) {
    Shape shape = shapeOf(text);
    return getPhysicalExtentsMap(shape.getLayout(), shape.extents(), &context);
  }

  static std::string toText(AffineMap map) {
    std::string text;
    llvm::raw_string_ostream os(text);
    map.print(os);
    return text;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  SmallVector<int64_t> symbols;
};

} // namespace mlir::tiled_layout::test

#endif // TILED_LAYOUT_TEST_UNIT_IR_AFFINEMAPSFIXTURE_H
