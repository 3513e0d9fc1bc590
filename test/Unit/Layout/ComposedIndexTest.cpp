//===- ComposedIndexTest.cpp ----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Layout/ComposedIndex.h"

#include "LayoutText.h"
#include "RandomLayouts.h"

#include <numeric>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using llvm::ArrayRef;
using llvm::SmallVector;

TEST(ComposedIndexTest, TransposeOfOrders) {
  ComposedIndex index({5, 3});
  index.select({1, 0});
  EXPECT_EQ(index.getExtents(), (ArrayRef<int64_t>{3, 5}));
  EXPECT_TRUE(index.keepsPositions(layoutOf("{0,1}"), layoutOf("{1,0}")));
  EXPECT_FALSE(index.keepsPositions(layoutOf("{1,0}"), layoutOf("{1,0}")));
}

// Tiles along the minor dimension are whole rows of the reshaped array.
TEST(ComposedIndexTest, ReshapeAtATilesEdge) {
  ComposedIndex index({4, 8, 16});
  index.reshape({4, 128});
  EXPECT_TRUE(index.keepsPositions(layoutOf("{1,0}"), layoutOf("{2,1,0}")));
  EXPECT_TRUE(
      index.keepsPositions(layoutOf("{1,0:T(4,16)}"), layoutOf("{2,0,1}")));
  EXPECT_FALSE(
      index.keepsPositions(layoutOf("{1,0:T(4,16)}"), layoutOf("{2,1,0}")));
}

// Unstick, split heads, transpose, stick: tiles of 64 columns are the heads.
TEST(ComposedIndexTest, StickedHeads) {
  ComposedIndex index({12, 128, 64}); // [heads, rows, columns]
  index.select({1, 0, 2});
  index.reshape({128, 768});
  // Strips of 32 rows hold all heads.
  EXPECT_TRUE(index.keepsPositions(layoutOf("{1,0:T(32,64)}"),
                                   layoutOf("{2,1,0:T(12,32,64)}")));
  EXPECT_FALSE(index.keepsPositions(layoutOf("{1,0:T(32,64)}"),
                                    layoutOf("{2,1,0:T(32,64)}")));
  // [rows, columns] in tiles of all rows by 64.
  EXPECT_TRUE(
      index.keepsPositions(layoutOf("{1,0:T(128,64)}"), layoutOf("{2,1,0}")));
  EXPECT_TRUE(index.keepsPositions(layoutOf("{1,0:T(128,64)(8,64)}"),
                                   layoutOf("{2,1,0:T(8,64)}")));
}

TEST(ComposedIndexTest, BroadcastAddsElements) {
  ComposedIndex index({4, 3});
  index.select({1});
  EXPECT_FALSE(index.keepsPositions(layoutOf("{0}"), layoutOf("{1,0}")));
  ComposedIndex single({1, 3});
  single.select({1});
  EXPECT_TRUE(single.keepsPositions(layoutOf("{0}"), layoutOf("{1,0}")));
}

TEST(ComposedIndexTest, WithoutElementsNothingMoves) {
  ComposedIndex index({0, 3});
  index.reshape({3, 0});
  index.select({1, 0});
  EXPECT_TRUE(index.keepsPositions(layoutOf("{0,1}"), layoutOf("{1,0:T(8)}")));
}

TEST(ComposedIndexTest, ExtentsOfOne) {
  ComposedIndex index({1, 6, 1});
  index.reshape({2, 1, 3, 1, 1});
  index.reshape({6});
  EXPECT_TRUE(index.keepsPositions(layoutOf("{0}"), layoutOf("{0,1,2}")));
  ComposedIndex one({1, 1});
  one.reshape({});
  one.reshape({1, 1, 1});
  EXPECT_TRUE(one.keepsPositions(layoutOf("{0,1,2}"), layoutOf("{1,0}")));
}

//===----------------------------------------------------------------------===//
// Against positions, one by one
//===----------------------------------------------------------------------===//

namespace {

/// A chain and, beside it, the operand's index of every element of the result,
/// as row-major numbers.
struct Chain {
  ComposedIndex index;
  SmallVector<int64_t> resultExtents;
  SmallVector<int64_t> extents;
  std::vector<int64_t> origin;
  std::string text;
};

int64_t getProduct(ArrayRef<int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t(1),
                         std::multiplies<>());
}

