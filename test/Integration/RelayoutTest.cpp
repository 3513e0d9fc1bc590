//===- RelayoutTest.cpp - Relayouts executed against the reference --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayoutCases.h"

using namespace mlir;
using namespace mlir::tiled_layout::test;

namespace {

class RelayoutTest : public testing::TestWithParam<bool> {};

} // namespace

TEST_P(RelayoutTest, RandomRelayoutsAgreeWithTheReference) {
  runRelayouts({getRandomCase, 20261121, 12, /*linear=*/GetParam()});
}

TEST_P(RelayoutTest, HighRanksAgreeWithTheReference) {
  runRelayouts({getHighRankCase, 20261122, 2, /*linear=*/GetParam()});
}

// Large enough for vectors, with elements that have them.
TEST_P(RelayoutTest, TypicalRelayoutsAgreeWithTheReference) {
  runRelayouts({getTypicalCase, 20261124, 3, /*linear=*/GetParam()});
}

TEST_P(RelayoutTest, RelayoutsOfBitsAgreeWithTheReference) {
  runRelayouts({getBitCase, 20261126, 2, /*linear=*/GetParam()});
}

TEST_P(RelayoutTest, DynamicShapesAgreeWithTheReference) {
  runRelayouts({getDynamicCase, 20261128, 2, /*linear=*/GetParam()});
}

// Plans in the program, and what people make of them.
TEST(RelayoutOptionsTest, ChangedPlansAgreeWithTheReference) {
  uint64_t seed = 20261127;
  for (DrawCase draw : {getTypicalCase, getDynamicCase, getLongRowCase}) {
    std::string change = llvm::formatv(
        "tiled-layout-plan-relayouts,test-change-plans{{seed={0}},", seed);
    runRelayouts({draw, seed, 1, /*linear=*/true, {}, change});
    ++seed;
  }
}

// A plan of dynamic extents stays one when they become known.
TEST_P(RelayoutTest, PlansOfCastsAgreeWithTheReference) {
  runRelayouts({getCastCase,
                20261129,
                2,
                /*linear=*/GetParam(),
                {},
                "tiled-layout-plan-relayouts,canonicalize,"});
}

TEST(RelayoutCornersTest, EdgesThatDoNotChainAgreeWithTheReference) {
  runRelayouts({getIrregularCase, 20261202, 3});
}

TEST(RelayoutOptionsTest, AnyOptionAgreesWithTheReference) {
  for (RelayoutOptions options : std::initializer_list<RelayoutOptions>{
           {"", "vectors=false"},
           {"vector-bits=64", ""},
           {"vector-bits=256,masked-bits=32", ""},
           {"", "threads=64"},
           {"streaming-bytes=256", "threads=3"},
           {"streaming-bytes=0,prefetch-bytes=64,vector-bits=256", ""}}) {
    SCOPED_TRACE(options.fields + (" " + options.pass));
    runRelayouts({getTypicalCase, 20261125, 1, /*linear=*/true, options});
  }
}

// Long rows go through a buffer, with masks and without.
TEST(RelayoutOptionsTest, LongRowsAgreeWithTheReference) {
  for (RelayoutOptions options : std::initializer_list<RelayoutOptions>{
           {"streaming-bytes=0", ""},
           {"streaming-bytes=0,masked-bits=0,vector-bits=256", ""},
           {"streaming-bytes=4096", "threads=2"},
           {"streaming-bytes=0,prefetch-bytes=512", ""}}) {
    SCOPED_TRACE(options.fields + (" " + options.pass));
    runRelayouts({getLongRowCase, 20261128, 1, /*linear=*/true, options});
  }
}

// Lines are put together in registers.
TEST(RelayoutOptionsTest, LongRowsInRegistersAgreeWithTheReference) {
  if (!hasPermutes())
    GTEST_SKIP() << "no AVX-512 VBMI";
  for (RelayoutOptions options : std::initializer_list<RelayoutOptions>{
           {"streaming-bytes=0,permuted-bits=8", ""},
           {"streaming-bytes=4096,permuted-bits=8", "threads=2"},
           {"streaming-bytes=0,permuted-bits=16,prefetch-bytes=512", ""}}) {
    SCOPED_TRACE(options.fields + (" " + options.pass));
    runRelayouts({getLongRowCase, 20261204, 1, /*linear=*/true, options});
  }
}

