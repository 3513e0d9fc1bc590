//===- RelayoutEngineTest.cpp ---------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EngineCases.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// Two shapes with `{0}` in the place of a number.
struct Pattern {
  const char *from;
  const char *to;
};

void expectOneProgram(const Pattern &pattern,
                      const std::vector<int64_t> &numbers,
                      llvm::StringRef padding = "undefined") {
  RelayoutEngine engine;
  for (int64_t number : numbers) {
    std::string from = llvm::formatv(pattern.from, number);
    std::string to = llvm::formatv(pattern.to, number);
    SCOPED_TRACE(from + " to " + to);
    expectCorrect(engine, getProblem(from, to, padding));
    ASSERT_EQ(engine.getStatistics().compiled, 1u);
  }
}

} // namespace

TEST(RelayoutEngineTest, ANewBatchSizeCompilesNothing) {
  for (const Pattern &pattern : {
           Pattern{"f32[{0},17,150]", "f32[{0},17,150]{{2,1,0:T(8,128)}"},
           Pattern{"f32[{0},17,150]{{2,1,0:T(8,128)}", "f32[{0},17,150]"},
           Pattern{"bf16[{0},19,150]",
                   "bf16[{0},19,150]{{2,1,0:T(8,128)(2,1)}"},
           Pattern{"bf16[{0},19,150]{{2,1,0:T(8,128)(2,1)}",
                   "bf16[{0},19,150]"},
           Pattern{"s8[3,{0},40,130]",
                   "s8[3,{0},40,130]{{3,2,1,0:T(8,128)(4,1)}"},
           Pattern{"f32[{0},16,256]{{2,1,0:T(8,128)}",
                   "f32[{0},16,256]{{2,1,0:T(2,128)}"},
       })
    expectOneProgram(pattern, {5, 2, 3, 64, 117});
}

TEST(RelayoutEngineTest, SharedProgramsAreRightForAnyExtent) {
  // Whether they are shared depends on how they are lowered.
  for (const Pattern &pattern : {
           Pattern{"bf16[{0},64,64]", "bf16[{0},64,64]{{1,2,0}"},
           Pattern{"bf16[{0},64]", "bf16[{0},64]{{0,1}"},
           Pattern{"bf16[64,{0}]", "bf16[64,{0}]{{0,1}"},
           Pattern{"s8[{0},128]", "s8[{0},128]{{0,1}"},
           Pattern{"f32[{0},96]{{0,1}", "f32[{0},96]{{1,0:T(8,128)}"},
           Pattern{"f32[{0},64,8,8]", "f32[{0},64,8,8]{{3,2,1,0:T(16,1,1)}"},
           Pattern{"u8[{0},12,24,3]", "u8[{0},12,24,3]{{2,1,3,0}"},
           Pattern{"u8[{0},12,24,3]{{2,1,3,0}", "u8[{0},12,24,3]"},
           Pattern{"pred[{0},256]", "pred[{0},256]{{1,0:T(32,128)(32,1)E(1)}"},
           Pattern{"pred[{0},256]{{1,0:T(32,128)(32,1)E(1)}", "pred[{0},256]"},
           Pattern{"u16[{0},64,128]", "u16[{0},64,128]{{1,2,0:T(64,32)(64,1)}"},
           Pattern{"f32[{0},40]", "f32[{0},40]{{1,0:T(16)(2)(8,1)}"},
           Pattern{"bf16[{0}]", "bf16[{0}]{{0:T(1024)(128)(2,1)}"},
           Pattern{"f32[{0},50]{{1,0:T(6,8)}", "f32[{0},50]{{1,0:T(4,8)}"},
       }) {
    RelayoutEngine engine;
    for (int64_t number : {64, 33, 7, 1024}) {
      std::string from = llvm::formatv(pattern.from, number);
      std::string to = llvm::formatv(pattern.to, number);
      SCOPED_TRACE(from + " to " + to);
      expectCorrect(engine, getProblem(from, to));
      if (HasFatalFailure())
        return;
    }
  }
}

TEST(RelayoutEngineTest, AnyNumberOfWholeTilesIsOneProgram) {
  expectOneProgram({"f32[{0},300]", "f32[{0},300]{{1,0:T(8,128)}"},
                   {80, 16, 24, 1024});
  expectOneProgram({"f32[{0},300]", "f32[{0},300]{{1,0:T(8,128)}"},
                   {80, 16, 24, 1024}, "zero");
  expectOneProgram({"bf16[{0},256]", "bf16[{0},256]{{1,0:T(8,128)(2,1)}"},
                   {80, 40, 24, 1024}, "-1.5");
}

