//===- ReshapesTest.cpp - Layouts of expanded and collapsed arrays --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutText.h"
#include "RandomLayouts.h"

#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Views.h"

#include "gtest/gtest.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

using Groups = SmallVector<SmallVector<int64_t, 2>>;

std::string describe(llvm::Expected<ViewLayout> view) {
  if (!view)
    return llvm::toString(view.takeError());
  return toString(view->layout) + " " + extentsToString(view->strides);
}

std::string expand(llvm::StringRef text, ArrayRef<int64_t> extents,
                   const Groups &groups, ArrayRef<int64_t> expanded) {
  Layout layout = layoutOf(text);
  return describe(getExpandedLayout(layout, getPhysicalStrides(layout, extents),
                                    groups, expanded));
}

std::string collapse(llvm::StringRef text, ArrayRef<int64_t> extents,
                     const Groups &groups,
                     std::optional<SmallVector<int64_t>> strides = {}) {
  Layout layout = layoutOf(text);
  return describe(getCollapsedLayout(
      layout, extents, strides ? *strides : getPhysicalStrides(layout, extents),
      groups));
}

TEST(ReshapesTest, tilesAreCutWhereDimensionsMeet) {
  EXPECT_EQ(expand("{1,0:T(8,128)}", {64, 1024}, {{0}, {1, 2}}, {64, 4, 256}),
            "{2,1,0:T(8,1,128)} [8192, 2048, 1024, 128, 128, 1]");
  EXPECT_EQ(expand("{1,0:T(8,128)}", {64, 1024}, {{0, 1}, {2}}, {16, 4, 1024}),
            "{2,1,0:T(2,4,128)} [8192, 8192, 1024, 512, 128, 1]");
  EXPECT_EQ(
      expand("{1,0:T(8,128)(2,1)}", {64, 1024}, {{0}, {1, 2}}, {64, 4, 256}),
      "{2,1,0:T(8,1,128)(2,1,1)} [8192, 2048, 1024, 256, 256, 2, 1, 1, "
      "1]");
  EXPECT_EQ(expand("{1,0:T(8)}", {64, 1024}, {{0, 1}, {2}}, {2, 32, 1024}),
            "{2,1,0:T(8)} [32768, 1024, 8, 1]");
}

TEST(ReshapesTest, dimensionsMergeWhereATileIsNotCut) {
  EXPECT_EQ(expand("{0:T(8)}", {30}, {{0, 1}}, {10, 3}), "{1,0:T(*,8)} [8, 1]");
  EXPECT_EQ(expand("{0:T(8)L(3)}, exact", {32}, {{0, 1}}, {8, 4}),
            "{1,0:T(2,4)L(3)}, exact [8, 8, 4, 1]");
  EXPECT_EQ(expand("{0:T(8)}", {kDynamic}, {{0, 1}}, {kDynamic, kDynamic}),
            "a tile of 8 on dimension 0 does not end where the dimensions of "
            "the reshape meet");
  EXPECT_EQ(expand("{0:T(8)}", {kDynamic}, {{0, 1}}, {kDynamic, 3}),
            "{1,0:T(*,8)} [8, 1]");
}

TEST(ReshapesTest, whatIsCutComesTogether) {
  EXPECT_EQ(collapse("{2,1,0:T(8,1,128)}", {64, 4, 256}, {{0}, {1, 2}}),
            "{1,0:T(8,128)} [8192, 1024, 128, 1]");
  EXPECT_EQ(collapse("{2,1,0:T(8,128)}", {64, 4, 256}, {{0, 1}, {2}}),
            "a tile of 8 on dimension 0 does not end where the dimensions of "
            "the reshape meet");
  EXPECT_EQ(collapse("{2,1,0:T(8,128)}", {6, 16, 256}, {{0, 1}, {2}}),
            "{1,0:T(8,128)} [2048, 1024, 128, 1]");
  EXPECT_EQ(collapse("{2,1,0:T(*,8)}", {3, 5, 7}, {{0}, {1, 2}}),
            "{1,0:T(8)} [40, 8, 1]");
  EXPECT_EQ(collapse("{1,2,0}", {2, 3, 4}, {{0}, {1, 2}}),
            "dimension 2 does not follow the dimension that it is merged with "
            "in memory");
}

TEST(ReshapesTest, partsOfAnArrayMustFollowEachOther) {
  SmallVector<int64_t> strides = {100, 20, 1}, whole = {80, 20, 1};
  EXPECT_EQ(collapse("{2,1,0}", {3, 4, 20}, {{0, 1}, {2}}, strides),
            "the extents and strides of dimension 0 must be known to reshape "
            "it");
  EXPECT_EQ(collapse("{2,1,0}", {3, 4, 20}, {{0, 1}, {2}}, whole),
            "{1,0} [20, 1]");
  EXPECT_EQ(collapse("{2,1,0}", {kDynamic, 4, kDynamic}, {{0, 1}, {2}}),
            "{1,0} [?, 1]");
}

/// Draws factors of an extent, most major first.
SmallVector<int64_t, 2> factor(std::mt19937_64 &random, int64_t extent) {
  SmallVector<int64_t, 2> factors;
  while (extent > 1 && chance(random, 60)) {
    int64_t part = pick(random, 1, extent);
    while (extent % part != 0)
      --part;
    factors.push_back(part);
    extent /= part;
  }
  factors.push_back(extent);
  return factors;
}

