//===- MorelloAnalysisTest.cpp --------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Canonical form, rewriting, strides, cache lines and enumeration.
//
//===----------------------------------------------------------------------===//

#include "MorelloTestSupport.h"

#include <map>

using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

TEST(MorelloCanonical, Rows) {
  struct Row {
    const char *layout;
    Extents extents;
    const char *canonical;
  };
  const Row rows[] = {
      {"[0, 1, 0 p(8)]", {8, 16}, "[1, 0]"},
      {"[0, 1, 0 p(8)]", {16, 16}, "[0, 1, 0 p(8)]"},
      {"[0, 1, 0 p(8)]", {4, 16}, "[1, 0]"},
      {"[0, 1, 0 p(8)]", {16, 1}, "[0]"},
      {"[0, 1]", {1, 1}, "[]"},
      {"[0 p(4), 1]", {4, 2}, "[0, 1]"},
      {"[0, 1 oe(2)]", {4, 2}, "[0, 1]"},
      {"[0, 1, 0 oe(8)]", {8, 16}, "[1, 0 oe(8)]"},
      {"[0 oe(4), 1, 0 p(2)]", {8, 3}, "[0 oe(4), 1, 0 p(2)]"},
      {"[0 oe(4), 1, 0 p(2)]", {2, 3}, "[1, 0]"},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(row.layout);
    EXPECT_EQ(toText(getCanonicalView(getWhole(row.layout), row.extents)),
              row.canonical);
  }
}

/// Expects that a layout keeps every element of a case in its place.
static void expectSamePositions(const MorelloCase &current,
                                const MorelloLayout &layout) {
  SCOPED_TRACE(toString(layout));
  ASSERT_FALSE(errorToBool(checkMorelloOnShape(layout, current.extents)));
  int64_t wrong = 0;
  forEachIndex(current.extents, [&](llvm::ArrayRef<int64_t> index) {
    wrong += getMorelloPosition(layout, current.extents, index) !=
             getMorelloPosition(current.layout, current.extents, index);
  });
  EXPECT_EQ(wrong, 0);
}

TEST(MorelloCanonical, KeepsPositionsAndIsIdempotent) {
  MorelloCases random(7);
  for (int i = 0; i < 1500; ++i) {
    MorelloCase current = random.next();
    SCOPED_TRACE(current.describe());
    MorelloView whole = MorelloView::getWhole(current.layout);
    MorelloView canonical = getCanonicalView(whole, current.extents);
    expectSamePositions(current, canonical.layout);
    EXPECT_TRUE(canonical.isDense());
    EXPECT_EQ(getCanonicalView(canonical, current.extents), canonical);
    expectSamePositions(current,
                        dropUnneededPacks(whole, current.extents).layout);
    expectSamePositions(current, mergeAdjacent(whole).layout);

    llvm::Expected<MorelloView> block =
        getViewOfBlock(whole, current.extents, current.extents);
    ASSERT_TRUE(!!block) << llvm::toString(block.takeError());
    EXPECT_EQ(*block, canonical);
  }
}

TEST(MorelloRewriting, MergesButNotAcrossTheEndOfTheDenseRun) {
  using D = MorelloDim;
  struct Row {
    llvm::SmallVector<MorelloDim> dims;
    int64_t numDense;
    const char *merged;
  };
  const Row rows[] = {
      {{D::getDynamic(0), D::getPacked(0, 4), D::getDynamic(1)}, 3, "[0, 1]"},
      {{D::getDynamic(0), D::getPacked(0, 4), D::getDynamic(1)},
       2,
       "([0, 0 p(4), 1], c2)"},
      {{D::getDynamic(0), D::getPacked(0, 4), D::getDynamic(1)},
       1,
       "([0, 0 p(4), 1], c1)"},
      {{D::getDynamic(1), D::getPacked(0, 2), D::getPacked(0, 4)},
       3,
       "[1, 0 p(8)]"},
      {{D::getDynamic(1), D::getPacked(0, 2), D::getPacked(0, 4)},
       2,
       "([1, 0 p(8)], c1)"},
      {{D::getDynamic(1), D::getPacked(0, 2), D::getPacked(0, 4)},
       1,
       "([1, 0 p(2), 0 p(4)], c1)"},
      {{D::getDynamic(1), D::getPacked(0, 2), D::getPacked(0, 4)},
       0,
       "([1, 0 p(8)], c0)"},
      {{D::getDynamic(0), D::getOddEven(0, 4)}, 2, "[0, 0 oe(4)]"},
      {{D::getOddEven(0, 4), D::getPacked(0, 4)}, 2, "[0 oe(4), 0 p(4)]"},
  };
  for (const Row &row : rows)
    EXPECT_EQ(toText(mergeAdjacent({{row.dims}, row.numDense})), row.merged);
}

