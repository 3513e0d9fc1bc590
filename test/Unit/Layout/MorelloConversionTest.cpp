//===- MorelloConversionTest.cpp ------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From Morello's notation to XLA's and back, by spelling and by positions.
//
//===----------------------------------------------------------------------===//

#include "MorelloTestSupport.h"

#include "tiled_layout/Layout/MorelloAnalysis.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"

using namespace mlir::tiled_layout;

namespace {

struct Spelling {
  const char *morello;
  Extents extents;
  const char *onShape;
  const char *onAnyShape;
};

const Spelling spellings[] = {
    {"[1, 0]", {6, 8}, "{0,1}", "{0,1}"},
    {"[0 oe(8)]", {8}, "{0:T(2)(4,1)}", "{0:T(min(2))(min(4),1)}, exact"},
    {"[0, 0 oe(8)]",
     {16},
     "{0:T(8)(2)(4,1)}",
     "{0:T(min(8))(min(2))(min(4),1)}, exact"},
    {"[0, 1 oe(8)]",
     {2, 8},
     "{1,0:T(2)(4,1)}",
     "{1,0:T(min(2))(min(4),1)}, exact"},
    {"[0, 2, 1, 1 oe(16)]",
     {2, 32, 3},
     "{1,2,0:T(16)(2)(8,1)}",
     "{1,2,0:T(min(16))(min(2))(min(8),1)}, exact"},
    {"[1, 0, 1 p(4)]", {6, 8}, "{0,1:T(4,1)}", "{0,1:T(min(4),1)}, exact"},
    {"[0, 1, 2, 1 p(8)]",
     {64, 64, 64},
     "{2,1,0:T(8,1)}",
     "{2,1,0:T(min(8),1)}, exact"},
    {"[0, 2, 1, 2 p(16), 1 p(2)]",
     {1, 4, 32},
     "{1,2,0:T(16,2)}",
     "{1,2,0:T(min(16),min(2))}, exact"},
    {"[1, 0, 1 p(4), 0 p(2), 1 p(4)]",
     {10, 32},
     "{0,1:T(16,2)(4,1)}",
     "{0,1:T(min(16),min(2))(4,1)}, exact"},
    {"[0, 1, 0 p(2), 2]",
     {6, 8, 5},
     "{2,1,0:T(2,1,5)}",
     "{2,1,0:T(min(2),1,full)}, exact"},
    {"[0, 1, 0 p(2), 2, 0 p(2)]",
     {8, 3, 2},
     "{2,1,0:T(4,1,2)(2,1,1)}",
     "{2,1,0:T(min(4),1,full)(2,1,1)}, exact"},
    {"[0 oe(4), 1]",
     {4, 64},
     "{1,0:T(2,64)(2,1,1,64)}",
     "{1,0:T(min(2),full)(min(2),1,1,full)}, exact"},
    // A level less than splitting each piece off by itself.
    {"[1 oe(4), 0, 1 p(3)]",
     {2, 12},
     "{0,1:T(6,1)(2,2,3,1)}",
     "{0,1:T(min(6),1)(min(2),full,3,1)}, exact"},
    {"NHWC", {2, 3, 4, 5}, "{1,3,2,0}", "{1,3,2,0}"},
    {"NHWC", {1, 3, 1, 1}, "{1,3,2,0}", "{1,3,2,0}"},
    {"[0, 1, 2, 3, 1 p(4)]",
     {2, 8, 3, 3},
     "{3,2,1,0:T(4,1,1)}",
     "{3,2,1,0:T(min(4),1,1)}, exact"},
    // A pack that shrinks to all of its dimension is no tile.
    {"[1, 0, 1 p(8)]", {10, 4}, "{1,0}", "{0,1:T(min(8),1)}, exact"},
    // A dimension of extent 1 costs no entries.
    {"[0, 2, 0 p(2)]",
     {4, 1, 3},
     "{2,0,1:T(2,1)}",
     "{2,0,1:T(min(2),1)}, exact"},
    {"[0, 1 oe(4)]",
     {2, 4, 1},
     "{1,0,2:T(2)(2,1)}",
     "{1,0,2:T(min(2))(min(2),1)}, exact"},
    {"[]", {1, 1}, "{1,0}", "{1,0}"},
    {"[]", {}, "{}", "{}"},
};

} // namespace

