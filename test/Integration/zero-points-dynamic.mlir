// Do windows whose extents are known at run time give the same with zero points split off, by
// the pass once and twice, as without? Each line is a hash of all results. Plans for dot instructions
// are taken out where the processor lacks them.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs > %t.plain
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=host | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | diff %t.plain -
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured --tiled-layout-plan-structured | sed -E 's/(, )?tiled_layout.structured_plan = #tiled_layout.structured_plan<[^>]*>(, )?//' | tiled-layout-opt --tiled-layout-to-llvm-pipeline=target-cpu=x86-64 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | diff %t.plain -
// RUN: FileCheck %s --input-file=%t.plain

// CHECK: -8851458691067288388
// CHECK: -2300361654687305704

func.func private @printI64(i64)
func.func private @printNewline()
func.func private @windows(%a: memref<?x?xi8>, %b: memref<?x?xi8>, %za: i32, %zb: i32, %c: memref<?x?xi32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(i,j,k,l)->(i+k,j+l)>, affine_map<(i,j,k,l)->(k,l)>, affine_map<(i,j,k,l)->(i,j)>], iterator_types=["parallel","parallel","reduction","reduction"]} ins(%a,%b: memref<?x?xi8>, memref<?x?xi8>) outs(%c: memref<?x?xi32>) {
  ^bb0(%x: i8, %y: i8, %o: i32):
    %p = arith.extsi %x : i8 to i32
    %q = arith.extsi %y : i8 to i32
    %ps = arith.subi %p, %za : i32
    %qs = arith.subi %q, %zb : i32
    %m = arith.muli %ps, %qs : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  }
  return
}
func.func private @channels_first(%a: memref<1x24x?x?xi8>, %b: memref<20x24x3x3xi8>, %za: i32, %zb: i32, %c: memref<1x20x?x?xi32>) attributes {no_inline} {
  linalg.conv_2d_nchw_fchw_q ins(%a, %b, %za, %zb : memref<1x24x?x?xi8>, memref<20x24x3x3xi8>, i32, i32) outs(%c : memref<1x20x?x?xi32>)
  return
}
func.func @main() {
  %z = arith.constant 0 : i64
  %n45 = arith.constant 45 : index
  %n50 = arith.constant 50 : index
  %n7 = arith.constant 7 : index
  %n5 = arith.constant 5 : index
  %n39 = arith.constant 39 : index
  %n46 = arith.constant 46 : index
  %n11 = arith.constant 11 : index
  %n13 = arith.constant 13 : index
  %n9 = arith.constant 9 : index
  %a = memref.alloc(%n45,%n50) : memref<?x?xi8>
  %b = memref.alloc(%n7,%n5) : memref<?x?xi8>
  %c = memref.alloc(%n39,%n46) : memref<?x?xi32>
  %p = memref.alloc(%n11,%n13) : memref<1x24x?x?xi8>
  %q = memref.alloc() : memref<20x24x3x3xi8>
  %r = memref.alloc(%n9,%n11) : memref<1x20x?x?xi32>
  %za = arith.constant -9 : i32
  %zb = arith.constant 4 : i32
  linalg.generic {indexing_maps=[affine_map<(d0, d1)->(d0, d1)>], iterator_types=["parallel", "parallel"]} outs(%a : memref<?x?xi8>) {
  ^bb0(%o: i8):
    %j0 = linalg.index 0 : index
    %j1 = linalg.index 1 : index
    %c1 = arith.constant 15 : index
    %m1 = arith.muli %j0, %c1 : index
    %t1 = arith.addi %m1, %j1 : index
    %u1 = arith.muli %t1, %t1 : index
    %v = arith.index_cast %u1 : index to i8
    linalg.yield %v : i8
  }
  linalg.generic {indexing_maps=[affine_map<(d0, d1)->(d0, d1)>], iterator_types=["parallel", "parallel"]} outs(%b : memref<?x?xi8>) {
  ^bb0(%o: i8):
    %j0 = linalg.index 0 : index
    %j1 = linalg.index 1 : index
    %c1 = arith.constant 9 : index
    %m1 = arith.muli %j0, %c1 : index
    %t1 = arith.addi %m1, %j1 : index
    %u1 = arith.muli %t1, %t1 : index
    %v = arith.index_cast %u1 : index to i8
    linalg.yield %v : i8
  }
  linalg.generic {indexing_maps=[affine_map<(d0, d1)->(d0, d1)>], iterator_types=["parallel", "parallel"]} outs(%c : memref<?x?xi32>) {
  ^bb0(%o: i32):
    %j0 = linalg.index 0 : index
    %j1 = linalg.index 1 : index
    %c1 = arith.constant 5 : index
    %m1 = arith.muli %j0, %c1 : index
    %t1 = arith.addi %m1, %j1 : index
    %u1 = arith.muli %t1, %t1 : index
    %v = arith.index_cast %u1 : index to i32
    linalg.yield %v : i32
  }
  linalg.generic {indexing_maps=[affine_map<(d0, d1, d2, d3)->(d0, d1, d2, d3)>], iterator_types=["parallel", "parallel", "parallel", "parallel"]} outs(%p : memref<1x24x?x?xi8>) {
  ^bb0(%o: i8):
    %j0 = linalg.index 0 : index
    %j1 = linalg.index 1 : index
    %j2 = linalg.index 2 : index
    %j3 = linalg.index 3 : index
    %c1 = arith.constant 7 : index
    %m1 = arith.muli %j0, %c1 : index
    %t1 = arith.addi %m1, %j1 : index
    %u1 = arith.muli %t1, %t1 : index
    %c2 = arith.constant 9 : index
    %m2 = arith.muli %u1, %c2 : index
    %t2 = arith.addi %m2, %j2 : index
    %u2 = arith.muli %t2, %t2 : index
    %c3 = arith.constant 11 : index
    %m3 = arith.muli %u2, %c3 : index
    %t3 = arith.addi %m3, %j3 : index
    %u3 = arith.muli %t3, %t3 : index
    %v = arith.index_cast %u3 : index to i8
    linalg.yield %v : i8
  }
  linalg.generic {indexing_maps=[affine_map<(d0, d1, d2, d3)->(d0, d1, d2, d3)>], iterator_types=["parallel", "parallel", "parallel", "parallel"]} outs(%q : memref<20x24x3x3xi8>) {
  ^bb0(%o: i8):
    %j0 = linalg.index 0 : index
    %j1 = linalg.index 1 : index
    %j2 = linalg.index 2 : index
    %j3 = linalg.index 3 : index
    %c1 = arith.constant 11 : index
    %m1 = arith.muli %j0, %c1 : index
    %t1 = arith.addi %m1, %j1 : index
    %u1 = arith.muli %t1, %t1 : index
    %c2 = arith.constant 13 : index
    %m2 = arith.muli %u1, %c2 : index
    %t2 = arith.addi %m2, %j2 : index
    %u2 = arith.muli %t2, %t2 : index
    %c3 = arith.constant 15 : index
    %m3 = arith.muli %u2, %c3 : index
    %t3 = arith.addi %m3, %j3 : index
    %u3 = arith.muli %t3, %t3 : index
    %v = arith.index_cast %u3 : index to i8
    linalg.yield %v : i8
  }
  linalg.generic {indexing_maps=[affine_map<(d0, d1, d2, d3)->(d0, d1, d2, d3)>], iterator_types=["parallel", "parallel", "parallel", "parallel"]} outs(%r : memref<1x20x?x?xi32>) {
  ^bb0(%o: i32):
    %j0 = linalg.index 0 : index
    %j1 = linalg.index 1 : index
    %j2 = linalg.index 2 : index
    %j3 = linalg.index 3 : index
    %c1 = arith.constant 5 : index
    %m1 = arith.muli %j0, %c1 : index
    %t1 = arith.addi %m1, %j1 : index
    %u1 = arith.muli %t1, %t1 : index
    %c2 = arith.constant 7 : index
    %m2 = arith.muli %u1, %c2 : index
    %t2 = arith.addi %m2, %j2 : index
    %u2 = arith.muli %t2, %t2 : index
    %c3 = arith.constant 9 : index
    %m3 = arith.muli %u2, %c3 : index
    %t3 = arith.addi %m3, %j3 : index
    %u3 = arith.muli %t3, %t3 : index
    %v = arith.index_cast %u3 : index to i32
    linalg.yield %v : i32
  }
  call @windows(%a,%b,%za,%zb,%c) : (memref<?x?xi8>,memref<?x?xi8>,i32,i32,memref<?x?xi32>) -> ()
  call @channels_first(%p,%q,%za,%zb,%r) : (memref<1x24x?x?xi8>,memref<20x24x3x3xi8>,i32,i32,memref<1x20x?x?xi32>) -> ()
  %accc = memref.alloc() : memref<i64>
  memref.store %z, %accc[] : memref<i64>
  linalg.generic {indexing_maps=[affine_map<(d0, d1)->(d0, d1)>, affine_map<(d0, d1)->()>], iterator_types=["reduction", "reduction"]} ins(%c : memref<?x?xi32>) outs(%accc : memref<i64>) {
  ^bb0(%x: i32, %y: i64):
    %e = arith.extsi %x : i32 to i64
    %k = arith.constant 1099511628211 : i64
    %m = arith.muli %y, %k : i64
    %xr = arith.xori %m, %e : i64
    linalg.yield %xr : i64
  }
  %hc = memref.load %accc[] : memref<i64>
  func.call @printI64(%hc) : (i64) -> ()
  func.call @printNewline() : () -> ()
  %accr = memref.alloc() : memref<i64>
  memref.store %z, %accr[] : memref<i64>
  linalg.generic {indexing_maps=[affine_map<(d0, d1, d2, d3)->(d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3)->()>], iterator_types=["reduction", "reduction", "reduction", "reduction"]} ins(%r : memref<1x20x?x?xi32>) outs(%accr : memref<i64>) {
  ^bb0(%x: i32, %y: i64):
    %e = arith.extsi %x : i32 to i64
    %k = arith.constant 1099511628211 : i64
    %m = arith.muli %y, %k : i64
    %xr = arith.xori %m, %e : i64
    linalg.yield %xr : i64
  }
  %hr = memref.load %accr[] : memref<i64>
  func.call @printI64(%hr) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}
