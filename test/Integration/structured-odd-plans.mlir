// Plans at their edges, executed.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=%baseline_cpu | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=host | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// Differences of f64, of which one lies in T(4,1): a word of the four rows that take turns has more
// bits than shuffles move.
#turned = #tiled_layout.layout<{1,0:T(4,1)}>
#columns = #tiled_layout.layout<{0,1}>
func.func private @differences(%a: memref<9x9xf64>, %b: memref<9x9xf64, #turned>, %e: memref<9x9xf64, #columns>,
                               %c: memref<9xf64>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a, %b, %e : memref<9x9xf64>, memref<9x9xf64, #turned>, memref<9x9xf64, #columns>) outs(%c : memref<9xf64>) {
  ^bb0(%x: f64, %y: f64, %w: f64, %z: f64):
    %0 = arith.subf %x, %y : f64
    %d = arith.subf %0, %w : f64
    %m = arith.minimumf %d, %z : f64
    linalg.yield %m : f64
  }
  return
}

// The last of 17 columns, truncated: nothing behind it is written, which is the next row's.
func.func private @truncated(%a: memref<4x17xi32>, %b: memref<4x17xi16>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<4x17xi32>) outs(%b : memref<4x17xi16>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
        loops = [d1 by 16, d0 by 1], vector = d1 x 16, masked>} {
  ^bb0(%x: i32, %y: i16):
    %t = arith.trunci %x : i32 to i16
    linalg.yield %t : i16
  }
  return
}

// Blocks of 64 leave one of 8 of the last 72 columns, and nothing of 128.
func.func private @once(%a: memref<5x200xi32>, %b: memref<200x5xi32>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<5x200xi32>) outs(%b : memref<200x5xi32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
        loops = [d1 by 128, d0 by 4, d1 by 64, d1 by 32, d0 by 2, d1 by 8, d0 by 1], vector = d0 x 1>} {
  ^bb0(%x: i32, %y: i32):
    %t = arith.addi %x, %y : i32
    linalg.yield %t : i32
  }
  return
}

// Three inputs, each with two edges of tiles along the rows, which are transposed: each edge has a
// loop of its own, however many there are.
#quads = #tiled_layout.layout<{1,0:T(4,4)(2,2)}>
#pairs = #tiled_layout.layout<{1,0:T(2,1)}>
func.func private @edges(%a: memref<8x16xi32, #quads>, %b: memref<8x16xi32, #quads>, %c: memref<8x16xi32, #quads>,
                         %d: memref<8x16xi32, #pairs>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b, %c : memref<8x16xi32, #quads>, memref<8x16xi32, #quads>, memref<8x16xi32, #quads>) outs(%d : memref<8x16xi32, #pairs>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<
        loops = [d0 by 2, d1 by 4], vector = d1 x 4, interleave = d0 x 2, transposed = [0 along d0, 1 along d0, 2 along d0]>} {
  ^bb0(%x: i32, %y: i32, %z: i32, %o: i32):
    %s = arith.addi %x, %y : i32
    %t = arith.subi %s, %z : i32
    linalg.yield %t : i32
  }
  return
}

