// Tensors of more parts than upstream's analysis compares in little time: elements, columns and rows that share words,
// rows of unknown number, parts that are computed where they stay, one that is overwritten later, and steps of a loop.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#c = #tiled_layout.layout<{0,1:T(4,8)}>
#w = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
func.func @elements(%x: f32, %y: f32, %z: f32) -> tensor<9x4xf32, #c> {
  %r = tensor.from_elements %x, %y, %z, %x, %y, %z, %x, %y, %z, %x, %y, %z, %x, %y, %z, %x, %y, %z, %x, %y, %z, %x, %y, %z, %x, %y, %z, %x, %y, %z, %x, %y, %z, %x, %y, %z : tensor<9x4xf32, #c>
  return %r : tensor<9x4xf32, #c>
}
func.func @rows(%x: tensor<3x?xbf16, #w>, %y: tensor<3x?xbf16, #w>) -> tensor<54x?xbf16, #w> {
  %r = tensor.concat dim(0) %x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y :
    (tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>) -> tensor<54x?xbf16, #w>
  return %r : tensor<54x?xbf16, #w>
}
func.func @unknown(%x: tensor<?x20xf32, #t>, %y: tensor<?x20xf32, #t>) -> tensor<?x20xf32, #t> {
  %r = tensor.concat dim(0) %x, %y, %y, %x, %y, %y, %x, %y, %y, %x, %y, %y, %x, %y, %y, %x, %y, %y, %x, %y, %y :
    (tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>, tensor<?x20xf32, #t>) -> tensor<?x20xf32, #t>
  return %r : tensor<?x20xf32, #t>
}
func.func @columns(%x: tensor<9x5xf32, #t>, %y: tensor<9x5xf32, #t>) -> tensor<9x90xf32, #c> {
  %t = tensor.concat dim(1) %x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y, %x, %y :
    (tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>, tensor<9x5xf32, #t>) -> tensor<9x90xf32, #t>
  %r = tensor.cast %t : tensor<9x90xf32, #t> to tensor<9x90xf32, #c>
  return %r : tensor<9x90xf32, #c>
}
func.func @computed(%x: tensor<8x130xf32, #t>, %y: tensor<8x130xf32, #t>) -> (tensor<144x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) {
  %e0 = tensor.empty() : tensor<8x130xf32, #t>
  %p0 = linalg.sub ins(%x, %y : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e0 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e1 = tensor.empty() : tensor<8x130xf32, #t>
  %p1 = linalg.add ins(%p0, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e1 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e2 = tensor.empty() : tensor<8x130xf32, #t>
  %p2 = linalg.add ins(%p1, %y : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e2 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e3 = tensor.empty() : tensor<8x130xf32, #t>
  %p3 = linalg.sub ins(%p2, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e3 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e4 = tensor.empty() : tensor<8x130xf32, #t>
  %p4 = linalg.add ins(%p3, %y : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e4 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e5 = tensor.empty() : tensor<8x130xf32, #t>
  %p5 = linalg.add ins(%p4, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e5 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e6 = tensor.empty() : tensor<8x130xf32, #t>
  %p6 = linalg.sub ins(%p5, %y : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e6 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e7 = tensor.empty() : tensor<8x130xf32, #t>
  %p7 = linalg.add ins(%p6, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e7 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e8 = tensor.empty() : tensor<8x130xf32, #t>
  %p8 = linalg.add ins(%p7, %y : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e8 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e9 = tensor.empty() : tensor<8x130xf32, #t>
  %p9 = linalg.sub ins(%p8, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e9 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e10 = tensor.empty() : tensor<8x130xf32, #t>
  %p10 = linalg.add ins(%p9, %y : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e10 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e11 = tensor.empty() : tensor<8x130xf32, #t>
  %p11 = linalg.add ins(%p10, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e11 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e12 = tensor.empty() : tensor<8x130xf32, #t>
  %p12 = linalg.sub ins(%p11, %y : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e12 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e13 = tensor.empty() : tensor<8x130xf32, #t>
  %p13 = linalg.add ins(%p12, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e13 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e14 = tensor.empty() : tensor<8x130xf32, #t>
  %p14 = linalg.add ins(%p13, %y : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e14 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e15 = tensor.empty() : tensor<8x130xf32, #t>
  %p15 = linalg.sub ins(%p14, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e15 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e16 = tensor.empty() : tensor<8x130xf32, #t>
  %p16 = linalg.add ins(%p15, %y : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e16 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e17 = tensor.empty() : tensor<8x130xf32, #t>
  %p17 = linalg.add ins(%p16, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e17 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %r = tensor.concat dim(0) %p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9, %p10, %p11, %p12, %p13, %p14, %p15, %p16, %p17 :
    (tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) -> tensor<144x130xf32, #t>
  // Writes to the array of a part, after it was inserted.
  %s = linalg.exp ins(%x : tensor<8x130xf32, #t>) outs(%p3 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %q = arith.mulf %p17, %p17 : tensor<8x130xf32, #t>
  return %r, %s, %q : tensor<144x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>
}
func.func @steps(%x: tensor<8x40xf32, #t>) -> tensor<144x40xf32, #t> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<144x40xf32, #t>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<144x40xf32, #t>) -> tensor<144x40xf32, #t>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %init) -> tensor<144x40xf32, #t> {
    %s0 = tensor.extract_slice %a[8, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p0 = arith.addf %s0, %x : tensor<8x40xf32, #t>
    %s1 = tensor.extract_slice %a[48, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p1 = arith.addf %s1, %x : tensor<8x40xf32, #t>
    %s2 = tensor.extract_slice %a[88, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p2 = arith.addf %s2, %x : tensor<8x40xf32, #t>
    %s3 = tensor.extract_slice %a[128, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p3 = arith.addf %s3, %x : tensor<8x40xf32, #t>
    %s4 = tensor.extract_slice %a[24, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p4 = arith.addf %s4, %x : tensor<8x40xf32, #t>
    %s5 = tensor.extract_slice %a[64, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p5 = arith.addf %s5, %x : tensor<8x40xf32, #t>
    %s6 = tensor.extract_slice %a[104, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p6 = arith.addf %s6, %x : tensor<8x40xf32, #t>
    %s7 = tensor.extract_slice %a[0, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p7 = arith.addf %s7, %x : tensor<8x40xf32, #t>
    %s8 = tensor.extract_slice %a[40, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p8 = arith.addf %s8, %x : tensor<8x40xf32, #t>
    %s9 = tensor.extract_slice %a[80, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p9 = arith.addf %s9, %x : tensor<8x40xf32, #t>
    %s10 = tensor.extract_slice %a[120, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p10 = arith.addf %s10, %x : tensor<8x40xf32, #t>
    %s11 = tensor.extract_slice %a[16, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p11 = arith.addf %s11, %x : tensor<8x40xf32, #t>
    %s12 = tensor.extract_slice %a[56, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p12 = arith.addf %s12, %x : tensor<8x40xf32, #t>
    %s13 = tensor.extract_slice %a[96, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p13 = arith.addf %s13, %x : tensor<8x40xf32, #t>
    %s14 = tensor.extract_slice %a[136, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p14 = arith.addf %s14, %x : tensor<8x40xf32, #t>
    %s15 = tensor.extract_slice %a[32, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p15 = arith.addf %s15, %x : tensor<8x40xf32, #t>
    %s16 = tensor.extract_slice %a[72, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p16 = arith.addf %s16, %x : tensor<8x40xf32, #t>
    %s17 = tensor.extract_slice %a[112, 0] [8, 40] [1, 1] : tensor<144x40xf32, #t> to tensor<8x40xf32, #t>
    %p17 = arith.addf %s17, %x : tensor<8x40xf32, #t>
    %n = tensor.concat dim(0) %s0, %p1, %p2, %p3, %s4, %p5, %p6, %p7, %s8, %p9, %p10, %p11, %s12, %p13, %p14, %p15, %s16, %p17 :
      (tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>, tensor<8x40xf32, #t>) -> tensor<144x40xf32, #t>
    scf.yield %n : tensor<144x40xf32, #t>
  }
  return %r : tensor<144x40xf32, #t>
}
// Parts that are computed in memory of the program, which is read after.
func.func @in_memory(%x: tensor<8x130xf32, #t>) -> tensor<144x130xf32, #t> {
  %m = memref.alloc() : memref<144x130xf32, #t>
  %e0 = tensor.empty() : tensor<8x130xf32, #t>
  %p0 = linalg.sub ins(%x, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e0 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e1 = tensor.empty() : tensor<8x130xf32, #t>
  %p1 = linalg.add ins(%p0, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e1 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e2 = tensor.empty() : tensor<8x130xf32, #t>
  %p2 = linalg.add ins(%p1, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e2 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e3 = tensor.empty() : tensor<8x130xf32, #t>
  %p3 = linalg.sub ins(%p2, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e3 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e4 = tensor.empty() : tensor<8x130xf32, #t>
  %p4 = linalg.add ins(%p3, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e4 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e5 = tensor.empty() : tensor<8x130xf32, #t>
  %p5 = linalg.add ins(%p4, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e5 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e6 = tensor.empty() : tensor<8x130xf32, #t>
  %p6 = linalg.sub ins(%p5, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e6 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e7 = tensor.empty() : tensor<8x130xf32, #t>
  %p7 = linalg.add ins(%p6, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e7 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e8 = tensor.empty() : tensor<8x130xf32, #t>
  %p8 = linalg.add ins(%p7, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e8 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e9 = tensor.empty() : tensor<8x130xf32, #t>
  %p9 = linalg.sub ins(%p8, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e9 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e10 = tensor.empty() : tensor<8x130xf32, #t>
  %p10 = linalg.add ins(%p9, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e10 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e11 = tensor.empty() : tensor<8x130xf32, #t>
  %p11 = linalg.add ins(%p10, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e11 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e12 = tensor.empty() : tensor<8x130xf32, #t>
  %p12 = linalg.sub ins(%p11, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e12 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e13 = tensor.empty() : tensor<8x130xf32, #t>
  %p13 = linalg.add ins(%p12, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e13 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e14 = tensor.empty() : tensor<8x130xf32, #t>
  %p14 = linalg.add ins(%p13, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e14 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e15 = tensor.empty() : tensor<8x130xf32, #t>
  %p15 = linalg.sub ins(%p14, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e15 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e16 = tensor.empty() : tensor<8x130xf32, #t>
  %p16 = linalg.add ins(%p15, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e16 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %e17 = tensor.empty() : tensor<8x130xf32, #t>
  %p17 = linalg.add ins(%p16, %x : tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) outs(%e17 : tensor<8x130xf32, #t>) -> tensor<8x130xf32, #t>
  %c = tensor.concat dim(0) %p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8, %p9, %p10, %p11, %p12, %p13, %p14, %p15, %p16, %p17 :
    (tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) -> tensor<144x130xf32, #t>
  bufferization.materialize_in_destination %c in restrict writable %m : (tensor<144x130xf32, #t>, memref<144x130xf32, #t>) -> ()
  %r = bufferization.to_tensor %m restrict : memref<144x130xf32, #t> to tensor<144x130xf32, #t>
  return %r : tensor<144x130xf32, #t>
}
func.func private @show_f32(%x: tensor<?x?xf32>) {
  %u = tensor.cast %x : tensor<?x?xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
func.func @main() {
  %n1 = arith.constant 1 : index
  %n2 = arith.constant 2 : index
  %n3 = arith.constant 3 : index
  %n5 = arith.constant 5 : index
  %n8 = arith.constant 8 : index
  %n9 = arith.constant 9 : index
  %n20 = arith.constant 20 : index
  %n37 = arith.constant 37 : index
  %n40 = arith.constant 40 : index
  %n130 = arith.constant 130 : index
  %x0 = arith.constant 1.5 : f32
  %y0 = arith.constant -2.0 : f32
  %z0 = arith.constant 0.25 : f32
  %r0 = call @elements(%x0, %y0, %z0) : (f32, f32, f32) -> tensor<9x4xf32, #c>
  %u0 = tensor.cast %r0 : tensor<9x4xf32, #c> to tensor<?x?xf32>
  call @show_f32(%u0) : (tensor<?x?xf32>) -> ()
  %d1 = call @data2(%n2, %n3, %n37) : (index, index, index) -> tensor<?x?xf32>
  %h1 = arith.truncf %d1 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a1 = tensor.cast %h1 : tensor<?x?xbf16> to tensor<3x?xbf16, #w>
  %d2 = call @data2(%n3, %n3, %n37) : (index, index, index) -> tensor<?x?xf32>
  %h2 = arith.truncf %d2 : tensor<?x?xf32> to tensor<?x?xbf16>
  %a2 = tensor.cast %h2 : tensor<?x?xbf16> to tensor<3x?xbf16, #w>
  %r1 = call @rows(%a1, %a2) : (tensor<3x?xbf16, #w>, tensor<3x?xbf16, #w>) -> tensor<54x?xbf16, #w>
  %v1 = tensor.cast %r1 : tensor<54x?xbf16, #w> to tensor<?x?xbf16>
  %u1 = arith.extf %v1 : tensor<?x?xbf16> to tensor<?x?xf32>
  call @show_f32(%u1) : (tensor<?x?xf32>) -> ()
  %d3 = call @data2(%n1, %n3, %n20) : (index, index, index) -> tensor<?x?xf32>
  %a3 = tensor.cast %d3 : tensor<?x?xf32> to tensor<?x20xf32, #t>
  %d4 = call @data2(%n2, %n5, %n20) : (index, index, index) -> tensor<?x?xf32>
  %a4 = tensor.cast %d4 : tensor<?x?xf32> to tensor<?x20xf32, #t>
  %r2 = call @unknown(%a3, %a4) : (tensor<?x20xf32, #t>, tensor<?x20xf32, #t>) -> tensor<?x20xf32, #t>
  %u2 = tensor.cast %r2 : tensor<?x20xf32, #t> to tensor<?x?xf32>
  call @show_f32(%u2) : (tensor<?x?xf32>) -> ()
  %d5 = call @data2(%n3, %n9, %n5) : (index, index, index) -> tensor<?x?xf32>
  %a5 = tensor.cast %d5 : tensor<?x?xf32> to tensor<9x5xf32, #t>
  %d6 = call @data2(%n1, %n9, %n5) : (index, index, index) -> tensor<?x?xf32>
  %a6 = tensor.cast %d6 : tensor<?x?xf32> to tensor<9x5xf32, #t>
  %r3 = call @columns(%a5, %a6) : (tensor<9x5xf32, #t>, tensor<9x5xf32, #t>) -> tensor<9x90xf32, #c>
  %u3 = tensor.cast %r3 : tensor<9x90xf32, #c> to tensor<?x?xf32>
  call @show_f32(%u3) : (tensor<?x?xf32>) -> ()
  %d7 = call @data2(%n2, %n8, %n130) : (index, index, index) -> tensor<?x?xf32>
  %a7 = tensor.cast %d7 : tensor<?x?xf32> to tensor<8x130xf32, #t>
  %d8 = call @data2(%n3, %n8, %n130) : (index, index, index) -> tensor<?x?xf32>
  %a8 = tensor.cast %d8 : tensor<?x?xf32> to tensor<8x130xf32, #t>
  %r4:3 = call @computed(%a7, %a8) : (tensor<8x130xf32, #t>, tensor<8x130xf32, #t>) -> (tensor<144x130xf32, #t>, tensor<8x130xf32, #t>, tensor<8x130xf32, #t>)
  %u40 = tensor.cast %r4#0 : tensor<144x130xf32, #t> to tensor<?x?xf32>
  call @show_f32(%u40) : (tensor<?x?xf32>) -> ()
  %u41 = tensor.cast %r4#1 : tensor<8x130xf32, #t> to tensor<?x?xf32>
  call @show_f32(%u41) : (tensor<?x?xf32>) -> ()
  %u42 = tensor.cast %r4#2 : tensor<8x130xf32, #t> to tensor<?x?xf32>
  call @show_f32(%u42) : (tensor<?x?xf32>) -> ()
  %d9 = call @data2(%n1, %n8, %n40) : (index, index, index) -> tensor<?x?xf32>
  %a9 = tensor.cast %d9 : tensor<?x?xf32> to tensor<8x40xf32, #t>
  %r5 = call @steps(%a9) : (tensor<8x40xf32, #t>) -> tensor<144x40xf32, #t>
  %u5 = tensor.cast %r5 : tensor<144x40xf32, #t> to tensor<?x?xf32>
  call @show_f32(%u5) : (tensor<?x?xf32>) -> ()
  %r6 = call @in_memory(%a7) : (tensor<8x130xf32, #t>) -> tensor<144x130xf32, #t>
  %u6 = tensor.cast %r6 : tensor<144x130xf32, #t> to tensor<?x?xf32>
  call @show_f32(%u6) : (tensor<?x?xf32>) -> ()
  return
}
