//===- PlanChoiceTest.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/PlanChoice.h"

#include "../Layout/RandomLayouts.h"
#include "PlanOf.h"

#include "gtest/gtest.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

constexpr llvm::StringLiteral rows = "bf16[16,256]";
constexpr llvm::StringLiteral tiles = "bf16[16,256]{1,0:T(8,128)(2,1)}";

/// Carries out decisions on two layouts; returns the plan, or why not.
std::string carryOut(llvm::StringRef source, llvm::StringRef dest,
                     llvm::StringRef text) {
  llvm::Expected<PlanChoice> choice = parsePlanChoice(text);
  if (!choice)
    return llvm::toString(choice.takeError());
  Shape from = shapeOf(source), to = shapeOf(dest);
  llvm::Expected<RelayoutArrays> arrays = getPlannedArrays(
      {from.getLayout(), to.getLayout(), from.extents()}, *choice);
  if (!arrays)
    return llvm::toString(arrays.takeError());
  llvm::Expected<RelayoutPlan> plan = getRelayoutPlan(
      *arrays, getBitsPerElement(to.getLayout(), to.elementType), *choice);
  return plan ? toString(*plan) : llvm::toString(plan.takeError());
}

std::string boundToString(const AxisBound &bound) {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os, bound);
  return text;
}

/// Prints a plan with its bounds in the order of their texts.
std::string sortBounds(RelayoutPlan plan) {
  llvm::sort(plan.axes.bounds, [](const AxisBound &a, const AxisBound &b) {
    return boundToString(a) < boundToString(b);
  });
  return toString(plan);
}

TEST(PlanChoiceTest, DecisionsOfAPlanPrint) {
  Shape from = shapeOf(rows), to = shapeOf(tiles);
  std::optional<PlanChoice> choice =
      getPlanChoice({from.getLayout(), to.getLayout(), from.extents()},
                    getPlan(rows, tiles), 512);
  ASSERT_TRUE(choice);
  EXPECT_EQ(toString(*choice),
            "vector-bits = 512, loops = [2 of d0/8, 2 of d1/128, 4 of d0/2, 4 "
            "of d1 by 32], block = [32 of d1, 2 of d0]");
  EXPECT_EQ(carryOut(rows, tiles, toString(*choice)), planOf(rows, tiles));
}

/// Planners' own decisions lead back to their plans. Bounds may come in another
/// order.
TEST(PlanChoiceTest, RandomPlansComeBack) {
  std::mt19937_64 random(20261122);
  RandomLayoutOptions drawn;
  drawn.maxElements = 20000;
  drawn.properties = drawn.zeroExtents = false;
  int64_t carried = 0, staged = 0, filled = 0, plain = 0;
  for (int64_t k = 0; k < 3000; ++k) {
    RandomLayout source = getRandomLayout(random, drawn);
    llvm::ArrayRef<int64_t> extents = source.extents;
    Layout dest = getRandomLayoutOn(random, extents, drawn);
    int64_t bits = int64_t(8) << pick(random, 0, 3);
    PlanOptions options;
    options.vectorBits = 128 << pick(random, 0, 2);
    options.streamingBytes = chance(random, 50) ? 0 : 1 << 24;
    options.prefetchBytes = chance(random, 50) ? 512 : 0;
    options.permutedBits = chance(random, 50) ? 8 : 0;
    options.fillsPadding = chance(random, 50);
    options.threads = pick(random, 1, 4);
    RelayoutPlan plan =
        getRelayoutPlan(source.layout, dest, extents, bits, bits, options);
    RelayoutArrays arrays{source.layout, dest, source.extents};
    std::optional<PlanChoice> choice =
        getPlanChoice(arrays, plan, options.vectorBits);
    if (!choice)
      continue;
    std::string text = toString(*choice);
    llvm::Expected<PlanChoice> parsed = parsePlanChoice(text);
    ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
    EXPECT_TRUE(*parsed == *choice) << text;
    llvm::Expected<RelayoutPlan> again = getRelayoutPlan(arrays, bits, *parsed);
    if (!again) {
      std::string why = llvm::toString(again.takeError());
      EXPECT_NE(why.find("cannot move this block"), std::string::npos)
          << source.describe() << " to " << toString(dest) << '\n'
          << text << '\n'
          << why;
      continue;
    }
    EXPECT_EQ(again->axes.bounds.size(), plan.axes.bounds.size());
    EXPECT_EQ(sortBounds(*again), sortBounds(plan))
        << source.describe() << " to " << toString(dest);
    (plan.carryLoop      ? carried
     : plan.stageLoop    ? staged
     : plan.fillsPadding ? filled
                         : plain) += 1;
  }
  EXPECT_GT(plain, 500);
  EXPECT_GT(filled, 100);
  EXPECT_GT(carried, 15);
}

