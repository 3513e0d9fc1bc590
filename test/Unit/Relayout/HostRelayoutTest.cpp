//===- HostRelayoutTest.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Relayout/HostRelayout.h"

#include "../Layout/LayoutText.h"
#include "../Layout/RandomLayouts.h"
#include "GuardedBuffer.h"

#include "tiled_layout/Layout/Reference.h"
#include "tiled_layout/Relayout/Axes.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

std::vector<uint8_t> relayout(llvm::StringRef source, llvm::StringRef dest,
                              std::vector<uint8_t> input) {
  Shape from = shapeOf(source), to = shapeOf(dest);
  std::vector<uint8_t> output(getBytes(to), 0xEE);
  if (llvm::Error error = relayoutOnHost(from, to, input, output))
    ADD_FAILURE() << llvm::toString(std::move(error));
  return output;
}

std::string refusalOf(llvm::StringRef source, llvm::StringRef dest,
                      size_t inputBytes, size_t outputBytes) {
  std::vector<uint8_t> input(inputBytes), output(outputBytes, 0xEE);
  llvm::Error error =
      relayoutOnHost(shapeOf(source), shapeOf(dest), input, output);
  EXPECT_EQ(output, std::vector<uint8_t>(outputBytes, 0xEE));
  return llvm::toString(std::move(error));
}

using Bytes = std::vector<uint8_t>;

} // namespace

TEST(HostRelayoutTest, PaddingIsLeft) {
  Bytes input = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(relayout("s8[2,3]", "s8[2,3]{0,1:T(4)}", input),
            Bytes({1, 4, 0xEE, 0xEE, 2, 5, 0xEE, 0xEE, 3, 6, 0xEE, 0xEE}));
  EXPECT_EQ(relayout("s8[2,3]", "s8[2,3]{1,0:L(8)}", input),
            Bytes({1, 2, 3, 4, 5, 6, 0xEE, 0xEE}));
}

TEST(HostRelayoutTest, ElementsChangeTheirWidth) {
  // 2, -8, -1 as s4 in bytes, with junk above; packed, and widened again.
  Bytes packed = relayout("s4[3]", "s4[3]{0:E(4)}", {0x52, 0x08, 0xFF});
  EXPECT_EQ(packed, Bytes({0x82, 0xEF}));
  EXPECT_EQ(relayout("s4[3]{0:E(4)}", "s4[3]{0:E(16)}", packed),
            Bytes({2, 0, 0xF8, 0xFF, 0xFF, 0xFF}));
  EXPECT_EQ(relayout("u4[3]{0:E(4)}", "u4[3]", packed), Bytes({2, 8, 15}));
  EXPECT_EQ(
      relayout("pred[10]", "pred[10]{0:E(1)}", {1, 0, 1, 1, 0, 0, 0, 1, 1, 3}),
      Bytes({0x8D, 0xEF}));
}

TEST(HostRelayoutTest, WhatIsRefused) {
  EXPECT_EQ(refusalOf("f32[2]", "s32[2]", 8, 8),
            "the element types f32 and s32 differ");
  EXPECT_EQ(refusalOf("f32[2]", "f32[3]", 8, 12),
            "the dimensions of f32[2] and f32[3] differ");
  EXPECT_EQ(refusalOf("f32[2]", "f32[2]{0:T(4)}", 8, 8),
            "f32[2]{0:T(4)} takes 16 bytes, but the buffer has 8");
  EXPECT_EQ(refusalOf("f32[2]", "f32[2]", 7, 8),
            "f32[2] takes 8 bytes, but the buffer has 7");
  EXPECT_EQ(refusalOf("f32[?]", "f32[?]", 8, 8),
            "f32[?]: a relayout needs static extents");
}

//===----------------------------------------------------------------------===//
// Against the reference
//===----------------------------------------------------------------------===//

