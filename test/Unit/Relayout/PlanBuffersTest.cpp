//===- PlanBuffersTest.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans that write rows from a buffer, or read them from a stage.
//
//===----------------------------------------------------------------------===//

#include "PlanOf.h"

#include "tiled_layout/Relayout/RowBuffer.h"
#include "tiled_layout/Relayout/SourceStage.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

TEST(PlanBuffersTest, RowsTakeTurnsInASmallBuffer) {
  EXPECT_EQ(planOf("s8[8195,8197]", "s8[8195,8197]{0,1}"),
            "loops:\n"
            "  a0: 5 of d1/1648, source 1648, destination 13505360\n"
            "  a1: 33 of d0/256, source 2098432, destination 256\n"
            "  a2: 103 of d1/16, source 16, destination 131120\n"
            "  a3: 4 of d0/64, source 524608, destination 64\n"
            "block:\n"
            "  a4: 16 of d1, source 1, destination 8195\n"
            "  a5: 64 of d0, source 8197, destination 1\n"
            "bound: 256*a1 + a5 + 64*a3 < 8195, cuts blocks\n"
            "bound: 1648*a0 + a4 + 16*a2 < 8197, cuts blocks\n"
            "bound: 4*a1 + a3 < 129\n"
            "bound: 103*a0 + a2 < 513\n"
            "runs: source 16, destination 64\n"
            "permutation: transpose 64 x 16\n"
            "stores: streaming, from a buffer that carries lines along a1, "
            "anew in a2\n"
            "fetches: 128 bytes ahead\n");
  RelayoutPlan plan = getPlan("s8[8195,8197]", "s8[8195,8197]{0,1}");
  std::optional<RowBuffer> buffer = getRowBuffer(plan);
  ASSERT_TRUE(buffer);
  // Four lines of the rows of a block, and a line of each row that waits.
  EXPECT_EQ(buffer->width, 256);
  EXPECT_EQ(buffer->numRows, 16);
  EXPECT_TRUE(buffer->keepsCarried());
  EXPECT_EQ(buffer->getKeptElements(), buffer->numBuffers * 16 * 64);
  EXPECT_LE(buffer->numBuffers * 16, 2048);
  // A processor that fetched as many rows ahead as a chunk has elements would
  // need no help.
  PlanOptions options;
  options.readStreams = 256;
  EXPECT_EQ(
      getPlan("s8[8195,8197]", "s8[8195,8197]{0,1}", options).prefetchBytes, 0);
  // Positions in the buffer begin anew in each iteration of these loops.
  RelayoutPlan toBuffer = getPlanToBuffer(plan, *buffer);
  for (size_t loop = 0; loop < plan.getBufferLoop(); ++loop)
    EXPECT_EQ(toBuffer.axes.axes[loop].destStride, 0);
}

TEST(PlanBuffersTest, BuffersTakeAFourthOfTheSecondLevelCache) {
  auto getBytes = [](int64_t l2Bytes) {
    PlanOptions options;
    options.l2Bytes = l2Bytes;
    RelayoutPlan plan =
        getPlan("f32[4099,4101]", "f32[4099,4101]{0,1}", options);
    std::optional<RowBuffer> buffer = getRowBuffer(plan);
    return buffer ? buffer->numRows * buffer->pitch * 4 : 0;
  };
  for (int64_t l2Bytes : {256 << 10, 512 << 10, 1280 << 10, 2 << 20}) {
    EXPECT_LE(getBytes(l2Bytes), l2Bytes / 4);
    EXPECT_GT(getBytes(l2Bytes), l2Bytes / 12);
  }
}

