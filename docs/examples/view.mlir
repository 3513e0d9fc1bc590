#t = #tiled_layout.layout<{1,0:T(8,128)}>
#v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>

func.func @tile(%m: memref<64x1024xf32, #t>, %i: index, %j: index) -> f32 {
  %tile = tiled_layout.subview %m[%i, 0] [8, 128] [1, 1]
    : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
  %x = memref.load %tile[%j, %j] : memref<8x128xf32, #v>
  return %x : f32
}
