//===- MorelloTest.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text, refusals, physical shapes, positions and constructors.
//
//===----------------------------------------------------------------------===//

#include "MorelloTestSupport.h"

#include "tiled_layout/Layout/Text.h"

#include <set>

using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST(MorelloText, PrintsWhatItReads) {
  for (const char *text :
       {"[]", "[0]", "[1, 0]", "[0, 1, 0 p(4)]", "[0, 1 oe(8)]", "NHWC",
        "[0 oe(4), 1, 0 p(2)]", "[255]"})
    EXPECT_EQ(toString(parseMorelloOrFail(text)), text);
  EXPECT_EQ(toString(parseMorelloOrFail("[ 0,2 ,3,1]")), "NHWC");
  EXPECT_EQ(toString(parseMorelloOrFail("[0,0 oe( 8 )]")), "[0, 0 oe(8)]");
}

TEST(MorelloText, StopsBehindTheLayout) {
  size_t offset = 2;
  llvm::Expected<MorelloLayout> layout = parseMorello("  [1, 0]x", offset);
  ASSERT_TRUE(!!layout);
  EXPECT_EQ(offset, 8u);
}

TEST(MorelloText, SkipsCommentsIfAsked) {
  llvm::StringRef text = "[0, /* rows */ 1]";
  size_t offset = 0;
  EXPECT_TRUE(!!parseMorello(text, offset, {/*allowComments=*/true}));
  offset = 0;
  llvm::Expected<MorelloLayout> refused = parseMorello(text, offset);
  EXPECT_FALSE(!!refused);
  llvm::consumeError(refused.takeError());
}

/// Expects a refusal of a layout's text.
static void expectRefusal(llvm::StringRef text, size_t offset,
                          const char *message) {
  SCOPED_TRACE(text.str());
  size_t position = 0;
  llvm::Expected<MorelloLayout> layout = parseMorello(text, position);
  ASSERT_FALSE(!!layout);
  llvm::handleAllErrors(layout.takeError(), [&](const TextError &error) {
    EXPECT_EQ(error.getOffset(), offset);
    EXPECT_EQ(error.getMessage(), message);
  });
}

TEST(MorelloText, RefusesAtTheColumn) {
  expectRefusal("", 0,
                "expected '[' or NHWC before a Morello layout, but found the "
                "end of the text");
  expectRefusal("NHWCx", 0,
                "expected '[' or NHWC before a Morello layout, but found "
                "'NHWCx'");
  expectRefusal("[0, ]", 4, "expected a dimension number, but found ']'");
  expectRefusal("[0 q(4)]", 3,
                "expected p(n), oe(n), ',' or ']' after dimension 0, but "
                "found 'q'");
  expectRefusal("[0 p 4]", 5, "expected '(' after 'p', but found '4'");
  expectRefusal("[0 oe()]", 6, "expected a size, but found ')'");
  expectRefusal("[0 p(4]", 6,
                "expected ')' after the size of 'p', but found ']'");
  expectRefusal("[0, 1", 5,
                "expected p(n), oe(n), ',' or ']' after dimension 1, but "
                "found the end of the text");
  expectRefusal("[0 p(99999999999999999999)]", 5,
                "99999999999999999999 does not fit in 64 bits");
  expectRefusal("([0, 1], c1)", 0,
                "a layout in parentheses, with a count of dense dimensions, is "
                "refused: contiguity is knowledge about a view and not part of "
                "a layout");
}

