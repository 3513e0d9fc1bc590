// Arrays of one dimension that lie in words: are they planned as rows, and is a slice read from two rows?
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured --split-input-file | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 --split-input-file -o /dev/null

#f32 = #tiled_layout.layout<{0:T(1024)}>
#bf16 = #tiled_layout.layout<{0:T(1024)(128)(2,1)}>
#id = affine_map<(i) -> (i)>

// 2,333 elements are 18 rows of 128, and 29 elements of one more.
// CHECK-LABEL: func.func @conversion(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<18x128xf32, {{.*}}T(8,128){{.*}}) outs(%{{.*}} : memref<18x128xbf16, {{.*}}T(8,128)(2,1)}
// CHECK-SAME: vector = d1 x
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<1x29xf32, {{.*}}) outs(%{{.*}} : memref<1x29xbf16,
// CHECK-NOT: linalg.generic
func.func @conversion(%x: memref<2333xf32, #f32>, %y: memref<2333xbf16, #bf16>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<2333xf32, #f32>) outs(%y : memref<2333xbf16, #bf16>) {
  ^bb0(%p: f32, %o: bf16):
    %t = arith.truncf %p : f32 to bf16
    linalg.yield %t : bf16
  }
  return
}

// -----

#bf16 = #tiled_layout.layout<{0:T(1024)(128)(2,1)}>
#id = affine_map<(i) -> (i)>

// From element 3 on, the first 125 elements of a row of the result are of one row, the last three of the next one.
// CHECK: #[[$NEXT:.*]] = affine_map<(d0, d1) -> (d0 + 1, d1)>
// CHECK-LABEL: func.func @slice(
// CHECK: tiled_layout.subview {{.*}}[0, 3] [16, 125]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<16x125xbf16,
// CHECK: tiled_layout.subview {{.*}}[0, 0] [24, 3]
// CHECK: linalg.generic {indexing_maps = [#[[$NEXT]], {{.*}} ins(%{{.*}} : memref<24x3xbf16,
// CHECK-NOT: linalg.generic
func.func @slice(%x: memref<3000xbf16, #bf16>, %y: memref<2048xbf16, #bf16>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i + 3)>, #id], iterator_types = ["parallel"]}
      ins(%x : memref<3000xbf16, #bf16>) outs(%y : memref<2048xbf16, #bf16>) {
  ^bb0(%p: bf16, %o: bf16):
    linalg.yield %p : bf16
  }
  return
}

// -----

#i8 = #tiled_layout.layout<{0:T(2048)(128)(4,1)}>
#id = affine_map<(i) -> (i)>

// Element 0 of the result is element 199: column 71 of row 1.
// CHECK-LABEL: func.func @reversed(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<1x72xi8,
// CHECK-DAG: %[[I:.*]] = linalg.index 0
// CHECK-DAG: %[[J:.*]] = linalg.index 1
// CHECK-DAG: %[[R:.*]] = arith.subi %c1{{.*}}, %[[I]]
// CHECK-DAG: %[[C:.*]] = arith.subi %c71{{.*}}, %[[J]]
// CHECK: memref.load %{{.*}}[%[[R]], %[[C]]]
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT: linalg.generic
func.func @reversed(%x: memref<200xi8, #i8>, %y: memref<200xi8, #i8>) {
  %c = arith.constant 199 : index
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%y : memref<200xi8, #i8>) {
  ^bb0(%o: i8):
    %i = linalg.index 0 : index
    %j = arith.subi %c, %i : index
    %v = memref.load %x[%j] : memref<200xi8, #i8>
    linalg.yield %v : i8
  }
  return
}

// -----

#bf16 = #tiled_layout.layout<{0:T(1024)(128)(2,1)}>
#id = affine_map<(i) -> (i)>

// Sums keep their order where rows follow one another, but not where some of each row come first.
// CHECK-LABEL: func.func @dot(
// CHECK: linalg.generic {{.*}}memref<2000xbf16
// CHECK-NOT: linalg.generic
func.func @dot(%x: memref<2001xbf16, #bf16>, %y: memref<2000xbf16, #bf16>, %z: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i + 1)>, #id, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x, %y : memref<2001xbf16, #bf16>, memref<2000xbf16, #bf16>) outs(%z : memref<f32>) {
  ^bb0(%p: bf16, %q: bf16, %o: f32):
    %a = arith.extf %p : bf16 to f32
    %b = arith.extf %q : bf16 to f32
    %c = arith.mulf %a, %b : f32
    %s = arith.addf %o, %c : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#bytes = #tiled_layout.layout<{0:T(512)(128)(4,1)}>
#space = #tiled_layout.layout<{0:T(1024)(128)(2,1)S(1)}>
#id = affine_map<(i) -> (i)>

// Elements of less than a byte, other memory, and lengths that are known at run time only.
// CHECK-LABEL: func.func @nibbles(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<5x128xi4, {{.*}}) outs(%{{.*}} : memref<5x128xi32,
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : memref<1x60xi4, {{.*}}) outs(%{{.*}} : memref<1x60xi32,
func.func @nibbles(%x: memref<700xi4, #bytes>, %y: memref<700xi32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<700xi4, #bytes>) outs(%y : memref<700xi32>) {
  ^bb0(%p: i4, %o: i32):
    %t = arith.extsi %p : i4 to i32
    linalg.yield %t : i32
  }
  return
}
// CHECK-LABEL: func.func @space(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<?x128xbf16, {{.*}}S(1)}{{.*}}, 1>)
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<1x?xbf16, {{.*}}, 1>)
func.func @space(%x: memref<?xf32>, %y: memref<?xbf16, #space, 1>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<?xf32>) outs(%y : memref<?xbf16, #space, 1>) {
  ^bb0(%p: f32, %o: bf16):
    %t = arith.truncf %p : f32 to bf16
    linalg.yield %t : bf16
  }
  return
}
// The type does not say the length, the program does.
// CHECK-LABEL: func.func @allocated(
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<2x128xbf16,
func.func @allocated(%x: memref<300xf32>) -> memref<?xbf16, #tiled_layout.layout<{0:T(1024)(128)(2,1)}>> {
  %n = arith.constant 300 : index
  %y = memref.alloc(%n) : memref<?xbf16, #tiled_layout.layout<{0:T(1024)(128)(2,1)}>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<300xf32>) outs(%y : memref<?xbf16, #tiled_layout.layout<{0:T(1024)(128)(2,1)}>>) {
  ^bb0(%p: f32, %o: bf16):
    %t = arith.truncf %p : f32 to bf16
    linalg.yield %t : bf16
  }
  return %y : memref<?xbf16, #tiled_layout.layout<{0:T(1024)(128)(2,1)}>>
}
// CHECK-LABEL: func.func @empty(
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @empty(%x: memref<0xi8, #bytes>, %y: memref<0xi32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<0xi8, #bytes>) outs(%y : memref<0xi32>) {
  ^bb0(%p: i8, %o: i32):
    %t = arith.extsi %p : i8 to i32
    linalg.yield %t : i32
  }
  return
}
