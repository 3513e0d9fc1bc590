//===- AffineMapsProofTest.cpp - What holds for all indices ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements about every index of a shape at once, proved by Presburger
// arithmetic.
//
//===----------------------------------------------------------------------===//

#include "AffineMapsFixture.h"
#include "tiled_layout/Layout/Compare.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Analysis/Presburger/PresburgerRelation.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/IR/AffineExpr.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;
using presburger::BoundType;
using presburger::IntegerRelation;
using presburger::PresburgerRelation;
using presburger::PresburgerSpace;

namespace {

/// Helpers for statements about all indices of a box at once.
class AffineMapsProofTest : public AffineMapsFixture {
protected:
  /// Returns the graph of `map` over the box `0 <= i < extents`.
  static IntegerRelation getGraph(AffineMap map, ArrayRef<int64_t> extents) {
    IntegerRelation graph(PresburgerSpace::getRelationSpace(
        map.getNumDims(), map.getNumResults()));
    EXPECT_TRUE(succeeded(affine::getRelationFromMap(map, graph)));
    for (auto [dim, extent] : llvm::enumerate(extents)) {
      graph.addBound(BoundType::LB, dim, 0);
      graph.addBound(BoundType::UB, dim, extent - 1);
    }
    return graph;
  }

  /// Returns the row-major strides of a shape without dynamic extents.
  static SmallVector<int64_t> getRowMajorStrides(ArrayRef<int64_t> extents) {
    SmallVector<int64_t> strides(extents.size(), 1);
    for (size_t axis = extents.size(); axis > 1; --axis)
      strides[axis - 2] = strides[axis - 1] * extents[axis - 1];
    return strides;
  }

  /// Returns the map that sums index times stride.
  AffineMap getStridedMap(ArrayRef<int64_t> strides) {
    AffineExpr sum = getAffineConstantExpr(0, &context);
    for (auto [axis, stride] : llvm::enumerate(strides))
      sum = sum + getAffineDimExpr(axis, &context) * stride;
    return AffineMap::get(strides.size(), 0, sum);
  }

  /// Fails with an index if the two graphs of functions differ.
  static void expectEqual(const IntegerRelation &a, const IntegerRelation &b) {
    PresburgerRelation left(a), right(b);
    if (left.isEqual(right))
      return;
    SmallVector<presburger::DynamicAPInt> witness;
    left.subtract(right).findIntegerSample(witness);
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(witness, os);
    ADD_FAILURE() << "the maps differ at (index, result) = " << text;
  }
};

/// A format on one ragged shape.
struct FormatCase {
  const char *name;
  const char *shape;

  friend void PrintTo(const FormatCase &format, std::ostream *os) {
    *os << format.shape;
  }
};

class AffineMapsFormatTest : public AffineMapsProofTest,
                             public ::testing::WithParamInterface<FormatCase> {
};

} // namespace

TEST_P(AffineMapsFormatTest, PositionIsRowMajorIndexOfCoordinate) {
  Shape shape = shapeOf(GetParam().shape);
  AffineMap linear = getStridedMap(
      getRowMajorStrides(getPhysicalShape(shape.getLayout(), shape.extents())));
  expectEqual(
      getGraph(getPosition(GetParam().shape), shape.extents()),
      getGraph(linear.compose(getPhysical(GetParam().shape)), shape.extents()));
}

// For each physical axis: no index has a coordinate below 0 or past its end.
TEST_P(AffineMapsFormatTest, CoordinatesLieInsideThePhysicalShape) {
  Shape shape = shapeOf(GetParam().shape);
  auto physicalShape = getPhysicalShape(shape.getLayout(), shape.extents());
  AffineMap map = getPhysical(GetParam().shape);
  for (auto [axis, extent] : llvm::enumerate(physicalShape)) {
    IntegerRelation below = getGraph(map.getSubMap(axis), shape.extents());
    IntegerRelation above = below;
    below.addBound(BoundType::UB, shape.rank(), -1);
    above.addBound(BoundType::LB, shape.rank(), extent);
    EXPECT_TRUE(below.isIntegerEmpty()) << "axis " << axis;
    EXPECT_TRUE(above.isIntegerEmpty()) << "axis " << axis;
  }
}

// The sizes are those of the map: no position is below 0 or past the elements.
TEST_P(AffineMapsFormatTest, PositionsLieInsideTheElements) {
  Shape shape = shapeOf(GetParam().shape);
  IntegerRelation below =
      getGraph(getPosition(GetParam().shape), shape.extents());
  IntegerRelation above = below;
  below.addBound(BoundType::UB, shape.rank(), -1);
  above.addBound(BoundType::LB, shape.rank(),
                 getElements(shape.getLayout(), shape.extents()));
  EXPECT_TRUE(below.isIntegerEmpty());
  EXPECT_TRUE(above.isIntegerEmpty());
}

