// Rows of bf16 become tiles whose rows are packed in pairs.
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

func.func @pack(%rows: memref<1003x1280xbf16>, %tiles: memref<1003x1280xbf16, #packed>) {
  tiled_layout.relayout ins(%rows : memref<1003x1280xbf16>)
                        outs(%tiles : memref<1003x1280xbf16, #packed>) padding = zero
  return
}
