//===- RelayoutPlanTest.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanOf.h"

#include "gmock/gmock.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

TEST(RelayoutPlanTest, TilingCopiesRuns) {
  PlanOptions options;
  options.threads = 2;
  EXPECT_EQ(planOf("f32[4096,4096]", "f32[4096,4096]{1,0:T(8,128)}", options),
            "loops:\n"
            "  a0: 512 of d0/8, source 32768, destination 32768\n"
            "  a1: 8 of d0, source 4096, destination 128\n"
            "  a2: 32 of d1/128, source 128, destination 1024\n"
            "block:\n"
            "  a3: 128 of d1, source 1, destination 1\n"
            "runs: source 128, destination 128\n"
            "permutation: none, copies runs of 128\n"
            "stores: streaming\n"
            "threads: 2 over a0\n");
}

TEST(RelayoutPlanTest, UntilingReadsInTheOrderOfTheSource) {
  EXPECT_EQ(planOf("f32[4096,4096]{1,0:T(8,128)}", "f32[4096,4096]"),
            "loops:\n"
            "  a0: 512 of d0/8, source 32768, destination 32768\n"
            "  a1: 32 of d1/128, source 1024, destination 128\n"
            "  a2: 8 of d0, source 128, destination 4096\n"
            "block:\n"
            "  a3: 128 of d1, source 1, destination 1\n"
            "runs: source 128, destination 128\n"
            "permutation: none, copies runs of 128\n"
            "stores: streaming\n");
}

TEST(RelayoutPlanTest, RaggedEdges) {
  EXPECT_EQ(planOf("f32[4099,4133]", "f32[4099,4133]{1,0:T(8,128)}"),
            "loops:\n"
            "  a0: 513 of d0/8, source 33064, destination 33792\n"
            "  a1: 8 of d0, source 4133, destination 128\n"
            "  a2: 33 of d1/128, source 128, destination 1024\n"
            "block:\n"
            "  a3: 128 of d1, source 1, destination 1\n"
            "bound: 8*a0 + a1 < 4099\n"
            "bound: 128*a2 + a3 < 4133, cuts blocks\n"
            "runs: source 128, destination 128\n"
            "permutation: none, copies runs of 128\n"
            "stores: streaming\n");
}

TEST(RelayoutPlanTest, RowsOfMoreThanHalfAVectorAreTwoHalves) {
  using testing::HasSubstr;
  EXPECT_THAT(planOf("s8[32,60]{1,0:T(8,128)(4,1)}", "s8[32,60]"),
              HasSubstr("bound: 32*a1 + a3 < 60, cuts blocks\n"
                        "runs: source 128, destination 32\n"
                        "permutation: deinterleave into 4 runs of 32\n"));
  EXPECT_THAT(planOf("f32[12,400]", "f32[12,400]{0,1}"),
              HasSubstr("permutation: interleave 8 runs of 16\n"));
  // A gather of two rows takes fewer instructions, but not of an odd length.
  EXPECT_THAT(planOf("bf16[400,24]{1,0:T(8,128)(2,1)}", "bf16[400,24]"),
              HasSubstr("deinterleave into 2 runs of 24\n"));
  EXPECT_THAT(planOf("bf16[512,31]{1,0:T(8,128)(2,1)}", "bf16[512,31]"),
              HasSubstr("deinterleave into 2 runs of 16\n"));
  EXPECT_THAT(planOf("s8[100,30]{1,0:T(8,128)(4,1)}", "s8[100,30]"),
              HasSubstr("deinterleave into 4 runs of 30\n"));
}