SmallVector<int64_t> toIndex(int64_t number, ArrayRef<int64_t> extents) {
  SmallVector<int64_t> index(extents.size());
  for (size_t dim = extents.size(); dim-- > 0; number /= extents[dim])
    index[dim] = number % extents[dim];
  return index;
}

int64_t toNumber(ArrayRef<int64_t> index, ArrayRef<int64_t> extents) {
  int64_t number = 0;
  for (auto [value, extent] : llvm::zip_equal(index, extents))
    number = number * extent + value;
  return number;
}

/// Draws extents with a given product.
SmallVector<int64_t> factorise(std::mt19937_64 &random, int64_t product) {
  SmallVector<int64_t> extents;
  while (product > 1 && extents.size() < 4) {
    int64_t factor = pick(random, 1, 12);
    if (product % factor == 0) {
      extents.push_back(factor);
      product /= factor;
    }
  }
  extents.push_back(product);
  return extents;
}

void transpose(std::mt19937_64 &random, Chain &chain) {
  SmallVector<int64_t> dims(chain.extents.size());
  std::iota(dims.begin(), dims.end(), 0);
  for (size_t k = dims.size(); k > 1; --k)
    std::swap(dims[k - 1], dims[pick(random, 0, k - 1)]);
  SmallVector<int64_t> extents;
  for (int64_t dim : dims)
    extents.push_back(chain.extents[dim]);
  for (int64_t &number : chain.origin) {
    SmallVector<int64_t> index = toIndex(number, chain.extents), moved;
    for (int64_t dim : dims)
      moved.push_back(index[dim]);
    number = toNumber(moved, extents);
  }
  chain.index.select(dims);
  chain.extents = extents;
}

Chain getRandomChain(std::mt19937_64 &random) {
  static constexpr int64_t sizes[] = {16, 24, 32, 36, 48, 60, 64, 96};
  SmallVector<int64_t> extents = factorise(random, sizes[pick(random, 0, 7)]);
  Chain chain{ComposedIndex(extents), extents, extents, {}, ""};
  chain.origin.resize(getProduct(extents));
  std::iota(chain.origin.begin(), chain.origin.end(), 0);
  llvm::raw_string_ostream os(chain.text);
  auto note = [&] {
    os << '[';
    llvm::interleaveComma(chain.extents, os);
    os << "] ";
  };
  note();
  for (int64_t steps = pick(random, 0, 3); steps > 0; --steps) {
    if (chance(random, 50)) {
      transpose(random, chain);
    } else {
      chain.extents = factorise(random, getProduct(chain.extents));
      chain.index.reshape(chain.extents);
    }
    note();
  }
  return chain;
}

Layout getRandomLayoutOf(std::mt19937_64 &random, ArrayRef<int64_t> extents) {
  RandomLayoutOptions options;
  for (;;) {
    Layout layout;
    for (size_t dim = 0; dim < extents.size(); ++dim)
      layout.minorToMajor.insert(
          layout.minorToMajor.begin() + pick(random, 0, dim), dim);
    for (int64_t levels = pick(random, 0, 2); levels > 0; --levels)
      layout.tiles.push_back(getRandomTile(random, extents.size(), options));
    if (!checkLayoutOnShape(layout, extents))
      return layout;
  }
}

} // namespace

TEST(ComposedIndexTest, RandomChainsAgreeWithPositions) {
  std::mt19937_64 random(20261121);
  int64_t kept = 0;
  for (int trial = 0; trial < 20000; ++trial) {
    Chain chain = getRandomChain(random);
    Layout source = getRandomLayoutOf(random, chain.extents);
    Layout dest = getRandomLayoutOf(random, chain.resultExtents);
    Placement from(source, chain.extents), to(dest, chain.resultExtents);
    bool expected = true;
    for (auto [number, origin] : llvm::enumerate(chain.origin))
      expected &= from.getPosition(toIndex(origin, chain.extents)) ==
                  to.getPosition(toIndex(number, chain.resultExtents));
    kept += expected;
    ASSERT_EQ(chain.index.keepsPositions(source, dest), expected)
        << "trial " << trial << ": " << chain.text << "from "
        << toString(source) << " to " << toString(dest);
  }
  // Enough of both.
  EXPECT_GT(kept, 500);
  EXPECT_LT(kept, 19500);
}