// Two indices that first differ in dimension k, the first one smaller, never
// share a coordinate. All k together are all pairs of different indices.
TEST_P(AffineMapsFormatTest, PhysicalMapIsInjective) {
  Shape shape = shapeOf(GetParam().shape);
  unsigned rank = shape.rank();
  AffineMap first = getPhysical(GetParam().shape);
  AffineMap second = first.shiftDims(rank);
  SmallVector<AffineExpr> differences;
  for (auto [a, b] : llvm::zip_equal(first.getResults(), second.getResults()))
    differences.push_back(a - b);
  SmallVector<int64_t> box = llvm::to_vector<6>(shape.extents());
  llvm::append_range(box, shape.extents());
  IntegerRelation sameCoordinate =
      getGraph(AffineMap::get(2 * rank, 0, differences, &context), box);
  for (size_t result = 0; result < differences.size(); ++result)
    sameCoordinate.addBound(BoundType::EQ, 2 * rank + result, 0);

  for (size_t k = 0; k < rank; ++k) {
    IntegerRelation pairs = sameCoordinate;
    for (size_t dim = 0; dim <= k; ++dim) {
      SmallVector<int64_t> difference(pairs.getNumCols(), 0);
      difference[dim] = -1;
      difference[rank + dim] = 1;
      if (dim < k) {
        pairs.addEquality(difference);
        continue;
      }
      difference.back() = -1;
      pairs.addInequality(difference);
    }
    EXPECT_TRUE(pairs.isIntegerEmpty()) << "dimension " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Formats, AffineMapsFormatTest,
    ::testing::Values(
        FormatCase{"Figure1", "f32[3,5]{1,0:T(2,2)}"},
        FormatCase{"Figure2", "bf16[4,8]{1,0:T(2,4)(2,1)}"},
        FormatCase{"ColumnMajor", "f32[20,300]{0,1:T(8,128)}"},
        FormatCase{"Tile8x128", "f32[20,300]{1,0:T(8,128)}"},
        FormatCase{"Tile2x128", "f32[2,300]{1,0:T(2,128)}"},
        FormatCase{"Tile4x128", "f32[3,300]{1,0:T(4,128)}"},
        FormatCase{"Packed16Bit", "bf16[21,300]{1,0:T(8,128)(2,1)}"},
        FormatCase{"Packed8Bit", "s8[21,300]{1,0:T(8,128)(4,1)}"},
        FormatCase{"Packed4Bit", "s4[70,130]{1,0:T(64,128)(8,1)E(4)}"},
        FormatCase{"Packed1Bit", "pred[40,130]{1,0:T(32,128)(32,1)E(1)}"},
        FormatCase{"PairsOfTiles", "bf16[33,257]{1,0:T(8,128)(2,1,1,1)}"},
        FormatCase{"Vector", "bf16[1500]{0:T(1024)(128)(2,1)}"},
        FormatCase{"TileLongerThanArray", "f32[100]{0:T(8,128)}"},
        FormatCase{"Suffix", "f32[5,4,7]{1,0,2:T(3)}"},
        FormatCase{"PaddingAtSecondLevel", "f32[13,11]{1,0:T(4,6)(3,4)}"},
        FormatCase{"Permuted", "bf16[8,1,20,300]{3,2,0,1:T(8,128)(2,1)}"},
        FormatCase{"Combined", "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}"},
        FormatCase{"CombinedLater", "f32[13,11]{1,0:T(4,4)(*,3)}"},
        FormatCase{"Full", "f32[6,10]{1,0:T(full,4)}"},
        FormatCase{"Min", "f32[6,3]{1,0:T(4,min(8))}"}),
    [](const ::testing::TestParamInfo<FormatCase> &info) {
      return info.param.name;
    });

TEST_F(AffineMapsProofTest, PositionEqualsStrides) {
  const std::pair<const char *, SmallVector<int64_t>> cases[] = {
      {"f32[5,3,4]", {12, 4, 1}},
      {"f32[5,3,4]{0,2,1}", {1, 20, 5}},
      {"f32[5,300]{1,0:T(1)}", {300, 1}},
      {"f32[5,3,4]{2,1,0:T(*,*,4)}", {12, 4, 1}},
      {"f32[5,100]{1,0:T(1,128)}", {128, 1}},
      {"f32[5,3]{1,0:T(full,full)}", {3, 1}},
      {"f32[6,4]{1,0:T(1,4)(2,1)}", {8, 2}},
  };
  for (const auto &[text, strides] : cases) {
    SCOPED_TRACE(text);
    SmallVector<int64_t, 6> extents = shapeOf(text).extents();
    std::optional<SmallVector<int64_t>> found =
        getStrides(shapeOf(text).getLayout(), extents);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, strides);
    expectEqual(getGraph(getPosition(text), extents),
                getGraph(getStridedMap(*found), extents));
  }
}

// The proofs above can fail: a tile that reorders elements has no strides.
TEST_F(AffineMapsProofTest, DifferentMapsAreToldApart) {
  AffineMap map = getPosition("f32[7,6]{1,0:T(7,2)}");
  IntegerRelation tiled = getGraph(map, {7, 6});
  IntegerRelation strided = getGraph(getStridedMap({2, 1}), {7, 6});
  EXPECT_FALSE(PresburgerRelation(tiled).isEqual(PresburgerRelation(strided)));
}
