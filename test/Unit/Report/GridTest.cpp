//===- GridTest.cpp -------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Report/Grid.h"

#include "../Layout/RandomLayouts.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Rules.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Report/Svg.h"

#include "gtest/gtest.h"

using namespace mlir::tiled_layout;

static Grid getGrid(llvm::StringRef text) {
  Shape shape = llvm::cantFail(parseShape(text));
  return llvm::cantFail(getGrid(shape.getLayout(), shape.extents(), 4096));
}

static std::string print(llvm::StringRef text, bool colours = false) {
  std::string result;
  llvm::raw_string_ostream os(result);
  os.enable_colors(colours);
  print(os, getGrid(text));
  return result;
}

TEST(GridTest, Figure1) {
  Grid grid = getGrid("f32[3,5]{1,0:T(2,2)}");
  ASSERT_EQ(grid.planes.size(), 1u);
  EXPECT_EQ(grid.planes[0].rows, 4);
  EXPECT_EQ(grid.planes[0].columns, 6);
  const GridCell &cell = grid.planes[0].at(2, 3);
  EXPECT_EQ(cell.position, 17);
  EXPECT_EQ(cell.tiles, (llvm::SmallVector<int64_t, 2>{4}));
  EXPECT_FALSE(cell.isPadding);
  EXPECT_TRUE(grid.planes[0].at(3, 5).isPadding);
  EXPECT_EQ(grid.planes[0].at(3, 5).position, 23);
  EXPECT_EQ(print("f32[3,5]{1,0:T(2,2)}"), "      0  1    2  3    4  5\n"
                                           "  0   0  1 |  4  5 |  8  .\n"
                                           "  1   2  3 |  6  7 | 10  .\n"
                                           "    -------+-------+------\n"
                                           "  2  12 13 | 16 17 | 20  .\n"
                                           "  3   .  . |  .  . |  .  .\n");
}

TEST(GridTest, Figure4PairsTiles) {
  Grid grid = getGrid("f32[8,8]{1,0:T(2,4)(2,1,1,1)}");
  const GridPlane &plane = grid.planes[0];
  EXPECT_EQ(plane.at(6, 5).position, 51);
  // The same place of two tiles that are matched: one tile of level 2.
  EXPECT_EQ(plane.at(4, 5).position, 50);
  EXPECT_EQ(plane.at(4, 5).tiles[1], plane.at(6, 5).tiles[1]);
  EXPECT_NE(plane.at(4, 5).tiles[0], plane.at(6, 5).tiles[0]);
  EXPECT_NE(plane.at(4, 4).tiles[1], plane.at(6, 5).tiles[1]);
}

TEST(GridTest, SlicesAndMergedDimensions) {
  EXPECT_EQ(print("f32[2,2,2]{2,1,0}"), "  [0, :, :]\n"
                                        "     0 1\n"
                                        "  0  0 1\n"
                                        "  1  2 3\n"
                                        "  [1, :, :]\n"
                                        "     0 1\n"
                                        "  0  4 5\n"
                                        "  1  6 7\n");
  // A tile that ends in the middle of a row.
  EXPECT_EQ(print("f32[2,3]{1,0:T(*,4)}"), "     0   1 2\n"
                                           "  0  0   1 2\n"
                                           "      -+----\n"
                                           "  1  3 | 4 5\n");
}

TEST(GridTest, ColoursOnlyIfEnabled) {
  EXPECT_EQ(print("f32[4]{0:T(2)}").find('\033'), std::string::npos);
  EXPECT_NE(print("f32[4]{0:T(2)}", /*colours=*/true).find('\033'),
            std::string::npos);
  // Without tiles there is nothing to tell apart.
  EXPECT_EQ(print("f32[4]{0}", /*colours=*/true).find('\033'),
            std::string::npos);
}

TEST(GridTest, Refusals) {
  auto refuse = [](llvm::StringRef text) {
    Shape shape = llvm::cantFail(parseShape(text));
    auto grid = getGrid(shape.getLayout(), shape.extents(), 100);
    return grid ? "" : llvm::toString(grid.takeError());
  };
  EXPECT_EQ(refuse("f32[10,10]{1,0}"), "");
  EXPECT_EQ(refuse("f32[101]{0}"),
            "picture of 101 elements, padding included, is too large: at most "
            "100 can be drawn");
  EXPECT_EQ(refuse("f32[0]{0}"), "picture of an array without elements");
  EXPECT_EQ(refuse("f32[?]{0}"),
            "picture needs a shape without unknown extents");
}

TEST(GridTest, EveryPositionIsShownOnce) {
  std::mt19937_64 random(99);
  for (int i = 0; i < 300; ++i) {
    test::RandomLayout sample = test::getRandomLayout(random);
    SCOPED_TRACE("layout " + std::to_string(i) + ": " + sample.describe());
    if (llvm::is_contained(sample.extents, 0))
      continue;
    Placement placement(sample.layout, sample.extents);
    auto grid = getGrid(sample.layout, sample.extents, 1 << 20);
    ASSERT_TRUE(bool(grid));

    ASSERT_EQ(int64_t(grid->memory.size()), placement.getElements());
    for (auto [position, cell] : llvm::enumerate(grid->memory)) {
      auto index = placement.getIndex(position);
      if (!index) {
        EXPECT_TRUE(!cell || cell->isPadding) << "position " << position;
        continue;
      }
      ASSERT_TRUE(cell && !cell->isPadding) << "position " << position;
      EXPECT_EQ(cell->index, (llvm::ArrayRef<int64_t>(*index)));
    }
    size_t cells = 0, shown = 0;
    for (const GridPlane &plane : grid->planes)
      cells += plane.cells.size();
    for (const auto &cell : grid->memory)
      shown += cell.has_value();
    EXPECT_EQ(cells, shown);
  }
}

