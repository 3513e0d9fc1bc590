// What do products and convolutions compute of their operands themselves?
//
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-fuse-elementwise="dot=true fuse-named=false" | FileCheck %s --check-prefix=DOT
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=znver5 | FileCheck %s --check-prefix=CODE

#t = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#w = #tiled_layout.layout<{1,0:T(8,128)}>

// Bytes that become i32, also where another operation reads them: dot instructions take bytes.
// CHECK-LABEL: func @bytes
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<64x64xi8, {{.*}}>, tensor<64x64xi8, {{.*}}>)
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK: arith.muli
// CHECK: return
// CODE-LABEL: llvm.func @bytes
// CODE: vpdpbusd
func.func @bytes(%a: tensor<64x64xi8, #t>, %b: tensor<64x64xi8, #t>, %c: tensor<64x64xi32, #w>) -> (tensor<64x64xi32, #w>, tensor<64x64xi32, #w>) {
  %aw = arith.extsi %a : tensor<64x64xi8, #t> to tensor<64x64xi32, #t>
  %bw = arith.extsi %b : tensor<64x64xi8, #t> to tensor<64x64xi32, #t>
  %r = linalg.matmul ins(%aw, %bw : tensor<64x64xi32, #t>, tensor<64x64xi32, #t>) outs(%c : tensor<64x64xi32, #w>) -> tensor<64x64xi32, #w>
  %s = linalg.matmul ins(%bw, %aw : tensor<64x64xi32, #t>, tensor<64x64xi32, #t>) outs(%r : tensor<64x64xi32, #w>) -> tensor<64x64xi32, #w>
  return %r, %s : tensor<64x64xi32, #w>, tensor<64x64xi32, #w>
}

// A filter, too: the loops are known without the widened one.
// CHECK-LABEL: func @filter
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<1x30x30x16xi8>, tensor<3x3x16x32xi8>) outs(%{{.*}} : tensor<1x28x28x32xi32>)
// CHECK: return
func.func @filter(%a: tensor<1x30x30x16xi8>, %b: tensor<3x3x16x32xi8>, %c: tensor<1x28x28x32xi32>) -> tensor<1x28x28x32xi32> {
  %aw = arith.extsi %a : tensor<1x30x30x16xi8> to tensor<1x30x30x16xi32>
  %bw = arith.extui %b : tensor<3x3x16x32xi8> to tensor<3x3x16x32xi32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%aw, %bw : tensor<1x30x30x16xi32>, tensor<3x3x16x32xi32>) outs(%c : tensor<1x28x28x32xi32>) -> tensor<1x28x28x32xi32>
  return %r : tensor<1x28x28x32xi32>
}

// Of bf16, only where dot instructions may be used.
// CHECK-LABEL: func @floats
// CHECK: linalg.matmul
// DOT-LABEL: func @floats
// DOT-NOT: linalg.matmul
// DOT: ins(%{{.*}}, %{{.*}} : tensor<64x64xbf16>, tensor<64x64xbf16>)
// DOT: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : f32
func.func @floats(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %aw = arith.extf %a : tensor<64x64xbf16> to tensor<64x64xf32>
  %bw = arith.extf %b : tensor<64x64xbf16> to tensor<64x64xf32>
  %r = linalg.matmul ins(%aw, %bw : tensor<64x64xf32>, tensor<64x64xf32>) outs(%c : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Weights of bytes with a scale for each column, for four rows: no tensor of them in f32. The
// product rounds once a step, as the named one.
// CHECK-LABEL: func @weights
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<4x256xf32, {{.*}}>, tensor<256x256xi8, {{.*}}>, tensor<256xf32>)
// CHECK: arith.sitofp
// CHECK: arith.mulf %{{[^ ]*}}, %{{[^ ]*}} : f32
// CHECK: arith.mulf {{.*}} fastmath<contract>
// CHECK: arith.addf {{.*}} fastmath<contract>
// CHECK: return
func.func @weights(%x: tensor<4x256xf32, #w>, %w: tensor<256x256xi8, #t>, %s: tensor<256xf32>, %c: tensor<4x256xf32, #w>) -> tensor<4x256xf32, #w> {
  %e = tensor.empty() : tensor<256x256xf32, #w>
  %f = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
    ins(%w, %s : tensor<256x256xi8, #t>, tensor<256xf32>) outs(%e : tensor<256x256xf32, #w>) {
  ^bb0(%b: i8, %scale: f32, %o: f32):
    %n = arith.sitofp %b : i8 to f32
    %m = arith.mulf %n, %scale : f32
    linalg.yield %m : f32
  } -> tensor<256x256xf32, #w>
  %r = linalg.matmul ins(%x, %f : tensor<4x256xf32, #w>, tensor<256x256xf32, #w>) outs(%c : tensor<4x256xf32, #w>) -> tensor<4x256xf32, #w>
  return %r : tensor<4x256xf32, #w>
}

// For 64 rows, each would be computed eight times.
// CHECK-LABEL: func @rows
// CHECK: arith.sitofp
// CHECK: linalg.matmul
func.func @rows(%x: tensor<64x256xf32>, %w: tensor<256x256xi8>, %c: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %f = arith.sitofp %w : tensor<256x256xi8> to tensor<256x256xf32>
  %r = linalg.matmul ins(%x, %f : tensor<64x256xf32>, tensor<256x256xf32>) outs(%c : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}

// What the product adds to stays, and of two places in which it is read, each has its own.
// CHECK-LABEL: func @destination
// CHECK: linalg.matmul
// CHECK-LABEL: func @square
// CHECK: linalg.generic
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<64x64xi8>, tensor<64x64xi8>)
// CHECK-NOT: linalg.matmul
func.func @destination(%a: tensor<64x64xi8>, %x: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %w = arith.extsi %a : tensor<64x64xi8> to tensor<64x64xi32>
  %r = linalg.matmul ins(%x, %w : tensor<64x64xi32>, tensor<64x64xi32>) outs(%w : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %r : tensor<64x64xi32>
}

func.func @square(%a: tensor<64x64xi8>, %c: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %w = arith.extsi %a : tensor<64x64xi8> to tensor<64x64xi32>
  %r = linalg.matmul ins(%w, %w : tensor<64x64xi32>, tensor<64x64xi32>) outs(%c : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %r : tensor<64x64xi32>
}
