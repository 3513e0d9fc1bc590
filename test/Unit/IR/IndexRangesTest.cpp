//===- IndexRangesTest.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/IndexRanges.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class IndexRangesTest : public testing::Test {
protected:
  AffineExpr dim(unsigned position) {
    return getAffineDimExpr(position, &context);
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

} // namespace

TEST_F(IndexRangesTest, WhatATileAndAPlaceInItMakeIsTakenApart) {
  IndexRange any = {0, std::nullopt}, place = {0, 7}, packed = {0, 1};
  AffineExpr index = dim(0) * 8 + dim(1);
  EXPECT_EQ(simplifyInRanges(index.floorDiv(8), 2, {any, place}), dim(0));
  EXPECT_EQ(simplifyInRanges(index % 8, 2, {any, place}), dim(1));
  // Rows in pairs: (8 * d0 + 2 * d1 + d2) mod 8 floordiv 2 is d1.
  AffineExpr row = dim(0) * 8 + dim(1) * 2 + dim(2);
  SmallVector<IndexRange> ranges = {any, {0, 3}, packed};
  EXPECT_EQ(simplifyInRanges((row % 8).floorDiv(2), 3, ranges), dim(1));
  EXPECT_EQ(simplifyInRanges(row % 2, 3, ranges), dim(2));
}

TEST_F(IndexRangesTest, WhatIsAMultipleIsTakenApart) {
  AffineExpr d0 = dim(0), d1 = dim(1);
  auto simplify = [](AffineExpr expr) {
    return simplifyInRanges(
        expr, 2, {{std::nullopt, std::nullopt, Congruence(32, 0)}, {0, 7}});
  };
  EXPECT_EQ(simplify((d0 + d1).floorDiv(8)), d0.floorDiv(8));
  EXPECT_EQ(simplify((d0 + d1) % 8), d1);
  EXPECT_EQ(simplify((d0 * 3 + d1).floorDiv(16)), d0.floorDiv(16) * 3);
  EXPECT_EQ(simplify((d0 + d1).floorDiv(128)), d0.floorDiv(128));
  EXPECT_EQ(simplify((d0 + d1) % 128), d0 % 128 + d1);
  EXPECT_EQ(simplify((d0 * 2 + d1) % 128), (d0 % 64) * 2 + d1);
  EXPECT_EQ(simplify((d0 + d1).floorDiv(8) * 8 + 1), d0 + 1);
  // What upstream makes of (d0 + 5) mod 8 when it composes maps.
  EXPECT_EQ(simplify(d0 - (d0 + 5).floorDiv(8) * 8 + 5),
            getAffineConstantExpr(5, &context));
}

TEST_F(IndexRangesTest, EndsAreMembersOfTheCongruence) {
  auto tighten = [](int64_t min, int64_t max, Congruence congruence) {
    IndexRange range = IndexRange{min, max, congruence}.tighten();
    return std::make_pair(*range.min, *range.max);
  };
  EXPECT_EQ(tighten(-3, 7, Congruence(8, 0)), std::make_pair(0l, 0l));
  EXPECT_EQ(tighten(-3, 17, Congruence(8, 3)), std::make_pair(3l, 11l));
  EXPECT_EQ(tighten(-5, 11, Congruence(8, 3)), std::make_pair(-5l, 11l));
  EXPECT_EQ(tighten(0, 9, Congruence::getConstant(4)), std::make_pair(4l, 4l));
  // What is 0 beside a multiple does not keep the division.
  AffineExpr sum = dim(0) * 4 + dim(1);
  IndexRange zero = {0, 0, Congruence(4, 0)}, any;
  EXPECT_EQ(simplifyInRanges(sum.floorDiv(8), 2, {any, zero}),
            dim(0).floorDiv(2));
  EXPECT_EQ(simplifyInRanges(sum % 8, 2, {any, zero}),
            (dim(0) % 2) * 4 + dim(1));
}

