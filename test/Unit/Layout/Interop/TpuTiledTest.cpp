//===- TpuTiledTest.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotationTest.h"

#include "tiled_layout/Layout/Interop/TpuTiled.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// As Mosaic's affine map: the expanded index times the expanded strides.
int64_t evaluateTpu(StringRef text, ArrayRef<int64_t>,
                    ArrayRef<int64_t> index) {
  auto [tileText, strideText] = text.split('[');
  std::vector<int64_t> strides = readIntegers(strideText);
  SmallVector<StringRef> parts;
  tileText.split(parts, '(');
  std::vector<int64_t> expanded(index.begin(), index.end()), inside;
  int64_t volume = 1;
  for (StringRef part : llvm::drop_begin(parts)) {
    std::vector<int64_t> tile = readIntegers(part);
    bool isFirst = inside.empty() && volume == 1 && part == parts[1];
    std::vector<int64_t> remainders;
    for (size_t i = 0; i < tile.size(); ++i) {
      int64_t &outer = expanded[expanded.size() - tile.size() + i];
      remainders.push_back(outer % tile[i]);
      outer /= tile[i];
      if (isFirst)
        volume *= tile[i];
      else
        inside[inside.size() - tile.size() + i] /= tile[i];
    }
    expanded.insert(expanded.end(), remainders.begin(), remainders.end());
    inside.insert(inside.end(), tile.begin(), tile.end());
  }
  int64_t position = 0, stride = 1;
  for (size_t i = inside.size(); i-- > 0;) {
    position += expanded[index.size() + i] * stride;
    stride *= inside[i];
  }
  for (size_t dim = 0; dim < index.size(); ++dim)
    position += expanded[dim] * strides[dim] * volume;
  return position;
}

llvm::Expected<std::string> printTpu(const Layout &layout,
                                     ArrayRef<int64_t> extents, int64_t bits) {
  auto tiled = getTpuTiled(layout, extents, bits);
  if (!tiled)
    return tiled.takeError();
  return toString(*tiled);
}

llvm::Expected<Layout> parseTpu(StringRef text, ArrayRef<int64_t> extents) {
  size_t offset = 0;
  auto tiled = parseTpuTiled(text, offset);
  if (!tiled)
    return tiled.takeError();
  EXPECT_EQ(offset, text.size());
  return getLayout(*tiled, extents);
}

const Notation tpu{printTpu, parseTpu, evaluateTpu};

} // namespace

TEST(TpuTiledTest, roundTrips) { EXPECT_GT(testRoundTrip(tpu, 6000), 1000); }

TEST(TpuTiledTest, examples) {
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<(8,128)(2,1),[2,1]>", {16, 256}),
            "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<(8,128),[1,2]>", {16, 256}),
            "{0,1:T(128,8)(128,1)}");
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<(1024)(128)(2,1),[1]>", {kDynamic}),
            "{0:T(1024)(128)(2,1)}");
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<,[4,1]>", {3, 4}), "{1,0}");
  EXPECT_EQ(refusalOf(tpu, "{2,1,0:T(8,128)}", {3, 20, 300}),
            "#tpu.tiled<(8,128),[9,3,1]>");
  EXPECT_EQ(refusalOf(tpu, "{3,2,1,0:T(16,1,1)}", {2, 32, 7, 7}),
            "#tpu.tiled<(16,1,1),[98,49,7,1]>");
  EXPECT_EQ(refusalOf(tpu, "{0,1}", {3, 4}), "#tpu.tiled<,[1,3]>");
}

TEST(TpuTiledTest, refusals) {
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<(8,128),[4,1]>", {16, 256}),
            "stride 4 of dimension 0 must be 2, since a layout has no gaps "
            "between tiles and no overlaps");
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<(8,128)(3,1),[2,1]>", {16, 256}),
            "tile size 3 does not divide 8 values in the first tile");
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<(8,128)(2,1,1),[2,1]>", {16, 256}),
            "a further tile has 3 dimensions, but the inside of the first one "
            "has 2");
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<(8,128),[1]>", {16}),
            "the first tile has 2 dimensions, but the array has rank 1");
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<(8,128),[1]>", {16, 256}),
            "there are 1 tile strides, but the array has rank 2");
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<(8,*),[2,1]>", {16, 256}),
            "column 15: expected an integer, but found '*'");
  EXPECT_EQ(readingOf(tpu, "#tpu.tiled<(8,128),[2,1]>", {16, kDynamic}),
            "stride 2 of dimension 0 lies outside a dimension whose extent is "
            "not known");
  EXPECT_EQ(refusalOf(tpu, "{1,0}", {4, kDynamic}),
            "the stride of dimension 0 depends on an extent that is not "
            "known, and #tpu.tiled has none but constants");
  EXPECT_EQ(refusalOf(tpu, "{1,0:L(64)}", {3, 5}),
            "#tpu.tiled has no padding after the last tile, but the layout "
            "has L(64)");
}
