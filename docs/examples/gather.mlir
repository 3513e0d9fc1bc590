// A loop that stays: the rows are known at run time only.
#t = #tiled_layout.layout<{1,0:T(8,128)}>

func.func @gather(%a: memref<64x256xf32, #t>, %indices: memref<20xindex>, %out: memref<20xf32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 20 {
    %row = affine.load %indices[%i] : memref<20xindex>
    %x = memref.load %a[%row, %c0] : memref<64x256xf32, #t>
    affine.store %x, %out[%i] : memref<20xf32>
  }
  return
}
