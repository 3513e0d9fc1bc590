// Loops that the program wrote itself, over tiled arrays: elementwise, a
// stencil, sums and a gather. @main returns a checksum.

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#packed = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

func.func @fill(%a: memref<40x300xi32, #t>, %b: memref<40x300xi16, #packed>, %c: memref<40x300xi8, #bytes>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 300 {
      %0 = affine.apply affine_map<(d0, d1) -> (d0 * 31 + d1 * 7)>(%i, %j)
      %1 = arith.index_cast %0 : index to i32
      affine.store %1, %a[%i, %j] : memref<40x300xi32, #t>
      %2 = arith.trunci %1 : i32 to i16
      affine.store %2, %b[%i, %j] : memref<40x300xi16, #packed>
      %3 = arith.trunci %1 : i32 to i8
      affine.store %3, %c[%i, %j] : memref<40x300xi8, #bytes>
    }
  }
  return
}

func.func @mix(%a: memref<40x300xi32, #t>, %b: memref<40x300xi16, #packed>, %c: memref<40x300xi8, #bytes>, %d: memref<40x300xi32, #t>) {
  affine.for %i = 0 to 40 {
    affine.for %j = 0 to 300 {
      %0 = affine.load %a[%i, %j] : memref<40x300xi32, #t>
      %1 = affine.load %b[%i, %j] : memref<40x300xi16, #packed>
      %2 = affine.load %c[%i, %j] : memref<40x300xi8, #bytes>
      %3 = arith.extsi %1 : i16 to i32
      %4 = arith.extsi %2 : i8 to i32
      %5 = arith.muli %3, %4 : i32
      %6 = arith.addi %0, %5 : i32
      affine.store %6, %d[%i, %j] : memref<40x300xi32, #t>
    }
  }
  return
}

func.func @stencil(%d: memref<40x300xi32, #t>, %e: memref<40x300xi32, #t>) {
  affine.for %i = 1 to 39 {
    affine.for %j = 1 to 299 {
      %0 = affine.load %d[%i - 1, %j] : memref<40x300xi32, #t>
      %1 = affine.load %d[%i + 1, %j] : memref<40x300xi32, #t>
      %2 = affine.load %d[%i, %j - 1] : memref<40x300xi32, #t>
      %3 = affine.load %d[%i, %j + 1] : memref<40x300xi32, #t>
      %4 = arith.addi %0, %1 : i32
      %5 = arith.subi %2, %3 : i32
      %6 = arith.muli %4, %5 : i32
      affine.store %6, %e[%i, %j] : memref<40x300xi32, #t>
    }
  }
  return
}

func.func @sum(%e: memref<40x300xi32, #t>) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = affine.for %i = 1 to 39 iter_args(%s = %zero) -> (i32) {
    %row = affine.for %j = 1 to 299 iter_args(%t = %s) -> (i32) {
      %0 = affine.load %e[%i, %j] : memref<40x300xi32, #t>
      %1 = arith.addi %t, %0 : i32
      affine.yield %1 : i32
    }
    affine.yield %row : i32
  }
  return %sum : i32
}

func.func @gather(%e: memref<40x300xi32, #t>, %a: memref<40x300xi32, #t>, %r: memref<256xi32>) {
  %c38 = arith.constant 38 : i32
  affine.for %k = 0 to 256 {
    %0 = affine.load %a[0, %k] : memref<40x300xi32, #t>
    %1 = arith.remui %0, %c38 : i32
    %2 = arith.index_castui %1 : i32 to index
    %3 = memref.load %e[%2, %k] : memref<40x300xi32, #t>
    affine.store %3, %r[%k] : memref<256xi32>
  }
  return
}

func.func @main() -> i32 {
  %a = memref.alloc() : memref<40x300xi32, #t>
  %b = memref.alloc() : memref<40x300xi16, #packed>
  %c = memref.alloc() : memref<40x300xi8, #bytes>
  %d = memref.alloc() : memref<40x300xi32, #t>
  %e = memref.alloc() : memref<40x300xi32, #t>
  %f = memref.alloc() : memref<40x300xi32>
  %r = memref.alloc() : memref<256xi32>
  func.call @fill(%a, %b, %c) : (memref<40x300xi32, #t>, memref<40x300xi16, #packed>, memref<40x300xi8, #bytes>) -> ()
  func.call @fill(%e, %b, %c) : (memref<40x300xi32, #t>, memref<40x300xi16, #packed>, memref<40x300xi8, #bytes>) -> ()
  func.call @mix(%a, %b, %c, %d) : (memref<40x300xi32, #t>, memref<40x300xi16, #packed>, memref<40x300xi8, #bytes>, memref<40x300xi32, #t>) -> ()
  func.call @stencil(%d, %e) : (memref<40x300xi32, #t>, memref<40x300xi32, #t>) -> ()
  func.call @gather(%e, %a, %r) : (memref<40x300xi32, #t>, memref<40x300xi32, #t>, memref<256xi32>) -> ()
  tiled_layout.relayout ins(%e : memref<40x300xi32, #t>) outs(%f : memref<40x300xi32>)
  %s = func.call @sum(%e) : (memref<40x300xi32, #t>) -> i32
  %zero = arith.constant 0 : i32
  %g = affine.for %k = 0 to 256 iter_args(%t = %s) -> (i32) {
    %0 = affine.load %r[%k] : memref<256xi32>
    %1 = affine.load %f[7, %k] : memref<40x300xi32>
    %2 = arith.xori %0, %1 : i32
    %3 = arith.addi %t, %2 : i32
    affine.yield %3 : i32
  }
  memref.dealloc %a : memref<40x300xi32, #t>
  memref.dealloc %b : memref<40x300xi16, #packed>
  memref.dealloc %c : memref<40x300xi8, #bytes>
  memref.dealloc %d : memref<40x300xi32, #t>
  memref.dealloc %e : memref<40x300xi32, #t>
  memref.dealloc %f : memref<40x300xi32>
  memref.dealloc %r : memref<256xi32>
  return %g : i32
}