/// Two shapes of which one is an expansion of the other.
struct Reshape {
  Groups groups;
  SmallVector<int64_t> few, many;
};

Reshape getRandomReshape(std::mt19937_64 &random, ArrayRef<int64_t> extents) {
  Reshape reshape;
  reshape.few.assign(extents.begin(), extents.end());
  for (int64_t extent : extents) {
    SmallVector<int64_t, 2> group;
    for (int64_t part : factor(random, extent)) {
      group.push_back(reshape.many.size());
      reshape.many.push_back(part);
    }
    reshape.groups.push_back(group);
  }
  return reshape;
}

/// Checks that two layouts put the elements of a reshape at the same places.
void checkSamePlaces(const Layout &few, const Layout &many,
                     const Reshape &reshape) {
  std::string text = toString(few) + " on " + extentsToString(reshape.few) +
                     ", " + toString(many) + " on " +
                     extentsToString(reshape.many);
  ASSERT_FALSE(checkLayoutOnShape(few, reshape.few)) << text;
  ASSERT_FALSE(checkLayoutOnShape(many, reshape.many)) << text;
  Placement from(few, reshape.few), to(many, reshape.many);
  ASSERT_EQ(from.getElements(), to.getElements()) << text;
  for (int64_t position = 0; position < from.getElements(); ++position) {
    auto index = from.getIndex(position), parts = to.getIndex(position);
    ASSERT_EQ(index.has_value(), parts.has_value()) << text;
    if (!index)
      continue;
    for (auto [dim, group] : llvm::enumerate(reshape.groups)) {
      int64_t combined = 0;
      for (int64_t part : group)
        combined = combined * reshape.many[part] + (*parts)[part];
      ASSERT_EQ(combined, (*index)[dim]) << text;
    }
  }
}

TEST(ReshapesTest, expandedElementsStay) {
  std::mt19937_64 random(11);
  RandomLayoutOptions options;
  options.zeroExtents = false;
  int accepted = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    RandomLayout array = getRandomLayout(random, options);
    Reshape reshape = getRandomReshape(random, array.extents);
    auto view = expectedToOptional(getExpandedLayout(
        array.layout, getPhysicalStrides(array.layout, array.extents),
        reshape.groups, reshape.many));
    // Only an edge of `SC` within a dimension has no place afterwards.
    if (!view) {
      EXPECT_FALSE(array.layout.splits.empty()) << array.describe();
      continue;
    }
    ++accepted;
    checkSamePlaces(array.layout, view->layout, reshape);
    if (HasFatalFailure())
      return;
    // The extents that no index reaches have any stride.
    auto expected = getPhysicalStrides(view->layout, reshape.many);
    auto shape = getPhysicalShape(view->layout, reshape.many);
    ASSERT_EQ(view->strides.size(), expected.size());
    for (size_t axis = 0; axis < expected.size(); ++axis)
      if (shape[axis] != 1)
        ASSERT_EQ(view->strides[axis], expected[axis]) << array.describe();
  }
  EXPECT_GE(accepted, 2500);
}

TEST(ReshapesTest, collapsedElementsStay) {
  std::mt19937_64 random(13);
  RandomLayoutOptions options;
  options.zeroExtents = false;
  int accepted = 0, tiled = 0, undone = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    // Half of the layouts come from an expansion, so that they can go back.
    RandomLayout array = getRandomLayout(random, options);
    Reshape reshape = getRandomReshape(random, array.extents);
    Layout many = getRandomLayoutOn(random, reshape.many, options);
    bool isExpansion = chance(random, 50);
    if (isExpansion) {
      auto expanded = expectedToOptional(getExpandedLayout(
          array.layout, getPhysicalStrides(array.layout, array.extents),
          reshape.groups, reshape.many));
      if (!expanded)
        continue;
      many = expanded->layout;
    }
    auto view = getCollapsedLayout(many, reshape.many,
                                   getPhysicalStrides(many, reshape.many),
                                   reshape.groups);
    if (!view) {
      std::string refusal = llvm::toString(view.takeError());
      EXPECT_FALSE(isExpansion)
          << toString(many) << " on " << extentsToString(reshape.many) << ": "
          << refusal;
      continue;
    }
    ++accepted;
    undone += isExpansion;
    tiled += !view->layout.tiles.empty() && many != view->layout;
    checkSamePlaces(view->layout, many, reshape);
    if (HasFatalFailure())
      return;
    auto expected = getPhysicalStrides(view->layout, reshape.few);
    auto shape = getPhysicalShape(view->layout, reshape.few);
    ASSERT_EQ(view->strides.size(), expected.size());
    for (size_t axis = 0; axis < expected.size(); ++axis)
      if (shape[axis] != 1)
        ASSERT_EQ(view->strides[axis], expected[axis])
            << toString(many) << " on " << extentsToString(reshape.many);
  }
  EXPECT_GE(accepted, 1500);
  EXPECT_GE(tiled, 500);
  EXPECT_GE(undone, 1200);
}

TEST(ReshapesTest, groupsWithoutDimensionsAreRefused) {
  Layout layout = layoutOf("{2,1,0:T(8,128)}");
  for (const Groups &groups : {Groups{{0}, {1, 3}}, Groups{{0}, {1}}})
    EXPECT_TRUE(errorToBool(
        getCollapsedLayout(layout, {64, 4, 256}, {}, groups).takeError()));
}

} // namespace
