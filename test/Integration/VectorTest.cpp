//===- VectorTest.cpp - Vector operations on tiled arrays, executed -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As AccessTest.cpp, by the operations that move vectors: every element is
// compared with the definition, and no padding may be written.
//
//===----------------------------------------------------------------------===//

#include "ArrayPair.h"
#include "VectorFunctions.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// Makes some dimensions dynamic.
void drawShape(std::mt19937_64 &random, VectorCase &test) {
  test.shape = test.extents;
  for (int64_t &extent : test.shape) {
    int64_t known = extent;
    if (!chance(random, 30))
      continue;
    extent = kDynamic;
    if (!isLegalMemRefShape(test.source, test.shape) ||
        !isLegalMemRefShape(test.dest, test.shape))
      extent = known;
  }
}

VectorCase getRandomCase(std::mt19937_64 &random, VectorWay way) {
  RandomLayoutOptions options;
  options.maxElements = 300;
  options.maxRank = 4;
  options.properties = false;
  VectorCase test;
  test.way = way;
  do
    test.extents = getRandomExtents(random, options);
  while (way != VectorWay::Transfer && test.extents.empty());
  test.element = &elements[pick(random, 0, std::size(elements) - 1)];
  for (Layout *layout : {&test.source, &test.dest}) {
    *layout = getRandomLayoutOn(random, test.extents, options);
    const std::vector<int64_t> &bits = test.element->elementBits;
    layout->elementBits = bits[pick(random, 0, bits.size() - 1)];
    if (chance(random, 25))
      layout->tailPaddingAlignment = pick(random, 2, 70);
  }
  drawShape(random, test);
  drawVector(random, test);
  test.throughViews = !test.extents.empty() &&
                      !llvm::is_contained(test.extents, 0) &&
                      chance(random, 40);
  return test;
}

/// Draws layouts of real programs, at extents that vectors divide or cross.
VectorCase getTypicalCase(std::mt19937_64 &random, VectorWay way) {
  static const Element plainElements[] = {{"i8", 8, true, {0}},
                                          {"bf16", 16, false, {0}},
                                          {"f32", 32, false, {0}},
                                          {"i1", 1, false, {0}}};
  static constexpr llvm::StringLiteral layouts[] = {"{2,1,0}",
                                                    "{1,2,0}",
                                                    "{2,1,0:T(8,32)}",
                                                    "{2,1,0:T(2,16)}",
                                                    "{2,0,1:T(8,32)}",
                                                    "{2,1,0:T(8,16)(2,1)}",
                                                    "{2,1,0:T(8,8)(4,1)}",
                                                    "{2,1,0:T(64)(2,1)}",
                                                    "{0,1,2:T(4,6)}"};
  VectorCase test;
  test.way = way;
  test.extents = {pick(random, 1, 3), pick(random, 1, 20),
                  pick(random, 1, 4) * 16};
  if (chance(random, 40))
    test.extents[2] = pick(random, 1, 70);
  test.element = &plainElements[pick(random, 0, 3)];
  for (Layout *layout : {&test.source, &test.dest})
    *layout = llvm::cantFail(
        parseLayout(layouts[pick(random, 0, std::size(layouts) - 1)]));
  drawShape(random, test);
  drawVector(random, test);
  test.throughViews = chance(random, 50);
  return test;
}

void runCase(CompiledModule &module, const VectorCase &test, int number,
             bool linear) {
  ArrayPair arrays(test, test.source, test.dest);
  arrays.fillSource();
  arrays.call(module, number, linear);
  arrays.expect([&](int64_t id, uint64_t before) {
    return id == reference::padding ? before : arrays.getMoved(id);
  });
  arrays.expectNothingBehind();
}

class VectorTest : public testing::TestWithParam<bool> {
protected:
  void runBatches(VectorCase (*draw)(std::mt19937_64 &, VectorWay),
                  uint64_t seed, int batches);
};

void VectorTest::runBatches(VectorCase (*draw)(std::mt19937_64 &, VectorWay),
                            uint64_t seed, int batches) {
  bool linear = GetParam();
  std::mt19937_64 random(seed); // Fixed: a failure must be repeatable.
  for (int batch = 0; batch < batches; ++batch) {
    std::vector<VectorCase> cases;
    std::vector<std::string> functions;
    for (int i = 0; i < 4 * numVectorWays; ++i) {
      cases.push_back(draw(random, static_cast<VectorWay>(i % numVectorWays)));
      functions.push_back(writeVectorFunction(cases.back(), i));
    }
    runFunctions(functions, linear, [&](CompiledModule &module, int i) {
      runCase(module, cases[i], i, linear);
    });
    if (HasFatalFailure())
      return;
  }
}

} // namespace

TEST_P(VectorTest, RandomLayoutsAgreeWithTheReference) {
  runBatches(getRandomCase, 20261126, 4);
}

TEST_P(VectorTest, TypicalLayoutsAgreeWithTheReference) {
  runBatches(getTypicalCase, 20261127, 4);
}

INSTANTIATE_TEST_SUITE_P(Forms, VectorTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &info) {
                           return info.param ? "Linear" : "Expanded";
                         });
