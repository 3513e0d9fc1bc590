//===- CongruencesTest.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysisFixture.h"

#include "tiled_layout/Analysis/ValueRanges.h"
#include "tiled_layout/IR/TiledLayout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <random>

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class CongruencesTest : public AnalysisFixture {
protected:
  /// Checks every operation that says what its result is a `multiple` of.
  void check(StringRef text) {
    checkResults<IntegerAttr>(
        text, "multiple", [](Value result, IntegerAttr expected) {
          EXPECT_EQ(ValueRanges().getCongruence(result).getDivisor(),
                    expected.getInt());
        });
  }
};

TEST_F(CongruencesTest, arithmetic) {
  check(R"mlir(
    func.func @f(%i: index, %n: i32, %b: i1) {
      %c0 = arith.constant {multiple = 0} 0 : index
      %c3 = arith.constant {multiple = 3} -3 : index
      %c8 = arith.constant 8 : index
      %c12 = arith.constant 12 : index
      %m = arith.muli %i, %c12 overflow<nsw> {multiple = 12} : index
      %0 = arith.addi %m, %c8 {multiple = 4} : index
      %1 = arith.subi %m, %c3 overflow<nsw> {multiple = 3} : index
      %2 = arith.muli %0, %1 overflow<nsw> {multiple = 12} : index
      %3 = arith.shli %m, %c3 overflow<nsw> {multiple = 12} : index
      %4 = arith.shli %m, %c8 overflow<nsw> {multiple = 3072} : index
      %5 = arith.andi %i, %c12 {multiple = 4} : index
      %6 = arith.andi %m, %c8 {multiple = 8} : index
      %7 = arith.ori %m, %c8 {multiple = 4} : index
      %8 = arith.xori %i, %c8 {multiple = 1} : index
      %9 = arith.select %b, %m, %c8 {multiple = 4} : index
      %10 = arith.minsi %m, %c8 {multiple = 4} : index
      %11 = arith.maxui %m, %m {multiple = 12} : index
      %12 = arith.remui %m, %c8 {multiple = 4} : index
      %13 = arith.remsi %m, %c12 {multiple = 0} : index
      %14 = arith.divui %m, %c12 {multiple = 1} : index
      %c4 = arith.constant 4 : index
      %15 = arith.divsi %m, %c4 {multiple = 3} : index
      %16 = arith.ceildivsi %m, %c8 {multiple = 1} : index
      %c2 = arith.constant 2 : index
      %17 = arith.shrsi %m, %c2 {multiple = 3} : index
      %n6 = arith.constant 6 : i32
      %18 = arith.muli %n, %n6 overflow<nsw> {multiple = 6} : i32
      %19 = arith.index_cast %18 {multiple = 6} : i32 to index
      %20 = arith.index_castui %18 {multiple = 2} : i32 to index
      %21 = tiled_layout.assume_multiple %m, 8 {multiple = 24}
      %22 = tiled_layout.assume_multiple %i, 8 {multiple = 8}
      return
    }
  )mlir");
}

