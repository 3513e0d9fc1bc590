// Are elements where they belong if the tiles of two operands have edges at rows of which
// neither number divides the other, three and four?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// CHECK: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14

#three = #tiled_layout.layout<{1,0:T(3,5)}>
#four = #tiled_layout.layout<{1,0:T(4,16)}>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @greatest(%a: memref<15x58xi32, #four>, %b: memref<15x10xi32, #three>) attributes {no_inline} {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a : memref<15x58xi32, #four>) outs(%b : memref<15x10xi32, #three>) {
  ^bb0(%x: i32, %y: i32):
    %m = arith.maxsi %x, %y : i32
    linalg.yield %m : i32
  }
  return
}
func.func @main() {
  %a = memref.alloc() : memref<15x58xi32, #four>
  %b = memref.alloc() : memref<15x10xi32, #three>
  %c = memref.alloc() : memref<15xi32>
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 15 {
    affine.for %j = 0 to 10 {
      affine.store %zero, %b[%i, %j] : memref<15x10xi32, #three>
    }
    affine.for %j = 0 to 58 {
      %k = affine.apply affine_map<(i, j) -> (i - (j mod 7))>(%i, %j)
      %x = arith.index_cast %k : index to i32
      affine.store %x, %a[%i, %j] : memref<15x58xi32, #four>
    }
  }
  call @greatest(%a, %b) : (memref<15x58xi32, #four>, memref<15x10xi32, #three>) -> ()
  affine.for %i = 0 to 15 {
    %x = affine.load %b[%i, 3] : memref<15x10xi32, #three>
    affine.store %x, %c[%i] : memref<15xi32>
  }
  %u = memref.cast %c : memref<15xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  memref.dealloc %a : memref<15x58xi32, #four>
  memref.dealloc %b : memref<15x10xi32, #three>
  memref.dealloc %c : memref<15xi32>
  return
}
