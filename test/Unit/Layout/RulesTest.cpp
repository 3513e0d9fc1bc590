//===- RulesTest.cpp - Both sides of every rule ---------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test of rule TLn begins with `tln_`; tools/ci/check-rules looks for it.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Rules.h"

#include "LayoutText.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using Field = Place::Field;

static constexpr int64_t maxInt = std::numeric_limits<int64_t>::max();
static constexpr int64_t minInt = std::numeric_limits<int64_t>::min();

static void expectHolds(const std::optional<Violation> &violation) {
  EXPECT_FALSE(violation) << violation->message;
}

static void expectBroken(const std::optional<Violation> &violation, Rule rule,
                         Place place, llvm::StringRef message) {
  ASSERT_TRUE(violation) << "nothing was refused";
  EXPECT_EQ(violation->rule, rule) << violation->message;
  EXPECT_TRUE(violation->place == place) << violation->message;
  EXPECT_EQ(violation->message, message.str());
}

/// Returns a layout of the given order without properties.
static Layout orderOf(llvm::ArrayRef<int64_t> minorToMajor) {
  Layout layout;
  layout.minorToMajor.assign(minorToMajor.begin(), minorToMajor.end());
  return layout;
}

/// Returns a row-major layout of rank 2 with the given tiles.
static Layout tiledBy(llvm::ArrayRef<Tile> tiles) {
  Layout layout = Layout::getRowMajor(2);
  layout.tiles.assign(tiles.begin(), tiles.end());
  return layout;
}

static Layout splitBy(llvm::ArrayRef<SplitConfig> splits) {
  Layout layout = Layout::getRowMajor(2);
  layout.splits.assign(splits.begin(), splits.end());
  return layout;
}

//===----------------------------------------------------------------------===//
// The layout alone
//===----------------------------------------------------------------------===//

TEST(RulesTest, tl1_MinorToMajorIsPermutation) {
  expectHolds(checkLayout(orderOf({})));
  expectHolds(checkLayout(orderOf({0})));
  expectHolds(checkLayout(orderOf({2, 0, 1})));
  Rule rule = Rule::MinorToMajorIsPermutation;
  expectBroken(checkLayout(orderOf({1, 2, 3})), rule, {Field::MinorToMajor, 2},
               "minor_to_major names dimension 3, but must be a permutation of "
               "0 to 2");
  expectBroken(checkLayout(orderOf({0, -1})), rule, {Field::MinorToMajor, 1},
               "minor_to_major names dimension -1, but must be a permutation "
               "of 0 to 1");
  expectBroken(checkLayout(orderOf({1, 0, 1})), rule, {Field::MinorToMajor, 2},
               "minor_to_major names dimension 1 twice");
}

TEST(RulesTest, tl2_TileHasEntries) {
  expectHolds(checkLayout(tiledBy({})));
  expectHolds(checkLayout(tiledBy({getTile({1})})));
  expectBroken(checkLayout(tiledBy({getTile({8, 128}), Tile()})),
               Rule::TileHasEntries, {Field::Tile, 1, -1},
               "tile of level 2 is empty, but must have at least one entry");
}

TEST(RulesTest, tl3_TileSizeIsPositive) {
  expectHolds(checkLayout(tiledBy({getTile({1, maxInt})})));
  expectHolds(checkLayout(tiledBy({{TileEntry::getMin(1)}})));
  expectHolds(checkLayout(tiledBy({{TileEntry::getFull()}})));
  Rule rule = Rule::TileSizeIsPositive;
  expectBroken(checkLayout(tiledBy({getTile({8, 0})})), rule,
               {Field::Tile, 0, 1},
               "tile size must be at least 1, but entry 1 of level 1 is 0");
  expectBroken(checkLayout(tiledBy({getTile({-1, 8})})), rule,
               {Field::Tile, 0, 0},
               "tile size must be at least 1, but entry 0 of level 1 is -1");
  expectBroken(checkLayout(tiledBy({{TileEntry::getMin(0)}})), rule,
               {Field::Tile, 0, 0},
               "tile size must be at least 1, but entry 0 of level 1 is 0");
  EXPECT_EQ(checkLayout(tiledBy({getTile({minInt})}))->rule, rule)
      << "what XLA reads as '*' is no size here";
}

