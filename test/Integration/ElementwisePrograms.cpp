//===- ElementwisePrograms.cpp - Operations on elements -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorPrograms.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir::tiled_layout::test;

namespace {

/// An operation whose operands and results have one type.
struct Uniform {
  const char *op;
  const char *element;
  int operands;
  int results = 1;
};

/// An operation from one type to another.
struct Conversion {
  const char *op, *from, *to;
};

} // namespace

static const Uniform uniforms[] = {
    {"arith.addf", "f32", 2},
    {"arith.subf", "f32", 2},
    {"arith.mulf", "f32", 2},
    {"arith.divf", "f32", 2},
    {"arith.remf", "f32", 2},
    {"arith.maximumf", "f32", 2},
    {"arith.minimumf", "f32", 2},
    {"arith.maxnumf", "f32", 2},
    {"arith.minnumf", "f32", 2},
    {"arith.negf", "f32", 1},
    {"arith.addi", "i32", 2},
    {"arith.subi", "i32", 2},
    {"arith.muli", "i16", 2},
    {"arith.andi", "i32", 2},
    {"arith.ori", "i32", 2},
    {"arith.xori", "i32", 2},
    {"arith.shli", "i32", 2},
    {"arith.shrsi", "i32", 2},
    {"arith.shrui", "i32", 2},
    {"arith.divsi", "i32", 2},
    {"arith.divui", "i32", 2},
    {"arith.ceildivsi", "i32", 2},
    {"arith.ceildivui", "i32", 2},
    {"arith.floordivsi", "i32", 2},
    {"arith.remsi", "i32", 2},
    {"arith.remui", "i32", 2},
    {"arith.maxsi", "i8", 2},
    {"arith.maxui", "i8", 2},
    {"arith.minsi", "i32", 2},
    {"arith.minui", "i32", 2},
    {"math.absf", "f32", 1},
    {"math.absi", "i32", 1},
    {"math.acos", "f32", 1},
    {"math.acosh", "f32", 1},
    {"math.asin", "f32", 1},
    {"math.asinh", "f32", 1},
    {"math.atan", "f32", 1},
    {"math.atan2", "f32", 2},
    {"math.atanh", "f32", 1},
    {"math.cbrt", "f32", 1},
    {"math.ceil", "f32", 1},
    {"math.copysign", "f32", 2},
    {"math.cos", "f32", 1},
    {"math.cosh", "f32", 1},
    {"math.ctlz", "i32", 1},
    {"math.ctpop", "i32", 1},
    {"math.cttz", "i32", 1},
    {"math.erf", "f32", 1},
    {"math.erfc", "f32", 1},
    {"math.exp", "f32", 1},
    {"math.exp2", "f32", 1},
    {"math.expm1", "f32", 1},
    {"math.floor", "f32", 1},
    {"math.fma", "f32", 3},
    {"math.ipowi", "i32", 2},
    {"math.log", "f32", 1},
    {"math.log10", "f32", 1},
    {"math.log1p", "f32", 1},
    {"math.log2", "f32", 1},
    {"math.powf", "f32", 2},
    {"math.round", "f32", 1},
    {"math.roundeven", "f32", 1},
    {"math.rsqrt", "f32", 1},
    {"math.sin", "f32", 1},
    {"math.sinh", "f32", 1},
    {"math.sqrt", "f32", 1},
    {"math.tan", "f32", 1},
    {"math.tanh", "f32", 1},
    {"math.trunc", "f32", 1},
    {"math.sincos", "f32", 1, 2},
    {"arith.mulsi_extended", "i32", 2, 2},
    {"arith.mului_extended", "i32", 2, 2},
};

static const Conversion conversions[] = {
    {"arith.extf", "bf16", "f32"},    {"arith.truncf", "f32", "bf16"},
    {"arith.extsi", "i8", "i32"},     {"arith.extui", "i8", "i32"},
    {"arith.trunci", "i32", "i8"},    {"arith.sitofp", "i32", "f32"},
    {"arith.uitofp", "i32", "f32"},   {"arith.fptosi", "f32", "i32"},
    {"arith.fptoui", "f32", "i32"},   {"arith.bitcast", "f32", "i32"},
    {"tensor.bitcast", "i32", "f32"},
};

static const char *const tests[] = {"math.isfinite", "math.isnan"};

static TensorProgram write(const Uniform &uniform) {
  std::string type = llvm::formatv("5x7x{0}@A", uniform.element);
  std::string operands = "%a0";
  for (int i = 1; i < uniform.operands; ++i)
    operands += llvm::formatv(", %a{0}", i);
  // sincos says the type of its operand only.
  bool severalResults = uniform.results > 1;
  return {uniform.op, std::vector<std::string>(uniform.operands, type),
          std::vector<std::string>(uniform.results, type),
          llvm::formatv("  %r0{0} = {1} {2} : tensor<{3}>",
                        severalResults ? ", %r1" : "", uniform.op, operands,
                        type)};
}

static TensorProgram write(const Conversion &conversion) {
  return {conversion.op,
          {llvm::formatv("?x7x{0}@A", conversion.from)},
          {llvm::formatv("?x7x{0}@A", conversion.to)},
          llvm::formatv("  %r0 = {0} %a0 : tensor<?x7x{1}@A> to "
                        "tensor<?x7x{2}@A>",
                        conversion.op, conversion.from, conversion.to)};
}

