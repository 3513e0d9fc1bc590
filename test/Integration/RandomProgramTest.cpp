//===- RandomProgramTest.cpp - Tiled programs against untiled ones --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// RandomProgramRun.h says what is compared, and how to run more or one.
//
//===----------------------------------------------------------------------===//

#include "RandomNest.h"
#include "RandomProgramRun.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

/// Writes the programs of some seeds down, with layouts or without.
static std::string writePrograms(MLIRContext &context, uint64_t first,
                                 uint64_t count, bool tiled) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  for (uint64_t seed = first; seed < first + count; ++seed) {
    ProgramCounts counts = addProgram(*module, seed, tiled);
    EXPECT_GE(counts.layouts, 2) << "seed " << seed;
    EXPECT_GE(counts.views, 1) << "seed " << seed;
    EXPECT_GE(counts.loops, 1) << "seed " << seed;
    EXPECT_GE(counts.calls, 1) << "seed " << seed;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  return text;
}

namespace {

/// Each takes every so manieth batch, so that they can run side by side.
constexpr uint64_t parts = 2;

class RandomProgramTest : public ::testing::TestWithParam<uint64_t> {};

} // namespace

TEST_P(RandomProgramTest, AgreeWithUntiledPrograms) {
  ProgramFamily family;
  family.getArrays = getProgramArrays;
  family.write = writePrograms;
  family.getPipeline = [](uint64_t) { return "tiled-layout-to-llvm-pipeline"; };
  family.plainPipeline = "tiled-layout-to-llvm-pipeline";
  family.programs = 500;
  runPrograms(family, GetParam(), parts);
}

/// Passes of MLIR, for what has no layouts. `arith-expand` alone returns the
/// wrong one of two zeros, and LLVM cannot select all comparisons of bf16.
static constexpr llvm::StringLiteral upstreamPasses =
    "func.func(convert-linalg-to-affine-loops),convert-vector-to-scf,"
    "lower-affine,scf-forall-to-for,convert-scf-to-cf,expand-strided-metadata,"
    "lower-affine,memref-expand,tiled-layout-legalize-for-llvm,"
    "arith-expand{include-bf16=true},"
    "convert-math-to-llvm,convert-vector-to-llvm,convert-to-llvm,"
    "reconcile-unrealized-casts";

/// Passes before the pipeline, which then does what they leave. Every other
/// batch has none.
static std::string getNestPipeline(uint64_t batch) {
  static constexpr llvm::StringLiteral passes[] = {
      "tiled-layout-schedule-loops{steps=jam-rows,tile-loops "
      "max-operations=100000},",
      "tiled-layout-schedule-loops{steps=tile-loops max-operations=40},"
      "convert-tiled-layout-to-affine{form=linear},",
      "tiled-layout-schedule-loops{steps=tile-loops max-operations=0},"
      "convert-tiled-layout-to-affine{form=expanded},",
      "convert-tiled-layout-to-affine{form=linear},",
      "convert-tiled-layout-to-affine{form=expanded},"
      "tiled-layout-vectorize-loops{steps=carry-elements},",
      "canonicalize,cse,tiled-layout-schedule-loops{steps=tile-loops,tile-"
      "loops},",
      "tiled-layout-schedule-loops{steps=jam-rows max-operations=300},"
      "tiled-layout-schedule-loops{steps=tile-loops},"
      "convert-tiled-layout-to-affine{form=linear},canonicalize,"};
  std::string pipeline = "tiled-layout-to-llvm-pipeline";
  if (batch % 2 == 0)
    return pipeline;
  return "func.func(convert-linalg-to-affine-loops),"
         "tiled-layout-lower-relayouts," +
         passes[batch / 2 % std::size(passes)].str() + pipeline;
}

TEST_P(RandomProgramTest, AgreeWithUntiledNests) {
  ProgramFamily family;
  family.getArrays = getNestArrays;
  family.write = [](MLIRContext &context, uint64_t first, uint64_t count,
                    bool tiled) {
    std::string text;
    for (uint64_t seed = first; seed < first + count; ++seed)
      text += writeNests(&context, seed, tiled);
    return text;
  };
  family.getPipeline = getNestPipeline;
  family.plainPipeline = upstreamPasses;
  family.programs = 200;
  runPrograms(family, GetParam(), parts);
}

/// Other ways to what the pipeline does, for one batch of four.
static std::string getStencilPipeline(uint64_t batch) {
  static constexpr llvm::StringLiteral passes[] = {
      "tiled-layout-schedule-loops{steps=jam-rows,tile-loops "
      "max-operations=100000},",
      "tiled-layout-schedule-loops{steps=tile-loops max-operations=0},",
      "tiled-layout-schedule-loops{steps=jam-rows,tile-loops},"
      "convert-tiled-layout-to-affine{form=linear},canonicalize,cse,",
      "tiled-layout-schedule-loops{steps=jam-rows,tile-loops},"
      "convert-tiled-layout-to-affine{form=expanded},canonicalize,cse,"
      "tiled-layout-vectorize-loops{steps=carry-elements},"};
  std::string pipeline = "tiled-layout-to-llvm-pipeline";
  return batch % 4 == 3 ? passes[batch / 4 % std::size(passes)].str() + pipeline
                        : pipeline;
}

TEST_P(RandomProgramTest, AgreeWithUntiledStencils) {
  ProgramFamily family;
  family.getArrays = getStencilArrays;
  family.write = [](MLIRContext &context, uint64_t first, uint64_t count,
                    bool tiled) {
    std::string text;
    for (uint64_t seed = first; seed < first + count; ++seed)
      text += writeStencils(&context, seed, tiled);
    return text;
  };
  family.getPipeline = getStencilPipeline;
  family.plainPipeline = upstreamPasses;
  family.programs = 100;
  family.leastShares = {{"tile-loops", 80},
                        {"tile-loops.shared", 20},
                        {"jam-rows", 15},
                        {"carry-elements", 4},
                        {"vectorize-runs", 30},
                        {"vectorize-runs.apart", 2},
                        {"vectorize-runs.edges", 10},
                        {"vectorize-runs.reductions", 0}};
  runPrograms(family, GetParam(), parts);
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomProgramTest,
                         ::testing::Range<uint64_t>(0, parts));
