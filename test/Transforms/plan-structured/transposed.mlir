// Which operands are transposed in registers, which are indexed by sums, and
// which bodies run one element at a time?
//
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured --remark-format=emitRemark --remarks-filter=tiled-layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | tiled-layout-opt --tiled-layout-lower-structured -o /dev/null

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#columns = #tiled_layout.layout<{0,1:T(8,128)}>
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#stack = #tiled_layout.layout<{2,1,0:T(8,128)}>

// Sixteen sums in order go by together.
// CHECK-LABEL: func @sum
// CHECK: loops = [d0 by 16, d1 by 16], vector = d0 x 16, transposed = [0 along d1], masked, unroll = 4>
func.func @sum(%a: memref<64x256xf32, #t>, %b: memref<64xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32, #t>) outs(%b : memref<64xf32>) dimensions = [1]
  return
}

// Words of two rows are transposed whole.
// CHECK-LABEL: func @packed
// CHECK: loops = [d0 by 16, d1 by 8], vector = d0 x 16, transposed = [0 along d1], masked, unroll = 4>
func.func @packed(%a: memref<64x256xbf16, #packed>, %b: memref<64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<64x256xbf16, #packed>) outs(%b : memref<64xf32>) {
  ^bb0(%x: bf16, %y: f32):
    %w = arith.extf %x : bf16 to f32
    %s = arith.addf %y, %w : f32
    linalg.yield %s : f32
  }
  return
}

