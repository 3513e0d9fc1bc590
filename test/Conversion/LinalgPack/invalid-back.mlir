// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --convert-tiled-layout-to-linalg-pack

#tail = #tiled_layout.layout<{0:T(4)L(64)}>
// expected-error @+1 {{which is no chain of packs: linalg.pack has no padding after the last tile, but the layout has L(64)}}
func.func private @tail(tensor<5xf32, #tail>)

// -----

#space = #tiled_layout.layout<{0:T(4)S(1)}>
// expected-error @+1 {{which is no chain of packs: linalg.pack has no memory space, but the layout has S(1)}}
func.func private @space(tensor<5xf32, #space>)

// -----

#bits = #tiled_layout.layout<{0:T(4)E(4)}>
// expected-error @+1 {{which is no chain of packs: linalg.pack has no size of elements, but the layout has E(4)}}
func.func private @bits(tensor<5xi4, #bits>)

// -----

#min = #tiled_layout.layout<{0:T(min(4))}>
// expected-error @+1 {{which is no chain of packs: tile (min(4)) of level 1 depends on an extent that is not known, which linalg.pack cannot say}}
func.func private @min(tensor<?xf32, #min>)

// -----

#t = #tiled_layout.layout<{0:T(4)}>
func.func @access(%a: tensor<5xf32, #t>, %i: index) -> f32 {
  // expected-error @+1 {{'tensor.extract' op cannot work on 'tensor<5xf32, #tiled_layout.layout<{0:T(4)}>>' as a packed tensor: only views, relayouts and what passes values on have a form on packed tensors}}
  %v = tensor.extract %a[%i] : tensor<5xf32, #t>
  return %v : f32
}

// -----

#t = #tiled_layout.layout<{0:T(4)}>
func.func @dim(%a: tensor<?xf32, #t>, %i: index) -> index {
  // expected-error @+1 {{as a packed tensor: its dimension is not a constant}}
  %v = tensor.dim %a, %i : tensor<?xf32, #t>
  return %v : index
}

// -----

#t = #tiled_layout.layout<{0:T(4)}>
func.func private @named(tensor<5xf32, #t>)
func.func @constant() {
  // expected-error @+1 {{'func.constant' op cannot work on 'tensor<5xf32, #tiled_layout.layout<{0:T(4)}>>' as a packed tensor}}
  %f = func.constant @named : (tensor<5xf32, #t>) -> ()
  return
}

// -----

#t = #tiled_layout.layout<{0:T(4)}>
func.func @no_rank(%a: tensor<5xf32, #t>) -> tensor<*xf32> {
  // expected-error @+1 {{'tensor.cast' op cannot work on 'tensor<5xf32, #tiled_layout.layout<{0:T(4)}>>' as a packed tensor: one of its types has no rank}}
  %v = tensor.cast %a : tensor<5xf32, #t> to tensor<*xf32>
  return %v : tensor<*xf32>
}

// -----

#t = #tiled_layout.layout<{0:T(4)}>
func.func @other(%a: tensor<5xf32, #t>) -> tensor<5xf32, "other"> {
  // expected-error @+1 {{as a packed tensor: one of its types has another encoding}}
  %v = tensor.cast %a : tensor<5xf32, #t> to tensor<5xf32, "other">
  return %v : tensor<5xf32, "other">
}
