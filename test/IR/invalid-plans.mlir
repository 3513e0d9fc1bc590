// Which plans are refused?
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @missing(%a: memref<64x256xf32, #t>, %f: f32) {
  // expected-error @+1 {{cannot run as 'tiled_layout.structured_plan' says: no loop over d1}}
  linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d1 x 16>}
    ins(%f : f32) outs(%a : memref<64x256xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @edges(%a: memref<64x256xf32, #t>, %f: f32) {
  // expected-error @+1 {{d0 by 12, where tiles have edges every 8}}
  linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 12, d0 by 1, d1 by 16], vector = d1 x 16>}
    ins(%f : f32) outs(%a : memref<64x256xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @strided(%a: memref<64x256xf32, #t>, %f: f32) {
  // expected-error @+1 {{operand 1 is not contiguous along d0}}
  linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 1, d0 by 8], vector = d0 x 8>}
    ins(%f : f32) outs(%a : memref<64x256xf32, #t>)
  return
}

// -----

func.func @order(%a: memref<64x256xf32>, %b: memref<64xf32>) {
  // expected-error @+1 {{partial results along d1 would change the order of a sum that is not reassoc}}
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32>) outs(%b : memref<64xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 8, d1 by 16], vector = d1 x 16>}
  return
}

// -----

// expected-error @+1 {{has 'tiled_layout.structured_plan', which is for structured operations}}
func.func private @other() attributes {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1>}

// -----

// expected-error @+1 {{unknown part 'panels' of a plan; expected masked, fused, reassoc or prefetch}}
#p = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, panels>
