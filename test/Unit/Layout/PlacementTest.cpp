//===- PlacementTest.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ReferenceTest.cpp and DocumentsTest.cpp do not reach: indices that are
// out of bounds, and sizes near 2^63.
//
//===----------------------------------------------------------------------===//

#include "LayoutText.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

TEST(PlacementTest, ContainsIndicesWithinTheExtents) {
  Placement placement = placementOf("f32[3,5]{1,0:T(2,2)}");
  EXPECT_TRUE(placement.contains({0, 0}));
  EXPECT_TRUE(placement.contains({2, 4}));
  EXPECT_FALSE(placement.contains({3, 0})) << "padding is no element";
  EXPECT_FALSE(placement.contains({0, 5}));
  EXPECT_FALSE(placement.contains({-1, 0}));
  EXPECT_FALSE(placement.contains({0}));
  EXPECT_FALSE(placement.contains({0, 0, 0}));
}

TEST(PlacementTest, Rank0ContainsTheEmptyIndex) {
  EXPECT_TRUE(placementOf("f32[]").contains({}));
  EXPECT_FALSE(placementOf("f32[]").contains({0}));
}

TEST(PlacementTest, EmptyArraysContainNoIndex) {
  EXPECT_FALSE(placementOf("f32[0,5]{1,0:T(8,128)}").contains({0, 0}));
}

TEST(PlacementTest, LargestArray) {
  Placement bytes = placementOf("s8[9223372036854775807]");
  EXPECT_EQ(bytes.getPosition({9223372036854775806}), 9223372036854775806);
  EXPECT_EQ(bytes.getIndex(9223372036854775806)->front(), 9223372036854775806);

  // 2^31 rows of 2^32 - 256 columns in tiles of 8 by 128.
  Placement tiled = placementOf("s8[2147483648,4294967040]{1,0:T(8,128)}");
  EXPECT_EQ(tiled.getPosition({2147483647, 4294967039}),
            tiled.getElements() - 1);
  auto last = tiled.getIndex(tiled.getElements() - 1);
  EXPECT_EQ(*last, (llvm::SmallVector<int64_t>{2147483647, 4294967039}));
}