TEST(GridTest, NeighboursHaveDifferentColours) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 300; ++i) {
    test::RandomLayout sample = test::getRandomLayout(random);
    SCOPED_TRACE("layout " + std::to_string(i) + ": " + sample.describe());
    // Merged dimensions have tiles with any number of neighbours.
    if (llvm::is_contained(sample.extents, 0) || sample.layout.tiles.empty() ||
        sample.layout.hasCombine())
      continue;
    Grid grid = llvm::cantFail(getGrid(sample.layout, sample.extents, 1 << 20));
    auto check = [](const GridCell &a, const GridCell &b) {
      if (a.tiles.front() != b.tiles.front())
        EXPECT_NE(a.colour, b.colour);
    };
    for (const GridPlane &plane : grid.planes)
      for (int64_t row = 1; row < plane.rows; ++row)
        for (int64_t column = 1; column < plane.columns; ++column) {
          check(plane.at(row, column), plane.at(row - 1, column));
          check(plane.at(row, column), plane.at(row, column - 1));
        }
    for (size_t position = 1; position < grid.memory.size(); ++position)
      if (grid.memory[position - 1] && grid.memory[position])
        check(*grid.memory[position - 1], *grid.memory[position]);
  }
}

static std::string draw(llvm::StringRef text, llvm::StringRef title,
                        std::optional<llvm::SmallVector<int64_t>> marked) {
  Shape shape = llvm::cantFail(parseShape(text));
  std::string svg;
  llvm::raw_string_ostream os(svg);
  std::optional<llvm::ArrayRef<int64_t>> index;
  if (marked)
    index = *marked;
  llvm::cantFail(
      printSvg(os, shape.getLayout(), shape.extents(), title, index));
  return svg;
}

/// Returns a number of the first line: `width` or `height`.
static int64_t getLength(llvm::StringRef svg, llvm::StringRef name) {
  int64_t length = 0;
  svg.split((" " + name + "=\"").str()).second.consumeInteger(10, length);
  return length;
}

TEST(SvgTest, DrawsEveryCellTwiceAndMarksOne) {
  llvm::SmallVector<int64_t> marked = {2, 3};
  std::string text = draw("f32[3,5]{1,0:T(2,2)}", "a<b", marked);
  llvm::StringRef svg = text;
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  // 15 elements and 9 positions of padding, in the array and in memory; each
  // once more in the legend.
  EXPECT_EQ(svg.count("class=\"box f"), 2 * 15 + 1u);
  EXPECT_EQ(svg.count("class=\"box pad"), 2 * 9 + 1u);
  EXPECT_EQ(svg.count("class=\"spot\""), 2u);
  EXPECT_EQ(svg.count(">17</text>"), 1u);
  EXPECT_EQ(svg.count(">2,3</text>"), 1u);
  EXPECT_EQ(svg.count(">a&lt;b</text>"), 1u);
  EXPECT_EQ(svg.count("dimension 0"), 1u);
}

TEST(SvgTest, DrawsNoCellBehindTheBuffer) {
  std::string text = draw("f32[3,5]{1,0:T(2,2)L(64)}", "", std::nullopt);
  llvm::StringRef svg = text;
  // 24 in the array, 64 in memory, two in the legend.
  EXPECT_EQ(svg.count("class=\"box "), 24 + 64 + 2u);
}

TEST(SvgTest, FitsOnAScreen) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 200; ++i) {
    test::RandomLayout sample = test::getRandomLayout(random);
    // Larger arrays: blocks instead of elements.
    if (i % 2)
      for (int64_t &extent : sample.extents)
        extent *= 37;
    SCOPED_TRACE("layout " + std::to_string(i) + ": " + sample.describe());
    if (llvm::is_contained(sample.extents, 0) ||
        checkLayoutOnShape(sample.layout, sample.extents))
      continue;
    llvm::SmallVector<int64_t> marked;
    for (int64_t extent : sample.extents)
      marked.push_back(random() % extent);
    std::string svg;
    llvm::raw_string_ostream os(svg);
    llvm::cantFail(
        printSvg(os, sample.layout, sample.extents, "title", marked));
    EXPECT_LE(getLength(svg, "width"), 1300);
    EXPECT_LE(getLength(svg, "height"), 1040);
    EXPECT_GE(llvm::StringRef(svg).count("class=\"spot\""), 2u);
  }
}

TEST(SvgTest, DrawsWhatIsTooLargeForMemory) {
  std::string text = draw("bf16[1000000,1000003]{1,0:T(8,128)(2,1)}", "",
                          llvm::SmallVector<int64_t>{999999, 1000002});
  llvm::StringRef svg = text;
  EXPECT_EQ(svg.count(">[999992:1000000,999936:1000003]</text>"), 1u);
  EXPECT_EQ(svg.count(">999999,1000002</text>"), 1u);
}
