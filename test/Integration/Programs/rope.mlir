// Rotary embeddings: angles computed from positions, halves of each head that are sliced,
// rotated and concatenated; and the same of even and odd elements, by slices with steps.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#x = #tiled_layout.layout<{2,1,0:T(8,128)}>
#p = #tiled_layout.layout<{1,0:T(8,128)}>
#id = affine_map<(s, h, d) -> (s, h, d)>
#sd = affine_map<(s, h, d) -> (s, d)>
func.func private @angles(%start: index, %n: index) -> (tensor<?x16xf32, #p>, tensor<?x16xf32, #p>) {
  %base = arith.constant 10000.0 : f32
  %size = arith.constant -16.0 : f32
  %e = tensor.empty(%n) : tensor<?x16xf32, #p>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(s, d) -> (s, d)>, affine_map<(s, d) -> (s, d)>], iterator_types = ["parallel", "parallel"]}
    outs(%e, %e : tensor<?x16xf32, #p>, tensor<?x16xf32, #p>) {
  ^bb0(%o: f32, %q: f32):
    %s = linalg.index 0 : index
    %d = linalg.index 1 : index
    %at = arith.addi %s, %start : index
    %si = arith.index_cast %at : index to i32
    %sf = arith.sitofp %si : i32 to f32
    %di = arith.index_cast %d : index to i32
    %df = arith.sitofp %di : i32 to f32
    %ex = arith.divf %df, %size : f32
    %f = math.powf %base, %ex : f32
    %a = arith.mulf %sf, %f : f32
    %cos = math.cos %a : f32
    %sin = math.sin %a : f32
    linalg.yield %cos, %sin : f32, f32
  } -> (tensor<?x16xf32, #p>, tensor<?x16xf32, #p>)
  return %r#0, %r#1 : tensor<?x16xf32, #p>, tensor<?x16xf32, #p>
}
func.func @rotate(%a: tensor<?x3x16xf32, #x>, %b: tensor<?x3x16xf32, #x>, %cos: tensor<?x16xf32, #p>, %sin: tensor<?x16xf32, #p>) -> (tensor<?x3x16xf32, #x>, tensor<?x3x16xf32, #x>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x3x16xf32, #x>
  %e = tensor.empty(%n) : tensor<?x3x16xf32, #x>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #sd, #sd, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%a, %b, %cos, %sin : tensor<?x3x16xf32, #x>, tensor<?x3x16xf32, #x>, tensor<?x16xf32, #p>, tensor<?x16xf32, #p>) outs(%e, %e : tensor<?x3x16xf32, #x>, tensor<?x3x16xf32, #x>) {
  ^bb0(%x: f32, %y: f32, %c: f32, %s: f32, %o: f32, %q: f32):
    %xc = arith.mulf %x, %c : f32
    %ys = arith.mulf %y, %s : f32
    %u = arith.subf %xc, %ys : f32
    %xs = arith.mulf %x, %s : f32
    %yc = arith.mulf %y, %c : f32
    %v = arith.addf %xs, %yc : f32
    linalg.yield %u, %v : f32, f32
  } -> (tensor<?x3x16xf32, #x>, tensor<?x3x16xf32, #x>)
  return %r#0, %r#1 : tensor<?x3x16xf32, #x>, tensor<?x3x16xf32, #x>
}
func.func @halves(%q: tensor<?x3x32xf32, #x>, %start: index) -> tensor<?x3x32xf32, #x> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : tensor<?x3x32xf32, #x>
  %t:2 = call @angles(%start, %n) : (index, index) -> (tensor<?x16xf32, #p>, tensor<?x16xf32, #p>)
  %a = tensor.extract_slice %q[0, 0, 0] [%n, 3, 16] [1, 1, 1] : tensor<?x3x32xf32, #x> to tensor<?x3x16xf32, #x>
  %b = tensor.extract_slice %q[0, 0, 16] [%n, 3, 16] [1, 1, 1] : tensor<?x3x32xf32, #x> to tensor<?x3x16xf32, #x>
  %r:2 = call @rotate(%a, %b, %t#0, %t#1) : (tensor<?x3x16xf32, #x>, tensor<?x3x16xf32, #x>, tensor<?x16xf32, #p>, tensor<?x16xf32, #p>) -> (tensor<?x3x16xf32, #x>, tensor<?x3x16xf32, #x>)
  %c = tensor.concat dim(2) %r#0, %r#1 : (tensor<?x3x16xf32, #x>, tensor<?x3x16xf32, #x>) -> tensor<?x3x32xf32, #x>
  return %c : tensor<?x3x32xf32, #x>
}
func.func @pairs(%q: tensor<?x3x32xf32, #x>, %start: index) -> tensor<?x3x32xf32, #x> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %q, %c0 : tensor<?x3x32xf32, #x>
  %t:2 = call @angles(%start, %n) : (index, index) -> (tensor<?x16xf32, #p>, tensor<?x16xf32, #p>)
  %a = tensor.extract_slice %q[0, 0, 0] [%n, 3, 16] [1, 1, 2] : tensor<?x3x32xf32, #x> to tensor<?x3x16xf32, #x>
  %b = tensor.extract_slice %q[0, 0, 1] [%n, 3, 16] [1, 1, 2] : tensor<?x3x32xf32, #x> to tensor<?x3x16xf32, #x>
  %r:2 = call @rotate(%a, %b, %t#0, %t#1) : (tensor<?x3x16xf32, #x>, tensor<?x3x16xf32, #x>, tensor<?x16xf32, #p>, tensor<?x16xf32, #p>) -> (tensor<?x3x16xf32, #x>, tensor<?x3x16xf32, #x>)
  %e = tensor.empty(%n) : tensor<?x3x32xf32, #x>
  %c = tensor.insert_slice %r#0 into %e[0, 0, 0] [%n, 3, 16] [1, 1, 2] : tensor<?x3x16xf32, #x> into tensor<?x3x32xf32, #x>
  %d = tensor.insert_slice %r#1 into %c[0, 0, 1] [%n, 3, 16] [1, 1, 2] : tensor<?x3x16xf32, #x> into tensor<?x3x32xf32, #x>
  return %d : tensor<?x3x32xf32, #x>
}
func.func @main() {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c11 = arith.constant 11 : index
  %c32 = arith.constant 32 : index
  %q0 = call @data3(%c3, %c11, %c3, %c32) : (index, index, index, index) -> tensor<?x?x?xf32>
  %q = tensor.cast %q0 : tensor<?x?x?xf32> to tensor<?x3x32xf32, #x>
  %h = call @halves(%q, %c5) : (tensor<?x3x32xf32, #x>, index) -> tensor<?x3x32xf32, #x>
  %hp = tensor.cast %h : tensor<?x3x32xf32, #x> to tensor<?x3x32xf32>
  %hu = tensor.cast %hp : tensor<?x3x32xf32> to tensor<*xf32>
  call @show(%hu) : (tensor<*xf32>) -> ()
  %p = call @pairs(%q, %c5) : (tensor<?x3x32xf32, #x>, index) -> tensor<?x3x32xf32, #x>
  %pp = tensor.cast %p : tensor<?x3x32xf32, #x> to tensor<?x3x32xf32>
  %pu = tensor.cast %pp : tensor<?x3x32xf32> to tensor<*xf32>
  call @show(%pu) : (tensor<*xf32>) -> ()
  return
}
