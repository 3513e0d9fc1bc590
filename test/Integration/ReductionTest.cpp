//===- ReductionTest.cpp - Reductions over tiles, executed ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every operation that may take its operands in any order combines the rows of
// arrays, in a value that a loop carries and in memory, over whole tiles and
// ragged ones. Elements are such that all orders give the same bits.
//
//===----------------------------------------------------------------------===//

#include "CompiledModule.h"

#include "tiled_layout/Layout/Reference.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

#include <cmath>
#include <functional>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

struct ReductionKind {
  llvm::StringLiteral text; // With the flags that it needs.
  bool isFloat;
  std::function<double(double, double)>
      apply; // On integers of 32 bits or less.
};

struct ArrayCase {
  llvm::StringLiteral layout;
  int64_t rows, columns;
};

constexpr ArrayCase arrays[] = {
    {"{1,0:T(8,128)}", 16, 256},      {"{1,0:T(8,128)}", 21, 300},
    {"{1,0:T(4,64)}", 9, 192},        {"{1,0:T(1,32)}", 3, 96},
    {"{1,0:T(8,128)(2,1)}", 16, 384}, {"{0,1:T(32,8)}", 40, 24},
    {"{1,0:T(8,24)}", 8, 72},         {"{1,0:T(8,128)}", 5, 128},
};

} // namespace

static int32_t toInt(double value) { return static_cast<int32_t>(value); }
static uint32_t toUInt(double value) { return toInt(value); }
static double wrap(int64_t value) { return static_cast<int32_t>(value); }

static std::vector<ReductionKind> getReductionKinds() {
  return {
      {"addf {0}, {1} fastmath<reassoc> : f32", true, std::plus<double>()},
      {"mulf {0}, {1} fastmath<reassoc> : f32", true,
       std::multiplies<double>()},
      {"maximumf {0}, {1} fastmath<reassoc> : f32", true,
       [](double a, double b) { return std::max(a, b); }},
      {"minimumf {0}, {1} fastmath<reassoc> : f32", true,
       [](double a, double b) { return std::min(a, b); }},
      {"maxnumf {0}, {1} fastmath<reassoc> : f32", true,
       [](double a, double b) { return std::max(a, b); }},
      {"minnumf {0}, {1} fastmath<reassoc> : f32", true,
       [](double a, double b) { return std::min(a, b); }},
      {"addf {0}, {1} : f32", true, std::plus<double>()},
      {"addi {0}, {1} : i32", false,
       [](double a, double b) { return wrap(int64_t(a) + int64_t(b)); }},
      {"muli {0}, {1} : i32", false,
       [](double a, double b) { return wrap(int64_t(a) * int64_t(b)); }},
      {"andi {0}, {1} : i32", false,
       [](double a, double b) -> double { return toInt(a) & toInt(b); }},
      {"ori {0}, {1} : i32", false,
       [](double a, double b) -> double { return toInt(a) | toInt(b); }},
      {"xori {0}, {1} : i32", false,
       [](double a, double b) -> double { return toInt(a) ^ toInt(b); }},
      {"maxsi {0}, {1} : i32", false,
       [](double a, double b) { return std::max(a, b); }},
      {"minsi {0}, {1} : i32", false,
       [](double a, double b) { return std::min(a, b); }},
      {"maxui {0}, {1} : i32", false,
       [](double a, double b) { return toUInt(a) > toUInt(b) ? a : b; }},
      {"minui {0}, {1} : i32", false,
       [](double a, double b) { return toUInt(a) < toUInt(b) ? a : b; }},
  };
}

