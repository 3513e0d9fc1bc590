// What is refused, where and why?
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --tiled-layout-bufferize

#t = #tiled_layout.layout<{0:T(128)}>
func.func @gather(%a: tensor<300xf32, #t>, %i: tensor<5x1xindex>) -> tensor<5xf32, #t> {
  // expected-error @+1 {{'tensor.gather' op works on a tensor with a layout, but has no bufferization; write it as a linalg.generic of tensor.extract, or as loops}}
  %r = tensor.gather %a[%i] gather_dims([0]) : (tensor<300xf32, #t>, tensor<5x1xindex>) -> tensor<5xf32, #t>
  return %r : tensor<5xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @negative_padding(%a: tensor<20x30xf32, #t>, %v: f32) -> tensor<10x30xf32, #t> {
  // expected-error @+1 {{'tensor.pad' op pads dimension 0 by -10, but must pad by at least 0; tensor.extract_slice makes a tensor smaller}}
  %r = tensor.pad %a low[-10, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<20x30xf32, #t> to tensor<10x30xf32, #t>
  return %r : tensor<10x30xf32, #t>
}

// -----

#t = #tiled_layout.layout<{0:T(128)}>
func.func @scatter(%a: tensor<300xf32, #t>, %s: tensor<5xf32, #t>, %i: tensor<5x1xindex>) -> tensor<300xf32, #t> {
  // expected-error @+1 {{'tensor.scatter' op works on a tensor with a layout, but has no bufferization; write it}}
  %r = tensor.scatter %s into %a[%i] scatter_dims([0]) unique : (tensor<5xf32, #t>, tensor<300xf32, #t>, tensor<5x1xindex>) -> tensor<300xf32, #t>
  return %r : tensor<300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @pack(%a: tensor<16x256xf32, #t>, %d: tensor<2x2x8x128xf32>) -> tensor<2x2x8x128xf32> {
  // expected-error @+1 {{'linalg.pack' op works on a tensor with a layout, but has no bufferization; a pack is a relayout, which convert-linalg-pack-to-tiled-layout makes of it; run that first}}
  %r = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 128] into %d : tensor<16x256xf32, #t> -> tensor<2x2x8x128xf32>
  return %r : tensor<2x2x8x128xf32>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @unpack(%a: tensor<2x2x8x128xf32>, %d: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  // expected-error @+1 {{'linalg.unpack' op works on a tensor with a layout, but has no bufferization; a pack is a relayout}}
  %r = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 128] into %d : tensor<2x2x8x128xf32> -> tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @unregistered(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  // expected-error @+1 {{'unknown.add' op works on a tensor with a layout, but has no bufferization; it is not registered: replace it by operations of linalg first}}
  %r = "unknown.add"(%a, %a) : (tensor<16x256xf32, #t>, tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %r : tensor<16x256xf32, #t>
}

// -----

// Without a layout, too: the pipelines do not convert packs.
func.func @plain_packs(%a: tensor<16x256xf32>, %d: tensor<2x2x8x128xf32>) -> tensor<16x256xf32> {
  // expected-error @+1 {{'linalg.pack' op has no bufferization; a pack is a relayout, which convert-linalg-pack-to-tiled-layout makes of it; run that first}}
  %p = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 128] into %d : tensor<16x256xf32> -> tensor<2x2x8x128xf32>
  // expected-error @+1 {{'linalg.unpack' op has no bufferization; a pack is a relayout}}
  %r = linalg.unpack %p inner_dims_pos = [0, 1] inner_tiles = [8, 128] into %a : tensor<2x2x8x128xf32> -> tensor<16x256xf32>
  return %r : tensor<16x256xf32>
}

// -----

#t = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
func.func @winograd_filter_transform(%a: tensor<2x3x3x5xf32, #t>, %b: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  // expected-error @+1 {{'linalg.winograd_filter_transform' op works on a tensor with a layout, but has no bufferization; decompose it first}}
  %r = linalg.winograd_filter_transform fmr(F_4_3) ins(%a : tensor<2x3x3x5xf32, #t>) outs(%b : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %r : tensor<6x6x5x2xf32>
}

// -----

#t = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
func.func @winograd_input_transform(%a: tensor<2x6x6x5xf32, #t>, %b: tensor<6x6x1x1x2x5xf32>) -> tensor<6x6x1x1x2x5xf32> {
  // expected-error @+1 {{'linalg.winograd_input_transform' op works on a tensor with a layout, but has no bufferization; decompose it first}}
  %r = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<2x6x6x5xf32, #t>) outs(%b : tensor<6x6x1x1x2x5xf32>) -> tensor<6x6x1x1x2x5xf32>
  return %r : tensor<6x6x1x1x2x5xf32>
}

// -----

#t = #tiled_layout.layout<{3,2,1,0:T(8,128)}>
func.func @winograd_output_transform(%a: tensor<6x6x1x1x2x2xf32>, %b: tensor<2x4x4x2xf32, #t>) -> tensor<2x4x4x2xf32, #t> {
  // expected-error @+1 {{'linalg.winograd_output_transform' op works on a tensor with a layout, but has no bufferization; decompose it first}}
  %r = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x6x1x1x2x2xf32>) outs(%b : tensor<2x4x4x2xf32, #t>) -> tensor<2x4x4x2xf32, #t>
  return %r : tensor<2x4x4x2xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @sign(%a: tensor<20x300xi32, #t>) -> tensor<20x300xui32, #t> {
  // expected-error @+1 {{'tensor.bitcast' op works on a tensor with a layout, but has no bufferization; only signless integers and floats have a bitcast}}
  %r = tensor.bitcast %a : tensor<20x300xi32, #t> to tensor<20x300xui32, #t>
  return %r : tensor<20x300xui32, #t>
}

// -----

// Any operation that says nothing of its bufferization.
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @unknown(%a: tensor<20x300xf32, #t>) -> memref<20x300xf32> {
  // expected-error @+1 {{'builtin.unrealized_conversion_cast' op works on a tensor with a layout, but has no bufferization}}
  %r = builtin.unrealized_conversion_cast %a : tensor<20x300xf32, #t> to memref<20x300xf32>
  return %r : memref<20x300xf32>
}

// -----

// The map of the memref needs the extent, which the tensor's type leaves open.
// expected-error @+1 {{needs dimension 1 to be static, because '*' depends on its extent}}
func.func private @dynamic(tensor<20x?xf32, #tiled_layout.layout<{1,0:T(*,4)}>>)

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
// expected-error @+1 {{'func.func' op argument 0 of type 'tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>' has a layout and bufferization.buffer_layout, which is another}}
func.func @buffer_layout(%a: tensor<20x300xf32, #t> {bufferization.buffer_layout = affine_map<(i, j) -> (j, i)>}) {
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)S(1)}>
func.func @memory_space() -> tensor<20x300xf32, #t> {
  // expected-error @+1 {{'bufferization.alloc_tensor' op has memory space 3 : i64, but the layout says S(1)}}
  %r = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<20x300xf32, #t>
  return %r : tensor<20x300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @to_tensor(%m: memref<20x300xf32>) -> tensor<20x300xf32, #t> {
  // expected-error @+1 {{'bufferization.to_tensor' op the buffer of 'tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>' is 'memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>', but the program names 'memref<20x300xf32>'}}
  %r = bufferization.to_tensor %m restrict : memref<20x300xf32> to tensor<20x300xf32, #t>
  return %r : tensor<20x300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @to_buffer(%t: tensor<20x300xf32>) -> memref<20x300xf32, #t> {
  // expected-error @+1 {{'bufferization.to_buffer' op the buffer 'memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>' has a layout, but the tensor 'tensor<20x300xf32>' has none}}
  %r = bufferization.to_buffer %t : tensor<20x300xf32> to memref<20x300xf32, #t>
  return %r : memref<20x300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func private @f(tensor<20x300xf32, #t>)
// expected-error @+1 {{'func.func' op has type}}
func.func @function_value() -> ((tensor<20x300xf32, #t>) -> ()) {
  // expected-error @+1 {{'func.constant' op has type '(tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> ()', and 'tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>' in it cannot be bufferized; only functions, operands, results and block arguments can}}
  %r = func.constant @f : (tensor<20x300xf32, #t>) -> ()
  // expected-error @+1 {{'func.return' op has type}}
  return %r : (tensor<20x300xf32, #t>) -> ()
}

// -----

// expected-error @+1 {{'ml_program.global' op has type 'tensor<?x4xf32, #tiled_layout.layout<{1,0:T(8,128)}>>', but memory of a global must have a static shape}}
ml_program.global private mutable @dynamic_global : tensor<?x4xf32, #tiled_layout.layout<{1,0:T(8,128)}>>

// -----

// expected-error @+1 {{'ml_program.global' op has type 'i64', but only a ranked tensor becomes memory; a single value can be a tensor of rank 0}}
ml_program.global private mutable @seed(0 : i64) : i64
func.func @forward(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @parallel_insert_slice(%a: tensor<21x300xf32, #t>, %f: f32) -> tensor<21x300xf32, #t> {
  %r = scf.forall (%i) = (0) to (21) step (3) shared_outs(%o = %a) -> tensor<21x300xf32, #t> {
    %s = tensor.splat %f : tensor<3x300xf32, #t>
    scf.forall.in_parallel {
      // expected-error @+1 {{'tensor.parallel_insert_slice' op writes to a slice of 'tensor<21x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>' that is no view of it: offset}}
      tensor.parallel_insert_slice %s into %o[%i, 0] [3, 300] [1, 1] : tensor<3x300xf32, #t> into tensor<21x300xf32, #t>
    }
  }
  return %r : tensor<21x300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @destination(%a: tensor<20x300xf32, #t>, %m: memref<20x300xf32, #t, 3>) {
  // expected-error @+1 {{'bufferization.materialize_in_destination' op the buffer of 'tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>' is 'memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>', but the program names 'memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>, 3>'}}
  bufferization.materialize_in_destination %a in restrict writable %m : (tensor<20x300xf32, #t>, memref<20x300xf32, #t, 3>) -> ()
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @foreign_encoding(%a: tensor<4x4xf32, "foo">) -> tensor<4x4xf32, #t> {
  // expected-error @+1 {{'tensor.cast' op works on a tensor with a layout and on 'tensor<4x4xf32, "foo">', whose encoding says nothing of its memory}}
  %c = tensor.cast %a : tensor<4x4xf32, "foo"> to tensor<4x4xf32, #t>
  return %c : tensor<4x4xf32, #t>
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @tosa(%a: tensor<4x4xf32, #t>) -> tensor<4x4xf32, #t> {
  // expected-error @+1 {{'tosa.tanh' op works on a tensor with a layout, but has no bufferization; make linalg of it first, while layouts are set aside, as docs/Upstream.md shows}}
  %0 = tosa.tanh %a : (tensor<4x4xf32, #t>) -> tensor<4x4xf32, #t>
  return %0 : tensor<4x4xf32, #t>
}

// -----

#t = #tiled_layout.layout<{0:T(128)}>
func.func @affine_loop(%a: tensor<300xf32, #t>, %f: f32) -> tensor<300xf32, #t> {
  // expected-error @+1 {{'affine.for' op works on a tensor with a layout, but has no bufferization; run lower-affine first, which makes scf of it}}
  %r = affine.for %i = 0 to 300 iter_args(%x = %a) -> tensor<300xf32, #t> {
    %n = tensor.insert %f into %x[%i] : tensor<300xf32, #t>
    // expected-error @+1 {{'affine.yield' op works on a tensor with a layout}}
    affine.yield %n : tensor<300xf32, #t>
  }
  return %r : tensor<300xf32, #t>
}

// -----

#t = #tiled_layout.layout<{0:T(128)}>
// expected-error @+1 {{'builtin.module' op has layouts that are set aside; run tiled-layout-restore-layouts first}}
module attributes {tiled_layout.set_aside = [[#t, loc("f.mlir":2:1)]]} {
  func.func @set_aside(%a: tensor<300xf32> {tiled_layout.set_aside = #t}) -> tensor<300xf32> {
    return %a : tensor<300xf32>
  }
}

// -----

// Operations of a module may stand in any order.
// expected-error @+1 {{'math.exp' op has no bufferization: it uses a tensor that is computed after it}}
%a = math.exp %b : tensor<4x4xf32>
// expected-error @+1 {{'math.exp' op has no bufferization: it uses a tensor that is computed after it}}
%b = math.exp %c : tensor<4x4xf32>
%c = tensor.empty() : tensor<4x4xf32>

// -----

// expected-error @+1 {{'math.exp' op has no bufferization: it uses a tensor that is computed after it, or by it}}
%a = math.exp %a : tensor<4x4xf32>

// -----

// The type of a function that is a value does not follow its arguments.
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %a : tensor<4x4xf32>
}
func.func @value() -> ((tensor<4x4xf32>) -> tensor<4x4xf32>) {
  // expected-error @+1 {{'func.constant' op is a function of tensors, which become memrefs; only func.call can follow}}
  %f = func.constant @f : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %f : (tensor<4x4xf32>) -> tensor<4x4xf32>
}
