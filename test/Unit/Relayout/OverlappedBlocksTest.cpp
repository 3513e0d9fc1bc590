//===- OverlappedBlocksTest.cpp -------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/OverlappedBlocks.h"
#include "tiled_layout/Relayout/RowBuffer.h"

#include "PlanOf.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// The steps of all bounds at which blocks move back, and how many still cut.
struct Found {
  llvm::SmallVector<std::pair<int64_t, int64_t>> steps;
  size_t cuts = 0;
};

Found findOverlaps(llvm::StringRef source, llvm::StringRef dest,
                   const PlanOptions &options = {}) {
  Shape from = shapeOf(source), to = shapeOf(dest);
  RelayoutPlan plan = getRelayoutPlan(
      from.getLayout(), to.getLayout(), from.extents(),
      from.elementType.valueBits, to.elementType.valueBits, options);
  if (plan.carryLoop)
    plan = getPlanToBuffer(plan, *getRowBuffer(plan));
  auto overlaps = getBlockOverlaps(plan);
  Found found;
  for (const BlockOverlap &overlap : overlaps)
    found.steps.push_back({plan.axes.axes[overlap.axis].sourceStride.get(),
                           plan.axes.axes[overlap.axis].destStride.get()});
  found.cuts = llvm::count(getCuttingBounds(plan, overlaps), true);
  return found;
}

using Steps = llvm::SmallVector<std::pair<int64_t, int64_t>>;

} // namespace

TEST(OverlappedBlocksTest, TransposesMoveBackFromBothEdges) {
  Found found = findOverlaps("f32[70,75]", "f32[70,75]{0,1}");
  EXPECT_EQ(found.steps, (Steps{{75, 1}, {1, 70}}));
  EXPECT_EQ(found.cuts, 0u);
}

TEST(OverlappedBlocksTest, ABlockMustFit) {
  Found found = findOverlaps("f32[70,11]", "f32[70,11]{0,1}");
  EXPECT_EQ(found.steps, (Steps{{11, 1}}));
}

TEST(OverlappedBlocksTest, TilesHaveNoEvenSteps) {
  Found found = findOverlaps("f32[9,150]", "f32[9,150]{1,0:T(8,128)}");
  EXPECT_TRUE(found.steps.empty());
  EXPECT_EQ(found.cuts, 1u);
}

TEST(OverlappedBlocksTest, StreamedLinesStayWhole) {
  // Columns move along rows of whole lines, rows would move within a line.
  PlanOptions options;
  options.streamingBytes = 1024;
  Found columns = findOverlaps("f32[64,75]", "f32[64,75]{0,1}", options);
  EXPECT_EQ(columns.steps, (Steps{{1, 64}}));
  EXPECT_EQ(columns.cuts, 0u);
}

TEST(OverlappedBlocksTest, ThroughABuffer) {
  // In front of the last chunk, of three rows, is the line that it goes on.
  Found found = findOverlaps("s8[8195,8197]", "s8[8195,8197]{0,1}");
  ASSERT_EQ(found.steps.size(), 2u);
  EXPECT_EQ(found.steps.front(), (std::pair<int64_t, int64_t>(8197, 1)));
  EXPECT_EQ(found.steps.back().first, 1);
  EXPECT_EQ(found.cuts, 0u);
}

TEST(OverlappedBlocksTest, ThreadsWriteElementsOfTheirOwn) {
  // One block at a time, the last one has six columns.
  PlanOptions options;
  options.threads = 5;
  Found shared = findOverlaps("f32[16,70]", "f32[16,70]{0,1}", options);
  EXPECT_TRUE(shared.steps.empty());
  EXPECT_GE(shared.cuts, 1u);
}

/// Returns, for each bound that cuts blocks, 'y' if what lies behind it is
/// within an array of so many elements.
static std::string findWithin(
    llvm::function_ref<llvm::SmallVector<bool>(const RelayoutPlan &, int64_t)>
        getBounds,
    const char *source, const char *dest, int64_t elements) {
  RelayoutPlan plan = getPlan(source, dest);
  std::string text;
  for (auto [k, isWithin] : llvm::enumerate(getBounds(plan, elements)))
    if (plan.cutsBlocks(k))
      text += isWithin ? 'y' : 'n';
  return text;
}

TEST(OverlappedBlocksTest, PaddingOfTilesMayBeLoaded) {
  const char *pairs = "bf16[9,33]{1,0:T(8,128)(2,1)}";
  // Two tiles have what is behind both edges; a source that ended with its last
  // element would not, but behind one of them.
  EXPECT_EQ(findWithin(getBoundsWithinSource, pairs, "bf16[9,33]", 2048), "yy");
  EXPECT_EQ(findWithin(getBoundsWithinSource, pairs, "bf16[9,33]", 1024 + 66),
            "yn");
  EXPECT_EQ(findWithin(getBoundsWithinSource, pairs, "bf16[9,33]", 1024 + 65),
            "nn");
  // Rows of an array without tiles end with it.
  EXPECT_EQ(findWithin(getBoundsWithinSource, "bf16[9,33]", pairs, 9 * 33),
            "nn");
  // Channels have padding, columns have none.
  EXPECT_EQ(findWithin(getBoundsWithinSource,
                       "f32[1,63,31,33]{3,2,1,0:T(16,1,1)}", "f32[1,63,31,33]",
                       64 * 31 * 33),
            "yn");
}

TEST(OverlappedBlocksTest, PaddingOfTilesMayBeStored) {
  const char *pairs = "bf16[9,33]{1,0:T(8,128)(2,1)}";
  EXPECT_EQ(findWithin(getBoundsWithinDest, "bf16[9,33]", pairs, 2048), "yy");
  EXPECT_EQ(findWithin(getBoundsWithinDest, "bf16[9,33]", pairs, 1024 + 66),
            "yn");
  // What is behind a row without tiles is the next row.
  EXPECT_EQ(findWithin(getBoundsWithinDest, pairs, "bf16[9,33]", 9 * 33), "nn");
  EXPECT_EQ(findWithin(getBoundsWithinDest, pairs, "bf16[9,33]", 1 << 20),
            "nn");
}
