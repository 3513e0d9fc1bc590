//===- SizesTest.cpp - Elements and bytes ---------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutText.h"
#include "RandomLayouts.h"
#include "tiled_layout/Layout/Reference.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

using Extents = llvm::SmallVector<int64_t>;

static constexpr int64_t largest = std::numeric_limits<int64_t>::max();

static Extents physicalShapeOf(llvm::StringRef text) {
  Shape shape = shapeOf(text);
  return getPhysicalShape(shape.getLayout(), shape.extents());
}

static int64_t elementsOf(llvm::StringRef text) {
  Shape shape = shapeOf(text);
  return getElements(shape.getLayout(), shape.extents());
}

static int64_t bytesOf(llvm::StringRef text) { return getBytes(shapeOf(text)); }

static std::optional<int64_t> xlaArraySizeOf(llvm::StringRef text) {
  return getXlaArraySize(shapeOf(text));
}

//===----------------------------------------------------------------------===//
// Physical shape
//===----------------------------------------------------------------------===//

TEST(PhysicalShapeTest, TileSizes) {
  EXPECT_EQ(getTileSize(TileEntry::getSize(8), 3), 8);
  EXPECT_EQ(getTileSize(TileEntry::getSize(8), kDynamic), 8);
  EXPECT_EQ(getTileSize(TileEntry::getFull(), 7), 7);
  EXPECT_EQ(getTileSize(TileEntry::getFull(), 0), 1);
  EXPECT_EQ(getTileSize(TileEntry::getFull(), kDynamic), kDynamic);
  EXPECT_EQ(getTileSize(TileEntry::getMin(4), 7), 4);
  EXPECT_EQ(getTileSize(TileEntry::getMin(4), 3), 3);
  EXPECT_EQ(getTileSize(TileEntry::getMin(4), 0), 1);
  EXPECT_EQ(getTileSize(TileEntry::getMin(4), kDynamic), kDynamic);
  EXPECT_EQ(getTileSize(TileEntry::getMin(1), kDynamic), 1);
}

TEST(PhysicalShapeTest, FewerEntriesTileASuffix) {
  EXPECT_EQ(physicalShapeOf("f32[256,8]{1,0:T(8)}"), (Extents{256, 1, 8}));
}

TEST(PhysicalShapeTest, MoreEntriesPrependOnes) {
  EXPECT_EQ(physicalShapeOf("f32[]{:T(8,128)}"), (Extents{1, 1, 8, 128}));
  EXPECT_EQ(physicalShapeOf("f32[100]{0:T(8,128)}"), (Extents{1, 1, 8, 128}));
  EXPECT_EQ(physicalShapeOf("bf16[]{:T(512)(2,1)}"), (Extents{1, 512, 2, 1}));
}

TEST(PhysicalShapeTest, CombineOverAPrependedDimensionDoesNothing) {
  EXPECT_EQ(physicalShapeOf("f32[10]{0:T(*,4)}"), (Extents{3, 4}));
}

TEST(PhysicalShapeTest, DynamicExtentsSpread) {
  EXPECT_EQ(physicalShapeOf("f32[?,256]{1,0:T(8,128)}"),
            (Extents{kDynamic, 2, 8, 128}));
  EXPECT_EQ(physicalShapeOf("f32[?,4]{1,0:T(full,2)}"),
            (Extents{kDynamic, 2, kDynamic, 2}));
  EXPECT_EQ(physicalShapeOf("f32[?,4,6]{2,1,0:T(*,2,3)}"),
            (Extents{kDynamic, 2, 2, 3}));
  EXPECT_EQ(physicalShapeOf("f32[?]{0:T(1)}"), (Extents{kDynamic, 1}));
}

TEST(PhysicalShapeTest, RandomDynamicExtentsHideOnlyWhatDependsOnThem) {
  std::mt19937_64 random(5);
  int64_t hidden = 0, shown = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    RandomLayout layout = getRandomLayout(random);
    Extents known = layout.extents;
    for (int64_t &extent : known)
      if (chance(random, 40))
        extent = kDynamic;
    SCOPED_TRACE("trial " + std::to_string(trial) + ": " + layout.describe() +
                 ", known " + ::testing::PrintToString(known));
    Extents unknown = getPhysicalShape(layout.layout, known);
    Extents exact = getPhysicalShape(layout.layout, layout.extents);
    ASSERT_EQ(unknown.size(), exact.size());
    for (auto [u, e] : llvm::zip_equal(unknown, exact)) {
      (u == kDynamic ? hidden : shown) += 1;
      if (u != kDynamic) {
        EXPECT_EQ(u, e);
      }
    }
    if (HasFailure())
      return;
  }
  EXPECT_GE(hidden, 500);
  EXPECT_GE(shown, 500);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

