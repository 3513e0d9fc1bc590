//===- CommonRunsTest.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/ComposedIndex.h"
#include "tiled_layout/Layout/Reference.h"

#include "LayoutText.h"
#include "RandomLayouts.h"

#include <map>
#include <numeric>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using llvm::ArrayRef;
using llvm::SmallVector;

TEST(CommonRunsTest, TileRowsOfAMatrix) {
  ComposedIndex index({1024, 1000});
  Layout rows = layoutOf("{1,0}"), tiled = layoutOf("{1,0:T(8,128)}");
  EXPECT_EQ(index.hasCommonRun(rows, tiled, 128), true);
  EXPECT_EQ(index.hasCommonRun(rows, tiled, 129), false);
  EXPECT_EQ(index.hasCommonRun(tiled, rows, 128), true);
  EXPECT_EQ(index.hasCommonRun(tiled, rows, 129), false);
  EXPECT_EQ(index.hasCommonRun(rows, layoutOf("{0,1}"), 2), false);
}

// The last row of a tile at the right edge, and the first row of the next tile.
TEST(CommonRunsTest, TilesJoinAtTheEndOfARow) {
  ComposedIndex index({1024, 1024});
  Layout rows = layoutOf("{1,0}"), tiled = layoutOf("{1,0:T(8,128)}");
  EXPECT_EQ(index.hasCommonRun(rows, tiled, 256), true);
  EXPECT_EQ(index.hasCommonRun(rows, tiled, 257), false);
  EXPECT_EQ(index.hasCommonRun(tiled, rows, 256), true);
  EXPECT_EQ(index.hasCommonRun(tiled, rows, 257), false);
}

TEST(CommonRunsTest, RaggedRowsJoin) {
  ComposedIndex index({1 << 20, 44});
  Layout rows = layoutOf("{1,0}");
  EXPECT_EQ(index.hasCommonRun(rows, layoutOf("{1,0:T(8,128)}"), 44), true);
  EXPECT_EQ(index.hasCommonRun(rows, layoutOf("{1,0:T(8,128)}"), 45), false);
  EXPECT_EQ(index.hasCommonRun(rows, layoutOf("{1,0:T(8,44)}"), 128), true);
}

