// What the operations refuse.
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @relayout_shape(%a: memref<3x5xf32>, %b: memref<3x6xf32, #t>) {
  // expected-error @+1 {{differ in shape}}
  tiled_layout.relayout ins(%a : memref<3x5xf32>) outs(%b : memref<3x6xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @relayout_element(%a: memref<3x5xi32>, %b: memref<3x5xf32, #t>) {
  // expected-error @+1 {{source has elements of type 'i32', but the destination of type 'f32'}}
  tiled_layout.relayout ins(%a : memref<3x5xi32>) outs(%b : memref<3x5xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @relayout_mixed(%a: tensor<3x5xf32>, %b: memref<3x5xf32, #t>) {
  // expected-error @+1 {{must both be tensors or both be memrefs}}
  tiled_layout.relayout ins(%a : tensor<3x5xf32>) outs(%b : memref<3x5xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @relayout_no_result(%a: tensor<3x5xf32>, %b: tensor<3x5xf32, #t>) {
  // expected-error @+1 {{destination is a tensor and needs a result}}
  tiled_layout.relayout ins(%a : tensor<3x5xf32>) outs(%b : tensor<3x5xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @relayout_padding(%a: memref<3x5xf32>, %b: memref<3x5xf32, #t>) {
  // expected-error @+1 {{padding 1 : i32 is not a value of the element type 'f32'; write the type after the number, as in '1.5 : f32'}}
  tiled_layout.relayout ins(%a : memref<3x5xf32>) outs(%b : memref<3x5xf32, #t>) padding = 1 : i32
  return
}

// -----

func.func @relayout_no_zero(%a: memref<3x5xcomplex<i8>>, %b: memref<3x5xcomplex<i8>, #tiled_layout.layout<{1,0:T(2,2)}>>) {
  // expected-error @+1 {{padding is zero, but elements of type 'complex<i8>' have no zero}}
  tiled_layout.relayout ins(%a : memref<3x5xcomplex<i8>>) outs(%b : memref<3x5xcomplex<i8>, #tiled_layout.layout<{1,0:T(2,2)}>>) padding = zero
  return
}

// -----

func.func @relayout_narrow(%a: memref<3x5xf32>, %b: memref<3x5xf32, #tiled_layout.layout<{1,0:E(16)}>>) {
  // expected-error @+1 {{has E(16), which cannot hold the 32 bits of a value}}
  tiled_layout.relayout ins(%a : memref<3x5xf32>) outs(%b : memref<3x5xf32, #tiled_layout.layout<{1,0:E(16)}>>)
  return
}

// -----

func.func @relayout_layout(%a: tensor<3x5xf32, "mine">, %b: tensor<3x5xf32>) -> tensor<3x5xf32> {
  // expected-error @+1 {{has neither a tiled nor a strided layout}}
  %r = tiled_layout.relayout ins(%a : tensor<3x5xf32, "mine">) outs(%b : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// -----

#s = #tiled_layout.layout<{1,0:S(2)}>
func.func @relayout_memory_space(%a: memref<3x5xf32>, %b: memref<3x5xf32, #s, 1>) {
  // expected-error @+1 {{says S(2), but the memref's memory space is 1 : i64}}
  tiled_layout.relayout ins(%a : memref<3x5xf32>) outs(%b : memref<3x5xf32, #s, 1>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @empty_sizes(%n: index) {
  // expected-error @+1 {{has 1 sizes, but 'tensor<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>' has 0 dynamic dimensions}}
  %0 = tiled_layout.empty(%n) : tensor<3x5xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @linearize_rank(%m: memref<3x5xf32, #t>, %i: index) {
  // expected-error @+1 {{has 1 index, but the array has rank 2}}
  %0 = tiled_layout.linearize %m[%i] : memref<3x5xf32, #t>
  return
}

// -----

func.func @linearize_layout(%m: memref<3x5xf32, strided<[7, 1]>>, %i: index) {
  // expected-error @+1 {{has no tiled layout}}
  %0 = tiled_layout.linearize %m[%i, %i] : memref<3x5xf32, strided<[7, 1]>>
  return
}

// -----

#s = #tiled_layout.layout<{1,0:S(2)}>
func.func @tl19_linearize(%m: memref<3x5xf32, #s, 1>, %i: index) {
  // expected-error @+1 {{says S(2), but the memref's memory space is 1 : i64}}
  %0 = tiled_layout.linearize %m[%i, %i] : memref<3x5xf32, #s, 1>
  return
}

// -----

// 2^64 + 1 is not 1.
#s = #tiled_layout.layout<{0:S(1)}>
func.func @tl19_wide(%m: memref<3xf32, #s, 18446744073709551617 : i128>, %i: index) {
  // expected-error @+1 {{says S(1), but the memref's memory space is 18446744073709551617 : i128}}
  %0 = tiled_layout.linearize %m[%i] : memref<3xf32, #s, 18446744073709551617 : i128>
  return
}

// -----

#w = #tiled_layout.layout<{0:T(1152921504606846976)}>
func.func @tl15_delinearize(%m: memref<1xf64, #w>, %p: index) {
  // expected-error @+1 {{has more than 2^63 - 1 bytes at 64 bits per element}}
  %i, %ok = tiled_layout.delinearize %p in %m : memref<1xf64, #w>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @to_physical_shape(%m: memref<3x5xf32, #t>) {
  // expected-error @+1 {{expected memref<2x3x2x2xf32> or memref<24xf32> for memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>, but found memref<15xf32>}}
  %0 = tiled_layout.to_physical %m : memref<3x5xf32, #t> to memref<15xf32>
  return
}

// -----

// Tail padding has no place in the physical array.
#t = #tiled_layout.layout<{1,0:T(2,2)L(32)}>
func.func @to_physical_tail(%m: memref<3x5xf32, #t>) {
  // expected-error @+1 {{expected memref<32xf32> for}}
  %0 = tiled_layout.to_physical %m : memref<3x5xf32, #t> to memref<2x3x2x2xf32>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @to_physical_space(%m: memref<3x5xf32, #t, 1>) {
  // expected-error @+1 {{the memory spaces of}}
  %0 = tiled_layout.to_physical %m : memref<3x5xf32, #t, 1> to memref<24xf32>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)S(1)}>
func.func @to_physical_tensor_space(%m: tensor<3x5xf32, #t>) {
  // expected-error @+1 {{a tensor without a layout cannot be in the memory space S(1) of}}
  %0 = tiled_layout.to_physical %m : tensor<3x5xf32, #t> to tensor<24xf32>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @to_physical_kinds(%m: tensor<3x5xf32, #t>) {
  // expected-error @+1 {{is a memref, the other a tensor}}
  %0 = tiled_layout.to_physical %m : tensor<3x5xf32, #t> to memref<24xf32>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @from_physical_sizes(%m: memref<?xf32>) {
  // expected-error @+1 {{has 0 sizes, but 'memref<?x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>' has 1 dynamic dimensions}}
  %0 = tiled_layout.from_physical %m : memref<?xf32> to memref<?x5xf32, #t>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @fill_padding_value(%v: f64, %m: memref<3x5xf32, #t>) {
  // expected-error @+1 {{value has type 'f64', but the destination has elements of type 'f32'}}
  tiled_layout.fill_padding ins(%v : f64) outs(%m : memref<3x5xf32, #t>)
  return
}

// -----

func.func @assume_multiple(%i: index) {
  // expected-error @+1 {{multiple must be at least 1, but is 0}}
  %0 = tiled_layout.assume_multiple %i, 0
  return
}

// -----

func.func @assume_negative_multiple(%i: index) {
  // expected-error @+1 {{multiple must be at least 1, but is -8}}
  %0 = tiled_layout.assume_multiple %i, -8
  return
}
