// Factors of a symmetric matrix in place, by triangular loops, and the solution of a system by
// them; bounds of loops depend on counters, and rows of two arrays take turns.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{0:T(8)}>
!A = memref<?x?xf32, #t>
!B = memref<?xf32, #v>
func.func @factor(%a: !A) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : !A
  affine.for %j = 0 to %n {
    affine.for %k = 0 to affine_map<(d) -> (d)>(%j) {
      affine.for %i = affine_map<(d) -> (d)>(%j) to %n {
        %x = affine.load %a[%i, %k] : !A
        %y = affine.load %a[%j, %k] : !A
        %z = affine.load %a[%i, %j] : !A
        %p = arith.mulf %x, %y : f32
        %d = arith.subf %z, %p : f32
        affine.store %d, %a[%i, %j] : !A
      }
    }
    %diagonal = affine.load %a[%j, %j] : !A
    %root = math.sqrt %diagonal : f32
    affine.for %i = affine_map<(d) -> (d)>(%j) to %n {
      %x = affine.load %a[%i, %j] : !A
      %q = arith.divf %x, %root : f32
      affine.store %q, %a[%i, %j] : !A
    }
  }
  return
}
func.func @solve(%a: !A, %b: !B) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c0 : !B
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i] : !B
    %s = scf.for %k = %c0 to %i step %c1 iter_args(%sum = %x) -> f32 {
      %p = memref.load %a[%i, %k] : !A
      %q = memref.load %b[%k] : !B
      %m = arith.mulf %p, %q : f32
      %d = arith.subf %sum, %m : f32
      scf.yield %d : f32
    }
    %diagonal = memref.load %a[%i, %i] : !A
    %r = arith.divf %s, %diagonal : f32
    memref.store %r, %b[%i] : !B
  }
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant 19 : index
  %b0 = call @data1(%c3, %n) : (index, index) -> tensor<?xf32>
  %b1 = bufferization.to_buffer %b0 : tensor<?xf32> to memref<?xf32>
  %a = memref.alloc(%n, %n) : !A
  %b = memref.alloc(%n) : !B
  tiled_layout.relayout ins(%b1 : memref<?xf32>) outs(%b : !B)
  %plenty = arith.constant 40.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = affine.apply affine_map<(i, j) -> (i * 3 + j * 3 + i + j)>(%i, %j)
      %x = func.call @number(%s) : (index) -> f32
      %is = arith.cmpi eq, %i, %j : index
      %y = scf.if %is -> f32 {
        %z = arith.addf %x, %plenty : f32
        scf.yield %z : f32
      } else {
        scf.yield %x : f32
      }
      memref.store %y, %a[%i, %j] : !A
    }
  }
  call @factor(%a) : (!A) -> ()
  call @solve(%a, %b) : (!A, !B) -> ()
  %o = memref.alloc(%n) : memref<?xf32>
  tiled_layout.relayout ins(%b : !B) outs(%o : memref<?xf32>)
  %ot = bufferization.to_tensor %o restrict : memref<?xf32> to tensor<?xf32>
  %ou = tensor.cast %ot : tensor<?xf32> to tensor<*xf32>
  call @show(%ou) : (tensor<*xf32>) -> ()
  %p = memref.alloc(%n, %n) : memref<?x?xf32>
  tiled_layout.relayout ins(%a : !A) outs(%p : memref<?x?xf32>)
  %pt = bufferization.to_tensor %p restrict : memref<?x?xf32> to tensor<?x?xf32>
  %pu = tensor.cast %pt : tensor<?x?xf32> to tensor<*xf32>
  call @show(%pu) : (tensor<*xf32>) -> ()
  return
}
