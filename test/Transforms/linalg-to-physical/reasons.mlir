// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-linalg-to-physical --remarks-filter=tiled-layout -o /dev/null 2>&1 | FileCheck %s

// Why an operation stays as it is.

#t = #tiled_layout.layout<{1,0:T(8,128)}>
// CHECK: [Missed] linalg-to-physical {{.*}}an extent of tensor<?x256xf32, {{.*}}> is known at run time only
func.func @dynamic(%a: tensor<?x256xf32, #t>, %b: tensor<?x256xf32, #t>) -> tensor<?x256xf32, #t> {
  %0 = linalg.exp ins(%a : tensor<?x256xf32, #t>) outs(%b : tensor<?x256xf32, #t>) -> tensor<?x256xf32, #t>
  return %0 : tensor<?x256xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#s = #tiled_layout.layout<{1,0:T(6,128)}>
// CHECK: [Missed] linalg-to-physical {{.*}}the edges 8 and 6 of dimension d0 do not chain
func.func @edges(%a: tensor<24x256xf32, #t>, %b: tensor<24x256xf32, #s>) -> tensor<24x256xf32, #s> {
  %0 = linalg.exp ins(%a : tensor<24x256xf32, #t>) outs(%b : tensor<24x256xf32, #s>) -> tensor<24x256xf32, #s>
  return %0 : tensor<24x256xf32, #s>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
// CHECK: [Missed] linalg-to-physical {{.*}}dimension d0 is padded to 20 in one operand and to 24 in another
func.func @unpadded(%a: tensor<20x256xf32>, %b: tensor<20x256xf32, #t>) -> tensor<20x256xf32, #t> {
  %0 = linalg.exp ins(%a : tensor<20x256xf32>) outs(%b : tensor<20x256xf32, #t>) -> tensor<20x256xf32, #t>
  return %0 : tensor<20x256xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(*,128)}>
// CHECK: [Missed] linalg-to-physical {{.*}}a tile of tensor<16x256xf32, {{.*}}> combines dimensions
func.func @combines(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %0 = linalg.exp ins(%a : tensor<16x256xf32, #t>) outs(%a : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %0 : tensor<16x256xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)(3,1)}>
// CHECK: [Missed] linalg-to-physical {{.*}}a tile pads within another one in dimension d0
func.func @pads_within(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %0 = linalg.exp ins(%a : tensor<16x256xf32, #t>) outs(%a : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %0 : tensor<16x256xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)L(5000)}>
// CHECK: [Missed] linalg-to-physical {{.*}}the tail padding of tensor<16x256xf32, {{.*}}> is in no tile
func.func @tail(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %0 = linalg.exp ins(%a : tensor<16x256xf32, #t>) outs(%a : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %0 : tensor<16x256xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)E(1)}>
// CHECK: [Missed] linalg-to-physical {{.*}}the elements of tensor<16x256xi1, {{.*}}> are not an array of their values
func.func @bits(%a: tensor<16x256xi1, #t>) -> tensor<16x256xi1, #t> {
  %0 = linalg.copy ins(%a : tensor<16x256xi1, #t>) outs(%a : tensor<16x256xi1, #t>) -> tensor<16x256xi1, #t>
  return %0 : tensor<16x256xi1, #t>
}

// -----

// Padding may hold a divisor of zero.
#t = #tiled_layout.layout<{1,0:T(8,128)}>
// CHECK: [Missed] linalg-to-physical {{.*}}arith.divsi cannot run on padding
// CHECK: [Passed] linalg-to-physical
func.func @divide(%a: tensor<10x256xi32, #t>, %b: tensor<16x256xi32, #t>) -> (tensor<10x256xi32, #t>, tensor<16x256xi32, #t>) {
  %0 = linalg.div ins(%a, %a : tensor<10x256xi32, #t>, tensor<10x256xi32, #t>) outs(%a : tensor<10x256xi32, #t>) -> tensor<10x256xi32, #t>
  %1 = linalg.div ins(%b, %b : tensor<16x256xi32, #t>, tensor<16x256xi32, #t>) outs(%b : tensor<16x256xi32, #t>) -> tensor<16x256xi32, #t>
  return %0, %1 : tensor<10x256xi32, #t>, tensor<16x256xi32, #t>
}

// -----

// A maximum of negative numbers is not that of them and zero; what one operand
// multiplies to zeros may be infinite.
#t = #tiled_layout.layout<{1,0:T(8,8)}>
// CHECK: [Missed] linalg-to-physical {{.*}}it reduces over the padding of dimension d1, and zeros there would count
// CHECK: [Missed] linalg-to-physical {{.*}}it reduces over the padding of dimension d1, and zeros there would count
func.func @maximum(%a: tensor<8x20xf32, #t>, %v: tensor<8xf32>, %c: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = linalg.reduce {arith.maximumf} ins(%a : tensor<8x20xf32, #t>) outs(%c : tensor<8xf32>) dimensions = [1]
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a, %v : tensor<8x20xf32, #t>, tensor<8xf32>) outs(%c : tensor<8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %m = arith.mulf %x, %y : f32
      %s = arith.addf %o, %m : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A memref's padding is not ours to write.
#t = #tiled_layout.layout<{1,0:T(8,8)}>
// CHECK: [Missed] linalg-to-physical {{.*}}loops would run over the padding of a memref, which is not theirs to write
func.func @memref(%a: memref<8x20xf32, #t>, %b: memref<20x8xf32, #t>, %c: memref<8x8xf32, #t>) {
  linalg.matmul ins(%a, %b : memref<8x20xf32, #t>, memref<20x8xf32, #t>) outs(%c : memref<8x8xf32, #t>)
  return
}

// -----

// Prepended dimensions are in no loop.
#t = #tiled_layout.layout<{0:T(8,128)}>
#s = #tiled_layout.layout<{:T(128)}>
// CHECK: [Missed] linalg-to-physical {{.*}}a tile of tensor<256xf32, {{.*}}> has more entries than there are dimensions
// CHECK: [Missed] linalg-to-physical {{.*}}a tile of tensor<f32, {{.*}}> has more entries than there are dimensions
func.func @prepended(%a: tensor<256xf32, #t>, %b: tensor<f32, #s>) -> (tensor<256xf32, #t>, tensor<f32, #s>) {
  %0 = linalg.exp ins(%a : tensor<256xf32, #t>) outs(%a : tensor<256xf32, #t>) -> tensor<256xf32, #t>
  %1 = linalg.exp ins(%b : tensor<f32, #s>) outs(%b : tensor<f32, #s>) -> tensor<f32, #s>
  return %0, %1 : tensor<256xf32, #t>, tensor<f32, #s>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
// CHECK: [Missed] linalg-to-physical {{.*}}tensor<0x256xf32, {{.*}}> has no elements
func.func @nothing(%a: tensor<0x256xf32, #t>) -> tensor<0x256xf32, #t> {
  %0 = linalg.exp ins(%a : tensor<0x256xf32, #t>) outs(%a : tensor<0x256xf32, #t>) -> tensor<0x256xf32, #t>
  return %0 : tensor<0x256xf32, #t>
}

// -----

// Single elements have no loops left, and need none.
#t = #tiled_layout.layout<{1,0:T(1,1)}>
#s = #tiled_layout.layout<{:T(1)}>
// CHECK: [Passed] linalg-to-physical
// CHECK: [Passed] linalg-to-physical
func.func @single(%a: tensor<1x1xf32, #t>, %b: tensor<f32, #s>) -> (tensor<1x1xf32, #t>, tensor<f32, #s>) {
  %0 = linalg.exp ins(%a : tensor<1x1xf32, #t>) outs(%a : tensor<1x1xf32, #t>) -> tensor<1x1xf32, #t>
  %1 = linalg.exp ins(%b : tensor<f32, #s>) outs(%b : tensor<f32, #s>) -> tensor<f32, #s>
  return %0, %1 : tensor<1x1xf32, #t>, tensor<f32, #s>
}
