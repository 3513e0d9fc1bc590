//===- LinalgPrograms.cpp - linalg on tensors -----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorPrograms.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir::tiled_layout::test;
using llvm::StringRef;

namespace {

/// An operation with inputs and one output, all tensors.
struct Named {
  std::string op;
  std::vector<std::string> inputs;
  std::string output;
  /// Between the operation's name and its inputs.
  const char *attributes = "";
};

} // namespace

/// Writes the operation with each tensor in a layout of its own, the output
/// being an argument that is added to.
static TensorProgram write(const Named &named) {
  TensorProgram program;
  program.op = named.op;
  std::string names, types;
  llvm::ListSeparator nameComma, typeComma;
  char letter = 'A';
  for (const std::string &input : named.inputs) {
    // A scalar is one element, not an array.
    bool scalar = !StringRef(input).contains('x');
    if (scalar) {
      names += llvm::StringRef(nameComma).str() + "%z";
      types += llvm::StringRef(typeComma).str() + input;
      continue;
    }
    std::string type = input + "@" + std::string(1, letter++);
    names +=
        (StringRef(nameComma) + "%a" + std::to_string(program.arguments.size()))
            .str();
    types += (StringRef(typeComma) + "tensor<" + type + ">").str();
    program.arguments.push_back(type);
  }
  std::string output = named.output + "@" + std::string(1, letter);
  program.arguments.push_back(output);
  program.results.push_back(output);
  program.body = llvm::formatv(
      "  %z = arith.constant 3 : i32\n"
      "  %r0 = {0}{1} ins({2} : {3}) outs(%a{4} : tensor<{5}>) -> tensor<{5}>",
      named.op, named.attributes, names, types, program.arguments.size() - 1,
      output);
  return program;
}

static const char *const unary[] = {
    "exp",        "log",  "abs",   "ceil",   "floor", "negf", "round",
    "reciprocal", "sqrt", "rsqrt", "square", "tanh",  "erf",  "copy"};
static const char *const binary[] = {"add", "sub", "mul", "div",
                                     "max", "min", "powf"};

static const Named contractions[] = {
    {"linalg.div_unsigned", {"5x7xi32", "5x7xi32"}, "5x7xi32"},
    {"linalg.select", {"5x7xi1", "5x7xf32", "5x7xf32"}, "5x7xf32"},
    {"linalg.matmul", {"5x9xf32", "9x7xf32"}, "5x7xf32"},
    {"linalg.matmul", {"5x9xbf16", "9x7xbf16"}, "5x7xf32"},
    {"linalg.quantized_matmul", {"5x9xi8", "9x7xi8", "i32", "i32"}, "5x7xi32"},
    {"linalg.batch_matmul", {"2x5x9xf32", "2x9x7xf32"}, "2x5x7xf32"},
    {"linalg.batch_reduce_matmul", {"2x5x9xf32", "2x9x7xf32"}, "5x7xf32"},
    {"linalg.quantized_batch_matmul",
     {"2x5x9xi8", "2x9x7xi8", "i32", "i32"},
     "2x5x7xi32"},
    {"linalg.mmt4d", {"2x3x4x5xf32", "2x3x2x5xf32"}, "2x2x4x2xf32"},
    {"linalg.batch_mmt4d", {"2x2x3x4x5xf32", "2x2x3x2x5xf32"}, "2x2x2x4x2xf32"},
    {"linalg.matvec", {"5x9xf32", "9xf32"}, "5xf32"},
    {"linalg.vecmat", {"9xf32", "9x7xf32"}, "7xf32"},
    {"linalg.batch_matvec", {"2x5x9xf32", "2x9xf32"}, "2x5xf32"},
    {"linalg.batch_vecmat", {"2x9xf32", "2x9x7xf32"}, "2x7xf32"},
    {"linalg.contract",
     {"5x9xf32", "7x9xf32"},
     "5x7xf32",
     " indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) "
     "-> (n, k)>, affine_map<(m, n, k) -> (m, n)>]"},
    {"linalg.elementwise",
     {"5x7xf32", "5x7xf32"},
     "5x7xf32",
     " kind=#linalg.elementwise_kind<sub>"},
};

