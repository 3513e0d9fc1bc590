//===- PacksTest.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packs against an evaluator written from linalg.pack's definition.
//
//===----------------------------------------------------------------------===//

#include "../LayoutText.h"
#include "../RandomLayouts.h"

#include "tiled_layout/Layout/Interop/Packs.h"
#include "tiled_layout/Layout/Reference.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

/// A row-major array of element numbers, `reference::padding` where there is
/// none.
struct Array {
  std::vector<int64_t> extents;
  std::vector<int64_t> contents;

  static Array getNumbered(ArrayRef<int64_t> extents) {
    Array array{extents.vec(), {}};
    array.contents.resize(array.count());
    for (size_t i = 0; i < array.contents.size(); ++i)
      array.contents[i] = i;
    return array;
  }

  int64_t count() const {
    int64_t product = 1;
    for (int64_t extent : extents)
      product *= extent;
    return product;
  }

  /// The element at an index, padding outside of the extents.
  int64_t get(ArrayRef<int64_t> index) const {
    int64_t position = 0;
    for (size_t dim = 0; dim < extents.size(); ++dim) {
      if (index[dim] >= extents[dim])
        return reference::padding;
      position = position * extents[dim] + index[dim];
    }
    return contents[position];
  }
};

/// result[outer..., inner...] = source[i], i[d] = outer * tile + inner.
Array pack(const Array &source, const Pack &pack) {
  size_t rank = source.extents.size();
  Array result;
  for (size_t place = 0; place < rank; ++place) {
    size_t dim = pack.outerDimsPerm.empty() ? place : pack.outerDimsPerm[place];
    int64_t tile = 1;
    for (size_t i = 0; i < pack.innerDimsPos.size(); ++i)
      if (pack.innerDimsPos[i] == static_cast<int64_t>(dim))
        tile = pack.innerTiles[i];
    result.extents.push_back((source.extents[dim] + tile - 1) / tile);
  }
  for (int64_t tile : pack.innerTiles)
    result.extents.push_back(tile);

  std::vector<int64_t> index(result.extents.size(), 0);
  for (int64_t i = 0, count = result.count(); i < count; ++i) {
    int64_t rest = i;
    for (size_t axis = index.size(); axis-- > 0;) {
      index[axis] = rest % result.extents[axis];
      rest /= result.extents[axis];
    }
    std::vector<int64_t> from(rank);
    for (size_t place = 0; place < rank; ++place)
      from[pack.outerDimsPerm.empty() ? place : pack.outerDimsPerm[place]] =
          index[place];
    for (size_t inner = 0; inner < pack.innerDimsPos.size(); ++inner) {
      int64_t &at = from[pack.innerDimsPos[inner]];
      at = at * pack.innerTiles[inner] + index[rank + inner];
    }
    result.contents.push_back(source.get(from));
  }
  return result;
}

Array reshape(const Array &source, const PackStep &step) {
  Array result{{}, source.contents};
  for (const auto &axes : step.reshape) {
    result.extents.push_back(1);
    for (int64_t axis : axes)
      result.extents.back() *= source.extents[axis];
  }
  return result;
}

SmallVector<int64_t> getShuffled(std::mt19937_64 &random, int64_t count) {
  SmallVector<int64_t> numbers = llvm::to_vector(llvm::seq<int64_t>(0, count));
  for (int64_t i = count - 1; i > 0; --i)
    std::swap(numbers[i], numbers[pick(random, 0, i)]);
  return numbers;
}

Pack getRandomPack(std::mt19937_64 &random, int64_t rank) {
  Pack pack;
  if (chance(random, 50))
    pack.outerDimsPerm = getShuffled(random, rank);
  pack.innerDimsPos = getShuffled(random, rank);
  pack.innerDimsPos.truncate(pick(random, 0, std::min<int64_t>(rank, 3)));
  for (size_t i = 0; i < pack.innerDimsPos.size(); ++i)
    pack.innerTiles.push_back(pick(random, 1, 5));
  return pack;
}

std::string describe(ArrayRef<Pack> packs, ArrayRef<int64_t> extents) {
  return extentsToString(extents) + " " + toString(packs);
}

} // namespace

