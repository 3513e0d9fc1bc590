//===- TextTest.cpp - What is read and how it prints ----------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/Text.h"

#include "LayoutText.h"
#include "RandomLayouts.h"
#include "TextCorpus.h"
#include "tiled_layout/Layout/Rules.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

static constexpr TextOptions withComments{/*allowComments=*/true};

/// True if both shapes mean the same; a layout that is not shown counts as the
/// one that it stands for.
static bool areEqual(const Shape &a, const Shape &b) {
  return a.elementType == b.elementType && a.dimensions == b.dimensions &&
         a.getLayout() == b.getLayout() && a.morello == b.morello;
}

//===----------------------------------------------------------------------===//
// Round trips
//===----------------------------------------------------------------------===//

TEST(TextTest, CorpusPrintsAsItWasRead) {
  for (const char *text : corpus)
    EXPECT_EQ(toString(shapeOf(text)), text);
}

TEST(TextTest, EveryElementTypeIsReadAndPrinted) {
  for (const ElementType &type : getElementTypes()) {
    std::string text = (type.name + "[2]{0}").str();
    EXPECT_EQ(toString(shapeOf(text)), text);
    EXPECT_EQ(toString(shapeOf(type.name.upper() + "[2]{0}")), text)
        << "upper case, as the documents write it";
  }
}

TEST(TextTest, RandomLayoutsPrintAsTheyWereRead) {
  std::mt19937_64 random(13);
  for (int trial = 0; trial < 2000; ++trial) {
    Layout layout = getRandomLayout(random).layout;
    std::string text = toString(layout);
    EXPECT_EQ(layoutOf(text), layout) << text;
    EXPECT_EQ(toString(layoutOf(text)), text);
  }
}

TEST(TextTest, DefaultsAreLeftOut) {
  EXPECT_EQ(toString(layoutOf("{1,0:}")), "{1,0}");
  EXPECT_EQ(toString(layoutOf("{0:T(8)L(1)E(0)S(0)M(0)}")), "{0:T(8)}");
  EXPECT_EQ(toString(layoutOf("{0:L(1)}")), "{0}");
  EXPECT_EQ(toString(layoutOf("{}")), "{}");
  EXPECT_EQ(toString(layoutOf("{:}")), "{}");
  EXPECT_EQ(toString(shapeOf("f32[]{:}")), "f32[]");
}

TEST(TextTest, LayoutIsShownIfItWasGiven) {
  EXPECT_EQ(toString(shapeOf("f32[2,3]")), "f32[2,3]");
  EXPECT_EQ(toString(shapeOf("f32[2,3]{1,0}")), "f32[2,3]{1,0}");
  EXPECT_FALSE(shapeOf("f32[2,3]").layout);
  EXPECT_EQ(shapeOf("f32[2,3]").getLayout(), Layout::getRowMajor(2));
}

TEST(TextTest, TileEntries) {
  Layout layout = layoutOf("{1,0:T(*,8)(full,min(4))}");
  ASSERT_EQ(layout.tiles.size(), 2u);
  EXPECT_EQ(layout.tiles[0],
            (Tile{TileEntry::getCombine(), TileEntry::getSize(8)}));
  EXPECT_EQ(layout.tiles[1],
            (Tile{TileEntry::getFull(), TileEntry::getMin(4)}));
  EXPECT_EQ(toString(layout.tiles[1]), "(full,min(4))");
}

TEST(TextTest, EveryProperty) {
  Layout layout = layoutOf("{0:T(8)L(3)E(42)S(127)SC(0:1,2)M(9)}");
  EXPECT_EQ(layout.tailPaddingAlignment, 3);
  EXPECT_EQ(layout.elementBits, 42);
  EXPECT_EQ(layout.memorySpace, 127);
  ASSERT_EQ(layout.splits.size(), 1u);
  EXPECT_EQ(layout.splits[0], (SplitConfig{0, {1, 2}}));
  EXPECT_EQ(layout.metadataPrefixBytes, 9);
  EXPECT_FALSE(layout.exact);
}

TEST(TextTest, Dimensions) {
  Shape shape = shapeOf("f32[8,<=9,?]");
  ASSERT_EQ(shape.rank(), 3u);
  EXPECT_EQ(shape.dimensions[0], (Dimension{8, false}));
  EXPECT_EQ(shape.dimensions[1], (Dimension{9, true}));
  EXPECT_EQ(shape.dimensions[2], (Dimension{kDynamic, false}));
}

TEST(TextTest, LargestNumber) {
  EXPECT_EQ(layoutOf("{0:L(9223372036854775807)}").tailPaddingAlignment,
            std::numeric_limits<int64_t>::max());
}

//===----------------------------------------------------------------------===//
// White space, comments, suffixes
//===----------------------------------------------------------------------===//

TEST(TextTest, WhiteSpaceBetweenTokens) {
  EXPECT_EQ(toString(layoutOf(" { 1 , 0 : T ( 2 , * , 128 ) ( 2 ,\n1 ) S(1) } "
                              ", exact ")),
            "{1,0:T(2,*,128)(2,1)S(1)}, exact");
  EXPECT_EQ(
      toString(shapeOf("\tf32 [ 2 , <= 3 ] { 1 , 0 : SC ( 0 : 1 ) }\r\n")),
      "f32[2,<=3]{1,0:SC(0:1)}");
  EXPECT_EQ(toString(layoutOf("{0:T(min ( 4 ))}")), "{0:T(min(4))}");
}

