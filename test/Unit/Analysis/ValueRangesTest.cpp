//===- ValueRangesTest.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysisFixture.h"

#include "tiled_layout/Analysis/ValueRanges.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

#include <random>

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class ValueRangesTest : public AnalysisFixture {
protected:
  /// Checks every operation that says what `range` its result has: two numbers,
  /// or "none" for an end that is not known.
  void check(StringRef text) {
    auto print = [](std::optional<int64_t> end) {
      return end ? std::to_string(*end) : std::string("none");
    };
    checkResults<StringAttr>(
        text, "range", [&](Value result, StringAttr expected) {
          IndexRange range = ValueRanges().get(result);
          EXPECT_EQ(print(range.min) + " " + print(range.max),
                    expected.getValue());
        });
  }
};

TEST_F(ValueRangesTest, arithmeticThatWrapsSaysNothing) {
  check(R"mlir(
    func.func @f(%n: index, %m: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c7 = arith.constant 7 : index
      %c128 = arith.constant 128 : index
      %large = arith.constant 6364136223846793005 : index
      scf.for %i = %c0 to %n step %c1 {
        %0 = arith.muli %i, %large {range = "none none"} : index
        %1 = arith.remsi %0, %c128 {range = "-127 127"} : index
        %2 = arith.addi %1, %c128 {range = "1 255"} : index
        %3 = arith.muli %i, %large overflow<nsw> {range = "0 none"} : index
        %4 = arith.addi %i, %c7 {range = "7 144115188075855879"} : index
        %5 = affine.apply affine_map<(d0) -> (d0 * 6364136223846793005)>(%i)
          {range = "0 none"}
      }
      %6 = arith.addi %n, %c7 {range = "none none"} : index
      %7 = arith.andi %n, %c7 {range = "0 7"} : index
      %8 = arith.minsi %n, %c7 {range = "none 7"} : index
      %9 = arith.subi %8, %c1 {range = "none none"} : index
      %10 = arith.subi %8, %c1 overflow<nsw> {range = "none 6"} : index
      %11 = affine.min affine_map<(d0)[s0] -> (d0 - s0, 7)>(%n)[%m]
        {range = "none 7"}
      %12 = arith.remui %n, %c7 {range = "0 6"} : index
      return
    }
  )mlir");
}

TEST_F(ValueRangesTest, narrowIntegersAndCasts) {
  check(R"mlir(
    func.func @f(%n: i8, %b: i1) {
      %c5 = arith.constant 5 : i8
      %c100 = arith.constant 100 : i8
      %0 = arith.index_cast %n {range = "-128 127"} : i8 to index
      %1 = arith.index_castui %n {range = "0 255"} : i8 to index
      %s = arith.addi %n, %c5 : i8
      %2 = arith.index_cast %s {range = "-128 127"} : i8 to index
      %r = arith.remui %n, %c5 : i8
      %t = arith.addi %r, %c100 : i8
      %3 = arith.index_cast %t {range = "100 104"} : i8 to index
      %u = arith.addi %t, %c100 : i8
      %4 = arith.index_cast %u {range = "-56 -52"} : i8 to index
      %5 = arith.index_castui %u {range = "200 204"} : i8 to index
      scf.for %i = %c5 to %c100 step %c5 : i8 {
        %6 = arith.index_cast %i {range = "5 95"} : i8 to index
      }
      return
    }
  )mlir");
}

TEST_F(ValueRangesTest, loopsAtTheEndsOfTheType) {
  check(R"mlir(
    func.func @f(%n: index) {
      %least = arith.constant -9223372036854775808 : index
      %most = arith.constant 9223372036854775807 : index
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      scf.for %i = %least to %most step %c2 {
        %0 = arith.addi %i, %c0 {range = "none -8935141660703064064"} : index
      }
      scf.for %i = %n to %least step %c2 {
        %1 = arith.addi %i, %c2
          {range = "-9223372036854775806 -9223372036854775806"} : index
      }
      scf.for %i = %c2 to %n step %most {
        %2 = arith.addi %i, %c0 {range = "2 none"} : index
      }
      return
    }
  )mlir");
}