TEST(RelayoutPlanTest, PackingInterleavesRows) {
  EXPECT_EQ(planOf("bf16[4099,8219]", "bf16[4099,8219]{1,0:T(8,128)(2,1)}"),
            "loops:\n"
            "  a0: 513 of d0/8, source 65752, destination 66560\n"
            "  a1: 65 of d1/128, source 128, destination 1024\n"
            "  a2: 4 of d0/2, source 16438, destination 256\n"
            "  a3: 4 of d1/32, source 32, destination 64\n"
            "block:\n"
            "  a4: 32 of d1, source 1, destination 2\n"
            "  a5: 2 of d0, source 8219, destination 1\n"
            "bound: 8*a0 + 2*a2 + a5 < 4099, cuts blocks\n"
            "bound: 128*a1 + 32*a3 + a4 < 8219, cuts blocks\n"
            "runs: source 32, destination 64\n"
            "permutation: interleave 2 runs of 32\n"
            "stores: streaming\n");
}

TEST(RelayoutPlanTest, SmallArraysAreWrittenInOrder) {
  EXPECT_EQ(planOf("bf16[16,256]", "bf16[16,256]{1,0:T(8,128)(2,1)}"),
            "loops:\n"
            "  a0: 2 of d0/8, source 2048, destination 2048\n"
            "  a1: 2 of d1/128, source 128, destination 1024\n"
            "  a2: 4 of d0/2, source 512, destination 256\n"
            "  a3: 4 of d1/32, source 32, destination 64\n"
            "block:\n"
            "  a4: 32 of d1, source 1, destination 2\n"
            "  a5: 2 of d0, source 256, destination 1\n"
            "runs: source 32, destination 64\n"
            "permutation: interleave 2 runs of 32\n"
            "stores: plain\n");
}

TEST(RelayoutPlanTest, EqualBatchesMerge) {
  EXPECT_EQ(planOf("bf16[8,1,1280,16384]",
                   "bf16[8,1,1280,16384]{3,2,0,1:T(8,128)(2,1)}"),
            "loops:\n"
            "  a0: 1280 of (d0,d2/8), source 131072, destination 131072\n"
            "  a1: 128 of d3/128, source 128, destination 1024\n"
            "  a2: 4 of d2/2, source 32768, destination 256\n"
            "  a3: 4 of d3/32, source 32, destination 64\n"
            "block:\n"
            "  a4: 32 of d3, source 1, destination 2\n"
            "  a5: 2 of d2, source 16384, destination 1\n"
            "runs: source 32, destination 64\n"
            "permutation: interleave 2 runs of 32\n"
            "stores: streaming\n");
}

TEST(RelayoutPlanTest, TransposingAndTilingAtOnce) {
  EXPECT_EQ(planOf("f32[4096,4096]{0,1}", "f32[4096,4096]{1,0:T(8,128)}"),
            "loops:\n"
            "  a0: 4 of d0/1024, source 1024, destination 4194304\n"
            "  a1: 32 of d1/128, source 524288, destination 1024\n"
            "  a2: 4 of d1/32, source 131072, destination 32\n"
            "  a3: 64 of d0/16, source 16, destination 65536\n"
            "  a4: 2 of d1/16, source 65536, destination 16\n"
            "block:\n"
            "  a5: 2 of d0/8, source 8, destination 32768\n"
            "  a6: 8 of d0, source 1, destination 128\n"
            "  a7: 16 of d1, source 4096, destination 1\n"
            "runs: source 16, destination 16\n"
            "permutation: transpose 16 x 16\n"
            "stores: streaming\n");
}

TEST(RelayoutPlanTest, BlocksOfChannels) {
  EXPECT_EQ(
      planOf("f32[32,64,112,112]", "f32[32,64,112,112]{3,2,1,0:T(16,1,1)}"),
      "loops:\n"
      "  a0: 128 of (d0,d1/16), source 200704, destination 200704\n"
      "  a1: 13 of (d2,d3)/1024, source 1024, destination 16384\n"
      "  a2: 64 of (d2,d3)/16, source 16, destination 256\n"
      "block:\n"
      "  a3: 16 of (d2,d3), source 1, destination 16\n"
      "  a4: 16 of d1, source 12544, destination 1\n"
      "bound: 64*a1 + a2 < 784\n"
      "runs: source 16, destination 256\n"
      "permutation: transpose 16 x 16\n"
      "stores: streaming\n"
      "fetches: 128 bytes ahead\n");
}

