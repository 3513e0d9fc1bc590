// Rows of bf16 to tiles whose rows are interleaved by two.
#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>

func.func @pack(%a: memref<20x300xbf16>, %b: memref<20x300xbf16, #t>) {
  tiled_layout.relayout ins(%a : memref<20x300xbf16>) outs(%b : memref<20x300xbf16, #t>)
  return
}
