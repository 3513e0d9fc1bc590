//===- AffineMapsTest.cpp - Affine maps against placement -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/AffineMaps.h"

#include "AffineMapsFixture.h"
#include "Layout/RandomLayouts.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// Evaluates an expression by itself, so that a mistake of MLIR's folding
/// shows.
static int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> dims,
                        ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluate(binary.getLHS(), dims, symbols);
  int64_t rhs = evaluate(binary.getRHS(), dims, symbols);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::Mod:
    return llvm::mod(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  default:
    return llvm::divideCeilSigned(lhs, rhs);
  }
}

static SmallVector<int64_t> evaluate(AffineMap map, ArrayRef<int64_t> dims,
                                     ArrayRef<int64_t> symbols) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
    return evaluate(expr, dims, symbols);
  });
}

/// Returns the extents that the symbols stand for.
static SmallVector<int64_t> getSymbolValues(ArrayRef<int64_t> symbolDims,
                                            ArrayRef<int64_t> extents) {
  return llvm::map_to_vector(symbolDims,
                             [&](int64_t dim) { return extents[dim]; });
}

/// Returns the extents, most of them known: what the maps are told.
static SmallVector<int64_t> hideSome(std::mt19937_64 &random,
                                     ArrayRef<int64_t> extents) {
  SmallVector<int64_t> known(extents);
  for (int64_t &extent : known)
    if (chance(random, 40))
      extent = kDynamic;
  return known;
}

/// Returns the extents that are not known: one value per symbol.
static SmallVector<int64_t> getHidden(ArrayRef<int64_t> extents,
                                      ArrayRef<int64_t> known) {
  SmallVector<int64_t> hidden;
  for (auto [extent, knownExtent] : llvm::zip_equal(extents, known))
    if (knownExtent == kDynamic)
      hidden.push_back(extent);
  return hidden;
}

/// Compares both maps with the placement at every index. `known` are the
/// extents that the maps are told, `kDynamic` where they are not.
static void expectMapsMatchPlacement(const RandomLayout &random,
                                     ArrayRef<int64_t> known,
                                     MLIRContext &context) {
  const auto &[layout, extents] = random;
  SmallVector<int64_t> physicalSymbols, positionSymbols;
  AffineMap physical =
      getPhysicalMap(layout, known, &context, &physicalSymbols);
  AffineMap position =
      getPositionMap(layout, known, &context, &positionSymbols);
  ASSERT_TRUE(physical && position);
  ASSERT_EQ(physical.getNumSymbols(), physicalSymbols.size());
  ASSERT_EQ(position.getNumSymbols(), positionSymbols.size());
  ASSERT_EQ(position.getNumResults(), 1u);
  auto physicalValues = getSymbolValues(physicalSymbols, extents);
  auto positionValues = getSymbolValues(positionSymbols, extents);

  Placement placement(layout, extents);
  for (int64_t i = 0, e = placement.getElements(); i < e; ++i) {
    auto index = placement.getIndex(i);
    if (!index)
      continue;
    ASSERT_EQ(evaluate(position, *index, positionValues).front(), i);
    ASSERT_EQ(evaluate(physical, *index, physicalValues),
              placement.getCoordinate(*index));
  }
}

/// Compares the map of the physical extents with the placement's.
static void expectExtentsMatchPlacement(const RandomLayout &random,
                                        ArrayRef<int64_t> known,
                                        MLIRContext &context) {
  const auto &[layout, extents] = random;
  AffineMap map = getPhysicalExtentsMap(layout, known, &context);
  ASSERT_TRUE(map);
  SmallVector<int64_t> hidden = getHidden(extents, known);
  ASSERT_EQ(map.getNumSymbols(), hidden.size());
  ASSERT_EQ(evaluate(map, {}, hidden),
            SmallVector<int64_t>(getPhysicalShape(layout, extents)));
}

TEST(AffineMapsTest, RandomLayoutsMatchPlacement) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::mt19937_64 random(41);
  for (int trial = 0; trial < 1500; ++trial) {
    RandomLayout layout = getRandomLayout(random);
    SCOPED_TRACE("trial " + std::to_string(trial) + ": " + layout.describe());
    expectMapsMatchPlacement(layout, layout.extents, context);
    expectExtentsMatchPlacement(layout, layout.extents, context);
    if (HasFailure())
      return;
  }
}