TEST(CommonRunsTest, PackedPairs) {
  ComposedIndex index({4096, 4096});
  Layout packed = layoutOf("{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(index.hasCommonRun(packed, layoutOf("{0,1}"), 2), true);
  EXPECT_EQ(index.hasCommonRun(packed, layoutOf("{0,1}"), 3), false);
  // Only at the end of a tile row, where the next one begins.
  EXPECT_EQ(index.hasCommonRun(packed, layoutOf("{1,0}"), 2), true);
  EXPECT_EQ(index.hasCommonRun(packed, layoutOf("{1,0}"), 3), false);
  EXPECT_EQ(index.hasCommonRun(packed, layoutOf("{1,0:T(16,128)(2,1)}"), 128),
            true);
}

TEST(CommonRunsTest, ReshapesThatCutDifferently) {
  ComposedIndex index({1000, 8192});
  index.reshape({8192, 1000});
  EXPECT_EQ(index.hasCommonRun(layoutOf("{1,0:T(8,128)}"),
                               layoutOf("{1,0:T(8,128)}"), 128),
            true);
  // 8 million elements, all different: not finding any proves nothing.
  EXPECT_EQ(index.hasCommonRun(layoutOf("{1,0:T(8,128)}"),
                               layoutOf("{1,0:T(8,128)}"), 512),
            std::nullopt);
}

/// An array of two layouts and the map between its two shapes.
struct Problem {
  SmallVector<int64_t> operandExtents;
  /// A transposition, or empty.
  SmallVector<int64_t> permutation;
  SmallVector<int64_t> resultExtents;
};

static SmallVector<int64_t> getRandomFactors(std::mt19937_64 &random,
                                             int64_t product) {
  SmallVector<int64_t> factors;
  while (product > 1 && factors.size() < 4) {
    int64_t factor = pick(random, 2, product);
    while (product % factor != 0)
      --factor;
    if (factor == 1)
      continue;
    factors.push_back(factor);
    product /= factor;
  }
  factors.push_back(product);
  return factors;
}

static Problem getProblem(std::mt19937_64 &random,
                          const RandomLayoutOptions &options) {
  Problem problem;
  problem.operandExtents = getRandomExtents(random, options);
  problem.resultExtents = problem.operandExtents;
  if (chance(random, 30)) {
    int64_t rank = problem.operandExtents.size();
    problem.permutation.resize(rank);
    std::iota(problem.permutation.begin(), problem.permutation.end(), 0);
    for (int64_t i = rank - 1; i > 0; --i)
      std::swap(problem.permutation[i],
                problem.permutation[pick(random, 0, i)]);
    for (int64_t k = 0; k < rank; ++k)
      problem.resultExtents[k] = problem.operandExtents[problem.permutation[k]];
  } else if (chance(random, 50)) {
    int64_t product = std::accumulate(problem.operandExtents.begin(),
                                      problem.operandExtents.end(), int64_t(1),
                                      std::multiplies<>());
    if (product > 0)
      problem.resultExtents = getRandomFactors(random, product);
  }
  return problem;
}

/// Returns the operand's row-major number of each element of the result.
static std::vector<int64_t> getMap(const Problem &problem) {
  int64_t count = 1;
  for (int64_t extent : problem.resultExtents)
    count *= extent;
  std::vector<int64_t> map(count);
  std::iota(map.begin(), map.end(), 0);
  if (problem.permutation.empty())
    return map;
  for (int64_t &number : map) {
    SmallVector<int64_t> index(problem.permutation.size());
    int64_t rest = number;
    for (size_t k = index.size(); k > 0; --k) {
      index[problem.permutation[k - 1]] = rest % problem.resultExtents[k - 1];
      rest /= problem.resultExtents[k - 1];
    }
    number = 0;
    for (auto [i, extent] : llvm::zip_equal(index, problem.operandExtents))
      number = number * extent + i;
  }
  return map;
}

/// Walks over all positions of the operand.
static int64_t getLongestRun(const Problem &problem, const Layout &source,
                             const Layout &dest) {
  auto from = reference::getContents(source, problem.operandExtents);
  auto to = reference::getContents(dest, problem.resultExtents);
  std::vector<int64_t> map = getMap(problem), where(map.size());
  for (size_t position = 0; position < to.size(); ++position)
    if (to[position] != reference::padding)
      where[map[to[position]]] = position;
  int64_t longest = 0, run = 0;
  for (size_t position = 0; position < from.size(); ++position) {
    if (from[position] == reference::padding) {
      run = 0;
      continue;
    }
    bool follows =
        run > 0 && where[from[position]] == where[from[position - 1]] + 1;
    run = follows ? run + 1 : 1;
    longest = std::max(longest, run);
  }
  return longest;
}

/// Draws a layout that has something in common with another one.
static Layout drawRelated(std::mt19937_64 &random, const Problem &problem,
                          const Layout &source,
                          const RandomLayoutOptions &options) {
  Layout layout = getRandomLayoutOn(random, problem.resultExtents, options);
  if (problem.resultExtents.size() != source.rank() || chance(random, 30))
    return layout;
  Layout related = source;
  if (!problem.permutation.empty())
    for (int64_t &dim : related.minorToMajor)
      dim = llvm::find(problem.permutation, dim) - problem.permutation.begin();
  if (chance(random, 70))
    related.tiles = layout.tiles;
  if (chance(random, 20))
    related.tiles.push_back(getTile({2, 1}));
  return isUsable(related, problem.resultExtents, options) ? related : layout;
}

TEST(CommonRunsTest, AgreesWithTheReference) {
  std::mt19937_64 random(17);
  RandomLayoutOptions options;
  options.properties = false;
  std::map<int64_t, int> seen;
  int undecided = 0;
  constexpr int trials = 6000;
  for (int trial = 0; trial < trials; ++trial) {
    Problem problem = getProblem(random, options);
    Layout source = getRandomLayoutOn(random, problem.operandExtents, options);
    Layout dest = drawRelated(random, problem, source, options);
    ComposedIndex index(problem.resultExtents);
    if (!problem.permutation.empty()) {
      // Dimension k of the operand is dimension inverse[k] of the result.
      SmallVector<int64_t> inverse(problem.permutation.size());
      for (auto [k, dim] : llvm::enumerate(problem.permutation))
        inverse[dim] = k;
      index.select(inverse);
    } else {
      index.reshape(problem.operandExtents);
    }
    int64_t longest = getLongestRun(problem, source, dest);
    ++seen[std::min<int64_t>(longest, 20)];
    for (int64_t length : {int64_t(1), longest - 1, longest, longest + 1,
                           2 * longest, pick(random, 2, 16)}) {
      if (length < 1)
        continue;
      std::optional<bool> found = index.hasCommonRun(source, dest, length);
      undecided += !found;
      ASSERT_TRUE(!found || *found == (longest >= length))
          << "trial " << trial << ": " << toString(source) << " on "
          << extentsToString(problem.operandExtents) << " to " << toString(dest)
          << " on " << extentsToString(problem.resultExtents)
          << ": longest run " << longest << ", asked for " << length;
    }
  }
  EXPECT_EQ(undecided, 0);
  EXPECT_GT(seen[2], 100);
  EXPECT_GT(seen[4], 50);
  EXPECT_GT(seen[20], 300);
}

TEST(CommonRunsTest, PositionsInBits) {
  // One element in four is data where 8 bits stand in 32.
  ComposedIndex index({64, 1});
  EXPECT_TRUE(
      index.keepsPositions(layoutOf("{1,0:T(1,4)}"), 8, layoutOf("{1,0}"), 32));
  EXPECT_FALSE(
      index.keepsPositions(layoutOf("{1,0}"), 8, layoutOf("{1,0}"), 32));
  EXPECT_TRUE(ComposedIndex({1, 1}).keepsPositions(layoutOf("{1,0}"), 8,
                                                   layoutOf("{1,0}"), 32));
}
