//===- CanonicalTest.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Canonical.h"

#include "CompareFixture.h"

#include "tiled_layout/Layout/Compare.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"

#include "gtest/gtest.h"

#include <limits>
#include <map>

using namespace mlir::tiled_layout;

static std::string canonical(llvm::StringRef text,
                             llvm::ArrayRef<int64_t> extents) {
  Layout layout = llvm::cantFail(parseLayout(text));
  return toString(getCanonicalLayout(layout, extents, 16));
}

static std::string describe(llvm::ArrayRef<int64_t> extents,
                            const Layout &layout) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "shape [";
  llvm::interleave(extents, os, ",");
  os << "], layout " << toString(layout);
  return text;
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

TEST(CanonicalTest, TilesThatSayMoreThanTheShapeStay) {
  EXPECT_EQ(canonical("{1,0:T(8,128)(2,1)}", {16, 256}), "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(canonical("{1,0:T(8,128)(2,1)}", {20, 300}), "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(canonical("{1,0:T(8,128)(2,1,1,1)}", {32, 256}),
            "{1,0:T(8,128)(2,1,1,1)}");
  EXPECT_EQ(canonical("{1,0:T(8,128)(4,1)}", {40, 130}), "{1,0:T(8,128)(4,1)}");
}

TEST(CanonicalTest, TilesThatTheShapeMakesTrivialGo) {
  EXPECT_EQ(canonical("{1,0:T(2,4)(2,1)}", {4, 8}), "{1,0:T(2,1)}");
  EXPECT_EQ(canonical("{1,0:T(8,128)}", {64, 128}), "{1,0}");
  EXPECT_EQ(canonical("{1,0:T(1,1)(1)}", {3, 5}), "{1,0}");
  EXPECT_EQ(canonical("{0,1}", {1, 5}), "{1,0}");
  EXPECT_EQ(canonical("{0:T(128)(1)}", {256}), "{0}");
  EXPECT_EQ(canonical("{2,1,0:T(*,*,7)}", {2, 3, 7}), "{2,1,0}");
}

TEST(CanonicalTest, OneOrderOfDimensionsOfExtentOne) {
  llvm::SmallVector<int64_t> weights{8, 1, 1280, 16384};
  EXPECT_EQ(canonical("{3,2,0,1:T(8,128)(2,1)}", weights),
            "{3,2,1,0:T(8,128)(2,1)}");
  EXPECT_EQ(canonical("{3,2,1,0:T(8,128)(2,1)}", weights),
            "{3,2,1,0:T(8,128)(2,1)}");
  EXPECT_EQ(canonical("{2,1,0:T(8,1,128)}", {16, 1, 256}), "{2,0,1:T(8,128)}");
}

TEST(CanonicalTest, PaddingAtTheEndIsATail) {
  EXPECT_EQ(canonical("{0:T(8)}", {5}), "{0:L(4)}");
  EXPECT_EQ(canonical("{0:L(8)}", {5}), "{0:L(4)}");
  EXPECT_EQ(canonical("{:T(128)}", {}), "{:L(128)}");
  EXPECT_EQ(canonical("{:T(512)(2,1)}", {}), "{:L(1024)}");
  EXPECT_EQ(canonical("{1,0:T(8)L(1024)}", {200001, 128}), "{1,0:L(1024)}");
  EXPECT_EQ(canonical("{0:L(7)}", {5}), "{0:L(7)}");
}

/// The rows of four blocks make one padded column: a tile that says so is
/// shorter than two levels.
TEST(CanonicalTest, FewerLevelsComeFirst) {
  EXPECT_EQ(canonical("{1,0:T(2,4)(2,1)}", {4, 6}), "{0,1:T(8,2)}");
  EXPECT_EQ(canonical("{0,1:T(8,2)}", {4, 6}), "{0,1:T(8,2)}");
}

TEST(CanonicalTest, PaddingAfterEveryElement) {
  EXPECT_EQ(canonical("{1,0:T(1)(4)}", {4, 6}), "{1,0:T(1)(4)}");
  EXPECT_EQ(canonical("{1,0:T(1,1)(2)(1,4)}", {4, 6}),
            canonical("{1,0:T(1)(1,2)(4)}", {4, 6}));
  EXPECT_EQ(canonical("{1,2,0:T(1,4)}", {4, 6, 1}), "{1,2,0:T(8)}");
  EXPECT_EQ(canonical("{2,1,0:T(4)}", {4, 6, 1}), "{2,1,0:T(4)}");
}

TEST(CanonicalTest, DivisorsThatDoNotChain) {
  // 4 does not divide 6: the padded blocks of 6 are 8 apart.
  EXPECT_EQ(canonical("{0:T(6)(4)}", {1000}), "{0:T(6)(8)}");
  EXPECT_EQ(canonical("{0:T(6)(8)}", {1000}), "{0:T(6)(8)}");
  EXPECT_EQ(canonical("{0:T(6)(4)}", {6}), "{0:L(4)}");
}

TEST(CanonicalTest, CombinedDimensions) {
  EXPECT_EQ(canonical("{4,3,2,1,0:T(*,*,2,*,3)}", {2, 7, 8, 11, 10}),
            "{4,3,2,1,0:T(2,*,3)}");
  EXPECT_EQ(canonical("{2,1,0:T(2,*,8)}", {3, 30, 30}), "{2,1,0:T(2,*,8)}");
  EXPECT_EQ(canonical("{2,1,0:T(2,*,99991)}", {4, 100000, 100000}),
            "{2,1,0:T(2,*,99991)}");
  // The tile divides the minor dimension, so nothing is combined.
  EXPECT_EQ(canonical("{2,1,0:T(2,*,8)}", {3, 30, 32}),
            canonical("{2,1,0:T(2,1,8)}", {3, 30, 32}));
}

TEST(CanonicalTest, SizesThatDependOnTheShapeBecomeConstants) {
  EXPECT_EQ(canonical("{0,1:T(min(4),1)}, exact", {8, 64}), "{0,1:T(4,1)}");
  EXPECT_EQ(canonical("{0,1:T(min(4),1)}, exact", {3, 64}), "{0,1:T(4,1)}");
  EXPECT_EQ(canonical("{0,1:T(min(4),1)}, exact", {64, 3}), "{1,0}");
  EXPECT_EQ(canonical("{1,0:T(full,2)}", {4, 6}),
            canonical("{1,0:T(4,2)}", {4, 6}));
}

TEST(CanonicalTest, EmptyArraysHaveOneSpelling) {
  EXPECT_EQ(canonical("{0,1:T(8,128)L(7)}", {0, 5}), "{1,0}");
  EXPECT_EQ(canonical("{0,1:T(8,128)S(2)}", {0, 5}), "{1,0:S(2)}");
}

TEST(CanonicalTest, OtherProperties) {
  EXPECT_EQ(canonical("{0:E(16)S(3)M(64)}", {5}), "{0:S(3)M(64)}");
  EXPECT_EQ(canonical("{0:E(4)}", {5}), "{0:E(4)}");
  // The order of the dimensions changes, so their physical numbers do.
  EXPECT_EQ(canonical("{1,2,0:SC(2:3)(0:)}", {4, 5, 1}), "{2,1,0:SC(1:3)}");
  EXPECT_EQ(canonical("{0,1:SC(0:3)}", {1, 5}), "{1,0:SC(1:3)}");
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

/// Elements, then positions in row-major order: what a canonical form may
/// depend on.
using Class = std::pair<int64_t, std::vector<int64_t>>;

/// Draws many layouts of each of many shapes; within a shape, one class must
/// have one canonical text and one text one class.
static void checkClasses(CombineLevels combine, uint64_t seed, int rounds,
                         int layoutsPerRound, int64_t maxRank,
                         int64_t maxElements) {
  RandomLayouts random(seed);
  int shared = 0;
  for (int round = 0; round < rounds; ++round) {
    auto extents = random.drawExtents(maxRank, maxElements);
    std::map<Class, std::pair<std::string, Layout>> textOfClass;
    std::map<std::string, Class> classOfText;
    for (int i = 0; i < layoutsPerRound; ++i) {
      Layout layout = random.drawLayout(extents, combine);
      SCOPED_TRACE(describe(extents, layout));
      Layout result = getCanonicalLayout(layout, extents, 16);
      std::string text = toString(result);
      SCOPED_TRACE("canonical " + text);

      Class key(getElements(layout, extents), getPositions(layout, extents));
      ASSERT_FALSE(checkLayout(result));
      ASSERT_FALSE(checkLayoutOnShape(result, extents));
      ASSERT_EQ(getElements(result, extents), key.first);
      ASSERT_EQ(getPositions(result, extents), key.second);
      ASSERT_EQ(toString(getCanonicalLayout(result, extents, 16)), text);

      auto [entry, isNew] = textOfClass.insert({key, {text, layout}});
      ASSERT_EQ(entry->second.first, text)
          << "another spelling is " << toString(entry->second.second);
      ASSERT_EQ(classOfText.insert({text, key}).first->second, key);
      shared += !isNew;
    }
  }
  // Otherwise nothing was compared.
  EXPECT_GT(shared, rounds * layoutsPerRound / 10);
}

TEST(CanonicalTest, CompleteWithoutCombinedDimensions) {
  checkClasses(CombineLevels::None, 21, 100, 60, 5, 200);
  checkClasses(CombineLevels::None, 22, 40, 200, 2, 40);
}

TEST(CanonicalTest, CompleteWithCombinedDimensionsAtLevelOne) {
  checkClasses(CombineLevels::First, 23, 100, 60, 5, 200);
  checkClasses(CombineLevels::First, 24, 40, 200, 3, 40);
}

/// `*` over axes that a tile has made. For some of these the class alone gives
/// no spelling (Canonical.h); none of those drawn here has two.
TEST(CanonicalTest, CombinedDimensionsAtAllLevels) {
  checkClasses(CombineLevels::All, 25, 100, 60, 4, 200);
  checkClasses(CombineLevels::All, 26, 40, 200, 2, 40);
}

/// Levels and entries that do nothing leave no trace.
TEST(CanonicalTest, TrivialAdditionsLeaveNoTrace) {
  RandomLayouts random(27);
  for (int i = 0; i < 4000; ++i) {
    auto extents = random.drawExtents(4, 200);
    Layout layout = random.drawLayout(extents, CombineLevels::First);
    Layout longer = layout;
    longer.tiles.push_back(getTile({1, 1}));
    longer.elementBits = 16;
    if (!layout.tiles.empty() && layout.tiles.front().size() < extents.size())
      longer.tiles.front().insert(longer.tiles.front().begin(),
                                  TileEntry::getSize(1));
    SCOPED_TRACE(describe(extents, layout));
    if (!areInterchangeable(layout, longer, extents, 16))
      continue; // The entry came before `*`, or moved an axis.
    ASSERT_EQ(toString(getCanonicalLayout(longer, extents, 16)),
              toString(getCanonicalLayout(layout, extents, 16)));
  }
}

/// Arrays too large to enumerate: checked on random elements.
TEST(CanonicalTest, LargeShapes) {
  RandomLayouts random(28);
  for (int i = 0; i < 600; ++i) {
    llvm::SmallVector<int64_t> extents;
    for (int64_t rank = random.draw(1, 5); rank > 0; --rank)
      extents.push_back(random.draw(1, random.draw(0, 1) ? 50 : 100000));
    Layout layout = random.drawLayout(extents, CombineLevels::All,
                                      std::numeric_limits<int64_t>::max(), 300);
    if (checkLayoutOnShape(layout, extents))
      continue;
    SCOPED_TRACE(describe(extents, layout));
    Layout result = getCanonicalLayout(layout, extents, 16);
    SCOPED_TRACE("canonical " + toString(result));
    ASSERT_EQ(toString(getCanonicalLayout(result, extents, 16)),
              toString(result));
    ASSERT_EQ(getElements(result, extents), getElements(layout, extents));
    Placement expected(layout, extents), actual(result, extents);
    for (int k = 0; k < 100; ++k) {
      llvm::SmallVector<int64_t> index;
      for (int64_t extent : extents)
        index.push_back(random.draw(0, extent - 1));
      ASSERT_EQ(actual.getPosition(index), expected.getPosition(index));
    }
  }
}