TEST_F(CongruencesTest, onlyPowersOfTwoSurviveAWrap) {
  check(R"mlir(
    func.func @f(%i: index, %n: i8, %b: i1, %d: memref<?xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c6 = arith.constant 6 : index
      %c12 = arith.constant 12 : index
      %n2 = arith.constant 2 : i8
      %n6 = arith.constant 6 : i8
      %m = arith.muli %i, %c12 {multiple = 4} : index
      %n12 = arith.muli %n, %n6 {multiple = 2} : i8
      %0 = arith.index_cast %n12 {multiple = 2} : i8 to index
      %exact = arith.muli %n, %n6 overflow<nsw> {multiple = 6} : i8
      %1 = arith.addi %exact, %n6 {multiple = 2} : i8
      %2 = arith.shli %exact, %n2 {multiple = 8} : i8
      %3 = arith.shrui %exact, %n2 {multiple = 1} : i8
      %4 = arith.remui %exact, %n6 {multiple = 2} : i8
      %5 = arith.divui %exact, %n2 {multiple = 1} : i8
      %6 = arith.extsi %exact {multiple = 6} : i8 to i16
      %7 = arith.extui %exact {multiple = 2} : i8 to i16
      %8 = arith.index_castui %exact {multiple = 2} : i8 to index
      // Of what is not negative, or small, the whole is known.
      %half = arith.shrui %n, %n2 : i8
      %9 = arith.muli %half, %n2 overflow<nuw> {multiple = 2} : i8
      %few = arith.remui %n, %n6 : i8
      %10 = arith.muli %few, %n6 {multiple = 6} : i8
      %11 = arith.index_castui %10 {multiple = 6} : i8 to index
      %12 = arith.trunci %10 {multiple = 2} : i8 to i4
      %wide = arith.extsi %n : i8 to i32
      %w6 = arith.constant 6 : i32
      %13 = arith.muli %wide, %w6 {multiple = 6} : i32
      %14 = arith.index_cast %13 {multiple = 6} : i32 to index
      %15 = arith.index_cast %14 {multiple = 2} : index to i8
      %16 = arith.subi %14, %c6 {multiple = 6} : index
      // Loops do not count for ever.
      %extent = memref.dim %d, %c0 : memref<?xf32>
      scf.for %k = %c0 to %extent step %c1 {
        %17 = arith.muli %k, %c6 {multiple = 6} : index
        %18 = arith.muli %17, %c12 {multiple = 8} : index
      }
      scf.for unsigned %k = %c0 to %extent step %c6 {
        %20 = arith.addi %k, %c0 {multiple = 1} : index
      }
      return
    }
  )mlir");
}

TEST_F(CongruencesTest, affineExpressions) {
  check(R"mlir(
    #two = affine_map<(d0)[s0] -> (d0 * 8 + s0 * 12, d0 * 6)>
    func.func @f(%i: index, %j: index, %n: index) {
      %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 8 + s0 * 12)>(%i)[%j]
        {multiple = 4}
      %1 = affine.apply affine_map<(d0) -> ((d0 * 8) floordiv 4)>(%i)
        {multiple = 2}
      %2 = affine.apply affine_map<(d0) -> ((d0 * 8) mod 4 + 7)>(%i)
        {multiple = 7}
      %3 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%i) {multiple = 1}
      %4 = affine.min #two(%i)[%j] {multiple = 2}
      %5 = affine.max #two(%i)[%j] {multiple = 2}
      %6 = affine.apply affine_map<(d0) -> (d0 * 16)>(%i) {multiple = 16}
      %7 = affine.linearize_index [%i, %6] by (%n, 32) {multiple = 16} : index
      %8 = affine.linearize_index [%6, %0] by (8) {multiple = 4} : index
      %9:3 = affine.delinearize_index %7 into (4, 2)
        {multiple = 2} : index, index, index
      return
    }
  )mlir");
}

TEST_F(CongruencesTest, loops) {
  check(R"mlir(
    func.func @f(%n: index, %m: index) {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c12 = arith.constant 12 : index
      affine.for %i = 8 to %n step 12 {
        %0 = arith.addi %i, %c0 {multiple = 4} : index
      }
      affine.for %i = affine_map<(d0) -> (d0 * 8)>(%n) to %m step 16 {
        %0 = arith.addi %i, %c0 {multiple = 8} : index
      }
      affine.parallel (%i, %j) = (0, 8) to (%n, %m) step (6, 12) {
        %0 = arith.addi %i, %c0 {multiple = 6} : index
        %1 = arith.addi %j, %c0 {multiple = 4} : index
      }
      %r = scf.for %i = %c0 to %n step %c16 iter_args(%a = %c8) -> index {
        %0 = arith.addi %i, %c0 {multiple = 16} : index
        %1 = arith.addi %a, %c12 {multiple = 4} : index
        scf.yield %1 : index
      } {multiple = 4}
      %w:2 = scf.while (%a = %c8, %b = %c0) : (index, index) -> (index, index) {
        %go = arith.cmpi slt, %a, %n : index
        %0 = arith.muli %a, %c12 overflow<nsw> {multiple = 96} : index
        scf.condition(%go) %0, %b : index, index
      } do {
      ^bb0(%a: index, %b: index):
        scf.yield %a, %b : index, index
      } attributes {multiple = 96}
      scf.parallel (%i, %j) = (%c0, %c8) to (%n, %m) step (%c8, %c12) {
        %0 = arith.addi %i, %j {multiple = 4} : index
      }
      scf.forall (%i, %j) = (0, 0) to (64, 1024) step (8, 128) {
        %0 = arith.addi %i, %c0 {multiple = 8} : index
        %1 = arith.addi %j, %c0 {multiple = 128} : index
      }
      return
    }
  )mlir");
}