namespace {

constexpr uint8_t sourceJunk = 0xC3, destJunk = 0x5A;

/// One element as a list of bits, least significant first.
using Bits = std::vector<bool>;

Bits readBits(llvm::ArrayRef<uint8_t> bytes, int64_t bit, int64_t count) {
  Bits bits;
  for (int64_t i = bit; i < bit + count; ++i)
    bits.push_back(bytes[i / 8] >> (i % 8) & 1);
  return bits;
}

void writeBits(llvm::MutableArrayRef<uint8_t> bytes, int64_t bit,
               const Bits &bits) {
  for (bool value : bits) {
    bytes[bit / 8] &= ~(1 << (bit % 8));
    bytes[bit / 8] |= value << (bit % 8);
    ++bit;
  }
}

Bits drawBits(std::mt19937_64 &random, int64_t count) {
  Bits bits;
  for (int64_t i = 0; i < count; ++i)
    bits.push_back(random() & 1);
  return bits;
}

/// What an element of `fromBits` bits becomes at `toBits`, by the definition.
Bits convert(Bits element, const ElementType &type, int64_t toBits) {
  if (static_cast<int64_t>(element.size()) > type.valueBits)
    element.resize(type.valueBits);
  bool sign = type.kind == ElementKind::Signed && element.back();
  element.resize(toBits, sign);
  return element;
}

struct HostCase {
  Shape source, dest;
  GuardedBuffer::Side sourceSide, destSide;
};

HostCase drawCase(std::mt19937_64 &random) {
  static constexpr llvm::StringLiteral types[] = {
      "pred", "s4", "u4", "u2", "s8", "bf16", "f32", "s64", "c128"};
  // 0 keeps the storage width.
  static constexpr int64_t widths[] = {0, 0, 0, 0, 1, 2, 3, 4, 8, 16, 32, 100};
  RandomLayoutOptions options;
  options.maxElements = 300;
  options.maxRank = 8;
  ElementType type = *getElementType(types[pick(random, 0, 8)]);
  auto [source, extents] = getRandomLayout(random, options);
  Layout dest = getRandomLayoutOn(random, extents, options);
  bool keepWidth = chance(random, 50);
  source.elementBits = widths[pick(random, 0, 11)];
  dest.elementBits =
      keepWidth ? source.elementBits : widths[pick(random, 0, 11)];
  llvm::SmallVector<Dimension, 6> dimensions;
  for (int64_t extent : extents)
    dimensions.push_back({extent, false});
  auto drawSide = [&] {
    return chance(random, 50) ? GuardedBuffer::Side::Begin
                              : GuardedBuffer::Side::End;
  };
  return {{type, dimensions, source, {}},
          {type, dimensions, dest, {}},
          drawSide(),
          drawSide()};
}

void runCase(const HostCase &test, GuardedBuffer &sourceMemory,
             GuardedBuffer &destMemory, std::mt19937_64 &random) {
  const ElementType &type = test.source.elementType;
  Layout source = test.source.getLayout(), dest = test.dest.getLayout();
  int64_t sourceBits = getBitsPerElement(source, type);
  int64_t destBits = getBitsPerElement(dest, type);
  auto sourceContents = reference::getContents(source, test.source.extents());
  auto destContents = reference::getContents(dest, test.source.extents());
  auto input =
      sourceMemory.get(llvm::divideCeil(sourceContents.size() * sourceBits, 8),
                       test.sourceSide, sourceJunk);
  auto output =
      destMemory.get(llvm::divideCeil(destContents.size() * destBits, 8),
                     test.destSide, destJunk);

  std::vector<Bits> elements(sourceContents.size());
  for (auto [position, id] : llvm::enumerate(sourceContents))
    if (id != reference::padding) {
      elements[id] = drawBits(random, sourceBits);
      writeBits(input, position * sourceBits, elements[id]);
    }
  std::vector<uint8_t> before(output.begin(), output.end());
  std::vector<uint8_t> expected = before;
  for (auto [position, id] : llvm::enumerate(destContents))
    if (id != reference::padding)
      writeBits(expected, position * destBits,
                convert(elements[id], type, destBits));

  std::vector<uint8_t> inputBefore(input.begin(), input.end());
  llvm::Error error = relayoutOnHost(test.source, test.dest, input, output);
  ASSERT_FALSE(error) << llvm::toString(std::move(error));
  for (size_t position = 0; position < destContents.size(); ++position)
    ASSERT_EQ(readBits(output, position * destBits, destBits),
              readBits(expected, position * destBits, destBits))
        << "at position " << position << ", element " << destContents[position];
  // Also the bits behind the last element.
  ASSERT_EQ(output, llvm::ArrayRef(expected));
  ASSERT_EQ(input, llvm::ArrayRef(inputBefore));
  ASSERT_TRUE(destMemory.isIntactAround(output, destJunk));
}

} // namespace

TEST(HostRelayoutTest, RandomPairsAgreeWithTheReference) {
  std::mt19937_64 random(20261123); // Fixed: a failure must be repeatable.
  GuardedBuffer sourceMemory(8192), destMemory(8192);
  int64_t irregular = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    HostCase test = drawCase(random);
    SCOPED_TRACE(toString(test.source) + " to " + toString(test.dest));
    runCase(test, sourceMemory, destMemory, random);
    if (HasFatalFailure())
      return;
    irregular += !getRelayoutAxes(test.source.getLayout(),
                                  test.dest.getLayout(), test.source.extents())
                      .irregular.empty();
  }
  // Both ways to walk over the elements are taken.
  EXPECT_GT(irregular, 100);
  EXPECT_LT(irregular, 2000);
}
