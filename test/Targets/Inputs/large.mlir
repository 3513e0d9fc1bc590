// Relayouts that are large enough for streaming stores, and ragged ones.

func.func @rows(%a: memref<4099x4100xf32>, %b: memref<4099x4100xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
  tiled_layout.relayout ins(%a : memref<4099x4100xf32>) outs(%b : memref<4099x4100xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
  return
}
func.func @back(%a: memref<4099x4100xi8>, %b: memref<4099x4100xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>) {
  tiled_layout.relayout ins(%b : memref<4099x4100xi8, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>) outs(%a : memref<4099x4100xi8>)
  return
}
func.func @transpose(%a: memref<4099x4100xi16>, %b: memref<4099x4100xi16, #tiled_layout.layout<{0,1:T(8,128)}>>) {
  tiled_layout.relayout ins(%a : memref<4099x4100xi16>) outs(%b : memref<4099x4100xi16, #tiled_layout.layout<{0,1:T(8,128)}>>) padding = zero
  return
}
func.func @dynamic(%a: memref<?x300xbf16>, %b: memref<?x300xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>) {
  tiled_layout.relayout ins(%a : memref<?x300xbf16>) outs(%b : memref<?x300xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>)
  return
}
