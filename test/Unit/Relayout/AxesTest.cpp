//===- AxesTest.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/Axes.h"

#include "../Layout/LayoutText.h"
#include "../Layout/RandomLayouts.h"

#include <numeric>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

std::string axesOf(llvm::ArrayRef<int64_t> extents, llvm::StringRef source,
                   llvm::StringRef dest) {
  return toString(getRelayoutAxes(layoutOf(source), layoutOf(dest), extents));
}

} // namespace

TEST(AxesTest, TilesCutTheirDimensions) {
  EXPECT_EQ(axesOf({5, 4}, "{1,0}", "{1,0:T(2,2)}"),
            "a0: 3 of d0/2, source 8, destination 8\n"
            "a1: 2 of d0, source 4, destination 2\n"
            "a2: 2 of d1/2, source 2, destination 4\n"
            "a3: 2 of d1, source 1, destination 1\n"
            "bound: 2*a0 + a1 < 5\n");
}

TEST(AxesTest, BothSidesCut) {
  EXPECT_EQ(axesOf({4, 12}, "{1,0:T(4,6)}", "{1,0:T(2,3)}"),
            "a0: 2 of d0/2, source 12, destination 24\n"
            "a1: 2 of d0, source 6, destination 3\n"
            "a2: 2 of d1/6, source 24, destination 12\n"
            "a3: 2 of d1/3, source 3, destination 6\n"
            "a4: 3 of d1, source 1, destination 1\n");
}

TEST(AxesTest, LevelsThatPad) {
  EXPECT_EQ(axesOf({10}, "{0}", "{0:T(6)(2,4)}"),
            "a0: 2 of d0/6, source 6, destination 4\n"
            "a1: 2 of d0/4, source 4, destination 8\n"
            "a2: 4 of d0, source 1, destination 1\n"
            "bound: 4*a1 + a2 < 6\n"
            "bound: 6*a0 + 4*a1 + a2 < 10\n");
}

TEST(AxesTest, CombinedDimensions) {
  EXPECT_EQ(axesOf({3, 4}, "{1,0}", "{1,0:T(*,6)(2,1)}"),
            "a0: 2 of (d0,d1)/6, source 6, destination 1\n"
            "a1: 6 of (d0,d1), source 1, destination 2\n");
  EXPECT_EQ(axesOf({3, 4}, "{0,1}", "{1,0:T(*,6)(2,1)}"),
            "irregular: the edges 6 and 4 of d0 and d1 do not chain\n");
  EXPECT_EQ(axesOf({5, 5}, "{1,0}", "{1,0:T(2,2)(*,3,1)}"),
            "irregular: a tile mixes d0 and d1\n");
}

TEST(AxesTest, WithoutElementsOrDimensions) {
  EXPECT_EQ(axesOf({0, 3}, "{1,0}", "{0,1}"), "no elements\n");
  EXPECT_EQ(axesOf({}, "{}", "{:T(128)}"), "");
  EXPECT_EQ(axesOf({1, 1}, "{1,0}", "{0,1:T(8,128)}"), "");
}

// Tiles that follow each other in the array itself are digits of a view: a row
// of a matrix in T(8,128), and one that begins at every second tile.
TEST(AxesTest, StridesOfViews) {
  Layout row = layoutOf("{0:T(128)}"), flat = layoutOf("{0}");
  EXPECT_EQ(toString(getRelayoutAxes(row, {}, flat, {}, {300})),
            "a0: 300 of d0, source 1, destination 1\n");
  EXPECT_EQ(toString(getRelayoutAxes(row, {1024, 1}, flat, {}, {300})),
            "a0: 3 of d0/128, source 1024, destination 128\n"
            "a1: 128 of d0, source 1, destination 1\n"
            "bound: 128*a0 + a1 < 300\n");
  EXPECT_EQ(toString(getRelayoutAxes(row, {1024, 1}, row, {2048, 1}, {256})),
            "a0: 2 of d0/128, source 1024, destination 2048\n"
            "a1: 128 of d0, source 1, destination 1\n");
}