TEST(MorelloText, RefusesWhatNoShapeHas) {
  expectRefusal("[0, 0 p(4)]", 4,
                "0 and 0 p(4) side by side are one piece of dimension 0, and "
                "must be written as one");
  expectRefusal("[1, 0 p(2), 0 p(4)]", 12,
                "0 p(2) and 0 p(4) side by side are one piece of dimension 0, "
                "and must be written as one");
  expectRefusal("[0 p(1)]", 1,
                "size of a pack must be at least 2, but dimension 0 has p(1)");
  expectRefusal("[0 p(-4)]", 1,
                "size of a pack must be at least 2, but dimension 0 has p(-4)");
  expectRefusal("[1, 0 oe(3)]", 4,
                "size of an odd-even strip must be even and at least 2, but "
                "dimension 0 has oe(3)");
  expectRefusal("[0 oe(0)]", 1,
                "size of an odd-even strip must be even and at least 2, but "
                "dimension 0 has oe(0)");
  expectRefusal("[0, 0 oe(4), 0 oe(2)]", 13,
                "0 oe(4) and 0 oe(2) side by side are refused: Morello does "
                "not define two odd-even strips of one dimension as "
                "neighbours");
  expectRefusal("[0, 1, 0]", 7,
                "dimension 0 has two dynamic pieces, but may have one");
  expectRefusal("[0 p(4), 1, 0]", 12,
                "dynamic piece of dimension 0 lies inside 0 p(4), but must be "
                "its outermost piece");
  expectRefusal("[0 oe(4), 1, 0]", 13,
                "dynamic piece of dimension 0 lies inside 0 oe(4), but must be "
                "its outermost piece");
  expectRefusal("[-1]", 1,
                "dimension number must be between 0 and 255, but is -1");
  expectRefusal("[0, 256]", 4,
                "dimension number must be between 0 and 255, but is 256");
  expectRefusal("[0 p(4611686018427387904), 1, 0 p(2)]", 30,
                "pieces of dimension 0 cover more than 2^63 - 1 values");
}

TEST(MorelloText, RefusesTooManyPhysicalDimensions) {
  std::string text = "[0";
  for (int i = 1; i < 256; ++i)
    text += ", " + std::to_string(i);
  expectRefusal(text + "]", text.rfind(' ') + 1,
                "layout must have at most 255 physical dimensions, but has "
                "256");
}

/// Expects a refusal of a whole shape, at a column of it.
static void expectShapeRefusal(llvm::StringRef text, size_t offset,
                               const char *message) {
  SCOPED_TRACE(text.str());
  llvm::Expected<Shape> shape = parseShape(text);
  ASSERT_FALSE(!!shape);
  llvm::handleAllErrors(shape.takeError(), [&](const TextError &error) {
    EXPECT_EQ(error.getOffset(), offset);
    EXPECT_EQ(error.getMessage(), message);
  });
}

TEST(MorelloText, RefusesWhatTheShapeDoesNotSuit) {
  expectShapeRefusal("f32[6][0, 1]", 6,
                     "layout [0, 1] names dimension 1, but the array has 1 "
                     "dimension");
  expectShapeRefusal("f32[6,8][0]", 8,
                     "layout [0] covers 1 of size 8 of dimension 1");
  expectShapeRefusal("f32[6][0 p(4)]", 6,
                     "0 p(4) does not divide 6, which is left of size 6 of "
                     "dimension 0");
  expectShapeRefusal("f32[8,64][0 p(4), 1]", 9,
                     "layout [0 p(4), 1] covers 4 of size 8 of dimension 0");
  expectShapeRefusal("f32[4,3][0 oe(8), 1]", 8,
                     "0 oe(8) needs whole strips, but only 4 is left of size "
                     "4 of dimension 0");
  expectShapeRefusal("f32[2,3][0 p(2), 1, 0 p(4)]", 8,
                     "0 p(2) would shrink to 1, but 0 p(4) has shrunk already, "
                     "and only one piece of dimension 0 (size 2) may");
  expectShapeRefusal("f32[0,3][0, 1]", 8,
                     "size of dimension 0 must be at least 1 in a Morello "
                     "layout, but is 0");
  expectShapeRefusal("f32[4][0 p(1)]", 7,
                     "size of a pack must be at least 2, but dimension 0 has "
                     "p(1)");
  expectShapeRefusal("f32[6][0, 0 oe(3)]", 10,
                     "size of an odd-even strip must be even and at least 2, "
                     "but dimension 0 has oe(3)");
  expectShapeRefusal("f32[4,4]([0, 1], c1)", 8,
                     "a layout in parentheses, with a count of dense "
                     "dimensions, is refused: contiguity is knowledge about a "
                     "view and not part of a layout");
  expectShapeRefusal("f32[4,4][0, 1] {1,0}", 15,
                     "expected the end of the text, but found '{'");
}

