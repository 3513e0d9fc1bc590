//===- CuteTest.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotationTest.h"

#include "tiled_layout/Layout/Interop/Cute.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// As CuTe: an index splits in the numbers of its mode, the first one fastest;
/// the position is the sum of numbers times strides.
int64_t evaluateCute(StringRef text, ArrayRef<int64_t> extents,
                     ArrayRef<int64_t> index) {
  auto [shapes, strides] = text.split(':');
  std::vector<int64_t> sizes = readIntegers(shapes);
  std::vector<int64_t> steps = readIntegers(strides);
  int64_t position = 0;
  size_t leaf = 0;
  for (size_t dim = 0; dim < extents.size(); ++dim) {
    int64_t rest = index[dim], covered = 1;
    while (covered < extents[dim] || covered == 1) {
      position += rest % sizes[leaf] * steps[leaf];
      rest /= sizes[leaf];
      covered *= sizes[leaf++];
      if (extents[dim] == 1)
        break;
    }
  }
  return position;
}

llvm::Expected<Layout> parseCuteText(StringRef text,
                                     ArrayRef<int64_t> extents) {
  size_t offset = 0;
  auto layout = parseCute(text, offset, extents);
  EXPECT_TRUE(!layout || offset == text.size());
  return layout;
}

const Notation cute{getCute, parseCuteText, evaluateCute};

} // namespace

TEST(CuteTest, roundTrips) { EXPECT_GT(testRoundTrip(cute, 6000), 300); }

TEST(CuteTest, randomLayouts) {
  std::mt19937_64 random(9);
  for (int trial = 0; trial < 1500; ++trial) {
    // Numbers in a random memory order, dealt to modes.
    struct Number {
      int64_t mode, size, stride;
    };
    std::vector<Number> numbers;
    int64_t rank = pick(random, 1, 3), total = 1;
    for (int64_t mode = 0; mode < rank; ++mode)
      for (int64_t count = pick(random, 1, 3); count > 0; --count)
        numbers.push_back({mode, pick(random, 2, 4), 0});
    std::vector<size_t> order;
    for (size_t i = 0; i < numbers.size(); ++i)
      order.insert(order.begin() + pick(random, 0, i), i);
    for (size_t i : order) {
      numbers[i].stride = total;
      total *= numbers[i].size;
    }
    if (total > 2000)
      continue;
    std::string shapes, strides;
    SmallVector<int64_t> extents(rank, 1);
    for (int64_t mode = 0; mode < rank; ++mode) {
      std::string sizes, steps;
      for (const Number &number : numbers) {
        if (number.mode != mode)
          continue;
        extents[mode] *= number.size;
        sizes += (sizes.empty() ? "" : ",") + std::to_string(number.size);
        steps += (steps.empty() ? "" : ",") + std::to_string(number.stride);
      }
      shapes += (mode ? ",(" : "(") + sizes + ")";
      strides += (mode ? ",(" : "(") + steps + ")";
    }
    std::string text = "(" + shapes + "):(" + strides + ")";
    auto layout = parseCuteText(text, extents);
    ASSERT_TRUE(static_cast<bool>(layout))
        << text << llvm::toString(layout.takeError());
    expectPositions(cute, text, *layout, extents);
  }
}

TEST(CuteTest, examples) {
  EXPECT_EQ(refusalOf(cute, "{1,0:T(8,128)}", {16, 256}),
            "((8,2),(128,2)):((128,2048),(1,1024))");
  EXPECT_EQ(readingOf(cute, "((8,2),(128,2)):((128,2048),(1,1024))", {16, 256}),
            "{1,0:T(8,128)}");
  EXPECT_EQ(readingOf(cute, "(4,8):(1,4)", {4, 8}), "{0,1}");
  EXPECT_EQ(readingOf(cute, "8:1", {8}), "{0}");
  EXPECT_EQ(readingOf(cute, "((2,4)):((4,1))", {8}), "{0:T(2)(4,1)}");
  EXPECT_EQ(readingOf(cute, "(1,8):(77,1)", {1, 8}), "{1,0}");
  EXPECT_EQ(readingOf(cute, "():()", {}), "{}");
  EXPECT_EQ(refusalOf(cute, "{0}", {8}), "8:1");
  EXPECT_EQ(refusalOf(cute, "{0:T(2)(4,1)}", {8}), "((2,4)):((4,1))");
  EXPECT_EQ(refusalOf(cute, "{1,0:T(*,4)}", {2, 8}), "(2,8):(8,1)");
}

TEST(CuteTest, refusals) {
  EXPECT_EQ(readingOf(cute, "(4,8):(1,5)", {4, 8}),
            "column 1: stride 5 of 8 values of mode 1 must be 4, since a "
            "layout has no gaps between elements and no overlaps");
  EXPECT_EQ(readingOf(cute, "(4,8):(0,1)", {4, 8}),
            "column 1: stride 0 of 4 values of mode 0 must be 1, since a "
            "layout has no gaps between elements and no overlaps");
  EXPECT_EQ(readingOf(cute, "(4,8):(1,4)", {4, 9}),
            "column 1: mode 1 has 8 values, but dimension 1 has extent 9");
  EXPECT_EQ(readingOf(cute, "(2,4):(4,1)", {8}),
            "column 1: mode 0 has 2 values, but dimension 0 has extent 8");
  EXPECT_EQ(readingOf(cute, "(4,8):1", {4, 8}),
            "column 7: the strides are not nested as the shape is");
  EXPECT_EQ(readingOf(cute, "(4,(2,4)):(1,4)", {4, 8}),
            "column 14: the strides are not nested as the shape is");
  EXPECT_EQ(readingOf(cute, std::string(1000, '('), {4, 8}),
            "column 34: the shape is nested more than 32 deep");
  EXPECT_EQ(refusalOf(cute, "{1,0:T(2,2)}", {3, 5}),
            "tile size 2 of level 1 does not divide extent 3, and CuTe does "
            "not pad");
  EXPECT_EQ(refusalOf(cute, "{0}", {kDynamic}),
            "CuTe's numbers are constants of at least 1, but dimension 0 has "
            "extent ?");
}
