//===- AccessTest.cpp - Operations on tiled arrays, executed --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function moves the elements of one array into another by way of some
// operations. Random layouts, shapes and element types are drawn, the program
// is lowered, compiled and run, and every element of the destination is
// compared with what the definition says. The destination's padding holds junk
// that must stay, unless memory was copied as a whole.
//
//===----------------------------------------------------------------------===//

#include "AccessFunctions.h"
#include "ArrayPair.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// True if the array to go to must have elements of the bytes of their values,
/// and the other one, too, where both count elements.
bool isRefused(const AccessCase &test) {
  bool isDma = test.way == Way::Dma || test.way == Way::AffineDma;
  if (isDma || test.way == Way::Reinterpret)
    return !isPlain(test, test.dest) || (isDma && !isPlain(test, test.source));
  // No value of an atomic access has a sign of its own; ours adds integers.
  llvm::StringRef element = test.element->name;
  return (test.way == Way::Atomic && element.starts_with("ui")) ||
         (test.way == Way::GenericAtomic && element[0] != 'i');
}

AccessCase getRandomCase(std::mt19937_64 &random, Way way) {
  RandomLayoutOptions options;
  options.maxElements = 300;
  options.maxRank = 4;
  options.properties = false;
  AccessCase test;
  test.way = way;
  do {
    test.extents = getRandomExtents(random, options);
    test.element = &elements[pick(random, 0, std::size(elements) - 1)];
    for (Layout *layout : {&test.source, &test.dest}) {
      *layout = getRandomLayoutOn(random, test.extents, options);
      const std::vector<int64_t> &bits = test.element->elementBits;
      layout->elementBits = bits[pick(random, 0, bits.size() - 1)];
      if (chance(random, 25))
        layout->tailPaddingAlignment = pick(random, 2, 70);
    }
  } while (isRefused(test));
  test.shape = test.extents;
  // A global has a static shape.
  for (int64_t &extent : test.shape) {
    int64_t known = extent;
    if (way == Way::Global || !chance(random, 30))
      continue;
    extent = kDynamic;
    if (!isLegalMemRefShape(test.source, test.shape) ||
        !isLegalMemRefShape(test.dest, test.shape))
      extent = known;
  }
  return test;
}

/// True if gpu.memset has written the first element everywhere.
bool isFilled(const AccessCase &test) {
  return test.way == Way::GpuMemory && isPlain(test, test.dest) &&
         !llvm::is_contained(test.extents, 0);
}

/// Calls function `number` and compares the destination with the definition.
void runCase(CompiledModule &module, const AccessCase &test, int number,
             bool linear) {
  ArrayPair arrays(test, test.source, test.dest);
  // What a global holds must not come from the argument.
  if (test.way != Way::Global)
    arrays.fillSource();
  arrays.call(module, number, linear);

  // A copy within one layout is one of memory, with padding and whole bytes.
  bool isCopy = llvm::is_contained(
      {Way::Copy, Way::GpuMemory, Way::Dma, Way::AffineDma}, test.way);
  arrays.expect([&](int64_t id, uint64_t before) -> std::optional<uint64_t> {
    if (id == reference::padding && isFilled(test))
      return arrays.getMoved(0);
    if (id == reference::padding)
      return isCopy ? std::nullopt : std::optional(before);
    // It adds to what was there, which is in the low bits.
    if (test.way == Way::GenericAtomic) {
      int64_t valueBits = test.element->valueBits;
      uint64_t mask = ~0ull >> (64 - valueBits);
      return arrays.widen((getValue(id, valueBits) + before) & mask);
    }
    return arrays.getMoved(id);
  });
  arrays.expectNothingBehind(/*wholeBytes=*/isCopy);
}

class AccessTest : public testing::TestWithParam<bool> {};

} // namespace

TEST_P(AccessTest, EveryWayMovesEveryElement) {
  bool linear = GetParam();
  std::mt19937_64 random(20261122); // Fixed: a failure must be repeatable.
  for (int batch = 0; batch < 6; ++batch) {
    std::vector<AccessCase> cases;
    std::vector<std::string> functions;
    for (int i = 0; i < 3 * numWays; ++i) {
      cases.push_back(getRandomCase(random, static_cast<Way>(i % numWays)));
      functions.push_back(writeAccessFunction(cases.back(), i));
    }
    runFunctions(functions, linear, [&](CompiledModule &module, int i) {
      runCase(module, cases[i], i, linear);
    });
    if (HasFatalFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, AccessTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &info) {
                           return info.param ? "Linear" : "Expanded";
                         });
