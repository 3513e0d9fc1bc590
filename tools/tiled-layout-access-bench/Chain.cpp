//===- Chain.cpp ----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chain.h"

#include "Program.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Text.h"

#include "llvm/Support/FormatVariadic.h"

#include <cstring>

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;

static constexpr int64_t rows = 256, inner = 512, hidden = 1024, columns = 512;

/// {0} to {3}: the extents above; {4} and {5}: the layouts of bf16 and f32
/// arrays, with a comma, or nothing; {6}: the operation that makes a tensor.
static constexpr const char *program = R"(
#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @kernel(%am: memref<{0}x{1}xbf16{4}>, %wm: memref<{1}x{2}xbf16{4}>,
                  %bm: memref<{2}xf32>, %vm: memref<{2}x{3}xbf16{4}>,
                  %rm: memref<{0}x{3}xbf16{4}>)
    attributes {{llvm.emit_c_interface} {{
  %a = bufferization.to_tensor %am restrict : memref<{0}x{1}xbf16{4}> to tensor<{0}x{1}xbf16{4}>
  %w = bufferization.to_tensor %wm restrict : memref<{1}x{2}xbf16{4}> to tensor<{1}x{2}xbf16{4}>
  %b = bufferization.to_tensor %bm restrict : memref<{2}xf32> to tensor<{2}xf32>
  %v = bufferization.to_tensor %vm restrict : memref<{2}x{3}xbf16{4}> to tensor<{2}x{3}xbf16{4}>
  %zero = arith.constant 0.0 : f32
  %e0 = {6}() : tensor<{0}x{2}xf32{5}>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<{0}x{2}xf32{5}>) -> tensor<{0}x{2}xf32{5}>
  %h = linalg.matmul ins(%a, %w : tensor<{0}x{1}xbf16{4}>, tensor<{1}x{2}xbf16{4}>)
         outs(%f0 : tensor<{0}x{2}xf32{5}>) -> tensor<{0}x{2}xf32{5}>
  %e1 = {6}() : tensor<{0}x{2}xbf16{4}>
  %g = linalg.generic {{indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%h, %b : tensor<{0}x{2}xf32{5}>, tensor<{2}xf32>) outs(%e1 : tensor<{0}x{2}xbf16{4}>) {{
    ^bb0(%x: f32, %y: f32, %o: bf16):
      %half = arith.constant 0.5 : f32
      %fifth = arith.constant 0.25 : f32
      %one = arith.constant 1.0 : f32
      %none = arith.constant 0.0 : f32
      %s = arith.addf %x, %y : f32
      %t = arith.mulf %s, %fifth : f32
      %u = arith.addf %t, %half : f32
      %k = arith.maximumf %u, %none : f32
      %l = arith.minimumf %k, %one : f32
      %m = arith.mulf %s, %l : f32
      %n = arith.truncf %m : f32 to bf16
      linalg.yield %n : bf16
  } -> tensor<{0}x{2}xbf16{4}>
  %e2 = {6}() : tensor<{0}x{3}xf32{5}>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<{0}x{3}xf32{5}>) -> tensor<{0}x{3}xf32{5}>
  %p = linalg.matmul ins(%g, %v : tensor<{0}x{2}xbf16{4}>, tensor<{2}x{3}xbf16{4}>)
         outs(%f2 : tensor<{0}x{3}xf32{5}>) -> tensor<{0}x{3}xf32{5}>
  %e3 = {6}() : tensor<{0}x{3}xbf16{4}>
  %q = linalg.generic {{indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<{0}x{3}xf32{5}>) outs(%e3 : tensor<{0}x{3}xbf16{4}>) {{
    ^bb0(%x: f32, %o: bf16):
      %n = arith.truncf %x : f32 to bf16
      linalg.yield %n : bf16
  } -> tensor<{0}x{3}xbf16{4}>
  bufferization.materialize_in_destination %q in restrict writable %rm
    : (tensor<{0}x{3}xbf16{4}>, memref<{0}x{3}xbf16{4}>) -> ()
  return
})";

static std::string getProgram(bool tiled) {
  return llvm::formatv(program, rows, inner, hidden, columns,
                       tiled ? ", #tiled_layout.layout<{1,0:T(8,128)(2,1)}>"
                             : "",
                       tiled ? ", #tiled_layout.layout<{1,0:T(8,128)}>" : "",
                       tiled ? "tiled_layout.empty" : "tensor.empty");
}

namespace {

/// A bf16 matrix in both layouts.
struct Matrix {
  Matrix(int64_t rows, int64_t columns, int64_t seed)
      : placement(getPlacement(rows, columns)), plain({rows, columns}, 2),
        tiled(std::vector<int64_t>(placement.getPhysicalShape()), 2) {
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < columns; ++column) {
        // Quarters, exact in bf16.
        float value = ((row * 3 + column * 7 + seed) % 9 - 4) * 0.25f;
        uint32_t bits;
        memcpy(&bits, &value, 4);
        plain.as<uint16_t>()[row * columns + column] = bits >> 16;
        tiled.as<uint16_t>()[placement.getPosition({row, column})] = bits >> 16;
      }
  }

  static Placement getPlacement(int64_t rows, int64_t columns) {
    Shape shape = llvm::cantFail(parseShape(
        llvm::formatv("bf16[{0},{1}]{{1,0:T(8,128)(2,1)}", rows, columns).str(),
        {}));
    return Placement(*shape.layout, shape.extents());
  }

  /// True if both hold the same.
  bool agrees() {
    llvm::ArrayRef<int64_t> extents = placement.getExtents();
    for (int64_t row = 0; row < extents[0]; ++row)
      for (int64_t column = 0; column < extents[1]; ++column)
        if (plain.as<uint16_t>()[row * extents[1] + column] !=
            tiled.as<uint16_t>()[placement.getPosition({row, column})])
          return false;
    return true;
  }

  Placement placement;
  Array plain, tiled;
};

} // namespace

llvm::Expected<ChainResult>
mlir::tiled_layout::bench::runChain(double minSeconds) {
  llvm::Expected<Program> tiled = Program::compile(getProgram(/*tiled=*/true));
  llvm::Expected<Program> rowMajor =
      Program::compile(getProgram(/*tiled=*/false));
  for (llvm::Expected<Program> *made : {&tiled, &rowMajor})
    if (!*made)
      return made->takeError();

  Matrix a(rows, inner, 0), w(inner, hidden, 1), v(hidden, columns, 2),
      r(rows, columns, 3);
  Array bias({hidden}, 4);
  for (int64_t column = 0; column < hidden; ++column)
    bias.as<float>()[column] = (column % 5 - 2) * 0.5f;
  auto runTiled = [&] {
    tiled->run({&a.tiled, &w.tiled, &bias, &v.tiled, &r.tiled});
  };
  auto runPlain = [&] {
    rowMajor->run({&a.plain, &w.plain, &bias, &v.plain, &r.plain});
  };
  ChainResult result;
  runPlain();
  runTiled();
  result.correct = r.agrees();

  Timing timing = measure({runTiled, runPlain}, minSeconds);
  double operations = 2.0 * rows * hidden * (inner + columns) * 1e-9;
  result.tiledGflops = operations / timing.seconds[0];
  result.rowMajorGflops = operations / timing.seconds[1];
  result.ratioRowMajor = 1 / timing.ratios[1];
  return result;
}
