// Are products of bytes whose zero points are split off what plain loops compute? Sums wrap
// around. With dot instructions where this machine has them, and without: then plans for them are
// taken out.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=host | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s --check-prefix=SPLIT
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | sed -E 's/(, )?tiled_layout.structured_plan = #tiled_layout.structured_plan<[^>]*>(, )?//' | tiled-layout-opt --tiled-layout-to-llvm-pipeline=target-cpu=x86-64 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// SPLIT-NOT: quantized

// CHECK: [0, 0]

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#four = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
!A = memref<37x70xi8, #four>
!B = memref<70x41xi8, #four>
!C = memref<37x41xi32, #t>
func.func private @product(%a: !A, %b: !B, %za: i32, %zb: i32, %c: !C) attributes {no_inline} {
  linalg.quantized_matmul ins(%a, %b, %za, %zb : !A, !B, i32, i32) outs(%c : !C)
  return
}
!Ad = memref<?x?xi8, #four>
!Cd = memref<?x?xi32, #t>
func.func private @dynamic(%a: !Ad, %b: !Ad, %zb: i32, %c: !Cd) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(n, m, k) -> (m, k)>, affine_map<(n, m, k) -> (k, n)>, affine_map<(n, m, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : !Ad, !Ad) outs(%c : !Cd) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %u = arith.extui %x : i8 to i32
    %v = arith.extsi %y : i8 to i32
    %w = arith.subi %v, %zb : i32
    %p = arith.muli %w, %u : i32
    %r = arith.addi %p, %s : i32
    linalg.yield %r : i32
  }
  return
}
// Numbers from -128 to 127, and results that are close to the greatest.
func.func private @fill(%a: !A, %b: !B, %c: !C) {
  affine.for %k = 0 to 70 {
    affine.for %i = 0 to 37 {
      %v = affine.apply affine_map<(i, k) -> ((i * 71 + k * 37) mod 256)>(%i, %k)
      %x = arith.index_cast %v : index to i8
      affine.store %x, %a[%i, %k] : !A
    }
    affine.for %j = 0 to 41 {
      %v = affine.apply affine_map<(j, k) -> ((j * 53 + k * 91) mod 256)>(%j, %k)
      %x = arith.index_cast %v : index to i8
      affine.store %x, %b[%k, %j] : !B
    }
  }
  %great = arith.constant 2147480000 : i32
  linalg.fill ins(%great : i32) outs(%c : !C)
  return
}
// How many results are not those of plain loops.
func.func private @check(%a: !A, %b: !B, %za: i32, %zb: i32, %c: !C, %signed: i1) -> i32 {
  %great = arith.constant 2147480000 : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = affine.for %i = 0 to 37 iter_args(%outer = %zero) -> i32 {
    %m = affine.for %j = 0 to 41 iter_args(%count = %outer) -> i32 {
      %sum = affine.for %k = 0 to 70 iter_args(%s = %great) -> i32 {
        %x = affine.load %a[%i, %k] : !A
        %y = affine.load %b[%k, %j] : !B
        %xs = arith.extsi %x : i8 to i32
        %xu = arith.extui %x : i8 to i32
        %xw = arith.select %signed, %xs, %xu : i32
        %yw = arith.extsi %y : i8 to i32
        %xz = arith.subi %xw, %za : i32
        %yz = arith.subi %yw, %zb : i32
        %p = arith.muli %xz, %yz : i32
        %r = arith.addi %s, %p : i32
        affine.yield %r : i32
      }
      %is = affine.load %c[%i, %j] : !C
      %differs = arith.cmpi ne, %is, %sum : i32
      %next = arith.addi %count, %one : i32
      %new = arith.select %differs, %next, %count : i32
      affine.yield %new : i32
    }
    affine.yield %m : i32
  }
  return %n : i32
}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %a = memref.alloc() : !A
  %b = memref.alloc() : !B
  %c = memref.alloc() : !C
  %poison = arith.constant 99 : i8
  tiled_layout.fill_padding ins(%poison : i8) outs(%a : !A)
  tiled_layout.fill_padding ins(%poison : i8) outs(%b : !B)
  %za = arith.constant -7 : i32
  %zb = arith.constant 100000 : i32
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %false = arith.constant false
  %counts = memref.alloc() : memref<2xi32>
  call @fill(%a, %b, %c) : (!A, !B, !C) -> ()
  call @product(%a, %b, %za, %zb, %c) : (!A, !B, i32, i32, !C) -> ()
  %n = call @check(%a, %b, %za, %zb, %c, %true) : (!A, !B, i32, i32, !C, i1) -> i32
  affine.store %n, %counts[0] : memref<2xi32>
  call @fill(%a, %b, %c) : (!A, !B, !C) -> ()
  %ad = memref.cast %a : !A to !Ad
  %bd = memref.cast %b : !B to !Ad
  %cd = memref.cast %c : !C to !Cd
  call @dynamic(%ad, %bd, %zb, %cd) : (!Ad, !Ad, i32, !Cd) -> ()
  %m = call @check(%a, %b, %zero, %zb, %c, %false) : (!A, !B, i32, i32, !C, i1) -> i32
  affine.store %m, %counts[1] : memref<2xi32>
  %u = memref.cast %counts : memref<2xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