TEST_F(ValueRangesTest, minimaBoundSizes) {
  check(R"mlir(
    func.func @f(%n: index) {
      affine.for %i = 0 to %n step 8 {
        %0 = affine.min affine_map<(d0)[s0] -> (8, -d0 + s0)>(%i)[%n]
          {range = "none 8"}
      }
      return
    }
  )mlir");
}

TEST_F(ValueRangesTest, ownOperationsSayTheirRanges) {
  check(R"mlir(
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
    func.func @f(%m: memref<20x300xf32, #t>, %d: memref<?x300xf32, #t>,
                 %v: memref<8x128xf32, #v>, %n: index) {
      %c7 = arith.constant 7 : index
      %0 = tiled_layout.linearize %m[%n, %n] {range = "0 9215"}
        : memref<20x300xf32, #t>
      %1 = tiled_layout.linearize %d[%n, %n] {range = "0 none"}
        : memref<?x300xf32, #t>
      %2 = tiled_layout.linearize %v[%n, %n] {range = "0 none"}
        : memref<8x128xf32, #v>
      %3 = arith.andi %n, %c7 : index
      %4 = tiled_layout.assume_multiple %3, 2 {range = "0 6"}
      return
    }
  )mlir");
}

/// Returns the first operation of a kind.
template <typename OpTy>
static OpTy find(ModuleOp module) {
  OpTy result;
  module.walk([&](OpTy op) { result = op; });
  return result;
}

TEST_F(ValueRangesTest, ownOperationsSayTheirBounds) {
  parse(R"mlir(
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #u = #tiled_layout.layout<{0,1:T(8,128)}>
    #v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [?, 1024, 128, 1]>
    #r = #tiled_layout.layout<{0:T(128)}, strides = [1024, 1]>
    func.func @f(%m: memref<?x?xf32, #t>, %i: index, %n: index) {
      %a = tiled_layout.assume_multiple %n, 128
      %t = tiled_layout.transpose %m [1, 0]
        : memref<?x?xf32, #t> to memref<?x?xf32, #u>
      %s = tiled_layout.subview %m[%i, 0] [1, %a] [1, 1]
        : memref<?x?xf32, #t> to memref<?xf32, #r>
      %e = tiled_layout.expand_shape %m [[0], [1, 2]]
        output_shape [%i, %n, 256] : memref<?x?xf32, #t>
        into memref<?x?x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>
      return
    }
  )mlir");
  ASSERT_TRUE(module);
  auto isSame = [](ValueBoundsConstraintSet::Variable a,
                   ValueBoundsConstraintSet::Variable b) {
    FailureOr<bool> same = ValueBoundsConstraintSet::areEqual(a, b);
    return succeeded(same) && *same;
  };
  auto assume = find<AssumeMultipleOp>(*module);
  EXPECT_TRUE(isSame(assume.getResult(), assume.getValue()));
  auto transpose = find<TransposeOp>(*module);
  EXPECT_TRUE(isSame({transpose.getResult(), 0}, {transpose.getSource(), 1}));
  EXPECT_TRUE(isSame({transpose.getResult(), 1}, {transpose.getSource(), 0}));
  EXPECT_FALSE(isSame({transpose.getResult(), 1}, {transpose.getSource(), 1}));
  // The one dimension that is not dropped is the second.
  auto view = find<SubViewOp>(*module);
  EXPECT_TRUE(isSame({view.getResult(), 0}, assume.getValue()));
  auto expand = find<ExpandShapeOp>(*module);
  EXPECT_TRUE(isSame({expand.getResult(), 1}, assume.getValue()));
}