TEST(ElementsTest, EveryLevelPads) {
  EXPECT_EQ(elementsOf("bf16[]{:T(512)(2,1)}"), 1024);
  EXPECT_EQ(elementsOf("f32[3,5]{1,0:T(2,2)}"), 24);
  EXPECT_EQ(elementsOf("f32[3,5]{1,0:T(2,2)(3)}"), 36);
}

TEST(ElementsTest, TailPadding) {
  EXPECT_EQ(elementsOf("f32[7]{0:L(16)}"), 16);
  EXPECT_EQ(elementsOf("f32[16]{0:L(16)}"), 16);
  EXPECT_EQ(elementsOf("f32[7]{0:T(4)L(3)}"), 9);
  EXPECT_EQ(elementsOf("f32[200001,128]{1,0:T(8)L(1024)}"), 25600128 + 896);
}

TEST(ElementsTest, EmptyArraysHaveNone) {
  EXPECT_EQ(elementsOf("f32[0,5]{1,0:T(8,128)L(1024)}"), 0);
  EXPECT_EQ(elementsOf("f32[5,0]{1,0:T(*,full)}"), 0);
  EXPECT_EQ(physicalShapeOf("f32[0,5]{1,0:T(8,128)}"), (Extents{0, 1, 8, 128}));
}

TEST(ElementsTest, DynamicUnlessEmpty) {
  EXPECT_EQ(elementsOf("f32[?,5]"), kDynamic);
  EXPECT_EQ(elementsOf("f32[?,0]"), 0);
  EXPECT_EQ(elementsOf("f32[<=6,5]"), 30);
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

TEST(BytesTest, RoundUpToWholeBytes) {
  EXPECT_EQ(getBytes(0, 4), 0);
  EXPECT_EQ(getBytes(1, 1), 1);
  EXPECT_EQ(getBytes(8, 1), 1);
  EXPECT_EQ(getBytes(9, 1), 2);
  EXPECT_EQ(getBytes(15, 4), 8);
  EXPECT_EQ(getBytes(3, 42), 16);
  EXPECT_EQ(getBytes(kDynamic, 4), kDynamic);
}

TEST(BytesTest, BitsMayPassWhatBytesDoNot) {
  EXPECT_EQ(getBytes(largest, 8), largest);
  EXPECT_EQ(getBytes(largest, 1), (largest >> 3) + 1);
}

TEST(BytesTest, StorageWidthOrElementSize) {
  EXPECT_EQ(bytesOf("s4[5,3]{1,0:E(4)}"), 8);
  EXPECT_EQ(bytesOf("s4[5,3]{1,0}"), 15);
  EXPECT_EQ(bytesOf("pred[40,130]{1,0:T(32,128)(32,1)E(1)}"), 2048);
  EXPECT_EQ(bytesOf("pred[10]{0:E(32)}"), 40);
  EXPECT_EQ(bytesOf("c128[3]"), 48);
  EXPECT_EQ(bytesOf("f4e2m1fn[3]"), 3);
}

TEST(BytesTest, MetadataAndSplitsDoNotCount) {
  EXPECT_EQ(bytesOf("f32[10]{0:T(8)M(1024)}"), 64);
  EXPECT_EQ(bytesOf("f32[10]{0:T(8)SC(0:5)}"), 64);
}

TEST(BytesTest, LogicalBytesAreWithoutPadding) {
  EXPECT_EQ(getLogicalBytes(shapeOf("f32[3,5]{1,0:T(2,2)L(100)}")), 60);
  EXPECT_EQ(getLogicalBytes(shapeOf("s4[5,3]{1,0:T(8,128)E(4)}")), 8);
  EXPECT_EQ(getLogicalBytes(shapeOf("f32[?]")), kDynamic);
}

// The definition: as many bits as the reference has elements.
TEST(BytesTest, RandomLayouts) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 500; ++trial) {
    auto [layout, extents] = getRandomLayout(random);
    int64_t bits = getBitsPerElement(layout, *getElementType("s4"));
    int64_t total = reference::getContents(layout, extents).size() * bits;
    int64_t bytes = getBytes(getElements(layout, extents), bits);
    EXPECT_GE(bytes * 8, total);
    EXPECT_LT((bytes - 1) * 8, total);
  }
}

//===----------------------------------------------------------------------===//
// XLA's ArraySize
//===----------------------------------------------------------------------===//

TEST(XlaArraySizeTest, OnlyLevel1Pads) {
  EXPECT_EQ(xlaArraySizeOf("bf16[]{:T(512)(2,1)}"), 1024);
  EXPECT_EQ(bytesOf("bf16[]{:T(512)(2,1)}"), 2048);
  EXPECT_EQ(xlaArraySizeOf("f32[3,5]{1,0:T(2,2)(3)}"), 96);
}