/// A loop that any extent fits would cost such an array more than it moves.
TEST(RelayoutEngineTest, SmallArraysHaveProgramsOfTheirOwn) {
  RelayoutEngine engine;
  auto compile = [&](const char *rows, const char *tiles) {
    RelayoutProblem problem = getProblem(rows, tiles);
    expectCorrect(engine, problem);
    EXPECT_EQ(llvm::cantFail(engine.get(problem))->getMaxTasks(), 1u);
    return engine.getStatistics().compiled;
  };
  EXPECT_EQ(compile("f32[8,100]", "f32[8,100]{1,0:T(8,128)}"), 1u);
  EXPECT_EQ(compile("f32[16,100]", "f32[16,100]{1,0:T(8,128)}"), 2u);
  EXPECT_EQ(compile("s32[8,100]", "s32[8,100]{1,0:T(8,128)}"), 2u);
}

/// What an edge leaves of the last block of a row may be moved by a shorter
/// one.
TEST(RelayoutEngineTest, EndsOfRowsAreRight) {
  for (const char *cpu : {"host", "x86-64-v3", "x86-64-v2"})
    for (const Pattern &pattern : {
             Pattern{"bf16[9,{0}]{{1,0:T(8,128)(2,1)}", "bf16[9,{0}]"},
             Pattern{"s8[12,{0}]{{1,0:T(8,128)(4,1)}", "s8[12,{0}]"},
             Pattern{"s8[32,{0}]", "s8[32,{0}]{{1,0:T(8,128)(4,1)}"},
             Pattern{"f32[{0},17]", "f32[{0},17]{{0,1}"},
         })
      for (int64_t number : {33, 34, 35, 40, 48, 49, 100}) {
        std::string from = llvm::formatv(pattern.from, number);
        std::string to = llvm::formatv(pattern.to, number);
        SCOPED_TRACE(cpu + (": " + from) + " to " + to);
        RelayoutProblem problem = getProblem(from, to);
        auto target = getCodeTarget(cpu, "");
        ASSERT_TRUE(bool(target)) << llvm::toString(target.takeError());
        auto kernel = RelayoutKernel::compile(problem, /*threads=*/1, *target);
        // A target that this machine is not.
        if (!kernel) {
          llvm::consumeError(kernel.takeError());
          continue;
        }
        expectCorrect(*kernel, problem);
      }
}

/// Blocks whose rows lie at a distance known at run time only move back from
/// edges, or go one by one where there is no room for them.
TEST(RelayoutEngineTest, ProgramsOfAllExtentsMoveSquaresAndWords) {
  for (const char *cpu : {"host", "x86-64-v3", "x86-64-v2"}) {
    auto target = getCodeTarget(cpu, "");
    ASSERT_TRUE(bool(target)) << llvm::toString(target.takeError());
    RelayoutEngine engine(RelayoutEngine::defaultCapacity, *target);
    for (const Pattern &pattern : {
             Pattern{"f32[{0},{1}]", "f32[{0},{1}]{{0,1}"},
             Pattern{"s8[{0},{1}]", "s8[{0},{1}]{{0,1}"},
             Pattern{"bf16[{0},{1}]", "bf16[{0},{1}]{{0,1:T(8,128)(2,1)}"},
             Pattern{"s8[{0},{1}]{{0,1:T(8,128)(4,1)}", "s8[{0},{1}]"},
             Pattern{"bf16[{0},{1}]", "bf16[{0},{1}]{{1,0:T(8,128)(2,1)}"},
             Pattern{"u8[3,{0},{1},5]", "u8[3,{0},{1},5]{{2,1,3,0}"},
         })
      for (auto [rows, columns] : std::initializer_list<std::pair<int, int>>{
               {1, 1}, {3, 100}, {100, 3}, {16, 33}, {45, 70}, {128, 32}}) {
        std::string from = llvm::formatv(pattern.from, rows, columns);
        std::string to = llvm::formatv(pattern.to, rows, columns);
        SCOPED_TRACE(cpu + (": " + from) + " to " + to);
        RelayoutProblem problem = getProblem(from, to);
        auto kernel = engine.getOfKind(problem);
        // A target that this machine is not.
        if (!kernel) {
          llvm::consumeError(kernel.takeError());
          continue;
        }
        expectCorrect(**kernel, problem);
      }
  }
}