TEST_F(CongruencesTest, controlFlow) {
  check(R"mlir(
    func.func @f(%b: i1, %n: index) -> index {
      %c0 = arith.constant 0 : index
      %c8 = arith.constant 8 : index
      %c12 = arith.constant 12 : index
      %i = scf.if %b -> index {
        scf.yield %c8 : index
      } else {
        scf.yield %c12 : index
      } {multiple = 4}
      %s = scf.index_switch %n {multiple = 12} -> index
      case 1 {
        scf.yield %c12 : index
      }
      default {
        scf.yield %c0 : index
      }
      cf.br ^head(%c8, %n : index, index)
    ^head(%x: index, %y: index):
      %0 = arith.addi %x, %c0 {multiple = 4} : index
      %1 = arith.addi %y, %c0 {multiple = 1} : index
      %2 = arith.addi %x, %c12 : index
      cf.cond_br %b, ^head(%2, %y : index, index), ^exit
    ^exit:
      return %0 : index
    }
  )mlir");
}

TEST_F(CongruencesTest, types) {
  check(R"mlir(
    func.func @f(%m: memref<24x?xf32>, %t: tensor<?x40xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %0 = memref.dim {multiple = 24} %m, %c0 : memref<24x?xf32>
      %1 = memref.dim {multiple = 1} %m, %c1 : memref<24x?xf32>
      %2 = tensor.dim {multiple = 40} %t, %c1 : tensor<?x40xf32>
      return
    }
  )mlir");
}

TEST_F(CongruencesTest, manyUsesOfOneValueEnd) {
  // Every sum uses the one before twice: 2^60 ways to the argument.
  std::string text = "func.func @f(%i: index) {\n"
                     "  %c8 = arith.constant 8 : index\n"
                     "  %v0 = arith.muli %i, %c8 : index\n";
  llvm::raw_string_ostream os(text);
  for (int i = 0; i < 60; ++i)
    os << "  %v" << i + 1 << " = arith.addi %v" << i << ", %v" << i
       << (i == 59 ? " {multiple = 8}" : "") << " : index\n";
  os << "  return\n}\n";
  check(text);
}

TEST_F(CongruencesTest, remainders) {
  checkResults<StringAttr>(
      R"mlir(
    func.func @f(%i: index, %n: index, %b: i8) {
      %c0 = arith.constant 0 : index
      %c3 = arith.constant 3 : index
      %c5 = arith.constant 5 : index
      %c7 = arith.constant 7 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c48 = arith.constant 48 : index
      %least = arith.constant {is = "0 -9223372036854775808"}
        -9223372036854775808 : index
      affine.for %k = 5 to %n step 48 {
        %0 = affine.apply affine_map<(d0) -> (d0 + 6)>(%k) {is = "48 11"}
        %1 = affine.apply affine_map<(d0) -> (d0 floordiv 4)>(%k)
          {is = "12 1"}
        %2 = affine.apply affine_map<(d0) -> (d0 ceildiv 4)>(%k) {is = "12 2"}
        %3 = affine.apply affine_map<(d0) -> (d0 mod 16)>(%k) {is = "0 5"}
        %4 = affine.apply affine_map<(d0) -> (d0 mod 32)>(%k) {is = "16 5"}
        %5 = affine.apply affine_map<(d0) -> (d0 * 3)>(%k) {is = "144 15"}
      }
      scf.for %k = %c3 to %n step %c16 {
        %0 = arith.addi %k, %c3 {is = "16 6"} : index
        // The sum may wrap.
        %1 = arith.addi %k, %i {is = "1 0"} : index
        %2 = arith.subi %c0, %k {is = "16 13"} : index
        %3 = arith.andi %k, %c7 {is = "16 3"} : index
        %4 = arith.ori %k, %c8 {is = "16 11"} : index
        %5 = arith.xori %k, %c5 {is = "16 6"} : index
        %6 = arith.divsi %k, %c8 {is = "2 0"} : index
        %7 = arith.remui %k, %c8 {is = "0 3"} : index
        %8 = arith.remsi %0, %c5 {is = "1 0"} : index
        %9 = arith.muli %k, %k {is = "16 9"} : index
      }
      %s = scf.for %k = %c0 to %n step %c16 iter_args(%a = %c3) -> index {
        %0 = arith.addi %a, %c48 overflow<nsw> {is = "48 3"} : index
        %1 = arith.divsi %a, %c16 {is = "1 0"} : index
        %2 = arith.remsi %a, %c16 {is = "16 3"} : index
        scf.yield %0 : index
      } {is = "48 3"}
      %o = arith.constant 7 : i8
      %m = arith.constant 24 : i8
      %0 = arith.muli %b, %m {is = "8 0"} : i8
      %1 = arith.addi %0, %o {is = "8 7"} : i8
      %2 = arith.index_castui %1 {is = "8 7"} : i8 to index
      return
    }
  )mlir",
      "is", [](Value result, StringAttr expected) {
        Congruence known = ValueRanges().getCongruence(result);
        EXPECT_EQ(std::to_string(known.getModulus()) + " " +
                      std::to_string(known.getRemainder()),
                  expected.getValue());
      });
}