TEST(MorelloRewriting, DropsUnneededPacks) {
  struct Row {
    const char *layout;
    Extents extents;
    int64_t numDense;
    const char *result;
  };
  const Row rows[] = {
      {"[0, 1, 0 p(8)]", {8, 4}, 3, "[1, 0]"},
      {"[0, 1, 0 p(8)]", {8, 4}, 2, "[1, 0]"},
      {"[0, 1, 0 p(8)]", {8, 4}, 1, "([1, 0], c1)"},
      {"[0, 1, 0 p(8)]", {16, 4}, 3, "[0, 1, 0 p(8)]"},
      {"[0, 1, 0 p(8)]", {1, 4}, 3, "[1, 0]"},
      {"[0 oe(4), 1, 0 p(2)]", {8, 3}, 3, "[0 oe(4), 1, 0 p(2)]"},
      {"[1, 0, 1 p(4), 0 p(2)]", {4, 4}, 4, "[0, 1, 0 p(2)]"},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(row.layout);
    EXPECT_EQ(toText(dropUnneededPacks(
                  {parseMorelloOrFail(row.layout), row.numDense}, row.extents)),
              row.result);
  }
}

TEST(MorelloRewriting, DropsAndSwapsDimensions) {
  struct Row {
    const char *layout;
    int64_t numDense;
    Extents dropped;
    const char *result;
  };
  const Row rows[] = {
      {"[0, 1, 2]", 3, {}, "[0, 1, 2]"},
      {"[0, 1, 2]", 3, {0}, "[0, 1]"},
      {"[0, 1, 2]", 3, {1, 1}, "[0, 1]"},
      {"[2, 1, 0]", 2, {1}, "([1, 0], c1)"},
      {"[0, 1, 2]", 1, {2}, "([0, 1], c0)"},
      {"[0, 1, 0 p(4)]", 3, {1}, "[0]"},
      {"[0, 1, 0 p(4)]", 2, {1}, "([0, 0 p(4)], c1)"},
      {"[1, 0 p(2), 2, 0 p(4)]", 4, {2}, "[1, 0 p(8)]"},
      {"[0, 1]", 2, {0, 1}, "[]"},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(row.layout);
    EXPECT_EQ(toText(dropDims({parseMorelloOrFail(row.layout), row.numDense},
                              row.dropped)),
              row.result);
  }
  EXPECT_EQ(toText(swapDims(getWhole("[0, 2, 0 p(4), 1 oe(8)]"), 0, 1)),
            "[1, 2, 1 p(4), 0 oe(8)]");
  EXPECT_EQ(toText(swapDims({parseMorelloOrFail("[0, 1]"), 1}, 1, 0)),
            "([1, 0], c1)");
}

//===----------------------------------------------------------------------===//
// Whole arrays
//===----------------------------------------------------------------------===//

TEST(MorelloAnalysis, MajorOrders) {
  EXPECT_TRUE(getWhole("[0, 1]").isRowMajor());
  EXPECT_TRUE(getWhole("[0, 2]").isRowMajor());
  EXPECT_FALSE(getWhole("[0, 1]").isColumnMajor());
  EXPECT_TRUE(getWhole("[2, 1, 0]").isColumnMajor());
  EXPECT_FALSE(getWhole("[0, 1 p(4)]").isRowMajor());
  EXPECT_FALSE((MorelloView{parseMorelloOrFail("[0, 1]"), 1}).isRowMajor());
  EXPECT_TRUE(getWhole("[]").isRowMajor());
}

TEST(MorelloAnalysis, Strides) {
  struct Row {
    const char *layout;
    Extents extents;
    /// Empty if the layout has none.
    Extents strides;
  };
  const Row rows[] = {
      {"[1, 0]", {4, 6}, {1, 4}},       {"[2, 0, 1]", {2, 4, 6}, {4, 1, 8}},
      {"[1, 0, 1 p(2)]", {4, 6}, {}},   {"[1, 0, 1 p(2)]", {4, 2}, {2, 1}},
      {"[0, 1]", {1, 6}, {0, 1}},       {"[0, 1 oe(4)]", {3, 4}, {}},
      {"[0, 1 oe(2)]", {3, 2}, {2, 1}},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(row.layout);
    MorelloLayout layout = parseMorelloOrFail(row.layout);
    llvm::Expected<llvm::SmallVector<int64_t>> strides =
        getMorelloStrides(layout, row.extents);
    if (!strides) {
      EXPECT_TRUE(row.strides.empty());
      llvm::consumeError(strides.takeError());
      continue;
    }
    EXPECT_EQ(*strides, row.strides);
    forEachIndex(row.extents, [&](llvm::ArrayRef<int64_t> index) {
      int64_t sum = 0;
      for (auto [i, stride] : llvm::zip_equal(index, *strides))
        sum += i * stride;
      EXPECT_EQ(sum, getMorelloPosition(layout, row.extents, index));
    });
  }
  EXPECT_EQ(llvm::toString(
                getMorelloStrides(parseMorelloOrFail("[1, 0, 1 p(2)]"), {4, 6})
                    .takeError()),
            "dimension 1 of [1, 0, 1 p(2)] has no single stride: it lies in "
            "two places, with steps of 1 and 8");
}