TEST(RelayoutEngineTest, ARaggedEdgeIsAProgramOfItsOwn) {
  RelayoutEngine engine;
  auto compile = [&](int64_t rows) {
    std::string shape = llvm::formatv("f32[{0},300]", rows);
    expectCorrect(engine, getProblem(shape, shape + "{1,0:T(8,128)}", "zero"));
    return engine.getStatistics().compiled;
  };
  EXPECT_EQ(compile(83), 2u);
  EXPECT_EQ(compile(171), 2u);
  EXPECT_EQ(compile(80), 2u);
  EXPECT_EQ(compile(84), 3u);
}

/// A group of rows that share words is less than a tile, whose padding is
/// filled: the edge is what lies behind the last whole tile.
TEST(RelayoutEngineTest, AnEdgeWithPaddingIsAPartOfATile) {
  for (const Pattern &pattern : {
           Pattern{"s8[{0},65]", "s8[{0},65]{{1,0:T(8,128)(4,1)}"},
           Pattern{"bf16[{0},65]", "bf16[{0},65]{{1,0:T(8,128)(2,1)}"},
       }) {
    RelayoutEngine engine;
    for (int64_t rows : {1021, 2045, 317}) {
      std::string from = llvm::formatv(pattern.from, rows);
      std::string to = llvm::formatv(pattern.to, rows);
      SCOPED_TRACE(from + " to " + to);
      expectCorrect(engine, getProblem(from, to, "zero"));
      EXPECT_EQ(engine.getStatistics().compiled, 2u);
    }
  }
}

/// Threads cannot share the blocks that an edge cuts without a test for each
/// element, unless masks do it: one thread has exact code for them.
TEST(RelayoutEngineTest, EdgesInCacheAreExactWithoutMasks) {
  Target target = llvm::cantFail(getNamedTarget("host"));
  target.maskedBits = 0;
  RelayoutEngine engine(/*capacity=*/0, target);
  for (auto [from, to] :
       std::initializer_list<std::pair<const char *, const char *>>{
           {"s8[63,65]", "s8[63,65]{0,1:T(8,128)(4,1)}"},
           {"s8[255,253]", "s8[255,253]{0,1}"},
           {"bf16[63,65]", "bf16[63,65]{0,1:T(8,128)(2,1)}"}})
    for (const char *padding : {"undefined", "zero"}) {
      SCOPED_TRACE(from + std::string(" to ") + to + ", " + padding);
      RelayoutProblem problem = getProblem(from, to, padding);
      expectCorrect(engine, problem);
      EXPECT_EQ(llvm::cantFail(engine.get(problem))->getMaxTasks(), 1u);
    }
}

/// 64 of the 102 columns would be an array whose tiles of 16 rows are nearer to
/// each other, although each of its digits has the strides of one of the whole.
TEST(RelayoutEngineTest, AnEdgeStaysWhereTheRestWouldHaveOtherStrides) {
  RelayoutEngine engine;
  for (const char *shape : {"s64[32,102]", "s64[17,65]", "s32[48,127]"}) {
    std::string tiled = shape + std::string("{1,0:T(16,8)(8,8,1)}");
    std::string columns = shape + std::string("{0,1}");
    SCOPED_TRACE(shape);
    expectCorrect(engine, getProblem(tiled, columns));
    expectCorrect(engine, getProblem(columns, tiled, "zero"));
  }
}

TEST(RelayoutEngineTest, TypesOfOneWidthShareAProgram) {
  RelayoutEngine engine;
  for (const char *type : {"f32", "s32", "u32"}) {
    std::string shape = std::string(type) + "[32,256]";
    expectCorrect(engine, getProblem(shape, shape + "{1,0:T(8,128)}"));
  }
  EXPECT_EQ(engine.getStatistics().compiled, 1u);
  // Here the sign matters.
  expectCorrect(engine, getProblem("s4[64]", "s4[64]{0:E(4)}"));
  expectCorrect(engine, getProblem("s4[64]{0:E(4)}", "s4[64]"));
  expectCorrect(engine, getProblem("u4[64]{0:E(4)}", "u4[64]"));
  EXPECT_EQ(engine.getStatistics().compiled, 4u);
}