TEST(RulesTest, tl4_CombineIsNotLast) {
  TileEntry combine = TileEntry::getCombine(), two = TileEntry::getSize(2);
  expectHolds(checkLayout(tiledBy({{combine, two}})));
  expectHolds(checkLayout(tiledBy({{combine, combine, two}})));
  const char *message = "'*' is the last entry of level 1, but must have a "
                        "more minor dimension to combine with";
  expectBroken(checkLayout(tiledBy({{two, combine}})), Rule::CombineIsNotLast,
               {Field::Tile, 0, 1}, message);
  expectBroken(checkLayout(tiledBy({{combine}})), Rule::CombineIsNotLast,
               {Field::Tile, 0, 0}, message);
}

TEST(RulesTest, tl5_TailPaddingIsPositive) {
  Layout layout = orderOf({0});
  layout.tailPaddingAlignment = 1;
  expectHolds(checkLayout(layout));
  layout.tailPaddingAlignment = 0;
  expectBroken(checkLayout(layout), Rule::TailPaddingIsPositive,
               {Field::TailPadding},
               "tail padding alignment must be at least 1, but is 0");
}

TEST(RulesTest, tl6_ElementBitsAreNotNegative) {
  Layout layout = orderOf({0});
  layout.elementBits = 0;
  expectHolds(checkLayout(layout));
  layout.elementBits = 42;
  expectHolds(checkLayout(layout));
  layout.elementBits = -1;
  expectBroken(checkLayout(layout), Rule::ElementBitsAreNotNegative,
               {Field::ElementBits},
               "element size must not be negative, but is -1 bits");
}

TEST(RulesTest, tl7_MemorySpaceFits) {
  Layout layout = orderOf({0});
  for (int64_t space : {0, 127}) {
    layout.memorySpace = space;
    expectHolds(checkLayout(layout));
  }
  for (int64_t space : {-1, 128}) {
    layout.memorySpace = space;
    expectBroken(checkLayout(layout), Rule::MemorySpaceFits,
                 {Field::MemorySpace},
                 "memory space must be between 0 and 127, but is " +
                     std::to_string(space));
  }
}

TEST(RulesTest, tl8_MetadataPrefixIsNotNegative) {
  Layout layout = orderOf({0});
  layout.metadataPrefixBytes = 0;
  expectHolds(checkLayout(layout));
  layout.metadataPrefixBytes = -1;
  expectBroken(checkLayout(layout), Rule::MetadataPrefixIsNotNegative,
               {Field::MetadataPrefix},
               "metadata prefix must not be negative, but is -1 bytes");
}

TEST(RulesTest, tl9_SplitDimensionsAreDistinct) {
  expectHolds(checkLayout(splitBy({{0, {1}}, {1, {1}}})));
  Rule rule = Rule::SplitDimensionsAreDistinct;
  expectBroken(checkLayout(splitBy({{2, {1}}})), rule, {Field::Split, 0, -1},
               "split dimension 2 is out of bounds for rank 2");
  expectBroken(checkLayout(splitBy({{-1, {1}}})), rule, {Field::Split, 0, -1},
               "split dimension -1 is out of bounds for rank 2");
  expectBroken(checkLayout(splitBy({{1, {1}}, {1, {2}}})), rule,
               {Field::Split, 1, -1}, "dimension 1 is split twice");
}

TEST(RulesTest, tl10_SplitIndicesIncrease) {
  expectHolds(checkLayout(splitBy({{0, {}}})));
  expectHolds(checkLayout(splitBy({{0, {1, 2, 5}}})));
  Rule rule = Rule::SplitIndicesIncrease;
  expectBroken(checkLayout(splitBy({{0, {0}}})), rule, {Field::Split, 0, 0},
               "split index 0 of dimension 0 must be greater than 0");
  expectBroken(checkLayout(splitBy({{0, {3, 3}}})), rule, {Field::Split, 0, 1},
               "split index 3 of dimension 0 must be greater than 3");
}

