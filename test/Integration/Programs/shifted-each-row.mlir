// Words of rows that all get an element which lies from an index within a tile on: neighbours that go
// to one word may lie in two tiles.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
#s = #tiled_layout.layout<{1,0:T(8,128)}>
func.func private @f(%x: tensor<3x260x20xi8, #t>, %w: tensor<3x263xi8, #s>) -> tensor<3x260x20xi8, #t> attributes {no_inline} {
  %e = tensor.empty() : tensor<3x260x20xi8, #t>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j,k)->(i,j,k)>, affine_map<(i,j,k)->(i,j+3)>, affine_map<(i,j,k)->(i,j,k)>], iterator_types = ["parallel","parallel","parallel"]}
    ins(%x, %w : tensor<3x260x20xi8, #t>, tensor<3x263xi8, #s>) outs(%e : tensor<3x260x20xi8, #t>) {
  ^bb0(%a: i8, %b: i8, %o: i8):
    %s = arith.addi %a, %b : i8
    linalg.yield %s : i8
  } -> tensor<3x260x20xi8, #t>
  return %r : tensor<3x260x20xi8, #t>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %b = arith.constant 3 : index
  %s = arith.constant 260 : index
  %c = arith.constant 20 : index
  %w = arith.constant 263 : index
  %d0 = call @data3(%n1, %b, %s, %c) : (index,index,index,index) -> tensor<?x?x?xf32>
  %d1 = call @data2(%n1, %b, %w) : (index,index,index) -> tensor<?x?xf32>
  %x0 = tensor.cast %d0 : tensor<?x?x?xf32> to tensor<3x260x20xf32>
  %w0 = tensor.cast %d1 : tensor<?x?xf32> to tensor<3x263xf32>
  %xe = tensor.empty() : tensor<3x260x20xi8>
  %x1 = linalg.generic {indexing_maps=[affine_map<(i,j,k)->(i,j,k)>,affine_map<(i,j,k)->(i,j,k)>], iterator_types=["parallel","parallel","parallel"]} ins(%x0: tensor<3x260x20xf32>) outs(%xe: tensor<3x260x20xi8>) {
  ^bb0(%a: f32, %o: i8):
    %k8 = arith.constant 8.0 : f32
    %z = arith.mulf %a, %k8 : f32
    %y = arith.fptosi %z : f32 to i8
    linalg.yield %y : i8
  } -> tensor<3x260x20xi8>
  %we = tensor.empty() : tensor<3x263xi8>
  %w1 = linalg.generic {indexing_maps=[affine_map<(i,j)->(i,j)>,affine_map<(i,j)->(i,j)>], iterator_types=["parallel","parallel"]} ins(%w0: tensor<3x263xf32>) outs(%we: tensor<3x263xi8>) {
  ^bb0(%a: f32, %o: i8):
    %k8 = arith.constant 8.0 : f32
    %z = arith.mulf %a, %k8 : f32
    %y = arith.fptosi %z : f32 to i8
    linalg.yield %y : i8
  } -> tensor<3x263xi8>
  %x2 = tensor.cast %x1 : tensor<3x260x20xi8> to tensor<3x260x20xi8, #t>
  %w2 = tensor.cast %w1 : tensor<3x263xi8> to tensor<3x263xi8, #s>
  %r = call @f(%x2, %w2) : (tensor<3x260x20xi8, #t>, tensor<3x263xi8, #s>) -> tensor<3x260x20xi8, #t>
  %r1 = tensor.cast %r : tensor<3x260x20xi8, #t> to tensor<3x260x20xi8>
  %fe = tensor.empty() : tensor<3x260x20xf32>
  %r2 = linalg.generic {indexing_maps=[affine_map<(i,j,k)->(i,j,k)>,affine_map<(i,j,k)->(i,j,k)>], iterator_types=["parallel","parallel","parallel"]} ins(%r1: tensor<3x260x20xi8>) outs(%fe: tensor<3x260x20xf32>) {
  ^bb0(%a: i8, %o: f32):
    %y = arith.sitofp %a : i8 to f32
    linalg.yield %y : f32
  } -> tensor<3x260x20xf32>
  %u = tensor.cast %r2 : tensor<3x260x20xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