// The output says where vectors lie.
// CHECK-LABEL: func @mixed
// CHECK: loops = [d0 by 16, d1 by 128, d1 by 16], vector = d1 x 16, transposed = [0 along d0], masked>
func.func @mixed(%a: memref<64x256xf32, #columns>, %b: memref<64x256xf32, #t>, %c: memref<64x256xf32, #t>) {
  linalg.add ins(%a, %b : memref<64x256xf32, #columns>, memref<64x256xf32, #t>) outs(%c : memref<64x256xf32, #t>)
  return
}

// A window slides from tile to tile; vectors lie along the channels, also of
// rows that share words.
// CHECK-LABEL: func @pool
// CHECK: vector = d3 x 16
func.func @pool(%a: memref<1x58x58x256xbf16, #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>>, %k: memref<3x3xbf16>, %c: memref<1x56x56x256xbf16, #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>>) {
  linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
    ins(%a, %k : memref<1x58x58x256xbf16, #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>>, memref<3x3xbf16>)
    outs(%c : memref<1x56x56x256xbf16, #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>>)
  return
}

// Windows and rows may go backwards, from an index that is known.
// CHECK-LABEL: func @backwards
// CHECK: loops = [d1 by 128, d0 by 1, d2 by 1], vector = d1 x
func.func @backwards(%a: memref<58x256xf32, #t>, %k: memref<3xf32>, %c: memref<56x256xf32, #t>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i - k + 2, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %k : memref<58x256xf32, #t>, memref<3xf32>) outs(%c : memref<56x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// REMARK-DAG: no sum of dimensions indexes an operand across tiles
// CHECK-LABEL: func @below
// CHECK-NOT: structured_plan
func.func @below(%a: memref<58x256xf32, #t>, %k: memref<?xf32>, %c: memref<56x256xf32, #t>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i - k + 2, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %k : memref<58x256xf32, #t>, memref<?xf32>) outs(%c : memref<56x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// A sum of all elements in order stays in one register.
// CHECK-LABEL: func @all
// CHECK: loops = [d0 by 1, d1 by 1], vector = d0 x 1>
func.func @all(%a: memref<64x256xf32, #t>, %b: memref<f32>) {
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32, #t>) outs(%b : memref<f32>) dimensions = [0, 1]
  return
}

// Lanes that hold no element would divide, too.
// CHECK-LABEL: func @division
// CHECK: vector = d0 x 1>
func.func @division(%a: memref<5x7xi32>, %b: memref<5x7xi32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<5x7xi32>) outs(%b : memref<5x7xi32>) {
  ^bb0(%x: i32, %y: i32):
    %q = arith.floordivsi %x, %y : i32
    linalg.yield %q : i32
  }
  return
}

// CHECK-LABEL: func @complex
// CHECK: memref<16384xcomplex<f32>>{{.*}} vector = d0 x 1>
func.func @complex(%a: memref<256x64xcomplex<f32>, #columns>, %b: memref<256x64xcomplex<f32>, #columns>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
    ins(%a : memref<256x64xcomplex<f32>, #columns>) outs(%b : memref<256x64xcomplex<f32>, #columns>) {
  ^bb0(%x: complex<f32>, %y: complex<f32>):
    %q = complex.mul %x, %x : complex<f32>
    linalg.yield %q : complex<f32>
  }
  return
}

// So do numbers whose size depends on the processor.
// CHECK-LABEL: func @indices
// CHECK: vector = d0 x 1>
func.func @indices(%a: memref<5x7xindex, #t>, %b: memref<5x7xindex, #t>) {
  linalg.copy ins(%a : memref<5x7xindex, #t>) outs(%b : memref<5x7xindex, #t>)
  return
}

// Along two dimensions, squares would be blocks of all combinations: 256 vectors.
// CHECK-LABEL: func @two_dimensions
// CHECK: loops = [d1 by 4, d2 by 4, d0 by 16], vector = d0 x 16, transposed = [0 along d2, 1 along d1], masked, streaming above 11184810>
func.func @two_dimensions(%a: memref<?x?x?xf32, #stack>, %b: memref<?x?x?xf32, #stack>, %c: memref<?x?x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, k, j)>, affine_map<(i, j, k) -> (j, k, i)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%a, %b : memref<?x?x?xf32, #stack>, memref<?x?x?xf32, #stack>) outs(%c : memref<?x?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// Rows of three and rows of eight have no common blocks.
// REMARK-DAG: tiles have edges every 3 and every 8 along d0
// CHECK-LABEL: func @edges
// CHECK-NOT: structured_plan
func.func @edges(%a: memref<24x40xf32, #tiled_layout.layout<{1,0:T(3,16)}>>, %c: memref<24x40xf32, #tiled_layout.layout<{1,0:T(8,16)}>>) {
  linalg.exp ins(%a : memref<24x40xf32, #tiled_layout.layout<{1,0:T(3,16)}>>) outs(%c : memref<24x40xf32, #tiled_layout.layout<{1,0:T(8,16)}>>)
  return
}

// REMARK-DAG: no dimension is contiguous in all operands and in what the body loads
// CHECK-LABEL: func @gather
// CHECK: loops = [d0 by 1], vector = d0 x 1>
func.func @gather(%a: memref<24xindex>, %table: memref<40xf32>, %c: memref<24xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : memref<24xindex>) outs(%c : memref<24xf32>) {
  ^bb0(%x: index, %y: f32):
    %p = memref.load %table[%x] : memref<40xf32>
    linalg.yield %p : f32
  }
  return
}

// Two rows of an image share words, and are added up one after the other: words are transposed, and one part of them is taken.
// CHECK-LABEL: func @image
// CHECK: loops = [d1 by 16, d0 by 1, d2 by 1, d3 by 16], vector = d1 x 16, transposed = [0 along d3], masked, unroll = 4>
func.func @image(%a: memref<2x16x14x14xbf16, #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>>, %b: memref<2x16xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (n, c)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%a : memref<2x16x14x14xbf16, #tiled_layout.layout<{3,2,1,0:T(8,128)(2,1)}>>) outs(%b : memref<2x16xf32>) {
  ^bb0(%x: bf16, %y: f32):
    %w = arith.extf %x : bf16 to f32
    %s = arith.addf %y, %w : f32
    linalg.yield %s : f32
  }
  return
}

// The rows of the input's words, however many there are at run time, are in no
// block of four columns of the output: each rest of both would be a program.
// CHECK-LABEL: func @depthwise
// CHECK: loops = [d2 by 16, d0 by 16, d1 by 1, d3 by 1, d4 by 1, d5 by 1], vector = d2 x 16, transposed = [0 along d0]
#batches = #tiled_layout.layout<{1,0,3,2:T(8,16)(8,1)}>
#image = #tiled_layout.layout<{3,2,1,0:T(32,4)}>
#window = #tiled_layout.layout<{2,1,0:T(32,4)}>
func.func @depthwise(%a: memref<?x?x?x?xi8, #batches>, %b: memref<?x?x?xi8, #window>, %c: memref<?x8x?x?xi32, #image>) {
  linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%a, %b : memref<?x?x?x?xi8, #batches>, memref<?x?x?xi8, #window>) outs(%c : memref<?x8x?x?xi32, #image>)
  return
}
