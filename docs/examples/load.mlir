// One element of an array in 8x128 tiles.
func.func @load(%m: memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>,
                %i: index, %j: index) -> f32 {
  %v = memref.load %m[%i, %j]
      : memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
  return %v : f32
}