/// The names that say the order of dimensions: those of the input, of the
/// filter; `_q` with zero points.
static const char *const convolutions[] = {
    "conv_1d",
    "conv_2d",
    "conv_3d",
    "conv_1d_nwc_wcf",
    "conv_1d_ncw_fcw",
    "conv_2d_nhwc_hwcf",
    "conv_2d_nhwc_fhwc",
    "conv_2d_nhwc_hwcf_q",
    "conv_2d_nhwc_fhwc_q",
    "conv_2d_nchw_fchw_q",
    "conv_2d_nchw_fchw",
    "conv_2d_ngchw_fgchw",
    "conv_2d_ngchw_gfchw",
    "conv_2d_nhwgc_gfhwc",
    "conv_2d_nhwgc_gfhwc_q",
    "conv_2d_ngchw_gfchw_q",
    "conv_3d_ndhwc_dhwcf",
    "conv_3d_ndhwc_dhwcf_q",
    "conv_3d_ncdhw_fcdhw",
    "depthwise_conv_1d_nwc_wc",
    "depthwise_conv_1d_ncw_cw",
    "depthwise_conv_1d_nwc_wcm",
    "depthwise_conv_2d_nhwc_hwc",
    "depthwise_conv_2d_nchw_chw",
    "depthwise_conv_2d_nhwc_hwc_q",
    "depthwise_conv_2d_nhwc_hwcm",
    "depthwise_conv_2d_nhwc_hwcm_q",
    "depthwise_conv_3d_ndhwc_dhwc",
    "depthwise_conv_3d_ncdhw_cdhw",
    "depthwise_conv_3d_ndhwc_dhwcm",
    "pooling_nhwc_sum",
    "pooling_nchw_sum",
    "pooling_nhwc_max",
    "pooling_nhwc_max_unsigned",
    "pooling_nchw_max",
    "pooling_nhwc_min",
    "pooling_nhwc_min_unsigned",
    "pooling_nwc_sum",
    "pooling_ncw_sum",
    "pooling_nwc_max",
    "pooling_nwc_max_unsigned",
    "pooling_ncw_max",
    "pooling_nwc_min",
    "pooling_nwc_min_unsigned",
    "pooling_ndhwc_sum",
    "pooling_ndhwc_max",
    "pooling_ndhwc_min",
};

/// Returns a shape with an extent for each letter; `spatial` for d, h and w.
static std::string getShape(StringRef letters, int spatial) {
  std::string shape;
  for (char letter : letters) {
    int extent = letter == 'n'   ? 2
                 : letter == 'c' ? 3
                 : letter == 'f' ? 4
                 : letter == 'g' ? 2
                 : letter == 'm' ? 2
                                 : spatial;
    shape += std::to_string(extent) + "x";
  }
  return shape;
}

static TensorProgram writeConvolution(StringRef name) {
  llvm::SmallVector<StringRef> parts;
  name.split(parts, '_');
  bool pooling = parts.front() == "pooling";
  bool depthwise = parts.front() == "depthwise";
  bool quantized = parts.back() == "q",
       unsignedMax = parts.back() == "unsigned";
  size_t first = pooling ? 1 : depthwise ? 3 : 2;
  StringRef spatial = StringRef("dhw").take_back(
      pooling ? parts[1].size() - 2 : parts[first - 1][0] - '0');
  StringRef input = parts.size() > first ? parts[first] : spatial;
  std::string filter =
      (parts.size() > first + 1 && !pooling ? parts[first + 1] : spatial).str();
  std::string output = input.str();
  if (!pooling && !depthwise)
    std::replace(output.begin(), output.end(), 'c', 'f');
  if (StringRef(filter).contains('m'))
    output += 'm';
  const char *element = quantized ? "i8" : unsignedMax ? "i32" : "f32";
  const char *result = quantized || unsignedMax ? "i32" : "f32";
  std::vector<std::string> inputs = {getShape(input, 5) + element,
                                     getShape(filter, 2) + element};
  if (quantized)
    inputs.insert(inputs.end(), 2, "i32");
  return write(
      {("linalg." + name).str(), inputs, getShape(output, 4) + result});
}

