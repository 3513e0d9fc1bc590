//===- SimplifyTest.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Simplify.h"

#include "CompareFixture.h"

#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"

#include "gtest/gtest.h"

#include <limits>

using namespace mlir::tiled_layout;

static std::string simplify(llvm::StringRef text,
                            llvm::ArrayRef<int64_t> extents) {
  Layout layout = llvm::cantFail(parseLayout(text));
  return toString(simplifyLayout(layout, extents, 16));
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

TEST(SimplifyTest, TilesThatSayMoreThanTheShapeStay) {
  EXPECT_EQ(simplify("{1,0:T(8,128)(2,1)}", {16, 256}), "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(simplify("{1,0:T(8,128)(2,1)}", {20, 300}), "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(simplify("{1,0:T(8,128)(2,1,1,1)}", {32, 256}),
            "{1,0:T(8,128)(2,1,1,1)}");
  EXPECT_EQ(simplify("{1,0:T(8,128)(4,1)}", {40, 130}), "{1,0:T(8,128)(4,1)}");
}

TEST(SimplifyTest, TilesThatTheShapeMakesTrivialGo) {
  EXPECT_EQ(simplify("{1,0:T(2,4)(2,1)}", {4, 8}), "{1,0:T(2,1)}");
  EXPECT_EQ(simplify("{1,0:T(8,128)}", {64, 128}), "{1,0}");
  EXPECT_EQ(simplify("{1,0:T(1,1)(1)}", {3, 5}), "{1,0}");
  EXPECT_EQ(simplify("{0,1}", {1, 5}), "{1,0}");
  EXPECT_EQ(simplify("{0:T(128)(1)}", {256}), "{0}");
  EXPECT_EQ(simplify("{2,1,0:T(*,*,7)}", {2, 3, 7}), "{2,1,0}");
}

TEST(SimplifyTest, OneOrderOfDimensionsOfExtentOne) {
  llvm::SmallVector<int64_t> weights{8, 1, 1280, 16384};
  EXPECT_EQ(simplify("{3,2,0,1:T(8,128)(2,1)}", weights),
            "{3,2,1,0:T(8,128)(2,1)}");
  EXPECT_EQ(simplify("{3,2,1,0:T(8,128)(2,1)}", weights),
            "{3,2,1,0:T(8,128)(2,1)}");
}

TEST(SimplifyTest, PaddingAtTheEndIsATail) {
  EXPECT_EQ(simplify("{0:T(8)}", {5}), "{0:L(4)}");
  EXPECT_EQ(simplify("{0:L(8)}", {5}), "{0:L(4)}");
  EXPECT_EQ(simplify("{:T(128)}", {}), "{:L(128)}");
  EXPECT_EQ(simplify("{:T(512)(2,1)}", {}), "{:L(1024)}");
  EXPECT_EQ(simplify("{1,0:T(8)L(1024)}", {200001, 128}), "{1,0:L(1024)}");
  EXPECT_EQ(simplify("{0:L(7)}", {5}), "{0:L(7)}");
}

TEST(SimplifyTest, PaddingAfterEveryElement) {
  EXPECT_EQ(simplify("{1,0:T(1)(4)}", {4, 6}), "{1,0:T(1)(4)}");
  EXPECT_EQ(simplify("{2,1,0:T(4)}", {4, 6, 1}), "{2,1,0:T(4)}");
}

TEST(SimplifyTest, DivisorsThatDoNotChain) {
  // 4 does not divide 6: the padded blocks of 6 are 8 apart.
  EXPECT_EQ(simplify("{0:T(6)(4)}", {1000}), "{0:T(6)(4)}");
  EXPECT_EQ(simplify("{0:T(6)(8)}", {1000}), "{0:T(6)(4)}");
  EXPECT_EQ(simplify("{0:T(6)(4)}", {6}), "{0:L(4)}");
}

TEST(SimplifyTest, CombinedDimensions) {
  EXPECT_EQ(simplify("{4,3,2,1,0:T(*,*,2,*,3)}", {2, 7, 8, 11, 10}),
            "{4,3,2,1,0:T(2,*,3)}");
  EXPECT_EQ(simplify("{2,1,0:T(2,*,8)}", {3, 30, 30}), "{2,1,0:T(2,*,8)}");
  EXPECT_EQ(simplify("{2,1,0:T(2,*,99991)}", {4, 100000, 100000}),
            "{2,1,0:T(2,*,99991)}");
  // The tile divides the minor dimension, so nothing is combined.
  EXPECT_EQ(simplify("{2,1,0:T(2,*,8)}", {3, 30, 32}),
            simplify("{2,1,0:T(2,1,8)}", {3, 30, 32}));
}

TEST(SimplifyTest, SizesThatDependOnTheShapeBecomeConstants) {
  EXPECT_EQ(simplify("{0,1:T(min(4),1)}, exact", {8, 64}), "{0,1:T(4,1)}");
  EXPECT_EQ(simplify("{0,1:T(min(4),1)}, exact", {3, 64}), "{0,1:T(4,1)}");
  EXPECT_EQ(simplify("{0,1:T(min(4),1)}, exact", {64, 3}), "{1,0}");
  EXPECT_EQ(simplify("{1,0:T(full,2)}", {4, 6}),
            simplify("{1,0:T(4,2)}", {4, 6}));
}

TEST(SimplifyTest, EmptyArraysHaveOneSpelling) {
  EXPECT_EQ(simplify("{0,1:T(8,128)L(7)}", {0, 5}), "{1,0}");
  EXPECT_EQ(simplify("{0,1:T(8,128)S(2)}", {0, 5}), "{1,0:S(2)}");
}

TEST(SimplifyTest, OtherProperties) {
  EXPECT_EQ(simplify("{0:E(16)S(3)M(64)}", {5}), "{0:S(3)M(64)}");
  EXPECT_EQ(simplify("{0:E(4)}", {5}), "{0:E(4)}");
  // The order of the dimensions changes, so their physical numbers do.
  EXPECT_EQ(simplify("{1,2,0:SC(2:3)(0:)}", {4, 5, 1}), "{2,1,0:SC(1:3)}");
  EXPECT_EQ(simplify("{0,1:SC(0:3)}", {1, 5}), "{1,0:SC(1:3)}");
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

/// Checks that the layout is legal and interchangeable, and that nothing more
/// goes from it.
static void checkSimplified(const Layout &layout,
                            llvm::ArrayRef<int64_t> extents) {
  SCOPED_TRACE(describe(extents, layout));
  Layout result = simplifyLayout(layout, extents, 16);
  SCOPED_TRACE("simplified " + toString(result));
  ASSERT_FALSE(checkLayout(result));
  ASSERT_FALSE(checkLayoutOnShape(result, extents));
  ASSERT_EQ(getElements(result, extents), getElements(layout, extents));
  ASSERT_EQ(getPositions(result, extents), getPositions(layout, extents));
  ASSERT_LE(result.tiles.size(), layout.tiles.size());
  ASSERT_EQ(toString(simplifyLayout(result, extents, 16)), toString(result));
}

TEST(SimplifyTest, RandomLayouts) {
  for (auto [combine, seed] :
       {std::pair(CombineLevels::None, 21), std::pair(CombineLevels::First, 23),
        std::pair(CombineLevels::All, 25)}) {
    RandomLayouts random(seed);
    for (int i = 0; i < 4000 && !testing::Test::HasFatalFailure(); ++i) {
      auto extents = random.drawExtents(5, 200);
      checkSimplified(random.drawLayout(extents, combine), extents);
    }
  }
}

/// Levels and entries that do nothing leave no trace.
TEST(SimplifyTest, TrivialAdditionsLeaveNoTrace) {
  RandomLayouts random(27);
  for (int i = 0; i < 4000; ++i) {
    auto extents = random.drawExtents(4, 200);
    Layout layout = random.drawLayout(extents, CombineLevels::First);
    Layout longer = layout;
    longer.tiles.push_back(getTile({1, 1}));
    longer.elementBits = 16;
    SCOPED_TRACE(describe(extents, layout));
    ASSERT_EQ(toString(simplifyLayout(longer, extents, 16)),
              toString(simplifyLayout(layout, extents, 16)));
  }
}

/// Arrays too large to enumerate: checked on random elements.
TEST(SimplifyTest, LargeShapes) {
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
    Layout result = simplifyLayout(layout, extents, 16);
    SCOPED_TRACE("simplified " + toString(result));
    ASSERT_EQ(toString(simplifyLayout(result, extents, 16)), toString(result));
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
