// Reductions along rows of tiles, and a product, that fetch tiles a row after the other, of extents that no
// step divides, against plain loops. The cache of the target is so small that the operands are large.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='l2-bytes=16384 prefetch-tiles=2 memory-bytes-per-cycle=8' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline='target-cpu=x86-64-v3 l2-bytes=16384 prefetch-tiles=2' | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target='fields=l2-bytes=16384,prefetch-tiles=2,memory-bytes-per-cycle=8' --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN

// PLAN-LABEL: func.func private @maxima
// PLAN: ahead = d1 by 256 in rows
// PLAN-LABEL: func.func private @widened
// PLAN: transposed = [0 along d1], {{.*}}ahead = d1 by 256 in rows
// PLAN-LABEL: func.func private @dynamic_maxima
// PLAN: ahead = d1 by 256 in rows above 16384
// PLAN-LABEL: func.func private @dynamic_sums
// PLAN: transposed = [0 along d1], {{.*}}ahead = d1 by 256 in rows above 16384
// PLAN-LABEL: func.func private @bytes
// PLAN: interleave = d0 x 4, {{.*}}ahead = d1 by 512 in rows

// What differs:
// CHECK: [0, 0, 0, 0, 0, 0]

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#b = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#s = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#rows = {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func private @maxima(%a: memref<101x523xf32, #t>, %y: memref<101xf32>) attributes {no_inline} {
  linalg.reduce { arith.maximumf } ins(%a : memref<101x523xf32, #t>) outs(%y : memref<101xf32>) dimensions = [1]
  return
}
func.func private @widened(%a: memref<101x523xbf16, #b>, %y: memref<101xf32>) attributes {no_inline} {
  linalg.generic #rows ins(%a : memref<101x523xbf16, #b>) outs(%y : memref<101xf32>) {
  ^bb0(%x: bf16, %s: f32):
    %wide = arith.extf %x : bf16 to f32
    %sum = arith.addf %s, %wide : f32
    linalg.yield %sum : f32
  }
  return
}
func.func private @dynamic_maxima(%a: memref<?x?xf32, #t>, %y: memref<?xf32>) attributes {no_inline} {
  linalg.reduce { arith.maximumf } ins(%a : memref<?x?xf32, #t>) outs(%y : memref<?xf32>) dimensions = [1]
  return
}
func.func private @dynamic_sums(%a: memref<?x?xf32, #t>, %y: memref<?xf32>) attributes {no_inline} {
  linalg.reduce { arith.addf } ins(%a : memref<?x?xf32, #t>) outs(%y : memref<?xf32>) dimensions = [1]
  return
}
func.func private @bytes(%a: memref<101x523xi8, #s>, %y: memref<101xi8>) attributes {no_inline} {
  linalg.reduce { arith.maxsi } ins(%a : memref<101x523xi8, #s>) outs(%y : memref<101xi8>) dimensions = [1]
  return
}
func.func private @product(%a: memref<101x1029xf32, #t>, %b: memref<1029x301xf32, #t>, %c: memref<101x301xf32, #t>) attributes {no_inline} {
  // Such a plan has a product of more columns by itself.
  linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
      loops = [d1 by 256, d2 by 512, pack 1, d0 by 8, d1 by 32, d2 by 1],
      vector = d1 x 16, masked, fused, prefetch = [0], unroll = 4, ahead = d0 by 8 in rows>}
    ins(%a, %b : memref<101x1029xf32, #t>, memref<1029x301xf32, #t>) outs(%c : memref<101x301xf32, #t>)
  return
}

// Numbers of which all sums are exact in f32.
func.func private @value(%i: index, %j: index) -> i32 {
  %c37 = arith.constant 37 : index
  %c11 = arith.constant 11 : index
  %c227 = arith.constant 227 : index
  %c110 = arith.constant 110 : i32
  %a = arith.muli %i, %c37 : index
  %jj = arith.muli %j, %j : index
  %b = arith.muli %jj, %c11 : index
  %n = arith.addi %a, %b : index
  %k = arith.remui %n, %c227 : index
  %q = arith.index_cast %k : index to i32
  %v = arith.subi %q, %c110 : i32
  return %v : i32
}
func.func private @count(%a: i32, %b: i32, %wrong: memref<6xi32>, %number: index) {
  %differs = arith.cmpi ne, %a, %b : i32
  %more = arith.extui %differs : i1 to i32
  %n = memref.load %wrong[%number] : memref<6xi32>
  %m = arith.addi %n, %more : i32
  memref.store %m, %wrong[%number] : memref<6xi32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i32
  %lowest = arith.constant -128 : i32
  %zero_f32 = arith.constant 0.0 : f32
  %lowest_f32 = arith.constant -128.0 : f32
  %lowest_i8 = arith.constant -128 : i8
  %wrong = memref.alloc() : memref<6xi32>
  linalg.fill ins(%zero : i32) outs(%wrong : memref<6xi32>)
  %f = memref.alloc() {alignment = 64} : memref<101x523xf32, #t>
  %h = memref.alloc() {alignment = 64} : memref<101x523xbf16, #b>
  %s = memref.alloc() {alignment = 64} : memref<101x523xi8, #s>
  %a = memref.alloc() {alignment = 64} : memref<101x1029xf32, #t>
  %b = memref.alloc() {alignment = 64} : memref<1029x301xf32, #t>
  %c = memref.alloc() {alignment = 64} : memref<101x301xf32, #t>
  affine.for %i = 0 to 101 {
    affine.for %j = 0 to 523 {
      %v = func.call @value(%i, %j) : (index, index) -> i32
      %v32 = arith.sitofp %v : i32 to f32
      %v16 = arith.sitofp %v : i32 to bf16
      %v8 = arith.trunci %v : i32 to i8
      memref.store %v32, %f[%i, %j] : memref<101x523xf32, #t>
      memref.store %v16, %h[%i, %j] : memref<101x523xbf16, #b>
      memref.store %v8, %s[%i, %j] : memref<101x523xi8, #s>
    }
    affine.for %j = 0 to 1029 {
      %v = func.call @value(%i, %j) : (index, index) -> i32
      %v32 = arith.sitofp %v : i32 to f32
      memref.store %v32, %a[%i, %j] : memref<101x1029xf32, #t>
    }
  }
  affine.for %i = 0 to 1029 {
    affine.for %j = 0 to 301 {
      %v = func.call @value(%j, %i) : (index, index) -> i32
      %v32 = arith.sitofp %v : i32 to f32
      memref.store %v32, %b[%i, %j] : memref<1029x301xf32, #t>
    }
  }
  // No padding takes part.
  %nan = arith.constant 0x7FC00000 : f32
  %nan_bf16 = arith.constant 0x7FC0 : bf16
  %most = arith.constant 127 : i8
  tiled_layout.fill_padding ins(%nan : f32) outs(%f : memref<101x523xf32, #t>)
  tiled_layout.fill_padding ins(%nan_bf16 : bf16) outs(%h : memref<101x523xbf16, #b>)
  tiled_layout.fill_padding ins(%most : i8) outs(%s : memref<101x523xi8, #s>)
  tiled_layout.fill_padding ins(%nan : f32) outs(%a : memref<101x1029xf32, #t>)
  tiled_layout.fill_padding ins(%nan : f32) outs(%b : memref<1029x301xf32, #t>)

  %maxima = memref.alloc() : memref<101xf32>
  %sums = memref.alloc() : memref<101xf32>
  %bytes = memref.alloc() : memref<101xi8>
  %dynamic = memref.cast %f : memref<101x523xf32, #t> to memref<?x?xf32, #t>
  %dynamic_maxima = memref.alloc() : memref<101xf32>
  %dynamic_sums = memref.alloc() : memref<101xf32>
  %dm = memref.cast %dynamic_maxima : memref<101xf32> to memref<?xf32>
  %ds = memref.cast %dynamic_sums : memref<101xf32> to memref<?xf32>
  linalg.fill ins(%lowest_f32 : f32) outs(%dynamic_maxima : memref<101xf32>)
  linalg.fill ins(%zero_f32 : f32) outs(%dynamic_sums : memref<101xf32>)
  call @dynamic_maxima(%dynamic, %dm) : (memref<?x?xf32, #t>, memref<?xf32>) -> ()
  call @dynamic_sums(%dynamic, %ds) : (memref<?x?xf32, #t>, memref<?xf32>) -> ()
  linalg.fill ins(%lowest_f32 : f32) outs(%maxima : memref<101xf32>)
  linalg.fill ins(%zero_f32 : f32) outs(%sums : memref<101xf32>)
  linalg.fill ins(%lowest_i8 : i8) outs(%bytes : memref<101xi8>)
  linalg.fill ins(%zero_f32 : f32) outs(%c : memref<101x301xf32, #t>)
  call @maxima(%f, %maxima) : (memref<101x523xf32, #t>, memref<101xf32>) -> ()
  call @widened(%h, %sums) : (memref<101x523xbf16, #b>, memref<101xf32>) -> ()
  call @bytes(%s, %bytes) : (memref<101x523xi8, #s>, memref<101xi8>) -> ()
  call @product(%a, %b, %c) : (memref<101x1029xf32, #t>, memref<1029x301xf32, #t>, memref<101x301xf32, #t>) -> ()
  affine.for %i = 0 to 101 {
    %max, %sum = affine.for %j = 0 to 523 iter_args(%m = %lowest, %n = %zero) -> (i32, i32) {
      %v = func.call @value(%i, %j) : (index, index) -> i32
      %next = arith.maxsi %m, %v : i32
      %more = arith.addi %n, %v : i32
      affine.yield %next, %more : i32, i32
    }
    %got_max = memref.load %maxima[%i] : memref<101xf32>
    %got_sum = memref.load %sums[%i] : memref<101xf32>
    %got_byte = memref.load %bytes[%i] : memref<101xi8>
    %got_dynamic_max = memref.load %dynamic_maxima[%i] : memref<101xf32>
    %got_dynamic_sum = memref.load %dynamic_sums[%i] : memref<101xf32>
    %dynamic_max32 = arith.fptosi %got_dynamic_max : f32 to i32
    %dynamic_sum32 = arith.fptosi %got_dynamic_sum : f32 to i32
    func.call @count(%max, %dynamic_max32, %wrong, %c4) : (i32, i32, memref<6xi32>, index) -> ()
    func.call @count(%sum, %dynamic_sum32, %wrong, %c5) : (i32, i32, memref<6xi32>, index) -> ()
    %max32 = arith.fptosi %got_max : f32 to i32
    %sum32 = arith.fptosi %got_sum : f32 to i32
    %byte32 = arith.extsi %got_byte : i8 to i32
    func.call @count(%max, %max32, %wrong, %c0) : (i32, i32, memref<6xi32>, index) -> ()
    func.call @count(%sum, %sum32, %wrong, %c1) : (i32, i32, memref<6xi32>, index) -> ()
    func.call @count(%max, %byte32, %wrong, %c2) : (i32, i32, memref<6xi32>, index) -> ()
    affine.for %j = 0 to 301 {
      %product = affine.for %k = 0 to 1029 iter_args(%n = %zero) -> (i32) {
        %x = func.call @value(%i, %k) : (index, index) -> i32
        %y = func.call @value(%j, %k) : (index, index) -> i32
        %xy = arith.muli %x, %y : i32
        %more = arith.addi %n, %xy : i32
        affine.yield %more : i32
      }
      %got = memref.load %c[%i, %j] : memref<101x301xf32, #t>
      %got32 = arith.fptosi %got : f32 to i32
      func.call @count(%product, %got32, %wrong, %c3) : (i32, i32, memref<6xi32>, index) -> ()
    }
  }
  %w = memref.cast %wrong : memref<6xi32> to memref<*xi32>
  call @printMemrefI32(%w) : (memref<*xi32>) -> ()
  return
}