/// Other bits of the source are junk that must not arrive.
TEST(RelayoutEngineTest, BytesKeepTheBitsOfNarrowValues) {
  const Pattern patterns[] = {
      {"{0}[509,511]", "{0}[509,511]{{0,1}"},
      {"{0}[125,191]", "{0}[125,191]{{1,0:T(8,128)(4,1)}"},
      {"{0}[125,191]{{1,0:T(8,128)(4,1)}", "{0}[125,191]"},
      {"{0}[2051,2101]", "{0}[2051,2101]{{1,0:T(8,128)}"},
      {"{0}[9,33]", "{0}[9,33]{{0,1}"},
      {"{0}[20,30,3]", "{0}[20,30,3]{{1,0,2}"},
      {"{0}[100,50]{{1,0:T(6,10)}", "{0}[100,50]{{1,0:T(4,10)}"},
  };
  for (auto [number, pattern] : llvm::enumerate(patterns)) {
    const char *padding = number % 2 ? "zero" : "undefined";
    RelayoutEngine engine;
    auto count = [&, &pattern = pattern](const char *type) {
      std::string from = llvm::formatv(pattern.from, type);
      std::string to = llvm::formatv(pattern.to, type);
      SCOPED_TRACE(from + " to " + to + ", padding " + padding);
      expectCorrect(engine, getProblem(from, to, padding));
      return engine.getStatistics().compiled;
    };
    // One program, or two where there is a ragged edge.
    size_t predicates = count("pred");
    EXPECT_EQ(count("u1"), predicates);
    EXPECT_EQ(count("s4"), 2 * predicates);
  }
}

/// Padding is junk that must stay.
TEST(RelayoutEngineTest, EdgesOfPackedColumnsLeavePadding) {
  RelayoutEngine engine;
  auto expectBothWays = [&](const std::string &shape, const char *layout) {
    SCOPED_TRACE(shape + layout);
    expectCorrect(engine, getProblem(shape, shape + layout));
    expectCorrect(engine, getProblem(shape + layout, shape));
  };
  const char *bits = "{1,0:T(32,128)(32,1)E(1)}";
  for (const char *shape : {"pred[125,191]", "pred[32,127]", "pred[33,129]",
                            "pred[3,256]", "pred[64,65]", "pred[1,1]"})
    expectBothWays(shape, bits);
  expectBothWays("pred[70,9,24]", "{2,1,0:T(32,128)(32,1)E(1)}");
  expectBothWays("pred[130,190]", "{1,0:T(64,32)(64,1)E(1)}");
  for (const char *type : {"s4", "u4"})
    for (const char *extents : {"[125,191]", "[8,100]", "[9,1]"})
      expectBothWays(type + std::string(extents), "{1,0:T(8,128)(8,1)E(4)}");
  expectBothWays("s2[125,191]", "{1,0:T(4,64)(4,1)E(2)}");
  expectBothWays("s2[125,191]", "{1,0:T(16,64)(16,1)E(4)}");
}

TEST(RelayoutEngineTest, SpellingsShareAProgram) {
  RelayoutEngine engine;
  for (const char *layout :
       {"{1,0:T(8,128)}", "{1,0:T(8,128)(8,128)}", "{1,0:T(1,128)(8,1)}"})
    ASSERT_TRUE(bool(engine.get(
        getProblem("f32[64,256]", std::string("f32[64,256]") + layout))));
  EXPECT_EQ(engine.getStatistics().requests, 3u);
  EXPECT_LE(engine.getStatistics().compiled, 2u);
}

/// The first source is padded to whole blocks, which its program may read; the
/// second one ends with its last element. All axes are alike.
TEST(RelayoutEngineTest, ProgramsThatReadPaddingAreForSourcesThatHaveIt) {
  RelayoutEngine engine;
  for (const char *layout : {"{1,0:T(64,8)}", "{1,0}"})
    ASSERT_TRUE(bool(engine.get(getProblem(
        std::string("u8[2100001,8]") + layout, "u8[2100001,8]{0,1}"))));
  EXPECT_EQ(engine.getStatistics().compiled, 2u);
}

TEST(RelayoutEngineTest, AKnownProblemIsFound) {
  RelayoutEngine engine;
  RelayoutProblem problem = getProblem("f32[20,130]", "f32[20,130]{0,1}");
  auto first = llvm::cantFail(engine.get(problem));
  auto second = llvm::cantFail(engine.get(problem));
  EXPECT_EQ(first, second);
  EXPECT_EQ(engine.getStatistics().hits, 1u);
  EXPECT_EQ(engine.getStatistics().requests, 2u);
}

