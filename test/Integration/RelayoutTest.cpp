//===- RelayoutTest.cpp - Relayouts executed against the reference --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random relayouts are lowered, compiled and run, and every element and every
// padding position of the destination is compared with what the definition
// says. Source padding holds junk, so reading it would show; the destination
// holds another junk, so writing where nothing belongs would show.
//
//===----------------------------------------------------------------------===//

#include "ArrayPair.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

enum class Padding { Undefined, Zero };

struct Case : ArrayShape {
  Layout source, dest;
  Padding padding;
};

std::string printFunction(const Case &test, int number) {
  return llvm::formatv(R"(
func.func @f{0}(%a: {1}, %b: {2}) attributes {{llvm.emit_c_interface} {{
  tiled_layout.relayout ins(%a : {1}) outs(%b : {2}){3}
  return
}
)",
                       number, printType(test, test.source),
                       printType(test, test.dest),
                       test.padding == Padding::Zero ? " padding = zero" : "");
}

Case getRandomCase(std::mt19937_64 &random) {
  RandomLayoutOptions options;
  options.maxElements = 600;
  options.maxRank = 4;
  options.properties = false;
  Case test;
  test.extents = getRandomExtents(random, options);
  test.element = &elements[pick(random, 0, std::size(elements) - 1)];
  for (Layout *layout : {&test.source, &test.dest}) {
    *layout = getRandomLayoutOn(random, test.extents, options);
    const std::vector<int64_t> &bits = test.element->elementBits;
    layout->elementBits = bits[pick(random, 0, bits.size() - 1)];
    if (chance(random, 25))
      layout->tailPaddingAlignment = pick(random, 2, 70);
  }
  test.shape = test.extents;
  for (int64_t &extent : test.shape) {
    int64_t known = extent;
    if (!chance(random, 20))
      continue;
    extent = kDynamic;
    if (!isLegalMemRefShape(test.source, test.shape) ||
        !isLegalMemRefShape(test.dest, test.shape))
      extent = known;
  }
  test.padding = chance(random, 50) ? Padding::Zero : Padding::Undefined;
  return test;
}

/// Draws two of the layouts that relayouts of real programs go between, at
/// extents that their tiles divide or nearly divide: runs on both sides, packed
/// rows, blocks of a transpose.
Case getTypicalCase(std::mt19937_64 &random) {
  static const Element plainElements[] = {{"i8", 8, true, {0}},
                                          {"f8E4M3FN", 8, false, {0}},
                                          {"bf16", 16, false, {0}},
                                          {"f32", 32, false, {0}},
                                          {"i64", 64, true, {0}}};
  static constexpr llvm::StringLiteral layouts[] = {"{2,1,0}",
                                                    "{2,0,1}",
                                                    "{1,2,0}",
                                                    "{2,1,0:T(8,128)}",
                                                    "{2,1,0:T(2,32)}",
                                                    "{2,1,0:T(8,128)(2,1)}",
                                                    "{2,1,0:T(8,32)(4,1)}",
                                                    "{2,0,1:T(8,16)(8,1)L(64)}",
                                                    "{1,2,0:T(8,64)(2,1)}",
                                                    "{2,1,0:T(128)(64)(2,1)}",
                                                    "{2,1,0:T(16)(2)(8,1)}"};
  Case test;
  test.extents = {pick(random, 1, 3), pick(random, 1, 20),
                  pick(random, 1, 5) * 32};
  if (chance(random, 60))
    test.extents[2] = pick(random, 1, 150);
  if (chance(random, 30))
    test.extents[1] = 16;
  test.shape = test.extents;
  test.element = &plainElements[pick(random, 0, 4)];
  for (Layout *layout : {&test.source, &test.dest}) {
    bool rowMajor = chance(random, 25);
    llvm::StringRef text = layouts[rowMajor ? 0 : pick(random, 0, 10)];
    *layout = llvm::cantFail(parseLayout(text));
  }
  test.padding = chance(random, 50) ? Padding::Zero : Padding::Undefined;
  test.untiledRowMajor = chance(random, 70);
  return test;
}

void runCase(CompiledModule &module, const Case &test, int number,
             bool linear) {
  ArrayPair arrays(test, test.source, test.dest);
  arrays.fillSource();
  arrays.call(module, number, linear);
  arrays.expect([&](int64_t id, uint64_t before) {
    if (id != reference::padding)
      return arrays.getMoved(id);
    return test.padding == Padding::Zero ? 0 : before;
  });
  arrays.expectNothingBehind();
}

/// Compiles and runs 25 random cases a batch.
void runBatches(Case (*draw)(std::mt19937_64 &), uint64_t seed, int batches,
                bool linear, llvm::StringRef options) {
  std::string pipeline =
      llvm::formatv("tiled-layout-lower-relayouts{{{0}},"
                    "convert-tiled-layout-to-affine{{form={1}},"
                    "tiled-layout-to-llvm-pipeline",
                    options, linear ? "linear" : "expanded");
  std::mt19937_64 random(seed);
  for (int batch = 0; batch < batches; ++batch) {
    std::vector<Case> cases;
    std::string source;
    for (int i = 0; i < 25; ++i) {
      cases.push_back(draw(random));
      source += printFunction(cases.back(), i);
    }
    CompiledModule module(source, pipeline);
    ASSERT_TRUE(module);
    for (auto [i, test] : llvm::enumerate(cases)) {
      SCOPED_TRACE(printFunction(test, i));
      runCase(module, test, i, linear);
      if (testing::Test::HasFatalFailure())
        return;
    }
  }
}

class RelayoutTest : public testing::TestWithParam<bool> {};

} // namespace

// The seeds are fixed: a failure must be repeatable.

TEST_P(RelayoutTest, RandomRelayoutsAgreeWithTheReference) {
  runBatches(getRandomCase, 20261121, 12, /*linear=*/GetParam(), "");
}

TEST_P(RelayoutTest, TypicalRelayoutsAgreeWithTheReference) {
  runBatches(getTypicalCase, 20261124, 3, /*linear=*/GetParam(), "");
}

TEST(RelayoutOptionsTest, AnyOptionAgreesWithTheReference) {
  for (const char *options :
       {"vector-bits=0", "vector-bits=64", "vector-bits=256", "threads=3",
        "threads=64 parallel-loop=parallel"}) {
    SCOPED_TRACE(options);
    runBatches(getTypicalCase, 20261125, 1, /*linear=*/true, options);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, RelayoutTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &info) {
                           return info.param ? "Linear" : "Expanded";
                         });