/// A random expression over a few arguments, and its value.
struct RandomExpression {
  std::mt19937_64 random;
  OpBuilder &builder;
  Location loc;
  SmallVector<std::pair<Value, int64_t>> values;

  int64_t draw(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(random() % (high - low + 1));
  }

  /// Adds a constant or an argument that is assumed to be a multiple.
  void addLeaf(Value argument) {
    int64_t multiple = draw(1, 24);
    if (draw(0, 1)) {
      values.push_back(
          {arith::ConstantIndexOp::create(builder, loc, multiple), multiple});
      return;
    }
    values.push_back(
        {AssumeMultipleOp::create(builder, loc, argument, multiple),
         multiple * draw(0, 9)});
  }

  template <typename OpTy>
  void add(Value a, Value b, int64_t value) {
    values.push_back({OpTy::create(builder, loc, a, b), value});
  }

  void addOperation() {
    auto [a, x] = values[draw(0, values.size() - 1)];
    auto [b, y] = values[draw(0, values.size() - 1)];
    if (std::abs(x) > 1 << 20 || std::abs(y) > 1 << 20)
      return;
    switch (draw(0, 9)) {
    case 0:
      return add<arith::AddIOp>(a, b, x + y);
    case 1:
      return add<arith::SubIOp>(a, b, x - y);
    case 2:
      return add<arith::MulIOp>(a, b, x * y);
    case 3:
      return add<arith::AndIOp>(a, b, x & y);
    case 4:
      return add<arith::OrIOp>(a, b, x | y);
    case 5:
      return add<arith::XOrIOp>(a, b, x ^ y);
    case 6:
      return add<arith::MinSIOp>(a, b, std::min(x, y));
    case 7:
      return y == 0 ? void() : add<arith::DivSIOp>(a, b, x / y);
    case 8:
      return y == 0 ? void() : add<arith::RemSIOp>(a, b, x % y);
    case 9:
      if (y >= 0 && y < 10 && x >= 0)
        add<arith::ShLIOp>(a, b, x << y);
    }
  }
};

TEST_F(CongruencesTest, randomExpressionsAreMultiplesOfWhatIsSaid) {
  parse("func.func private @f(%i: index) { return }");
  ASSERT_TRUE(module);
  auto function = cast<FunctionOpInterface>(module->getBody()->front());
  Block &body = function.getFunctionBody().front();
  OpBuilder builder(body.getTerminator());
  int64_t nontrivial = 0;
  for (int trial = 0; trial < 300; ++trial) {
    RandomExpression expression{
        std::mt19937_64(trial), builder, builder.getUnknownLoc(), {}};
    for (int i = 0; i < 4; ++i)
      expression.addLeaf(body.getArgument(0));
    for (int i = 0; i < 30; ++i)
      expression.addOperation();
    ValueRanges ranges;
    for (auto [value, number] : expression.values) {
      int64_t multiple = ranges.getCongruence(value).getDivisor();
      nontrivial += multiple > 1;
      ASSERT_EQ(multiple == 0 ? number : number % multiple, 0)
          << "seed " << trial;
      Congruence known = ranges.getCongruence(value);
      ASSERT_EQ(Congruence::getConstant(number).join(known), known)
          << "seed " << trial;
    }
  }
  EXPECT_GT(nontrivial, 2000);
}

} // namespace