TEST(RelayoutEngineTest, TheLeastRecentlyUsedGoFirst) {
  RelayoutEngine engine(/*capacity=*/2);
  auto get = [&](int64_t columns) {
    std::string shape = llvm::formatv("f32[2,{0}]", columns);
    return llvm::cantFail(engine.get(getProblem(shape, shape + "{0,1}")));
  };
  auto held = get(3);
  get(4);
  get(3);
  get(5); // 4 goes.
  EXPECT_EQ(engine.getStatistics().problems, 2u);
  EXPECT_LE(engine.getStatistics().programs, 2u);
  uint64_t hits = engine.getStatistics().hits;
  EXPECT_EQ(get(3), held);
  EXPECT_EQ(engine.getStatistics().hits, hits + 1);
  get(4);
  EXPECT_EQ(engine.getStatistics().hits, hits + 1);
  get(6);
  // What has gone can still be used by those who have it.
  expectCorrect(*held, getProblem("f32[2,3]", "f32[2,3]{0,1}"));
}

TEST(RelayoutEngineTest, FailuresSayWhyAndAreNotKept) {
  RelayoutEngine engine;
  auto messageOf = [&](const RelayoutProblem &problem) {
    auto kernel = engine.get(problem);
    return kernel ? "" : llvm::toString(kernel.takeError());
  };
  RelayoutProblem narrow = getProblem("u8[3]", "u8[3]");
  narrow.dest.elementBits = 4;
  EXPECT_NE(messageOf(narrow).find("cannot hold the 8 bits of a value"),
            std::string::npos);
  EXPECT_EQ(messageOf(getProblem("u8[3]", "u8[3]{0:T(4)}", "256")),
            "padding '256' is no value of type u8: it does not fit in 8 bits");
  RelayoutProblem dynamic = getProblem("u8[3]", "u8[3]");
  dynamic.extents[0] = kDynamic;
  EXPECT_EQ(messageOf(dynamic),
            "dimension 0 is dynamic, but a kernel needs static extents");
  EXPECT_EQ(messageOf(getProblem("u8[3]", "u8[3]")), "");
  EXPECT_EQ(engine.getStatistics().problems, 1u);
  EXPECT_EQ(
      llvm::toString(
          getRelayoutProblem(shapeOf("u8[3]"), shapeOf("u8[4]")).takeError()),
      "the source u8[3] and the destination u8[4] differ in shape");
}

/// Moves an array by `RelayoutEngine::run`, and compares with the host.
static void expectRuns(RelayoutEngine &engine, const RelayoutProblem &problem) {
  Bytes source = getJunk(problem.getSourceBytes(), 1);
  Bytes junk = getJunk(problem.getDestBytes(), 2);
  Bytes dest = junk;
  ASSERT_FALSE(engine.run(problem, source.data(), dest.data()));
  ASSERT_EQ(dest, getExpected(problem, source, junk));
}

TEST(RelayoutEngineTest, AThousandShapesOfAKindCompileOnce) {
  for (auto [type, layout] :
       {std::pair("f32", "{1,0:T(8,128)}"),
        std::pair("bf16", "{1,0:T(8,128)(2,1)}"),
        std::pair("s8", "{1,0:T(8,128)(4,1)}"), std::pair("f32", "{0,1}")}) {
    RelayoutEngine engine(2000);
    std::mt19937_64 random(20261123);
    for (int i = 0; i < 250; ++i) {
      std::string rows =
          llvm::formatv("{0}[{1},{2}]", type, pick(random, 1, 40) + i % 3 * 100,
                        pick(random, 1, 300));
      SCOPED_TRACE(rows + layout);
      expectRuns(engine,
                 getProblem(rows, rows + layout, i % 2 ? "zero" : "undefined"));
    }
    EXPECT_EQ(engine.getStatistics().compiled, 1u);
  }
}

