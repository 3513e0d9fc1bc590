// Slices that begin at any column of a tile: within a vector, next to the end of the array, with rows
// within a tile as well, of sizes known at run time, added to one another as a stencil does; and
// columns that are inserted and concatenated within a tile.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f32 = #tiled_layout.layout<{1,0:T(8,128)}>
#bf16 = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#i8 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
// TYPES: f32 bf16 i8
func.func @last_$T(%x: tensor<50x300x$T, #$T>) -> tensor<50x293x$T, #$T> {
  %s = tensor.extract_slice %x[0, 7] [50, 293] [1, 1] : tensor<50x300x$T, #$T> to tensor<50x293x$T, #$T>
  return %s : tensor<50x293x$T, #$T>
}
func.func @both_$T(%x: tensor<50x300x$T, #$T>) -> tensor<17x100x$T, #$T> {
  %s = tensor.extract_slice %x[5, 61] [17, 100] [1, 1] : tensor<50x300x$T, #$T> to tensor<17x100x$T, #$T>
  return %s : tensor<17x100x$T, #$T>
}
func.func @some_$T(%x: tensor<50x300x$T, #$T>, %n: index, %m: index) -> tensor<?x?x$T, #$T> {
  %s = tensor.extract_slice %x[0, 131] [%n, %m] [1, 1] : tensor<50x300x$T, #$T> to tensor<?x?x$T, #$T>
  return %s : tensor<?x?x$T, #$T>
}
// END
// TYPES: f32 bf16
func.func @stencil_$T(%x: tensor<50x300x$T, #$T>) -> tensor<48x298x$T, #$T> {
  %a = tensor.extract_slice %x[1, 0] [48, 298] [1, 1] : tensor<50x300x$T, #$T> to tensor<48x298x$T, #$T>
  %b = tensor.extract_slice %x[1, 2] [48, 298] [1, 1] : tensor<50x300x$T, #$T> to tensor<48x298x$T, #$T>
  %c = tensor.extract_slice %x[0, 1] [48, 298] [1, 1] : tensor<50x300x$T, #$T> to tensor<48x298x$T, #$T>
  %d = tensor.extract_slice %x[2, 1] [48, 298] [1, 1] : tensor<50x300x$T, #$T> to tensor<48x298x$T, #$T>
  %e = arith.addf %a, %b : tensor<48x298x$T, #$T>
  %f = arith.addf %c, %d : tensor<48x298x$T, #$T>
  %g = arith.addf %e, %f : tensor<48x298x$T, #$T>
  return %g : tensor<48x298x$T, #$T>
}
// END
// TYPES: f32 bf16 i8
func.func @joined_$T(%x: tensor<50x300x$T, #$T>) -> tensor<50x499x$T, #$T> {
  %a = tensor.extract_slice %x[0, 0] [50, 199] [1, 1] : tensor<50x300x$T, #$T> to tensor<50x199x$T, #$T>
  %r = tensor.concat dim(1) %a, %x : (tensor<50x199x$T, #$T>, tensor<50x300x$T, #$T>) -> tensor<50x499x$T, #$T>
  return %r : tensor<50x499x$T, #$T>
}
func.func @inserted_$T(%x: tensor<50x300x$T, #$T>) -> tensor<50x300x$T, #$T> {
  %a = tensor.extract_slice %x[3, 9] [30, 150] [1, 1] : tensor<50x300x$T, #$T> to tensor<30x150x$T, #$T>
  %r = tensor.insert_slice %a into %x[8, 101] [30, 150] [1, 1] : tensor<30x150x$T, #$T> into tensor<50x300x$T, #$T>
  return %r : tensor<50x300x$T, #$T>
}
// END
func.func @stencil_i8(%x: tensor<50x300xi8, #i8>) -> tensor<48x298xi8, #i8> {
  %a = tensor.extract_slice %x[1, 0] [48, 298] [1, 1] : tensor<50x300xi8, #i8> to tensor<48x298xi8, #i8>
  %b = tensor.extract_slice %x[1, 2] [48, 298] [1, 1] : tensor<50x300xi8, #i8> to tensor<48x298xi8, #i8>
  %c = tensor.extract_slice %x[0, 1] [48, 298] [1, 1] : tensor<50x300xi8, #i8> to tensor<48x298xi8, #i8>
  %d = tensor.extract_slice %x[2, 1] [48, 298] [1, 1] : tensor<50x300xi8, #i8> to tensor<48x298xi8, #i8>
  %e = arith.addi %a, %b : tensor<48x298xi8, #i8>
  %f = arith.addi %c, %d : tensor<48x298xi8, #i8>
  %g = arith.addi %e, %f : tensor<48x298xi8, #i8>
  return %g : tensor<48x298xi8, #i8>
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %n50 = arith.constant 50 : index
  %n169 = arith.constant 169 : index
  %n300 = arith.constant 300 : index
  %x0 = call @data2(%n1, %n50, %n300) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<50x300xf32>
  %eight = arith.constant dense<8.0> : tensor<50x300xf32>
  %x_f32 = tensor.cast %x : tensor<50x300xf32> to tensor<50x300xf32, #f32>
  %h = arith.truncf %x : tensor<50x300xf32> to tensor<50x300xbf16>
  %x_bf16 = tensor.cast %h : tensor<50x300xbf16> to tensor<50x300xbf16, #bf16>
  %g = arith.mulf %x, %eight : tensor<50x300xf32>
  %i = arith.fptosi %g : tensor<50x300xf32> to tensor<50x300xi8>
  %x_i8 = tensor.cast %i : tensor<50x300xi8> to tensor<50x300xi8, #i8>
  %r0 = call @last_f32(%x_f32) : (tensor<50x300xf32, #f32>) -> tensor<50x293xf32, #f32>
  %p0 = tensor.cast %r0 : tensor<50x293xf32, #f32> to tensor<50x293xf32>
  %u0 = tensor.cast %p0 : tensor<50x293xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()
  %r1 = call @both_f32(%x_f32) : (tensor<50x300xf32, #f32>) -> tensor<17x100xf32, #f32>
  %p1 = tensor.cast %r1 : tensor<17x100xf32, #f32> to tensor<17x100xf32>
  %u1 = tensor.cast %p1 : tensor<17x100xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()
  %r2 = call @some_f32(%x_f32, %n50, %n169) : (tensor<50x300xf32, #f32>, index, index) -> tensor<?x?xf32, #f32>
  %p2 = tensor.cast %r2 : tensor<?x?xf32, #f32> to tensor<?x?xf32>
  %u2 = tensor.cast %p2 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()
  %r3 = call @stencil_f32(%x_f32) : (tensor<50x300xf32, #f32>) -> tensor<48x298xf32, #f32>
  %p3 = tensor.cast %r3 : tensor<48x298xf32, #f32> to tensor<48x298xf32>
  %u3 = tensor.cast %p3 : tensor<48x298xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()
  %r4 = call @joined_f32(%x_f32) : (tensor<50x300xf32, #f32>) -> tensor<50x499xf32, #f32>
  %p4 = tensor.cast %r4 : tensor<50x499xf32, #f32> to tensor<50x499xf32>
  %u4 = tensor.cast %p4 : tensor<50x499xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  %r5 = call @inserted_f32(%x_f32) : (tensor<50x300xf32, #f32>) -> tensor<50x300xf32, #f32>
  %p5 = tensor.cast %r5 : tensor<50x300xf32, #f32> to tensor<50x300xf32>
  %u5 = tensor.cast %p5 : tensor<50x300xf32> to tensor<*xf32>
  call @show(%u5) : (tensor<*xf32>) -> ()
  %r6 = call @last_bf16(%x_bf16) : (tensor<50x300xbf16, #bf16>) -> tensor<50x293xbf16, #bf16>
  %p6 = tensor.cast %r6 : tensor<50x293xbf16, #bf16> to tensor<50x293xbf16>
  %f6 = arith.extf %p6 : tensor<50x293xbf16> to tensor<50x293xf32>
  %u6 = tensor.cast %f6 : tensor<50x293xf32> to tensor<*xf32>
  call @show(%u6) : (tensor<*xf32>) -> ()
  %r7 = call @both_bf16(%x_bf16) : (tensor<50x300xbf16, #bf16>) -> tensor<17x100xbf16, #bf16>
  %p7 = tensor.cast %r7 : tensor<17x100xbf16, #bf16> to tensor<17x100xbf16>
  %f7 = arith.extf %p7 : tensor<17x100xbf16> to tensor<17x100xf32>
  %u7 = tensor.cast %f7 : tensor<17x100xf32> to tensor<*xf32>
  call @show(%u7) : (tensor<*xf32>) -> ()
  %r8 = call @some_bf16(%x_bf16, %n50, %n169) : (tensor<50x300xbf16, #bf16>, index, index) -> tensor<?x?xbf16, #bf16>
  %p8 = tensor.cast %r8 : tensor<?x?xbf16, #bf16> to tensor<?x?xbf16>
  %f8 = arith.extf %p8 : tensor<?x?xbf16> to tensor<?x?xf32>
  %u8 = tensor.cast %f8 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u8) : (tensor<*xf32>) -> ()
  %r9 = call @stencil_bf16(%x_bf16) : (tensor<50x300xbf16, #bf16>) -> tensor<48x298xbf16, #bf16>
  %p9 = tensor.cast %r9 : tensor<48x298xbf16, #bf16> to tensor<48x298xbf16>
  %f9 = arith.extf %p9 : tensor<48x298xbf16> to tensor<48x298xf32>
  %u9 = tensor.cast %f9 : tensor<48x298xf32> to tensor<*xf32>
  call @show(%u9) : (tensor<*xf32>) -> ()
  %r10 = call @joined_bf16(%x_bf16) : (tensor<50x300xbf16, #bf16>) -> tensor<50x499xbf16, #bf16>
  %p10 = tensor.cast %r10 : tensor<50x499xbf16, #bf16> to tensor<50x499xbf16>
  %f10 = arith.extf %p10 : tensor<50x499xbf16> to tensor<50x499xf32>
  %u10 = tensor.cast %f10 : tensor<50x499xf32> to tensor<*xf32>
  call @show(%u10) : (tensor<*xf32>) -> ()
  %r11 = call @inserted_bf16(%x_bf16) : (tensor<50x300xbf16, #bf16>) -> tensor<50x300xbf16, #bf16>
  %p11 = tensor.cast %r11 : tensor<50x300xbf16, #bf16> to tensor<50x300xbf16>
  %f11 = arith.extf %p11 : tensor<50x300xbf16> to tensor<50x300xf32>
  %u11 = tensor.cast %f11 : tensor<50x300xf32> to tensor<*xf32>
  call @show(%u11) : (tensor<*xf32>) -> ()
  %r12 = call @last_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<50x293xi8, #i8>
  %p12 = tensor.cast %r12 : tensor<50x293xi8, #i8> to tensor<50x293xi8>
  %f12 = arith.sitofp %p12 : tensor<50x293xi8> to tensor<50x293xf32>
  %u12 = tensor.cast %f12 : tensor<50x293xf32> to tensor<*xf32>
  call @show(%u12) : (tensor<*xf32>) -> ()
  %r13 = call @both_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<17x100xi8, #i8>
  %p13 = tensor.cast %r13 : tensor<17x100xi8, #i8> to tensor<17x100xi8>
  %f13 = arith.sitofp %p13 : tensor<17x100xi8> to tensor<17x100xf32>
  %u13 = tensor.cast %f13 : tensor<17x100xf32> to tensor<*xf32>
  call @show(%u13) : (tensor<*xf32>) -> ()
  %r14 = call @some_i8(%x_i8, %n50, %n169) : (tensor<50x300xi8, #i8>, index, index) -> tensor<?x?xi8, #i8>
  %p14 = tensor.cast %r14 : tensor<?x?xi8, #i8> to tensor<?x?xi8>
  %f14 = arith.sitofp %p14 : tensor<?x?xi8> to tensor<?x?xf32>
  %u14 = tensor.cast %f14 : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u14) : (tensor<*xf32>) -> ()
  %r15 = call @stencil_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<48x298xi8, #i8>
  %p15 = tensor.cast %r15 : tensor<48x298xi8, #i8> to tensor<48x298xi8>
  %f15 = arith.sitofp %p15 : tensor<48x298xi8> to tensor<48x298xf32>
  %u15 = tensor.cast %f15 : tensor<48x298xf32> to tensor<*xf32>
  call @show(%u15) : (tensor<*xf32>) -> ()
  %r16 = call @joined_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<50x499xi8, #i8>
  %p16 = tensor.cast %r16 : tensor<50x499xi8, #i8> to tensor<50x499xi8>
  %f16 = arith.sitofp %p16 : tensor<50x499xi8> to tensor<50x499xf32>
  %u16 = tensor.cast %f16 : tensor<50x499xf32> to tensor<*xf32>
  call @show(%u16) : (tensor<*xf32>) -> ()
  %r17 = call @inserted_i8(%x_i8) : (tensor<50x300xi8, #i8>) -> tensor<50x300xi8, #i8>
  %p17 = tensor.cast %r17 : tensor<50x300xi8, #i8> to tensor<50x300xi8>
  %f17 = arith.sitofp %p17 : tensor<50x300xi8> to tensor<50x300xf32>
  %u17 = tensor.cast %f17 : tensor<50x300xf32> to tensor<*xf32>
  call @show(%u17) : (tensor<*xf32>) -> ()
  return
}