TEST(MorelloAnalysis, CacheLines) {
  struct Row {
    const char *layout;
    Extents extents;
    int64_t numDense;
    int64_t elementBytes;
    int64_t lines;
  };
  const Row rows[] = {
      {"[2, 1, 2 p(16)]", {1, 128, 2048}, 3, 4, 16384},
      {"[2, 1, 2 p(16)]", {1, 128, 2048}, 1, 4, 16384},
      {"[0, 1]", {8, 8}, 2, 4, 4},
      {"[0, 1]", {8, 8}, 1, 4, 8},
      {"[0, 1]", {8, 8}, 0, 4, 64},
      {"[0, 1]", {3, 5}, 2, 2, 1},
      {"[]", {1}, 0, 4, 1},
  };
  for (const Row &row : rows) {
    SCOPED_TRACE(row.layout);
    EXPECT_EQ(estimateCacheLines({parseMorelloOrFail(row.layout), row.numDense},
                                 row.extents, row.elementBytes, 64),
              row.lines);
  }
}

static std::vector<std::string> enumerate(llvm::ArrayRef<int64_t> extents,
                                          int64_t elementBytes,
                                          llvm::ArrayRef<int64_t> vectorBytes) {
  std::vector<std::string> result;
  for (const MorelloLayout &layout :
       enumerateMorelloLayouts(extents, elementBytes, vectorBytes))
    result.push_back(toString(layout));
  return result;
}

TEST(MorelloEnumeration, Rows) {
  using Strings = std::vector<std::string>;
  // Morello lists 14, three of them twice in other words.
  EXPECT_EQ(enumerate({8, 16}, 4, {16, 32}),
            Strings({"[0, 1]", "[1, 0]", "[0, 1, 0 p(2)]", "[0, 1, 0 p(4)]",
                     "[1, 0 oe(8)]", "[0, 1, 1 oe(8)]", "[0, 1 oe(16)]",
                     "[1, 0, 1 p(2)]", "[1, 0, 1 p(4)]", "[1, 0, 1 p(8)]",
                     "[1, 0, 1 oe(8)]"}));
  EXPECT_EQ(enumerate({4, 1, 16}, 4, {16}),
            Strings({"[0, 2]", "[0, 2, 0 p(2)]", "[2, 0]", "[0, 2, 2 oe(8)]"}));
  EXPECT_EQ(enumerate({1, 2, 3, 1}, 1, {16}), Strings({"[1, 2]", "[2, 1]"}));
  EXPECT_EQ(enumerate({1}, 4, {16}), Strings({"[]"}));
  EXPECT_EQ(enumerate({}, 4, {16}), Strings({"[]"}));
}

TEST(MorelloEnumeration, ListsEachFunctionOnce) {
  for (const Extents &extents :
       {Extents({8, 16}), Extents({32, 4}), Extents({2, 4, 8}),
        Extents({2, 4, 2, 8}), Extents({16, 16}), Extents({1, 2, 2, 8})}) {
    std::map<std::vector<int64_t>, std::string> functions;
    llvm::SmallVector<MorelloLayout> layouts =
        enumerateMorelloLayouts(extents, 4, {16, 32, 64});
    for (const MorelloLayout &layout : layouts) {
      EXPECT_FALSE(errorToBool(checkMorello(layout)));
      std::vector<int64_t> positions;
      forEachIndex(extents, [&](llvm::ArrayRef<int64_t> index) {
        positions.push_back(getMorelloPosition(layout, extents, index));
      });
      auto [it, isNew] =
          functions.try_emplace(std::move(positions), toString(layout));
      EXPECT_TRUE(isNew) << toString(layout) << " repeats " << it->second;
    }
    EXPECT_GT(layouts.size(), 3u);
  }
}