TEST(AxesTest, MergingAndSplitting) {
  Layout source = layoutOf("{2,1,0}"), dest = layoutOf("{2,1,0:T(4,8)}");
  RelayoutAxes axes = getRelayoutAxes(source, dest, {2, 8, 8});
  axes.merge();
  EXPECT_EQ(toString(axes), "a0: 128 of (d0,d1,d2), source 1, destination 1\n");
  EXPECT_EQ(axes.split(0, 48), 1u);
  EXPECT_EQ(toString(axes),
            "a0: 3 of (d0,d1,d2)/48, source 48, destination 48\n"
            "a1: 48 of (d0,d1,d2), source 1, destination 1\n"
            "bound: 48*a0 + a1 < 128\n");
}

// What is known at run time only equals itself, and stands outside of what is
// known.
TEST(AxesTest, StridesKnownAtRunTime) {
  Stride row(1, RuntimeFactor{1, 0}), plane(1, RuntimeFactor{0, 0});
  Stride tiles(1024, RuntimeFactor{1, 128});
  EXPECT_TRUE(row == row && row * 4 == row * 4);
  EXPECT_FALSE(row == plane || row == Stride(1) || row * 2 == row);
  EXPECT_FALSE(row.isMultipleOf(2));
  EXPECT_TRUE(row.isMultipleOf(1) && tiles.isMultipleOf(16));
  EXPECT_TRUE(row < plane && row < row * 2 && Stride(1000000000000) < row);
  EXPECT_TRUE(row * 8 < Stride(1, {{1, 1}, {2, 1}}));
}

// The number of rows is not needed to know that tiles follow one another, but
// that of columns is. What lies behind a row is found at run time.
TEST(AxesTest, DynamicExtents) {
  EXPECT_EQ(axesOf({kDynamic, kDynamic}, "{1,0}", "{1,0:T(8,128)}"),
            "a0: ? of d0/8, source 8*?, destination 1024*?\n"
            "a1: 8 of d0, source ?, destination 128\n"
            "a2: ? of d1/128, source 128, destination 1024\n"
            "a3: 128 of d1, source 1, destination 1\n"
            "bound: 8*a0 + a1 < ?\n"
            "bound: 128*a2 + a3 < ?\n");
  EXPECT_EQ(axesOf({kDynamic, 128}, "{1,0}", "{1,0:T(8,128)}"),
            "a0: ? of d0, source 128, destination 128\n"
            "a1: 128 of d1, source 1, destination 1\n");
  EXPECT_EQ(axesOf({kDynamic, 6}, "{1,0}", "{1,0:T(*,4)}"),
            "irregular: a tile combines dimensions\n");
}

// Planes whose stride nobody knows follow one another if rows do.
TEST(AxesTest, ViewsWithStridesKnownAtRunTime) {
  Layout row = layoutOf("{0:T(128)}"), flat = layoutOf("{0}");
  EXPECT_EQ(
      toString(getRelayoutAxes(row, {kDynamic, 1}, flat, {kDynamic}, {300})),
      "a0: 3 of d0/128, source ?, destination 128*?\n"
      "a1: 128 of d0, source 1, destination ?\n"
      "bound: 128*a0 + a1 < 300\n");
  // The second row of 6 has nothing but padding.
  EXPECT_EQ(toString(getRelayoutAxes(layoutOf("{0:T(8)(6)}"), {12, 6, 1}, flat,
                                     {kDynamic}, {5})),
            "a0: 5 of d0, source 1, destination ?\n");
}

TEST(AxesTest, MergingWhatIsKnownAtRunTime) {
  Layout rows = layoutOf("{2,1,0}");
  RelayoutAxes axes = getRelayoutAxes(rows, rows, {kDynamic, 6, kDynamic});
  axes.merge();
  EXPECT_EQ(toString(axes), "a0: ? of (d0,d1), source ?, destination ?\n"
                            "a1: ? of d2, source 1, destination 1\n");
  // There are multiples of 6 rows.
  axes.split(0, 3);
  EXPECT_TRUE(axes.bounds.empty());
  EXPECT_EQ(axes.axes[0].runtimeExtent->factor, 2);
  // But not of 5. A limit follows from one that is there already.
  size_t inner = axes.split(0, 5);
  EXPECT_TRUE(axes.axes[inner].hasKnownExtent());
  EXPECT_EQ(axes.axes[0].runtimeExtent->divisor, 5);
  EXPECT_EQ(axes.bounds.size(), 1u);
  EXPECT_EQ(axes.bounds[0].runtimeLimit->factor, 2);
  axes.split(0, 2);
  EXPECT_EQ(axes.bounds.size(), 1u);
}