TEST(RelayoutPlanTest, BytesBecomeBits) {
  EXPECT_EQ(
      planOf("pred[4096,8192]", "pred[4096,8192]{1,0:T(32,128)(32,1)E(1)}"),
      "loops:\n"
      "  a0: 128 of d0/32, source 262144, destination 262144\n"
      "  a1: 128 of d1/64, source 64, destination 2048\n"
      "block:\n"
      "  a2: 64 of d1, source 1, destination 32\n"
      "  a3: 32 of d0, source 8192, destination 1\n"
      "runs: source 64, destination 2048\n"
      "permutation: interleave 32 runs of 64\n"
      "elements: from 8 to 1 bits\n"
      "stores: streaming\n");
}

TEST(RelayoutPlanTest, IrregularDimensionsAreLoopsOutside) {
  EXPECT_EQ(planOf("f32[6,24]{1,0:T(2,6)}", "f32[6,24]{1,0:T(2,4)}"),
            "loops:\n"
            "  each index of d1: the edges 6 and 4 of d1 do not chain\n"
            "  a0: 3 of d0/2, source 48, destination 48\n"
            "  a1: 2 of d0, source 6, destination 4\n"
            "block:\n"
            "runs: source 1, destination 1\n"
            "permutation: none, copies runs of 1\n"
            "stores: plain\n");
}

namespace {

/// Returns what happens to a block.
std::string permutationOf(llvm::StringRef source, llvm::StringRef dest) {
  std::string plan = planOf(source, dest);
  llvm::StringRef rest = llvm::StringRef(plan).split("permutation: ").second;
  return rest.split('\n').first.str();
}

} // namespace

TEST(RelayoutPlanTest, Permutations) {
  const std::tuple<const char *, const char *, const char *> cases[] = {
      {"bf16[4096,8192]{1,0:T(8,128)(2,1)}", "bf16[4096,8192]",
       "deinterleave into 2 runs of 32"},
      {"bf16[64,256]", "bf16[64,256]{1,0:T(8,128)(2,1,1,1)}",
       "interleave 2 runs of 32"},
      {"bf16[4096]", "bf16[4096]{0:T(1024)(128)(2,1)}",
       "interleave 2 runs of 32"},
      {"s8[8192,8192]", "s8[8192,8192]{1,0:T(8,128)(4,1)}",
       "interleave 4 runs of 64"},
      {"s8[8192,8192]{1,0:T(8,128)(4,1)}", "s8[8192,8192]",
       "deinterleave into 4 runs of 64"},
      {"f32[4096,4096]{1,0:T(8,128)}", "f32[4096,4096]{1,0:T(2,128)}",
       "none, copies runs of 256"},
      {"f32[4096,4096]", "f32[4096,4096]{0,1}", "transpose 16 x 16"},
      {"bf16[4099,4133]", "bf16[4099,4133]{0,1}", "transpose 32 x 8"},
      {"s8[4096,4096]", "s8[4096,4096]{0,1}", "transpose 64 x 16"},
      {"u8[64,224,224,3]", "u8[64,224,224,3]{2,1,3,0}",
       "deinterleave into 3 runs of 64"},
      {"u8[64,224,224,3]{2,1,3,0}", "u8[64,224,224,3]",
       "interleave 3 runs of 64"},
      {"s16[4,100,256]", "s16[4,100,256]{1,2,0:T(64,32)(64,1)}",
       "none, copies runs of 64"},
      {"f32[64,256]", "f32[64,256]{1,0:T(16)(2)(8,1)}",
       "deinterleave into 2 runs of 8"},
      {"f32[64,64,8]", "f32[64,64,8]{2,0,1}", "transpose 2 x 2, units of 8"},
      {"f32[8,2,2,2,2]", "f32[8,2,2,2,2]{1,3,2,4,0}",
       "bits, digits [2, 4, 2] in order [2, 1, 0]"},
      {"f32[8,3,3,3]", "f32[8,3,3,3]{1,2,3,0}",
       "element by element, digits [3, 3, 3, 2] in order [2, 1, 0, 3]"},
      {"f32[]", "f32[]", "none, copies runs of 1"},
  };
  for (auto [source, dest, permutation] : cases) {
    SCOPED_TRACE(std::string(source) + " to " + dest);
    EXPECT_EQ(permutationOf(source, dest), permutation);
  }
}

