//===- StructuredTest.cpp - Structured operations, executed ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation is run on untiled arrays and on tiled copies of them, static
// and dynamic: the results must be the same to the last bit.
//
//===----------------------------------------------------------------------===//

#include "CompiledModule.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout::test;

namespace {

/// One operation; `$0`, `$1` stand for `%x : type` of an array, `$n0` for its
/// name and `$t0` for its type.
struct Structured {
  const char *text;
  std::vector<std::vector<int64_t>> shapes;
};

const Structured operations[] = {
    {"linalg.fill ins(%f : f32) outs($0)", {{9, 21}}},
    {"linalg.copy ins($0) outs($1)", {{9, 21}, {9, 21}}},
    {"linalg.exp ins($0) outs($1)", {{9, 21}, {9, 21}}},
    {"linalg.negf ins($0) outs($1)", {{7}, {7}}},
    {"linalg.add ins($n0, $n1 : $t0, $t1) outs($2)",
     {{9, 21}, {9, 21}, {9, 21}}},
    {"linalg.mul ins($n0, $n1 : $t0, $t1) outs($2)",
     {{3, 5, 9}, {3, 5, 9}, {3, 5, 9}}},
    {"linalg.div ins($n0, $n1 : $t0, $t1) outs($2)",
     {{16, 32}, {16, 32}, {16, 32}}},
    {"linalg.max ins($n0, $n1 : $t0, $t1) outs($2)",
     {{9, 21}, {9, 21}, {9, 21}}},
    {"linalg.map {{ arith.addf } ins($n0, $n1 : $t0, $t1) outs($2)",
     {{9, 21}, {9, 21}, {9, 21}}},
    {"linalg.transpose ins($0) outs($1) permutation = [1, 0]",
     {{9, 21}, {21, 9}}},
    {"linalg.broadcast ins($0) outs($1) dimensions = [0]", {{21}, {9, 21}}},
    {"linalg.reduce {{ arith.addf } ins($0) outs($1) dimensions = [1]",
     {{9, 21}, {9}}},
    {"linalg.matmul ins($n0, $n1 : $t0, $t1) outs($2)",
     {{9, 7}, {7, 21}, {9, 21}}},
    {"linalg.batch_matmul ins($n0, $n1 : $t0, $t1) outs($2)",
     {{2, 9, 7}, {2, 7, 5}, {2, 9, 5}}},
    {"linalg.matvec ins($n0, $n1 : $t0, $t1) outs($2)", {{9, 21}, {21}, {9}}},
    {"linalg.vecmat ins($n0, $n1 : $t0, $t1) outs($2)", {{9}, {9, 21}, {21}}},
    {"linalg.dot ins($n0, $n1 : $t0, $t1) outs($2)", {{21}, {21}, {}}},
    {"linalg.mmt4d ins($n0, $n1 : $t0, $t1) outs($2)",
     {{2, 3, 4, 5}, {2, 3, 4, 5}, {2, 2, 4, 4}}},
    {"linalg.conv_1d ins($n0, $n1 : $t0, $t1) outs($2)", {{21}, {4}, {18}}},
    {"linalg.conv_2d ins($n0, $n1 : $t0, $t1) outs($2)",
     {{9, 21}, {3, 4}, {7, 18}}},
    {"linalg.conv_2d_nhwc_hwcf {{strides = dense<2> : tensor<2xi64>, dilations "
     "= dense<1> : tensor<2xi64>} ins($n0, $n1 : $t0, $t1) outs($2)",
     {{1, 9, 7, 3}, {3, 3, 3, 5}, {1, 4, 3, 5}}},
    {"linalg.depthwise_conv_2d_nhwc_hwc ins($n0, $n1 : $t0, $t1) outs($2)",
     {{1, 5, 7, 3}, {2, 3, 3}, {1, 4, 5, 3}}},
    {"linalg.pooling_nhwc_max ins($n0, $n1 : $t0, $t1) outs($2)",
     {{1, 5, 7, 3}, {2, 2}, {1, 4, 6, 3}}},
    {"linalg.generic {{indexing_maps = [affine_map<(d0, d1) -> (d0)>, "
     "affine_map<(d0, d1) -> (d1, d0)>], iterator_types = [\"parallel\", "
     "\"parallel\"]} ins($0) outs($1) {{\n^body(%a: f32, %b: f32):\n"
     "  %i = linalg.index 1 : index\n  %j = arith.index_cast %i : index to "
     "i32\n  %k = arith.sitofp %j : i32 to f32\n  %s = arith.mulf %a, %k : "
     "f32\n  linalg.yield %s : f32\n}",
     {{9}, {21, 9}}},
};

/// What an array is in a function.
enum class Kind { Untiled, Static, Dynamic };

std::string printType(llvm::ArrayRef<int64_t> shape, size_t number, Kind kind) {
  static constexpr const char *tiles[] = {"T(4,8)", "T(2,4)(2,1)", "T(3,5)"};
  std::string text = "memref<", order;
  for (int64_t extent : shape)
    text += (kind == Kind::Dynamic ? "?" : std::to_string(extent)) + "x";
  if (kind == Kind::Untiled)
    return text + "f32>";
  for (size_t dim = shape.size(); dim > 0; --dim)
    order += (order.empty() ? "" : ",") + std::to_string(dim - 1);
  return text + "f32, #tiled_layout.layout<{" + order + ":" +
         tiles[number % 3] + "}>>";
}

/// Writes the operation on arrays called `<prefix><number>`.
std::string writeOperation(const Structured &operation, llvm::StringRef prefix,
                           Kind kind) {
  std::string text = operation.text;
  auto replace = [&](const std::string &from, const std::string &to) {
    for (size_t at; (at = text.find(from)) != std::string::npos;)
      text.replace(at, from.size(), to);
  };
  replace("{{", "{");
  for (auto [i, shape] : llvm::enumerate(operation.shapes)) {
    std::string name = (prefix + llvm::Twine(i)).str();
    std::string type = printType(shape, i, kind);
    replace(llvm::formatv("$n{0}", i), name);
    replace(llvm::formatv("$t{0}", i), type);
    replace(llvm::formatv("${0}", i), name + " : " + type);
  }
  return text + "\n";
}

/// Writes a function of row-major arrays that runs the operation on arrays of
/// a kind.
std::string writeFunction(const Structured &operation, const std::string &name,
                          Kind kind) {
  std::string arguments, before, after;
  for (auto [i, shape] : llvm::enumerate(operation.shapes)) {
    std::string plain = printType(shape, i, Kind::Untiled);
    std::string tiled = printType(shape, i, Kind::Static);
    arguments += llvm::formatv("{0}%p{1}: {2}", i ? ", " : "", i, plain);
    before += llvm::formatv(
        "%t{0} = memref.alloc() : {2}\n"
        "tiled_layout.relayout ins(%p{0} : {1}) outs(%t{0} : {2})\n"
        "%d{0} = memref.cast %t{0} : {2} to {3}\n",
        i, plain, tiled, printType(shape, i, Kind::Dynamic));
    after += llvm::formatv(
        "tiled_layout.relayout ins(%t{0} : {2}) outs(%p{0} : {1})\n"
        "memref.dealloc %t{0} : {2}\n",
        i, plain, tiled);
  }
  if (kind == Kind::Untiled)
    before = after = "";
  llvm::StringRef prefix = kind == Kind::Untiled  ? "%p"
                           : kind == Kind::Static ? "%t"
                                                  : "%d";
  return llvm::formatv("func.func @{0}({1}) attributes "
                       "{{llvm.emit_c_interface} {{\n"
                       "%f = arith.constant 3.5 : f32\n{2}{3}{4}return\n}\n",
                       name, arguments, before,
                       writeOperation(operation, prefix, kind), after);
}

/// Calls a function on arrays of known values and returns them all.
std::vector<std::vector<float>>
run(CompiledModule &module, const Structured &operation, llvm::StringRef name) {
  std::vector<std::vector<float>> arrays;
  std::vector<Descriptor> descriptors;
  for (llvm::ArrayRef<int64_t> shape : operation.shapes) {
    int64_t size = 1;
    for (int64_t extent : shape)
      size *= extent;
    std::vector<float> &array = arrays.emplace_back();
    for (int64_t i = 0; i < size; ++i)
      array.push_back((i * 37 % 101 - 50) * 0.125f + arrays.size());
  }
  for (auto [array, shape] : llvm::zip_equal(arrays, operation.shapes))
    descriptors.emplace_back(array.data(), shape);
  std::vector<void *> addresses, arguments;
  for (Descriptor &descriptor : descriptors)
    addresses.push_back(descriptor.get());
  for (void *&address : addresses)
    arguments.push_back(&address);
  module.call(name, arguments);
  return arrays;
}

class StructuredTest : public testing::TestWithParam<bool> {};

} // namespace

/// The pipeline makes loops of arrays of known extents; the pass itself, of
/// dynamic ones.
TEST_P(StructuredTest, TiledArraysGiveTheSameResults) {
  bool byThePass = GetParam();
  std::string source, pipeline = "tiled-layout-to-llvm-pipeline";
  if (byThePass)
    pipeline = "tiled-layout-lower-relayouts,convert-tiled-layout-to-affine," +
               pipeline;
  for (auto [i, operation] : llvm::enumerate(operations)) {
    source += writeFunction(operation, llvm::formatv("u{0}", i), Kind::Untiled);
    source += writeFunction(operation, llvm::formatv("t{0}", i),
                            byThePass ? Kind::Dynamic : Kind::Static);
  }
  CompiledModule module(source, pipeline);
  ASSERT_TRUE(module);
  for (auto [i, operation] : llvm::enumerate(operations)) {
    SCOPED_TRACE(operation.text);
    ASSERT_EQ(run(module, operation, llvm::formatv("u{0}", i).str()),
              run(module, operation, llvm::formatv("t{0}", i).str()));
  }
}

INSTANTIATE_TEST_SUITE_P(Order, StructuredTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &info) {
                           return info.param ? "ByThePass" : "ByThePipeline";
                         });
