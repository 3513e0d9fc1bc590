//===- RelayoutWidthTest.cpp - Relayouts of elements of all widths --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every type of element, with and without `E`, between a few pairs of layouts,
// on shapes of rank 0 to 8 with extents of one and zero. Compared bit by bit;
// both buffers lie between inaccessible pages.
//
//===----------------------------------------------------------------------===//

#include "../Unit/Layout/RandomLayouts.h"
#include "../Unit/Relayout/GuardedBuffer.h"
#include "CompiledModule.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Reference.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

struct Width {
  llvm::StringLiteral type;
  int64_t valueBits;
  bool isSigned;
};

const Width widths[] = {{"i1", 1, false},
                        {"i2", 2, true},
                        {"ui2", 2, false},
                        {"i4", 4, true},
                        {"ui4", 4, false},
                        {"f4E2M1FN", 4, false},
                        {"i8", 8, true},
                        {"ui8", 8, false},
                        {"f8E5M2", 8, false},
                        {"i16", 16, true},
                        {"ui16", 16, false},
                        {"f16", 16, false},
                        {"bf16", 16, false},
                        {"i32", 32, true},
                        {"ui32", 32, false},
                        {"f32", 32, false},
                        {"i64", 64, true},
                        {"ui64", 64, false},
                        {"f64", 64, false},
                        {"complex<f32>", 64, false},
                        {"i128", 128, true},
                        {"f128", 128, false},
                        {"complex<f64>", 128, false}};

struct WidthCase {
  Width width;
  llvm::SmallVector<int64_t> extents;
  Layout source, dest;

  int64_t getBits(const Layout &layout) const {
    return layout.elementBits ? layout.elementBits
                              : llvm::alignTo(width.valueBits, 8);
  }
  std::string printType(const Layout &layout) const {
    std::string text = "memref<";
    for (int64_t extent : extents)
      text += std::to_string(extent) + "x";
    text += width.type.str() + ", #tiled_layout.layout<" + toString(layout);
    if (layout.hasCombine() || layout.hasExtentEntry())
      text += llvm::formatv(", bounds = [{0:$[, ]}]",
                            llvm::make_range(extents.begin(), extents.end()));
    return text + ">>";
  }
};

/// Bits of a buffer, one in each entry.
using Bits = std::vector<bool>;

} // namespace

static WidthCase getCase(std::mt19937_64 &random, const Width &width) {
  RandomLayoutOptions options;
  options.maxRank = 8;
  options.maxElements = 3000;
  options.maxLevels = 2;
  options.properties = false;
  options.combine = false;
  options.extentEntries = false;
  WidthCase test{width, getRandomExtents(random, options), {}, {}};
  for (Layout *layout : {&test.source, &test.dest}) {
    *layout = getRandomLayoutOn(random, test.extents, options);
    if (test.extents.size() == 2 && chance(random, 70))
      *layout = llvm::cantFail(parseLayout(
          chance(random, 50) ? "{1,0:T(8,16)(2,1)}" : "{0,1:T(4,16)}"));
    // The next power of two, or twice that; complex numbers have no container.
    if (!width.type.starts_with("complex") && chance(random, 50))
      layout->elementBits = std::min<int64_t>(
          llvm::bit_ceil<uint64_t>(width.valueBits) * pick(random, 1, 2), 128);
  }
  return test;
}

/// Returns bit `bit` of element `id`.
static bool getValueBit(int64_t id, int64_t bit) {
  uint64_t hash = (id * 131 + bit + 1) * 0x9E3779B97F4A7C15ull;
  return hash >> 40 & 1;
}

/// Fills the elements of a buffer, each with its value in `bits` bits.
static void fill(Bits &buffer, const WidthCase &test, const Layout &layout) {
  int64_t bits = test.getBits(layout), valueBits = test.width.valueBits;
  for (auto [position, id] :
       llvm::enumerate(reference::getContents(layout, test.extents))) {
    if (id == reference::padding)
      continue;
    for (int64_t bit = 0; bit < bits; ++bit)
      buffer[position * bits + bit] =
          bit < valueBits
              ? getValueBit(id, bit)
              : test.width.isSigned && getValueBit(id, valueBits - 1);
  }
}

