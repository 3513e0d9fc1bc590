//===- MorelloBlocksTest.cpp ----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dense runs of blocks, by rows and against the addresses.
//
//===----------------------------------------------------------------------===//

#include "MorelloTestSupport.h"

#include <map>

using namespace mlir::tiled_layout;

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
