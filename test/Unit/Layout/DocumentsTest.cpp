//===- DocumentsTest.cpp - The worked figures of XLA's documents ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutText.h"
#include "tiled_layout/Layout/PhysicalShape.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

using List = llvm::SmallVector<int64_t>;

/// Returns the positions of a 2-D array, row by row.
static std::vector<std::vector<int64_t>> gridOf(llvm::StringRef text) {
  Placement placement = placementOf(text);
  llvm::ArrayRef<int64_t> extents = placement.getExtents();
  std::vector<std::vector<int64_t>> grid(extents[0]);
  for (int64_t row = 0; row < extents[0]; ++row)
    for (int64_t column = 0; column < extents[1]; ++column)
      grid[row].push_back(placement.getPosition({row, column}));
  return grid;
}

//===----------------------------------------------------------------------===//
// Shapes and layout
//===----------------------------------------------------------------------===//

/// Returns the elements `a b c / d e f` in the order of memory.
static std::string lettersInMemory(llvm::StringRef text) {
  Placement placement = placementOf(text);
  std::string letters(placement.getElements(), '.');
  for (int64_t row = 0; row < 2; ++row)
    for (int64_t column = 0; column < 3; ++column)
      letters[placement.getPosition({row, column})] =
          "abcdef"[row * 3 + column];
  return letters;
}

TEST(DocumentsTest, MinorToMajor) {
  EXPECT_EQ(lettersInMemory("f32[2,3]{0,1}"), "adbecf");
  EXPECT_EQ(lettersInMemory("f32[2,3]{1,0}"), "abcdef");
  EXPECT_EQ(lettersInMemory("f32[2,3]"), "abcdef") << "the default order";
}

TEST(DocumentsTest, ExampleInstruction) {
  Shape shape = shapeOf("bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}");
  EXPECT_EQ(getPhysicalShape(shape.getLayout(), shape.extents()),
            (List{1, 8, 160, 128, 4, 128, 2, 1}));
  EXPECT_EQ(getBytes(shape), getLogicalBytes(shape)) << "nothing is padded";
  EXPECT_EQ(shapeOf("bf16[32,32,4096]{2,1,0:T(8,128)(2,1)S(1)}")
                .getLayout()
                .memorySpace,
            1);
}