TEST(AffineMapsTest, RandomDynamicLayoutsMatchPlacement) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::mt19937_64 random(42);
  RandomLayoutOptions options;
  options.extentEntries = false;
  int64_t withSymbols = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    RandomLayout layout = getRandomLayout(random, options);
    SmallVector<int64_t> known = hideSome(random, layout.extents);
    SCOPED_TRACE("trial " + std::to_string(trial) + ": " + layout.describe() +
                 ", known " + ::testing::PrintToString(known));
    expectMapsMatchPlacement(layout, known, context);
    expectExtentsMatchPlacement(layout, known, context);
    if (HasFailure())
      return;
    SmallVector<int64_t> symbols;
    getPhysicalMap(layout.layout, known, &context, &symbols);
    withSymbols += !symbols.empty();
  }
  EXPECT_GE(withSymbols, 100) << "too few maps with symbols were drawn";
}

// What `exact` asserts at run time is what TL16 says of static extents.
TEST(AffineMapsTest, RemaindersAreZeroWhereExactTilesDivide) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::mt19937_64 random(44);
  RandomLayoutOptions options;
  options.extentEntries = options.zeroExtents = false;
  int64_t dividing = 0, padding = 0;
  for (int64_t trial = 0; trial < 2000; ++trial) {
    RandomLayout layout = getRandomLayout(random, options);
    SmallVector<int64_t> known = hideSome(random, layout.extents);
    SCOPED_TRACE("trial " + std::to_string(trial) + ": " + layout.describe() +
                 ", known " + ::testing::PrintToString(known));
    SmallVector<int64_t> hidden = getHidden(layout.extents, known);
    bool divides = llvm::all_of(
        getTileRemainders(layout.layout, known, &context),
        [&](AffineExpr expr) { return evaluate(expr, {}, hidden) == 0; });
    layout.layout.exact = true;
    ASSERT_EQ(divides, !checkLayoutOnShape(layout.layout, layout.extents));
    (divides ? dividing : padding) += 1;
  }
  EXPECT_GE(dividing, 100);
  EXPECT_GE(padding, 100);
}

// docs/AffineMaps.md lists where upstream makes a
// buffer smaller; of what this test draws, that is where a tile pads a
// prepended dimension, whose result is the constant 0.
TEST(AffineMapsTest, UpstreamDerivesThePhysicalShape) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::mt19937_64 random(43);
  RandomLayoutOptions options;
  options.zeroExtents = options.combine = false;
  int64_t smaller = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    RandomLayout layout = getRandomLayout(random, options);
    if (layout.extents.empty())
      continue; // Upstream leaves memrefs of rank 0 alone.
    AffineMap map = getPhysicalMap(layout.layout, layout.extents, &context);
    auto physicalShape = getPhysicalShape(layout.layout, layout.extents);
    for (auto [extent, result] :
         llvm::zip_equal(physicalShape, map.getResults())) {
      if (!isa<AffineConstantExpr>(result))
        continue;
      smaller += extent > 1;
      extent = 1;
    }
    MemRefType type = affine::normalizeMemRefType(MemRefType::get(
        layout.extents, Float32Type::get(&context), AffineMapAttr::get(map)));
    SCOPED_TRACE("trial " + std::to_string(trial) + ": " + layout.describe());
    ASSERT_EQ(SmallVector<int64_t>(type.getShape()), physicalShape);
  }
  EXPECT_GE(smaller, 10);
}

//===----------------------------------------------------------------------===//
// Which extents a map needs
//===----------------------------------------------------------------------===//

namespace {

using AffineMapsOfTextTest = AffineMapsFixture;

} // namespace

TEST_F(AffineMapsOfTextTest, TilesNeedNoExtent) {
  EXPECT_EQ(toText(getPhysical("f32[?,?]{1,0:T(2,2)}", &symbols)),
            "(d0, d1) -> (d0 floordiv 2, d1 floordiv 2, d0 mod 2, d1 mod 2)");
  EXPECT_TRUE(symbols.empty());
}

TEST_F(AffineMapsOfTextTest, CombinedDimensionsBecomeSymbols) {
  AffineMap map = getPhysical("f32[?,?,?]{2,1,0:T(*,*,4)}", &symbols);
  EXPECT_EQ(map.getNumSymbols(), 2u);
  EXPECT_EQ(symbols, (SmallVector<int64_t>{1, 2}))
      << "all merged dimensions but the most major one";
}

TEST_F(AffineMapsOfTextTest, OneUsedSymbolIsKeptAndNumberedFromZero) {
  AffineMap map = getPhysical("f32[?,?,?]{0,1,2:T(*,4)}", &symbols);
  EXPECT_EQ(map.getNumSymbols(), 1u);
  EXPECT_EQ(symbols, SmallVector<int64_t>{0});
}

TEST_F(AffineMapsOfTextTest, StridesBecomeSymbols) {
  getPosition("f32[?,?]{1,0:T(8,128)}", &symbols);
  EXPECT_EQ(symbols, SmallVector<int64_t>{1});
  getPosition("f32[?,256]{1,0:T(8,128)}", &symbols);
  EXPECT_TRUE(symbols.empty()) << "the most major extent is no stride";
}

