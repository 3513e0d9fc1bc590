// The largest values of each row with their indices, by loops that insert in order and by a
// sort that exchanges neighbours; the rows' number is known at run time only.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#m = #tiled_layout.layout<{1,0:T(8,128)}>
#i = #tiled_layout.layout<{1,0:T(2,4)}>
func.func @topk(%x: tensor<?x50xf32, #m>) -> (tensor<?x4xf32, #m>, tensor<?x4xi32, #i>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c50 = arith.constant 50 : index
  %low = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %n = tensor.dim %x, %c0 : tensor<?x50xf32, #m>
  %ev = tensor.empty(%n) : tensor<?x4xf32, #m>
  %v0 = linalg.fill ins(%low : f32) outs(%ev : tensor<?x4xf32, #m>) -> tensor<?x4xf32, #m>
  %ei = tensor.empty(%n) : tensor<?x4xi32, #i>
  %i0 = linalg.fill ins(%none : i32) outs(%ei : tensor<?x4xi32, #i>) -> tensor<?x4xi32, #i>
  %r:2 = scf.for %row = %c0 to %n step %c1 iter_args(%v1 = %v0, %i1 = %i0) -> (tensor<?x4xf32, #m>, tensor<?x4xi32, #i>) {
    %s:2 = scf.for %j = %c0 to %c50 step %c1 iter_args(%v2 = %v1, %i2 = %i1) -> (tensor<?x4xf32, #m>, tensor<?x4xi32, #i>) {
      %a = tensor.extract %x[%row, %j] : tensor<?x50xf32, #m>
      %last = tensor.extract %v2[%row, %c3] : tensor<?x4xf32, #m>
      %isLarger = arith.cmpf ogt, %a, %last : f32
      %b:2 = scf.if %isLarger -> (tensor<?x4xf32, #m>, tensor<?x4xi32, #i>) {
        %ji = arith.index_cast %j : index to i32
        %t:4 = scf.for %k = %c0 to %c4 step %c1 iter_args(%v = %v2, %w = %i2, %p = %a, %q = %ji) -> (tensor<?x4xf32, #m>, tensor<?x4xi32, #i>, f32, i32) {
          %old = tensor.extract %v[%row, %k] : tensor<?x4xf32, #m>
          %oldi = tensor.extract %w[%row, %k] : tensor<?x4xi32, #i>
          %goes = arith.cmpf ogt, %p, %old : f32
          %here = arith.select %goes, %p, %old : f32
          %herei = arith.select %goes, %q, %oldi : i32
          %on = arith.select %goes, %old, %p : f32
          %oni = arith.select %goes, %oldi, %q : i32
          %vn = tensor.insert %here into %v[%row, %k] : tensor<?x4xf32, #m>
          %wn = tensor.insert %herei into %w[%row, %k] : tensor<?x4xi32, #i>
          scf.yield %vn, %wn, %on, %oni : tensor<?x4xf32, #m>, tensor<?x4xi32, #i>, f32, i32
        }
        scf.yield %t#0, %t#1 : tensor<?x4xf32, #m>, tensor<?x4xi32, #i>
      } else {
        scf.yield %v2, %i2 : tensor<?x4xf32, #m>, tensor<?x4xi32, #i>
      }
      scf.yield %b#0, %b#1 : tensor<?x4xf32, #m>, tensor<?x4xi32, #i>
    }
    scf.yield %s#0, %s#1 : tensor<?x4xf32, #m>, tensor<?x4xi32, #i>
  }
  return %r#0, %r#1 : tensor<?x4xf32, #m>, tensor<?x4xi32, #i>
}
func.func @sort(%x: tensor<?x50xf32, #m>) -> tensor<?x50xf32, #m> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c49 = arith.constant 49 : index
  %n = tensor.dim %x, %c0 : tensor<?x50xf32, #m>
  %r:2 = scf.while (%y = %x, %first = %c0, %round = %c0) : (tensor<?x50xf32, #m>, index, index) -> (tensor<?x50xf32, #m>, index) {
    %c51 = arith.constant 51 : index
    %goes = arith.cmpi ult, %round, %c51 : index
    scf.condition(%goes) %y, %round : tensor<?x50xf32, #m>, index
  } do {
  ^bb0(%y: tensor<?x50xf32, #m>, %round: index):
    %first = arith.remui %round, %c2 : index
    %z = scf.for %row = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<?x50xf32, #m> {
      %b = scf.for %j = %first to %c49 step %c2 iter_args(%t = %a) -> tensor<?x50xf32, #m> {
        %k = arith.addi %j, %c1 : index
        %p = tensor.extract %t[%row, %j] : tensor<?x50xf32, #m>
        %q = tensor.extract %t[%row, %k] : tensor<?x50xf32, #m>
        %low = arith.minimumf %p, %q : f32
        %high = arith.maximumf %p, %q : f32
        %u = tensor.insert %low into %t[%row, %j] : tensor<?x50xf32, #m>
        %v = tensor.insert %high into %u[%row, %k] : tensor<?x50xf32, #m>
        scf.yield %v : tensor<?x50xf32, #m>
      }
      scf.yield %b : tensor<?x50xf32, #m>
    }
    %next = arith.addi %round, %c1 : index
    scf.yield %z, %first, %next : tensor<?x50xf32, #m>, index, index
  }
  return %r#0 : tensor<?x50xf32, #m>
}
func.func @main() {
  %c3 = arith.constant 3 : index
  %c11 = arith.constant 11 : index
  %c50 = arith.constant 50 : index
  %x0 = call @data2(%c3, %c11, %c50) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<?x50xf32, #m>
  %r:2 = call @topk(%x) : (tensor<?x50xf32, #m>) -> (tensor<?x4xf32, #m>, tensor<?x4xi32, #i>)
  %v = tensor.cast %r#0 : tensor<?x4xf32, #m> to tensor<?x4xf32>
  %vu = tensor.cast %v : tensor<?x4xf32> to tensor<*xf32>
  call @show(%vu) : (tensor<*xf32>) -> ()
  %i = tensor.cast %r#1 : tensor<?x4xi32, #i> to tensor<?x4xi32>
  %iu = tensor.cast %i : tensor<?x4xi32> to tensor<*xi32>
  call @showI32(%iu) : (tensor<*xi32>) -> ()
  %s = call @sort(%x) : (tensor<?x50xf32, #m>) -> tensor<?x50xf32, #m>
  %sp = tensor.cast %s : tensor<?x50xf32, #m> to tensor<?x50xf32>
  %su = tensor.cast %sp : tensor<?x50xf32> to tensor<*xf32>
  call @show(%su) : (tensor<*xf32>) -> ()
  return
}
