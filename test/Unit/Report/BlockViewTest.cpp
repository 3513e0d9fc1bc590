//===- BlockViewTest.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/BlockView.h"

#include "../Layout/RandomLayouts.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Text.h"

#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace mlir::tiled_layout;

static BlockView view(llvm::StringRef text, llvm::ArrayRef<int64_t> block) {
  Shape shape = llvm::cantFail(parseShape(text));
  return llvm::cantFail(
      getBlockView(shape.getLayout(), shape.extents(), block));
}

static std::string refusal(llvm::StringRef text,
                           llvm::ArrayRef<int64_t> block) {
  Shape shape = llvm::cantFail(parseShape(text));
  auto result = getBlockView(shape.getLayout(), shape.extents(), block);
  return result ? "" : llvm::toString(result.takeError());
}

/// Blocks as text, so that two lists of them can be compared whatever their
/// order.
static std::string describe(llvm::ArrayRef<int64_t> extents, int64_t runs,
                            int64_t shortest, int64_t longest, int64_t span) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(extents, os, "x");
  os << ": " << runs << " runs of " << shortest << " to " << longest
     << " within " << span;
  return text;
}

static std::map<std::string, int64_t> count(const BlockView &view) {
  std::map<std::string, int64_t> counts;
  for (const BlockGroup &group : view.groups)
    counts[describe(group.extents, group.runs, group.shortestRun,
                    group.longestRun, group.span)] += group.count;
  return counts;
}

/// The same by looking at every element of the array.
static std::map<std::string, int64_t>
countByHand(const Layout &layout, llvm::ArrayRef<int64_t> extents,
            llvm::ArrayRef<int64_t> block) {
  Placement placement(layout, extents);
  std::map<std::vector<int64_t>, std::set<int64_t>> positions;
  std::map<std::vector<int64_t>, std::vector<std::set<int64_t>>> indices;
  for (int64_t position = 0; position < placement.getElements(); ++position) {
    auto index = placement.getIndex(position);
    if (!index)
      continue;
    std::vector<int64_t> key(index->begin(), index->end());
    for (size_t i = 0; i < block.size(); ++i)
      key[layout.minorToMajor[i]] /= block[block.size() - 1 - i];
    positions[key].insert(position);
    auto &seen = indices[key];
    seen.resize(block.size());
    for (size_t i = 0; i < block.size(); ++i)
      seen[block.size() - 1 - i].insert((*index)[layout.minorToMajor[i]]);
  }

  std::map<std::string, int64_t> counts;
  for (const auto &[key, members] : positions) {
    llvm::SmallVector<int64_t> lengths;
    for (int64_t position : members) {
      if (!members.count(position - 1))
        lengths.push_back(0);
      ++lengths.back();
    }
    llvm::SmallVector<int64_t> blockExtents;
    for (const std::set<int64_t> &seen : indices[key])
      blockExtents.push_back(seen.size());
    ++counts[describe(blockExtents, lengths.size(),
                      *std::min_element(lengths.begin(), lengths.end()),
                      *std::max_element(lengths.begin(), lengths.end()),
                      *members.rbegin() - *members.begin() + 1)];
  }
  return counts;
}

TEST(BlockViewTest, WholeTilesAreContiguous) {
  EXPECT_EQ(count(view("f32[20,300]{1,0:T(8,128)}", {8, 128})),
            (std::map<std::string, int64_t>{
                {"8x128: 1 runs of 1024 to 1024 within 1024", 4},
                {"4x128: 1 runs of 512 to 512 within 512", 2},
                {"8x44: 8 runs of 44 to 44 within 940", 2},
                {"4x44: 4 runs of 44 to 44 within 428", 1}}));
}

TEST(BlockViewTest, BlocksOfRowMajorArraysAreRows) {
  EXPECT_EQ(count(view("f32[5,1024,1024]{2,1,0}", {8, 128})),
            (std::map<std::string, int64_t>{
                {"8x128: 8 runs of 128 to 128 within 7296", 5120}}));
}

TEST(BlockViewTest, BlocksFollowTheOrderOfTheDimensions) {
  BlockView blocks = view("f32[300,16]{0,1:T(8,128)}", {8, 128});
  EXPECT_EQ(blocks.dimensions, (llvm::SmallVector<int64_t>{1, 0}));
  EXPECT_EQ(blocks.groups.front().count, 4);
  EXPECT_TRUE(blocks.groups.front().isContiguous());
}

TEST(BlockViewTest, LargeArraysAreCountedWithoutLookingAtThem) {
  BlockView blocks =
      view("bf16[1048576,1048576,65536]{2,1,0:T(8,128)(2,1)}", {8, 128});
  ASSERT_EQ(blocks.groups.size(), 1u);
  EXPECT_EQ(blocks.groups[0].count, int64_t(1) << (20 + 17 + 9));
  EXPECT_TRUE(blocks.groups[0].isContiguous());
}

TEST(BlockViewTest, EmptyArraysHaveNoBlocks) {
  EXPECT_TRUE(view("f32[0,5]{1,0:T(2,2)}", {2, 2}).groups.empty());
}

TEST(BlockViewTest, Refusals) {
  EXPECT_EQ(refusal("f32[5]{0}", {8, 128}),
            "block has 2 extents, but the array has rank 1");
  EXPECT_EQ(refusal("f32[?,5]{1,0}", {8, 128}),
            "block view needs a shape without unknown extents");
  EXPECT_EQ(refusal("f32[4096,4096]{1,0:T(*,128)}", {8, 128}),
            "block view has to look at more than 4194304 elements");
  EXPECT_EQ(refusal("f32[4096,4096]{1,0}", {4096, 4096}),
            "block view has to look at more than 4194304 elements");
  EXPECT_EQ(refusal("pred[1099511627776]{0}", {int64_t(1) << 62}),
            "block view has to look at more than 4194304 elements");
}

TEST(BlockViewTest, ParsesBlocks) {
  EXPECT_EQ(llvm::cantFail(parseBlock("8x128")),
            (llvm::SmallVector<int64_t>{8, 128}));
  for (llvm::StringRef text : {"", "8x", "x8", "0x8", "-1", "8X8", "8 x 8"}) {
    auto block = parseBlock(text);
    EXPECT_FALSE(bool(block)) << text.str();
    llvm::consumeError(block.takeError());
  }
}

TEST(BlockViewTest, AgreesWithLookingAtEveryElement) {
  std::mt19937_64 random(4711);
  for (int i = 0; i < 500; ++i) {
    test::RandomLayoutOptions options;
    options.maxRank = 4;
    options.combine = i % 2;
    test::RandomLayout sample = test::getRandomLayout(random, options);
    llvm::SmallVector<int64_t> block;
    for (size_t dim = 0; dim < sample.extents.size(); ++dim)
      if (block.empty() || test::chance(random, 50))
        block.push_back(test::pick(random, 1, 9));
    SCOPED_TRACE("layout " + std::to_string(i) + ": " + sample.describe() +
                 ", block " + ::testing::PrintToString(block));
    BlockView blocks =
        llvm::cantFail(getBlockView(sample.layout, sample.extents, block));
    EXPECT_EQ(count(blocks), countByHand(sample.layout, sample.extents, block));
  }
}