TEST(PlanBuffersTest, UnalignedRowsGoThroughABuffer) {
  // A tile at a time: chunks of 512 bytes of eight rows.
  EXPECT_EQ(planOf("f32[4099,4101]{1,0:T(8,128)}", "f32[4099,4101]"),
            "loops:\n"
            "  a0: 513 of d0/8, source 33792, destination 32808\n"
            "  a1: 33 of d1/128, source 1024, destination 128\n"
            "  a2: 8 of d0, source 128, destination 4101\n"
            "block:\n"
            "  a3: 128 of d1, source 1, destination 1\n"
            "bound: 8*a0 + a2 < 4099\n"
            "bound: 128*a1 + a3 < 4101, cuts blocks\n"
            "runs: source 128, destination 128\n"
            "permutation: none, copies runs of 128\n"
            "stores: streaming, from a buffer that carries lines along a1\n");
  RelayoutPlan plan = getPlan("f32[4099,4101]{1,0:T(8,128)}", "f32[4099,4101]");
  std::optional<RowBuffer> buffer = getRowBuffer(plan);
  ASSERT_TRUE(buffer);
  EXPECT_EQ(buffer->width, 128);
  EXPECT_EQ(buffer->numRows, 8);
  // A line in front of each row, and one behind the last.
  EXPECT_EQ(buffer->getFirst(), 16);
  EXPECT_EQ(buffer->pitch, 128 + 16);
  EXPECT_EQ(buffer->getElements(), 8 * (128 + 16) + 16);
  ASSERT_TRUE(getRowBound(plan, *buffer, 1));
  EXPECT_EQ(getRowBound(plan, *buffer, 1)->step, 1);
  EXPECT_EQ(getRowBound(plan, *buffer, 1)->weight, 1);
  EXPECT_FALSE(getRowBound(plan, *buffer, 0));
  // In the buffer, rows follow one another, and outer loops stay in place.
  RelayoutPlan inner = getPlanToBuffer(plan, *buffer);
  EXPECT_EQ(inner.axes.axes[0].destStride, 0);
  EXPECT_EQ(inner.axes.axes[1].destStride, 0);
  EXPECT_EQ(inner.axes.axes[2].destStride, buffer->pitch);
  EXPECT_EQ(inner.axes.axes[3].destStride, 1);
}

TEST(PlanBuffersTest, ChunksOfRowsAreWholeLines) {
  // The fewer rows, the longer chunks; many rows are cut to even pieces.
  std::tuple<const char *, const char *, int64_t, int64_t> cases[] = {
      {"bf16[4099,8197]{1,0:T(8,128)(2,1)}", "bf16[4099,8197]", 256, 8},
      {"s8[8195,8197]{1,0:T(8,128)(4,1)}", "s8[8195,8197]", 512, 8},
      {"f32[16,250,63,65]{3,2,1,0:T(16,1,1)}", "f32[16,250,63,65]", 64, 16},
      {"f32[4099,4101]", "f32[4099,4101]{0,1}", 32, 16 * 37},
      {"s8[8195,8197]", "s8[8195,8197]{0,1}", 256, 16},
  };
  for (auto [source, dest, width, rows] : cases) {
    SCOPED_TRACE(source);
    RelayoutPlan plan = getPlan(source, dest);
    ASSERT_TRUE(plan.carryLoop);
    std::optional<RowBuffer> buffer = getRowBuffer(plan);
    ASSERT_TRUE(buffer);
    EXPECT_EQ(buffer->width, width);
    EXPECT_EQ(buffer->numRows, rows);
  }
}

TEST(PlanBuffersTest, LinesAreThoseOfTheTarget) {
  PlanOptions options;
  options.lineBytes = 128;
  RelayoutPlan plan =
      getPlan("f32[4099,4101]{1,0:T(8,128)}", "f32[4099,4101]", options);
  ASSERT_TRUE(plan.carryLoop);
  std::optional<RowBuffer> buffer = getRowBuffer(plan);
  ASSERT_TRUE(buffer);
  EXPECT_EQ(buffer->line, 32);
  EXPECT_EQ(buffer->width % 32, 0);
}

