// Loops over time that read one row of an array at each step and write one row of another one:
// running sums of rows, states of sequences in (batch, time, features), a window that moves a row
// at a time, and steps that read rows which earlier steps wrote.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#f = #tiled_layout.layout<{1,0:T(8,128)}>
#h = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#q = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#fs = #tiled_layout.layout<{2,1,0:T(8,128)}>
#hs = #tiled_layout.layout<{2,1,0:T(8,128)(2,1)}>
#j = affine_map<(j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>

// Running sums of the rows, a row without its dimension at a time.
func.func @sums(%x: tensor<18x150xf32, #f>) -> tensor<18x150xf32, #f> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c18 = arith.constant 18 : index
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<150xf32>
  %first = linalg.fill ins(%zero : f32) outs(%e : tensor<150xf32>) -> tensor<150xf32>
  %all = tensor.empty() : tensor<18x150xf32, #f>
  %r:2 = scf.for %t = %c0 to %c18 step %c1 iter_args(%sum = %first, %to = %all) -> (tensor<150xf32>, tensor<18x150xf32, #f>) {
    %s = tensor.extract_slice %x[%t, 0] [1, 150] [1, 1] : tensor<18x150xf32, #f> to tensor<150xf32>
    %d = tensor.empty() : tensor<150xf32>
    %next = linalg.add ins(%sum, %s : tensor<150xf32>, tensor<150xf32>) outs(%d : tensor<150xf32>) -> tensor<150xf32>
    %o = tensor.empty() : tensor<150xf32>
    %out = linalg.generic {indexing_maps = [#j, #j], iterator_types = ["parallel"]} ins(%next : tensor<150xf32>) outs(%o : tensor<150xf32>) {
    ^bb0(%a: f32, %b: f32):
      %m = arith.mulf %a, %half : f32
      linalg.yield %m : f32
    } -> tensor<150xf32>
    %to2 = tensor.insert_slice %out into %to[%t, 0] [1, 150] [1, 1] : tensor<150xf32> into tensor<18x150xf32, #f>
    scf.yield %next, %to2 : tensor<150xf32>, tensor<18x150xf32, #f>
  }
  return %r#1 : tensor<18x150xf32, #f>
}

// The states of three sequences, in words of two rows.
func.func @states(%x: tensor<3x10x150xbf16, #hs>) -> tensor<3x10x150xbf16, #hs> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  %decay = arith.constant 0.75 : f32
  %e = tensor.empty() : tensor<3x150xf32, #f>
  %first = linalg.fill ins(%zero : f32) outs(%e : tensor<3x150xf32, #f>) -> tensor<3x150xf32, #f>
  %all = tensor.empty() : tensor<3x10x150xbf16, #hs>
  %r:2 = scf.for %t = %c0 to %c10 step %c1 iter_args(%state = %first, %to = %all) -> (tensor<3x150xf32, #f>, tensor<3x10x150xbf16, #hs>) {
    %s = tensor.extract_slice %x[0, %t, 0] [3, 1, 150] [1, 1, 1] : tensor<3x10x150xbf16, #hs> to tensor<3x150xbf16, #h>
    %d = tensor.empty() : tensor<3x150xf32, #f>
    %next = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%state, %s : tensor<3x150xf32, #f>, tensor<3x150xbf16, #h>) outs(%d : tensor<3x150xf32, #f>) {
    ^bb0(%a: f32, %b: bf16, %o: f32):
      %m = arith.mulf %a, %decay : f32
      %w = arith.extf %b : bf16 to f32
      %n = arith.addf %m, %w : f32
      linalg.yield %n : f32
    } -> tensor<3x150xf32, #f>
    %o = tensor.empty() : tensor<3x150xbf16, #h>
    %out = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%next : tensor<3x150xf32, #f>) outs(%o : tensor<3x150xbf16, #h>) {
    ^bb0(%a: f32, %b: bf16):
      %n = arith.truncf %a : f32 to bf16
      linalg.yield %n : bf16
    } -> tensor<3x150xbf16, #h>
    %to2 = tensor.insert_slice %out into %to[0, %t, 0] [3, 1, 150] [1, 1, 1] : tensor<3x150xbf16, #h> into tensor<3x10x150xbf16, #hs>
    scf.yield %next, %to2 : tensor<3x150xf32, #f>, tensor<3x10x150xbf16, #hs>
  }
  return %r#1 : tensor<3x10x150xbf16, #hs>
}