TEST(MorelloText, IsASecondSpelling) {
  llvm::Expected<Shape> shape = parseShape("f32[6,8][1,0,1 p(4)]");
  ASSERT_TRUE(!!shape);
  EXPECT_EQ(toString(*shape), "f32[6,8][1, 0, 1 p(4)]");
  EXPECT_EQ(toString(*shape->layout), "{0,1:T(min(4),1)}, exact");

  llvm::Expected<Layout> layout = parseLayout("[1, 0, 1 p(4)]");
  ASSERT_TRUE(!!layout);
  EXPECT_EQ(*layout, *shape->layout);

  llvm::Expected<Layout> named = parseLayout("NHWC");
  ASSERT_TRUE(!!named);
  EXPECT_EQ(toString(*named), "{1,3,2,0}");
}

//===----------------------------------------------------------------------===//
// Physical shapes
//===----------------------------------------------------------------------===//

TEST(MorelloPhysicalShape, OfMorelloTests) {
  struct Row {
    llvm::StringRef layout;
    Extents extents;
    /// Empty if the layout does not apply.
    Extents physicalShape;
  };
  const Row rows[] = {
      {"[0, 1, 0 p(4)]", {64, 64}, {16, 64, 4}},
      {"[0, 1 p(2)]", {2, 2}, {2, 2}},
      {"[0 p(4), 1]", {1, 64}, {1, 64}},
      {"[0 p(2)]", {6}, {}},
      {"[0, 1, 0 p(4)]", {2, 64}, {1, 64, 2}},
      {"[0 p(4), 1]", {8, 64}, {}},
      {"[1, 0, 1 p(8)]", {10, 4}, {1, 10, 4}},
      {"[1, 0, 1 p(4), 0 p(2), 1 p(4)]", {10, 8}, {1, 5, 2, 2, 4}},
      {"[1, 0, 1 p(4), 0 p(2), 1 p(4)]", {10, 6}, {}},
      {"[0 oe(4)]", {1}, {1}},
      {"[0 oe(4)]", {2}, {}},
      {"[0 oe(4)]", {4}, {4}},
      {"[1, 0, 2, 0 p(2)]", {1, 1, 1}, {1, 1, 1, 1}},
      {"[1, 0, 2, 0 p(2)]", {2, 1, 1}, {1, 1, 1, 2}},
      {"[1, 0, 2, 0 p(2)]", {3, 1, 1}, {}},
      {"[1, 0, 2, 0 p(2)]", {4, 1, 1}, {1, 2, 1, 2}},
      {"[1, 0, 2, 0 p(2)]", {6, 1, 1}, {1, 3, 1, 2}},
      {"[0 p(2), 1, 0 p(4)]", {2, 3}, {}},
      // What is not known does not hide what is.
      {"[0, 1, 0 p(4)]", {kDynamic, 8}, {kDynamic, 8, kDynamic}},
      {"[0, 1, 0 p(4), 1 p(3), 0 oe(2)]",
       {kDynamic, 6},
       {kDynamic, 2, kDynamic, 3, 2}},
      {"[0, 1 p(3)]", {kDynamic, 8}, {}},
      {"[0]", {4, kDynamic}, {4}},
  };
  for (const Row &row : rows) {
    MorelloCase rowCase{parseMorelloOrFail(row.layout), row.extents};
    SCOPED_TRACE(rowCase.describe());
    bool isRefused =
        errorToBool(checkMorelloOnShape(rowCase.layout, row.extents));
    EXPECT_EQ(isRefused, row.physicalShape.empty());
    if (!isRefused) {
      EXPECT_EQ(getMorelloPhysicalShape(rowCase.layout, row.extents),
                row.physicalShape);
    }
  }
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

TEST(MorelloPosition, OfSingleElements) {
  struct Row {
    llvm::StringRef layout;
    Extents extents;
    Extents index;
    int64_t position;
  };
  const Row rows[] = {
      {"[0, 1]", {6, 8}, {5, 7}, 47},
      {"[1, 0]", {6, 8}, {2, 3}, 20},
      {"[1, 0, 1 p(4)]", {6, 8}, {5, 6}, 46},
      {"[1, 0, 1 p(4)]", {6, 8}, {5, 7}, 47},
      {"[1, 0, 1 p(4)]", {6, 8}, {2, 5}, 33},
      {"[0, 1 oe(8)]", {2, 8}, {0, 5}, 6},
      {"[0, 1 oe(8)]", {2, 8}, {1, 0}, 8},
      {"[0, 0 oe(8)]", {16}, {11}, 13},
      {"[1, 0, 1 p(8)]", {10, 4}, {9, 3}, 39},
      {"[0, 1, 0 p(2), 2]", {6, 8, 5}, {3, 4, 2}, 127},
      {"[]", {1, 1}, {0, 0}, 0},
  };
  for (const Row &row : rows) {
    MorelloCase rowCase{parseMorelloOrFail(row.layout), row.extents};
    SCOPED_TRACE(rowCase.describe());
    EXPECT_EQ(getMorelloPosition(rowCase.layout, row.extents, row.index),
              row.position);
  }
}

static Extents getStripPositions(llvm::StringRef layout, int64_t size) {
  Extents positions;
  for (int64_t i = 0; i < size; ++i)
    positions.push_back(
        getMorelloPosition(parseMorelloOrFail(layout), {size}, {i}));
  return positions;
}

TEST(MorelloPosition, EvenValuesComeFirst) {
  EXPECT_EQ(getStripPositions("[0 oe(8)]", 8),
            Extents({0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(getStripPositions("[0 oe(4)]", 4), Extents({0, 2, 1, 3}));
  EXPECT_EQ(getStripPositions("[0 oe(2)]", 2), Extents({0, 1}));
}

TEST(MorelloPosition, NoTwoIndicesShareAPosition) {
  // The first is where Morello's own expression has 6 positions for 24.
  std::vector<MorelloCase> cases = {
      {parseMorelloOrFail("[0 oe(4), 1, 0 p(2)]"), {8, 3}}};
  MorelloCases random(1);
  for (int i = 0; i < 200; ++i)
    cases.push_back(random.next());
  for (const MorelloCase &current : cases) {
    SCOPED_TRACE(current.describe());
    std::set<int64_t> positions;
    int64_t count = 0;
    forEachIndex(current.extents, [&](llvm::ArrayRef<int64_t> index) {
      positions.insert(
          getMorelloPosition(current.layout, current.extents, index));
      ++count;
    });
    EXPECT_EQ(static_cast<int64_t>(positions.size()), count);
    EXPECT_EQ(*positions.begin(), 0);
    EXPECT_EQ(*positions.rbegin(), count - 1);
  }
}

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

TEST(MorelloConstructors, LeaveOutUnitDimensions) {
  using M = MorelloLayout;
  EXPECT_EQ(toString(M::getRowMajor({16, 1, 4})), "[0, 2]");
  EXPECT_EQ(toString(M::getRowMajor({1, 1})), "[]");
  EXPECT_EQ(toString(M::getRowMajor({})), "[]");
  EXPECT_EQ(toString(M::getColumnMajor({2, 3, 4})), "[2, 1, 0]");
  EXPECT_EQ(toString(M::getColumnMajor({6, 8})), "[1, 0]");
  EXPECT_EQ(toString(M::getBatchedColumnMajor({2, 2, 2, 2})), "[0, 3, 2, 1]");
  EXPECT_EQ(toString(M::getBatchedColumnMajor({1, 2, 3})), "[2, 1]");
  EXPECT_EQ(toString(M::getBatchedColumnMajor({})), "[]");
  EXPECT_EQ(toString(M::getNhwc({2, 3, 4, 5})), "NHWC");
  EXPECT_EQ(toString(M::getNhwc({1, 3, 4, 5})), "[2, 3, 1]");
  EXPECT_EQ(toString(M::getNchwc({2, 8, 3, 3}, 4)), "[0, 1, 2, 3, 1 p(4)]");
  EXPECT_EQ(toString(M::getNchwc({1, 8, 3, 1}, 8)), "[1, 2, 1 p(8)]");
  EXPECT_EQ(toString(M::getNchwc({2, 8, 1, 1}, 4)), "[0, 1]");
  EXPECT_EQ(toString(M::getNchwc({2, 1, 3, 3}, 4)), "[0, 2, 3]");
  EXPECT_EQ(toString(M::getNhwc({kDynamic, 1, 4, 5})), "[0, 2, 3]");
}
