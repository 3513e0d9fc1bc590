//===- CompareTest.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Compare.h"

#include "CompareFixture.h"

#include "tiled_layout/Layout/Text.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>

using namespace mlir::tiled_layout;
using testing::ElementsAre;
using testing::HasSubstr;

static Layout parse(llvm::StringRef text) {
  return llvm::cantFail(parseLayout(text));
}

static std::string describe(llvm::ArrayRef<int64_t> extents, const Layout &a,
                            const Layout &b) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "shape [";
  llvm::interleave(extents, os, ",");
  os << "], layouts " << toString(a) << " and " << toString(b);
  return text;
}

static bool haveSamePositions(llvm::StringRef a, llvm::StringRef b,
                              llvm::ArrayRef<int64_t> extents) {
  return haveSamePositions(parse(a), parse(b), extents);
}

//===----------------------------------------------------------------------===//
// Same positions
//===----------------------------------------------------------------------===//

TEST(CompareTest, NestedTileWithinAColumnOfTiles) {
  EXPECT_TRUE(haveSamePositions("{1,0:T(2,4)(2,1)}", "{1,0:T(2,1)}", {4, 8}));
  EXPECT_FALSE(haveSamePositions("{1,0:T(2,4)(2,1)}", "{1,0:T(2,1)}", {4, 6}));
}

TEST(CompareTest, TheWitnessHasDifferentPositions) {
  Layout a = parse("{1,0:T(2,4)(2,1)}"), b = parse("{1,0:T(2,1)}");
  auto witness = findPositionDifference(a, b, {4, 6});
  ASSERT_TRUE(witness);
  EXPECT_NE(Placement(a, {4, 6}).getPosition(*witness),
            Placement(b, {4, 6}).getPosition(*witness));
}

TEST(CompareTest, DivisorsThatDoNotChain) {
  EXPECT_FALSE(haveSamePositions("{0:T(6)(4)}", "{0:T(4)}", {12}));
  EXPECT_FALSE(haveSamePositions("{0:T(6)(4)}", "{0:T(6)}", {12}));
  EXPECT_TRUE(haveSamePositions("{0:T(6)(4)}", "{0:T(6)(8)}", {1000}));
  EXPECT_TRUE(haveSamePositions("{0:T(6)(4)}", "{0}", {6}));
}

TEST(CompareTest, HugeShapes) {
  llvm::SmallVector<int64_t> weights{8, 1, 1280, 16384};
  EXPECT_TRUE(haveSamePositions("{3,2,0,1:T(8,128)(2,1)}",
                                "{3,2,1,0:T(8,128)(2,1)}", weights));
  EXPECT_FALSE(haveSamePositions("{3,2,0,1:T(8,128)(2,1)}",
                                 "{3,2,1,0:T(8,128)(4,1)}", weights));
  EXPECT_TRUE(haveSamePositions("{1,0:T(8,128)}", "{1,0:T(8,128)(8,128)}",
                                {99999, 99999}));
  // One tile over one combined index leaves it as it is.
  EXPECT_TRUE(haveSamePositions("{1,0:T(*,99991)}", "{1,0:T(*,99989)}",
                                {100000, 100000}));
  EXPECT_TRUE(haveSamePositions("{2,1,0:T(2,*,99991)}",
                                "{2,1,0:T(2,*,99991)(1,1,1,1)}",
                                {4, 100000, 100000}));
  EXPECT_FALSE(haveSamePositions("{2,1,0:T(2,*,99991)}", "{2,1,0:T(2,*,99989)}",
                                 {4, 100000, 100000}));
  EXPECT_FALSE(haveSamePositions("{2,1,0:T(2,*,1024)}", "{1,2,0:T(2,*,1024)}",
                                 {4, 100000, 100000}));
  // The first difference is 2^40 elements away.
  int64_t far = int64_t(1) << 40;
  EXPECT_TRUE(haveSamePositions("{0:T(1099511627776)(16)(8,1)}",
                                "{0:T(1099511627776)(16)(8,1)}", {4 * far}));
  EXPECT_FALSE(haveSamePositions("{0:T(1099511627776)(2199023255552)}",
                                 "{0:T(1099511627776)(3298534883328)}",
                                 {4 * far}));
}

TEST(CompareTest, EmptyArraysAgree) {
  EXPECT_TRUE(haveSamePositions("{1,0}", "{0,1:T(8,128)}", {0, 5}));
}

TEST(CompareTest, AgreesWithEnumeration) {
  RandomLayouts random(1);
  int same = 0;
  for (int i = 0; i < 15000; ++i) {
    auto extents = random.drawExtents(5, 200);
    Layout a = random.drawLayout(extents, CombineLevels::All);
    Layout b = random.drawLayout(extents, CombineLevels::All);
    SCOPED_TRACE(describe(extents, a, b));
    auto positionsA = getPositions(a, extents);
    auto positionsB = getPositions(b, extents);
    auto witness = findPositionDifference(a, b, extents);
    ASSERT_EQ(!witness, positionsA == positionsB);
    same += !witness;
    if (witness) {
      ASSERT_TRUE(Placement(a, extents).contains(*witness));
      ASSERT_NE(Placement(a, extents).getPosition(*witness),
                Placement(b, extents).getPosition(*witness));
    }
  }
  EXPECT_GT(same, 500);
}

