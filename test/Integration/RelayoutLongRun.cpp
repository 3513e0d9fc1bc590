//===- RelayoutLongRun.cpp - Tens of thousands of relayouts ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What RelayoutTest does, for as long as one likes; docs/Development.md says
// how. No part of the tests that run every day.
//
//===----------------------------------------------------------------------===//

#include "RelayoutCases.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/PrettyStackTrace.h"

using namespace mlir;
using namespace mlir::tiled_layout::test;

/// Returns a number from the environment.
static uint64_t getNumber(const char *name, uint64_t byDefault) {
  uint64_t number;
  const char *text = getenv(name);
  if (!text || !llvm::to_integer(text, number))
    return byDefault;
  return number;
}

TEST(RelayoutLongRun, RelayoutsAgreeWithTheReference) {
  uint64_t pairs = getNumber("TILED_LAYOUT_PAIRS", 20000);
  uint64_t seed = getNumber("TILED_LAYOUT_SEED", 1);
  constexpr DrawCase draws[] = {
      getRandomCase,    getHighRankCase,  getTypicalCase, getBitCase,
      getDynamicCase,   getIrregularCase, getLongRowCase, getLongBitRowCase,
      getJoinedRowCase, getCastCase};
  const RelayoutOptions options[] = {
      {"vector-bits=256", ""},
      {"vector-bits=128", ""},
      {"", "vectors=false"},
      {"", "threads=3"},
      {"streaming-bytes=0", ""},
      {"streaming-bytes=0,prefetch-bytes=512", ""},
      {"streaming-bytes=0,vector-bits=256,masked-bits=32", ""},
      {"streaming-bytes=0,vector-bits=128,masked-bits=0", "threads=3"},
      {"streaming-bytes=0,permuted-bits=8", ""}};
  // The last one asks for permutes.
  size_t numOptions = std::size(options) - !hasPermutes();
  std::mt19937_64 random(seed);
  for (uint64_t batch = 0; batch < pairs / 25; ++batch) {
    RelayoutRun run;
    run.draw = draws[batch % std::size(draws)];
    run.seed = random();
    run.batches = 1;
    run.linear = chance(random, 50);
    run.options = chance(random, 50) ? RelayoutOptions()
                                     : options[pick(random, 0, numOptions - 1)];
    if (chance(random, 30))
      run.before = llvm::formatv("tiled-layout-plan-relayouts,"
                                 "test-change-plans{{seed={0}},canonicalize,",
                                 batch)
                       .str();
    std::string what = "batch " + std::to_string(batch) + ", options '" +
                       run.options.fields + " " + run.options.pass +
                       "', before '" + run.before + "'\n";
    SCOPED_TRACE(what);
    llvm::PrettyStackTraceString trace(what.c_str());
    runRelayouts(run);
    if (HasFailure())
      return;
    if (batch % 40 == 39)
      llvm::errs() << (batch + 1) * 25 << " of " << pairs << " pairs\n";
  }
}
