// Does padding keep what it holds where an operation becomes a relayout of its result, or of a
// buffer with it? All elements are 1 and all padding is 5 before and after.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=host | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN

#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>
#stack = #tiled_layout.layout<{1,2,0:T(8,128)(4,1)}>
#columns = #tiled_layout.layout<{0,1:T(8,128)(4,1)}>

func.func private @printI64(i64)
func.func private @printNewline()

func.func private @print_bytes(%flat: memref<7168xi8>) {
  %zero = arith.constant 0 : i64
  %sum = affine.for %i = 0 to 7168 iter_args(%old = %zero) -> i64 {
    %x = affine.load %flat[%i] : memref<7168xi8>
    %wide = arith.extui %x : i8 to i64
    %new = arith.addi %old, %wide : i64
    affine.yield %new : i64
  }
  call @printI64(%sum) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}

// 50x100 in 56x128: 5000 + 5 * 2168.
// PLAN-LABEL: func.func @transpose(
// PLAN: tiled_layout.relayout
// CHECK: 15840
func.func @transpose(%one: i8, %five: i8) {
  %a = memref.alloc() : memref<100x50xi8, #bytes>
  %b = memref.alloc() : memref<50x100xi8, #bytes>
  linalg.fill ins(%one : i8) outs(%a : memref<100x50xi8, #bytes>)
  tiled_layout.fill_padding ins(%five : i8) outs(%b : memref<50x100xi8, #bytes>)
  linalg.transpose ins(%a : memref<100x50xi8, #bytes>) outs(%b : memref<50x100xi8, #bytes>) permutation = [1, 0]
  %flat = tiled_layout.to_physical %b : memref<50x100xi8, #bytes> to memref<7168xi8>
  call @print_bytes(%flat) : (memref<7168xi8>) -> ()
  return
}

// From columns of a row-major array.
// PLAN-LABEL: func.func @from_rows(
// PLAN: tiled_layout.relayout
// CHECK: 15840
func.func @from_rows(%one: i8, %five: i8) {
  %a = memref.alloc() : memref<100x50xi8>
  %b = memref.alloc() : memref<50x100xi8, #bytes>
  linalg.fill ins(%one : i8) outs(%a : memref<100x50xi8>)
  tiled_layout.fill_padding ins(%five : i8) outs(%b : memref<50x100xi8, #bytes>)
  linalg.transpose ins(%a : memref<100x50xi8>) outs(%b : memref<50x100xi8, #bytes>) permutation = [1, 0]
  %flat = tiled_layout.to_physical %b : memref<50x100xi8, #bytes> to memref<7168xi8>
  call @print_bytes(%flat) : (memref<7168xi8>) -> ()
  return
}

// 50x100 with its columns minor, in 104x128: 5000 + 5 * 8312. The sums go through a buffer.
// PLAN-LABEL: func.func @sums(
// PLAN: memref.alloc() {{.*}}: memref<50x100xi8, #tiled_layout.layout<{1,0}>>
// PLAN: linalg.batch_matvec
// PLAN: tiled_layout.relayout
// CHECK: 46560
func.func @sums(%one: i8, %five: i8) {
  %zero = arith.constant 0 : i8
  %a = memref.alloc() : memref<50x100x64xi8, #stack>
  %x = memref.alloc() : memref<50x64xi8, #columns>
  %b = memref.alloc() : memref<50x100xi8, #columns>
  linalg.fill ins(%zero : i8) outs(%a : memref<50x100x64xi8, #stack>)
  linalg.fill ins(%one : i8) outs(%x : memref<50x64xi8, #columns>)
  linalg.fill ins(%one : i8) outs(%b : memref<50x100xi8, #columns>)
  tiled_layout.fill_padding ins(%five : i8) outs(%b : memref<50x100xi8, #columns>)
  linalg.batch_matvec ins(%a, %x : memref<50x100x64xi8, #stack>, memref<50x64xi8, #columns>) outs(%b : memref<50x100xi8, #columns>)
  %flat = tiled_layout.to_physical %b : memref<50x100xi8, #columns> to memref<13312xi8>
  %none = arith.constant 0 : i64
  %sum = affine.for %i = 0 to 13312 iter_args(%old = %none) -> i64 {
    %y = affine.load %flat[%i] : memref<13312xi8>
    %wide = arith.extui %y : i8 to i64
    %new = arith.addi %old, %wide : i64
    affine.yield %new : i64
  }
  func.call @printI64(%sum) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}

func.func @main() {
  %one = arith.constant 1 : i8
  %five = arith.constant 5 : i8
  call @transpose(%one, %five) : (i8, i8) -> ()
  call @from_rows(%one, %five) : (i8, i8) -> ()
  call @sums(%one, %five) : (i8, i8) -> ()
  return
}
