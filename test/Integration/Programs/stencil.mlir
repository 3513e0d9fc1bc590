// A field that spreads in time, in two buffers that change places, with loops over memrefs,
// parallel ones among them; and a running sum that is a program of its own.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{0,1:T(8,16)}>
!A = memref<37x45xf32, #t>
!B = memref<?x?xf32, #u>
func.func @step(%a: !A, %b: !A) {
  %c1 = arith.constant 1 : index
  %c36 = arith.constant 36 : index
  %c44 = arith.constant 44 : index
  %quarter = arith.constant 0.25 : f32
  scf.parallel (%i, %j) = (%c1, %c1) to (%c36, %c44) step (%c1, %c1) {
    %im = arith.subi %i, %c1 : index
    %ip = arith.addi %i, %c1 : index
    %jm = arith.subi %j, %c1 : index
    %jp = arith.addi %j, %c1 : index
    %n = memref.load %a[%im, %j] : !A
    %s = memref.load %a[%ip, %j] : !A
    %w = memref.load %a[%i, %jm] : !A
    %e = memref.load %a[%i, %jp] : !A
    %x = arith.addf %n, %s : f32
    %y = arith.addf %w, %e : f32
    %z = arith.addf %x, %y : f32
    %r = arith.mulf %z, %quarter : f32
    memref.store %r, %b[%i, %j] : !A
    scf.reduce
  }
  return
}
func.func @spread(%a: !A, %b: !A, %steps: index) -> !A {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%x = %a, %y = %b) -> (!A, !A) {
    func.call @step(%x, %y) : (!A, !A) -> ()
    scf.yield %y, %x : !A, !A
  }
  return %r#0 : !A
}
func.func @scan(%a: !A, %b: !B) {
  %zero = arith.constant 0.0 : f32
  affine.for %j = 0 to 45 {
    %s = affine.for %i = 0 to 37 iter_args(%sum = %zero) -> f32 {
      %x = affine.load %a[%i, %j] : !A
      %y = arith.addf %sum, %x : f32
      affine.store %y, %b[%j, %i] : !B
      affine.yield %y : f32
    }
  }
  affine.for %j = 0 to 45 {
    affine.for %i = 1 to 37 {
      %x = affine.load %b[%j, %i] : !B
      %y = affine.load %b[%j, %i - 1] : !B
      %d = arith.subf %x, %y : f32
      affine.if affine_set<(i, j) : (i + j - 40 >= 0)>(%i, %j) {
        affine.store %d, %b[%j, %i - 1] : !B
      }
    }
  }
  return
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c37 = arith.constant 37 : index
  %c45 = arith.constant 45 : index
  %x0 = call @data2(%c7, %c37, %c45) : (index, index, index) -> tensor<?x?xf32>
  %x1 = bufferization.to_buffer %x0 : tensor<?x?xf32> to memref<?x?xf32>
  %x = memref.cast %x1 : memref<?x?xf32> to memref<37x45xf32>
  %a = memref.alloc() : !A
  %b = memref.alloc() : !A
  tiled_layout.relayout ins(%x : memref<37x45xf32>) outs(%a : !A)
  tiled_layout.relayout ins(%x : memref<37x45xf32>) outs(%b : !A)
  %r = call @spread(%a, %b, %c7) : (!A, !A, index) -> !A
  %o = memref.alloc() : memref<37x45xf32>
  tiled_layout.relayout ins(%r : !A) outs(%o : memref<37x45xf32>)
  %ot = bufferization.to_tensor %o restrict : memref<37x45xf32> to tensor<37x45xf32>
  %ou = tensor.cast %ot : tensor<37x45xf32> to tensor<*xf32>
  call @show(%ou) : (tensor<*xf32>) -> ()
  %s = memref.alloc(%c45, %c37) : !B
  call @scan(%r, %s) : (!A, !B) -> ()
  %p = memref.alloc(%c45, %c37) : memref<?x?xf32>
  tiled_layout.relayout ins(%s : !B) outs(%p : memref<?x?xf32>)
  %pt = bufferization.to_tensor %p restrict : memref<?x?xf32> to tensor<?x?xf32>
  %pu = tensor.cast %pt : tensor<?x?xf32> to tensor<*xf32>
  call @show(%pu) : (tensor<*xf32>) -> ()
  return
}