TEST(PacksTest, chainsOfPacksAreLayouts) {
  std::mt19937_64 random(1);
  int chains = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    SmallVector<int64_t> extents =
        getRandomExtents(random, {/*maxRank=*/4, 3, 1500, false});
    SmallVector<Pack> packs;
    Array packed = Array::getNumbered(extents);
    for (int64_t count = pick(random, 1, 3); count > 0; --count) {
      packs.push_back(getRandomPack(random, packed.extents.size()));
      ASSERT_FALSE(errorToBool(checkPack(packs.back(), packed.extents.size())));
      SmallVector<int64_t> expected =
          getPackedExtents(packs.back(), packed.extents);
      if (packed.count() > 20000)
        break;
      packed = pack(packed, packs.back());
      ASSERT_EQ(ArrayRef<int64_t>(packed.extents), ArrayRef(expected));
    }
    if (packed.count() > 20000 || packed.count() == 0)
      continue;
    PackedLayout layout = getLayoutOfPacks(packs, extents);
    ASSERT_FALSE(checkLayout(layout.layout)) << describe(packs, extents);
    ASSERT_EQ(reference::getContents(layout.layout, extents), packed.contents)
        << describe(packs, extents) << ": " << toString(layout.layout);

    // What is kept of the physical shape is the packed shape.
    std::vector<int64_t> physical =
        reference::getPhysicalShape(layout.layout, extents);
    std::vector<int64_t> kept;
    for (int64_t axis : layout.keptAxes)
      kept.push_back(std::exchange(physical[axis], 1));
    ASSERT_EQ(kept, packed.extents) << describe(packs, extents);
    ASSERT_TRUE(llvm::all_of(physical, [](int64_t e) { return e == 1; }));
    ++chains;
  }
  EXPECT_GT(chains, 2000);
}

TEST(PacksTest, unknownExtentsMoveByFull) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 2000; ++trial) {
    SmallVector<int64_t> extents = getRandomExtents(
        random, {/*maxRank=*/3, 3, 1500, /*zeroExtents=*/false});
    SmallVector<int64_t> known(extents);
    for (int64_t &extent : known)
      if (chance(random, 50))
        extent = kDynamic;
    SmallVector<Pack> packs;
    Array packed = Array::getNumbered(extents);
    for (int count = 0; count < 2 && packed.count() < 5000; ++count) {
      packs.push_back(getRandomPack(random, packed.extents.size()));
      packed = pack(packed, packs.back());
    }
    Layout layout = getLayoutOfPacks(packs, known).layout;
    ASSERT_EQ(reference::getContents(layout, extents), packed.contents)
        << describe(packs, known) << ": " << toString(layout);
  }
}

TEST(PacksTest, layoutsAreChainsOfPacks) {
  std::mt19937_64 random(3);
  int reshapes = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    RandomLayoutOptions options;
    options.properties = false;
    options.zeroExtents = false;
    RandomLayout test = getRandomLayout(random, options);
    llvm::Expected<PackChain> chain =
        getPackChain(test.layout, test.extents, 32);
    ASSERT_TRUE(static_cast<bool>(chain)) << test.describe();
    Array packed = Array::getNumbered(test.extents);
    for (const PackStep &step : chain->steps) {
      reshapes += step.hasReshape();
      packed = reshape(packed, step);
      ASSERT_FALSE(errorToBool(checkPack(step.pack, packed.extents.size())));
      for (auto [dim, tile] :
           llvm::zip_equal(step.pack.innerDimsPos, step.pack.innerTiles))
        ASSERT_TRUE(step.mayPad || packed.extents[dim] % tile == 0)
            << test.describe();
      packed = pack(packed, step.pack);
    }
    ASSERT_EQ(reference::getContents(test.layout, test.extents),
              packed.contents)
        << test.describe();
    std::vector<int64_t> physical =
        reference::getPhysicalShape(test.layout, test.extents);
    std::vector<int64_t> kept;
    for (int64_t axis : chain->keptAxes)
      kept.push_back(std::exchange(physical[axis], 1));
    ASSERT_EQ(kept, packed.extents) << test.describe();
    ASSERT_TRUE(llvm::all_of(physical, [](int64_t e) { return e == 1; }))
        << test.describe();
  }
  EXPECT_GT(reshapes, 500);
}

