// Operations of many dialects on tiled arrays in one program: do they run right
// with the instructions of AVX-512 and with those of AVX2, and does the code use
// the registers of each?
//
// RUN: tiled-layout-opt %s --tiled-layout-lowering-pipeline | FileCheck %s --check-prefix=UPSTREAM
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline > %t.mlir
// RUN: mlir-runner %t.mlir --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: mlir-runner %t.mlir --entry-point-result=void --shared-libs=%runner_libs --mattr=-avx512f,+avx2 | FileCheck %s
// RUN: mlir-translate --mlir-to-llvmir %t.mlir > %t.ll
// RUN: llc -mtriple=x86_64-pc-linux-gnu -mcpu=x86-64-v4 -mattr=-prefer-256-bit %t.ll -o - | FileCheck %s --check-prefix=AVX512
// RUN: llc -mtriple=x86_64-pc-linux-gnu -mcpu=x86-64-v3 %t.ll -o - | FileCheck %s --check-prefix=AVX2

// UPSTREAM-NOT: tiled_layout

#t = #tiled_layout.layout<{1,0:T(8,32)}>
#nibbles = #tiled_layout.layout<{0:T(32)E(4)}>
!array = memref<20x70xf32, #t>
!dynamic = memref<?x70xf32, #t>
!plain = memref<20x70xf32>

// Two rows of a tile move in vectors as long as registers are.
// AVX512-LABEL: copy_rows:
// AVX512: vmovups {{.*}}, %zmm
// AVX512: vmovups %zmm{{[0-9]+}}, (
// AVX2-LABEL: copy_rows:
// AVX2-NOT: zmm
// AVX2: vmovups {{.*}}, %ymm
// AVX2: vmovups %ymm{{[0-9]+}}, (
// AVX2: retq
func.func @copy_rows(%a: memref<64x128xf32, #t>, %b: memref<64x128xf32, #t>, %z: f32) {
  affine.for %i = 0 to 64 step 2 {
    affine.for %j = 0 to 128 step 32 {
      %v = vector.transfer_read %a[%i, %j], %z {in_bounds = [true, true]} : memref<64x128xf32, #t>, vector<2x32xf32>
      vector.transfer_write %v, %b[%i, %j] {in_bounds = [true, true]} : vector<2x32xf32>, memref<64x128xf32, #t>
    }
  }
  return
}

// m[i, j] = 100 i + j
func.func private @fill(%m: !plain) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 70 {
      %p = affine.apply affine_map<(d0, d1) -> (100 * d0 + d1)>(%i, %j)
      %k = arith.index_cast %p : index to i32
      %v = arith.sitofp %k : i32 to f32
      affine.store %v, %m[%i, %j] : !plain
    }
  }
  return
}

func.func private @choose(%c: i1, %a: !dynamic, %b: !dynamic) -> !dynamic {
  cf.cond_br %c, ^end(%a : !dynamic), ^end(%b : !dynamic)
^end(%r: !dynamic):
  return %r : !dynamic
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %c19 = arith.constant 19 : index
  %c20 = arith.constant 20 : index
  %c66 = arith.constant 66 : index
  %true = arith.constant true
  %none = arith.constant -1.0 : f32
  %half = arith.constant 0.5 : f32
  %plain = memref.alloc() : !plain
  call @fill(%plain) : (!plain) -> ()
  %a = memref.alloc() : !array
  %b = memref.alloc() : !array
  tiled_layout.relayout ins(%plain : !plain) outs(%a : !array)
  linalg.fill ins(%none : f32) outs(%b : !array)
  linalg.add ins(%a, %a : !array, !array) outs(%b : !array)

  %x = memref.cast %a : !array to !dynamic
  %y = memref.cast %b : !array to !dynamic
  %chosen = call @choose(%true, %y, %x) : (i1, !dynamic, !dynamic) -> !dynamic
  %rows = memref.dim %chosen, %c0 : !dynamic
  scf.for %i = %c0 to %rows step %c1 {
    %v = memref.load %chosen[%i, %i] : !dynamic
    %w = arith.mulf %v, %half : f32
    memref.store %w, %chosen[%i, %i] : !dynamic
  }

  // The last row, around the edge and beyond the end.
  // CHECK: ( 3932, 3934, 3936, 3938, -1, -1 )
  %row = vector.transfer_read %chosen[%c19, %c66], %none : !dynamic, vector<6xf32>
  vector.print %row : vector<6xf32>
  // CHECK-NEXT: ( 0, 101, 202, 303 )
  %diagonal = scf.for %i = %c0 to %c20 step %c1 iter_args(%d = %row) -> vector<6xf32> {
    %v = memref.load %chosen[%i, %i] : !dynamic
    %is = arith.cmpi ult, %i, %c4 : index
    %e = scf.if %is -> vector<6xf32> {
      %f = vector.insert %v, %d[%i] : f32 into vector<6xf32>
      scf.yield %f : vector<6xf32>
    } else {
      scf.yield %d : vector<6xf32>
    }
    scf.yield %e : vector<6xf32>
  }
  %first = vector.extract_strided_slice %diagonal {offsets = [0], sizes = [4], strides = [1]} : vector<6xf32> to vector<4xf32>
  vector.print %first : vector<4xf32>

  // A column: 2 (100 i + 7).
  // CHECK-NEXT: ( 14, 214, 414 )
  %column = vector.transfer_read %b[%c0, %c7], %none {in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d0)>} : !array, vector<3xf32>
  vector.print %column : vector<3xf32>

  // Neighbours in a byte, by threads of a parallel loop.
  // CHECK-NEXT: ( 0, 1, 2, 3, 4, 5, 6, 7 )
  %n = memref.alloc() : memref<32xi4, #nibbles>
  %z4 = arith.constant 0 : i4
  scf.forall (%i) in (32) {
    memref.store %z4, %n[%i] : memref<32xi4, #nibbles>
  }
  scf.parallel (%i) = (%c0) to (%c20) step (%c1) {
    %k = arith.index_cast %i : index to i4
    %old = memref.atomic_rmw addi %k, %n[%i] : (i4, memref<32xi4, #nibbles>) -> i4
  }
  %few = vector.transfer_read %n[%c0], %z4 {in_bounds = [true]} : memref<32xi4, #nibbles>, vector<8xi4>
  %wide = arith.extui %few : vector<8xi4> to vector<8xi32>
  vector.print %wide : vector<8xi32>
  memref.dealloc %n : memref<32xi4, #nibbles>
  memref.dealloc %a : !array
  memref.dealloc %b : !array
  memref.dealloc %plain : !plain
  return
}