TEST_F(AffineMapsOfTextTest, ExtentEntriesNeedStaticExtents) {
  EXPECT_FALSE(getPhysical("f32[?]{0:T(full)}"));
  EXPECT_FALSE(getPosition("f32[?]{0:T(min(4))}"));
  EXPECT_FALSE(getExtents("f32[?]{0:T(min(4))}"));
  EXPECT_FALSE(getPhysical("f32[4,?]{1,0:T(*,full)}"));
  EXPECT_EQ(toText(getPhysical("f32[?,6]{1,0:T(min(4))}")),
            "(d0, d1) -> (d0, d1 floordiv 4, d1 mod 4)");
}

// PhysicalShape.h knows that min(1) is 1 on every extent; so do the maps.
TEST_F(AffineMapsOfTextTest, MinOfOneNeedsNoExtent) {
  ASSERT_TRUE(getPhysical("f32[?,6]{1,0:T(min(1),2)}"));
  EXPECT_EQ(toText(getPhysical("f32[?,6]{1,0:T(min(1),2)}")),
            "(d0, d1) -> (d0, d1 floordiv 2, 0, d1 mod 2)");
  EXPECT_EQ(toText(getExtents("f32[?,6]{1,0:T(min(1),2)}")),
            "()[s0] -> (s0, 3, 1, 2)");
}

// An extent that one level makes static serves the next level. The division of
// an inner part by a size that covers it is gone.
TEST_F(AffineMapsOfTextTest, ExtentEntriesOfStaticPartsAreFine) {
  EXPECT_EQ(toText(getPhysical("f32[?]{0:T(8)(full)}")),
            "(d0) -> (d0 floordiv 8, 0, d0 mod 8)");
}

// A tile that pads keeps its division: upstream MLIR sizes a buffer by what the
// map can reach.
TEST_F(AffineMapsOfTextTest, TilesThatCoverAnExtentAreKept) {
  EXPECT_EQ(toText(getPhysical("f32[3,100]{1,0:T(8,128)}")),
            "(d0, d1) -> (d0 floordiv 8, d1 floordiv 128, d0 mod 8, "
            "d1 mod 128)");
  EXPECT_EQ(toText(getPhysical("bf16[16,256]{1,0:T(8,128)(2,1)}")),
            "(d0, d1) -> (d0 floordiv 8, d1 floordiv 128, "
            "(d0 mod 8) floordiv 2, d1 mod 128, d0 mod 2, 0)");
  EXPECT_EQ(toText(getPhysical("f32[20]{0:T(8)(12)}")),
            "(d0) -> (d0 floordiv 8, (d0 mod 8) floordiv 12, "
            "(d0 mod 8) mod 12)");
}

// The table of docs/AffineMaps.md.
TEST_F(AffineMapsOfTextTest, UpstreamMakesSmallerBuffers) {
  struct Row {
    StringRef shape;
    int64_t upstream;
    int64_t elements;
  };
  for (auto [text, upstream, elements] :
       {Row{"f32[7]{0:L(16)}", 7, 16}, Row{"f32[100]{0:T(8,128)}", 128, 1024},
        Row{"f32[1,23]{0,1:T(3)(*,2)}", 46, 92}}) {
    SCOPED_TRACE(text.str());
    Shape shape = shapeOf(text);
    MemRefType type = affine::normalizeMemRefType(
        MemRefType::get(shape.extents(), Float32Type::get(&context),
                        AffineMapAttr::get(getPhysical(text))));
    EXPECT_EQ(type.getNumElements(), upstream);
    EXPECT_EQ(getElements(shape.getLayout(), shape.extents()), elements);
  }
  // A linear map ends at the last element.
  MemRefType linear = affine::normalizeMemRefType(
      MemRefType::get({3, 5}, Float32Type::get(&context),
                      AffineMapAttr::get(getPosition("f32[3,5]{1,0:T(2,2)}"))));
  EXPECT_EQ(linear.getNumElements(), 21);
}

TEST_F(AffineMapsOfTextTest, PhysicalExtents) {
  EXPECT_EQ(toText(getExtents("f32[?,256]{1,0:T(8,128)}")),
            "()[s0] -> (s0 ceildiv 8, 2, 8, 128)");
}

TEST_F(AffineMapsOfTextTest, Rank0) {
  EXPECT_EQ(toText(getPhysical("f32[]")), "() -> ()");
  EXPECT_EQ(toText(getPosition("f32[]")), "() -> (0)");
  EXPECT_EQ(toText(getPhysical("u32[]{:T(128)}")), "() -> (0, 0)");
}