TEST(RelayoutEngineTest, ShapesThatMoveMuchGetCodeOfTheirOwn) {
  RelayoutEngine engine;
  RelayoutProblem problem =
      getProblem("f32[250,300]", "f32[250,300]{1,0:T(8,128)}");
  int64_t bytes = problem.getSourceBytes() + problem.getDestBytes();
  int64_t cold = RelayoutEngine::coldBytes / bytes;
  Bytes source(problem.getSourceBytes()), dest(problem.getDestBytes());
  for (int64_t i = 0; i < cold; ++i)
    ASSERT_FALSE(engine.run(problem, source.data(), dest.data()));
  EXPECT_EQ(engine.getStatistics().compiled, 1u);
  EXPECT_EQ(engine.getStatistics().problems, 0u);
  expectRuns(engine, problem);
  EXPECT_GT(engine.getStatistics().compiled, 1u);
  EXPECT_EQ(engine.getStatistics().problems, 1u);
  // An array that is larger than all that is not compiled by one call.
  uint64_t before = engine.getStatistics().compiled;
  RelayoutProblem large =
      getProblem("f32[2500,4000]", "f32[2500,4000]{1,0:T(8,128)}");
  Bytes from(large.getSourceBytes()), to(large.getDestBytes());
  ASSERT_FALSE(engine.run(large, from.data(), to.data()));
  EXPECT_GT(engine.getStatistics().compiled, before);
  EXPECT_EQ(engine.getStatistics().problems, 2u);
  EXPECT_EQ(engine.getStatistics().hits, uint64_t(cold - 1));
}

TEST(RelayoutEngineTest, RunRefusesWhatGetRefuses) {
  RelayoutEngine engine;
  RelayoutProblem dynamic = getProblem("u8[3]", "u8[3]");
  dynamic.extents[0] = kDynamic;
  uint8_t byte = 0;
  EXPECT_EQ(llvm::toString(engine.run(dynamic, &byte, &byte)),
            "dimension 0 is dynamic, but a kernel needs static extents");
  // These have code of their own at once.
  expectRuns(engine, getProblem("f32[]", "f32[]"));
  RelayoutProblem combined =
      getProblem("f32[6,4]", "f32[6,4]{1,0:T(2,2)(*,3,1)}");
  EXPECT_EQ(llvm::toString(engine.getOfKind(combined).takeError()),
            "no program serves all extents of {1,0} and {1,0:T(2,2)(*,3,1)}");
  expectRuns(engine, combined);
}

TEST(RelayoutEngineTest, CodeForAnotherMachineIsRefused) {
  bool isArm = llvm::Triple(llvm::sys::getProcessTriple()).isAArch64();
  llvm::Expected<Target> foreign = getTarget(
      "generic", "", isArm ? "x86_64-linux-gnu" : "aarch64-linux-gnu");
  ASSERT_TRUE(bool(foreign)) << llvm::toString(foreign.takeError());
  RelayoutEngine engine(/*capacity=*/8, *foreign);
  RelayoutProblem problem =
      getProblem("f32[64,256]", "f32[64,256]{1,0:T(8,128)}");
  std::vector<float> source(64 * 256), dest(64 * 256);
  auto expectRefused = [](llvm::Error error) {
    EXPECT_NE(llvm::toString(std::move(error))
                  .find("this machine does not run code for"),
              std::string::npos);
  };
  expectRefused(engine.get(problem).takeError());
  expectRefused(engine.getOfKind(problem).takeError());
  expectRefused(engine.run(problem, source.data(), dest.data()));
}

TEST(RelayoutEngineTest, RandomRelayoutsAgreeWithTheHost) {
  std::mt19937_64 random(20261127);
  RandomLayoutOptions options;
  options.maxRank = 4;
  options.maxLevels = 2;
  options.properties = false;
  RelayoutEngine engine(16);
  llvm::ArrayRef<ElementType> types = getElementTypes();
  for (int i = 0; i < 80; ++i) {
    RandomLayout drawn = getRandomLayout(random, options);
    RelayoutProblem problem{types[pick(random, 0, types.size() - 1)],
                            drawn.extents, drawn.layout, drawn.layout};
    problem.source = getRandomLayoutOn(random, drawn.extents, options);
    problem.padding = chance(random, 50) ? "zero" : "undefined";
    if (problem.elementType.name == "s1")
      problem.dest.elementBits = 1;
    SCOPED_TRACE(llvm::formatv("{0} of {1} from {2}, padding {3}",
                               problem.elementType.name, drawn.describe(),
                               toString(problem.source), problem.padding)
                     .str());
    expectCorrect(engine, problem);
    expectRuns(engine, problem);
    // By the program of all extents as well.
    RelayoutEngine cold;
    expectRuns(cold, problem);
    if (HasFatalFailure())
      return;
  }
}