//===----------------------------------------------------------------------===//
// The layout on a shape
//===----------------------------------------------------------------------===//

TEST(RulesTest, tl11_RankMatches) {
  Layout layout = layoutOf("{1,0}");
  expectHolds(checkLayoutOnShape(layout, {2, 3}));
  expectHolds(checkLayoutOnShape(Layout(), {}));
  expectBroken(checkLayoutOnShape(layout, {2}), Rule::RankMatches, {},
               "layout {1,0} has 2 dimensions, but the array has 1");
  expectBroken(checkLayoutOnShape(layoutOf("{0}"), {2, 3}), Rule::RankMatches,
               {}, "layout {0} has 1 dimension, but the array has 2");
}

TEST(RulesTest, tl12_ExtentIsNotNegative) {
  Layout layout = layoutOf("{1,0}");
  expectHolds(checkLayoutOnShape(layout, {0, 0}));
  expectHolds(checkLayoutOnShape(layout, {kDynamic, 0}));
  expectBroken(checkLayoutOnShape(layout, {2, -1}), Rule::ExtentIsNotNegative,
               {Field::Dimension, 1},
               "size of dimension 1 must not be negative, but is -1");
}

TEST(RulesTest, tl13_SplitIndexIsInside) {
  // Physical dimension 0 is logical dimension 1.
  Layout layout = layoutOf("{0,1:SC(0:2,9)}");
  expectHolds(checkLayoutOnShape(layout, {1, 10}));
  expectHolds(checkLayoutOnShape(layout, {1, kDynamic}));
  expectBroken(checkLayoutOnShape(layout, {1, 9}), Rule::SplitIndexIsInside,
               {Field::Split, 0, 1},
               "split index 9 of dimension 0 must be less than the dimension's "
               "size 9");
}

TEST(RulesTest, tl14_ElementsAreAddressable) {
  Layout plain = layoutOf("{0}"), tiled = layoutOf("{0:T(2)}");
  expectHolds(checkLayoutOnShape(plain, {maxInt}));
  expectHolds(checkLayoutOnShape(tiled, {maxInt - 1}));
  expectBroken(checkLayoutOnShape(tiled, {maxInt}),
               Rule::ElementsAreAddressable, {},
               "array padded by {0:T(2)} has more than 2^63 - 1 elements");
  // Products, a later level, and the tail.
  for (auto [text, extents] :
       std::vector<std::pair<const char *, std::vector<int64_t>>>{
           {"{1,0}", {1ll << 32, 1ll << 31}},
           {"{1,0:T(4294967296,2147483648)}", {1, 1}},
           {"{0:T(2147483648)(4294967296,1)}", {1}},
           {"{0:L(2)}", {maxInt}}}) {
    auto broken = checkLayoutOnShape(layoutOf(text), extents);
    ASSERT_TRUE(broken) << text;
    EXPECT_EQ(broken->rule, Rule::ElementsAreAddressable) << text;
  }
}

TEST(RulesTest, tl14_ZeroAndDynamicExtentsCountAsOne) {
  Layout layout = layoutOf("{2,1,0}");
  int64_t half = 1ll << 32;
  expectHolds(checkLayoutOnShape(layout, {half, kDynamic, half / 4}));
  for (int64_t extent : {int64_t(0), kDynamic}) {
    auto broken = checkLayoutOnShape(layout, {half, extent, half});
    ASSERT_TRUE(broken) << extent;
    EXPECT_EQ(broken->rule, Rule::ElementsAreAddressable);
  }
  // Also where the dynamic extent is merged with static ones.
  auto broken =
      checkLayoutOnShape(layoutOf("{2,1,0:T(*,*,1)}"), {half, kDynamic, half});
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->rule, Rule::ElementsAreAddressable);
}

