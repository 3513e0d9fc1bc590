//===- NotationsTest.cpp - The neighbours' notations ----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each notation is read by an evaluator written from its own definition, which
// shares nothing with the library but the text.
//
//===----------------------------------------------------------------------===//

#include "../LayoutText.h"
#include "../RandomLayouts.h"

#include "tiled_layout/Layout/Compare.h"
#include "tiled_layout/Layout/Neighbours/Cute.h"
#include "tiled_layout/Layout/Neighbours/OneDnn.h"
#include "tiled_layout/Layout/Neighbours/TpuTiled.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace {

using Evaluator = llvm::function_ref<int64_t(
    StringRef text, ArrayRef<int64_t> extents, ArrayRef<int64_t> index)>;

/// Calls `visit` with each index.
void forEachIndex(ArrayRef<int64_t> extents,
                  llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> index(extents.size(), 0);
  while (true) {
    visit(index);
    int64_t dim = extents.size() - 1;
    for (; dim >= 0 && ++index[dim] == extents[dim]; --dim)
      index[dim] = 0;
    if (dim < 0)
      return;
  }
}

std::vector<int64_t> readIntegers(StringRef text) {
  std::vector<int64_t> integers;
  while (!text.empty()) {
    int64_t value;
    if (text.consumeInteger(10, value))
      text = text.drop_front();
    else
      integers.push_back(value);
  }
  return integers;
}

//===----------------------------------------------------------------------===//
// Evaluators
//===----------------------------------------------------------------------===//

/// As oneDNN's descriptor: blocks are peeled off, innermost first, then the
/// rest goes by the strides of the padded dimensions.
int64_t evaluateOneDnn(StringRef tag, ArrayRef<int64_t> extents,
                       ArrayRef<int64_t> index) {
  StringRef letters = tag.take_while(llvm::isAlpha);
  std::vector<std::pair<int64_t, int64_t>> blocks;
  for (StringRef rest = tag.drop_front(letters.size()); !rest.empty();) {
    int64_t size;
    rest.consumeInteger(10, size);
    blocks.push_back({size, rest.front() - 'a'});
    rest = rest.drop_front();
  }
  std::vector<int64_t> blockSize(extents.size(), 1);
  for (auto [size, dim] : blocks)
    blockSize[dim] *= size;

  std::vector<int64_t> at(index.begin(), index.end());
  int64_t position = 0, stride = 1;
  for (auto [size, dim] : llvm::reverse(blocks)) {
    position += at[dim] % size * stride;
    at[dim] /= size;
    stride *= size;
  }
  for (char letter : llvm::reverse(letters)) {
    int64_t dim = llvm::toLower(letter) - 'a';
    position += at[dim] * stride;
    stride *= (extents[dim] + blockSize[dim] - 1) / blockSize[dim];
  }
  return position;
}

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

