// Rows of 33 elements, 17 to a plane, to tiles of 8x128: the relayout writes zeros to the padding.
#t = #tiled_layout.layout<{2,1,0:T(8,128)}>

func.func @pad(%a: memref<4096x17x33xf32>, %b: memref<4096x17x33xf32, #t>) {
  tiled_layout.relayout ins(%a : memref<4096x17x33xf32>) outs(%b : memref<4096x17x33xf32, #t>) padding = zero
  return
}