static void addOthers(std::vector<TensorProgram> &programs) {
  for (const char *test : tests)
    programs.push_back(
        {test,
         {"5x7xf32@A"},
         {"5x7xi1@A"},
         llvm::formatv("  %r0 = {0} %a0 : tensor<5x7xf32@A>", test)});
  programs.push_back({"arith.cmpf",
                      {"5x7xf32@A", "5x7xf32@A"},
                      {"5x7xi1@A"},
                      "  %r0 = arith.cmpf olt, %a0, %a1 : tensor<5x7xf32@A>"});
  programs.push_back({"arith.cmpi",
                      {"5x7xi32@A", "5x7xi32@A"},
                      {"5x7xi1@A"},
                      "  %r0 = arith.cmpi sle, %a0, %a1 : tensor<5x7xi32@A>"});
  programs.push_back(
      {"arith.addui_extended",
       {"5x7xi32@A", "5x7xi32@A"},
       {"5x7xi32@A", "5x7xi1@A"},
       "  %r0, %r1 = arith.addui_extended %a0, %a1 : tensor<5x7xi32@A>, "
       "tensor<5x7xi1@A>"});
  programs.push_back({"arith.select",
                      {"5x7xi1@A", "5x7xf32@A", "5x7xf32@A"},
                      {"5x7xf32@A"},
                      "  %r0 = arith.select %a0, %a1, %a2 : tensor<5x7xi1@A>, "
                      "tensor<5x7xf32@A>"});
  // A whole tensor is selected, one of them computed here.
  programs.push_back({"arith.select",
                      {"index 3", "5x7xf32@A", "5x7xf32@A"},
                      {"5x7xf32@A"},
                      R"(  %c3 = arith.constant 3 : index
  %c = arith.cmpi eq, %a0, %c3 : index
  %s = arith.addf %a1, %a2 : tensor<5x7xf32@A>
  %t = arith.select %c, %s, %a2 : tensor<5x7xf32@A>
  %r0 = arith.mulf %t, %a1 : tensor<5x7xf32@A>)"});
  programs.push_back(
      {"arith.constant",
       {"2x3xf32@A"},
       {"2x3xf32@A"},
       R"(  %c = arith.constant dense<[[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]]> : tensor<2x3xf32@A>
  %s = arith.constant dense<2.0> : tensor<2x3xf32@A>
  %t = arith.mulf %a0, %s : tensor<2x3xf32@A>
  %r0 = arith.addf %t, %c : tensor<2x3xf32@A>)"});
  // A constant that is written to must not change.
  programs.push_back(
      {"arith.constant",
       {"index 1"},
       {"2x3xi32@A", "2x3xi32@A"},
       R"(  %r0 = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32@A>
  %v = arith.constant 9 : i32
  %r1 = tensor.insert %v into %r0[%a0, %a0] : tensor<2x3xi32@A>)"});
  programs.push_back(
      {"arith.index_cast",
       {"5x7xi32@A"},
       {"5x7xi32@A"},
       R"(  %i = arith.index_cast %a0 : tensor<5x7xi32@A> to tensor<5x7xindex@A>
  %s = arith.addi %i, %i : tensor<5x7xindex@A>
  %r0 = arith.index_cast %s : tensor<5x7xindex@A> to tensor<5x7xi32@A>)"});
  programs.push_back(
      {"arith.index_castui",
       {"5x7xi8@A"},
       {"5x7xi32@A"},
       R"(  %i = arith.index_castui %a0 : tensor<5x7xi8@A> to tensor<5x7xindex@A>
  %r0 = arith.index_castui %i : tensor<5x7xindex@A> to tensor<5x7xi32@A>)"});
  programs.push_back({"math.clampf",
                      {"5x7xf32@A", "5x7xf32@A", "5x7xf32@A"},
                      {"5x7xf32@A"},
                      "  %r0 = math.clampf %a0 to [%a1, %a2] : "
                      "tensor<5x7xf32@A>"});
  programs.push_back({"math.fpowi",
                      {"5x7xf32@A", "5x7xi32@A"},
                      {"5x7xf32@A"},
                      "  %r0 = math.fpowi %a0, %a1 : tensor<5x7xf32@A>, "
                      "tensor<5x7xi32@A>"});
  // A chain, in the padded layout of an accelerator.
  programs.push_back(
      {"arith.mulf",
       {"?x7xbf16@A", "?x7xbf16@A"},
       {"?x7xbf16@A"},
       R"(  %x = arith.extf %a0 : tensor<?x7xbf16@A> to tensor<?x7xf32@A>
  %y = arith.extf %a1 : tensor<?x7xbf16@A> to tensor<?x7xf32@A>
  %p = arith.mulf %x, %y : tensor<?x7xf32@A>
  %q = math.tanh %p : tensor<?x7xf32@A>
  %s = arith.addf %q, %x : tensor<?x7xf32@A>
  %r0 = arith.truncf %s : tensor<?x7xf32@A> to tensor<?x7xbf16@A>)"});
}

std::vector<TensorProgram> mlir::tiled_layout::test::getElementwisePrograms() {
  std::vector<TensorProgram> programs;
  for (const Uniform &uniform : uniforms)
    programs.push_back(write(uniform));
  for (const Conversion &conversion : conversions)
    programs.push_back(write(conversion));
  addOthers(programs);
  return programs;
}
