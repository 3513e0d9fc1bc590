//===- FormatChoiceTest.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/FormatChoice.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir::tiled_layout;

static std::string choose(llvm::StringRef type, llvm::ArrayRef<int64_t> extents,
                          const FormatTarget &target = {}) {
  return toString(chooseFormat(*getElementType(type), extents, target));
}

TEST(FormatChoiceTest, WordsByRows) {
  EXPECT_EQ(choose("f32", {20, 300}), "{1,0:T(8,128)}");
  EXPECT_EQ(choose("s32", {5, 300}), "{1,0:T(8,128)}");
  EXPECT_EQ(choose("u32", {4, 300}), "{1,0:T(4,128)}");
  EXPECT_EQ(choose("f32", {3, 300}), "{1,0:T(4,128)}");
  EXPECT_EQ(choose("f32", {2, 300}), "{1,0:T(2,128)}");
  EXPECT_EQ(choose("f32", {1, 300}), "{1,0:T(2,128)}");
  EXPECT_EQ(choose("f32", {0, 300}), "{1,0:T(2,128)}");
  EXPECT_EQ(choose("f32", {kDynamic, 300}), "{1,0:T(8,128)}");
  EXPECT_EQ(choose("f32", {100, 3, 300}), "{2,1,0:T(4,128)}");
}

TEST(FormatChoiceTest, NarrowElementsArePacked) {
  EXPECT_EQ(choose("bf16", {20, 300}), "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(choose("f16", {3, 300}), "{1,0:T(4,128)(2,1)}");
  EXPECT_EQ(choose("u16", {1, 300}), "{1,0:T(2,128)(2,1)}");
  EXPECT_EQ(choose("s8", {20, 300}), "{1,0:T(8,128)(4,1)}");
  EXPECT_EQ(choose("f8e4m3fn", {1, 300}), "{1,0:T(4,128)(4,1)}");
  EXPECT_EQ(choose("pred", {40, 130}), "{1,0:T(8,128)(4,1)}");
  EXPECT_EQ(choose("s4", {1, 300}), "{1,0:T(8,128)(8,1)E(4)}");
  EXPECT_EQ(choose("u2", {1, 300}), "{1,0:T(16,128)(16,1)E(2)}");
}

TEST(FormatChoiceTest, WideElementsAreNotPacked) {
  for (llvm::StringRef type : {"s64", "u64", "f64", "c64", "c128"}) {
    EXPECT_EQ(choose(type, {20, 300}), "{1,0:T(8,128)}");
    EXPECT_EQ(choose(type, {300}), "{0:T(512)}");
    EXPECT_EQ(choose(type, {}), "{:T(128)}");
  }
}

TEST(FormatChoiceTest, Vectors) {
  EXPECT_EQ(choose("f32", {1}), "{0:T(128)}");
  EXPECT_EQ(choose("f32", {128}), "{0:T(128)}");
  EXPECT_EQ(choose("f32", {129}), "{0:T(256)}");
  EXPECT_EQ(choose("f32", {512}), "{0:T(512)}");
  EXPECT_EQ(choose("f32", {513}), "{0:T(1024)}");
  EXPECT_EQ(choose("f32", {100000}), "{0:T(1024)}");
  EXPECT_EQ(choose("f32", {kDynamic}), "{0:T(1024)}");
  EXPECT_EQ(choose("bf16", {1500}), "{0:T(1024)(128)(2,1)}");
  EXPECT_EQ(choose("s8", {1500}), "{0:T(512)(128)(4,1)}");
  EXPECT_EQ(choose("pred", {1500}), "{0:T(512)(128)(4,1)}");
  EXPECT_EQ(choose("s4", {1500}), "{0:E(4)}");
}

TEST(FormatChoiceTest, Scalars) {
  EXPECT_EQ(choose("u32", {}), "{:T(128)}");
  EXPECT_EQ(choose("bf16", {}), "{:T(256)}");
  EXPECT_EQ(choose("pred", {}), "{:T(512)}");
  EXPECT_EQ(choose("u4", {}), "{:E(4)}");
}

TEST(FormatChoiceTest, Options) {
  FormatTarget singleRows;
  singleRows.allowSingleRowTiles = true;
  EXPECT_EQ(choose("f32", {1, 300}, singleRows), "{1,0:T(1,128)}");
  EXPECT_EQ(choose("f32", {2, 300}, singleRows), "{1,0:T(2,128)}");
  EXPECT_EQ(choose("bf16", {1, 300}, singleRows), "{1,0:T(2,128)(2,1)}");

  FormatTarget large;
  large.allowLargeTiles = true;
  EXPECT_EQ(choose("f32", {64, 300}, large), "{1,0:T(8,128)}");
  EXPECT_EQ(choose("bf16", {16, 300}, large), "{1,0:T(16,128)(2,1)}");
  EXPECT_EQ(choose("bf16", {15, 300}, large), "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(choose("s8", {32, 300}, large), "{1,0:T(32,128)(4,1)}");
  EXPECT_EQ(choose("s4", {64, 300}, large), "{1,0:T(64,128)(8,1)E(4)}");
  EXPECT_EQ(choose("s8", {kDynamic, 300}, large), "{1,0:T(8,128)(4,1)}");

  FormatTarget words;
  words.predicates = FormatTarget::Predicates::Word;
  EXPECT_EQ(choose("pred", {40, 130}, words), "{1,0:T(8,128)E(32)}");
  FormatTarget bits;
  bits.predicates = FormatTarget::Predicates::Bit;
  EXPECT_EQ(choose("pred", {40, 130}, bits), "{1,0:T(32,128)(32,1)E(1)}");

  FormatTarget across;
  across.packing = FormatTarget::Packing::AcrossTiles;
  EXPECT_EQ(choose("bf16", {32, 256}, across), "{1,0:T(8,128)(2,1,1,1)}");
  EXPECT_EQ(choose("f32", {32, 256}, across), "{1,0:T(8,128)}");
}

TEST(FormatChoiceTest, OrderDecidesWhichDimensionHasTheRows) {
  EXPECT_EQ(
      toString(chooseFormat(*getElementType("f32"), {300, 2}, {}, {0, 1})),
      "{0,1:T(2,128)}");
}

TEST(FormatChoiceTest, EveryChoiceIsLegalAndOnlyLevel1Pads) {
  std::mt19937_64 random(2217);
  for (int i = 0; i < 2000; ++i) {
    const ElementType &type =
        getElementTypes()[random() % getElementTypes().size()];
    llvm::SmallVector<int64_t> extents(random() % 5);
    for (int64_t &extent : extents)
      extent = random() % 70 + 1;
    FormatTarget target;
    target.allowSingleRowTiles = random() % 2;
    target.allowLargeTiles = random() % 2;
    Layout layout = chooseFormat(type, extents, target);
    SCOPED_TRACE(::testing::Message()
                 << "choice " << i << ": " << type.name.str() << " "
                 << toString(layout));

    EXPECT_FALSE(checkLayout(layout));
    EXPECT_FALSE(checkLayoutOnShape(layout, extents));
    // Every level after the first divides what it is applied to.
    Layout firstLevel = layout;
    firstLevel.tiles.truncate(std::min<size_t>(layout.tiles.size(), 1));
    EXPECT_EQ(getElements(layout, extents), getElements(firstLevel, extents));
    if (extents.size() >= 2 && layout.tiles.size() == 2) {
      // One tile holds whole words.
      int64_t packing = layout.tiles[1][0].size;
      EXPECT_EQ(layout.tiles[0][0].size % packing, 0);
      EXPECT_EQ(packing * getBitsPerElement(layout, type), 32);
    }
  }
}