/// As CuTe: an index splits in the numbers of its mode, the first one fastest;
/// the position is the sum of numbers times strides.
int64_t evaluateCute(StringRef text, ArrayRef<int64_t> extents,
                     ArrayRef<int64_t> index) {
  auto [shapes, strides] = text.split(':');
  std::vector<int64_t> sizes = readIntegers(shapes);
  std::vector<int64_t> steps = readIntegers(strides);
  int64_t position = 0;
  size_t leaf = 0;
  for (size_t dim = 0; dim < extents.size(); ++dim) {
    int64_t rest = index[dim], covered = 1;
    while (covered < extents[dim] || covered == 1) {
      position += rest % sizes[leaf] * steps[leaf];
      rest /= sizes[leaf];
      covered *= sizes[leaf++];
      if (extents[dim] == 1)
        break;
    }
  }
  return position;
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

struct Notation {
  llvm::Expected<std::string> (*print)(const Layout &, ArrayRef<int64_t>,
                                       int64_t);
  llvm::Expected<Layout> (*parse)(StringRef, ArrayRef<int64_t>);
  int64_t (*evaluate)(StringRef, ArrayRef<int64_t>, ArrayRef<int64_t>);
};

llvm::Expected<std::string> printTpu(const Layout &layout,
                                     ArrayRef<int64_t> extents, int64_t bits) {
  auto tiled = getTpuTiled(layout, extents, bits);
  if (!tiled)
    return tiled.takeError();
  return toString(*tiled);
}

llvm::Expected<Layout> parseTag(StringRef text, ArrayRef<int64_t> extents) {
  size_t offset = 0;
  auto blocked = parseOneDnnTag(text, offset, extents.size());
  if (!blocked)
    return blocked.takeError();
  EXPECT_EQ(offset, text.size());
  return getLayoutOfBlocks(*blocked);
}

llvm::Expected<Layout> parseTpu(StringRef text, ArrayRef<int64_t> extents) {
  size_t offset = 0;
  auto tiled = parseTpuTiled(text, offset);
  if (!tiled)
    return tiled.takeError();
  EXPECT_EQ(offset, text.size());
  return getLayout(*tiled, extents);
}

llvm::Expected<Layout> parseCuteText(StringRef text,
                                     ArrayRef<int64_t> extents) {
  size_t offset = 0;
  auto layout = parseCute(text, offset, extents);
  EXPECT_TRUE(!layout || offset == text.size());
  return layout;
}

const Notation oneDnn{getOneDnnTag, parseTag, evaluateOneDnn};
const Notation tpu{printTpu, parseTpu, evaluateTpu};
const Notation cute{getCute, parseCuteText, evaluateCute};

void expectPositions(const Notation &notation, StringRef text,
                     const Layout &layout, ArrayRef<int64_t> extents) {
  Placement placement(layout, extents);
  forEachIndex(extents, [&](ArrayRef<int64_t> index) {
    ASSERT_EQ(placement.getPosition(index),
              notation.evaluate(text, extents, index))
        << text.str() << " on " << extentsToString(extents) << ": "
        << toString(layout) << " at " << extentsToString(index);
  });
}

/// Prints random layouts, evaluates the text and reads it back. Returns how
/// many could be printed.
int testRoundTrip(const Notation &notation, int trials) {
  std::mt19937_64 random(7);
  RandomLayoutOptions options;
  options.properties = false;
  options.zeroExtents = false;
  options.maxElements = 400;
  options.maxRank = 4;
  int printed = 0;
  for (int trial = 0; trial < trials; ++trial) {
    RandomLayout test = getRandomLayout(random, options);
    auto text = notation.print(test.layout, test.extents, 32);
    if (!text) {
      EXPECT_FALSE(llvm::toString(text.takeError()).empty());
      continue;
    }
    ++printed;
    expectPositions(notation, *text, test.layout, test.extents);
    auto back = notation.parse(*text, test.extents);
    if (!back) {
      ADD_FAILURE() << *text << " for " << test.describe() << ": "
                    << llvm::toString(back.takeError());
      continue;
    }
    EXPECT_FALSE(checkLayout(*back)) << *text;
    EXPECT_TRUE(areInterchangeable(*back, test.layout, test.extents, 32))
        << *text << " for " << test.describe() << ": " << toString(*back);
  }
  return printed;
}

std::string refusalOf(const Notation &notation, StringRef layout,
                      ArrayRef<int64_t> extents) {
  auto text = notation.print(layoutOf(layout), extents, 32);
  return text ? *text : llvm::toString(text.takeError());
}

std::string readingOf(const Notation &notation, StringRef text,
                      ArrayRef<int64_t> extents) {
  auto layout = notation.parse(text, extents);
  return layout ? toString(*layout) : llvm::toString(layout.takeError());
}

} // namespace

//===----------------------------------------------------------------------===//
// oneDNN
//===----------------------------------------------------------------------===//

TEST(OneDnnTest, roundTrips) { EXPECT_GT(testRoundTrip(oneDnn, 6000), 1000); }

