// Is a product fused with its sum where it does not round, though nothing allows it?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured --mlir-print-local-scope | FileCheck %s

#map = affine_map<(i, j, k) -> (i, k)>
#map1 = affine_map<(i, j, k) -> (k, j)>
#map2 = affine_map<(i, j, k) -> (i, j)>

// 11 bits times 11 bits, and no exponent is too large or too small.
// CHECK-LABEL: func.func @halves(
// CHECK: masked, fused
func.func @halves(%a: memref<64x64xf16>, %b: memref<64x64xf16>, %c: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f16, %y: f16, %sum: f32):
    %u = arith.extf %x : f16 to f32
    %v = arith.extf %y : f16 to f32
    %p = arith.mulf %u, %v : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK-LABEL: func.func @singles(
// CHECK: masked, fused
func.func @singles(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf64>) {
  linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf64>) {
  ^bb0(%x: f32, %y: f32, %sum: f64):
    %u = arith.extf %x : f32 to f64
    %v = arith.extf %y : f32 to f64
    %p = arith.mulf %u, %v : f64
    %s = arith.addf %sum, %p : f64
    linalg.yield %s : f64
  }
  return
}

// The product of two large numbers is infinity if it rounds, and minus infinity may be added.
// CHECK-LABEL: func.func @exponents(
// CHECK-NOT: fused
func.func @exponents(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %c: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %u = arith.extf %x : bf16 to f32
    %v = arith.extf %y : bf16 to f32
    %p = arith.mulf %u, %v : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK-LABEL: func.func @wide(
// CHECK-NOT: fused
func.func @wide(%a: memref<64x64xf16>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<64x64xf16>, memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f16, %v: f32, %sum: f32):
    %u = arith.extf %x : f16 to f32
    %p = arith.mulf %u, %v : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}
