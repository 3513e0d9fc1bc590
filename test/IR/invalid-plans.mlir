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
func.func @anew(%a: memref<64x64xf32>, %b: memref<64x512xf32>, %c: memref<64x512xf32, #t>) {
  // Tiles end within blocks of 24 that begin anew every 256.
  // expected-error @+1 {{d1 by 24 within d1 by 256; step sizes must divide one another}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 256, pack 1, d0 by 4, d1 by 24, d2 by 1], vector = d1 x 8>}
    ins(%a, %b : memref<64x64xf32>, memref<64x512xf32>) outs(%c : memref<64x512xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @outside(%a: memref<64x64xf32>, %b: memref<64x512xf32>, %c: memref<64x512xf32, #t>) {
  // The panel does not begin anew with each tile.
  // expected-error @+1 {{d1 by 24 within d1 by 128}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [pack 1, d1 by 128, d0 by 4, d1 by 24, d2 by 1], vector = d1 x 8>}
    ins(%a, %b : memref<64x64xf32>, memref<64x512xf32>) outs(%c : memref<64x512xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @half_a_tile(%a: memref<64x64xf32>, %b: memref<64x128xf32, #t>, %c: memref<64x128xf32>) {
  // expected-error @+1 {{'pack 1' takes 64 of d1, where its tiles have edges every 128}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 64, pack 1, d0 by 4, d1 by 16, d2 by 1], vector = d1 x 8>}
    ins(%a, %b : memref<64x64xf32>, memref<64x128xf32, #t>) outs(%c : memref<64x128xf32>)
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

// expected-error @+1 {{unknown part 'panels' of a plan; expected masked, fused, reassoc, streaming, parallel, interleave, transposed, dot, matrix, unroll, line, ahead or prefetch}}
#p = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, panels>

// -----

// expected-error @+1 {{at least 1 step must be unrolled, but 0 are}}
#p = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, unroll = 0>

// -----

// expected-error @+1 {{a line must have a power of two of bytes, from 16 to 4096, but has 24}}
#p = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, line = 24>

// -----

// expected-error @+1 {{from 16 to 4096, but has 8192}}
#p = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, line = 8192>

// -----

// expected-error @+1 {{blocks cannot be fetched 0 indices ahead}}
#p = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, prefetch = [0], ahead = d0 by 0>

// -----

// expected-error @+1 {{part 'unroll' is given twice}}
#p = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, unroll = 4, unroll = 8>

// -----

func.func @no_operand(%a: memref<64x256xf32>, %b: memref<64xf32>) {
  // expected-error @+1 {{operand 2 of 2}}
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32>) outs(%b : memref<64xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 16, d1 by 16], vector = d0 x 16, transposed = [2 along d1]>}
  return
}

// -----

func.func @no_dimension(%a: memref<64x256xf32>, %b: memref<64xf32>) {
  // expected-error @+1 {{operand 0 cannot be transposed along d2: there are 2 dimensions}}
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32>) outs(%b : memref<64xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 16, d1 by 16], vector = d0 x 16, transposed = [0 along d2]>}
  return
}

// -----

func.func @output(%a: memref<64x256xf32>, %b: memref<64xf32>) {
  // expected-error @+1 {{operand 1 cannot be transposed along d1: it is an output}}
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32>) outs(%b : memref<64xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 16, d1 by 16], vector = d0 x 16, transposed = [0 along d1, 1 along d1]>}
  return
}

// -----

func.func @along(%a: memref<64x256xf32>, %b: memref<64xf32>) {
  // expected-error @+1 {{operand 0 cannot be transposed along d0: vectors lie along it}}
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32>) outs(%b : memref<64xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 16, d1 by 16], vector = d0 x 16, transposed = [0 along d0]>}
  return
}

// -----

func.func @one(%a: memref<64x256xf32>, %b: memref<64xf32>) {
  // expected-error @+1 {{operands are transposed, but vectors have 1 element}}
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32>) outs(%b : memref<64xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 16, d1 by 16], vector = d0 x 1, transposed = [0 along d1]>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func @within_vectors(%a: memref<16x300xbf16, #t>, %b: memref<16x256xbf16, #t>) {
  // expected-error @+1 {{operand 0 cannot be transposed along d0: its index begins within a vector of memory}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j + 3)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"],
                  tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 8, d1 by 2], vector = d1 x 2, transposed = [0 along d0], masked>}
      ins(%a : memref<16x300xbf16, #t>) outs(%b : memref<16x256xbf16, #t>) {
  ^bb0(%x: bf16, %y: bf16):
    linalg.yield %x : bf16
  }
  return
}