TEST(OneDnnTest, randomTags) {
  std::mt19937_64 random(8);
  for (int trial = 0; trial < 3000; ++trial) {
    int64_t rank = pick(random, 1, 4);
    std::string letters, blocks;
    SmallVector<int64_t> extents;
    for (int64_t dim = 0; dim < rank; ++dim) {
      letters += static_cast<char>('a' + dim);
      extents.push_back(pick(random, 1, 9));
    }
    for (int64_t i = rank - 1; i > 0; --i)
      std::swap(letters[i], letters[pick(random, 0, i)]);
    for (int64_t count = pick(random, 0, 3); count > 0; --count) {
      char &letter = letters[pick(random, 0, rank - 1)];
      letter = llvm::toUpper(letter);
      blocks += std::to_string(pick(random, 2, 5)) + llvm::toLower(letter);
    }
    std::string tag = letters + blocks;
    auto layout = parseTag(tag, extents);
    ASSERT_TRUE(static_cast<bool>(layout)) << tag;
    expectPositions(oneDnn, tag, *layout, extents);
    EXPECT_EQ(llvm::cantFail(getOneDnnTag(*layout, extents, 32)), tag)
        << toString(*layout);
  }
}

TEST(OneDnnTest, examples) {
  EXPECT_EQ(readingOf(oneDnn, "aBcd16b", {2, 32, 7, 7}), "{3,2,1,0:T(16,1,1)}");
  EXPECT_EQ(readingOf(oneDnn, "AB4a128b2a", {kDynamic, 256}),
            "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(readingOf(oneDnn, "ba", {4, 8}), "{0,1}");
  EXPECT_EQ(readingOf(oneDnn, "ABcd16b16a2b", {64, 64, 3, 3}),
            "{3,2,1,0:T(16,32,1,1)(2,1,1)(16,1,1,1,2,1,1)}");
}

TEST(OneDnnTest, refusals) {
  EXPECT_EQ(readingOf(oneDnn, "aBc", {2, 3, 4}),
            "column 4: 'B' announces a block of the dimension, but none "
            "follows");
  EXPECT_EQ(readingOf(oneDnn, "abc4b", {2, 3, 4}),
            "column 5: 'b' has a block, but is not written as 'B' before");
  EXPECT_EQ(readingOf(oneDnn, "aab", {2, 3, 4}),
            "column 2: 'a' is there twice");
  EXPECT_EQ(readingOf(oneDnn, "nchw", {2, 3, 4, 5}),
            "column 1: 'n' is no dimension of an array of rank 4");
  EXPECT_EQ(readingOf(oneDnn, "ab", {2, 3, 4}),
            "column 3: the tag has 2 dimensions, but the array has rank 3");
  EXPECT_EQ(readingOf(oneDnn, "aB1b", {2, 3}),
            "column 3: the size of a block must be at least 2 and fit in 64 "
            "bits, but is 1");
  EXPECT_EQ(refusalOf(oneDnn, "{1,0:T(8,128)(2,1,1,1)}", {64, 256}),
            "steps of 1 in dimension 0 lie outside larger steps, and a oneDNN "
            "tag keeps the blocks of a dimension in their order");
  EXPECT_EQ(refusalOf(oneDnn, "{1,0:T(8,128)(3,1)}", {64, 256}),
            "tile size 3 of level 2 does not divide the 8 values of dimension "
            "0 in the tile around it");
  EXPECT_EQ(refusalOf(oneDnn, "{1,0:T(*,8)}", {4, 256}),
            "'*' of level 1 merges dimensions 0 and 1, which a oneDNN tag "
            "cannot say");
  EXPECT_EQ(refusalOf(oneDnn, "{:T(128)}", {}),
            "a oneDNN tag is for 1 to 12 dimensions, but the array has rank 0");
  EXPECT_EQ(refusalOf(oneDnn, "{0:E(4)}", {8}),
            "a oneDNN tag has no size of elements, but the layout has E(4)");
}

//===----------------------------------------------------------------------===//
// Mosaic
//===----------------------------------------------------------------------===//

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
            "#tpu.tiled has no padding behind the last tile, but the layout "
            "has L(64)");
}

//===----------------------------------------------------------------------===//
// CuTe
//===----------------------------------------------------------------------===//

TEST(CuteTest, roundTrips) { EXPECT_GT(testRoundTrip(cute, 6000), 300); }