TEST(XlaArraySizeTest, TailPaddingCountsOnlyWithTiles) {
  EXPECT_EQ(xlaArraySizeOf("f32[7]{0:L(16)}"), 28);
  EXPECT_EQ(xlaArraySizeOf("f32[7]{0:T(4)L(16)}"), 64);
}

TEST(XlaArraySizeTest, MissingMajorDimensionsAreOnes) {
  EXPECT_EQ(xlaArraySizeOf("u32[]{:T(128)}"), 512);
  EXPECT_EQ(xlaArraySizeOf("f32[]{:T(8,128)}"), 4096);
}

TEST(XlaArraySizeTest, UntiledMajorDimensionsCountOnce) {
  EXPECT_EQ(xlaArraySizeOf("f32[5,3,5]{2,1,0:T(2,2)}"), 5 * 24 * 4);
  EXPECT_EQ(xlaArraySizeOf("f32[5,3,6]{0,2,1:T(4)}"), 3 * 6 * 8 * 4);
}

TEST(XlaArraySizeTest, SplitsCountWithTheirLargestPartIfTiled) {
  EXPECT_EQ(xlaArraySizeOf("f32[100]{0:T(8)SC(0:30)}"), 72 * 4);
  EXPECT_EQ(xlaArraySizeOf("f32[100]{0:SC(0:30)}"), 400);
}

TEST(XlaArraySizeTest, ElementSize) {
  EXPECT_EQ(xlaArraySizeOf("s4[5,3]{1,0:E(4)}"), 8);
  EXPECT_EQ(xlaArraySizeOf("s4[5,3]{1,0:T(2,2)E(4)}"), 12);
  EXPECT_EQ(xlaArraySizeOf("pred[10]{0:E(32)}"), 40);
}

TEST(XlaArraySizeTest, EmptyArrays) {
  EXPECT_EQ(xlaArraySizeOf("f32[0,5]{1,0:T(8,128)L(64)}"), 0);
}

TEST(XlaArraySizeTest, WhatXlaCannotSize) {
  EXPECT_EQ(xlaArraySizeOf("f32[?]"), std::nullopt);
  EXPECT_EQ(xlaArraySizeOf("f32[4,4]{1,0:T(*,4)}"), std::nullopt);
  EXPECT_EQ(xlaArraySizeOf("f32[4]{0:T(full)}"), std::nullopt);
  EXPECT_EQ(xlaArraySizeOf("f32[4]{0:T(min(2))}"), std::nullopt);
}

// Where no nested tile pads, there is no L without tiles and no split, XLA's
// size is ours.
TEST(XlaArraySizeTest, AgreesWhereOnlyLevel1Pads) {
  std::mt19937_64 random(11);
  RandomLayoutOptions options;
  options.combine = options.extentEntries = options.properties = false;
  int64_t agreeing = 0, smaller = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    RandomLayout drawn = getRandomLayout(random, options);
    Shape shape{*getElementType("f32"), {}, drawn.layout, {}};
    for (int64_t extent : drawn.extents)
      shape.dimensions.push_back({extent, false});
    Shape level1 = shape;
    if (!level1.layout->tiles.empty())
      level1.layout->tiles.resize(1);
    SCOPED_TRACE("trial " + std::to_string(trial) + ": " + drawn.describe());
    ASSERT_EQ(getXlaArraySize(shape), getBytes(level1));
    ASSERT_LE(getBytes(level1), getBytes(shape));
    (getBytes(level1) == getBytes(shape) ? agreeing : smaller) += 1;
  }
  EXPECT_GE(agreeing, 100);
  EXPECT_GE(smaller, 100);
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

static int64_t largestSplitOf(llvm::StringRef text, int64_t physical) {
  Shape shape = shapeOf(text);
  return getLargestSplit(shape.getLayout(), shape.extents(), physical);
}

TEST(LargestSplitTest, FirstMiddleAndLastPart) {
  EXPECT_EQ(largestSplitOf("f32[100]{0:SC(0:60,80)}", 0), 60);
  EXPECT_EQ(largestSplitOf("f32[100]{0:SC(0:20,80)}", 0), 60);
  EXPECT_EQ(largestSplitOf("f32[100]{0:SC(0:20,40)}", 0), 60);
}

TEST(LargestSplitTest, CountsPhysicalDimensions) {
  // Physical dimension 0 is the most major: logical dimension 1 here.
  EXPECT_EQ(largestSplitOf("f32[10,100]{0,1:SC(0:60)}", 0), 60);
  EXPECT_EQ(largestSplitOf("f32[10,100]{0,1:SC(0:60)}", 1), 10);
}

TEST(LargestSplitTest, UnsplitDimensionsAreWhole) {
  EXPECT_EQ(largestSplitOf("f32[10]", 0), 10);
  EXPECT_EQ(largestSplitOf("f32[10]{0:SC(0:)}", 0), 10);
  EXPECT_EQ(largestSplitOf("f32[?]{0:SC(0:3)}", 0), kDynamic);
}