/// The same where some extents are known at run time only, and for arrays that
/// are known better than when the decisions were made.
TEST(PlanChoiceTest, RandomPlansOfUnknownExtentsComeBack) {
  std::mt19937_64 random(20261127);
  RandomLayoutOptions drawn;
  drawn.maxElements = 20000;
  drawn.properties = drawn.zeroExtents = false;
  int64_t unknown = 0;
  for (int64_t k = 0; k < 1500; ++k) {
    RandomLayout source = getRandomLayout(random, drawn);
    Layout dest = getRandomLayoutOn(random, source.extents, drawn);
    RelayoutArrays known{source.layout, dest, source.extents};
    if (source.layout.hasCombine() || dest.hasCombine() ||
        source.layout.hasExtentEntry() || dest.hasExtentEntry())
      continue;
    RelayoutArrays arrays = known;
    for (int64_t &extent : arrays.extents)
      if (chance(random, 60))
        extent = kDynamic;
    int64_t bits = int64_t(8) << pick(random, 0, 3);
    PlanOptions options;
    options.threads = pick(random, 1, 4);
    RelayoutPlan plan =
        getRelayoutPlan(arrays.getAxes(), bits, bits, /*destBytes=*/0, options);
    plan.byLanes = true;
    std::optional<PlanChoice> choice =
        getPlanChoice(arrays, plan, options.vectorBits);
    if (!choice)
      continue;
    std::string text = toString(*choice);
    llvm::Expected<PlanChoice> parsed = parsePlanChoice(text);
    ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
    EXPECT_TRUE(*parsed == *choice) << text;
    llvm::Expected<RelayoutArrays> planned = getPlannedArrays(known, *parsed);
    ASSERT_TRUE(bool(planned)) << llvm::toString(planned.takeError());
    EXPECT_EQ(planned->extents, arrays.extents) << text;
    llvm::Expected<RelayoutPlan> again =
        getRelayoutPlan(*planned, bits, *parsed);
    ASSERT_TRUE(bool(again))
        << source.describe() << " to " << toString(dest) << '\n'
        << text << '\n'
        << llvm::toString(again.takeError());
    EXPECT_EQ(sortBounds(*again), sortBounds(plan)) << text;
    unknown += !arrays.isStatic();
  }
  EXPECT_GT(unknown, 300);
}

TEST(PlanChoiceTest, StridesComeBack) {
  Layout rowMajor = Layout::getRowMajor(2);
  Layout tiles = shapeOf("f32[20,300]{1,0:T(8,128)}").getLayout();
  PlanChoice choice = llvm::cantFail(
      parsePlanChoice("vector-bits = 512, loops = [? of d0/8, ? of d1/128, 8 "
                      "of d0], block = [128 "
                      "of d1], source-strides = [?, 1], by = lanes"));
  EXPECT_EQ(llvm::cantFail(parsePlanChoice(toString(choice))).sourceStrides,
            (llvm::SmallVector<int64_t>{kDynamic, 1}));
  // Of a strided array that has become a row-major one.
  RelayoutArrays whole{rowMajor, tiles, {20, 300}};
  RelayoutArrays planned = llvm::cantFail(getPlannedArrays(whole, choice));
  EXPECT_EQ(planned.sourceStrides, choice.sourceStrides);
  EXPECT_EQ(planned.extents, (llvm::SmallVector<int64_t>{kDynamic, kDynamic}));
  // Of columns, which are not one after the other.
  RelayoutArrays columns{rowMajor, tiles, {20, 300}, {1, 20}};
  EXPECT_EQ(llvm::toString(getPlannedArrays(columns, choice).takeError()),
            "source-strides is 1 along dimension 1, but the stride of the "
            "array is 20");
  EXPECT_EQ(llvm::toString(parsePlanChoice("vector-bits = 512, loops = [], "
                                           "block = [], source-strides = [-1]")
                               .takeError()),
            "a stride is -1, but must be at least 0");
}

TEST(PlanChoiceTest, DecisionsMayBeChanged) {
  EXPECT_EQ(
      carryOut(rows, tiles,
               "vector-bits = 512, loops = [2 of d1/128, 2 of d0/8, 2 of d1 by "
               "64, 4 of d0/2], "
               "block = [64 of d1, 2 of d0], threads = 2, thread-loop = 0"),
      "loops:\n"
      "  a0: 2 of d1/128, source 128, destination 1024\n"
      "  a1: 2 of d0/8, source 2048, destination 2048\n"
      "  a2: 2 of d1/64, source 64, destination 128\n"
      "  a3: 4 of d0/2, source 512, destination 256\n"
      "block:\n"
      "  a4: 64 of d1, source 1, destination 2\n"
      "  a5: 2 of d0, source 256, destination 1\n"
      "runs: source 64, destination 128\n"
      "permutation: interleave 2 runs of 64\n"
      "stores: plain\n"
      "threads: 2 over a0\n");
}