static void runCase(CompiledModule &module, const WidthCase &test, int number,
                    GuardedBuffer::Side side) {
  auto getSize = [&](const Layout &layout) {
    return getBytes(getElements(layout, test.extents), test.getBits(layout));
  };
  size_t sourceBytes = getSize(test.source), destBytes = getSize(test.dest);
  GuardedBuffer sourceGuard(sourceBytes), destGuard(destBytes);
  auto source = sourceGuard.get(sourceBytes, side, 0xEB);
  auto dest = destGuard.get(destBytes, side, 0xEB);
  Bits sourceBits(sourceBytes * 8), expected(destBytes * 8);
  for (size_t bit = 0; bit < sourceBits.size(); ++bit)
    sourceBits[bit] = bit % 3 == 0;
  for (size_t bit = 0; bit < expected.size(); ++bit)
    expected[bit] = bit % 5 < 2;
  fill(sourceBits, test, test.source);
  for (size_t byte = 0; byte < sourceBytes; ++byte) {
    source[byte] = 0;
    for (int bit = 0; bit < 8; ++bit)
      source[byte] |= sourceBits[byte * 8 + bit] << bit;
  }
  for (size_t byte = 0; byte < destBytes; ++byte) {
    dest[byte] = 0;
    for (int bit = 0; bit < 8; ++bit)
      dest[byte] |= expected[byte * 8 + bit] << bit;
  }
  fill(expected, test, test.dest);

  // Positions do not depend on how the descriptor counts them.
  Descriptor from(source.data(), {int64_t(sourceBytes)});
  Descriptor to(dest.data(), {int64_t(destBytes)});
  void *addresses[] = {from.get(), to.get()};
  void *arguments[] = {&addresses[0], &addresses[1]};
  module.call(llvm::formatv("f{0}", number).str(), arguments);
  ASSERT_TRUE(sourceGuard.isIntactAround(source, 0xEB));
  ASSERT_TRUE(destGuard.isIntactAround(dest, 0xEB));
  for (size_t bit = 0; bit < expected.size(); ++bit)
    ASSERT_EQ(dest[bit / 8] >> (bit % 8) & 1, expected[bit])
        << "bit " << bit % test.getBits(test.dest) << " of position "
        << bit / test.getBits(test.dest);
}

/// Compiles one function for each case and runs them.
static void runCases(llvm::ArrayRef<WidthCase> cases) {
  std::string source;
  for (auto [i, test] : llvm::enumerate(cases))
    source += llvm::formatv(
        R"(
func.func @f{0}(%a: {1}, %b: {2}) attributes {{llvm.emit_c_interface} {{
  tiled_layout.relayout ins(%a : {1}) outs(%b : {2})
  return
}
)",
        i, test.printType(test.source), test.printType(test.dest));
  CompiledModule module(source, "tiled-layout-lower-relayouts,"
                                "convert-tiled-layout-to-affine{form=linear},"
                                "tiled-layout-to-llvm-pipeline");
  ASSERT_TRUE(module);
  for (auto [i, test] : llvm::enumerate(cases)) {
    SCOPED_TRACE(test.printType(test.source) + " to " +
                 test.printType(test.dest));
    for (auto side : {GuardedBuffer::Side::Begin, GuardedBuffer::Side::End})
      runCase(module, test, i, side);
    if (testing::Test::HasFatalFailure())
      return;
  }
}

TEST(RelayoutWidthTest, AllWidthsAgreeWithTheReference) {
  std::mt19937_64 random(20261201);
  std::vector<WidthCase> cases;
  for (const Width &width : widths)
    for (int i = 0; i < 4; ++i)
      cases.push_back(getCase(random, width));
  runCases(cases);
}

// Elements of two words, whose layouts get a dimension of words.
TEST(RelayoutWidthTest, WideElementsInAnyLayoutAgreeWithTheReference) {
  std::mt19937_64 random(20261122);
  RandomLayoutOptions options;
  options.maxRank = 4;
  options.maxElements = 3000;
  options.maxLevels = 3;
  options.properties = false;
  std::vector<WidthCase> cases;
  for (int i = 0; i < 60; ++i) {
    const Width &width = std::end(widths)[-1 - i % 4];
    WidthCase test{width, getRandomExtents(random, options), {}, {}};
    for (Layout *layout : {&test.source, &test.dest}) {
      *layout = getRandomLayoutOn(random, test.extents, options);
      layout->tailPaddingAlignment = pick(random, 1, 40);
    }
    cases.push_back(std::move(test));
  }
  runCases(cases);
}
