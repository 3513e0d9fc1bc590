//===- ReferenceTest.cpp - The formulas against the definition ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Reference.h"

#include "RandomLayouts.h"
#include "tiled_layout/Layout/Placement.h"

#include "gtest/gtest.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

using Indices = std::vector<int64_t>;

static Indices toList(llvm::ArrayRef<int64_t> list) {
  return Indices(list.begin(), list.end());
}

/// Steps to the next index in row-major order, or returns false at the end.
static bool advance(Indices &index, llvm::ArrayRef<int64_t> extents) {
  for (size_t dim = index.size(); dim > 0; --dim) {
    if (++index[dim - 1] < extents[dim - 1])
      return true;
    index[dim - 1] = 0;
  }
  return false;
}

/// Returns all indices in row-major order.
static std::vector<Indices> getIndices(llvm::ArrayRef<int64_t> extents) {
  std::vector<Indices> indices;
  if (llvm::is_contained(extents, 0))
    return indices;
  Indices index(extents.size(), 0);
  do
    indices.push_back(index);
  while (advance(index, extents));
  return indices;
}

/// Returns the row-major position of a coordinate, or -1 if it lies outside.
static int64_t getRowMajorPosition(llvm::ArrayRef<int64_t> coordinate,
                                   llvm::ArrayRef<int64_t> extents) {
  int64_t position = 0;
  for (auto [i, extent] : llvm::zip_equal(coordinate, extents)) {
    if (i < 0 || i >= extent)
      return -1;
    position = position * extent + i;
  }
  return position;
}

static void expectMatchesReference(const RandomLayout &random) {
  const auto &[layout, extents] = random;
  Placement placement(layout, extents);
  Indices contents = reference::getContents(layout, extents);
  EXPECT_EQ(toList(placement.getPhysicalShape()),
            reference::getPhysicalShape(layout, extents));
  EXPECT_EQ(toList(getPhysicalShape(layout, extents)),
            toList(placement.getPhysicalShape()));
  EXPECT_EQ(getElements(layout, extents), placement.getElements());
  ASSERT_EQ(placement.getElements(), static_cast<int64_t>(contents.size()));

  std::vector<Indices> indices = getIndices(extents);
  for (auto [position, number] : llvm::enumerate(contents)) {
    auto index = placement.getIndex(position);
    if (number == reference::padding) {
      ASSERT_FALSE(index) << "padding at position " << position;
      continue;
    }
    ASSERT_TRUE(index) << "an element at position " << position;
    ASSERT_EQ(toList(*index), indices[number]) << "at position " << position;
    ASSERT_EQ(placement.getPosition(*index), static_cast<int64_t>(position));
    ASSERT_EQ(getRowMajorPosition(placement.getCoordinate(*index),
                                  placement.getPhysicalShape()),
              static_cast<int64_t>(position));
  }
  // Every element has a place; with the above, exactly one.
  EXPECT_EQ(contents.size() - llvm::count(contents, reference::padding),
            indices.size());
}

TEST(ReferenceTest, RandomLayoutsMatchTheDefinition) {
  std::mt19937_64 random(20240607);
  for (int trial = 0; trial < 10000; ++trial) {
    RandomLayout layout = getRandomLayout(random);
    SCOPED_TRACE("trial " + std::to_string(trial) + ": " + layout.describe());
    expectMatchesReference(layout);
    if (HasFailure())
      return;
  }
}

/// What a random layout exercises beyond one tile that divides.
enum Feature {
  Rank0,
  Rank6,
  Empty,
  Untiled,
  ThreeLevels,
  FewerEntries,
  MoreEntries,
  MoreEntriesLater,
  Combine,
  CombineLater,
  CrossTile,
  Full,
  Min,
  Tail,
  SubByte,
  Exact,
  Permuted,
  NumFeatures
};

static void countFeatures(const RandomLayout &random,
                          std::vector<int> &counts) {
  const auto &[layout, extents] = random;
  counts[Rank0] += extents.empty();
  counts[Rank6] += extents.size() == 6;
  counts[Empty] += llvm::is_contained(extents, 0);
  counts[Untiled] += layout.tiles.empty();
  counts[ThreeLevels] += layout.tiles.size() == 3;
  counts[Tail] += layout.tailPaddingAlignment > 1;
  counts[SubByte] += layout.elementBits % 8 != 0;
  counts[Exact] += layout.exact && !layout.tiles.empty();
  counts[Permuted] +=
      layout.minorToMajor != Layout::getRowMajor(extents.size()).minorToMajor;

  Layout prefix = layout;
  prefix.tiles.clear();
  for (auto [level, tile] : llvm::enumerate(layout.tiles)) {
    size_t axes = getPhysicalShape(prefix, extents).size();
    counts[FewerEntries] += tile.size() < axes;
    counts[MoreEntries] += tile.size() > axes;
    counts[MoreEntriesLater] += level > 0 && tile.size() > axes;
    counts[CrossTile] += level > 0 && tile.size() > layout.tiles[0].size();
    prefix.tiles.push_back(tile);
    for (TileEntry entry : tile) {
      counts[Combine] += entry.isCombine();
      counts[CombineLater] += level > 0 && entry.isCombine();
      counts[Full] += entry.kind == TileEntry::Kind::Full;
      counts[Min] += entry.kind == TileEntry::Kind::Min;
    }
  }
}

// The property tests are worth as much as what their generator reaches.
TEST(ReferenceTest, RandomLayoutsReachEveryFeature) {
  std::mt19937_64 random(20240607);
  std::vector<int> counts(NumFeatures, 0);
  for (int trial = 0; trial < 3000; ++trial)
    countFeatures(getRandomLayout(random), counts);
  for (auto [feature, count] : llvm::enumerate(counts))
    EXPECT_GE(count, 50) << "feature " << feature;
}

// The inverse once missed that a later level may prepend dimensions too.
TEST(ReferenceTest, EveryLevelMayPrependDimensions) {
  for (auto [tiles, extents] :
       std::vector<std::pair<std::vector<Indices>, Indices>>{
           {{{2}, {2, 1, 1, 2}}, {3}},
           {{{2}, {2, 1, 1, 2}}, {}},
           {{{3}, {1, 2, 2}, {2, 1, 1, 1, 1, 1, 1}}, {4}},
           {{{2, 2}, {2, 2, 1, 1, 1, 3}}, {3, 5}}}) {
    RandomLayout layout{Layout::getRowMajor(extents.size()),
                        {extents.begin(), extents.end()}};
    for (const Indices &tile : tiles)
      layout.layout.tiles.push_back(getTile(tile));
    SCOPED_TRACE(layout.describe());
    expectMatchesReference(layout);
  }
}

TEST(ReferenceTest, ExactDoesNotMoveAnything) {
  std::mt19937_64 random(3);
  int64_t compared = 0;
  for (int trial = 0; trial < 300; ++trial) {
    auto [layout, extents] = getRandomLayout(random);
    if (!layout.exact)
      continue;
    Layout inexact = layout;
    inexact.exact = false;
    EXPECT_EQ(reference::getContents(layout, extents),
              reference::getContents(inexact, extents));
    ++compared;
  }
  EXPECT_GE(compared, 20);
}
