// Do vectors of 128 bytes, wider than any processor's, move bits and fill ragged rows?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline="target-cpu=host vector-bits=1024" \
// RUN:   | mlir-runner --entry-point-result=i32 --shared-libs=%runner_libs | FileCheck %s

// Nothing is wrong.
// CHECK: {{^0$}}

#bits = #tiled_layout.layout<{1,0:T(8,128)(32,1)E(1)}>
#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

func.func @there(%a: memref<509x511xi1>, %b: memref<509x511xi1, #bits>,
                 %c: memref<509x511xi1, #bytes>) {
  tiled_layout.relayout ins(%a : memref<509x511xi1>) outs(%b : memref<509x511xi1, #bits>)
  tiled_layout.relayout ins(%b : memref<509x511xi1, #bits>)
    outs(%c : memref<509x511xi1, #bytes>)
  return
}

func.func @back(%a: memref<509x511xi1, #bits>, %b: memref<509x511xi1, #bytes>,
                %c: memref<509x511xi1>, %d: memref<509x511xi1>) {
  tiled_layout.relayout ins(%a : memref<509x511xi1, #bits>) outs(%c : memref<509x511xi1>)
  tiled_layout.relayout ins(%b : memref<509x511xi1, #bytes>) outs(%d : memref<509x511xi1>)
  return
}

func.func @main() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c3 = arith.constant 3 : index
  %m = arith.constant 509 : index
  %n = arith.constant 511 : index
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<509x511xi1>
  %b = memref.alloc() : memref<509x511xi1, #bits>
  %c = memref.alloc() : memref<509x511xi1, #bytes>
  %d = memref.alloc() : memref<509x511xi1>
  %e = memref.alloc() : memref<509x511xi1>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %p = arith.muli %i, %c7 : index
      %q = arith.muli %j, %j : index
      %r = arith.addi %p, %q : index
      %s = arith.remui %r, %c3 : index
      %bit = arith.cmpi eq, %s, %c0 : index
      memref.store %bit, %a[%i, %j] : memref<509x511xi1>
    }
  }
  call @there(%a, %b, %c) : (memref<509x511xi1>, memref<509x511xi1, #bits>,
                             memref<509x511xi1, #bytes>) -> ()
  call @back(%b, %c, %d, %e) : (memref<509x511xi1, #bits>, memref<509x511xi1, #bytes>,
                                memref<509x511xi1>, memref<509x511xi1>) -> ()
  %wrong = scf.for %i = %c0 to %m step %c1 iter_args(%s = %zero) -> i32 {
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%u = %s) -> i32 {
      %x = memref.load %a[%i, %j] : memref<509x511xi1>
      %y = memref.load %d[%i, %j] : memref<509x511xi1>
      %z = memref.load %e[%i, %j] : memref<509x511xi1>
      %f = arith.xori %x, %y : i1
      %g = arith.xori %x, %z : i1
      %h = arith.ori %f, %g : i1
      %k = arith.extui %h : i1 to i32
      %v = arith.addi %u, %k : i32
      scf.yield %v : i32
    }
    scf.yield %t : i32
  }
  return %wrong : i32
}