// Rows that earlier steps wrote, of bytes in words of four: each is the largest number of the two
// rows in front and its own, which the step overwrites.
func.func @recurrence(%x: tensor<16x150xi8, #q>) -> tensor<16x150xi8, #q> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %t = %c2 to %c16 step %c1 iter_args(%to = %x) -> (tensor<16x150xi8, #q>) {
    %before = arith.subi %t, %c1 : index
    %before2 = arith.subi %t, %c2 : index
    %a = tensor.extract_slice %to[%before, 0] [1, 150] [1, 1] : tensor<16x150xi8, #q> to tensor<150xi8>
    %b = tensor.extract_slice %to[%before2, 0] [1, 150] [1, 1] : tensor<16x150xi8, #q> to tensor<150xi8>
    %c = tensor.extract_slice %to[%t, 0] [1, 150] [1, 1] : tensor<16x150xi8, #q> to tensor<150xi8>
    %e = tensor.empty() : tensor<150xi8>
    %out = linalg.generic {indexing_maps = [#j, #j, #j, #j], iterator_types = ["parallel"]}
      ins(%a, %b, %c : tensor<150xi8>, tensor<150xi8>, tensor<150xi8>) outs(%e : tensor<150xi8>) {
    ^bb0(%u: i8, %v: i8, %w: i8, %o: i8):
      %s = arith.addi %u, %v : i8
      %m = arith.maxsi %s, %w : i8
      linalg.yield %m : i8
    } -> tensor<150xi8>
    %to2 = tensor.insert_slice %out into %to[%t, 0] [1, 150] [1, 1] : tensor<150xi8> into tensor<16x150xi8, #q>
    scf.yield %to2 : tensor<16x150xi8, #q>
  }
  return %r : tensor<16x150xi8, #q>
}

// Two rows change places: one is read when the other one is already written.
func.func @exchange(%x: tensor<18x150xf32, #f>, %i: index, %k: index) -> tensor<18x150xf32, #f> {
  %a = tensor.extract_slice %x[%i, 0] [1, 150] [1, 1] : tensor<18x150xf32, #f> to tensor<150xf32>
  %b = tensor.extract_slice %x[%k, 0] [1, 150] [1, 1] : tensor<18x150xf32, #f> to tensor<150xf32>
  %d = tensor.empty() : tensor<150xf32>
  %na = linalg.negf ins(%a : tensor<150xf32>) outs(%d : tensor<150xf32>) -> tensor<150xf32>
  %y = tensor.insert_slice %na into %x[%k, 0] [1, 150] [1, 1] : tensor<150xf32> into tensor<18x150xf32, #f>
  %e = tensor.empty() : tensor<150xf32>
  %nb = linalg.negf ins(%b : tensor<150xf32>) outs(%e : tensor<150xf32>) -> tensor<150xf32>
  %r = tensor.insert_slice %nb into %y[%i, 0] [1, 150] [1, 1] : tensor<150xf32> into tensor<18x150xf32, #f>
  return %r : tensor<18x150xf32, #f>
}

// A window of eight rows, weighted and added up.
func.func @windows(%x: tensor<18x150xf32, #f>, %w: tensor<8x150xf32, #f>) -> tensor<18x150xf32, #f> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %t = %c0 to %c11 step %c1 iter_args(%to = %x) -> (tensor<18x150xf32, #f>) {
    %s = tensor.extract_slice %x[%t, 0] [8, 150] [1, 1] : tensor<18x150xf32, #f> to tensor<8x150xf32, #f>
    %e = tensor.empty() : tensor<150xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<150xf32>) -> tensor<150xf32>
    %out = linalg.generic {indexing_maps = [#ij, #ij, #row], iterator_types = ["reduction", "parallel"]}
      ins(%s, %w : tensor<8x150xf32, #f>, tensor<8x150xf32, #f>) outs(%f : tensor<150xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %m = arith.mulf %a, %b : f32
      %n = arith.addf %o, %m : f32
      linalg.yield %n : f32
    } -> tensor<150xf32>
    %to2 = tensor.insert_slice %out into %to[%t, 0] [1, 150] [1, 1] : tensor<150xf32> into tensor<18x150xf32, #f>
    scf.yield %to2 : tensor<18x150xf32, #f>
  }
  return %r : tensor<18x150xf32, #f>
}

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  %c11 = arith.constant 11 : index
  %c16 = arith.constant 16 : index
  %c18 = arith.constant 18 : index
  %c150 = arith.constant 150 : index
  %x0 = call @data2(%c1, %c18, %c150) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<18x150xf32, #f>
  %sums = call @sums(%x) : (tensor<18x150xf32, #f>) -> tensor<18x150xf32, #f>
  %p0 = tensor.cast %sums : tensor<18x150xf32, #f> to tensor<18x150xf32>
  %u0 = tensor.cast %p0 : tensor<18x150xf32> to tensor<*xf32>
  call @show(%u0) : (tensor<*xf32>) -> ()

  %y0 = call @data3(%c2, %c3, %c10, %c150) : (index, index, index, index) -> tensor<?x?x?xf32>
  %y1 = tensor.cast %y0 : tensor<?x?x?xf32> to tensor<3x10x150xf32, #fs>
  %y = arith.truncf %y1 : tensor<3x10x150xf32, #fs> to tensor<3x10x150xbf16, #fs>
  %y2 = tensor.cast %y : tensor<3x10x150xbf16, #fs> to tensor<3x10x150xbf16, #hs>
  %states = call @states(%y2) : (tensor<3x10x150xbf16, #hs>) -> tensor<3x10x150xbf16, #hs>
  %wide = tensor.cast %states : tensor<3x10x150xbf16, #hs> to tensor<3x10x150xbf16>
  %p1 = arith.extf %wide : tensor<3x10x150xbf16> to tensor<3x10x150xf32>
  %u1 = tensor.cast %p1 : tensor<3x10x150xf32> to tensor<*xf32>
  call @show(%u1) : (tensor<*xf32>) -> ()

  %z0 = call @data2(%c3, %c16, %c150) : (index, index, index) -> tensor<?x?xf32>
  %z1 = tensor.cast %z0 : tensor<?x?xf32> to tensor<16x150xf32>
  %scale = arith.constant dense<40.0> : tensor<16x150xf32>
  %z2 = arith.mulf %z1, %scale : tensor<16x150xf32>
  %z3 = arith.fptosi %z2 : tensor<16x150xf32> to tensor<16x150xi32>
  %z4 = arith.trunci %z3 : tensor<16x150xi32> to tensor<16x150xi8>
  %z = tensor.cast %z4 : tensor<16x150xi8> to tensor<16x150xi8, #q>
  %bytes = call @recurrence(%z) : (tensor<16x150xi8, #q>) -> tensor<16x150xi8, #q>
  %rows = tensor.cast %bytes : tensor<16x150xi8, #q> to tensor<16x150xi8>
  %p2 = arith.sitofp %rows : tensor<16x150xi8> to tensor<16x150xf32>
  %u2 = tensor.cast %p2 : tensor<16x150xf32> to tensor<*xf32>
  call @show(%u2) : (tensor<*xf32>) -> ()

  %exchanged = call @exchange(%x, %c3, %c11) : (tensor<18x150xf32, #f>, index, index) -> tensor<18x150xf32, #f>
  %p3 = tensor.cast %exchanged : tensor<18x150xf32, #f> to tensor<18x150xf32>
  %u3 = tensor.cast %p3 : tensor<18x150xf32> to tensor<*xf32>
  call @show(%u3) : (tensor<*xf32>) -> ()

  %w0 = call @data2(%c4, %c8, %c150) : (index, index, index) -> tensor<?x?xf32>
  %w = tensor.cast %w0 : tensor<?x?xf32> to tensor<8x150xf32, #f>
  %windows = call @windows(%x, %w) : (tensor<18x150xf32, #f>, tensor<8x150xf32, #f>) -> tensor<18x150xf32, #f>
  %p4 = tensor.cast %windows : tensor<18x150xf32, #f> to tensor<18x150xf32>
  %u4 = tensor.cast %p4 : tensor<18x150xf32> to tensor<*xf32>
  call @show(%u4) : (tensor<*xf32>) -> ()
  return
}