TEST(CuteTest, randomLayouts) {
  std::mt19937_64 random(9);
  for (int trial = 0; trial < 1500; ++trial) {
    // Numbers in a random memory order, dealt to modes.
    struct Number {
      int64_t mode, size, stride;
    };
    std::vector<Number> numbers;
    int64_t rank = pick(random, 1, 3), total = 1;
    for (int64_t mode = 0; mode < rank; ++mode)
      for (int64_t count = pick(random, 1, 3); count > 0; --count)
        numbers.push_back({mode, pick(random, 2, 4), 0});
    std::vector<size_t> order;
    for (size_t i = 0; i < numbers.size(); ++i)
      order.insert(order.begin() + pick(random, 0, i), i);
    for (size_t i : order) {
      numbers[i].stride = total;
      total *= numbers[i].size;
    }
    if (total > 2000)
      continue;
    std::string shapes, strides;
    SmallVector<int64_t> extents(rank, 1);
    for (int64_t mode = 0; mode < rank; ++mode) {
      std::string sizes, steps;
      for (const Number &number : numbers) {
        if (number.mode != mode)
          continue;
        extents[mode] *= number.size;
        sizes += (sizes.empty() ? "" : ",") + std::to_string(number.size);
        steps += (steps.empty() ? "" : ",") + std::to_string(number.stride);
      }
      shapes += (mode ? ",(" : "(") + sizes + ")";
      strides += (mode ? ",(" : "(") + steps + ")";
    }
    std::string text = "(" + shapes + "):(" + strides + ")";
    auto layout = parseCuteText(text, extents);
    ASSERT_TRUE(static_cast<bool>(layout))
        << text << llvm::toString(layout.takeError());
    expectPositions(cute, text, *layout, extents);
  }
}

TEST(CuteTest, examples) {
  EXPECT_EQ(refusalOf(cute, "{1,0:T(8,128)}", {16, 256}),
            "((8,2),(128,2)):((128,2048),(1,1024))");
  EXPECT_EQ(readingOf(cute, "((8,2),(128,2)):((128,2048),(1,1024))", {16, 256}),
            "{1,0:T(8,128)}");
  EXPECT_EQ(readingOf(cute, "(4,8):(1,4)", {4, 8}), "{0,1}");
  EXPECT_EQ(readingOf(cute, "8:1", {8}), "{0}");
  EXPECT_EQ(readingOf(cute, "((2,4)):((4,1))", {8}), "{0:T(2)(4,1)}");
  EXPECT_EQ(readingOf(cute, "(1,8):(77,1)", {1, 8}), "{1,0}");
  EXPECT_EQ(readingOf(cute, "():()", {}), "{}");
  EXPECT_EQ(refusalOf(cute, "{0}", {8}), "8:1");
  EXPECT_EQ(refusalOf(cute, "{0:T(2)(4,1)}", {8}), "((2,4)):((4,1))");
  EXPECT_EQ(refusalOf(cute, "{1,0:T(*,4)}", {2, 8}), "(2,8):(8,1)");
}

TEST(CuteTest, refusals) {
  EXPECT_EQ(readingOf(cute, "(4,8):(1,5)", {4, 8}),
            "column 1: stride 5 of 8 values of mode 1 must be 4, since a "
            "layout has no gaps between elements and no overlaps");
  EXPECT_EQ(readingOf(cute, "(4,8):(0,1)", {4, 8}),
            "column 1: stride 0 of 4 values of mode 0 must be 1, since a "
            "layout has no gaps between elements and no overlaps");
  EXPECT_EQ(readingOf(cute, "(4,8):(1,4)", {4, 9}),
            "column 1: mode 1 has 8 values, but dimension 1 has extent 9");
  EXPECT_EQ(readingOf(cute, "(2,4):(4,1)", {8}),
            "column 1: mode 0 has 2 values, but dimension 0 has extent 8");
  EXPECT_EQ(readingOf(cute, "(4,8):1", {4, 8}),
            "column 7: the strides are not nested as the shape is");
  EXPECT_EQ(readingOf(cute, "(4,(2,4)):(1,4)", {4, 8}),
            "column 14: the strides are not nested as the shape is");
  EXPECT_EQ(readingOf(cute, std::string(1000, '('), {4, 8}),
            "column 34: the shape is nested more than 32 deep");
  EXPECT_EQ(refusalOf(cute, "{1,0:T(2,2)}", {3, 5}),
            "tile size 2 of level 1 does not divide extent 3, and CuTe does "
            "not pad");
  EXPECT_EQ(refusalOf(cute, "{0}", {kDynamic}),
            "CuTe's numbers are constants of at least 1, but dimension 0 has "
            "extent ?");
}