TEST(RelayoutPlanTest, FetchingDependsOnTheOrder) {
  PlanOptions options;
  options.prefetchBytes = 512;
  auto fetches = [&](llvm::StringRef source, llvm::StringRef dest) {
    std::string plan = planOf(source, dest, options);
    return llvm::StringRef(plan)
        .split("\nfetches: ")
        .second.split('\n')
        .first.str();
  };
  // The source from end to end.
  EXPECT_EQ(fetches("f32[4096,4096]{1,0:T(8,128)}", "f32[4096,4096]"),
            "512 bytes ahead");
  // Rows of a page or more in turns, but not those that share lines.
  EXPECT_EQ(
      fetches("bf16[4096,8192]", "bf16[4096,8192]{1,0:T(8,128)(2,1,1,1)}"),
      "512 bytes ahead");
  EXPECT_EQ(fetches("bf16[4096,8192]", "bf16[4096,8192]{1,0:T(8,128)(2,1)}"),
            "512 bytes ahead");
  EXPECT_EQ(fetches("s8[131072,9,24]", "s8[131072,9,24]{2,1,0:T(8,128)(4,1)}"),
            "");
  // Parts of one dimension.
  EXPECT_EQ(fetches("bf16[33554432]", "bf16[33554432]{0:T(1024)(128)(2,1)}"),
            "512 bytes ahead");
  // Into a buffer.
  EXPECT_EQ(fetches("f32[4099,4101]{1,0:T(8,128)}", "f32[4099,4101]"), "");
  // Columns into a buffer, but not where they share a place in the cache.
  EXPECT_EQ(fetches("s8[8195,8197]", "s8[8195,8197]{0,1}"), "128 bytes ahead");
  EXPECT_EQ(fetches("s8[8195,8192]", "s8[8195,8192]{0,1}"), "");
  // What stays in the cache.
  EXPECT_EQ(fetches("f32[256,256]{1,0:T(8,128)}", "f32[256,256]"), "");
  EXPECT_EQ(fetches("f32[256,256]", "f32[256,256]{0,1}"), "");
  // Columns, many of them and in longer runs.
  EXPECT_EQ(planOf("s8[8192,10240]", "s8[8192,10240]{0,1}", options),
            "loops:\n"
            "  a0: 5 of d1/2048, source 2048, destination 16777216\n"
            "  a1: 32 of d0/256, source 2621440, destination 256\n"
            "  a2: 128 of d1/16, source 16, destination 131072\n"
            "  a3: 4 of d0/64, source 655360, destination 64\n"
            "block:\n"
            "  a4: 16 of d1, source 1, destination 8192\n"
            "  a5: 64 of d0, source 10240, destination 1\n"
            "runs: source 16, destination 64\n"
            "permutation: transpose 64 x 16\n"
            "stores: streaming\n"
            "fetches: 128 bytes ahead\n");
  // Of lines that share a place in the cache, little would be left.
  EXPECT_EQ(fetches("s8[8192,8192]", "s8[8192,8192]{0,1}"), "");
}

