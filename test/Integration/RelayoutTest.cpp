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

#include "CompiledModule.h"
#include "RandomArrays.h"

#include "tiled_layout/Layout/Reference.h"

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

void runCase(CompiledModule &module, const Case &test, int number,
             bool linear) {
  std::vector<int64_t> sourceContents =
      reference::getContents(test.source, test.extents);
  std::vector<int64_t> destContents =
      reference::getContents(test.dest, test.extents);
  int64_t valueBits = test.element->valueBits;
  int64_t destBits = getBits(test, test.dest);
  constexpr uint8_t sourceJunk = 0xC3, destJunk = 0x5A;
  Buffer source(sourceContents.size(), getBits(test, test.source), sourceJunk);
  Buffer dest(destContents.size(), destBits, destJunk);
  Buffer untouched = dest;
  for (auto [position, id] : llvm::enumerate(sourceContents))
    if (id != reference::padding)
      source.set(position, valueBits, getValue(id, valueBits));

  Argument sourceArgument(test, test.source, source.data(), linear);
  Argument destArgument(test, test.dest, dest.data(), linear);
  std::vector<void *> arguments;
  sourceArgument.append(arguments);
  destArgument.append(arguments);
  module.call(llvm::formatv("f{0}", number).str(), arguments);

  for (auto [position, id] : llvm::enumerate(destContents)) {
    uint64_t expected;
    if (id != reference::padding)
      expected = getWidened(test, getValue(id, valueBits), destBits);
    else if (test.padding == Padding::Zero)
      expected = 0;
    else
      expected = untouched.get(position, destBits);
    ASSERT_EQ(dest.get(position, destBits), expected)
        << "at position " << position << " of " << printType(test, test.dest)
        << ", element " << id;
  }
  ASSERT_TRUE(dest.agreesBehind(destContents.size(), untouched))
      << "a write behind the end of " << printType(test, test.dest);
}

class RelayoutTest : public testing::TestWithParam<bool> {};

} // namespace

TEST_P(RelayoutTest, RandomRelayoutsAgreeWithTheReference) {
  bool linear = GetParam();
  std::string pipeline =
      llvm::formatv("tiled-layout-lower-relayouts,"
                    "convert-tiled-layout-to-affine{{form={0}},"
                    "tiled-layout-to-llvm-pipeline",
                    linear ? "linear" : "expanded");
  std::mt19937_64 random(20261121); // Fixed: a failure must be repeatable.
  for (int batch = 0; batch < 12; ++batch) {
    std::vector<Case> cases;
    std::string source;
    for (int i = 0; i < 25; ++i) {
      cases.push_back(getRandomCase(random));
      source += printFunction(cases.back(), i);
    }
    CompiledModule module(source, pipeline);
    ASSERT_TRUE(module);
    for (auto [i, test] : llvm::enumerate(cases)) {
      SCOPED_TRACE(printFunction(test, i));
      runCase(module, test, i, linear);
      if (HasFatalFailure())
        return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, RelayoutTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &info) {
                           return info.param ? "Linear" : "Expanded";
                         });