TEST(PlanBuffersTest, FewRowsAreCarriedInRegisters) {
  PlanOptions options;
  options.permutedBits = 16;
  auto isCarried = [&](const char *source, const char *dest) {
    RelayoutPlan plan = getPlan(source, dest, options);
    EXPECT_TRUE(plan.carryLoop);
    return plan.carriesInRegisters;
  };
  EXPECT_TRUE(isCarried("f32[4099,4101]{1,0:T(8,128)}", "f32[4099,4101]"));
  EXPECT_TRUE(
      isCarried("bf16[4099,8197]{1,0:T(8,128)(2,1)}", "bf16[4099,8197]"));
  // Blocks of sixteen rows; elements that no permute moves.
  EXPECT_FALSE(
      isCarried("f32[16,250,63,65]{3,2,1,0:T(16,1,1)}", "f32[16,250,63,65]"));
  EXPECT_FALSE(isCarried("s8[8195,8197]{1,0:T(8,128)(4,1)}", "s8[8195,8197]"));
  options.permutedBits = 8;
  EXPECT_TRUE(isCarried("s8[8195,8197]{1,0:T(8,128)(4,1)}", "s8[8195,8197]"));
  // Permutes are of 512 bits.
  options.vectorBits = 256;
  EXPECT_FALSE(isCarried("f32[4099,4101]{1,0:T(8,128)}", "f32[4099,4101]"));
  options = PlanOptions();
  EXPECT_FALSE(isCarried("f32[4099,4101]{1,0:T(8,128)}", "f32[4099,4101]"));
  options.permutedBits = 8;
  EXPECT_NE(planOf("f32[4099,4101]{1,0:T(8,128)}", "f32[4099,4101]", options)
                .find("from registers that carry lines along a1"),
            std::string::npos);
}

TEST(PlanBuffersTest, PlainStoresOfSeparatedRowsAreWholeLines) {
  PlanOptions options;
  options.permutedBits = 8;
  EXPECT_EQ(planOf("bf16[16,511]{1,0:T(8,128)(2,1)}", "bf16[16,511]", options),
            R"(loops:
  a0: 2 of d0/8, source 4096, destination 4088
  a1: 4 of d0/2, source 256, destination 1022
  a2: 4 of d1/128, source 1024, destination 128
  a3: 4 of d1/32, source 64, destination 32
block:
  a4: 2 of d0, source 1, destination 511
  a5: 32 of d1, source 2, destination 1
bound: 128*a2 + 32*a3 + a5 < 511, cuts blocks
runs: source 64, destination 32
permutation: deinterleave into 2 runs of 32
stores: plain, of lines from registers along a2
)");
  auto getAlongLoops = [&](const char *source, const char *dest) {
    return getPlan(source, dest, options).alongLoops;
  };
  const char *pairs = "bf16[16,511]{1,0:T(8,128)(2,1)}";
  const char *fours = "s8[16,511]{1,0:T(8,128)(4,1)}";
  EXPECT_EQ(getAlongLoops(pairs, "bf16[16,511]"), 2u);
  EXPECT_EQ(getAlongLoops(fours, "s8[16,511]"), 2u);
  // Rows that begin at lines, copied rows, rows of two lines.
  EXPECT_EQ(getAlongLoops("bf16[16,512]{1,0:T(8,128)(2,1)}", "bf16[16,512]"),
            0u);
  EXPECT_EQ(getAlongLoops("f32[16,511]{1,0:T(8,128)}", "f32[16,511]"), 0u);
  EXPECT_EQ(getAlongLoops("bf16[16,63]{1,0:T(8,64)(2,1)}", "bf16[16,63]"), 0u);
  // Threads share no loop along rows.
  options.threads = 8;
  EXPECT_EQ(getPlan(pairs, "bf16[16,511]", options).threadLoop, 1u);
  options.threads = 1;
  // Elements that no permute moves or no mask leaves out, other registers.
  options.permutedBits = 16;
  EXPECT_EQ(getAlongLoops(fours, "s8[16,511]"), 0u);
  options.maskedBits = 32;
  EXPECT_EQ(getAlongLoops(pairs, "bf16[16,511]"), 0u);
  options = PlanOptions();
  EXPECT_EQ(getAlongLoops(pairs, "bf16[16,511]"), 0u);
  options.permutedBits = 8;
  options.vectorBits = 256;
  EXPECT_EQ(getAlongLoops(pairs, "bf16[16,511]"), 0u);
}

