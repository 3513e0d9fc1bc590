// A transpose of 16 x 16, one block of vectors of 512 bits (docs/RelayoutCode.md).
func.func @transpose(%a: memref<16x16xf32>,
                     %b: memref<16x16xf32, #tiled_layout.layout<{0,1}>>) {
  tiled_layout.relayout ins(%a : memref<16x16xf32>)
    outs(%b : memref<16x16xf32, #tiled_layout.layout<{0,1}>>)
  return
}
