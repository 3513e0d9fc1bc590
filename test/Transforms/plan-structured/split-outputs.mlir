// Elements beside what is reduced from them: two operations, the reduction first, since elements may replace what it reads.
//
// RUN: tiled-layout-opt --verify-roundtrip %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @exponentials(
// CHECK: linalg.generic {{.*}}["parallel", "reduction"]} ins(%arg0 : {{.*}}) outs(%arg1 : memref<64xf32>) {{.*}}structured_plan
// CHECK: math.exp
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}}["parallel", "parallel"]} ins(%arg0 : {{.*}}) outs(%arg0 : {{.*}}structured_plan
// CHECK: math.exp
// CHECK-NOT: arith.addf
// CHECK: return
func.func @exponentials(%a: memref<64x256xf32, #t>, %s: memref<64xf32>) {
  linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<64x256xf32, #t>) outs(%a, %s : memref<64x256xf32, #t>, memref<64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %e = math.exp %x : f32
    %r = arith.addf %z, %e : f32
    linalg.yield %e, %r : f32, f32
  }
  return
}

// Sums up to each element need the sum.
// CHECK-LABEL: func.func @sums_so_far(
// CHECK: linalg.generic {{.*}}["parallel", "reduction"]} ins(%arg0 : {{.*}}) outs(%arg1, %arg2 :
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @sums_so_far(%a: memref<64x256xf32, #t>, %o: memref<64x256xf32, #t>, %s: memref<64xf32>) {
  linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<64x256xf32, #t>) outs(%o, %s : memref<64x256xf32, #t>, memref<64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %r = arith.addf %z, %x : f32
    linalg.yield %r, %r : f32, f32
  }
  return
}

// What the reduction writes would be read afterwards.
// CHECK-LABEL: func.func @same_memory(
// CHECK: linalg.generic {{.*}} outs(%arg1, %arg2 :
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @same_memory(%a: memref<64x256xf32, #t>, %o: memref<64x256xf32, #t>, %s: memref<64xf32>) {
  linalg.generic {indexing_maps = [#id, #row, #id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a, %s : memref<64x256xf32, #t>, memref<64xf32>) outs(%o, %s : memref<64x256xf32, #t>, memref<64xf32>) {
  ^bb0(%x: f32, %f: f32, %y: f32, %z: f32):
    %e = arith.mulf %x, %f : f32
    %r = arith.addf %z, %x : f32
    linalg.yield %e, %r : f32, f32
  }
  return
}

// A part of the body has a region, which may use anything.
// CHECK-LABEL: func.func @regions(
// CHECK: linalg.generic {{.*}} outs(%arg1, %arg2 :
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @regions(%a: memref<64x256xf32, #t>, %o: memref<64x256xf32, #t>, %s: memref<64xf32>, %c: i1) {
  linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<64x256xf32, #t>) outs(%o, %s : memref<64x256xf32, #t>, memref<64xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %q = scf.if %c -> f32 {
      scf.yield %z : f32
    } else {
      scf.yield %x : f32
    }
    %r = arith.addf %z, %x : f32
    linalg.yield %q, %r : f32, f32
  }
  return
}