// -----

func.func @across(%a: memref<64x256xf32, strided<[512, 2]>>, %b: memref<64xf32>) {
  // expected-error @+1 {{operand 0 cannot be transposed along d1: it is not contiguous along it}}
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32, strided<[512, 2]>>) outs(%b : memref<64xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 16, d1 by 16], vector = d0 x 16, transposed = [0 along d1]>}
  return
}

// -----

// Four interleaved elements are a word of 256 bits.
func.func @words(%a: memref<64x256xf64, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>, %b: memref<64xf64>) {
  // expected-error @+1 {{operand 0 cannot be transposed along d1: it is not contiguous along it}}
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf64, #tiled_layout.layout<{1,0:T(8,128)(4,1)}>>) outs(%b : memref<64xf64>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 16, d1 by 16], vector = d0 x 8, transposed = [0 along d1]>}
  return
}

// -----

func.func @within(%a: memref<48x256xf32, #tiled_layout.layout<{1,0:T(12,128)}>>, %b: memref<48xf32>) {
  // expected-error @+1 {{operand 0 cannot be transposed along d1: vectors of 16 end within a tile}}
  linalg.reduce { arith.addf } ins(%a : memref<48x256xf32, #tiled_layout.layout<{1,0:T(12,128)}>>) outs(%b : memref<48xf32>) dimensions = [1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 48, d1 by 16], vector = d0 x 16, transposed = [0 along d1]>}
  return
}

// -----

func.func @trap(%a: memref<64xi32>, %b: memref<64xi32>) {
  // expected-error @+1 {{arith.divsi may trap}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%a : memref<64xi32>) outs(%b : memref<64xi32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 16], vector = d0 x 16>} {
  ^bb0(%x: i32, %y: i32):
    %q = arith.divsi %x, %y : i32
    linalg.yield %q : i32
  }
  return
}

// -----

