// What docs/Upstream.md is measured on: every tensor has a layout.
#t = #tiled_layout.layout<{1,0:T(8,128)}>
#s = #tiled_layout.layout<{1,0:T(2,4)}>
#r = #tiled_layout.layout<{2,1,0:T(8,128)}>
#v = #tiled_layout.layout<{0:T(128)}>
#d = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
#id = affine_map<(d0, d1) -> (d0, d1)>

func.func @unread(%a: tensor<16x256xf32, #t>, %o: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<16x256xf32, #t>) outs(%o : tensor<16x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %z = math.exp %x : f32
    linalg.yield %z : f32
  } -> tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

func.func @chain(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %e = tensor.empty() : tensor<16x256xf32, #t>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) {
  ^bb0(%x: f32, %y: f32):
    %z = math.exp %x : f32
    linalg.yield %z : f32
  } -> tensor<16x256xf32, #t>
  %r = linalg.negf ins(%p : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

func.func @fill(%a: tensor<6x8xf32, #s>, %f: f32, %n: index) -> tensor<?x8xf32, #s> {
  %e = tensor.empty(%n) : tensor<?x8xf32, #s>
  %z = linalg.fill ins(%f : f32) outs(%e : tensor<?x8xf32, #s>) -> tensor<?x8xf32, #s>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<6x8xf32, #s>) outs(%z : tensor<?x8xf32, #s>) {
  ^bb0(%x: f32, %y: f32):
    %r = arith.addf %x, %y : f32
    linalg.yield %r : f32
  } -> tensor<?x8xf32, #s>
  return %s : tensor<?x8xf32, #s>
}

func.func @elementwise(%a: tensor<6x8xf32, #s>, %b: tensor<6x8xf32, #s>) -> tensor<6x8xf32, #s> {
  %r = arith.addf %a, %b : tensor<6x8xf32, #s>
  %i = arith.cmpf olt, %r, %b : tensor<6x8xf32, #s>
  %s = arith.select %i, %a, %b : tensor<6x8xi1, #s>, tensor<6x8xf32, #s>
  %u = math.exp %s : tensor<6x8xf32, #s>
  return %u : tensor<6x8xf32, #s>
}

func.func @concat(%a: tensor<8x4xf32, #t>, %b: tensor<8x4xf32, #t>) -> tensor<8x8xf32, #t> {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32, #t>, tensor<8x4xf32, #t>) -> tensor<8x8xf32, #t>
  return %c : tensor<8x8xf32, #t>
}

func.func @slices(%a: tensor<16x256xf32, #t>, %i: index) -> tensor<16x256xf32, #t> {
  %z = arith.constant 0.0 : f32
  %x = tensor.extract_slice %a[0, 0] [8, 256] [1, 1] : tensor<16x256xf32, #t> to tensor<8x256xf32, #t>
  %y = tensor.extract_slice %x[0, 0] [4, 128] [1, 1] : tensor<8x256xf32, #t> to tensor<4x128xf32, #t>
  %p = tensor.pad %y low[0, 0] high[4, 128] {
  ^bb0(%j: index, %k: index):
    tensor.yield %z : f32
  } : tensor<4x128xf32, #t> to tensor<8x256xf32, #t>
  %r = tensor.insert_slice %p into %a[8, 0] [8, 256] [1, 1] : tensor<8x256xf32, #t> into tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

func.func @layer(%a: tensor<16x32xf32, #t>, %w: tensor<32x48xf32, #t>, %c: tensor<48xf32, #v>) -> tensor<48x16xf32, #t> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x48xf32, #t>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16x48xf32, #t>) -> tensor<16x48xf32, #t>
  %m = linalg.matmul ins(%a, %w : tensor<16x32xf32, #t>, tensor<32x48xf32, #t>) outs(%f : tensor<16x48xf32, #t>) -> tensor<16x48xf32, #t>
  %b = linalg.broadcast ins(%c : tensor<48xf32, #v>) outs(%e : tensor<16x48xf32, #t>) dimensions = [0]
  %s = linalg.add ins(%m, %b : tensor<16x48xf32, #t>, tensor<16x48xf32, #t>) outs(%e : tensor<16x48xf32, #t>) -> tensor<16x48xf32, #t>
  %d = tensor.empty() : tensor<48x16xf32, #t>
  %t = linalg.transpose ins(%s : tensor<16x48xf32, #t>) outs(%d : tensor<48x16xf32, #t>) permutation = [1, 0]
  return %t : tensor<48x16xf32, #t>
}

func.func @unit(%a: tensor<1x256xf32, #t>) -> tensor<1x256xf32, #t> {
  %e = tensor.empty() : tensor<1x256xf32, #t>
  %r = linalg.exp ins(%a : tensor<1x256xf32, #t>) outs(%e : tensor<1x256xf32, #t>) -> tensor<1x256xf32, #t>
  return %r : tensor<1x256xf32, #t>
}

func.func @sums(%a: tensor<16x256xf32, #t>) -> tensor<16xf32, #v> {
  %k = arith.constant dense<0.0> : tensor<16xf32, #v>
  %r = linalg.reduce { arith.addf } ins(%a : tensor<16x256xf32, #t>) outs(%k : tensor<16xf32, #v>) dimensions = [1]
  return %r : tensor<16xf32, #v>
}

func.func @loop(%a: tensor<16x256xf32, #t>, %n: index, %c: i1) -> tensor<16x256xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> tensor<16x256xf32, #t> {
    %e = tensor.empty() : tensor<16x256xf32, #t>
    %x = linalg.exp ins(%s : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
    scf.yield %x : tensor<16x256xf32, #t>
  }
  %r = scf.if %c -> tensor<16x256xf32, #t> {
    scf.yield %l : tensor<16x256xf32, #t>
  } else {
    scf.yield %a : tensor<16x256xf32, #t>
  }
  return %r : tensor<16x256xf32, #t>
}

func.func @tiles(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %a) -> tensor<16x256xf32, #t> {
    %j = affine.apply affine_map<(d0) -> (d0 * 8)>(%i)
    %x = tensor.extract_slice %o[%j, 0] [8, 256] [1, 1] : tensor<16x256xf32, #t> to tensor<8x256xf32, #t>
    %y = math.exp %x : tensor<8x256xf32, #t>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %y into %o[%j, 0] [8, 256] [1, 1] : tensor<8x256xf32, #t> into tensor<16x256xf32, #t>
    }
  }
  return %r : tensor<16x256xf32, #t>
}

func.func @heads(%a: tensor<128x768xf32, #t>) -> tensor<128x12x64xf32, #r> {
  %x = tensor.expand_shape %a [[0], [1, 2]] output_shape [128, 12, 64] : tensor<128x768xf32, #t> into tensor<128x12x64xf32, #r>
  return %x : tensor<128x12x64xf32, #r>
}

func.func @relaid(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #s> {
  %e = tiled_layout.empty() : tensor<16x256xf32, #s>
  %r = tiled_layout.relayout ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32, #s>) -> tensor<16x256xf32, #s>
  %c = call @same(%r) : (tensor<16x256xf32, #s>) -> tensor<16x256xf32, #s>
  return %c : tensor<16x256xf32, #s>
}
func.func private @same(%a: tensor<16x256xf32, #s>) -> tensor<16x256xf32, #s> {
  return %a : tensor<16x256xf32, #s>
}

func.func @convolution(%x: tensor<1x8x8x4xf32, #d>, %w: tensor<3x3x4x1xf32, #d>) -> tensor<1x6x6x4x1xf32, #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>> {
  %k = arith.constant dense<0.0> : tensor<1x6x6x4x1xf32, #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>>
  %r = linalg.depthwise_conv_2d_nhwc_hwcm ins(%x, %w : tensor<1x8x8x4xf32, #d>, tensor<3x3x4x1xf32, #d>) outs(%k : tensor<1x6x6x4x1xf32, #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>>) -> tensor<1x6x6x4x1xf32, #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>>
  return %r : tensor<1x6x6x4x1xf32, #tiled_layout.layout<{4,3,2,1,0:T(8,128)}>>
}
