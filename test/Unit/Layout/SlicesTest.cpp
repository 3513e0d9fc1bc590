//===- SlicesTest.cpp - Layouts of slices and transpositions --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutText.h"
#include "RandomLayouts.h"

#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Views.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace {

using Slice = SmallVector<SliceDimension>;

SliceDimension take(int64_t offset, int64_t size, int64_t step = 1) {
  SliceDimension result;
  result.offset = offset;
  result.size = size;
  result.step = step;
  return result;
}

/// An offset that is not known, but for what divides it.
SliceDimension takeMultiple(int64_t multiple, int64_t size) {
  SliceDimension result = take(kDynamic, size);
  result.offsetMultiple = multiple;
  return result;
}

SliceDimension drop(SliceDimension dimension) {
  dimension.isDropped = true;
  return dimension;
}

/// Returns the layout and strides as text, or the violation.
std::string describe(llvm::StringRef layoutText, ArrayRef<int64_t> extents,
                     const Slice &slice) {
  Layout layout = layoutOf(layoutText);
  auto view = getSliceLayout(layout, extents, slice);
  if (!view)
    return llvm::toString(view.takeError());
  return toString(view->layout) + " " +
         extentsToString(
             view->getStrides(getPhysicalStrides(layout, extents), slice));
}

/// Returns the violation of a slice that has no layout.
std::optional<ViewViolation>
takeViolation(llvm::Expected<SliceLayout> &result) {
  std::optional<ViewViolation> violation;
  handleAllErrors(result.takeError(),
                  [&](const ViewViolation &found) { violation = found; });
  return violation;
}

