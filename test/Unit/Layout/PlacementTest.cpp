//===- PlacementTest.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The worked figures of XLA's documents.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Placement.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"

#include "gtest/gtest.h"

using namespace mlir::tiled_layout;

static Shape parse(llvm::StringRef text) {
  llvm::Expected<Shape> shape = parseShape(text);
  if (!shape) {
    ADD_FAILURE() << llvm::toString(shape.takeError());
    return {*getElementType("f32"), {}, std::nullopt, {}};
  }
  return *shape;
}

static Placement place(llvm::StringRef text) {
  Shape shape = parse(text);
  return Placement(shape.getLayout(), shape.extents());
}

TEST(PlacementTest, Figure1) {
  EXPECT_EQ(place("F32[3,5]{1,0:T(2,2)}").getPosition({2, 3}), 17);
}

TEST(PlacementTest, PairsOfTilesAreMatched) {
  EXPECT_EQ(place("F32[8,8]{1,0:T(2,4)(2,1,1,1)}").getPosition({6, 5}), 51);
}