/// All layouts of one shape that lie alike, in many spellings.
TEST(CompareTest, AgreesWithEnumerationWithinClasses) {
  RandomLayouts random(2);
  for (int round = 0; round < 40; ++round) {
    auto extents = random.drawExtents(3, 60);
    std::map<std::vector<int64_t>, std::vector<Layout>> classes;
    for (int i = 0; i < 200; ++i) {
      Layout layout = random.drawLayout(extents, CombineLevels::All);
      classes[getPositions(layout, extents)].push_back(layout);
    }
    for (const auto &[positions, layouts] : classes)
      for (const Layout &layout : layouts) {
        SCOPED_TRACE(describe(extents, layouts.front(), layout));
        ASSERT_TRUE(haveSamePositions(layouts.front(), layout, extents));
      }
  }
}

//===----------------------------------------------------------------------===//
// Interchangeable
//===----------------------------------------------------------------------===//

static std::string getDifference(llvm::StringRef a, llvm::StringRef b,
                                 llvm::ArrayRef<int64_t> extents) {
  return findInterchangeDifference(parse(a), parse(b), extents, 16)
      .value_or("none");
}

TEST(CompareTest, WhatMakesLayoutsDiffer) {
  EXPECT_EQ(getDifference("{0:T(8)}", "{0:L(8)}", {5}), "none");
  EXPECT_EQ(getDifference("{0:T(8)}", "{0}", {5}), "elements differ: 8 and 5");
  EXPECT_EQ(getDifference("{0:E(4)}", "{0}", {5}),
            "bits per element differ: 4 and 16");
  EXPECT_EQ(getDifference("{0:E(16)}", "{0}", {5}), "none");
  EXPECT_EQ(getDifference("{0:S(1)}", "{0:S(5)}", {5}),
            "memory spaces differ: 1 and 5");
  EXPECT_EQ(getDifference("{0:M(4)}", "{0}", {5}),
            "bytes of metadata differ: 4 and 0");
  EXPECT_EQ(getDifference("{0:SC(0:2)}", "{0:SC(0:3)}", {5}),
            "splits differ: {0:SC(0:2)} and {0:SC(0:3)}");
  EXPECT_THAT(getDifference("{1,0}", "{0,1}", {2, 3}),
              HasSubstr("positions differ: element ["));
}

/// Physical dimension numbers are compared by the dimension that they mean.
TEST(CompareTest, SplitsMeanLogicalDimensions) {
  EXPECT_EQ(getDifference("{1,0:SC(1:2)}", "{0,1:SC(0:2)}", {1, 5}), "none");
  EXPECT_EQ(getDifference("{1,0:SC(1:2)(0:)}", "{1,0:SC(1:2)}", {1, 5}),
            "none");
}

TEST(CompareTest, InterchangeAgreesWithEnumeration) {
  RandomLayouts random(3);
  for (int i = 0; i < 3000; ++i) {
    auto extents = random.drawExtents(3, 30);
    Layout a = random.drawLayout(extents, CombineLevels::All);
    Layout b = random.drawLayout(extents, CombineLevels::All);
    SCOPED_TRACE(describe(extents, a, b));
    ASSERT_EQ(areInterchangeable(a, b, extents, 16),
              getPositions(a, extents) == getPositions(b, extents) &&
                  getElements(a, extents) == getElements(b, extents));
  }
}

//===----------------------------------------------------------------------===//
// Properties of one layout
//===----------------------------------------------------------------------===//

TEST(CompareTest, Strides) {
  EXPECT_THAT(*getStrides(parse("{0,1}"), {2, 3}), ElementsAre(1, 2));
  EXPECT_THAT(*getStrides(parse("{1,0:T(8)}"), {4, 5}), ElementsAre(8, 1));
  EXPECT_THAT(*getStrides(parse("{1,0}"), {1, 5}), ElementsAre(0, 1));
  EXPECT_FALSE(getStrides(parse("{1,0:T(2,2)}"), {4, 4}));
  EXPECT_THAT(*getStrides(parse("{1,0:T(8,128)}"), {1 << 30, 128}),
              ElementsAre(128, 1));
}

TEST(CompareTest, Dense) {
  EXPECT_TRUE(isDense(parse("{1,0:T(8,128)(2,1)}"), {16, 256}));
  EXPECT_FALSE(isDense(parse("{1,0:T(8,128)(2,1)}"), {16, 255}));
  EXPECT_FALSE(isDense(parse("{0:L(8)}"), {5}));
}

TEST(CompareTest, PropertiesAgreeWithEnumeration) {
  RandomLayouts random(4);
  for (int i = 0; i < 4000; ++i) {
    auto extents = random.drawExtents(4, 60);
    if (llvm::is_contained(extents, 0))
      continue;
    Layout layout = random.drawLayout(extents, CombineLevels::All);
    SCOPED_TRACE(describe(extents, layout, layout));
    auto positions = getPositions(layout, extents);
    ASSERT_EQ(isDense(layout, extents),
              static_cast<size_t>(getElements(layout, extents)) ==
                  positions.size());

    // Strides: those of the unit indices, if they explain all positions.
    llvm::SmallVector<int64_t> strides(extents.size(), 0);
    size_t step = 1;
    for (size_t dim = extents.size(); dim-- > 0;) {
      if (extents[dim] > 1)
        strides[dim] = positions[step];
      step *= extents[dim];
    }
    bool strided = true;
    for (size_t element = 0; element < positions.size(); ++element) {
      int64_t expected = 0;
      size_t rest = element;
      for (size_t dim = extents.size(); dim-- > 0;) {
        expected += rest % extents[dim] * strides[dim];
        rest /= extents[dim];
      }
      strided &= expected == positions[element];
    }
    auto actual = getStrides(layout, extents);
    ASSERT_EQ(actual.has_value(), strided);
    if (actual) {
      ASSERT_EQ(*actual, strides);
    }
  }
}
