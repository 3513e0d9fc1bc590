// The sum of an array in 8x128 tiles, of which 20x300 elements count.
#tiles = #tiled_layout.layout<{1,0:T(8,128)}>

func.func @sum(%a: memref<20x300xf32, #tiles>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 20 iter_args(%outer = %zero) -> f32 {
    %row = affine.for %j = 0 to 300 iter_args(%inner = %outer) -> f32 {
      %x = affine.load %a[%i, %j] : memref<20x300xf32, #tiles>
      %s = arith.addf %inner, %x fastmath<reassoc> : f32
      affine.yield %s : f32
    }
    affine.yield %row : f32
  }
  return %r : f32
}

func.func @main() {
  %one = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<20x300xf32, #tiles>
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 300 {
      affine.store %one, %a[%i, %j] : memref<20x300xf32, #tiles>
    }
  }
  %s = call @sum(%a) : (memref<20x300xf32, #tiles>) -> f32
  vector.print %s : f32
  memref.dealloc %a : memref<20x300xf32, #tiles>
  return
}