TEST_F(ValueRangesTest, boundsOfExtentsIndicesAndPositions) {
  parse(R"mlir(
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #e = #tiled_layout.layout<{2,1,0:T(8,1,128)}>
    func.func @f(%flat: memref<?xf32>, %e: memref<64x?x256xf32, #e>,
                 %m: memref<20x300xf32, #t>, %n: index) {
      %a = tiled_layout.empty(%n) : tensor<?x128xf32, #t>
      %b = tiled_layout.from_physical %flat(%n)
        : memref<?xf32> to memref<?x128xf32, #t>
      %c = tiled_layout.collapse_shape %e [[0], [1, 2]]
        : memref<64x?x256xf32, #e> into memref<64x?xf32, #t>
      %p = tiled_layout.linearize %m[%n, %n] : memref<20x300xf32, #t>
      %i, %j, %ok = tiled_layout.delinearize %p in %m : memref<20x300xf32, #t>
      return
    }
  )mlir");
  ASSERT_TRUE(module);
  using Bounds = ValueBoundsConstraintSet;
  auto isSame = [](Bounds::Variable a, Bounds::Variable b) {
    FailureOr<bool> same = Bounds::areEqual(a, b);
    return succeeded(same) && *same;
  };
  auto getEnd = [](Value value) {
    FailureOr<int64_t> last =
        Bounds::computeConstantBound(presburger::BoundType::UB, {value});
    return succeeded(last) ? *last : -1;
  };
  auto empty = find<EmptyOp>(*module);
  Value extent = empty.getDynamicSizes().front();
  EXPECT_TRUE(isSame({empty.getResult(), 0}, extent));
  auto from = find<FromPhysicalOp>(*module);
  EXPECT_TRUE(isSame({from.getResult(), 0}, extent));
  auto collapse = find<CollapseShapeOp>(*module);
  AffineMap times256 =
      AffineMap::get(1, 0, getAffineDimExpr(0, &context) * 256);
  EXPECT_TRUE(isSame({collapse.getResult(), 1},
                     {times256, {Bounds::Variable(collapse.getSource(), 1)}}));
  EXPECT_FALSE(isSame({collapse.getResult(), 1}, {collapse.getSource(), 1}));
  // 24 rows and 384 columns in whole tiles; the bound itself is no position.
  auto linearize = find<LinearizeOp>(*module);
  EXPECT_EQ(getEnd(linearize.getPosition()), 24 * 384);
  auto delinearize = find<DelinearizeOp>(*module);
  EXPECT_EQ(getEnd(delinearize.getIndices()[0]), 20);
  EXPECT_EQ(getEnd(delinearize.getIndices()[1]), 300);
}

//===----------------------------------------------------------------------===//
// Random arithmetic, executed
//===----------------------------------------------------------------------===//

/// Random arithmetic that wraps around on integers of 8, 16 and 64 bits and
/// indices, from arguments with values.
class RandomArithmetic {
public:
  RandomArithmetic(uint64_t seed, Block &block)
      : random(seed), builder(block.getTerminator()),
        loc(builder.getUnknownLoc()) {
    for (Value argument : block.getArguments())
      values.push_back({argument, draw(argument.getType())});
  }

  void add();

  std::vector<std::pair<Value, APInt>> values;

private:
  int64_t pick(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % (high - low + 1));
  }
  static unsigned getWidth(Type type) {
    return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  }
  /// Draws a number, often a small one.
  APInt draw(Type type) {
    APInt number(64, random());
    if (pick(0, 2))
      number = APInt(64, pick(-20, 20), /*isSigned=*/true);
    return number.sextOrTrunc(getWidth(type));
  }
  std::pair<Value, APInt> draw() { return values[pick(0, values.size() - 1)]; }
  void addCast(Value a, const APInt &x);
  void addConstant(Type type) {
    APInt number = draw(type);
    values.push_back({arith::ConstantOp::create(
                          builder, loc, builder.getIntegerAttr(type, number)),
                      number});
  }

  std::mt19937_64 random;
  OpBuilder builder;
  Location loc;
};

void RandomArithmetic::addCast(Value a, const APInt &x) {
  Type types[] = {builder.getIntegerType(8), builder.getIntegerType(16),
                  builder.getI64Type(), builder.getIndexType()};
  Type type = types[pick(0, 3)];
  unsigned from = getWidth(a.getType()), to = getWidth(type);
  bool isUnsigned = pick(0, 1);
  APInt result = isUnsigned ? x.zextOrTrunc(to) : x.sextOrTrunc(to);
  auto push = [&](Value value) { values.push_back({value, result}); };
  if (a.getType().isIndex() != type.isIndex()) {
    if (isUnsigned)
      push(arith::IndexCastUIOp::create(builder, loc, type, a));
    else
      push(arith::IndexCastOp::create(builder, loc, type, a));
  } else if (to < from) {
    push(arith::TruncIOp::create(builder, loc, type, a));
  } else if (to > from) {
    if (isUnsigned)
      push(arith::ExtUIOp::create(builder, loc, type, a));
    else
      push(arith::ExtSIOp::create(builder, loc, type, a));
  }
}