TEST(PacksTest, examples) {
  auto layoutOfPack = [](ArrayRef<Pack> packs, ArrayRef<int64_t> extents) {
    return toString(getLayoutOfPacks(packs, extents).layout);
  };
  EXPECT_EQ(layoutOfPack({{{}, {0, 1}, {8, 128}}}, {64, 256}),
            "{1,0:T(8,128)}");
  EXPECT_EQ(layoutOfPack({{{}, {1, 0}, {128, 8}}}, {64, 256}),
            "{1,0:T(8,128)(8,1)}");
  EXPECT_EQ(layoutOfPack({{{1, 0}, {0}, {8}}}, {kDynamic, 256}), "{0,1:T(8)}");
  EXPECT_EQ(
      layoutOfPack({{{}, {0, 1}, {8, 128}}, {{}, {2}, {2}}}, {kDynamic, 256}),
      "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(layoutOfPack({{{}, {1}, {16}}}, {2, 32, 7, 7}),
            "{3,2,1,0:T(16,1,1)}");
}

TEST(PacksTest, textRoundTrips) {
  std::mt19937_64 random(4);
  for (int trial = 0; trial < 500; ++trial) {
    int64_t rank = pick(random, 0, 4), now = rank;
    SmallVector<Pack> packs;
    for (int64_t count = pick(random, 1, 3); count > 0; --count) {
      packs.push_back(getRandomPack(random, now));
      now += packs.back().innerTiles.size();
    }
    std::string text = toString(packs);
    size_t offset = 0;
    auto parsed = parsePacks(text, offset, rank);
    ASSERT_TRUE(static_cast<bool>(parsed)) << text;
    EXPECT_EQ(offset, text.size());
    EXPECT_EQ(*parsed, packs) << text;
  }
}

TEST(PacksTest, refusals) {
  auto refusalOf = [](llvm::StringRef text, size_t rank) {
    size_t offset = 0;
    auto packs = parsePacks(text, offset, rank);
    return packs ? "" : llvm::toString(packs.takeError());
  };
  EXPECT_EQ(refusalOf("pack(inner_dims_pos = [2] inner_tiles = [8])", 2),
            "column 1: inner_dims_pos must be distinct dimensions below 2, but "
            "is [2]");
  EXPECT_EQ(refusalOf("pack(inner_dims_pos = [0] inner_tiles = [0])", 2),
            "column 1: inner tile must be at least 1, but is 0");
  EXPECT_EQ(refusalOf("pack(outer_dims_perm = [1, 1] inner_dims_pos = [] "
                      "inner_tiles = [])",
                      2),
            "column 1: outer_dims_perm must be a permutation of the 2 "
            "dimensions, but is [1, 1]");

  auto why = [](llvm::StringRef text, ArrayRef<int64_t> extents) {
    auto packs = getPacks(layoutOf(text), extents, 32);
    return packs ? "" : llvm::toString(packs.takeError());
  };
  EXPECT_EQ(why("{1,0:T(*,8)}", {4, 4}),
            "'*' merges dimensions, which linalg.pack cannot say");
  EXPECT_EQ(why("{1,0:S(1)}", {4, 4}),
            "linalg.pack has no memory space, but the layout has S(1)");
  EXPECT_EQ(why("{1,0:L(5)}", {4, 4}),
            "linalg.pack has no padding after the last tile, but the layout "
            "has L(5)");
  EXPECT_EQ(why("{1,0:L(8)E(32)}", {4, 4}), "");
  EXPECT_EQ(why("{1,0:T(min(4),1)}", {kDynamic, 4}),
            "tile (min(4),1) of level 1 depends on an extent that is not "
            "known, which linalg.pack cannot say");
  EXPECT_EQ(why("{0:T(4)}, exact", {kDynamic}),
            "linalg.pack pads, but the layout is exact on an extent that is "
            "not known");
}