static const TensorProgram others[] = {
    {"linalg.dot",
     {"9xf32@A", "9xf32@B", "1xf32@C"},
     {"1xf32@C"},
     R"(  %c0 = arith.constant 0 : index
  %x = tensor.extract %a2[%c0] : tensor<1xf32@C>
  %e = tensor.empty() : tensor<f32@D>
  %i = linalg.fill ins(%x : f32) outs(%e : tensor<f32@D>) -> tensor<f32@D>
  %d = linalg.dot ins(%a0, %a1 : tensor<9xf32@A>, tensor<9xf32@B>) outs(%i : tensor<f32@D>) -> tensor<f32@D>
  %y = tensor.extract %d[] : tensor<f32@D>
  %r0 = tensor.insert %y into %a2[%c0] : tensor<1xf32@C>)"},
    {"linalg.fill",
     {"index 3"},
     {"5x?3xf32@A"},
     R"(  %f = arith.constant 2.5 : f32
  %e = tensor.empty(%a0) : tensor<5x?xf32@A>
  %r0 = linalg.fill ins(%f : f32) outs(%e : tensor<5x?xf32@A>) -> tensor<5x?xf32@A>)"},
    {"linalg.fill_rng_2d",
     {"5x7xf32@A"},
     {"5x7xf32@A"},
     R"(  %lo = arith.constant -1.0 : f64
  %hi = arith.constant 1.0 : f64
  %seed = arith.constant 7 : i32
  %r0 = linalg.fill_rng_2d ins(%lo, %hi, %seed : f64, f64, i32) outs(%a0 : tensor<5x7xf32@A>) -> tensor<5x7xf32@A>)"},
    {"linalg.generic",
     {"?x7xf32@A", "7xf32@B"},
     {"7x?xbf16@C"},
     R"(  %c0 = arith.constant 0 : index
  %n = tensor.dim %a0, %c0 : tensor<?x7xf32@A>
  %e = tiled_layout.empty(%n) : tensor<7x?xbf16@C>
  %r0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<?x7xf32@A>, tensor<7xf32@B>) outs(%e : tensor<7x?xbf16@C>) {
  ^bb0(%x: f32, %y: f32, %z: bf16):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %s = arith.addf %x, %y : f32
    %t = arith.mulf %s, %f : f32
    %u = arith.truncf %t : f32 to bf16
    linalg.yield %u : bf16
  } -> tensor<7x?xbf16@C>)"},
    {"linalg.map",
     {"5x7xf32@A", "5x7xf32@B"},
     {"5x7xf32@C"},
     R"(  %e = tensor.empty() : tensor<5x7xf32@C>
  %r0 = linalg.map ins(%a0, %a1 : tensor<5x7xf32@A>, tensor<5x7xf32@B>) outs(%e : tensor<5x7xf32@C>)
    (%x: f32, %y: f32, %z: f32) {
      %s = arith.subf %x, %y : f32
      linalg.yield %s : f32
    })"},
    {"linalg.reduce",
     {"5x7x3xf32@A", "5x3xf32@B"},
     {"5x3xf32@B"},
     R"(  %r0 = linalg.reduce ins(%a0 : tensor<5x7x3xf32@A>) outs(%a1 : tensor<5x3xf32@B>) dimensions = [1]
    (%x: f32, %y: f32) {
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    })"},
    {"linalg.transpose",
     {"5x7x3xf32@A"},
     {"3x5x7xf32@B"},
     R"(  %e = tensor.empty() : tensor<3x5x7xf32@B>
  %r0 = linalg.transpose ins(%a0 : tensor<5x7x3xf32@A>) outs(%e : tensor<3x5x7xf32@B>) permutation = [2, 0, 1])"},
    {"linalg.broadcast",
     {"5x3xf32@A"},
     {"5x7x3xf32@B"},
     R"(  %e = tensor.empty() : tensor<5x7x3xf32@B>
  %r0 = linalg.broadcast ins(%a0 : tensor<5x3xf32@A>) outs(%e : tensor<5x7x3xf32@B>) dimensions = [1])"},
    {"linalg.softmax",
     {"5x?xf32@A", "5x?xf32@B"},
     {"5x?xf32@B"},
     R"(  %r0 = linalg.softmax dimension(1) ins(%a0 : tensor<5x?xf32@A>) outs(%a1 : tensor<5x?xf32@B>) -> tensor<5x?xf32@B>)"},
    // matmul, bias, gelu, matmul: what is computed is written where it stays.
    {"linalg.matmul",
     {"5x9xf32@A", "9x7xf32@B", "7x3xf32@C"},
     {"5x3xf32@E"},
     R"(  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x7xf32@D>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<5x7xf32@D>) -> tensor<5x7xf32@D>
  %m = linalg.matmul ins(%a0, %a1 : tensor<5x9xf32@A>, tensor<9x7xf32@B>) outs(%i : tensor<5x7xf32@D>) -> tensor<5x7xf32@D>
  %g = math.erf %m : tensor<5x7xf32@D>
  %h = arith.mulf %g, %m : tensor<5x7xf32@D>
  %f = tensor.empty() : tensor<5x3xf32@E>
  %j = linalg.fill ins(%z : f32) outs(%f : tensor<5x3xf32@E>) -> tensor<5x3xf32@E>
  %r0 = linalg.matmul ins(%h, %a2 : tensor<5x7xf32@D>, tensor<7x3xf32@C>) outs(%j : tensor<5x3xf32@E>) -> tensor<5x3xf32@E>)"},
};

std::vector<TensorProgram> mlir::tiled_layout::test::getLinalgPrograms() {
  std::vector<TensorProgram> programs;
  for (std::string op : unary)
    programs.push_back(write({"linalg." + op, {"5x7xf32"}, "5x7xf32"}));
  for (std::string op : binary)
    programs.push_back(
        write({"linalg." + op, {"5x7xf32", "5x7xf32"}, "5x7xf32"}));
  for (const Named &named : contractions)
    programs.push_back(write(named));
  for (const char *name : convolutions)
    programs.push_back(writeConvolution(name));
  programs.insert(programs.end(), std::begin(others), std::end(others));
  return programs;
}