TEST(TextTest, CommentsWhereAllowed) {
  const char *text = "f32/* type */[3,5]{1,0: // order\n T(/**/2,2)}//end";
  llvm::Expected<Shape> shape = parseShape(text, withComments);
  ASSERT_TRUE(static_cast<bool>(shape)) << llvm::toString(shape.takeError());
  EXPECT_EQ(toString(*shape), "f32[3,5]{1,0:T(2,2)}");
}

TEST(TextTest, Bounds) {
  llvm::Expected<LayoutText> text =
      parseLayoutText("{1,0:T(*,2)}, exact, bounds = [2, ?]");
  ASSERT_TRUE(static_cast<bool>(text)) << llvm::toString(text.takeError());
  EXPECT_TRUE(text->layout.exact);
  EXPECT_EQ(*text->bounds, (llvm::SmallVector<int64_t>{2, kDynamic}));

  llvm::Expected<LayoutText> empty = parseLayoutText("{:T(2)},bounds=[]");
  ASSERT_TRUE(static_cast<bool>(empty)) << llvm::toString(empty.takeError());
  EXPECT_TRUE(empty->bounds && empty->bounds->empty());

  llvm::Expected<LayoutText> none = parseLayoutText("{0}");
  ASSERT_TRUE(static_cast<bool>(none)) << llvm::toString(none.takeError());
  EXPECT_FALSE(none->bounds);
  EXPECT_FALSE(none->strides);
}

TEST(TextTest, Strides) {
  llvm::Expected<LayoutText> text =
      parseLayoutText("{1,0:T(*,2)}, bounds = [2, 4], strides = [?, 2, 1]");
  ASSERT_TRUE(static_cast<bool>(text)) << llvm::toString(text.takeError());
  EXPECT_EQ(*text->bounds, (llvm::SmallVector<int64_t>{2, 4}));
  EXPECT_EQ(*text->strides, (llvm::SmallVector<int64_t>{kDynamic, 2, 1}));

  llvm::Expected<LayoutText> empty = parseLayoutText("{}, strides = []");
  ASSERT_TRUE(static_cast<bool>(empty)) << llvm::toString(empty.takeError());
  EXPECT_TRUE(empty->strides && empty->strides->empty());
}

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

/// Changes a few places of the text: drops, doubles, replaces or inserts.
static std::string mutate(std::mt19937_64 &random, std::string text) {
  static constexpr llvm::StringLiteral pieces[] = {
      "{",    "}",    "(",  ")",   "[",    "]",      ",",
      ":",    "*",    "-1", "0",   "9",    "T(2)",   "L(8)",
      "E(4)", "S(1)", "M",  "SC(", "full", "min(3)", ", exact",
      "?",    "<=",   " ",  "#",   "D",    "P(",     "/*",
      "*/",   "//",   "\n", "x",   "f32",  "bf16[",  "99999999999999999999",
      "1,0",  "{:"};
  for (int64_t changes = pick(random, 1, 3); changes > 0; --changes) {
    size_t at = pick(random, 0, text.size());
    size_t length = pick(random, 0, 3);
    llvm::StringRef piece = pieces[pick(random, 0, std::size(pieces) - 1)];
    switch (pick(random, 0, 4)) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.insert(at, text.substr(at, length));
      break;
    case 2:
      text.replace(at, length, piece.str());
      break;
    case 3:
      text.insert(at, 1, static_cast<char>(pick(random, 0, 255)));
      break;
    default:
      text.insert(at, piece.str());
      break;
    }
  }
  return text;
}

/// Returns whether the text was read; it then prints to something that reads
/// as an equal shape.
static bool expectReadsOrIsRefused(llvm::StringRef text, TextOptions options) {
  SCOPED_TRACE(text.str());
  llvm::Expected<Shape> shape = parseShape(text, options);
  if (!shape) {
    llvm::handleAllErrors(shape.takeError(), [&](const TextError &error) {
      EXPECT_LE(error.getOffset(), text.size());
      EXPECT_FALSE(error.getMessage().empty());
    });
    return false;
  }
  EXPECT_FALSE(checkShape(*shape));
  std::string printed = toString(*shape);
  EXPECT_TRUE(areEqual(shapeOf(printed), *shape)) << printed;
  EXPECT_EQ(toString(shapeOf(printed)), printed);
  return true;
}

/// The same for a layout on its own.
static void expectLayoutReadsOrIsRefused(llvm::StringRef text,
                                         TextOptions options) {
  SCOPED_TRACE(text.str());
  llvm::Expected<Layout> layout = parseLayout(text, options);
  if (!layout) {
    llvm::handleAllErrors(layout.takeError(), [&](const TextError &error) {
      EXPECT_LE(error.getOffset(), text.size());
    });
    return;
  }
  EXPECT_FALSE(checkLayout(*layout));
  EXPECT_EQ(layoutOf(toString(*layout)), *layout);
}

TEST(TextTest, MutatedTextsAreReadOrRefused) {
  std::mt19937_64 random(17);
  int64_t read = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    const char *text = corpus[pick(random, 0, std::size(corpus) - 1)];
    TextOptions options{/*allowComments=*/chance(random, 50)};
    std::string mutated = mutate(random, text);
    read += expectReadsOrIsRefused(mutated, options);
    llvm::StringRef layout = llvm::StringRef(mutated).drop_until(
        [](char c) { return c == '{' || c == '['; });
    expectLayoutReadsOrIsRefused(layout, options);
    if (::testing::Test::HasFailure())
      return;
  }
  EXPECT_GE(read, 1000) << "the mutations are too coarse";
  EXPECT_LE(read, 15000) << "the mutations are too fine";
}
