//===- FilledBitsTest.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/FilledBits.h"
#include "tiled_layout/Layout/Reference.h"

#include "LayoutText.h"
#include "RandomLayouts.h"

#include <map>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

static std::optional<bool> ask(llvm::StringRef a, llvm::StringRef b) {
  return fillSameBits(llvm::cantFail(parseShape(a)),
                      llvm::cantFail(parseShape(b)));
}

TEST(FilledBitsTest, WholeTiles) {
  EXPECT_EQ(ask("f32[16,8,128]{2,1,0:T(8,128)}", "f32[128,128]{1,0}"), true);
  EXPECT_EQ(ask("f32[16,8,128]{2,1,0:T(8,128)}", "s8[65536]{0:S(1)}"), true);
  EXPECT_EQ(ask("f32[1000000,1024]{1,0:T(8,128)}", "bf16[2048000000]"), true);
}

TEST(FilledBitsTest, Padding) {
  EXPECT_EQ(ask("f32[5,128]{1,0:T(8,128)}", "f32[8,128]{1,0}"), false);
  EXPECT_EQ(ask("f32[5,128]{1,0:T(8,128)}", "f32[5,128]{1,0:L(1024)}"), true);
  EXPECT_EQ(ask("f32[5,100]{1,0:T(8,128)}", "f32[500]{0:L(1024)}"), false);
  EXPECT_EQ(
      ask("f32[2,4,100]{2,1,0:T(8,128)}", "f32[2,1,4,100]{3,2,1,0:T(8,128)}"),
      true);
  // Sub-byte elements do not fill their last byte.
  EXPECT_EQ(ask("s4[3]{0:E(4)}", "s8[2]{0}"), false);
  EXPECT_EQ(ask("s4[4]{0:E(4)}", "s8[2]{0}"), true);
  EXPECT_EQ(ask("f32[0,5]", "bf16[7,0]{1,0:T(8,128)}"), true);
}

/// The bits of a buffer, element by element.
static std::vector<bool> getBits(const Shape &shape) {
  Layout layout = shape.getLayout();
  int64_t bits = getBitsPerElement(layout, shape.elementType);
  std::vector<bool> result;
  for (int64_t element : reference::getContents(layout, shape.extents()))
    result.insert(result.end(), bits, element != reference::padding);
  result.resize(getBytes(shape) * 8);
  return result;
}

TEST(FilledBitsTest, AgreesWithTheReference) {
  std::mt19937_64 random(18);
  RandomLayoutOptions options;
  options.maxElements = 200;
  int same = 0, differ = 0;
  // Most pairs have different sizes; so every shape is compared with some of
  // the earlier ones of its size.
  std::map<int64_t, std::vector<Shape>> bySize;
  for (int trial = 0; trial < 6000; ++trial) {
    RandomLayout drawn = getRandomLayout(random, options);
    const char *types[] = {"s8", "bf16", "f32"};
    Shape shape{
        *getElementType(types[pick(random, 0, 2)]), {}, drawn.layout, {}};
    for (int64_t extent : drawn.extents)
      shape.dimensions.push_back({extent, false});
    std::vector<Shape> &others = bySize[getBytes(shape)];
    for (int i = 0; i < 4 && !others.empty(); ++i) {
      const Shape &other = others[pick(random, 0, others.size() - 1)];
      bool expected = getBits(shape) == getBits(other);
      (expected ? same : differ)++;
      ASSERT_EQ(fillSameBits(shape, other), expected)
          << "trial " << trial << ": " << toString(shape) << " and "
          << toString(other);
    }
    others.push_back(shape);
  }
  EXPECT_GT(same, 500);
  EXPECT_GT(differ, 3000);
}