/// What must hold of loops and blocks on these layouts.
TEST(PlanChoiceTest, LoopsAndBlockAreChecked) {
  auto refuse = [](const llvm::Twine &loops, const llvm::Twine &more = "") {
    return carryOut(rows, tiles,
                    ("vector-bits = 512, loops = [" + loops +
                     "], block = [32 of d1, 2 of d0]" + more)
                        .str());
  };
  EXPECT_EQ(refuse("2 of d0/8, 2 of d1/128, 4 of d1 by 32"),
            "neither loops nor block go along d0/2");
  EXPECT_EQ(refuse("2 of d2"),
            "there is no axis d2 here, but d0/8, d0/2, d0, d1/128, d1");
  EXPECT_EQ(refuse("2 of d0/8, 2 of d1/128, 4 of d0/2, 4 of d1 by 16"),
            "the part of d1 by 1 has 32 values, but the next one goes by 16");
  EXPECT_EQ(refuse("2 of d0/8, 2 of d1/128, 4 of d0/2, 3 of d1 by 32"),
            "the part of d1 by 32 has 3 values, but must have 4");
  EXPECT_EQ(refuse("2 of d0/8 by 2, 2 of d1/128, 4 of d0/2, 4 of d1 by 32"),
            "no part of d0/8 goes by steps of 1");
  const char *loops = "2 of d0/8, 2 of d1/128, 4 of d0/2, 4 of d1 by 32";
  EXPECT_EQ(refuse(loops, ", thread-loop = 4, threads = 2"),
            "thread-loop is 4, but there are 4 loops");
  EXPECT_EQ(refuse(loops, ", thread-loop = 0, threads = 3"),
            "threads is 3, but the loop has 2 iterations");
  EXPECT_EQ(refuse(loops, ", prefetch-bytes = 100000"),
            "prefetch-bytes is 100000, but must be at most 65536");
  EXPECT_EQ(refuse(loops, ", padding = filled"),
            "there is no padding that a plan can fill");
  EXPECT_EQ(refuse(loops, ", carry-loop = 1"),
            "a plan that carries lines or reads from a stage must be the "
            "planner's own");
}

TEST(PlanChoiceTest, StraightLoopsAreChecked) {
  const std::string plan =
      "vector-bits = 512, loops = [2 of d0/8, 2 of d1/128, 4 of d0/2, 4 of d1 "
      "by 32], block = [32 of d1, 2 of d0], straight-loops = ";
  EXPECT_NE(carryOut(rows, tiles, plan + "2").find("straight code: from a2 on"),
            std::string::npos);
  EXPECT_EQ(carryOut(rows, tiles, plan + "5"),
            "straight-loops is 5, but there are 4 loops");
  EXPECT_EQ(carryOut(rows, tiles, plan + "4, thread-loop = 0, threads = 2"),
            "the loop that threads share is straight code");
  EXPECT_EQ(
      carryOut(
          "f32[4096,4096]", "f32[4096,4096]{1,0:T(8,128)}",
          "vector-bits = 512, loops = [512 of d0/8, 32 of d1/128, 8 of d0], "
          "block = [128 of d1], straight-loops = 3"),
      "straight code would move more than 65536 elements");
}

TEST(PlanChoiceTest, RefusalsSayWhy) {
  auto refuse = [](llvm::StringRef text) {
    return carryOut(rows, tiles, text);
  };
  EXPECT_EQ(refuse("vector-bits = 512, loops = [], blocks = []"),
            "a plan has no field 'blocks'; did you mean 'block'?");
  EXPECT_EQ(refuse("vector-bits = 512, loops = []"),
            "a plan must say its 'block'");
  EXPECT_EQ(refuse("vector-bits = 512, loops = [2 d0], block = []"),
            "expected a part such as '4 of d1 by 32', but found '2 d0'");
  EXPECT_EQ(refuse("vector-bits = 512, loops = [1 of d0], block = []"),
            "an extent is 1, but must be at least 2");
  EXPECT_EQ(refuse("vector-bits = 512, loops = [], block = [], stores = quick"),
            "stores is 'quick', but must be 'streaming' or 'plain'");
  EXPECT_EQ(refuse("block = [], loops = []"),
            "a plan must say its 'vector-bits'");
  EXPECT_EQ(refuse("loops = [], block = [], vector-bits = 1024"),
            "vector-bits is 1024, but here must be at most 512");
  EXPECT_EQ(refuse("loops = [], block = [], vector-bits = 96"),
            "vector-bits is 96, but must be a power of two from 64 to 65536");
  EXPECT_EQ(refuse("vector-bits = 512, loops = [], block = [], line-bytes = "
                   "4611686018427387904"),
            "line-bytes is 4611686018427387904, but must be from 16 to 4096");
  EXPECT_EQ(refuse("vector-bits = 512, loops = [], block = [], threads = 4000"),
            "threads is 4000, but must be from 1 to 1024");
  EXPECT_EQ(refuse("vector-bits = 512, loops = [], block = [], threads = 4"),
            "'threads' and 'thread-loop' are said together");
}

} // namespace
