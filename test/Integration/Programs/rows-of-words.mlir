// Reductions whose words hold rows of other results: an extremum and its index over the rows of an image in bytes, predicates
// over columns, a norm of rows that are alone in their words, batches of products whose words hold two batches, and a product
// of three rows whose neighbours share a vector.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#bytes = #tiled_layout.layout<{2,1,0:T(8,128)(4,1)}>
#bytes2 = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#bytes1 = #tiled_layout.layout<{0:T(1024)(128)(4,1)}>
#rows = #tiled_layout.layout<{1,0:T(8,128)}>
#alone = #tiled_layout.layout<{2,1,0:T(2,128)(2,1)}>
#batches = #tiled_layout.layout<{2,0,1:T(8,128)(2,1)}>
#words = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#columns = #tiled_layout.layout<{0,1:T(8,128)(2,1)}>
#columns32 = #tiled_layout.layout<{0,1:T(8,128)}>
#id2 = affine_map<(i, j) -> (i, j)>
#id3 = affine_map<(i, j, k) -> (i, j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>
#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#j = affine_map<(i, j) -> (j)>

func.func @argmax(%x: tensor<6x19x40xi8, #bytes>) -> (tensor<6x40xi8, #bytes2>, tensor<6x40xi32, #rows>) attributes {no_inline} {
  %low = arith.constant -128 : i8
  %none = arith.constant 0 : i32
  %ev = tensor.empty() : tensor<6x40xi8, #bytes2>
  %v = linalg.fill ins(%low : i8) outs(%ev : tensor<6x40xi8, #bytes2>) -> tensor<6x40xi8, #bytes2>
  %ei = tensor.empty() : tensor<6x40xi32, #rows>
  %i = linalg.fill ins(%none : i32) outs(%ei : tensor<6x40xi32, #rows>) -> tensor<6x40xi32, #rows>
  %r:2 = linalg.generic {indexing_maps = [#id3, #ik, #ik], iterator_types = ["parallel", "reduction", "parallel"]}
    ins(%x : tensor<6x19x40xi8, #bytes>) outs(%v, %i : tensor<6x40xi8, #bytes2>, tensor<6x40xi32, #rows>) {
  ^bb0(%a: i8, %b: i8, %c: i32):
    %isMore = arith.cmpi sgt, %a, %b : i8
    %p = arith.select %isMore, %a, %b : i8
    %k = linalg.index 1 : index
    %k32 = arith.index_cast %k : index to i32
    %q = arith.select %isMore, %k32, %c : i32
    linalg.yield %p, %q : i8, i32
  } -> (tensor<6x40xi8, #bytes2>, tensor<6x40xi32, #rows>)
  return %r#0, %r#1 : tensor<6x40xi8, #bytes2>, tensor<6x40xi32, #rows>
}

func.func @any(%x: tensor<20x140xi1, #bytes2>) -> tensor<140xi1, #bytes1> attributes {no_inline} {
  %no = arith.constant false
  %e = tensor.empty() : tensor<140xi1, #bytes1>
  %f = linalg.fill ins(%no : i1) outs(%e : tensor<140xi1, #bytes1>) -> tensor<140xi1, #bytes1>
  %r = linalg.generic {indexing_maps = [#id2, #j], iterator_types = ["reduction", "parallel"]}
    ins(%x : tensor<20x140xi1, #bytes2>) outs(%f : tensor<140xi1, #bytes1>) {
  ^bb0(%a: i1, %b: i1):
    %p = arith.ori %a, %b : i1
    linalg.yield %p : i1
  } -> tensor<140xi1, #bytes1>
  return %r : tensor<140xi1, #bytes1>
}

func.func @norm(%x: tensor<21x1x40xbf16, #alone>) -> tensor<21x1x40xbf16, #alone> attributes {no_inline} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<21x1xf32, #rows>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<21x1xf32, #rows>) -> tensor<21x1xf32, #rows>
  %s = linalg.generic {indexing_maps = [#id3, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%x : tensor<21x1x40xbf16, #alone>) outs(%f : tensor<21x1xf32, #rows>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %p = arith.mulf %w, %w : f32
    %q = arith.addf %b, %p : f32
    linalg.yield %q : f32
  } -> tensor<21x1xf32, #rows>
  %ey = tensor.empty() : tensor<21x1x40xbf16, #alone>
  %y = linalg.generic {indexing_maps = [#id3, #ij, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
    ins(%x, %s : tensor<21x1x40xbf16, #alone>, tensor<21x1xf32, #rows>) outs(%ey : tensor<21x1x40xbf16, #alone>) {
  ^bb0(%a: bf16, %b: f32, %o: bf16):
    %w = arith.extf %a : bf16 to f32
    %p = arith.addf %w, %b : f32
    %q = arith.truncf %p : f32 to bf16
    linalg.yield %q : bf16
  } -> tensor<21x1x40xbf16, #alone>
  return %y : tensor<21x1x40xbf16, #alone>
}

func.func @batches(%a: tensor<6x20x40xf16, #batches>, %x: tensor<6x40xf16, #words>) -> tensor<6x20xf32, #rows> attributes {no_inline} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6x20xf32, #rows>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x20xf32, #rows>) -> tensor<6x20xf32, #rows>
  %r = linalg.batch_matvec ins(%a, %x : tensor<6x20x40xf16, #batches>, tensor<6x40xf16, #words>) outs(%f : tensor<6x20xf32, #rows>) -> tensor<6x20xf32, #rows>
  return %r : tensor<6x20xf32, #rows>
}

func.func @product(%a: tensor<3x40xf16, #columns>, %b: tensor<40x50xf16, #columns>) -> tensor<3x50xf32, #columns32> attributes {no_inline} {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x50xf32, #columns32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x50xf32, #columns32>) -> tensor<3x50xf32, #columns32>
  %r = linalg.generic {indexing_maps = [#ik, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%a, %b : tensor<3x40xf16, #columns>, tensor<40x50xf16, #columns>) outs(%f : tensor<3x50xf32, #columns32>) {
  ^bb0(%p: f16, %q: f16, %o: f32):
    %u = arith.extf %p : f16 to f32
    %v = arith.extf %q : f16 to f32
    %w = arith.mulf %u, %v : f32
    %s = arith.addf %o, %w : f32
    linalg.yield %s : f32
  } -> tensor<3x50xf32, #columns32>
  return %r : tensor<3x50xf32, #columns32>
}

func.func @main() {
  %n1 = arith.constant 1 : index
  %n3 = arith.constant 3 : index
  %n6 = arith.constant 6 : index
  %n19 = arith.constant 19 : index
  %n20 = arith.constant 20 : index
  %n21 = arith.constant 21 : index
  %n40 = arith.constant 40 : index
  %n50 = arith.constant 50 : index
  %n140 = arith.constant 140 : index

  %x0 = call @data3(%n1, %n6, %n19, %n40) : (index, index, index, index) -> tensor<?x?x?xf32>
  %x1 = tensor.cast %x0 : tensor<?x?x?xf32> to tensor<6x19x40xf32>
  %x2 = arith.fptosi %x1 : tensor<6x19x40xf32> to tensor<6x19x40xi8>
  %x3 = tensor.cast %x2 : tensor<6x19x40xi8> to tensor<6x19x40xi8, #bytes>
  %m:2 = call @argmax(%x3) : (tensor<6x19x40xi8, #bytes>) -> (tensor<6x40xi8, #bytes2>, tensor<6x40xi32, #rows>)
  %m0 = tensor.cast %m#0 : tensor<6x40xi8, #bytes2> to tensor<6x40xi8>
  %m1 = arith.extsi %m0 : tensor<6x40xi8> to tensor<6x40xi32>
  %m2 = tensor.cast %m1 : tensor<6x40xi32> to tensor<*xi32>
  call @showI32(%m2) : (tensor<*xi32>) -> ()
  %m3 = tensor.cast %m#1 : tensor<6x40xi32, #rows> to tensor<6x40xi32>
  %m4 = tensor.cast %m3 : tensor<6x40xi32> to tensor<*xi32>
  call @showI32(%m4) : (tensor<*xi32>) -> ()

  %p0 = call @data2(%n3, %n20, %n140) : (index, index, index) -> tensor<?x?xf32>
  %p1 = tensor.cast %p0 : tensor<?x?xf32> to tensor<20x140xf32>
  %few = arith.constant dense<1.9> : tensor<20x140xf32>
  %p2 = arith.cmpf ogt, %p1, %few : tensor<20x140xf32>
  %p3 = tensor.cast %p2 : tensor<20x140xi1> to tensor<20x140xi1, #bytes2>
  %p4 = call @any(%p3) : (tensor<20x140xi1, #bytes2>) -> tensor<140xi1, #bytes1>
  %p5 = tensor.cast %p4 : tensor<140xi1, #bytes1> to tensor<140xi1>
  %p6 = arith.extui %p5 : tensor<140xi1> to tensor<140xi32>
  %p7 = tensor.cast %p6 : tensor<140xi32> to tensor<*xi32>
  call @showI32(%p7) : (tensor<*xi32>) -> ()

  %l0 = call @data3(%n3, %n21, %n1, %n40) : (index, index, index, index) -> tensor<?x?x?xf32>
  %l1 = tensor.cast %l0 : tensor<?x?x?xf32> to tensor<21x1x40xf32>
  %l2 = arith.truncf %l1 : tensor<21x1x40xf32> to tensor<21x1x40xbf16>
  %l3 = tensor.cast %l2 : tensor<21x1x40xbf16> to tensor<21x1x40xbf16, #alone>
  %l4 = call @norm(%l3) : (tensor<21x1x40xbf16, #alone>) -> tensor<21x1x40xbf16, #alone>
  %l5 = tensor.cast %l4 : tensor<21x1x40xbf16, #alone> to tensor<21x1x40xbf16>
  %l6 = arith.extf %l5 : tensor<21x1x40xbf16> to tensor<21x1x40xf32>
  %l7 = tensor.cast %l6 : tensor<21x1x40xf32> to tensor<*xf32>
  call @show(%l7) : (tensor<*xf32>) -> ()

  %a0 = call @data3(%n1, %n6, %n20, %n40) : (index, index, index, index) -> tensor<?x?x?xf32>
  %a1 = tensor.cast %a0 : tensor<?x?x?xf32> to tensor<6x20x40xf32>
  %a2 = arith.truncf %a1 : tensor<6x20x40xf32> to tensor<6x20x40xf16>
  %a3 = tensor.cast %a2 : tensor<6x20x40xf16> to tensor<6x20x40xf16, #batches>
  %b0 = call @data2(%n3, %n6, %n40) : (index, index, index) -> tensor<?x?xf32>
  %b1 = tensor.cast %b0 : tensor<?x?xf32> to tensor<6x40xf32>
  %b2 = arith.truncf %b1 : tensor<6x40xf32> to tensor<6x40xf16>
  %b3 = tensor.cast %b2 : tensor<6x40xf16> to tensor<6x40xf16, #words>
  %c0 = call @batches(%a3, %b3) : (tensor<6x20x40xf16, #batches>, tensor<6x40xf16, #words>) -> tensor<6x20xf32, #rows>
  %c1 = tensor.cast %c0 : tensor<6x20xf32, #rows> to tensor<6x20xf32>
  %c2 = tensor.cast %c1 : tensor<6x20xf32> to tensor<*xf32>
  call @show(%c2) : (tensor<*xf32>) -> ()

  %d0 = call @data2(%n6, %n3, %n40) : (index, index, index) -> tensor<?x?xf32>
  %d1 = tensor.cast %d0 : tensor<?x?xf32> to tensor<3x40xf32>
  %d2 = arith.truncf %d1 : tensor<3x40xf32> to tensor<3x40xf16>
  %d3 = tensor.cast %d2 : tensor<3x40xf16> to tensor<3x40xf16, #columns>
  %e0 = call @data2(%n1, %n40, %n50) : (index, index, index) -> tensor<?x?xf32>
  %e1 = tensor.cast %e0 : tensor<?x?xf32> to tensor<40x50xf32>
  %e2 = arith.truncf %e1 : tensor<40x50xf32> to tensor<40x50xf16>
  %e3 = tensor.cast %e2 : tensor<40x50xf16> to tensor<40x50xf16, #columns>
  %f0 = call @product(%d3, %e3) : (tensor<3x40xf16, #columns>, tensor<40x50xf16, #columns>) -> tensor<3x50xf32, #columns32>
  %f1 = tensor.cast %f0 : tensor<3x50xf32, #columns32> to tensor<3x50xf32>
  %f2 = tensor.cast %f1 : tensor<3x50xf32> to tensor<*xf32>
  call @show(%f2) : (tensor<*xf32>) -> ()
  return
}
