// Is a softmax of memrefs that of tensors, bit for bit, with padding that is not a number?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>

func.func private @printI64(i64)
func.func private @printNewline()

func.func @check(%i: memref<21x37xi64>) {
  %c0 = arith.constant 0 : index
  %r = affine.for %k = 0 to 21 iter_args(%n = %c0) -> (index) {
    %s = affine.for %j = 0 to 37 iter_args(%m = %n) -> (index) {
      %x = affine.load %i[%k, %j] : memref<21x37xi64>
      %y = arith.index_cast %x : i64 to index
      %z = arith.addi %m, %y : index
      affine.yield %z : index
    }
    affine.yield %s : index
  }
  %v = arith.index_cast %r : index to i64
  call @printI64(%v) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c21 = arith.constant 21 : index
  %c37 = arith.constant 37 : index
  %nan = arith.constant 0x7FC00000 : f32
  %a = memref.alloc() : memref<21x37xf32, #t>
  %b = memref.alloc() : memref<21x37xf32, #t>
  tiled_layout.fill_padding ins(%nan : f32) outs(%a : memref<21x37xf32, #t>)
  affine.for %i = 0 to 21 {
    affine.for %j = 0 to 37 {
      %k = arith.muli %i, %j : index
      %l = arith.index_cast %k : index to i32
      %m = arith.sitofp %l : i32 to f32
      %s = arith.constant 0.01 : f32
      %v = arith.mulf %m, %s : f32
      affine.store %v, %a[%i, %j] : memref<21x37xf32, #t>
    }
  }
  linalg.softmax dimension(1) ins(%a : memref<21x37xf32, #t>) outs(%b : memref<21x37xf32, #t>)
  // In place, along the other dimension.
  linalg.softmax dimension(0) ins(%a : memref<21x37xf32, #t>) outs(%a : memref<21x37xf32, #t>)

  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %k = arith.muli %i, %j : index
    %l = arith.index_cast %k : index to i32
    %m = arith.sitofp %l : i32 to f32
    %s = arith.constant 0.01 : f32
    %v = arith.mulf %m, %s : f32
    tensor.yield %v : f32
  } : tensor<21x37xf32>
  %e = tensor.empty() : tensor<21x37xf32>
  %r = linalg.softmax dimension(1) ins(%t : tensor<21x37xf32>) outs(%e : tensor<21x37xf32>) -> tensor<21x37xf32>
  %c = linalg.softmax dimension(0) ins(%t : tensor<21x37xf32>) outs(%e : tensor<21x37xf32>) -> tensor<21x37xf32>

  %rows = memref.alloc() : memref<21x37xi64>
  %columns = memref.alloc() : memref<21x37xi64>
  scf.for %i = %c0 to %c21 step %c1 {
    scf.for %j = %c0 to %c37 step %c1 {
      %x = memref.load %b[%i, %j] : memref<21x37xf32, #t>
      %y = tensor.extract %r[%i, %j] : tensor<21x37xf32>
      %p = arith.cmpf oeq, %x, %y : f32
      %q = arith.extui %p : i1 to i64
      memref.store %q, %rows[%i, %j] : memref<21x37xi64>
      %x2 = memref.load %a[%i, %j] : memref<21x37xf32, #t>
      %y2 = tensor.extract %c[%i, %j] : tensor<21x37xf32>
      %p2 = arith.cmpf oeq, %x2, %y2 : f32
      %q2 = arith.extui %p2 : i1 to i64
      memref.store %q2, %columns[%i, %j] : memref<21x37xi64>
    }
  }
  // CHECK: 777
  call @check(%rows) : (memref<21x37xi64>) -> ()
  // CHECK: 777
  call @check(%columns) : (memref<21x37xi64>) -> ()
  return
}