TEST_F(IndexRangesTest, WhatWasTakenApartComesTogether) {
  AffineExpr x = dim(0);
  EXPECT_EQ(simplifyInRanges(x.floorDiv(2) * 2 + x % 2, 1, {IndexRange()}), x);
  // As flattening leaves a remainder.
  EXPECT_EQ(simplifyInRanges(x - x.floorDiv(8) * 8, 1, {IndexRange()}), x % 8);
}

TEST_F(IndexRangesTest, NoRemainderIsDividedOnItsOwn) {
  AffineExpr x = dim(0);
  EXPECT_EQ(simplifyInRanges((x % 8).floorDiv(2), 1, {IndexRange()}),
            x.floorDiv(2) % 4);
  AffineExpr other = simplifyInRanges((x % 4).floorDiv(3), 1, {IndexRange()});
  auto quotient = dyn_cast<AffineBinaryOpExpr>(other);
  if (quotient && quotient.getKind() == AffineExprKind::FloorDiv)
    EXPECT_NE(quotient.getLHS().getKind(), AffineExprKind::Mod);
  for (int64_t value = -9; value < 9; ++value) {
    auto map = AffineMap::get(1, 0, {other, (x % 4).floorDiv(3)}, &context);
    SmallVector<int64_t> results = map.compose(ArrayRef<int64_t>(value));
    EXPECT_EQ(results[0], results[1]) << "at " << value;
  }
}

/// Draws an expression of d0, d1, d2.
static AffineExpr getRandomExpr(std::mt19937_64 &random, MLIRContext *context,
                                int depth) {
  auto pick = [&](int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % (high - low + 1));
  };
  if (depth == 0 || pick(0, 9) == 0)
    return pick(0, 5) ? getAffineDimExpr(pick(0, 2), context)
                      : getAffineConstantExpr(pick(-20, 20), context);
  AffineExpr inner = getRandomExpr(random, context, depth - 1);
  switch (pick(0, 3)) {
  case 0:
    return inner + getRandomExpr(random, context, depth - 1) * pick(-9, 9);
  case 1:
    return inner * pick(-4, 8);
  case 2:
    return inner.floorDiv(pick(1, 16));
  default:
    return inner % pick(1, 16);
  }
}

TEST_F(IndexRangesTest, RandomExpressionsKeepTheirValues) {
  std::mt19937_64 random(20261124); // Fixed: a failure must be repeatable.
  for (int i = 0; i < 3000; ++i) {
    AffineExpr expr = getRandomExpr(random, &context, 5);
    SmallVector<IndexRange> ranges;
    for (int dim = 0; dim < 3; ++dim) {
      static constexpr int64_t multiples[] = {1, 1, 2, 4, 6, 8};
      int64_t multiple = multiples[random() % 6];
      int64_t min = (static_cast<int64_t>(random() % 30) - 10) * multiple;
      int64_t steps = random() % 20;
      // Half of them have another remainder than 0.
      min += random() % 2 * (random() % multiple);
      ranges.push_back(
          {min, min + steps * multiple, Congruence(multiple, min)});
    }
    AffineExpr simplified = simplifyInRanges(expr, 3, ranges);
    IndexRange range = getRange(expr, 3, ranges);
    auto map = AffineMap::get(3, 0, {expr, simplified}, &context);
    for (int point = 0; point < 30; ++point) {
      SmallVector<int64_t> index;
      for (const IndexRange &r : ranges) {
        int64_t step = r.congruence.getModulus();
        index.push_back(*r.min +
                        step * static_cast<int64_t>(
                                   random() % ((*r.max - *r.min) / step + 1)));
      }
      SmallVector<int64_t> results = map.compose(index);
      std::string text;
      llvm::raw_string_ostream(text) << map;
      ASSERT_EQ(results[0], results[1]) << text;
      ASSERT_TRUE(range.min && range.max && *range.min <= results[0] &&
                  results[0] <= *range.max)
          << text;
      Congruence exact = Congruence::getConstant(results[0]);
      ASSERT_EQ(exact.join(range.congruence), range.congruence) << text;
    }
  }
}