void RandomArithmetic::add() {
  Value a;
  APInt x;
  std::tie(a, x) = draw();
  int64_t kind = pick(0, 19);
  if (kind == 18)
    return addCast(a, x);
  if (kind == 19)
    return addConstant(a.getType());
  Value b;
  APInt y;
  std::tie(b, y) = draw();
  for (int tries = 0; b.getType() != a.getType() && tries < 20; ++tries)
    std::tie(b, y) = draw();
  if (a.getType() != b.getType())
    return;
  unsigned width = x.getBitWidth();
  auto push = [&](auto op, const APInt &result) {
    using Op = decltype(op);
    values.push_back({Op::create(builder, loc, a, b), result});
  };
  bool divides = !y.isZero() && !(x.isMinSignedValue() && y.isAllOnes());
  bool shifts = y.ult(width);
  switch (kind) {
  case 0:
    return push(arith::AddIOp(), x + y);
  case 1:
    return push(arith::SubIOp(), x - y);
  case 2:
  case 3:
  case 4:
    return push(arith::MulIOp(), x * y);
  case 5:
    return push(arith::AndIOp(), x & y);
  case 6:
    return push(arith::OrIOp(), x | y);
  case 7:
    return push(arith::XOrIOp(), x ^ y);
  case 8:
    return push(arith::MinSIOp(), x.slt(y) ? x : y);
  case 9:
    return push(arith::MaxSIOp(), x.slt(y) ? y : x);
  case 10:
    return push(arith::MinUIOp(), x.ult(y) ? x : y);
  case 11:
    return push(arith::MaxUIOp(), x.ult(y) ? y : x);
  case 12:
    return divides ? push(arith::DivSIOp(), x.sdiv(y)) : void();
  case 13:
    return divides ? push(arith::DivUIOp(), x.udiv(y)) : void();
  case 14:
    return divides ? push(arith::RemSIOp(), x.srem(y)) : void();
  case 15:
    return divides ? push(arith::RemUIOp(), x.urem(y)) : void();
  case 16:
    return shifts ? push(arith::ShLIOp(), x.shl(y)) : void();
  default:
    if (!shifts)
      return;
    return pick(0, 1) ? push(arith::ShRUIOp(), x.lshr(y))
                      : push(arith::ShRSIOp(), x.ashr(y));
  }
}

TEST_F(ValueRangesTest, randomArithmeticIsInItsRangesAndMultiples) {
  int64_t bounded = 0, divided = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    parse("func.func @f(%a: i8, %b: i16, %c: i64, %d: index, %e: i8) "
          "{ return }");
    ASSERT_TRUE(module);
    auto function = cast<FunctionOpInterface>(module->getBody()->front());
    RandomArithmetic arithmetic(20261122 + trial,
                                function.getFunctionBody().front());
    for (int i = 0; i < 60; ++i)
      arithmetic.add();
    ValueRanges ranges;
    for (auto &[value, number] : arithmetic.values) {
      int64_t result = number.getSExtValue();
      IndexRange range = ranges.get(value);
      Congruence exact = Congruence::getConstant(result);
      bool isRight = exact.join(range.congruence) == range.congruence &&
                     range.min.value_or(result) <= result &&
                     result <= range.max.value_or(result);
      divided += range.congruence.getModulus() != 1;
      bounded += range.min && range.max;
      if (!isRight)
        value.dump();
      ASSERT_TRUE(isRight) << "trial " << trial << ": " << result << " is not "
                           << range.congruence.getRemainder() << " modulo "
                           << range.congruence.getModulus()
                           << " or out of range";
    }
  }
  EXPECT_GT(divided, 4000);
  EXPECT_GT(bounded, 1500);
}

} // namespace