#three = #tiled_layout.layout<{1,0:T(3,5)}>
#eight = #tiled_layout.layout<{1,0:T(8,16)}>
func.func @nested(%a: memref<24x40xf32, #three>, %b: memref<40x17xf32>, %c: memref<24x17xf32, #eight>) {
  // expected-error @+1 {{tiles have edges every 3 and every 8 along d0}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 16, d0 by 1, d2 by 1], vector = d1 x 16, masked>}
    ins(%a, %b : memref<24x40xf32, #three>, memref<40x17xf32>) outs(%c : memref<24x17xf32, #eight>)
  return
}

// -----

func.func @pack_output(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  // expected-error @+1 {{'pack 2', which is no array that is read only}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [pack 2, d1 by 16, d0 by 1, d2 by 1], vector = d1 x 16>}
    ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// -----

func.func @pack_none(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  // expected-error @+1 {{'pack 3' of 3 operands}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [pack 3, d1 by 16, d0 by 1, d2 by 1], vector = d1 x 16>}
    ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// -----

func.func @pack_twice(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  // expected-error @+1 {{'pack 1' twice}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [pack 1, d1 by 16, pack 1, d0 by 1, d2 by 1], vector = d1 x 16>}
    ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// -----

func.func @wide(%a: memref<8x64xf32>, %b: memref<64x64xf32>, %c: memref<8x64xf32>) {
  // expected-error @+1 {{'pack 1' wide, where the body does not just widen its elements}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [pack 1 wide, d1 by 16, d0 by 1, d2 by 1], vector = d1 x 16>}
    ins(%a, %b : memref<8x64xf32>, memref<64x64xf32>) outs(%c : memref<8x64xf32>)
  return
}

// -----

func.func @pack_within(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  // expected-error @+1 {{the block of 16 of d1 begins around 'pack 1'}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 16, pack 1, d0 by 1, d2 by 1], vector = d1 x 16>}
    ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// -----

func.func @pack_edges(%a: memref<64x64xf32>, %b: memref<64x64xf32, #tiled_layout.layout<{1,0:T(8,128)}>>, %c: memref<64x64xf32>) {
  // expected-error @+1 {{'pack 1' takes 4 of d2, where its tiles have edges every 8}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d2 by 4, pack 1, d1 by 16, d0 by 1, d2 by 1], vector = d1 x 16>}
    ins(%a, %b : memref<64x64xf32>, memref<64x64xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) outs(%c : memref<64x64xf32>)
  return
}

// -----

func.func @pack_unbounded(%a: memref<64x?xf32>, %b: memref<?x64xf32>, %c: memref<64x64xf32>) {
  // expected-error @+1 {{no loop around 'pack 1' bounds d2, whose extent is known at run time only}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 32, pack 1, d1 by 16, d0 by 1, d2 by 1], vector = d1 x 16>}
    ins(%a, %b : memref<64x?xf32>, memref<?x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// -----

func.func @pack_large(%a: memref<64x8192xf32>, %b: memref<8192x8192xf32>, %c: memref<64x8192xf32>) {
  // expected-error @+1 {{'pack 1' holds 67108864 elements, more than 16777216}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [pack 1, d1 by 16, d0 by 1, d2 by 1], vector = d1 x 16>}
    ins(%a, %b : memref<64x8192xf32>, memref<8192x8192xf32>) outs(%c : memref<64x8192xf32>)
  return
}

// -----

// expected-error @+1 {{the operand of a pack must be at least 0, but is -1}}
#p = #tiled_layout.structured_plan<loops = [pack -1, d0 by 1], vector = d0 x 1>

// -----

func.func @strides_of_a_shared_loop() {
  scf.forall (%i) in (4) {
  // expected-error @+1 {{has 1 strides, but needs 2}}
  } {tiled_layout.loop = #tiled_layout.loop<threads, strides = [1]>}
  return
}

// -----

// expected-error @+1 {{has the attribute 'tiled_layout.pln', which the dialect does not know}}
func.func @unknown_attribute() attributes {tiled_layout.pln} { return }

// -----

// expected-error @+1 {{'tiled_layout.set_aside' is 3 : i64, but must be a layout, a list of layouts or nothing}}
func.func @no_layout() attributes {tiled_layout.set_aside = 3} { return }

// -----

func.func @interleave_odd(%a: memref<64x64xi8>, %b: memref<64x64xi8>) {
  // expected-error @+1 {{3 indices of d0 cannot be interleaved in vectors: they are no power of two up to 16}}
  linalg.copy {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 3, d1 by 16], vector = d1 x 16, interleave = d0 x 3>}
    ins(%a : memref<64x64xi8>) outs(%b : memref<64x64xi8>)
  return
}

// -----

func.func @interleave_cut(%a: memref<64x64xi8>, %b: memref<64x64xi8>) {
  // expected-error @+1 {{4 indices of d0 that are interleaved in vectors are not in one block}}
  linalg.copy {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 2, d1 by 16], vector = d1 x 16, interleave = d0 x 4>}
    ins(%a : memref<64x64xi8>) outs(%b : memref<64x64xi8>)
  return
}

// -----

func.func @streaming_parts(%a: memref<64x40xf32>, %b: memref<64x40xf32>) {
  // expected-error @+1 {{streaming stores of operand 1, but blocks do not write whole lines of memory}}
  linalg.copy {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16, streaming>}
    ins(%a : memref<64x40xf32>) outs(%b : memref<64x40xf32>)
  return
}

// -----

func.func @streaming_sum(%a: memref<64x64xf32>, %b: memref<64xf32>) {
  // expected-error @+1 {{streaming stores of an operation that reads its results}}
  linalg.reduce { arith.maximumf } ins(%a : memref<64x64xf32>) outs(%b : memref<64xf32>) dimensions = [0]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 16, d0 by 1], vector = d1 x 16, streaming>}
  return
}

// -----

// expected-error @+1 {{at least 1 index must be interleaved in a vector, but 0 are}}
#p = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, interleave = d0 x 0>

// -----

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
func.func @interleave_of_a_reduction(%a: memref<64x256xi8>, %b: memref<256xi8>) {
  // expected-error @+1 {{4 indices of d0 cannot be interleaved in vectors: an input of the reduction does not lie so}}
  linalg.reduce { arith.maxsi } ins(%a : memref<64x256xi8>) outs(%b : memref<256xi8>) dimensions = [0]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 16, d0 by 4], vector = d1 x 16, interleave = d0 x 4>}
  return
}

// -----

func.func @fetched_twice(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  // expected-error @+1 {{operand 1 is fetched twice}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 8, d1 by 16, d2 by 1], vector = d1 x 16, prefetch = [1, 1]>}
    ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @ahead_of_nothing(%a: memref<64x64xf32, #t>, %f: f32) {
  // expected-error @+1 {{'prefetch' without 'ahead': one says what is fetched, the other how far ahead}}
  linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16, prefetch = [1]>}
    ins(%f : f32) outs(%a : memref<64x64xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @ahead_in_shared_rows(%a: memref<64x512xf32, #t>, %x: memref<512xf32>, %y: memref<64xf32>) {
  // expected-error @+1 {{steps along d1 do not share the rows of operand 0 that they fetch evenly}}
  linalg.matvec {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 8, d1 by 128], vector = d0 x 8, transposed = [0 along d1], prefetch = [0], ahead = d1 by 128 in rows>}
    ins(%a, %x : memref<64x512xf32, #t>, memref<512xf32>) outs(%y : memref<64xf32>)
  return
}

// -----

// The steps that share them are those of the innermost loop, wherever the rows lie.
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @product_ahead_in_shared_rows(%a: memref<24x128xf32, #t>, %b: memref<128x8xf32>, %c: memref<24x8xf32>) {
  // expected-error @+1 {{steps along d2 do not share the rows of operand 0 that they fetch evenly}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 4, d1 by 8, d2 by 1], vector = d1 x 8, prefetch = [0], ahead = d0 by 8 in rows>}
    ins(%a, %b : memref<24x128xf32, #t>, memref<128x8xf32>) outs(%c : memref<24x8xf32>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @ahead_of_no_dimension(%a: memref<64x64xf32, #t>, %f: f32) {
  // expected-error @+1 {{blocks ahead along d2 of 2 dimensions}}
  linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16, prefetch = [1], ahead = d2 by 8>}
    ins(%f : f32) outs(%a : memref<64x64xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @ahead_of_a_value(%a: memref<64x64xf32, #t>, %f: f32) {
  // expected-error @+1 {{operand 0 does not advance along d0}}
  linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16, prefetch = [0], ahead = d0 by 8>}
    ins(%f : f32) outs(%a : memref<64x64xf32, #t>)
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @ahead_within_tiles(%a: memref<64x256xf32, #t>, %f: f32) {
  // expected-error @+1 {{blocks 12 indices of d0 ahead, where 8 are a tile}}
  linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16, prefetch = [1], ahead = d0 by 12>}
    ins(%f : f32) outs(%a : memref<64x256xf32, #t>)
  return
}

// -----

func.func @ahead_of_a_reduction(%a: memref<64x64xf32>, %b: memref<64xf32>) {
  // expected-error @+1 {{a reduction fetches the block of operand 1 that it computes, not one ahead}}
  linalg.reduce { arith.addf } ins(%a : memref<64x64xf32>) outs(%b : memref<64xf32>) dimensions = [0]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 16, d0 by 1], vector = d1 x 16, prefetch = [1], ahead = d0 by 8>}
  return
}

// -----

#t = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
func.func @half_a_window(%a: memref<67x64xi8, #t>, %w: memref<4xi8>, %c: memref<64x64xi8, #t>) {
  // expected-error @+1 {{a block holds no whole window along d2, over whose indices interleaved vectors slide}}
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i + k, j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %w : memref<67x64xi8, #t>, memref<4xi8>) outs(%c : memref<64x64xi8, #t>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d1 by 16, d0 by 4, d2 by 2], vector = d1 x 16, interleave = d0 x 4>} {
    ^bb0(%x: i8, %y: i8, %z: i8):
      %m = arith.maxsi %z, %x : i8
      linalg.yield %m : i8
  }
  return
}

// -----

func.func @wide_unbounded(%a: memref<1x8x?xbf16>, %w: memref<8x8x3xbf16>, %c: memref<1x8x?xf32>) {
  // expected-error @+1 {{'pack 0' wide, whose extents are known at run time only}}
  linalg.conv_1d_ncw_fcw {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, pack 0 wide, d2 by 16, d1 by 4, d3 by 1, d4 by 1], vector = d2 x 16>}
    ins(%a, %w : memref<1x8x?xbf16>, memref<8x8x3xbf16>) outs(%c : memref<1x8x?xf32>)
  return
}

// -----

func.func @pack_diagonal(%a: memref<?x?xf32, strided<[64, 1]>>, %w: memref<3xf32>, %c: memref<64xf32>) {
  // expected-error @+1 {{'pack 0', of which d1 is in two indices, whose distance is known at run time only}}
  linalg.generic {indexing_maps = [affine_map<(i, k) -> (k, i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a, %w : memref<?x?xf32, strided<[64, 1]>>, memref<3xf32>) outs(%c : memref<64xf32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [pack 0, d0 by 16, d1 by 1], vector = d0 x 16>} {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %p, %z : f32
      linalg.yield %s : f32
  }
  return
}

// -----

func.func @lookup_apart(%i: memref<256xi32>, %t: memref<300xf32>, %o: memref<256xf32>) {
  // expected-error @+1 {{elements that the body loads lie apart along d0}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
    ins(%i : memref<256xi32>) outs(%o : memref<256xf32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 16], vector = d0 x 16>} {
  ^bb0(%x: i32, %y: f32):
    %c = arith.index_cast %x : i32 to index
    %v = memref.load %t[%c] : memref<300xf32>
    linalg.yield %v : f32
  }
  return
}

// -----

func.func @huge_block(%a: memref<?x?xi8>, %b: memref<?x?xi8>, %c: memref<?x?xi32>) {
  // expected-error @+1 {{a block of 18446744073709551615 elements in vectors of 16, more than 1024 vectors}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 32, d0 by 32, d2 by 9223372036854775807], vector = d1 x 16, masked>}
    ins(%a, %b : memref<?x?xi8>, memref<?x?xi8>) outs(%c : memref<?x?xi32>)
  return
}

// -----

// expected-error @+1 {{arrays above -1 bytes, which must be at least 0}}
#p = #tiled_layout.structured_plan<loops = [d0 by 1], vector = d0 x 1, streaming above -1>

// -----

func.func @written(%a: memref<8x16xf32>, %b: memref<8x16xf32>, %c: memref<8xf32>) {
  // expected-error @+1 {{an output depends on a reduction}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
    ins(%a : memref<8x16xf32>) outs(%b, %c : memref<8x16xf32>, memref<8xf32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 1], vector = d0 x 1>} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    %m = arith.maximumf %s, %z : f32
    linalg.yield %s, %m : f32, f32
  }
  return
}

// -----

func.func @fetched_panel(%a: memref<8x16xf32>, %b: memref<16x48xf32>, %c: memref<8x48xf32>) {
  // expected-error @+1 {{operand 0 is fetched, but lies in a panel}}
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d0 by 1, d1 by 1, d2 by 1, pack 0], vector = d0 x 1, prefetch = [0]>}
    ins(%a, %b : memref<8x16xf32>, memref<16x48xf32>) outs(%c : memref<8x48xf32>)
  return
}

// -----

// What is wrong with the operation itself is said first.
func.func @permutation(%a: memref<4x8x16xf32>, %b: memref<4x8x16xf32>) {
  // expected-error @+1 {{'linalg.transpose' op permutation is not valid}}
  linalg.transpose ins(%a : memref<4x8x16xf32>) outs(%b : memref<4x8x16xf32>) permutation = [-1, 2, 1]
    {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 1, d2 by 1], vector = d2 x 8>}
  return
}

// -----

func.func @masked_backwards(%a: memref<8x48xf32>, %b: memref<8x48xf32>) {
  // expected-error @+1 {{masks, but the body loads backwards along d1}}
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    outs(%b : memref<8x48xf32>)
    attrs = {tiled_layout.structured_plan = #tiled_layout.structured_plan<loops = [d0 by 1, d1 by 16], vector = d1 x 16, masked>} {
  ^bb0(%y: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = affine.apply affine_map<(d) -> (47 - d)>(%j)
    %v = memref.load %a[%i, %c] : memref<8x48xf32>
    linalg.yield %v : f32
  }
  return
}