TEST(RulesTest, tl15_BytesAreAddressable) {
  Layout layout = layoutOf("{0}");
  expectHolds(checkBytes(layout, {maxInt}, 8));
  expectHolds(checkBytes(layout, {maxInt / 4}, 32));
  expectHolds(checkBytes(layout, {kDynamic}, maxInt));
  expectBroken(checkBytes(layout, {maxInt}, 9), Rule::BytesAreAddressable, {},
               "array padded by {0} has more than 2^63 - 1 bytes at 9 bits per "
               "element");
  auto broken = checkBytes(layout, {maxInt / 4 + 1}, 32);
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->rule, Rule::BytesAreAddressable);
}

TEST(RulesTest, tl16_ExactTilesDivide) {
  Layout layout = layoutOf("{1,0:T(4,6)(3,2)}, exact");
  expectBroken(checkLayoutOnShape(layout, {8, 12}), Rule::ExactTilesDivide,
               {Field::Tile, 1, -1},
               "layout is exact, but tile size 3 of level 2 does not divide "
               "extent 4");
  expectBroken(checkLayoutOnShape(layout, {8, 13}), Rule::ExactTilesDivide,
               {Field::Tile, 0, -1},
               "layout is exact, but tile size 6 of level 1 does not divide "
               "extent 13");
  Layout divides = layoutOf("{1,0:T(4,6)(2,3)}, exact");
  expectHolds(checkLayoutOnShape(divides, {8, 12}));
  divides.exact = false;
  expectHolds(checkLayoutOnShape(divides, {7, 13}));
}

TEST(RulesTest, tl16_ExactSaysNothingOfTailsEmptyAndDynamicExtents) {
  expectHolds(checkLayoutOnShape(layoutOf("{0:T(4)L(64)}, exact"), {8}));
  Layout layout = layoutOf("{0:T(4)}, exact");
  expectHolds(checkLayoutOnShape(layout, {0}));
  expectHolds(checkLayoutOnShape(layout, {kDynamic}));
  expectHolds(checkLayoutOnShape(layoutOf("{0:T(min(4))}, exact"), {3}));
  expectBroken(checkLayoutOnShape(layoutOf("{0:T(min(4))}, exact"), {5}),
               Rule::ExactTilesDivide, {Field::Tile, 0, -1},
               "layout is exact, but tile size 4 of level 1 does not divide "
               "extent 5");
  expectBroken(
      checkLayoutOnShape(layoutOf("{1,0:T(2,4)}, exact"), {kDynamic, 6}),
      Rule::ExactTilesDivide, {Field::Tile, 0, -1},
      "layout is exact, but tile size 4 of level 1 does not divide "
      "extent 6");
}

//===----------------------------------------------------------------------===//
// All rules
//===----------------------------------------------------------------------===//

TEST(RulesTest, CheckShapeAsksEveryFunction) {
  Shape shape = shapeOf("f32[8]{0}");
  expectHolds(checkShape(shape));
  shape.layout->tiles.emplace_back();
  EXPECT_EQ(checkShape(shape)->rule, Rule::TileHasEntries);
  shape.layout = layoutOf("{1,0}");
  EXPECT_EQ(checkShape(shape)->rule, Rule::RankMatches);
  shape.layout.reset();
  shape.dimensions[0].size = maxInt;
  EXPECT_EQ(checkShape(shape)->rule, Rule::BytesAreAddressable);
}

// What is wrong with the layout itself is said first.
TEST(RulesTest, BrokenTilesAreNeverApplied) {
  Shape shape = shapeOf("f32[8]{0:T(4)}");
  shape.layout->tiles[0] = getTile({0});
  EXPECT_EQ(checkShape(shape)->rule, Rule::TileSizeIsPositive);
  shape.layout->tiles[0] = {TileEntry::getCombine()};
  EXPECT_EQ(checkShape(shape)->rule, Rule::CombineIsNotLast);
}