TEST(PlanBuffersTest, TransposesWriteWholeLinesOfEightRows) {
  PlanOptions options;
  options.permutedBits = 8;
  EXPECT_EQ(
      planOf("f32[1,63,31,33]{3,2,1,0:T(16,1,1)}", "f32[1,63,31,33]", options),
      R"(loops:
  a0: 4 of d1/16, source 16368, destination 16368
  a1: 2 of d1/8, source 8, destination 8184
  a2: 64 of (d2,d3)/16, source 256, destination 16
block:
  a3: 8 of d1, source 1, destination 1023
  a4: 16 of (d2,d3), source 16, destination 1
bound: 16*a0 + 8*a1 + a3 < 63, cuts blocks
bound: a4 + 16*a2 < 1023, cuts blocks
runs: source 8, destination 16
permutation: transpose 16 x 8
stores: plain, of lines from registers along a2
)");
  auto getAlongLoops = [&](const char *source, const char *dest) {
    return getPlan(source, dest, options).alongLoops;
  };
  EXPECT_EQ(getAlongLoops("f32[253,255]", "f32[253,255]{0,1}"), 1u);
  EXPECT_EQ(getAlongLoops("bf16[253,511]", "bf16[253,511]{0,1}"), 1u);
  // Rows that begin at lines; bytes in parts of vectors that are less than
  // halves; tiles that cut the rows of a block.
  EXPECT_EQ(getAlongLoops("f32[256,255]", "f32[256,255]{0,1}"), 0u);
  EXPECT_EQ(getAlongLoops("s8[509,511]", "s8[509,511]{0,1}"), 0u);
  EXPECT_EQ(getAlongLoops("f32[253,255]{0,1:T(8,128)}", "f32[253,255]"), 0u);
  // Without permutes, blocks are as high as a line.
  options.permutedBits = 0;
  EXPECT_EQ(
      getPlan("f32[253,255]", "f32[253,255]{0,1}", options).permutation.sizes,
      (llvm::SmallVector<int64_t, 4>{16, 16}));
}

TEST(PlanBuffersTest, BlocksAreWholeWhereTheSourceHasPadding) {
  auto isWhole = [](const char *source, const char *dest) {
    Shape from = shapeOf(source);
    return readsWholeBlocks(getPlan(source, dest),
                            getElements(from.getLayout(), from.extents()));
  };
  EXPECT_TRUE(isWhole("f32[4099,4101]{1,0:T(8,128)}", "f32[4099,4101]"));
  EXPECT_TRUE(isWhole("s8[8195,8197]{1,0:T(8,128)(4,1)}", "s8[8195,8197]"));
  // Tiles of a width that no block divides; rows without padding.
  EXPECT_FALSE(isWhole("f32[4099,4101]{1,0:T(8,100)}", "f32[4099,4101]"));
  EXPECT_FALSE(isWhole("f32[4099,4101]", "f32[4099,4101]{0,1}"));
}

TEST(PlanBuffersTest, ThreadsDoNotShareTheLoopThatCarries) {
  // One row of tiles: what is left are the chunks of eight rows.
  PlanOptions options;
  options.threads = 4;
  options.streamingBytes = 1024;
  RelayoutPlan plan =
      getPlan("f32[8,4101]{1,0:T(8,128)}", "f32[8,4101]", options);
  ASSERT_TRUE(plan.carryLoop);
  EXPECT_EQ(plan.threads, 1);
  EXPECT_FALSE(plan.threadLoop);
}

