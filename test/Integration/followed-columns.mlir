// Are elements where they belong if a few columns of an input are followed at a time, with edges
// of tiles and of blocks, behind which prefetching goes on?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN

// PLAN: loops = [d1 by 128, d0 by 64, d1 by 16, d0 by 16], {{.*}} ahead = d1 by 16
// PLAN: loops = [d1 by 128, d0 by 256, d1 by 16, d0 by 64], {{.*}} ahead = d1 by 16

// The elements that differ:
// CHECK: [0, 0]

#floats = #tiled_layout.layout<{1,0:T(8,128)}>
#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#columns = #tiled_layout.layout<{0,1}>
#number = affine_map<(i, j) -> (i * 3 + j * 5)>
module attributes {tiled_layout.target = #tiled_layout.target<generic, vector-bits = 512, vector-registers = 32, masked-bits = 8, prefetch-tiles = 1, streaming-bytes = 4096>} {
  func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
  func.func private @add_floats(%a: memref<301x213xf32, #floats>, %b: memref<301x213xf32, #columns>, %c: memref<301x213xf32, #floats>) attributes {no_inline} {
    linalg.add ins(%a, %b : memref<301x213xf32, #floats>, memref<301x213xf32, #columns>) outs(%c : memref<301x213xf32, #floats>)
    return
  }
  func.func private @add_bytes(%a: memref<301x213xi8, #bytes>, %b: memref<301x213xi8, #columns>, %c: memref<301x213xi8, #bytes>) attributes {no_inline} {
    linalg.add ins(%a, %b : memref<301x213xi8, #bytes>, memref<301x213xi8, #columns>) outs(%c : memref<301x213xi8, #bytes>)
    return
  }
  func.func @main() {
    %a = memref.alloc() {alignment = 64} : memref<301x213xf32, #floats>
    %b = memref.alloc() {alignment = 64} : memref<301x213xf32, #columns>
    %c = memref.alloc() {alignment = 64} : memref<301x213xf32, #floats>
    %x = memref.alloc() {alignment = 64} : memref<301x213xi8, #bytes>
    %y = memref.alloc() {alignment = 64} : memref<301x213xi8, #columns>
    %z = memref.alloc() {alignment = 64} : memref<301x213xi8, #bytes>
    %wrong = memref.alloc() : memref<2xi32>
    %zero = arith.constant 0 : i32
    affine.store %zero, %wrong[0] : memref<2xi32>
    affine.store %zero, %wrong[1] : memref<2xi32>
    affine.for %i = 0 to 301 {
      affine.for %j = 0 to 213 {
        %n = affine.apply #number(%i, %j)
        %word = arith.index_cast %n : index to i32
        %other = arith.muli %word, %word : i32
        %byte = arith.trunci %word : i32 to i8
        %other_byte = arith.trunci %other : i32 to i8
        %float = arith.sitofp %word : i32 to f32
        %other_float = arith.sitofp %other : i32 to f32
        affine.store %float, %a[%i, %j] : memref<301x213xf32, #floats>
        affine.store %other_float, %b[%i, %j] : memref<301x213xf32, #columns>
        affine.store %byte, %x[%i, %j] : memref<301x213xi8, #bytes>
        affine.store %other_byte, %y[%i, %j] : memref<301x213xi8, #columns>
      }
    }
    call @add_floats(%a, %b, %c) : (memref<301x213xf32, #floats>, memref<301x213xf32, #columns>, memref<301x213xf32, #floats>) -> ()
    call @add_bytes(%x, %y, %z) : (memref<301x213xi8, #bytes>, memref<301x213xi8, #columns>, memref<301x213xi8, #bytes>) -> ()
    affine.for %i = 0 to 301 {
      affine.for %j = 0 to 213 {
        %n = affine.apply #number(%i, %j)
        %word = arith.index_cast %n : index to i32
        %other = arith.muli %word, %word : i32
        %sum = arith.addi %word, %other : i32
        %byte = arith.trunci %sum : i32 to i8
        %float = arith.sitofp %word : i32 to f32
        %other_float = arith.sitofp %other : i32 to f32
        %float_sum = arith.addf %float, %other_float : f32
        %own_float = affine.load %c[%i, %j] : memref<301x213xf32, #floats>
        %own_byte = affine.load %z[%i, %j] : memref<301x213xi8, #bytes>
        %float_differs = arith.cmpf une, %own_float, %float_sum : f32
        %byte_differs = arith.cmpi ne, %own_byte, %byte : i8
        %more = arith.extui %float_differs : i1 to i32
        %before = affine.load %wrong[0] : memref<2xi32>
        %after = arith.addi %before, %more : i32
        affine.store %after, %wrong[0] : memref<2xi32>
        %more2 = arith.extui %byte_differs : i1 to i32
        %before2 = affine.load %wrong[1] : memref<2xi32>
        %after2 = arith.addi %before2, %more2 : i32
        affine.store %after2, %wrong[1] : memref<2xi32>
      }
    }
    %u = memref.cast %wrong : memref<2xi32> to memref<*xi32>
    call @printMemrefI32(%u) : (memref<*xi32>) -> ()
    memref.dealloc %a : memref<301x213xf32, #floats>
    memref.dealloc %b : memref<301x213xf32, #columns>
    memref.dealloc %c : memref<301x213xf32, #floats>
    memref.dealloc %x : memref<301x213xi8, #bytes>
    memref.dealloc %y : memref<301x213xi8, #columns>
    memref.dealloc %z : memref<301x213xi8, #bytes>
    memref.dealloc %wrong : memref<2xi32>
    return
  }
}