TEST(RelayoutPlanTest, FetchedRowsAreStraightCodeWhereTilesCanBeFull) {
  PlanOptions options;
  options.prefetchBytes = 512;
  auto straight = [&](llvm::StringRef source, llvm::StringRef dest) {
    return getPlan(source, dest, options).straightLoops;
  };
  // The blocks of a tile.
  EXPECT_EQ(straight("bf16[4099,8197]", "bf16[4099,8197]{1,0:T(8,128)(2,1)}"),
            2u);
  EXPECT_EQ(straight("s8[54003,1220]", "s8[54003,1220]{1,0:T(8,128)(4,1)}"),
            2u);
  // No tile is full.
  options.fillsPadding = true;
  EXPECT_EQ(straight("bf16[262003,65]", "bf16[262003,65]{1,0:T(8,128)(2,1)}"),
            0u);
  options.fillsPadding = false;
  // Copies wait for memory.
  EXPECT_EQ(straight("f32[4096,4096]", "f32[4096,4096]{1,0:T(8,128)}"), 0u);
  // Tiles that edges cut need masks.
  options.maskedBits = 32;
  EXPECT_EQ(straight("bf16[4099,8197]", "bf16[4099,8197]{1,0:T(8,128)(2,1)}"),
            0u);
  options.maskedBits = 8;
  options.prefetchBytes = 0;
  EXPECT_EQ(straight("bf16[4099,8197]", "bf16[4099,8197]{1,0:T(8,128)(2,1)}"),
            0u);
}

TEST(RelayoutPlanTest, RowsInTurnAreFetchedOnEveryProcessor) {
  PlanOptions options;
  options.fillsPadding = true;
  auto fetches = [&](llvm::StringRef source, llvm::StringRef dest) {
    return getPlan(source, dest, options).prefetchBytes;
  };
  // Eight rows of less than a page: the next eight, a page ahead at least.
  EXPECT_EQ(fetches("s8[54003,1220]", "s8[54003,1220]{1,0:T(8,128)(4,1)}"),
            8 * 1220);
  EXPECT_EQ(fetches("s4[524003,65]", "s4[524003,65]{1,0:T(8,128)(8,1)E(4)}"),
            8 * 8 * 65);
  // Of rows that are pages, and of what stays in the cache, processors do.
  EXPECT_EQ(fetches("s8[8187,8189]", "s8[8187,8189]{1,0:T(8,128)(4,1)}"), 0);
  EXPECT_EQ(fetches("s8[1019,244]", "s8[1019,244]{1,0:T(8,128)(4,1)}"), 0);
  // Blocks of rows that share lines would fetch them again and again.
  EXPECT_EQ(fetches("s8[32768,9,24]", "s8[32768,9,24]{2,1,0:T(8,128)(4,1)}"),
            0);
  // 32 rows a line at a time, but not if their lines share places.
  EXPECT_EQ(fetches("f32[4091,4093]{0,1}", "f32[4091,4093]{1,0:T(8,128)}"),
            128);
  EXPECT_EQ(fetches("f32[4096,4096]{0,1}", "f32[4096,4096]{1,0:T(8,128)}"), 0);
  options.readStreams = 32;
  EXPECT_EQ(fetches("f32[4091,4093]{0,1}", "f32[4091,4093]{1,0:T(8,128)}"), 0);
}

TEST(RelayoutPlanTest, OptionsDecideStoresAndThreads) {
  Layout source = layoutOf("{1,0}"), dest = layoutOf("{1,0:T(8,128)}");
  PlanOptions options;
  options.streamingBytes = 64 * 256 * 4;
  auto plan = [&](llvm::ArrayRef<int64_t> extents) {
    return getRelayoutPlan(source, dest, extents, 32, 32, options);
  };
  EXPECT_FALSE(plan({64, 256}).streaming);
  EXPECT_TRUE(plan({65, 256}).streaming);
  // Little is written, but much is read.
  auto pack = [&](int64_t rows) {
    return getRelayoutPlan(source, layoutOf("{1,0:T(32,128)(32,1)E(1)}"),
                           {rows, 256}, 8, 1, options);
  };
  EXPECT_FALSE(pack(256).streaming);
  EXPECT_TRUE(pack(257).streaming);

  EXPECT_EQ(plan({64, 256}).threadLoop, std::nullopt);
  options.threads = 4;
  EXPECT_EQ(plan({64, 256}).threads, 4);
  EXPECT_EQ(plan({64, 256}).threadLoop, 0u);
  // Two tiles above one another, two beside: only the rows are enough.
  EXPECT_EQ(plan({16, 256}).threads, 4);
  EXPECT_EQ(plan({16, 256}).threadLoop, 2u);
  EXPECT_EQ(plan({1, 128}).threads, 1);
  EXPECT_EQ(plan({1, 128}).threadLoop, std::nullopt);

  // With registers of half the size, blocks are half as large.
  options.vectorBits = 256;
  EXPECT_EQ(
      getRelayoutPlan(layoutOf("{0,1}"), source, {64, 64}, 32, 32, options)
          .permutation.sizes,
      (llvm::SmallVector<int64_t, 4>{8, 16}));
}

