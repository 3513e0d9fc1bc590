// Structured operations on views of arrays of run-time extents, whose strides their types do not know:
// bands of rows, one after the other. Extents that no step divides, against plain loops.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=x86-64-v3 form=linear' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN

// PLAN: linalg.add {{.*}}structured_plan<loops = {{.*}}vector = d1 x 16
// PLAN: linalg.matmul {{.*}}structured_plan<loops = {{.*}}vector = d1 x 16
// PLAN: linalg.reduce {{.*}}structured_plan<loops = {{.*}}vector =

// What differs:
// CHECK: [0, 0, 0]

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [?, 1024, 128, 1]>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func private @bands(%a: memref<?x?xf32, #t>, %b: memref<?x?xf32, #t>, %sum: memref<?x?xf32, #t>,
                         %product: memref<?x?xf32, #t>, %rows: memref<?xf32>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32, #t>
  %k = memref.dim %a, %c1 : memref<?x?xf32, #t>
  %n = memref.dim %b, %c1 : memref<?x?xf32, #t>
  scf.for %i = %c0 to %m step %c16 {
    %j = tiled_layout.assume_multiple %i, 16
    %size = affine.min affine_map<(d0)[s0] -> (16, s0 - d0)>(%i)[%m]
    %x = tiled_layout.subview %a[%j, 0] [%size, %k] [1, 1] : memref<?x?xf32, #t> to memref<?x?xf32, #v>
    %s = tiled_layout.subview %sum[%j, 0] [%size, %k] [1, 1] : memref<?x?xf32, #t> to memref<?x?xf32, #v>
    %p = tiled_layout.subview %product[%j, 0] [%size, %n] [1, 1] : memref<?x?xf32, #t> to memref<?x?xf32, #v>
    %r = memref.subview %rows[%i] [%size] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.add ins(%x, %x : memref<?x?xf32, #v>, memref<?x?xf32, #v>) outs(%s : memref<?x?xf32, #v>)
    linalg.matmul ins(%x, %b : memref<?x?xf32, #v>, memref<?x?xf32, #t>) outs(%p : memref<?x?xf32, #v>)
    linalg.reduce { arith.addf } ins(%x : memref<?x?xf32, #v>) outs(%r : memref<?xf32, strided<[1], offset: ?>>) dimensions = [1]
  }
  return
}

// Numbers of which all sums are exact in f32.
func.func private @value(%i: index, %j: index) -> i32 {
  %c37 = arith.constant 37 : index
  %c11 = arith.constant 11 : index
  %c227 = arith.constant 227 : index
  %c110 = arith.constant 110 : i32
  %a = arith.muli %i, %c37 : index
  %jj = arith.muli %j, %j : index
  %b = arith.muli %jj, %c11 : index
  %n = arith.addi %a, %b : index
  %k = arith.remui %n, %c227 : index
  %q = arith.index_cast %k : index to i32
  %v = arith.subi %q, %c110 : i32
  return %v : i32
}
func.func private @count(%expected: i32, %got: f32, %wrong: memref<3xi32>, %number: index) {
  %g = arith.fptosi %got : f32 to i32
  %differs = arith.cmpi ne, %expected, %g : i32
  %more = arith.extui %differs : i1 to i32
  %n = memref.load %wrong[%number] : memref<3xi32>
  %m = arith.addi %n, %more : i32
  memref.store %m, %wrong[%number] : memref<3xi32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %two = arith.constant 2 : i32
  %zero_f32 = arith.constant 0.0 : f32
  %m = arith.constant 43 : index
  %k = arith.constant 299 : index
  %n = arith.constant 141 : index
  %wrong = memref.alloc() : memref<3xi32>
  linalg.fill ins(%zero : i32) outs(%wrong : memref<3xi32>)
  %a = memref.alloc(%m, %k) {alignment = 64} : memref<?x?xf32, #t>
  %b = memref.alloc(%k, %n) {alignment = 64} : memref<?x?xf32, #t>
  %sum = memref.alloc(%m, %k) {alignment = 64} : memref<?x?xf32, #t>
  %product = memref.alloc(%m, %n) {alignment = 64} : memref<?x?xf32, #t>
  %rows = memref.alloc(%m) : memref<?xf32>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %k step %c1 {
      %v = func.call @value(%i, %j) : (index, index) -> i32
      %f = arith.sitofp %v : i32 to f32
      memref.store %f, %a[%i, %j] : memref<?x?xf32, #t>
    }
  }
  scf.for %i = %c0 to %k step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %v = func.call @value(%j, %i) : (index, index) -> i32
      %f = arith.sitofp %v : i32 to f32
      memref.store %f, %b[%i, %j] : memref<?x?xf32, #t>
    }
  }
  // No padding takes part.
  %nan = arith.constant 0x7FC00000 : f32
  tiled_layout.fill_padding ins(%nan : f32) outs(%a : memref<?x?xf32, #t>)
  tiled_layout.fill_padding ins(%nan : f32) outs(%b : memref<?x?xf32, #t>)
  linalg.fill ins(%zero_f32 : f32) outs(%product : memref<?x?xf32, #t>)
  linalg.fill ins(%zero_f32 : f32) outs(%rows : memref<?xf32>)
  call @bands(%a, %b, %sum, %product, %rows)
      : (memref<?x?xf32, #t>, memref<?x?xf32, #t>, memref<?x?xf32, #t>, memref<?x?xf32, #t>, memref<?xf32>) -> ()
  scf.for %i = %c0 to %m step %c1 {
    %row = scf.for %j = %c0 to %k step %c1 iter_args(%s = %zero) -> (i32) {
      %v = func.call @value(%i, %j) : (index, index) -> i32
      %twice = arith.muli %v, %two : i32
      %got = memref.load %sum[%i, %j] : memref<?x?xf32, #t>
      func.call @count(%twice, %got, %wrong, %c0) : (i32, f32, memref<3xi32>, index) -> ()
      %more = arith.addi %s, %v : i32
      scf.yield %more : i32
    }
    %got_row = memref.load %rows[%i] : memref<?xf32>
    func.call @count(%row, %got_row, %wrong, %c1) : (i32, f32, memref<3xi32>, index) -> ()
    scf.for %j = %c0 to %n step %c1 {
      %expected = scf.for %l = %c0 to %k step %c1 iter_args(%s = %zero) -> (i32) {
        %x = func.call @value(%i, %l) : (index, index) -> i32
        %y = func.call @value(%j, %l) : (index, index) -> i32
        %xy = arith.muli %x, %y : i32
        %more = arith.addi %s, %xy : i32
        scf.yield %more : i32
      }
      %got = memref.load %product[%i, %j] : memref<?x?xf32, #t>
      func.call @count(%expected, %got, %wrong, %c2) : (i32, f32, memref<3xi32>, index) -> ()
    }
  }
  %w = memref.cast %wrong : memref<3xi32> to memref<*xi32>
  call @printMemrefI32(%w) : (memref<*xi32>) -> ()
  return
}