// The same by plain stores, behind blocks that separate rows.
TEST(RelayoutOptionsTest, SeparatedRowsAgreeWithTheReference) {
  if (!hasPermutes())
    GTEST_SKIP() << "no AVX-512 VBMI";
  for (RelayoutOptions options : std::initializer_list<RelayoutOptions>{
           {"permuted-bits=8", ""},
           {"permuted-bits=16", "threads=2"},
           {"permuted-bits=8,straight-parts=1,straight-accesses=320,"
            "straight-instructions=640",
            ""}}) {
    SCOPED_TRACE(options.fields + (" " + options.pass));
    runRelayouts({getLongRowCase, 20261123, 1, /*linear=*/true, options});
  }
}

// Full tiles are straight code with streaming stores, the others loops.
TEST(RelayoutOptionsTest, JoinedRowsAgreeWithTheReference) {
  for (RelayoutOptions options : std::initializer_list<RelayoutOptions>{
           {"streaming-bytes=0,prefetch-bytes=512", ""},
           {"streaming-bytes=0,prefetch-bytes=512", "threads=3"},
           {"streaming-bytes=0,prefetch-bytes=64,page-bytes=512", ""}}) {
    SCOPED_TRACE(options.fields + (" " + options.pass));
    runRelayouts({getJoinedRowCase, 20261130, 2, /*linear=*/true, options});
  }
}

// Straight code takes parts of loops, the last of which may be shorter.
TEST(RelayoutOptionsTest, PartsOfLoopsAgreeWithTheReference) {
  const std::string parts = "straight-parts=1,straight-accesses=96";
  for (auto draw : {getTypicalCase, getJoinedRowCase, getLongRowCase,
                    getCrowdedCase, getBitCase})
    for (RelayoutOptions options : std::initializer_list<RelayoutOptions>{
             {parts, ""},
             {parts + ",vector-bits=256,masked-bits=0", "threads=2"}}) {
      SCOPED_TRACE(options.fields + (" " + options.pass));
      runRelayouts({draw, 20261127, 1, /*linear=*/true, options});
    }
}

// Rows are copied before they are transposed.
TEST(RelayoutOptionsTest, CrowdedRowsAgreeWithTheReference) {
  for (RelayoutOptions options : std::initializer_list<RelayoutOptions>{
           {"streaming-bytes=0,prefetch-bytes=512", ""},
           {"streaming-bytes=0,vector-bits=256,masked-bits=32", "threads=2"}}) {
    SCOPED_TRACE(options.fields + (" " + options.pass));
    runRelayouts({getCrowdedCase, 20261122, 1, /*linear=*/true, options});
  }
}

TEST(RelayoutOptionsTest, AnyOptionAgreesWithTheReferenceOnBits) {
  for (RelayoutOptions options : std::initializer_list<RelayoutOptions>{
           {"vector-bits=64", ""},
           {"vector-bits=256", ""},
           {"", "threads=3"},
           {"streaming-bytes=0,prefetch-bytes=512", ""}}) {
    SCOPED_TRACE(options.fields + (" " + options.pass));
    runRelayouts({getBitCase, 20261127, 1, /*linear=*/true, options});
  }
}

TEST(RelayoutOptionsTest, LongRowsOfBitsAgreeWithTheReference) {
  for (RelayoutOptions options : std::initializer_list<RelayoutOptions>{
           {"streaming-bytes=0", ""},
           {"streaming-bytes=0,masked-bits=32,vector-bits=256", "threads=2"}}) {
    SCOPED_TRACE(options.fields + (" " + options.pass));
    runRelayouts({getLongBitRowCase, 20261129, 1, /*linear=*/true, options});
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, RelayoutTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &info) {
                           return info.param ? "Linear" : "Expanded";
                         });
