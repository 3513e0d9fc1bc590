// What is refused, where and why?
//
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --convert-tiled-layout-to-affine
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics --convert-tiled-layout-to-affine=form=linear

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// expected-error @+1 {{'func.func' op has the tiled tensor type 'tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>'; bufferize the program first}}
func.func private @tensor(tensor<20x300xf32, #t>)

// -----

// A tiled type inside another type is found, too.
// expected-error @+1 {{has no lowering: a tiled array inside 'tuple<i32, tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>>' stays where it is}}
func.func private @nested(tuple<i32, tensor<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>>)

// -----

// expected-error @+1 {{elements of 3 bits cross bytes; only 1, 2, 4 and multiples of 8 bits have a lowering}}
func.func private @crosses_bytes(memref<8xi2, #tiled_layout.layout<{0:E(3)}>>)

// -----

// expected-error @+1 {{elements of 4 bits cannot hold the 8 bits of a value}}
func.func private @too_small(memref<8xi8, #tiled_layout.layout<{0:E(4)}>>)

// -----

// expected-error @+1 {{elements of 128 bits must be floats or integers to be taken out of their container}}
func.func private @complex(memref<8xcomplex<f32>, #tiled_layout.layout<{0:E(128)}>>)

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @relayout(%m: memref<20x300xf32, #t>, %n: memref<20x300xf32>) {
  // expected-error @+1 {{run tiled-layout-lower-relayouts first}}
  tiled_layout.relayout ins(%m : memref<20x300xf32, #t>) outs(%n : memref<20x300xf32>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @unranked(%m: memref<20x300xf32, #t>) {
  // expected-error @+1 {{an unranked memref has no place for the layout of 'memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>'}}
  %c = memref.cast %m : memref<20x300xf32, #t> to memref<*xf32>
  return
}

// -----

// Every operation that is refused is reported, not the first only.
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @all(%m: memref<20x300xf32, #t>) {
  // expected-error @+1 {{'test.unknown' op has no lowering for a tiled array of type 'memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>'}}
  "test.unknown"(%m) : (memref<20x300xf32, #t>) -> ()
  // expected-error @+1 {{'test.another' op has no lowering for a tiled array}}
  %z = "test.another"(%m) : (memref<20x300xf32, #t>) -> f32
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @copy(%m: memref<20x300xf32, #t>, %n: memref<20x300xf32, #tiled_layout.layout<{1,0:T(4,128)}>>) {
  // expected-error @+1 {{run tiled-layout-lower-relayouts first}}
  memref.copy %m, %n : memref<20x300xf32, #t> to memref<20x300xf32, #tiled_layout.layout<{1,0:T(4,128)}>>
  return
}

// -----

#p = #tiled_layout.layout<{0:T(8)E(4)}>
!p = memref<20xi4, #p>
func.func @counted_in_bytes(%m: !p, %f: memref<20xi4, #p, 1>, %tag: memref<1xi32>, %i: index, %v: i4) {
  // expected-error @+1 {{the elements of 'memref<20xi4, #tiled_layout.layout<{0:T(8)E(4)}>>' are 4 bits in memory, not the bytes of their value; take the buffer by tiled_layout.to_physical first}}
  %r = memref.reinterpret_cast %m to offset: [0], sizes: [20], strides: [1] : !p to memref<20xi4>
  // expected-error @+1 {{'memref.dma_start' op has no lowering: the elements of}}
  memref.dma_start %m[%i], %f[%i], %i, %tag[%i] : !p, memref<20xi4, #p, 1>, memref<1xi32>
  // expected-error @+1 {{'gpu.memset' op has no lowering: the elements of}}
  gpu.memset %m, %v : !p, i4
  return
}

// -----

#t = #tiled_layout.layout<{0:T(8)}>
func.func @gpu_memcpy(%a: memref<20xf32, #t>, %b: memref<20xf32>) {
  // expected-error @+1 {{'gpu.memcpy' op has no lowering: it would move a tiled array from 'memref<20xf32>' to 'memref<20xf32, #tiled_layout.layout<{0:T(8)}>>', but copies memory as it is}}
  gpu.memcpy %a, %b : memref<20xf32, #t>, memref<20xf32>
  return
}

// -----

func.func @atomics(%m: memref<20xi8, #tiled_layout.layout<{0:E(24)}>>, %i: index, %v: i8) {
  // expected-error @+1 {{are 24 bits in memory, which no atomic access reaches}}
  %a = memref.atomic_rmw addi %v, %m[%i] : (i8, memref<20xi8, #tiled_layout.layout<{0:E(24)}>>) -> i8
  // expected-error @+1 {{are 24 bits in memory, which no atomic access reaches}}
  %b = memref.generic_atomic_rmw %m[%i] : memref<20xi8, #tiled_layout.layout<{0:E(24)}>> {
  ^body(%old: i8):
    memref.atomic_yield %v : i8
  }
  return
}

// -----

// expected-error @+1 {{'memref.global' op has no lowering: dense_resource<values> has 0 bytes, not the 60 of 'memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>'}}
memref.global @resource : memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>> = dense_resource<values>

// -----

// expected-error @+1 {{'memref.global' op has no lowering: elements of 4 bits in dense_resource<...> are not whole bytes; write dense<...>}}
memref.global @resource : memref<3x5xi4, #tiled_layout.layout<{1,0:T(2,2)}>> = dense_resource<values>

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @bufferization(%m: memref<20x300xf32, #t>, %n: tensor<20x300xf32>, %o: memref<20x300xf32>) -> tensor<20x300xf32> {
  // expected-error @+1 {{'bufferization.to_tensor' op has no lowering: it goes between tensors and tiled memrefs; bufferize the whole program first}}
  %a = bufferization.to_tensor %m : memref<20x300xf32, #t> to tensor<20x300xf32>
  // expected-error @+1 {{it goes between tensors and tiled memrefs; bufferize the whole program first}}
  %b = bufferization.to_buffer %n : tensor<20x300xf32> to memref<20x300xf32, #t>
  return %a : tensor<20x300xf32>
}

// -----

!t = memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
func.func @vectors(%m: !t, %i: index, %z: f32, %v: vector<4x8x16xf32>, %w: vector<8x16xf32>, %on: vector<8x16xi1>) {
  // expected-error @+1 {{'vector.transfer_read' op has no lowering: how many elements 'vector<[8]xf32>' has is not known, so neither is where tiles end}}
  %a = vector.transfer_read %m[%i, %i], %z : !t, vector<[8]xf32>
  // expected-error @+1 {{'affine.vector_store' op has no lowering: 'vector<4x8x16xf32>' has more dimensions than the memref's 2}}
  affine.vector_store %v, %m[%i, %i] : !t, vector<4x8x16xf32>
  // expected-error @+1 {{'vector.compressstore' op has no lowering: 'vector<8x16xf32>' must have one dimension}}
  vector.compressstore %m[%i, %i], %on, %w : !t, vector<8x16xi1>, vector<8x16xf32>
  return
}

// -----

!t = memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
func.func @within_mask(%m: !t, %i: index, %z: f32, %on: vector<8xi1>, %v: vector<8xf32>) -> vector<8xf32> {
  // expected-error @+1 {{'vector.transfer_read' op has no lowering within vector.mask with a value for inactive lanes; select that after it}}
  %a = vector.mask %on, %v { vector.transfer_read %m[%i, %i], %z {in_bounds = [true]} : !t, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return %a : vector<8xf32>
}

// -----

// Every type is looked at, not the first tiled one only.
#t = #tiled_layout.layout<{0:T(8)}>
// expected-error @+1 {{cannot lower 'memref<5xi8, #tiled_layout.layout<{0:E(3)}>>': elements of 3 bits cross bytes}}
func.func @second_argument(%a: memref<5xf32, #t>, %b: memref<5xi8, #tiled_layout.layout<{0:E(3)}>>) {
  return
}

// -----

#t = #tiled_layout.layout<{0:T(8)}>
// expected-error @+1 {{has no lowering: a tiled array inside 'memref<2xmemref<5xf32, #tiled_layout.layout<{0:T(8)}>>>' stays where it is}}
func.func @nested_memref(%a: memref<2xmemref<5xf32, #t>>) {
  return
}

// -----

#t = #tiled_layout.layout<{0:T(8)}>
// expected-error @+1 {{has no lowering: a tiled array inside 'memref<2xmemref<5xf32, #tiled_layout.layout<{0:T(8)}>>, #tiled_layout.layout<{0:T(8)}>>' stays where it is}}
func.func private @nested_in_tiled(memref<2xmemref<5xf32, #t>, #t>)

// -----

// Attributes stay as they are.
!m = memref<32xf16, #tiled_layout.layout<{0:T(8)}>>
// expected-error @+1 {{'func.func' op has no lowering: the tiled type 'memref<32xf16, #tiled_layout.layout<{0:T(8)}>>' in its attribute "my.types" stays where it is}}
func.func private @of_function() attributes {my.types = [!m]}
// expected-error @+1 {{'func.func' op has no lowering: the tiled type 'memref<32xf16, #tiled_layout.layout<{0:T(8)}>>' in its attribute "arg_attrs" stays where it is}}
func.func private @of_argument(%a: i32 {my.type = !m})

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
!m = memref<32x128xf16, #t>
func.func @knows_nothing_of_tiles(%m: !m, %t: tensor<32x128xf16>, %i: index) {
  // expected-error @+1 {{'gpu.subgroup_mma_load_matrix' op has no lowering for a tiled array}}
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 128 : index} : !m -> !gpu.mma_matrix<16x16xf16, "AOp">
  // expected-error @+1 {{'bufferization.materialize_in_destination' op has no lowering for a tiled array}}
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<32x128xf16>, !m) -> ()
  return
}

// -----

#t = #tiled_layout.layout<{0:T(8)}>
func.func @reduce_arrays(%m: memref<20xf32, #t>, %n: index) -> memref<20xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'scf.parallel' op has no lowering for a tiled array}}
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%m) -> memref<20xf32, #t> {
    // expected-error @+1 {{'scf.reduce' op has no lowering for a tiled array}}
    scf.reduce(%m : memref<20xf32, #t>) {
    ^body(%a: memref<20xf32, #t>, %b: memref<20xf32, #t>):
      // expected-error @+1 {{'scf.reduce.return' op has no lowering for a tiled array}}
      scf.reduce.return %a : memref<20xf32, #t>
    }
  }
  return %r : memref<20xf32, #t>
}

// -----

#t = #tiled_layout.layout<{0:T(8)}>
!dynamic = memref<?xf32, #t, #gpu.address_space<workgroup>>
gpu.module @kernels {
  // expected-error @+1 {{'gpu.func' op has no lowering: the attribution 'memref<?xf32, #tiled_layout.layout<{0:T(8)}>, #gpu.address_space<workgroup>>' must have a static shape}}
  gpu.func @kernel() workgroup(%m: !dynamic) kernel {
    gpu.return
  }
}

// -----

// MLIR takes a layout whose map is strides for these strides.
#columns = #tiled_layout.layout<{0,1}>
func.func @cast(%a: memref<64x128xf32, #columns>, %b: memref<64x128xf32, strided<[1, 64]>>) {
  // expected-error @+1 {{'memref.cast' op has no lowering: it makes 'memref<64x128xf32, strided<[1, 64]>>' of 'memref<64x128xf32, #tiled_layout.layout<{0,1}>>', which has another layout; tiled_layout.to_physical and tiled_layout.from_physical name the memory of a tiled array}}
  %0 = memref.cast %a : memref<64x128xf32, #columns> to memref<64x128xf32, strided<[1, 64]>>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @reinterpret(%a: memref<8x128xf32>) {
  // expected-error @+1 {{'memref.reinterpret_cast' op has no lowering: it makes 'memref<8x128xf32, #tiled_layout.layout<{1,0:T(8,128)}>>' of 'memref<8x128xf32>', which has another layout}}
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [8, 128], strides: [128, 1] : memref<8x128xf32> to memref<8x128xf32, #t>
  return
}

// -----

#columns = #tiled_layout.layout<{0,1}>
func.func @strided_view(%a: memref<64x128xf32, #columns>) {
  // expected-error @+1 {{'memref.subview' op has no lowering for a tiled array of type 'memref<64x128xf32, #tiled_layout.layout<{0,1}>>'; write tiled_layout.subview}}
  %0 = memref.subview %a[8, 8] [8, 16] [1, 1] : memref<64x128xf32, #columns> to memref<8x16xf32, strided<[1, 64], offset: 520>>
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @large_vector(%m: memref<512x256xf32, #t>, %v: vector<512x256xf32>) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'vector.transfer_write' op has no lowering: each element of 'vector<512x256xf32>' would be code of its own, of which there are at most 65536; access the memref in loops}}
  vector.transfer_write %v, %m[%c0, %c0] {in_bounds = [true, true]} : vector<512x256xf32>, memref<512x256xf32, #t>
  return
}