func.func private @printMemrefF64(memref<*xf64>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %c17 = arith.constant 17 : index
  // a[j, i] = i * i, b[i, j] = 10 * j - i: differences of i * i + i - 10 * j are least for j = 8.
  %a = memref.alloc() : memref<9x9xf64>
  %b = memref.alloc() : memref<9x9xf64, #turned>
  %c = memref.alloc() : memref<9xf64>
  %e = memref.alloc() : memref<9x9xf64, #columns>
  %nothing = arith.constant 0.0 : f64
  linalg.fill ins(%nothing : f64) outs(%e : memref<9x9xf64, #columns>)
  %large = arith.constant 1.0e9 : f64
  scf.for %i = %c0 to %c9 step %c1 {
    memref.store %large, %c[%i] : memref<9xf64>
    scf.for %j = %c0 to %c9 step %c1 {
      %ii = arith.index_cast %i : index to i32
      %if = arith.sitofp %ii : i32 to f64
      %square = arith.mulf %if, %if : f64
      %ji = arith.index_cast %j : index to i32
      %jf = arith.sitofp %ji : i32 to f64
      %ten = arith.constant 10.0 : f64
      %tens = arith.mulf %jf, %ten : f64
      %y = arith.subf %tens, %if : f64
      memref.store %square, %a[%j, %i] : memref<9x9xf64>
      memref.store %y, %b[%i, %j] : memref<9x9xf64, #turned>
    }
  }
  call @differences(%a, %b, %e, %c) : (memref<9x9xf64>, memref<9x9xf64, #turned>, memref<9x9xf64, #columns>, memref<9xf64>) -> ()
  %cu = memref.cast %c : memref<9xf64> to memref<*xf64>
  // CHECK: [-80,  -78,  -74,  -68,  -60,  -50,  -38,  -24,  -8]
  call @printMemrefF64(%cu) : (memref<*xf64>) -> ()

  %wide = memref.alloc() : memref<4x17xi32>
  %narrow = memref.alloc() : memref<4x17xi16>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c17 step %c1 {
      %n = affine.apply affine_map<(i, j) -> (65536 * 7 + 100 * i + j)>(%i, %j)
      %x = arith.index_cast %n : index to i32
      memref.store %x, %wide[%i, %j] : memref<4x17xi32>
    }
  }
  call @truncated(%wide, %narrow) : (memref<4x17xi32>, memref<4x17xi16>) -> ()
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c17 step %c1 {
      %x = memref.load %narrow[%i, %j] : memref<4x17xi16>
      %y = arith.extsi %x : i16 to i32
      memref.store %y, %wide[%i, %j] : memref<4x17xi32>
    }
  }
  %wu = memref.cast %wide : memref<4x17xi32> to memref<*xi32>
  // CHECK: [0,   1,   2,   3,   4,   5,   6,   7,   8,   9,   10,   11,   12,   13,   14,   15,   16],
  // CHECK-NEXT: [100, {{.*}}  116],
  // CHECK-NEXT: [200, {{.*}}  216],
  // CHECK-NEXT: [300, {{.*}}  316]
  call @printMemrefI32(%wu) : (memref<*xi32>) -> ()

  %ones = memref.alloc() : memref<5x200xi32>
  %sums = memref.alloc() : memref<200x5xi32>
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  linalg.fill ins(%one : i32) outs(%ones : memref<5x200xi32>)
  linalg.fill ins(%zero : i32) outs(%sums : memref<200x5xi32>)
  call @once(%ones, %sums) : (memref<5x200xi32>, memref<200x5xi32>) -> ()
  %su = memref.cast %sums : memref<200x5xi32> to memref<*xi32>
  // CHECK-COUNT-200: [1,   1,   1,   1,   1]
  call @printMemrefI32(%su) : (memref<*xi32>) -> ()

  %q = memref.alloc() : memref<8x16xi32, #quads>
  %p = memref.alloc() : memref<8x16xi32, #pairs>
  %r = memref.alloc() : memref<8x16xi32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %n = affine.apply affine_map<(i, j) -> (20 * i + j)>(%i, %j)
      %x = arith.index_cast %n : index to i32
      affine.store %x, %q[%i, %j] : memref<8x16xi32, #quads>
    }
  }
  call @edges(%q, %q, %q, %p) : (memref<8x16xi32, #quads>, memref<8x16xi32, #quads>, memref<8x16xi32, #quads>, memref<8x16xi32, #pairs>) -> ()
  tiled_layout.relayout ins(%p : memref<8x16xi32, #pairs>) outs(%r : memref<8x16xi32>)
  %ru = memref.cast %r : memref<8x16xi32> to memref<*xi32>
  // CHECK: [0, {{.*}}  15],
  // CHECK: [80,   81, {{.*}}  95],
  // CHECK: [140,   141, {{.*}}  155]
  call @printMemrefI32(%ru) : (memref<*xi32>) -> ()
  return
}