/// The accumulator is the second operand every third time; each element is
/// negated and has a number of its row added to it.
static std::string writeFunction(const ReductionKind &op,
                                 const ArrayCase &array, bool inMemory,
                                 int number) {
  llvm::StringRef type = op.isFloat ? "f32" : "i32";
  std::string combine = llvm::formatv(
      op.text.data(), number % 3 ? "%acc" : "%y", number % 3 ? "%y" : "%acc");
  std::string body =
      llvm::formatv("%x = affine.load %a[%i, %j] : memref<{0}x{1}x{2}, #l{3}>\n"
                    "%b = affine.load %t[%i] : memref<{0}x{2}>\n"
                    "%y = arith.{4} %b, %x : {2}\n"
                    "%n = arith.{5}\n",
                    array.rows, array.columns, type, number,
                    op.isFloat ? "mulf" : "subi", combine);
  std::string text = llvm::formatv(
      "#l{0} = #tiled_layout.layout<{1}>\n"
      "func.func @f{0}(%a: memref<{2}x{3}x{4}, #l{0}> {{llvm.noalias}, "
      "%t: memref<{2}x{4}> {{llvm.noalias}, %s: memref<{2}x{4}> "
      "{{llvm.noalias}) attributes {{llvm.emit_c_interface} {{\n"
      "affine.for %i = 0 to {2} {{\n",
      number, array.layout, array.rows, array.columns, type);
  std::string load =
      llvm::formatv("affine.load %s[%i] : memref<{0}x{1}>\n", array.rows, type);
  auto store = [&](llvm::StringRef value) {
    return llvm::formatv("affine.store {0}, %s[%i] : memref<{1}x{2}>\n", value,
                         array.rows, type)
        .str();
  };
  if (inMemory)
    text += llvm::formatv("affine.for %j = 0 to {0} {{\n%acc = {1}{2}{3}}\n",
                          array.columns, load, body, store("%n"));
  else
    text += llvm::formatv("%first = {0}%r = affine.for %j = 0 to {1} "
                          "iter_args(%acc = %first) -> ({2}) {{\n{3}"
                          "affine.yield %n : {2}\n}\n{4}",
                          load, array.columns, type, body, store("%r"));
  return text + "}\nreturn\n}\n";
}

/// Small numbers of both signs: 1 or -1 where they are multiplied as floats.
static double getElement(const ReductionKind &op, int64_t id) {
  if (op.text.starts_with("mulf"))
    return id * 7 % 5 < 2 ? -1 : 1;
  return (id * 37 + id / 11) % 41 - 20;
}

static void runCase(CompiledModule &module, const ReductionKind &op,
                    const ArrayCase &array, int number) {
  auto toBits = [&](double value) -> uint32_t {
    float narrow = value;
    uint32_t bits = toInt(value);
    if (op.isFloat)
      memcpy(&bits, &narrow, sizeof(bits));
    return bits;
  };
  Shape shape = llvm::cantFail(parseShape(
      llvm::formatv("f32[{0},{1}]{2}", array.rows, array.columns, array.layout)
          .str(),
      {}));
  std::vector<int64_t> contents =
      reference::getContents(*shape.layout, shape.extents());
  std::vector<uint32_t> elements(contents.size(), 0xDEADBEEF),
      terms(array.rows), sums(array.rows), expected(array.rows);
  for (auto [position, id] : llvm::enumerate(contents))
    if (id != reference::padding)
      elements[position] = toBits(getElement(op, id));
  for (int64_t row = 0; row < array.rows; ++row) {
    double term = op.isFloat ? (row % 2 ? 1 : -1) : row * 3 - 7;
    double sum = op.text.starts_with("mulf") ? 1 : row - 3;
    terms[row] = toBits(term);
    sums[row] = toBits(sum);
    for (int64_t column = 0; column < array.columns; ++column) {
      double x = getElement(op, row * array.columns + column);
      sum = op.apply(sum, op.isFloat ? term * x : term - x);
    }
    expected[row] = toBits(sum);
  }
  Descriptor a(elements.data(),
               reference::getPhysicalShape(*shape.layout, shape.extents())),
      t(terms.data(), {array.rows}), s(sums.data(), {array.rows});
  void *pointers[] = {a.get(), t.get(), s.get()};
  std::vector<void *> arguments = {&pointers[0], &pointers[1], &pointers[2]};
  module.call(llvm::formatv("f{0}", number).str(), arguments);
  EXPECT_EQ(sums, expected);
}

TEST(ReductionTest, AnyOrderGivesTheSame) {
  std::vector<ReductionKind> operations = getReductionKinds();
  for (const ArrayCase &array : arrays) {
    std::string source;
    for (auto [number, op] : llvm::enumerate(operations))
      for (bool inMemory : {false, true})
        source += writeFunction(op, array, inMemory, 2 * number + inMemory);
    CompiledModule module(source, "tiled-layout-to-llvm-pipeline");
    ASSERT_TRUE(module) << source;
    for (auto [number, op] : llvm::enumerate(operations))
      for (bool inMemory : {false, true}) {
        SCOPED_TRACE(writeFunction(op, array, inMemory, 2 * number + inMemory));
        runCase(module, op, array, 2 * number + inMemory);
      }
  }
}
