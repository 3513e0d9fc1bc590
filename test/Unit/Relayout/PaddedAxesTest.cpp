//===- PaddedAxesTest.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/PaddedAxes.h"

#include "../Layout/LayoutText.h"
#include "../Layout/RandomLayouts.h"
#include "PlanOf.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Reference.h"

#include "gtest/gtest.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

int64_t getTileElements(const Layout &layout, llvm::ArrayRef<int64_t> extents) {
  int64_t elements = 1;
  for (int64_t extent : getPhysicalShape(layout, extents))
    elements *= extent;
  return elements;
}

std::string axesOf(llvm::StringRef source, llvm::StringRef dest) {
  Shape from = shapeOf(source), to = shapeOf(dest);
  auto padded = getPaddedAxes(
      getRelayoutAxes(from.getLayout(), to.getLayout(), from.extents()),
      getTileElements(to.getLayout(), to.extents()));
  return padded ? toString(*padded) : "none\n";
}

/// Calls `visit` with the values of all axes within the bounds that are marked.
void visitAll(const RelayoutAxes &axes, bool withFilled,
              llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit) {
  RelayoutAxes walked = axes;
  if (!withFilled)
    llvm::erase_if(walked.bounds,
                   [](const AxisBound &bound) { return bound.isFilled; });
  llvm::SmallVector<int64_t> values(axes.axes.size(), 0);
  std::function<void(size_t)> walk = [&](size_t axis) {
    if (axis == values.size())
      return visit(values);
    int64_t count = walked.getCount(axis, values);
    for (values[axis] = 0; values[axis] < count; ++values[axis])
      walk(axis + 1);
    values[axis] = 0;
  };
  walk(0);
}

int64_t getPosition(const RelayoutAxes &axes, llvm::ArrayRef<int64_t> values) {
  int64_t position = 0;
  for (auto [axis, value] : llvm::zip_equal(axes.axes, values))
    position += axis.destStride.get() * value;
  return position;
}

} // namespace

TEST(PaddedAxesTest, AxesGoOnWhereTilesDo) {
  EXPECT_EQ(axesOf("f32[3,9]", "f32[3,9]{1,0:T(2,8)}"),
            "a0: 2 of d0/2, source 18, destination 32\n"
            "a1: 2 of d0, source 9, destination 8\n"
            "a2: 2 of d1/8, source 8, destination 16\n"
            "a3: 8 of d1, source 1, destination 1\n"
            "bound: 2*a0 + a1 < 3, then padding\n"
            "bound: 8*a2 + a3 < 9, then padding\n");
  // A tile that is not full.
  EXPECT_EQ(axesOf("f32[3,5]", "f32[3,5]{1,0:T(2,8)}"),
            "a0: 4 of d0, source 5, destination 8\n"
            "a1: 8 of d1, source 1, destination 1\n"
            "bound: a1 < 5, then padding\n"
            "bound: a0 < 3, then padding\n");
}

TEST(PaddedAxesTest, DimensionsOfOneElementHaveAxesOfPadding) {
  EXPECT_EQ(axesOf("f32[1,256]", "f32[1,256]{1,0:T(8,128)}"),
            "a0: 2 of d1/128, source 128, destination 1024\n"
            "a1: 128 of d1, source 1, destination 1\n"
            "a2: 8 of padding, source 0, destination 128\n"
            "bound: a2 < 1, then padding\n");
}

TEST(PaddedAxesTest, LargerTilesOfTheSourceEndWithTheDestination) {
  EXPECT_EQ(axesOf("f32[17,2]{1,0:T(8,1)}", "f32[17,2]{1,0:T(2,1)}"),
            "a0: 3 of d0/8, source 16, destination 16\n"
            "a1: 4 of d0/2, source 2, destination 4\n"
            "a2: 2 of d0, source 1, destination 1\n"
            "a3: 2 of d1, source 8, destination 2\n"
            "bound: 8*a0 + 2*a1 + a2 < 17, then padding\n"
            "bound: 4*a0 + a1 < 9\n");
}

TEST(PaddedAxesTest, EveryPositionIsOneCombination) {
  std::mt19937_64 random(20261122);
  RandomLayoutOptions options;
  size_t known = 0, plain = 0;
  for (int i = 0; i < 4000; ++i) {
    RandomLayout drawn = getRandomLayout(random, options);
    Layout source = Layout::getRowMajor(drawn.extents.size());
    if (i % 2)
      source = drawn.layout;
    SCOPED_TRACE(drawn.describe());
    RelayoutAxes axes = getRelayoutAxes(source, drawn.layout, drawn.extents);
    plain += !axes.isEmpty && axes.irregular.empty();
    int64_t tiles = getTileElements(drawn.layout, drawn.extents);
    std::optional<RelayoutAxes> padded = getPaddedAxes(axes, tiles);
    if (!padded)
      continue;
    ++known;
    std::vector<int64_t> contents =
        reference::getContents(drawn.layout, drawn.extents);
    std::vector<int> visits(tiles, 0);
    visitAll(*padded, /*withFilled=*/false, [&](auto values) {
      int64_t position = getPosition(*padded, values);
      ASSERT_LT(position, tiles);
      ++visits[position];
    });
    ASSERT_TRUE(llvm::all_of(visits, [](int n) { return n == 1; }));
    std::vector<bool> isElement(contents.size(), false);
    visitAll(*padded, /*withFilled=*/true, [&](auto values) {
      isElement[getPosition(*padded, values)] = true;
    });
    for (auto [position, id] : llvm::enumerate(contents))
      ASSERT_EQ(isElement[position], id != reference::padding) << position;
  }
  // Nearly all that are no tiles of tiles whose edges lie across each other.
  EXPECT_GT(known, plain * 9 / 10);
  EXPECT_GT(known, 1500u);
}