TEST(PlanBuffersTest, HalfLinesAreWrittenFromABuffer) {
  PlanOptions options;
  options.vectorBits = 256;
  auto contains = [&](llvm::StringRef dest, llvm::StringRef text) {
    std::string plan = planOf("f32[4096,4096]", dest, options);
    return llvm::StringRef(plan).contains(text);
  };
  // Whatever the pitch and the processor, columns come from a stage.
  EXPECT_TRUE(contains("f32[4096,4096]{0,1}", "from a stage of 128 x 64"));
  EXPECT_FALSE(contains("f32[4096,4096]{0,1}", "from a buffer"));
  EXPECT_NE(planOf("f32[4112,4112]", "f32[4112,4112]{0,1}", options)
                .find("from a stage of 128 x 64"),
            std::string::npos);
  // Runs of eight lines come from neither.
  EXPECT_FALSE(contains("f32[4096,4096]{1,0:T(8,128)}", "from a"));
}

TEST(PlanBuffersTest, CrowdedLinesAreReadFromAStage) {
  PlanOptions options;
  options.prefetchBytes = 512;
  EXPECT_EQ(planOf("bf16[8192,4096]", "bf16[8192,4096]{0,1}", options),
            "loops:\n"
            "  a0: 2 of d1/2048, source 2048, destination 16777216\n"
            "  a1: 16 of d0/512, source 2097152, destination 512\n"
            "  a2: 16 of d1/128, source 128, destination 1048576\n"
            "  a3: 4 of d0/128, source 524288, destination 128\n"
            "  a4: 16 of d1/8, source 8, destination 65536\n"
            "  a5: 4 of d0/32, source 131072, destination 32\n"
            "block:\n"
            "  a6: 8 of d1, source 1, destination 8192\n"
            "  a7: 32 of d0, source 4096, destination 1\n"
            "runs: source 8, destination 32\n"
            "permutation: transpose 32 x 8\n"
            "stores: streaming\n"
            "reads: from a stage of 128 x 128, loops from a4 on\n");
  RelayoutPlan plan =
      getPlan("bf16[8192,4096]", "bf16[8192,4096]{0,1}", options);
  ASSERT_EQ(plan.stageLoop, 4u);
  std::optional<SourceStage> stage = getSourceStage(plan, *plan.stageLoop);
  ASSERT_TRUE(stage);
  EXPECT_EQ(stage->rows, (llvm::SmallVector<size_t>{7, 5}));
  EXPECT_EQ(stage->pitch, 128 + 32);
  EXPECT_EQ(stage->getElements(), 128 * (128 + 32));
  // 64 blocks fetch 128 rows.
  EXPECT_EQ(stage->rowsPerBlock, 2);
  RelayoutPlan inner = getPlanFromStage(plan, *stage);
  EXPECT_EQ(inner.axes.axes[3].sourceStride, 0);
  EXPECT_EQ(inner.axes.axes[4].sourceStride, 8);
  EXPECT_EQ(inner.axes.axes[5].sourceStride, 32 * stage->pitch);
  EXPECT_EQ(inner.axes.axes[7].sourceStride, stage->pitch);

  auto isStaged = [&](llvm::StringRef source, llvm::StringRef dest) {
    std::string text = planOf(source, dest, options);
    return llvm::StringRef(text).contains("from a stage");
  };
  EXPECT_TRUE(isStaged("f32[4096,4096]", "f32[4096,4096]{0,1}"));
  // Rows that are no multiple of 4 KB apart; few rows; what stays in the cache.
  EXPECT_FALSE(isStaged("f32[4096,4112]", "f32[4096,4112]{0,1}"));
  EXPECT_FALSE(isStaged("f32[1024,16,1024]", "f32[1024,16,1024]{1,2,0}"));
  EXPECT_FALSE(isStaged("f32[128,1024]", "f32[128,1024]{0,1}"));
  // Threads share a loop around.
  options.threads = 64;
  plan = getPlan("bf16[8192,4096]", "bf16[8192,4096]{0,1}", options);
  EXPECT_EQ(plan.threads, 16);
  EXPECT_EQ(plan.threadLoop, 1u);
}

TEST(PlanBuffersTest, ShortRowsAreWrittenWithoutABuffer) {
  // Rows of 200 bytes.
  std::string plan = planOf("f32[131072,50]{1,0:T(8,128)}", "f32[131072,50]");
  EXPECT_NE(plan.find("stores: plain\n"), std::string::npos) << plan;
}