TEST(DocumentsTest, TailPadding) {
  EXPECT_EQ(placementOf("f32[7]{0:L(16)}").getElements(), 16);
  EXPECT_EQ(placementOf("f32[7]{0:L(16)}").getIndex(7), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Tiled layout: figures
//===----------------------------------------------------------------------===//

TEST(DocumentsTest, Figure1) {
  Placement placement = placementOf("F32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(List(placement.getPhysicalShape()), (List{2, 3, 2, 2}));
  EXPECT_EQ(placement.getCoordinate({2, 3}), (List{1, 1, 0, 1}));
  EXPECT_EQ(placement.getPosition({2, 3}), 17);
  EXPECT_EQ(gridOf("F32[3,5]{1,0:T(2,2)}"),
            (std::vector<std::vector<int64_t>>{
                {0, 1, 4, 5, 8}, {2, 3, 6, 7, 10}, {12, 13, 16, 17, 20}}));
  int64_t padding = 0;
  for (int64_t position = 0; position < placement.getElements(); ++position)
    padding += !placement.getIndex(position);
  EXPECT_EQ(padding, 24 - 15);
}

TEST(DocumentsTest, Figure2) {
  EXPECT_EQ(
      gridOf("BF16[4,8]{1,0:T(2,4)(2,1)}"),
      (std::vector<std::vector<int64_t>>{{0, 2, 4, 6, 8, 10, 12, 14},
                                         {1, 3, 5, 7, 9, 11, 13, 15},
                                         {16, 18, 20, 22, 24, 26, 28, 30},
                                         {17, 19, 21, 23, 25, 27, 29, 31}}));
}

TEST(DocumentsTest, Figure3PairsTheElementsOfTwoTiles) {
  Placement placement = placementOf("BF16[32,256]{1,0:T(8,128)(2,1,1,1)}");
  EXPECT_EQ(List(placement.getPhysicalShape()),
            (List{2, 2, 8, 128, 2, 1, 1, 1}));
  // The same place in tiles (0, 0) and (1, 0): one 32-bit element.
  EXPECT_EQ(placement.getPosition({3, 5}) + 1, placement.getPosition({11, 5}));
  EXPECT_EQ(placement.getPosition({19, 200}) + 1,
            placement.getPosition({27, 200}));
}

TEST(DocumentsTest, Figure4) {
  Placement tiles = placementOf("BF16[8,8]{1,0:T(2,4)}");
  EXPECT_EQ(List(tiles.getPhysicalShape()), (List{4, 2, 2, 4}));
  EXPECT_EQ(tiles.getCoordinate({6, 5}), (List{3, 1, 0, 1}));

  Placement pairs = placementOf("BF16[8,8]{1,0:T(2,4)(2,1,1,1)}");
  EXPECT_EQ(List(pairs.getPhysicalShape()), (List{2, 2, 2, 4, 2, 1, 1, 1}));
  EXPECT_EQ(pairs.getCoordinate({6, 5}), (List{1, 1, 0, 1, 1, 0, 0, 0}));
  EXPECT_EQ(pairs.getPosition({6, 5}), 51);
}

TEST(DocumentsTest, CombinedDimensions) {
  Placement combined = placementOf("F32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}");
  Placement plain = placementOf("F32[112,110]{1,0:T(2,3)}");
  EXPECT_EQ(List(combined.getPhysicalShape()), List(plain.getPhysicalShape()));
  for (int64_t i = 0; i < 112; ++i)
    for (int64_t j = 0; j < 110; ++j)
      ASSERT_EQ(
          combined.getPosition({i / 56, i / 8 % 7, i % 8, j / 10, j % 10}),
          plain.getPosition({i, j}))
          << "at (" << i << ", " << j << ")";
}

//===----------------------------------------------------------------------===//
// Tiled layout: examples of formats
//===----------------------------------------------------------------------===//

TEST(DocumentsTest, Format1Untiled) {
  EXPECT_EQ(placementOf("f32[4,5,6]").getPosition({1, 2, 3}),
            (1 * 5 + 2) * 6 + 3);
}

TEST(DocumentsTest, Format2Tile) {
  Placement placement = placementOf("f32[20,300]{1,0:T(8,128)}");
  EXPECT_EQ(List(placement.getPhysicalShape()), (List{3, 3, 8, 128}));
  EXPECT_EQ(placement.getPosition({9, 130}), ((1 * 3 + 1) * 8 + 1) * 128 + 2);
}

TEST(DocumentsTest, Format3SmallTiles) {
  // A second minor dimension of 1 or 2, and of 3 or 4.
  EXPECT_EQ(placementOf("f32[2,300]{1,0:T(2,128)}").getElements(), 768);
  EXPECT_EQ(placementOf("f32[2,300]{1,0:T(8,128)}").getElements(), 3072);
  EXPECT_EQ(placementOf("f32[3,300]{1,0:T(4,128)}").getElements(), 1536);
  EXPECT_EQ(placementOf("f32[2,300]{1,0:T(2,128)}").getPosition({1, 129}),
            (1 * 2 + 1) * 128 + 1);
  // The planned 6x128 for 5 and 6.
  EXPECT_EQ(placementOf("f32[5,300]{1,0:T(6,128)}").getElements(), 2304);
}

TEST(DocumentsTest, Format4SixteenBits) {
  Placement placement = placementOf("bf16[20,300]{1,0:T(8,128)(2,1)}");
  // An even row and the odd row below it: one 32-bit element.
  for (int64_t row = 0; row < 20; row += 2)
    ASSERT_EQ(placement.getPosition({row, 77}) + 1,
              placement.getPosition({row + 1, 77}));
  EXPECT_EQ(placement.getPosition({7, 129}), 1795);
}

TEST(DocumentsTest, Format5AlternativeSixteenBits) {
  Placement placement = placementOf("bf16[32,256]{1,0:T(8,128)(2,1,1,1)}");
  for (int64_t row : {0, 7, 16, 23})
    ASSERT_EQ(placement.getPosition({row, 77}) + 1,
              placement.getPosition({row + 8, 77}));
}

TEST(DocumentsTest, Format6EightBits) {
  Placement placement = placementOf("s8[20,300]{1,0:T(8,128)(4,1)}");
  for (int64_t row = 0; row < 20; ++row)
    ASSERT_EQ(placement.getPosition({row, 77}),
              placement.getPosition({row / 4 * 4, 77}) + row % 4);
}

TEST(DocumentsTest, Format7OneBit) {
  Placement placement = placementOf("pred[40,130]{1,0:T(32,128)(32,1)E(1)}");
  for (int64_t row = 0; row < 40; ++row)
    ASSERT_EQ(placement.getPosition({row, 77}),
              placement.getPosition({row / 32 * 32, 77}) + row % 32);
  EXPECT_EQ(getBytes(shapeOf("pred[40,130]{1,0:T(32,128)(32,1)E(1)}")),
            64 * 256 / 8);
}

//===----------------------------------------------------------------------===//
// Values that XLA's own tests pin
//===----------------------------------------------------------------------===//

TEST(DocumentsTest, XlaNestedTiling) {
  Placement vector = placementOf("bf16[2048]{0:T(1024)(128)(2,1)}");
  EXPECT_EQ(List(vector.getPhysicalShape()), (List{2, 4, 128, 2, 1}));
  EXPECT_EQ(vector.getPosition({128}), 1);
  EXPECT_EQ(vector.getPosition({1}), 2);

  EXPECT_EQ(
      placementOf("bf16[2,8,128]{2,1,0:T(8,128)(2,1)}").getPosition({0, 2, 0}),
      256);
  EXPECT_EQ(placementOf("f32[8,4]{1,0:T(2,2)}").getPosition({3, 1}), 11);
}

TEST(DocumentsTest, Scalars) {
  EXPECT_EQ(placementOf("u32[]{:T(128)}").getElements(), 128);
  EXPECT_EQ(placementOf("u32[]{:T(128)}").getPosition({}), 0);
  EXPECT_EQ(placementOf("bf16[]{:T(512)(2,1)}").getElements(), 1024);
  EXPECT_EQ(placementOf("f32[]").getElements(), 1);
}