/// Calls `fn` with every index of the extents.
template <typename Fn>
void forEachIndex(ArrayRef<int64_t> extents, Fn fn) {
  if (llvm::is_contained(extents, 0))
    return;
  SmallVector<int64_t> index(extents.size(), 0);
  while (true) {
    fn(index);
    size_t dim = extents.size();
    while (dim > 0 && ++index[dim - 1] == extents[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return;
  }
}

/// A slice whose dimensions all have numbers, and what is told of them.
struct RandomSlice {
  Slice actual, told;
};

RandomSlice getRandomSlice(std::mt19937_64 &random, ArrayRef<int64_t> extents) {
  static constexpr int64_t multiples[] = {1, 2, 3, 4, 6, 8, 12};
  RandomSlice slice;
  for (int64_t extent : extents) {
    SliceDimension dimension = SliceDimension::getWhole(extent);
    if (chance(random, 60) && extent > 0) {
      int64_t multiple = multiples[pick(random, 0, 6)];
      int64_t offset = pick(random, 0, (extent - 1) / multiple) * multiple;
      int64_t step = chance(random, 15) ? pick(random, 2, 3) : 1;
      int64_t largest = (extent - 1 - offset) / step + 1;
      int64_t size = chance(random, 30) ? 1 : pick(random, 1, largest);
      dimension = take(offset, size, step);
      dimension.isDropped = size == 1 && chance(random, 50);
      slice.actual.push_back(dimension);
      if (chance(random, 50)) {
        dimension.offset = kDynamic;
        dimension.offsetMultiple = offset == 0 ? 0 : multiple;
      }
      slice.told.push_back(dimension);
      continue;
    }
    slice.actual.push_back(dimension);
    slice.told.push_back(dimension);
  }
  return slice;
}

/// Checks where every element of a slice lies.
void checkPositions(const RandomLayout &array, const RandomSlice &slice,
                    const SliceLayout &view) {
  SmallVector<int64_t> extents, origin;
  for (const SliceDimension &dimension : slice.actual) {
    origin.push_back(dimension.offset);
    if (!dimension.isDropped)
      extents.push_back(dimension.size);
  }
  if (llvm::is_contained(extents, 0) || llvm::is_contained(array.extents, 0))
    return;
  ASSERT_FALSE(checkLayout(view.layout)) << toString(view.layout);
  ASSERT_FALSE(checkLayoutOnShape(view.layout, extents));
  Placement whole(array.layout, array.extents), part(view.layout, extents);
  SmallVector<int64_t> strides = view.getStrides(
      getPhysicalStrides(array.layout, array.extents), slice.actual);
  ASSERT_EQ(strides.size(), part.getPhysicalShape().size());
  int64_t begin = whole.getPosition(origin);
  forEachIndex(extents, [&](ArrayRef<int64_t> index) {
    SmallVector<int64_t> arrayIndex;
    const int64_t *next = index.begin();
    for (const SliceDimension &dimension : slice.actual)
      arrayIndex.push_back(dimension.offset + (dimension.isDropped
                                                   ? 0
                                                   : dimension.step * *next++));
    SmallVector<int64_t> coordinate = part.getCoordinate(index);
    ASSERT_EQ(whole.getPosition(arrayIndex),
              std::inner_product(coordinate.begin(), coordinate.end(),
                                 strides.begin(), begin))
        << "slice " << toString(view.layout) << " of " << array.describe();
  });
}

TEST(SlicesTest, beginsWhereATileBegins) {
  EXPECT_EQ(
      describe("{1,0:T(8,128)}", {64, 1024}, {take(16, 8), take(128, 256)}),
      "{1,0:T(8,128)} [8192, 1024, 128, 1]");
  EXPECT_EQ(describe("{1,0:T(8,128)}", {64, 1024},
                     {takeMultiple(8, 3), takeMultiple(256, kDynamic)}),
            "{1,0:T(8,128)} [8192, 1024, 128, 1]");
  EXPECT_EQ(describe("{0,1:T(4,8)(2,1)}", {16, 12}, {take(8, 8), take(4, 4)}),
            "{0,1:T(4,8)(2,1)} [64, 32, 16, 2, 1, 1]");
  EXPECT_EQ(
      describe("{1,0:T(8,128)}", {64, 1024}, {take(16, 8), take(64, 128)}),
      "offset 64 of dimension 1 is not a multiple of 128, the tile's "
      "extent");
}

TEST(SlicesTest, unknownOffsetsAskForAnAssertion) {
  Layout layout = layoutOf("{1,0:T(8,128)}");
  auto result =
      getSliceLayout(layout, {64, 1024}, {takeMultiple(4, 8), take(0, 1024)});
  std::optional<ViewViolation> violation = takeViolation(result);
  ASSERT_TRUE(violation);
  EXPECT_EQ(violation->kind, ViewViolation::Kind::Offset);
  EXPECT_EQ(violation->dimension, 0);
  EXPECT_EQ(violation->bound, 8);
  EXPECT_EQ(violation->toString("%i"),
            "offset %i of dimension 0 is not known to be a multiple of 8, the "
            "tile's extent; assert it with tiled_layout.assume_multiple");
}

TEST(SlicesTest, liesWithinATile) {
  EXPECT_EQ(
      describe("{1,0:T(8,128)}", {64, 1024}, {drop(take(5, 1)), take(0, 1024)}),
      "{0:T(128)} [1024, 1]");
  EXPECT_EQ(describe("{1,0:T(8,128)}", {64, 1024},
                     {takeMultiple(1, 1), take(0, 1024)}),
            "{1,0:T(1,128)} [8192, 1024, 128, 1]");
  EXPECT_EQ(describe("{1,0:T(8,128)(2,1)}", {64, 1024},
                     {takeMultiple(4, 4), take(0, 1024)}),
            "{1,0:T(4,128)(2,1)} [8192, 1024, 256, 2, 1, 1]");
  // Rows 3 and 4 share no pair.
  EXPECT_EQ(
      describe("{1,0:T(8,128)(2,1)}", {64, 1024}, {take(3, 2), take(0, 1024)}),
      "offset 3 of dimension 0 is not a multiple of 2, the tile's "
      "extent");
  EXPECT_EQ(describe("{1,0:T(8,128)}", {64, 1024}, {take(3, 2), take(0, 1024)}),
            "{1,0:T(2,128)} [8192, 1024, 128, 1]");
}

TEST(SlicesTest, tilesOfTilesNeedMultiplesOfBoth) {
  EXPECT_EQ(describe("{1,0:T(8,128)(2,1,1,1)}", {64, 1024},
                     {takeMultiple(8, 32), take(0, 1024)}),
            "offset of dimension 0 is not known to be a multiple of 16, the "
            "tile's extent; assert it with tiled_layout.assume_multiple");
  EXPECT_EQ(describe("{1,0:T(8,128)(2,1,1,1)}", {64, 1024},
                     {takeMultiple(16, 32), take(0, 1024)}),
            "{1,0:T(8,128)(2,1,1,1)} [16384, 2048, 256, 2, 1, 1, 1, 1]");
}

TEST(SlicesTest, tilesMayHaveMoreDimensionsThanTheArray) {
  // The second level merges what the first one made of no dimension.
  for (int64_t extent : {4, 12})
    for (int64_t offset = 0; offset < extent; ++offset)
      for (int64_t size = 1; size <= extent - offset; ++size) {
        std::string text =
            describe("{0:T(*,2,8)(*,*,*,5)}", {extent}, {take(offset, size)});
        EXPECT_NE(text, "");
        EXPECT_EQ(text.find("dimension -1"), std::string::npos) << text;
      }
}

TEST(SlicesTest, combinedDimensionsAreTakenWhole) {
  EXPECT_EQ(describe("{2,1,0:T(*,2,4)}", {6, 3, 8},
                     {take(2, 4), take(0, 3), take(4, 4)}),
            "{2,1,0:T(*,2,4)} [16, 8, 4, 1]");
  EXPECT_EQ(describe("{2,1,0:T(*,2,4)}", {6, 3, 8},
                     {take(2, 4), take(0, 2), take(4, 4)}),
            "size 2 of dimension 1 must be its extent 3, because '*' merges it "
            "with a more major one");
  EXPECT_EQ(describe("{2,1,0:T(*,2,4)}", {6, 3, 8},
                     {take(1, 4), take(0, 3), take(4, 4)}),
            "offset 1 of dimension 0 is not a multiple of 2, the tile's "
            "extent");
  EXPECT_EQ(describe("{2,1,0:T(*,2,4)}", {6, 4, 8},
                     {drop(take(1, 1)), take(2, 2), take(4, 4)}),
            "{1,0:T(2,4)} [16, 8, 4, 1]");
}

TEST(SlicesTest, stepsCrossNoTile) {
  EXPECT_EQ(describe("{1,0:T(4)}", {10, 8}, {take(1, 4, 2), take(0, 8)}),
            "{1,0:T(4)} [16, 4, 1]");
  EXPECT_EQ(describe("{1,0:T(4)}", {10, 8}, {take(0, 10), take(0, 4, 2)}),
            "step 2 of dimension 1 must be 1, because a tile of 4 cuts the "
            "dimension");
  EXPECT_EQ(describe("{0,1}", {10, 8}, {take(1, 3, 3), take(2, 3, kDynamic)}),
            "{0,1} [?, 3]");
}

TEST(SlicesTest, extentEntriesBecomeNumbers) {
  EXPECT_EQ(describe("{1,0:T(min(4),full)}", {3, 8}, {take(0, 3), take(0, 8)}),
            "{1,0:T(min(4),full)} [24, 24, 8, 1]");
  EXPECT_EQ(describe("{1,0:T(min(4),full)}", {16, 8}, {take(4, 3), take(0, 5)}),
            "{1,0:T(4,8)} [32, 32, 8, 1]");
  EXPECT_EQ(describe("{1,0:T(full)}", {4, kDynamic}, {take(0, 4), take(0, 4)}),
            "dimension 1 must be taken whole, because a tile is sized by its "
            "extent");
}

TEST(SlicesTest, buffersPropertiesAreTheArrays) {
  EXPECT_EQ(describe("{1,0:T(2,4)L(100)E(4)S(3)SC(0:2)M(8)}, exact", {4, 8},
                     {take(2, 1), take(0, 8)}),
            "{1,0:T(2,4)E(4)S(3)} [16, 8, 4, 1]");
}

TEST(SlicesTest, dimensionsOfSizeOneAreDropped) {
  EXPECT_EQ(describe("{1,0}", {4, 8}, {drop(take(2, 2)), take(0, 8)}),
            "size 2 of dimension 0, which is dropped, must be 1");
  EXPECT_EQ(
      describe("{1,0:T(2,4)}", {4, 8}, {drop(take(3, 1)), drop(take(7, 1))}),
      "{} []");
}

TEST(SlicesTest, elementsLieWhereThoseOfTheArrayDo) {
  std::mt19937_64 random(20261121);
  int accepted = 0, tiled = 0;
  for (int trial = 0; trial < 6000; ++trial) {
    RandomLayout array = getRandomLayout(random);
    RandomSlice slice = getRandomSlice(random, array.extents);
    if (auto view = expectedToOptional(
            getSliceLayout(array.layout, array.extents, slice.told))) {
      checkPositions(array, slice, *view);
      if (HasFatalFailure())
        return;
      ++accepted;
      tiled += !view->layout.tiles.empty();
    }
  }
  EXPECT_GE(accepted, 1500);
  EXPECT_GE(tiled, 800);
}

TEST(SlicesTest, whatIsRefusedHasNoSuchLayout) {
  // An offset that is refused is a multiple of the bound in an accepted slice.
  std::mt19937_64 random(7);
  int refused = 0;
  RandomLayoutOptions options;
  options.combine = false;
  for (int trial = 0; trial < 3000; ++trial) {
    RandomLayout array = getRandomLayout(random, options);
    RandomSlice slice = getRandomSlice(random, array.extents);
    auto result = getSliceLayout(array.layout, array.extents, slice.told);
    std::optional<ViewViolation> violation = takeViolation(result);
    for (int fixes = 0; fixes < 20; ++fixes) {
      if (!violation || violation->kind != ViewViolation::Kind::Offset)
        break;
      ++refused;
      SliceDimension &told = slice.told[violation->dimension];
      ASSERT_NE((told.offset == kDynamic ? told.offsetMultiple : told.offset) %
                    violation->bound,
                0)
          << array.describe();
      told.offset = kDynamic;
      told.offsetMultiple = violation->bound;
      result = getSliceLayout(array.layout, array.extents, slice.told);
      violation = takeViolation(result);
    }
    EXPECT_FALSE(violation && violation->kind == ViewViolation::Kind::Offset)
        << violation->toString() << " of " << array.describe();
  }
  EXPECT_GE(refused, 100);
}

/// Returns what keeps a slice from a layout, or an empty string.
std::string check(llvm::StringRef text, ArrayRef<int64_t> extents,
                  const Slice &slice, llvm::StringRef target) {
  auto result =
      checkSliceLayout(layoutOf(text), extents, slice, layoutOf(target));
  return result ? "" : llvm::toString(result.takeError());
}

TEST(SlicesTest, oneSliceHasSeveralLayouts) {
  const char *array = "{1,0:T(8,128)}";
  Slice row = {take(16, 1), take(0, 1024)};
  EXPECT_EQ(check(array, {64, 1024}, row, "{1,0:T(8,128)}"), "");
  EXPECT_EQ(check(array, {64, 1024}, row, "{1,0:T(1,128)}"), "");
  EXPECT_EQ(check(array, {64, 1024}, row, "{1,0:T(4,128)}"), "");
  EXPECT_EQ(check(array, {64, 1024}, row, "{1,0:T(16,128)}"),
            "the layout of the result is not one of the slice");
  EXPECT_EQ(check(array, {64, 1024}, row, "{0,1:T(8,128)}"),
            "the layout of the result is not one of the slice");
  EXPECT_EQ(check(array, {64, 1024}, row, "{1,0:T(128)}"),
            "the layout of the result is not one of the slice");
  EXPECT_EQ(check(array, {64, 1024}, row, "{1,0:T(8,128)(2,1)}"),
            "the layout of the result is not one of the slice");
  EXPECT_EQ(check(array, {64, 1024}, row, "{1,0}"),
            "the layout of the result is not one of the slice");
  Slice some = {take(16, kDynamic), take(0, 1024)};
  EXPECT_EQ(check(array, {64, 1024}, some, "{1,0:T(4,128)}"),
            "size of dimension 0 is not known to be at most 4, a tile of the "
            "result");
  Slice two = {take(15, 2), take(0, 1024)};
  EXPECT_EQ(check(array, {64, 1024}, two, "{1,0:T(2,128)}"),
            "offset 15 of dimension 0 is not a multiple of 2, the tile's "
            "extent");
  EXPECT_EQ(check(array, {64, 1024}, {takeMultiple(2, 2), take(0, 1024)},
                  "{1,0:T(2,128)}"),
            "");
  EXPECT_EQ(check(array, {64, 1024}, {takeMultiple(2, 2), take(0, 1024)},
                  "{1,0:T(8,128)}"),
            "offset of dimension 0 is not known to be a multiple of 8, the "
            "tile's extent; assert it with tiled_layout.assume_multiple");
}

TEST(SlicesTest, whatIsChosenIsAccepted) {
  std::mt19937_64 random(5);
  int accepted = 0, smaller = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    RandomLayout array = getRandomLayout(random);
    RandomSlice slice = getRandomSlice(random, array.extents);
    auto view = expectedToOptional(
        getSliceLayout(array.layout, array.extents, slice.told));
    if (!view)
      continue;
    // What is known of all numbers is more than what was told.
    auto checked = checkSliceLayout(array.layout, array.extents, slice.actual,
                                    view->layout);
    ASSERT_TRUE(!!checked) << llvm::toString(checked.takeError()) << ' '
                           << toString(view->layout) << " of "
                           << array.describe();
    ++accepted;
    // A tile that is made smaller is accepted only if it means the same.
    Layout other = view->layout;
    if (other.tiles.empty())
      continue;
    TileEntry &entry = other.tiles.back()[0];
    if (entry.kind != TileEntry::Kind::Size || entry.size < 2)
      continue;
    --entry.size;
    if (auto different = expectedToOptional(checkSliceLayout(
            array.layout, array.extents, slice.actual, other))) {
      ++smaller;
      checkPositions(array, slice, *different);
      if (HasFatalFailure())
        return;
    }
  }
  EXPECT_GE(accepted, 1000);
  EXPECT_GE(smaller, 50);
}

TEST(SlicesTest, transposedElementsStay) {
  EXPECT_EQ(toString(getTransposedLayout(layoutOf("{2,0,1:T(8,128)L(4)}"),
                                         {2, 0, 1})),
            "{0,1,2:T(8,128)L(4)}");
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 500; ++trial) {
    RandomLayout array = getRandomLayout(random);
    int64_t rank = array.extents.size();
    SmallVector<int64_t> permutation(rank), extents(rank);
    std::iota(permutation.begin(), permutation.end(), 0);
    for (int64_t i = rank - 1; i > 0; --i)
      std::swap(permutation[i], permutation[pick(random, 0, i)]);
    for (int64_t i = 0; i < rank; ++i)
      extents[i] = array.extents[permutation[i]];
    Layout layout = getTransposedLayout(array.layout, permutation);
    if (llvm::is_contained(extents, 0))
      continue;
    Placement from(array.layout, array.extents), to(layout, extents);
    ASSERT_EQ(from.getElements(), to.getElements());
    forEachIndex(extents, [&](ArrayRef<int64_t> index) {
      SmallVector<int64_t> old(rank);
      for (int64_t i = 0; i < rank; ++i)
        old[permutation[i]] = index[i];
      ASSERT_EQ(from.getPosition(old), to.getPosition(index))
          << array.describe();
    });
  }
}

} // namespace
