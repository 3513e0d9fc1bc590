//===- PaddingRunsTest.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/PaddingRuns.h"

#include "../Layout/LayoutText.h"
#include "../Layout/RandomLayouts.h"

#include "tiled_layout/Layout/Reference.h"

#include "gtest/gtest.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

std::string runsOf(llvm::StringRef text) {
  Shape shape = shapeOf(text);
  PaddingRuns runs(shape.getLayout(), shape.extents());
  std::string result;
  llvm::raw_string_ostream os(result);
  runs.visit([&](int64_t begin, int64_t end) {
    os << '[' << begin << ',' << end << ')';
  });
  return result;
}

} // namespace

TEST(PaddingRunsTest, RunsOfKnownLayouts) {
  EXPECT_EQ(runsOf("f32[3,5]{1,0:T(2,2)}"),
            "[9,10)[11,12)[14,16)[18,20)[21,22)[22,24)");
  EXPECT_EQ(runsOf("f32[4,6]{1,0:T(2,2)}"), "");
  EXPECT_EQ(runsOf("f32[5]{0:L(8)}"), "[5,8)");
  EXPECT_EQ(runsOf("f32[]{:T(4)}"), "[1,4)");
  EXPECT_EQ(runsOf("f32[0,5]{1,0:T(2,2)}"), "");
  // One row of a pair: every other position.
  EXPECT_EQ(runsOf("bf16[1,3]{1,0:T(2,3)(2,1)}"), "[1,2)[3,4)[5,6)");
}

TEST(PaddingRunsTest, RunsAreWhereTheReferenceHasPadding) {
  std::mt19937_64 random(20261126);
  RandomLayoutOptions options;
  size_t known = 0;
  for (int i = 0; i < 3000; ++i) {
    RandomLayout drawn = getRandomLayout(random, options);
    SCOPED_TRACE(drawn.describe());
    PaddingRuns runs(drawn.layout, drawn.extents);
    std::vector<int64_t> contents =
        reference::getContents(drawn.layout, drawn.extents);
    ASSERT_EQ(runs.hasPadding(),
              llvm::is_contained(contents, reference::padding));
    if (!runs.areKnown())
      continue;
    ++known;
    std::vector<bool> expected, actual(contents.size(), false);
    for (int64_t id : contents)
      expected.push_back(id == reference::padding);
    int64_t last = 0;
    runs.visit([&](int64_t begin, int64_t end) {
      ASSERT_LE(last, begin);
      ASSERT_LT(begin, end);
      ASSERT_LE(end, static_cast<int64_t>(actual.size()));
      std::fill(actual.begin() + begin, actual.begin() + end, true);
      last = end;
    });
    ASSERT_EQ(actual, expected);
    // Coarse runs have all of it.
    std::vector<bool> coarse(contents.size(), false);
    last = -1;
    runs.visitCoarsely(16, [&](int64_t begin, int64_t end) {
      ASSERT_LT(last, begin);
      ASSERT_LE(end, static_cast<int64_t>(coarse.size()));
      std::fill(coarse.begin() + begin, coarse.begin() + end, true);
      last = end;
    });
    for (size_t position = 0; position < coarse.size(); ++position)
      ASSERT_TRUE(coarse[position] || !expected[position]) << position;
  }
  EXPECT_GT(known, 2000u);
}

TEST(PaddingRunsTest, AnyWidthIsFilledAndNothingElse) {
  for (int64_t bits : {1, 2, 4, 8, 12, 16, 32, 64, 128}) {
    SCOPED_TRACE(bits);
    llvm::APInt element(bits, 0xA5C3, false, /*implicitTrunc=*/true);
    constexpr int64_t positions = 300;
    for (auto [begin, end] :
         {std::pair{0, 300}, {7, 8}, {63, 65}, {5, 290}, {130, 130}}) {
      std::vector<uint8_t> data(positions * bits / 8 + 1, 0x5A);
      PositionFiller(element).fill(data.data(), begin, end);
      for (int64_t bit = 0; bit < static_cast<int64_t>(data.size()) * 8;
           ++bit) {
        bool inside = bit >= begin * bits && bit < end * bits;
        bool expected = inside ? element[bit % bits] : 0x5A >> bit % 8 & 1;
        ASSERT_EQ(bool(data[bit / 8] >> bit % 8 & 1), expected)
            << "bit " << bit << " of [" << begin << ',' << end << ')';
      }
    }
  }
}

TEST(PaddingRunsTest, ElementsAreWidenedAsValuesAre) {
  EXPECT_EQ(getElementBits(llvm::APInt(4, 9), 8, true), llvm::APInt(8, 0xF9));
  EXPECT_EQ(getElementBits(llvm::APInt(4, 9), 8, false), llvm::APInt(8, 9));
  EXPECT_EQ(getElementBits(llvm::APInt(1, 1), 1, true), llvm::APInt(1, 1));
}