TEST(MorelloToLayout, Spellings) {
  for (const Spelling &row : spellings) {
    MorelloCase rowCase{parseMorelloOrFail(row.morello), row.extents};
    SCOPED_TRACE(rowCase.describe());
    EXPECT_EQ(toString(getLayoutOnShape(rowCase.layout, row.extents)),
              row.onShape);
    EXPECT_EQ(
        toString(getLayoutForAnyShape(rowCase.layout, row.extents.size())),
        row.onAnyShape);
  }
}

/// Expects that `layout` puts every element where Morello does, without
/// padding.
static void expectMorelloPositions(const MorelloCase &current,
                                   const Layout &layout) {
  SCOPED_TRACE(toString(layout));
  std::optional<Violation> broken = checkLayout(layout);
  if (!broken)
    broken = checkLayoutOnShape(layout, current.extents);
  ASSERT_FALSE(broken) << broken->message;

  Placement placement(layout, current.extents);
  int64_t count = 0, wrong = 0;
  forEachIndex(current.extents, [&](llvm::ArrayRef<int64_t> index) {
    ++count;
    wrong += placement.getPosition(index) !=
             getMorelloPosition(current.layout, current.extents, index);
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(placement.getElements(), count);
}

TEST(MorelloToLayout, SpellingsHaveMorelloPositions) {
  for (const Spelling &row : spellings) {
    MorelloCase current{parseMorelloOrFail(row.morello), row.extents};
    int64_t count = 1;
    for (int64_t extent : row.extents)
      count *= extent;
    if (count > 10000)
      continue;
    SCOPED_TRACE(current.describe());
    expectMorelloPositions(current,
                           getLayoutOnShape(current.layout, row.extents));
  }
}

TEST(MorelloToLayout, RandomLayoutsHaveMorelloPositions) {
  MorelloCases random(2);
  size_t longest = 0;
  for (int i = 0; i < 2500; ++i) {
    MorelloCase current = random.next();
    SCOPED_TRACE(current.describe());
    Layout onShape = getLayoutOnShape(current.layout, current.extents);
    expectMorelloPositions(current, onShape);
    EXPECT_FALSE(onShape.hasExtentEntry());
    EXPECT_FALSE(onShape.exact);

    Layout onAnyShape =
        getLayoutForAnyShape(current.layout, current.extents.size());
    expectMorelloPositions(current, onAnyShape);
    EXPECT_EQ(onAnyShape.exact, !onAnyShape.tiles.empty());
    longest = std::max(longest, onAnyShape.tiles.size());
  }
  // Many pieces, yet few levels.
  EXPECT_LE(longest, 5u);
}

TEST(MorelloToLayout, LongLayoutsNeedNoSearch) {
  // 2^20 elements, 20 pieces: more than the search can try.
  MorelloCase current{{}, {1, 1, 1, 1}};
  for (int i = 0; i < 20; ++i) {
    int64_t dim = i % 4;
    current.layout.dims.push_back(i % 3 == 0 ? MorelloDim::getOddEven(dim, 4)
                                             : MorelloDim::getPacked(dim, 2));
    current.extents[dim] *= current.layout.dims.back().size;
  }
  ASSERT_FALSE(errorToBool(checkMorello(current.layout)));
  ASSERT_FALSE(
      errorToBool(checkMorelloOnShape(current.layout, current.extents)));
  Layout layout = getLayoutOnShape(current.layout, current.extents);
  ASSERT_FALSE(checkLayoutOnShape(layout, current.extents));
  Placement placement(layout, current.extents);
  std::mt19937_64 random(3);
  for (int i = 0; i < 200; ++i) {
    Extents index;
    for (int64_t extent : current.extents)
      index.push_back(random() % extent);
    EXPECT_EQ(placement.getPosition(index),
              getMorelloPosition(current.layout, current.extents, index));
  }
}

TEST(MorelloToLayout, TheLongestTextIsNoBurden) {
  MorelloLayout layout;
  for (int piece = 0; piece < 5; ++piece)
    for (int64_t dim = 0; dim < 51; ++dim)
      layout.dims.push_back(piece == 0 ? MorelloDim::getDynamic(dim)
                                       : MorelloDim::getPacked(dim, 2));
  ASSERT_FALSE(errorToBool(checkMorello(layout)));
  Layout onAnyShape = getLayoutForAnyShape(layout, 51);
  EXPECT_FALSE(checkLayout(onAnyShape));
}

//===----------------------------------------------------------------------===//
// The other direction
//===----------------------------------------------------------------------===//

static Shape parseShapeOrFail(llvm::StringRef text) {
  llvm::Expected<Shape> shape = parseShape(text);
  if (shape)
    return *shape;
  ADD_FAILURE() << text.str() << ": " << llvm::toString(shape.takeError());
  return {*getElementType("f32"), {}, std::nullopt, {}};
}

TEST(LayoutToMorello, Spellings) {
  const std::pair<const char *, const char *> rows[] = {
      {"f32[16,256]{1,0:T(8,128)}", "[0, 1, 0 p(8), 1 p(128)]"},
      {"bf16[16,256]{1,0:T(8,128)(2,1)}", "[0, 1, 0 p(4), 1 p(128), 0 p(2)]"},
      {"f32[8]{0:T(2)(4,1)}", "[0 oe(8)]"},
      {"f32[16]{0:T(8)(2)(4,1)}", "[0, 0 oe(8)]"},
      {"f32[4,6]{1,0}", "[0, 1]"},
      {"f32[4,1,6]{0,1,2}", "[2, 0]"},
      {"f32[2,3,4,5]{1,3,2,0}", "NHWC"},
      {"f32[]", "[]"},
      // `*` where it merges whole dimensions.
      {"f32[4,8]{1,0:T(*,16)}", "[0, 1]"},
      {"f32[4,8]{1,0:T(*,16)(1,2)}", "[0, 1]"},
      {"f32[4,8,3]{2,1,0:T(*,16,1)}", "[0, 2, 0 p(2), 1]"},
      // L that adds nothing.
      {"f32[4,8]{1,0:L(16)}", "[0, 1]"},
      {"f32[4,8]{1,0:T(full,1)}, exact", "[1, 0]"},
  };
  for (auto [xla, morello] : rows) {
    SCOPED_TRACE(xla);
    Shape shape = parseShapeOrFail(xla);
    llvm::Expected<MorelloLayout> layout =
        getMorelloLayout(shape.getLayout(), shape.extents());
    ASSERT_TRUE(!!layout) << llvm::toString(layout.takeError());
    EXPECT_EQ(toString(*layout), morello);
    expectMorelloPositions({*layout, Extents(shape.extents())},
                           shape.getLayout());
  }
}

TEST(LayoutToMorello, Refusals) {
  const std::pair<const char *, const char *> rows[] = {
      {"f32[3,5]{1,0:T(2,2)}",
       "tile size 2 of level 1 does not divide extent 3, and Morello does not "
       "pad"},
      {"f32[4]{0:T(8)}",
       "tile size 8 of level 1 does not divide extent 4, and Morello does not "
       "pad"},
      {"f32[4,4]{1,0:T(2,2)(4,1)}",
       "tile size 4 of level 2 does not divide extent 2, and Morello does not "
       "pad"},
      {"f32[2,3]{1,0:T(*,2)}",
       "tile size 2 of level 1 divides dimensions merged by '*' unevenly: 3 "
       "values of dimension 1 against 2"},
      {"f32[8]{0:L(16)}",
       "Morello has no padding after the last tile, but the layout has L(16)"},
      {"f32[8]{0:E(32)}",
       "Morello has no size of elements, but the layout has E(32)"},
      {"f32[8]{0:S(1)}",
       "Morello has no memory space, but the layout has S(1)"},
      {"f32[8]{0:SC(0:4)}",
       "Morello is for one memory, but the layout splits physical "
       "dimension 0"},
      {"f32[8]{0:M(8)}", "Morello has no metadata, but the layout has M(8)"},
      {"f32[0]{0}",
       "size of dimension 0 must be at least 1 in a Morello layout, but is 0"},
      {"f32[9]{0:T(3)(3,1)}",
       "steps of 1 in dimension 0 lie outside larger steps: Morello keeps the "
       "pieces of a dimension in their order, but for odd-even strips"},
      {"f32[16]{0:T(8)(2,2)(2,1,1)}",
       "0 oe(4) and 0 oe(4) side by side are refused: Morello does not define "
       "two odd-even strips of one dimension as neighbours"},
  };
  for (auto [xla, message] : rows) {
    SCOPED_TRACE(xla);
    Shape shape = parseShapeOrFail(xla);
    llvm::Expected<MorelloLayout> layout =
        getMorelloLayout(shape.getLayout(), shape.extents());
    if (layout) {
      ADD_FAILURE() << "gives " << toString(*layout);
      continue;
    }
    EXPECT_EQ(llvm::toString(layout.takeError()), message);
  }
}

TEST(LayoutToMorello, RandomLayoutsComeBack) {
  MorelloCases random(4);
  for (int i = 0; i < 2000; ++i) {
    MorelloCase current = random.next();
    SCOPED_TRACE(current.describe());
    MorelloLayout canonical =
        getCanonicalView(MorelloView::getWhole(current.layout), current.extents)
            .layout;
    for (const Layout &layout :
         {getLayoutOnShape(current.layout, current.extents),
          getLayoutForAnyShape(current.layout, current.extents.size())}) {
      SCOPED_TRACE(toString(layout));
      llvm::Expected<MorelloLayout> back =
          getMorelloLayout(layout, current.extents);
      // A dimension of extent 1 may have kept two strips apart.
      if (llvm::Error refusal = checkMorello(canonical)) {
        ASSERT_FALSE(!!back);
        EXPECT_EQ(llvm::toString(back.takeError()),
                  toString(std::move(refusal)));
        continue;
      }
      ASSERT_TRUE(!!back) << llvm::toString(back.takeError());
      EXPECT_EQ(toString(*back), toString(canonical));
      expectMorelloPositions({*back, current.extents}, layout);
    }
  }
}

/// Tiles at random: each either becomes Morello's with the same positions, or
/// is refused for a reason.
TEST(LayoutToMorello, AcceptedTilesKeepTheirPositions) {
  std::mt19937_64 random(5);
  auto below = [&](int64_t bound) -> int64_t { return random() % bound; };
  int accepted = 0, refused = 0;
  for (int i = 0; i < 3000; ++i) {
    Extents extents;
    Layout layout;
    for (int64_t dim = 0, rank = 1 + below(3); dim < rank; ++dim) {
      extents.push_back(1 << below(4));
      layout.minorToMajor.insert(layout.minorToMajor.begin() + below(dim + 1),
                                 dim);
    }
    for (int64_t level = below(4); level > 0; --level) {
      Tile &tile = layout.tiles.emplace_back();
      for (int64_t entry = 1 + below(3); entry > 0; --entry)
        tile.push_back(entry > 1 && below(6) == 0
                           ? TileEntry::getCombine()
                           : TileEntry::getSize(1 << below(3)));
    }
    llvm::Expected<MorelloLayout> morello = getMorelloLayout(layout, extents);
    if (!morello) {
      ++refused;
      EXPECT_FALSE(llvm::toString(morello.takeError()).empty());
      continue;
    }
    ++accepted;
    MorelloCase current{*morello, extents};
    SCOPED_TRACE(current.describe());
    EXPECT_FALSE(errorToBool(checkMorelloOnShape(*morello, extents)));
    expectMorelloPositions(current, layout);
  }
  EXPECT_GT(accepted, 500);
  EXPECT_GT(refused, 500);
}
