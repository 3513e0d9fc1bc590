// Operations that have elements beside what is reduced from them: exponentials and their sums, also in place, a maximum and
// scaled elements, and sums up to each element, which stay one operation.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(4,8)}>
#b = #tiled_layout.layout<{1,0:T(8,16)(2,1)}>
#v = #tiled_layout.layout<{0:T(8)}>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
func.func @exponentials(%a: tensor<?x?xf32, #t>, %s: tensor<?xf32, #v>) -> (tensor<?x?xf32, #t>, tensor<?xf32, #v>) {
  %r:2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
    outs(%a, %s : tensor<?x?xf32, #t>, tensor<?xf32, #v>) {
  ^bb0(%x: f32, %z: f32):
    %e = math.exp %x : f32
    %n = arith.addf %z, %e : f32
    linalg.yield %e, %n : f32, f32
  } -> (tensor<?x?xf32, #t>, tensor<?xf32, #v>)
  return %r#0, %r#1 : tensor<?x?xf32, #t>, tensor<?xf32, #v>
}
func.func @rounded(%a: tensor<13x21xbf16, #b>, %s: tensor<21xf32, #v>) -> (tensor<13x21xf32, #t>, tensor<21xf32, #v>) {
  %o = tensor.empty() : tensor<13x21xf32, #t>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #column], iterator_types = ["reduction", "parallel"]}
    ins(%a : tensor<13x21xbf16, #b>) outs(%o, %s : tensor<13x21xf32, #t>, tensor<21xf32, #v>) {
  ^bb0(%x: bf16, %y: f32, %z: f32):
    %w = arith.extf %x : bf16 to f32
    %p = arith.mulf %w, %w : f32
    %m = arith.maximumf %z, %w : f32
    linalg.yield %p, %m : f32, f32
  } -> (tensor<13x21xf32, #t>, tensor<21xf32, #v>)
  return %r#0, %r#1 : tensor<13x21xf32, #t>, tensor<21xf32, #v>
}
func.func @sums_so_far(%a: tensor<13x21xf32, #t>, %s: tensor<13xf32, #v>) -> (tensor<13x21xf32, #t>, tensor<13xf32, #v>) {
  %o = tensor.empty() : tensor<13x21xf32, #t>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
    ins(%a : tensor<13x21xf32, #t>) outs(%o, %s : tensor<13x21xf32, #t>, tensor<13xf32, #v>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %n = arith.addf %z, %x : f32
    linalg.yield %n, %n : f32, f32
  } -> (tensor<13x21xf32, #t>, tensor<13xf32, #v>)
  return %r#0, %r#1 : tensor<13x21xf32, #t>, tensor<13xf32, #v>
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c13 = arith.constant 13 : index
  %c21 = arith.constant 21 : index
  %a = call @data2(%c1, %c13, %c21) : (index, index, index) -> tensor<?x?xf32>
  %s = call @data1(%c2, %c13) : (index, index) -> tensor<?xf32>
  %c = call @data1(%c2, %c21) : (index, index) -> tensor<?xf32>
  %at = tensor.cast %a : tensor<?x?xf32> to tensor<?x?xf32, #t>
  %st = tensor.cast %s : tensor<?xf32> to tensor<?xf32, #v>
  %r:2 = call @exponentials(%at, %st) : (tensor<?x?xf32, #t>, tensor<?xf32, #v>) -> (tensor<?x?xf32, #t>, tensor<?xf32, #v>)
  %p0 = tensor.cast %r#0 : tensor<?x?xf32, #t> to tensor<?x?xf32>
  %u0 = tensor.cast %p0 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %p1 = tensor.cast %r#1 : tensor<?xf32, #v> to tensor<?xf32>
  %u1 = tensor.cast %p1 : tensor<?xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %ab = arith.truncf %a : tensor<?x?xf32> to tensor<?x?xbf16>
  %abt = tensor.cast %ab : tensor<?x?xbf16> to tensor<13x21xbf16, #b>
  %ct = tensor.cast %c : tensor<?xf32> to tensor<21xf32, #v>
  %q:2 = call @rounded(%abt, %ct) : (tensor<13x21xbf16, #b>, tensor<21xf32, #v>) -> (tensor<13x21xf32, #t>, tensor<21xf32, #v>)
  %p2 = tensor.cast %q#0 : tensor<13x21xf32, #t> to tensor<13x21xf32>
  %u2 = tensor.cast %p2 : tensor<13x21xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %p3 = tensor.cast %q#1 : tensor<21xf32, #v> to tensor<21xf32>
  %u3 = tensor.cast %p3 : tensor<21xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %as = tensor.cast %a : tensor<?x?xf32> to tensor<13x21xf32, #t>
  %ss = tensor.cast %s : tensor<?xf32> to tensor<13xf32, #v>
  %w:2 = call @sums_so_far(%as, %ss) : (tensor<13x21xf32, #t>, tensor<13xf32, #v>) -> (tensor<13x21xf32, #t>, tensor<13xf32, #v>)
  %p4 = tensor.cast %w#0 : tensor<13x21xf32, #t> to tensor<13x21xf32>
  %u4 = tensor.cast %p4 : tensor<13x21xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %p5 = tensor.cast %w#1 : tensor<13xf32, #v> to tensor<13xf32>
  %u5 = tensor.cast %p5 : tensor<13xf32> to tensor<*xf32>
  call @show(%u5) : (tensor<*xf32>) -> ()
  return
}
