// A loop nest over an array in 8x128 tiles.
#t = #tiled_layout.layout<{1,0:T(8,128)}>

func.func @fill(%a: memref<20x256xf32, #t>, %v: f32) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 256 {
      affine.store %v, %a[%i, %j] : memref<20x256xf32, #t>
    }
  }
  return
}
