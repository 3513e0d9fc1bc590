// What do dot products become?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-lower-structured --canonicalize --cse --split-input-file | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#two = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

// Two numbers of A for all lanes, a vector of B as it lies in memory.
// CHECK-LABEL: func @bf16
func.func @bf16(%a: memref<8x128xbf16, #t>, %b: memref<128x128xbf16, #two>, %c: memref<8x128xf32, #t>) {
  // CHECK: vector.load %{{.*}} : memref<16384xbf16>, vector<32xbf16>
  // CHECK: vector.load %{{.*}} : memref<1024xbf16>, vector<2xbf16>
  // CHECK: vector.bitcast %{{.*}} : vector<16xi32> to vector<32xbf16>
  // CHECK: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 1, d2 by 2], vector = d1 x 16, dot = d2 x 2>}
    ins(%a, %b : memref<8x128xbf16, #t>, memref<128x128xbf16, #two>) outs(%c : memref<8x128xf32, #t>)
  return
}

// -----

// Bytes with sign by bytes with sign: 128 is added to those of A. What a row of
// zeros would come to is computed once for all rows, and subtracted from each.
// CHECK-LABEL: func @bytes
func.func @bytes(%a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>) {
  // CHECK-DAG: %[[TOP:.*]] = arith.constant dense<-2139062144> : vector<16xi32>
  // CHECK: %[[ZEROS:.*]] = scf.for {{.*}} -> (vector<16xi32>)
  // CHECK-COUNT-4: vector.load %{{.*}} : memref<4096xi8, strided<[1]>>, vector<16xi8>
  // CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %{{.*}}, %{{.*}})
  // CHECK: scf.for
  // CHECK: arith.subi %{{.*}}, %[[ZEROS]] : vector<16xi32>
  // CHECK: scf.for {{.*}} -> (vector<16xi32>)
  // CHECK: arith.xori %{{.*}}, %[[TOP]]
  // CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
  // CHECK: scf.yield
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 1, d2 by 4], vector = d1 x 16, dot = d2 x 4>}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8>) outs(%c : memref<8x64xi32>)
  return
}

// -----

// Panels have their rows in groups; those of A their top bits flipped.
// CHECK-LABEL: func @panels
func.func @panels(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  // CHECK-DAG: %[[TOP:.*]] = arith.constant dense<-128> : vector<64xi8>
  // CHECK-DAG: memref.alloca() {{.*}} : memref<64x64xi8, #tiled_layout.layout<{1,0:T(64,32)(4,1)}>>
  // CHECK-DAG: memref.alloca() {{.*}} : memref<64x64xi8, #tiled_layout.layout<{0,1:T(64,8)(4,1)}>>
  // CHECK: tiled_layout.relayout
  // CHECK: tiled_layout.relayout
  // CHECK: arith.xori %{{.*}}, %[[TOP]]
  // CHECK: vector.load %{{.*}}, vector<64xi8>
  // CHECK-NOT: arith.xori
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 1, pack 0, d1 by 32, d0 by 8, d2 by 4], vector = d1 x 16, dot = d2 x 4>}
    ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// -----

// Four rows of A that take turns are loaded at once: their columns become words.
// CHECK-LABEL: func @turns
#four = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
func.func @turns(%a: memref<8x64xi8, #four>, %b: memref<64x16xi8, #four>, %c: memref<8x16xi32>) {
  // CHECK: %[[SQUARE:.*]] = vector.load %{{.*}}, vector<16xi8>
  // CHECK: %[[ROWS:.*]] = vector.shuffle %[[SQUARE]], %[[SQUARE]] [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15]
  // CHECK: %[[WORDS:.*]] = vector.bitcast %[[ROWS]] : vector<16xi8> to vector<4xi32>
  // CHECK: vector.extract %[[WORDS]][0]
  // CHECK: vector.extract %[[WORDS]][3]
  // CHECK-NOT: memref.load
  // CHECK: vpdpbusd
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : memref<8x64xi8, #four>, memref<64x16xi8, #four>) outs(%c : memref<8x16xi32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 16, d0 by 4, d2 by 4], vector = d1 x 16, dot = d2 x 4>} {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %u = arith.extui %x : i8 to i32
    %v = arith.extsi %y : i8 to i32
    %p = arith.muli %u, %v : i32
    %t = arith.addi %p, %s : i32
    linalg.yield %t : i32
  }
  return
}

// -----

// Of two products, the numbers have 16 bits: bytes are widened, as they are loaded or in a panel.
// CHECK-LABEL: func @twos
module attributes {tiled_layout.target = #tiled_layout.target<x86-64-v3>} {
func.func @twos(%a: memref<8x64xi8>, %b: memref<64x64xi8>, %c: memref<8x64xi32>) {
  // CHECK: tiled_layout.relayout
  // CHECK: arith.extsi %{{.*}} : vector<16xi8> to vector<16xi16>
  // CHECK: vector.load %{{.*}} : memref<4096xi16>, vector<16xi16>
  // CHECK: vector.load %{{.*}}, vector<2xi8>
  // CHECK: arith.extsi %{{.*}} : vector<2xi8> to vector<2xi16>
  // CHECK: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%{{.*}}, %{{.*}}) : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  // CHECK: arith.addi
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [pack 1 wide, d1 by 8, d0 by 1, d2 by 2], vector = d1 x 8, dot = d2 x 2>}
    ins(%a, %b : memref<8x64xi8>, memref<64x64xi8>) outs(%c : memref<8x64xi32>)
  return
}
}
