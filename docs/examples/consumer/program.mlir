func.func @first(%m: memref<20x300xf32, #mine.blocked<8>>,
                 %n: memref<20x300xf32, #tiled_layout.layout<{0,1:T(8,128)}>>,
                 %i: index, %j: index) -> (f32, f32) {
  %x = mine.load %m[%i, %j] : memref<20x300xf32, #mine.blocked<8>> -> f32
  mine.clear %m : memref<20x300xf32, #mine.blocked<8>>
  %y = mine.load %n[%i, %j] : memref<20x300xf32, #tiled_layout.layout<{0,1:T(8,128)}>> -> f32
  return %x, %y : f32, f32
}