TEST(RelayoutPlanTest, TheTargetDecidesHowMuchCodeIsStraight) {
  PlanOptions options;
  auto getLoops = [&] {
    return getPlan("f32[256,256]", "f32[256,256]{1,0:T(8,128)}", options)
        .straightLoops;
  };
  EXPECT_EQ(getLoops(), 1u);
  options.straightAccesses = 0;
  EXPECT_EQ(getLoops(), 0u);
  options.straightAccesses = 128;
  options.straightInstructions = 64;
  EXPECT_EQ(getLoops(), 0u);
}

TEST(RelayoutPlanTest, StraightCodeTakesPartsOfLoops) {
  PlanOptions options;
  options.straightAccesses = 256;
  options.straightInstructions = 512;
  auto getText = [&](llvm::StringRef extents) {
    std::string source = ("bf16" + extents).str();
    return toString(getPlan(source, source + "{1,0:T(8,128)(2,1)}", options));
  };
  // A row of eight tiles: one at a time, or four.
  EXPECT_NE(getText("[128,1024]").find("straight code: from a2 on"),
            std::string::npos);
  options.straightParts = 1;
  std::string text = getText("[128,1024]");
  EXPECT_NE(text.find("a1: 2 of d1/512,"), std::string::npos) << text;
  EXPECT_NE(text.find("a2: 4 of d1/128,"), std::string::npos) << text;
  EXPECT_NE(text.find("straight code: from a2 on"), std::string::npos) << text;
  // Of five tiles four, then the one that is left.
  text = getText("[128,640]");
  EXPECT_NE(text.find("bound: 4*a1 + a2 < 5\n"), std::string::npos) << text;
  // All of them where an edge cuts the last one.
  text = getText("[128,600]");
  EXPECT_NE(text.find("a1: 5 of d1/128,"), std::string::npos) << text;
  EXPECT_NE(text.find("straight code: from a1 on"), std::string::npos) << text;
}

TEST(RelayoutPlanTest, StraightCodeSeparatesRowsOfTiles) {
  PlanOptions options;
  options.permutedBits = 8;
  auto getAlong = [&] {
    return getPlan("bf16[253,511]{1,0:T(8,128)(2,1)}", "bf16[253,511]", options)
        .alongLoops;
  };
  EXPECT_NE(getAlong(), 0u);
  options.straightAccesses = 256;
  options.straightInstructions = 512;
  EXPECT_EQ(getAlong(), 0u);
}

TEST(RelayoutPlanTest, ThreadsNeverShareAByte) {
  PlanOptions options;
  options.threads = 8;
  // Rows of 100 bits: two of them share a byte, though 40 would be enough for
  // all threads.
  RelayoutPlan plan =
      getRelayoutPlan(layoutOf("{2,0,1}"), layoutOf("{2,1,0:E(1)}"),
                      {4, 40, 100}, 8, 1, options);
  EXPECT_EQ(plan.threads, 4);
  ASSERT_EQ(plan.threadLoop, 0u);
  EXPECT_EQ(plan.axes.axes[0].destStride, 4000);
}
