//===- MorelloAnalysisTest.cpp --------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is derived from Morello's layouts, by rows and by brute force.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/MorelloAnalysis.h"

#include "MorelloTestSupport.h"

#include <map>

using namespace mlir::tiled_layout;

static MorelloView getWhole(llvm::StringRef text) {
  return MorelloView::getWhole(parseMorelloOrFail(text));
}

/// Returns the view as Morello prints it: `([0, 1], c1)`, or `[0, 1]` if it is
/// dense.
static std::string toText(const MorelloView &view) {
  std::string text = toString(view.layout);
  if (view.isDense())
    return text;
  return "(" + text + ", c" + std::to_string(view.numDense) + ")";
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

TEST(MorelloBlocks, Rows) {
  struct Row {
    const char *layout;
    Extents extents;
    Extents block;
    int64_t numDense;
    const char *view;
  };
  const Row rows[] = {
      {"[0, 1]", {8, 8}, {8, 8}, 2, "[0, 1]"},
      {"[0, 1]", {8, 8}, {2, 8}, 2, "[0, 1]"},
      {"[0, 1]", {8, 8}, {2, 4}, 1, "([0, 1], c1)"},
      {"[0, 1]", {8, 8}, {1, 4}, 1, "[1]"},
      {"[1, 0]", {128, 128}, {8, 1}, 1, "[0]"},
      {"[0, 1]", {128, 128}, {8, 1}, 1, "([0], c0)"},
      {"[0, 1]", {8, 8}, {1, 1}, 1, "[]"},
      {"[0, 1, 2]", {4, 4, 4}, {2, 1, 4}, 2, "([0, 2], c1)"},
      {"[0, 1, 2]", {4, 4, 4}, {1, 2, 4}, 2, "[1, 2]"},
      // A pack, taken whole, in part, and more than once.
      {"[1, 0, 1 p(4)]", {6, 8}, {6, 4}, 3, "[0, 1]"},
      {"[1, 0, 1 p(4)]", {6, 8}, {3, 4}, 2, "[0, 1]"},
      {"[1, 0, 1 p(4)]", {6, 8}, {6, 2}, 1, "([0, 1], c1)"},
      {"[1, 0, 1 p(4)]", {6, 8}, {1, 8}, 2, "([1, 1 p(4)], c1)"},
      // Neither divides the other.
      {"[1, 0, 1 p(3)]", {3, 6}, {1, 2}, 0, "([1], c0)"},
      {"[1, 0, 1 p(4)]", {6, 12}, {6, 3}, 0, "([0, 1], c0)"},
      // A pack without end is as good as a dynamic piece.
      {"[0, 1 p(4)]", {6, 4}, {1, 3}, 1, "[1]"},
      {"[1, 0, 1 p(8)]", {10, 4}, {2, 4}, 2, "[0, 1]"},
      // Strips go whole.
      {"[0, 0 oe(8)]", {32}, {8}, 2, "[0 oe(8)]"},
      {"[0, 0 oe(8)]", {32}, {16}, 2, "[0, 0 oe(8)]"},
      {"[0, 0 oe(8)]", {32}, {1}, 1, "[]"},
  };
  for (const Row &row : rows) {
    MorelloView whole = getWhole(row.layout);
    SCOPED_TRACE((MorelloCase{whole.layout, row.block}).describe());
    llvm::Expected<int64_t> numDense =
        getDenseSuffixOfBlock(whole, row.extents, row.block);
    ASSERT_TRUE(!!numDense) << llvm::toString(numDense.takeError());
    EXPECT_EQ(*numDense, row.numDense);
    llvm::Expected<MorelloView> view =
        getViewOfBlock(whole, row.extents, row.block);
    ASSERT_TRUE(!!view) << llvm::toString(view.takeError());
    EXPECT_EQ(toText(*view), row.view);
  }
}

TEST(MorelloBlocks, AViewIsNoDenserThanItsParent) {
  MorelloView parent = getWhole("[0, 1, 2]");
  parent.numDense = 1;
  llvm::Expected<MorelloView> view =
      getViewOfBlock(parent, {4, 4, 4}, {2, 4, 4});
  ASSERT_TRUE(!!view);
  EXPECT_EQ(toText(*view), "([0, 1, 2], c1)");
}

TEST(MorelloBlocks, Refusals) {
  struct Row {
    Extents extents;
    Extents block;
    const char *message;
  };
  const Row rows[] = {
      {{6, 8}, {6}, "block has 1 dimensions, but the array has 2"},
      {{6, 8},
       {7, 8},
       "size of dimension 0 of the block must be at most 6, but is 7"},
      {{6, 8},
       {6, 6},
       "1 p(4) does not divide 6, which is left of size 6 of dimension 1"},
      {{6, 6},
       {6, 4},
       "1 p(4) does not divide 6, which is left of size 6 of dimension 1"},
  };
  for (const Row &row : rows) {
    llvm::Expected<MorelloView> view =
        getViewOfBlock(getWhole("[1, 0, 1 p(4)]"), row.extents, row.block);
    ASSERT_FALSE(!!view);
    EXPECT_EQ(llvm::toString(view.takeError()), row.message);
  }
}

namespace {

/// A view of a block somewhere in the array of a case.
struct Block {
  MorelloView view;
  Extents extents;
  Extents offsets;
};

} // namespace

/// Makes up an aligned block of another; nothing if the layout does not apply.
static std::optional<Block> proposeBlock(const Block &parent,
                                         MorelloCases &random) {
  Block block = parent;
  for (auto [dim, extent] : llvm::enumerate(parent.extents)) {
    int64_t size = 1 + random.below(extent);
    block.extents[dim] = size;
    block.offsets[dim] += size * random.below(extent / size);
  }
  llvm::Expected<MorelloView> view =
      getViewOfBlock(parent.view, parent.extents, block.extents);
  if (!view) {
    llvm::consumeError(view.takeError());
    return std::nullopt;
  }
  block.view = *view;
  return block;
}

/// Expects that the dense dimensions of a view are consecutive in the array;
/// returns the elements of a run.
static int64_t expectDenseRuns(const MorelloCase &array, const Block &block) {
  std::string trace = array.describe() + ", view " +
                      MorelloCase{block.view.layout, block.extents}.describe() +
                      " dense " + std::to_string(block.view.numDense) + " at";
  for (int64_t offset : block.offsets)
    trace += " " + std::to_string(offset);
  SCOPED_TRACE(trace);
  int64_t run = 1;
  llvm::SmallVector<int64_t> sizes =
      getMorelloPhysicalShape(block.view.layout, block.extents);
  for (int64_t size : llvm::ArrayRef(sizes).take_back(block.view.numDense))
    run *= size;

  std::map<int64_t, int64_t> starts;
  int64_t wrong = 0;
  forEachIndex(block.extents, [&](llvm::ArrayRef<int64_t> index) {
    Extents inArray(index);
    for (auto [i, offset] : llvm::zip_equal(inArray, block.offsets))
      i += offset;
    int64_t inView =
        getMorelloPosition(block.view.layout, block.extents, index);
    int64_t start =
        getMorelloPosition(array.layout, array.extents, inArray) - inView % run;
    wrong += starts.try_emplace(inView / run, start).first->second != start;
  });
  EXPECT_EQ(wrong, 0);
  return run;
}

TEST(MorelloBlocks, DenseRunsAreConsecutive) {
  MorelloCases random(6);
  int checked = 0, nested = 0, longRuns = 0;
  for (int i = 0; i < 6000; ++i) {
    MorelloCase array = random.next();
    Block whole{MorelloView::getWhole(array.layout), array.extents,
                Extents(array.extents.size(), 0)};
    std::optional<Block> block = proposeBlock(whole, random);
    if (!block)
      continue;
    ++checked;
    longRuns += expectDenseRuns(array, *block) > 1;
    std::optional<Block> inner = proposeBlock(*block, random);
    if (!inner)
      continue;
    ++nested;
    expectDenseRuns(array, *inner);
  }
  EXPECT_GT(checked, 1500);
  EXPECT_GT(nested, 500);
  EXPECT_GT(longRuns, 500);
}

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
  ASSERT_FALSE(checkMorelloOnShape(layout, current.extents));
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
    expectSamePositions(current, mergeNeighbours(whole).layout);

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
    EXPECT_EQ(toText(mergeNeighbours({{row.dims}, row.numDense})), row.merged);
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
      EXPECT_FALSE(checkMorello(layout));
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
