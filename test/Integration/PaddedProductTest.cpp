//===- PaddedProductTest.cpp - Reductions beside padding, executed --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix products and sums of tensors whose extents no tile divides: what
// padding holds must not count.
//
//===----------------------------------------------------------------------===//

#include "../Unit/Layout/RandomLayouts.h"
#include "CompiledModule.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// r = a * b + row sums of a, on square tiles, `tile` wide. Relayouts leave
/// padding undefined; allocations hold whatever was there.
std::string getProgram(int number, int64_t m, int64_t n, int64_t k,
                       int64_t tile) {
  static constexpr const char *program = R"(
func.func @f{0}(%a: memref<{1}x{3}xi32>, %b: memref<{3}x{2}xi32>,
                %r: memref<{1}x{2}xi32>) attributes {{llvm.emit_c_interface} {{
  %ta = bufferization.to_tensor %a restrict : memref<{1}x{3}xi32> to tensor<{1}x{3}xi32>
  %tb = bufferization.to_tensor %b restrict : memref<{3}x{2}xi32> to tensor<{3}x{2}xi32>
  %ea = tiled_layout.empty() : tensor<{1}x{3}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>
  %eb = tiled_layout.empty() : tensor<{3}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>
  %xa = tiled_layout.relayout ins(%ta : tensor<{1}x{3}xi32>) outs(%ea : tensor<{1}x{3}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>) padding = 7 : i32 -> tensor<{1}x{3}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>
  %xb = tiled_layout.relayout ins(%tb : tensor<{3}x{2}xi32>) outs(%eb : tensor<{3}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>) padding = 5 : i32 -> tensor<{3}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>
  %zero = arith.constant 0 : i32
  %er = tiled_layout.empty() : tensor<{1}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>
  %fr = linalg.fill ins(%zero : i32) outs(%er : tensor<{1}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>) -> tensor<{1}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>
  %p = linalg.matmul ins(%xa, %xb : tensor<{1}x{3}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>, tensor<{3}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>) outs(%fr : tensor<{1}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>) -> tensor<{1}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>
  %es = tiled_layout.empty() : tensor<{1}xi32, #tiled_layout.layout<{{0:T({4})}>>
  %fs = linalg.fill ins(%zero : i32) outs(%es : tensor<{1}xi32, #tiled_layout.layout<{{0:T({4})}>>) -> tensor<{1}xi32, #tiled_layout.layout<{{0:T({4})}>>
  %s = linalg.reduce {{ arith.addi } ins(%xa : tensor<{1}x{3}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>) outs(%fs : tensor<{1}xi32, #tiled_layout.layout<{{0:T({4})}>>) dimensions = [1]
  %q = linalg.generic {{
    indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
    iterator_types = ["parallel", "parallel"]}
    ins(%s : tensor<{1}xi32, #tiled_layout.layout<{{0:T({4})}>>) outs(%p : tensor<{1}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>) {{
    ^bb0(%x: i32, %y: i32):
      %z = arith.addi %x, %y : i32
      linalg.yield %z : i32
  } -> tensor<{1}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>
  %e = tensor.empty() : tensor<{1}x{2}xi32>
  %o = tiled_layout.relayout ins(%q : tensor<{1}x{2}xi32, #tiled_layout.layout<{{1,0:T({4},{4})}>>) outs(%e : tensor<{1}x{2}xi32>) -> tensor<{1}x{2}xi32>
  bufferization.materialize_in_destination %o in restrict writable %r : (tensor<{1}x{2}xi32>, memref<{1}x{2}xi32>) -> ()
  return
})";
  return llvm::formatv(program, number, m, n, k, tile);
}

} // namespace

TEST(PaddedProductTest, PaddingDoesNotCount) {
  std::mt19937_64 random(77);
  struct Case {
    int64_t m, n, k, tile;
  };
  std::vector<Case> cases = {
      {5, 7, 9, 4}, {8, 8, 8, 4}, {1, 1, 1, 2}, {3, 10, 13, 8}};
  for (int extra = 0; extra < 6; ++extra)
    cases.push_back({pick(random, 1, 12), pick(random, 1, 12),
                     pick(random, 1, 12), int64_t(1) << pick(random, 1, 3)});
  std::string source;
  for (auto [number, c] : llvm::enumerate(cases))
    source += getProgram(number, c.m, c.n, c.k, c.tile);
  for (llvm::StringRef pipeline :
       {"tiled-layout-to-llvm-pipeline",
        "tiled-layout-to-llvm-pipeline{vector-bits=256 masked-bits=0}"}) {
    CompiledModule module(source, pipeline);
    ASSERT_TRUE(module);
    for (auto [number, c] : llvm::enumerate(cases)) {
      std::vector<int32_t> a(c.m * c.k), b(c.k * c.n), r(c.m * c.n, -1);
      for (int32_t &x : a)
        x = pick(random, -9, 9);
      for (int32_t &x : b)
        x = pick(random, -9, 9);
      Descriptor da(a.data(), {c.m, c.k}), db(b.data(), {c.k, c.n}),
          dr(r.data(), {c.m, c.n});
      void *pa = da.get(), *pb = db.get(), *pr = dr.get();
      void *arguments[] = {&pa, &pb, &pr};
      module.call("f" + std::to_string(number), arguments);
      for (int64_t i = 0; i < c.m; ++i)
        for (int64_t j = 0; j < c.n; ++j) {
          int32_t expected = 0;
          for (int64_t x = 0; x < c.k; ++x)
            expected += a[i * c.k + x] * b[x * c.n + j] + a[i * c.k + x];
          ASSERT_EQ(r[i * c.n + j], expected)
              << pipeline.str() << " " << c.m << "x" << c.n << "x" << c.k
              << " in tiles of " << c.tile << " at " << i << ", " << j;
        }
    }
  }
}
