//===- OneDnnTest.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotationTest.h"

#include "tiled_layout/Layout/Interop/OneDnn.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// As oneDNN's descriptor: blocks are peeled off, innermost first, then the
/// rest goes by the strides of the padded dimensions.
int64_t evaluateOneDnn(StringRef tag, ArrayRef<int64_t> extents,
                       ArrayRef<int64_t> index) {
  StringRef letters = tag.take_while(llvm::isAlpha);
  std::vector<std::pair<int64_t, int64_t>> blocks;
  for (StringRef rest = tag.drop_front(letters.size()); !rest.empty();) {
    int64_t size;
    rest.consumeInteger(10, size);
    blocks.push_back({size, rest.front() - 'a'});
    rest = rest.drop_front();
  }
  std::vector<int64_t> blockSize(extents.size(), 1);
  for (auto [size, dim] : blocks)
    blockSize[dim] *= size;

  std::vector<int64_t> at(index.begin(), index.end());
  int64_t position = 0, stride = 1;
  for (auto [size, dim] : llvm::reverse(blocks)) {
    position += at[dim] % size * stride;
    at[dim] /= size;
    stride *= size;
  }
  for (char letter : llvm::reverse(letters)) {
    int64_t dim = llvm::toLower(letter) - 'a';
    position += at[dim] * stride;
    stride *= (extents[dim] + blockSize[dim] - 1) / blockSize[dim];
  }
  return position;
}

llvm::Expected<Layout> parseTag(StringRef text, ArrayRef<int64_t> extents) {
  size_t offset = 0;
  auto blocked = parseOneDnnTag(text, offset, extents.size());
  if (!blocked)
    return blocked.takeError();
  EXPECT_EQ(offset, text.size());
  return getLayoutOfBlocks(*blocked);
}

const Notation oneDnn{getOneDnnTag, parseTag, evaluateOneDnn};

} // namespace

TEST(OneDnnTest, roundTrips) { EXPECT_GT(testRoundTrip(oneDnn, 6000), 1000); }

TEST(OneDnnTest, randomTags) {
  std::mt19937_64 random(8);
  for (int trial = 0; trial < 3000; ++trial) {
    int64_t rank = pick(random, 1, 4);
    std::string letters, blocks;
    SmallVector<int64_t> extents;
    for (int64_t dim = 0; dim < rank; ++dim) {
      letters += static_cast<char>('a' + dim);
      extents.push_back(pick(random, 1, 9));
    }
    for (int64_t i = rank - 1; i > 0; --i)
      std::swap(letters[i], letters[pick(random, 0, i)]);
    for (int64_t count = pick(random, 0, 3); count > 0; --count) {
      char &letter = letters[pick(random, 0, rank - 1)];
      letter = llvm::toUpper(letter);
      blocks += std::to_string(pick(random, 2, 5)) + llvm::toLower(letter);
    }
    std::string tag = letters + blocks;
    auto layout = parseTag(tag, extents);
    ASSERT_TRUE(static_cast<bool>(layout)) << tag;
    expectPositions(oneDnn, tag, *layout, extents);
    EXPECT_EQ(llvm::cantFail(getOneDnnTag(*layout, extents, 32)), tag)
        << toString(*layout);
  }
}

TEST(OneDnnTest, examples) {
  EXPECT_EQ(readingOf(oneDnn, "aBcd16b", {2, 32, 7, 7}), "{3,2,1,0:T(16,1,1)}");
  EXPECT_EQ(readingOf(oneDnn, "AB4a128b2a", {kDynamic, 256}),
            "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(readingOf(oneDnn, "ba", {4, 8}), "{0,1}");
  EXPECT_EQ(readingOf(oneDnn, "ABcd16b16a2b", {64, 64, 3, 3}),
            "{3,2,1,0:T(16,32,1,1)(2,1,1)(16,1,1,1,2,1,1)}");
}

TEST(OneDnnTest, refusals) {
  EXPECT_EQ(readingOf(oneDnn, "aBc", {2, 3, 4}),
            "column 4: 'B' announces a block of the dimension, but none "
            "follows");
  EXPECT_EQ(readingOf(oneDnn, "abc4b", {2, 3, 4}),
            "column 5: 'b' has a block, but is not written as 'B' before");
  EXPECT_EQ(readingOf(oneDnn, "aab", {2, 3, 4}),
            "column 2: 'a' is there twice");
  EXPECT_EQ(readingOf(oneDnn, "nchw", {2, 3, 4, 5}),
            "column 1: 'n' is no dimension of an array of rank 4; tags name "
            "dimensions by letters from 'a' on");
  EXPECT_EQ(readingOf(oneDnn, "ab", {2, 3, 4}),
            "column 3: the tag has 2 dimensions, but the array has rank 3");
  EXPECT_EQ(readingOf(oneDnn, "aB1b", {2, 3}),
            "column 3: the size of a block must be at least 2 and fit in 64 "
            "bits, but is 1");
  EXPECT_EQ(refusalOf(oneDnn, "{1,0:T(8,128)(2,1,1,1)}", {64, 256}),
            "steps of 1 in dimension 0 lie outside larger steps, and a oneDNN "
            "tag keeps the blocks of a dimension in their order");
  EXPECT_EQ(refusalOf(oneDnn, "{1,0:T(8,128)(3,1)}", {64, 256}),
            "tile size 3 of level 2 does not divide the 8 values of dimension "
            "0 in the tile around it");
  EXPECT_EQ(refusalOf(oneDnn, "{1,0:T(*,8)}", {4, 256}),
            "'*' of level 1 merges dimensions 0 and 1, which a oneDNN tag "
            "cannot say");
  EXPECT_EQ(refusalOf(oneDnn, "{:T(128)}", {}),
            "a oneDNN tag is for 1 to 12 dimensions, but the array has rank 0");
  EXPECT_EQ(refusalOf(oneDnn, "{0:E(4)}", {8}),
            "a oneDNN tag has no size of elements, but the layout has E(4)");
}