TEST(AxesTest, EdgesThatDoNotChain) {
  EXPECT_EQ(axesOf({2, 24}, "{1,0:T(2,6)}", "{1,0:T(2,4)}"),
            "a0: 2 of d0, source 6, destination 4\n"
            "irregular: the edges 6 and 4 of d1 do not chain\n");
}

namespace {

/// Calls `visit` with the position on both sides of every combination of axis
/// values, the axes fixed in the given order.
void walk(const RelayoutAxes &axes, llvm::ArrayRef<size_t> order,
          llvm::SmallVector<int64_t> &values, int64_t source, int64_t dest,
          llvm::function_ref<void(int64_t, int64_t)> visit) {
  if (order.empty())
    return visit(source, dest);
  size_t axis = order.front();
  int64_t count = axes.getCount(axis, values);
  for (int64_t value = 0; value < count; ++value) {
    values[axis] = value;
    walk(axes, order.drop_front(), values,
         source + value * axes.axes[axis].sourceStride.get(),
         dest + value * axes.axes[axis].destStride.get(), visit);
  }
  values[axis] = 0;
}

/// Splits some axes and merges before or after.
void rewrite(std::mt19937_64 &random, RelayoutAxes &axes) {
  if (chance(random, 50))
    axes.merge();
  for (int64_t times = pick(random, 0, 3); times > 0; --times) {
    if (axes.axes.empty())
      return;
    size_t axis = pick(random, 0, axes.axes.size() - 1);
    if (int64_t extent = axes.axes[axis].extent; extent > 2)
      axes.split(axis, pick(random, 2, extent - 1));
  }
  if (chance(random, 50))
    axes.merge();
}

} // namespace

TEST(AxesTest, RandomPairsCoverEveryElementOnceInAnyOrder) {
  std::mt19937_64 random(20261122);
  RandomLayoutOptions options;
  options.maxElements = 400;
  int64_t regular = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    RandomLayout drawn = getRandomLayout(random, options);
    const auto &[source, extents] = drawn;
    Layout dest = getRandomLayoutOn(random, extents, options);
    RelayoutAxes axes = getRelayoutAxes(source, dest, extents);
    ASSERT_EQ(axes.isEmpty, llvm::is_contained(extents, 0));
    if (axes.isEmpty || !axes.irregular.empty())
      continue;
    ++regular;
    rewrite(random, axes);
    SCOPED_TRACE(drawn.describe() + " to " + toString(dest) + "\n" +
                 toString(axes));

    Placement from(source, extents), to(dest, extents);
    std::vector<int64_t> expected(from.getElements(), -1);
    int64_t left = 0;
    for (int64_t position = 0; position < from.getElements(); ++position)
      if (auto index = from.getIndex(position)) {
        expected[position] = to.getPosition(*index);
        ++left;
      }

    llvm::SmallVector<size_t> order(axes.axes.size());
    std::iota(order.begin(), order.end(), 0);
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[pick(random, 0, i - 1)]);
    llvm::SmallVector<int64_t> values(axes.axes.size(), 0);
    walk(axes, order, values, 0, 0, [&](int64_t a, int64_t b) {
      ASSERT_TRUE(a >= 0 && a < from.getElements()) << a;
      ASSERT_EQ(expected[a], b) << "at source position " << a;
      expected[a] = -2; // Not a second time.
      --left;
    });
    ASSERT_EQ(left, 0);
  }
  // The property says little if most pairs are irregular.
  EXPECT_GT(regular, 2000);
}
