// Are insertions right that begin at any row and column, which are known at run time only? Vectors go to tiles of their
// own, the ends of rows under masks. Rows that share words are written one by one: what lies beside them stays. Elements
// of the result that are wrong are counted, for all beginnings of slices of 3x150 in 9x300, and for each row.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64-v3 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=x86-64 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-bufferize --tiled-layout-plan-structured | FileCheck %s --check-prefix=VECTORS
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-bufferize --tiled-layout-plan-structured | FileCheck %s --check-prefix=ELEMENTS

#words = #tiled_layout.layout<{1,0:T(8,128)}>
#halves = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
#bytes = #tiled_layout.layout<{1,0:T(8,128)(4,1)}>

// AVX2 has masks for elements of 32 bits and more.
// VECTORS-LABEL: func.func private @words(
// VECTORS: vector.transfer_write {{.*}} vector<16xi32>
// ELEMENTS-LABEL: func.func private @words(
// ELEMENTS: vector.transfer_write {{.*}} vector<8xi32>
func.func private @words(%s: tensor<3x150xi32, #words>, %t: tensor<9x300xi32, #words>, %i: index, %j: index) -> tensor<9x300xi32, #words> attributes {no_inline} {
  %r = tensor.insert_slice %s into %t[%i, %j] [3, 150] [1, 1] : tensor<3x150xi32, #words> into tensor<9x300xi32, #words>
  return %r : tensor<9x300xi32, #words>
}

// VECTORS-LABEL: func.func private @halves(
// VECTORS: vector.transfer_write {{.*}} vector<32xi16>
// ELEMENTS-LABEL: func.func private @halves(
// ELEMENTS-NOT: vector.transfer_write
// ELEMENTS: memref.store
func.func private @halves(%s: tensor<3x150xi16, #halves>, %t: tensor<9x300xi16, #halves>, %i: index, %j: index) -> tensor<9x300xi16, #halves> attributes {no_inline} {
  %r = tensor.insert_slice %s into %t[%i, %j] [3, 150] [1, 1] : tensor<3x150xi16, #halves> into tensor<9x300xi16, #halves>
  return %r : tensor<9x300xi16, #halves>
}

// VECTORS-LABEL: func.func private @bytes(
// VECTORS: vector.transfer_write {{.*}} vector<64xi8>
// ELEMENTS-LABEL: func.func private @bytes(
// ELEMENTS-NOT: vector.transfer_write
// ELEMENTS: memref.store
func.func private @bytes(%s: tensor<3x150xi8, #bytes>, %t: tensor<9x300xi8, #bytes>, %i: index, %j: index) -> tensor<9x300xi8, #bytes> attributes {no_inline} {
  %r = tensor.insert_slice %s into %t[%i, %j] [3, 150] [1, 1] : tensor<3x150xi8, #bytes> into tensor<9x300xi8, #bytes>
  return %r : tensor<9x300xi8, #bytes>
}

// A row is a view of the array. Its successor is computed there.
// VECTORS-LABEL: func.func private @row_of_halves(
// VECTORS: linalg.copy {{.*}} vector = d1 x 32, masked
// ELEMENTS-LABEL: func.func private @row_of_halves(
// ELEMENTS: memref.copy
func.func private @row_of_halves(%s: tensor<1x300xi16, #halves>, %t: tensor<9x300xi16, #halves>, %i: index) -> tensor<9x300xi16, #halves> attributes {no_inline} {
  %r = tensor.insert_slice %s into %t[%i, 0] [1, 300] [1, 1] : tensor<1x300xi16, #halves> into tensor<9x300xi16, #halves>
  return %r : tensor<9x300xi16, #halves>
}

// VECTORS-LABEL: func.func private @successor_of_halves(
// VECTORS: linalg.generic {{.*}} vector = d1 x 32, masked
func.func private @successor_of_halves(%t: tensor<9x300xi16, #halves>, %i: index, %o: i16) -> tensor<9x300xi16, #halves> attributes {no_inline} {
  %s = tensor.extract_slice %t[%i, 0] [1, 300] [1, 1] : tensor<9x300xi16, #halves> to tensor<1x300xi16, #halves>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    outs(%s : tensor<1x300xi16, #halves>) {
  ^bb0(%x: i16):
    %y = arith.addi %x, %o : i16
    linalg.yield %y : i16
  } -> tensor<1x300xi16, #halves>
  %r = tensor.insert_slice %d into %t[%i, 0] [1, 300] [1, 1] : tensor<1x300xi16, #halves> into tensor<9x300xi16, #halves>
  return %r : tensor<9x300xi16, #halves>
}

// VECTORS-LABEL: func.func private @row_of_bytes(
// VECTORS: linalg.copy {{.*}} vector = d1 x 64, masked
// ELEMENTS-LABEL: func.func private @row_of_bytes(
// ELEMENTS: memref.copy
func.func private @row_of_bytes(%s: tensor<1x300xi8, #bytes>, %t: tensor<9x300xi8, #bytes>, %i: index) -> tensor<9x300xi8, #bytes> attributes {no_inline} {
  %r = tensor.insert_slice %s into %t[%i, 0] [1, 300] [1, 1] : tensor<1x300xi8, #bytes> into tensor<9x300xi8, #bytes>
  return %r : tensor<9x300xi8, #bytes>
}

// VECTORS-LABEL: func.func private @successor_of_bytes(
// VECTORS: linalg.generic {{.*}} vector = d1 x 64, masked
func.func private @successor_of_bytes(%t: tensor<9x300xi8, #bytes>, %i: index, %o: i8) -> tensor<9x300xi8, #bytes> attributes {no_inline} {
  %s = tensor.extract_slice %t[%i, 0] [1, 300] [1, 1] : tensor<9x300xi8, #bytes> to tensor<1x300xi8, #bytes>
  %d = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
    outs(%s : tensor<1x300xi8, #bytes>) {
  ^bb0(%x: i8):
    %y = arith.addi %x, %o : i8
    linalg.yield %y : i8
  } -> tensor<1x300xi8, #bytes>
  %r = tensor.insert_slice %d into %t[%i, 0] [1, 300] [1, 1] : tensor<1x300xi8, #bytes> into tensor<9x300xi8, #bytes>
  return %r : tensor<9x300xi8, #bytes>
}

// Its elements are numbered, from %start on.
func.func private @make_words(%start: index) -> tensor<9x300xi32, #words> attributes {no_inline} {
  %c300 = arith.constant 300 : index
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %c300 : index
    %m = arith.addi %row, %j : index
    %n = arith.addi %m, %start : index
    %v = arith.index_cast %n : index to i32
    tensor.yield %v : i32
  } : tensor<9x300xi32, #words>
  return %t : tensor<9x300xi32, #words>
}

// Counts elements that are not %base + their number, within rows and columns from [%i, %j] on %inside + the number there.
func.func private @count_words(%t: tensor<9x300xi32, #words>, %i: index, %j: index, %rows: index, %columns: index, %inside: index) -> i64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c300 = arith.constant 300 : index
  %none = arith.constant 0 : i64
  %rowEnd = arith.addi %i, %rows : index
  %columnEnd = arith.addi %j, %columns : index
  %all = scf.for %k = %c0 to %c9 step %c1 iter_args(%a = %none) -> i64 {
    %row = scf.for %l = %c0 to %c300 step %c1 iter_args(%b = %a) -> i64 {
      %p0 = arith.cmpi sge, %k, %i : index
      %p1 = arith.cmpi slt, %k, %rowEnd : index
      %p2 = arith.cmpi sge, %l, %j : index
      %p3 = arith.cmpi slt, %l, %columnEnd : index
      %p4 = arith.andi %p0, %p1 : i1
      %p5 = arith.andi %p2, %p3 : i1
      %isIn = arith.andi %p4, %p5 : i1
      %k1 = arith.subi %k, %i : index
      %l1 = arith.subi %l, %j : index
      %k2 = arith.select %isIn, %k1, %k : index
      %l2 = arith.select %isIn, %l1, %l : index
      %start = arith.muli %k2, %c300 : index
      %m = arith.addi %start, %l2 : index
      %more = arith.addi %m, %inside : index
      %n = arith.select %isIn, %more, %m : index
      %want = arith.index_cast %n : index to i32
      %x = tensor.extract %t[%k, %l] : tensor<9x300xi32, #words>
      %differs = arith.cmpi ne, %x, %want : i32
      %one = arith.extui %differs : i1 to i64
      %c = arith.addi %b, %one : i64
      scf.yield %c : i64
    }
    scf.yield %row : i64
  }
  return %all : i64
}

// Its elements are numbered, from %start on.
func.func private @make_halves(%start: index) -> tensor<9x300xi16, #halves> attributes {no_inline} {
  %c300 = arith.constant 300 : index
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %c300 : index
    %m = arith.addi %row, %j : index
    %n = arith.addi %m, %start : index
    %v = arith.index_cast %n : index to i16
    tensor.yield %v : i16
  } : tensor<9x300xi16, #halves>
  return %t : tensor<9x300xi16, #halves>
}

// Counts elements that are not %base + their number, within rows and columns from [%i, %j] on %inside + the number there.
func.func private @count_halves(%t: tensor<9x300xi16, #halves>, %i: index, %j: index, %rows: index, %columns: index, %inside: index) -> i64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c300 = arith.constant 300 : index
  %none = arith.constant 0 : i64
  %rowEnd = arith.addi %i, %rows : index
  %columnEnd = arith.addi %j, %columns : index
  %all = scf.for %k = %c0 to %c9 step %c1 iter_args(%a = %none) -> i64 {
    %row = scf.for %l = %c0 to %c300 step %c1 iter_args(%b = %a) -> i64 {
      %p0 = arith.cmpi sge, %k, %i : index
      %p1 = arith.cmpi slt, %k, %rowEnd : index
      %p2 = arith.cmpi sge, %l, %j : index
      %p3 = arith.cmpi slt, %l, %columnEnd : index
      %p4 = arith.andi %p0, %p1 : i1
      %p5 = arith.andi %p2, %p3 : i1
      %isIn = arith.andi %p4, %p5 : i1
      %k1 = arith.subi %k, %i : index
      %l1 = arith.subi %l, %j : index
      %k2 = arith.select %isIn, %k1, %k : index
      %l2 = arith.select %isIn, %l1, %l : index
      %start = arith.muli %k2, %c300 : index
      %m = arith.addi %start, %l2 : index
      %more = arith.addi %m, %inside : index
      %n = arith.select %isIn, %more, %m : index
      %want = arith.index_cast %n : index to i16
      %x = tensor.extract %t[%k, %l] : tensor<9x300xi16, #halves>
      %differs = arith.cmpi ne, %x, %want : i16
      %one = arith.extui %differs : i1 to i64
      %c = arith.addi %b, %one : i64
      scf.yield %c : i64
    }
    scf.yield %row : i64
  }
  return %all : i64
}

// Its elements are numbered, from %start on.
func.func private @make_bytes(%start: index) -> tensor<9x300xi8, #bytes> attributes {no_inline} {
  %c300 = arith.constant 300 : index
  %t = tensor.generate {
  ^bb0(%i: index, %j: index):
    %row = arith.muli %i, %c300 : index
    %m = arith.addi %row, %j : index
    %n = arith.addi %m, %start : index
    %v = arith.index_cast %n : index to i8
    tensor.yield %v : i8
  } : tensor<9x300xi8, #bytes>
  return %t : tensor<9x300xi8, #bytes>
}

// Counts elements that are not %base + their number, within rows and columns from [%i, %j] on %inside + the number there.
func.func private @count_bytes(%t: tensor<9x300xi8, #bytes>, %i: index, %j: index, %rows: index, %columns: index, %inside: index) -> i64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c300 = arith.constant 300 : index
  %none = arith.constant 0 : i64
  %rowEnd = arith.addi %i, %rows : index
  %columnEnd = arith.addi %j, %columns : index
  %all = scf.for %k = %c0 to %c9 step %c1 iter_args(%a = %none) -> i64 {
    %row = scf.for %l = %c0 to %c300 step %c1 iter_args(%b = %a) -> i64 {
      %p0 = arith.cmpi sge, %k, %i : index
      %p1 = arith.cmpi slt, %k, %rowEnd : index
      %p2 = arith.cmpi sge, %l, %j : index
      %p3 = arith.cmpi slt, %l, %columnEnd : index
      %p4 = arith.andi %p0, %p1 : i1
      %p5 = arith.andi %p2, %p3 : i1
      %isIn = arith.andi %p4, %p5 : i1
      %k1 = arith.subi %k, %i : index
      %l1 = arith.subi %l, %j : index
      %k2 = arith.select %isIn, %k1, %k : index
      %l2 = arith.select %isIn, %l1, %l : index
      %start = arith.muli %k2, %c300 : index
      %m = arith.addi %start, %l2 : index
      %more = arith.addi %m, %inside : index
      %n = arith.select %isIn, %more, %m : index
      %want = arith.index_cast %n : index to i8
      %x = tensor.extract %t[%k, %l] : tensor<9x300xi8, #bytes>
      %differs = arith.cmpi ne, %x, %want : i8
      %one = arith.extui %differs : i1 to i64
      %c = arith.addi %b, %one : i64
      scf.yield %c : i64
    }
    scf.yield %row : i64
  }
  return %all : i64
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c9 = arith.constant 9 : index
  %c150 = arith.constant 150 : index
  %c151 = arith.constant 151 : index
  %c300 = arith.constant 300 : index
  %c5000 = arith.constant 5001 : index
  %none = arith.constant 0 : i64
  // CHECK: {{^0$}}
  %words = call @make_words(%c0) : (index) -> tensor<9x300xi32, #words>
  %other_words = call @make_words(%c5000) : (index) -> tensor<9x300xi32, #words>
  %slice_words = tensor.extract_slice %other_words[0, 0] [3, 150] [1, 1] : tensor<9x300xi32, #words> to tensor<3x150xi32, #words>
  %wrong_words = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %none) -> i64 {
    %row = scf.for %j = %c0 to %c151 step %c1 iter_args(%b = %a) -> i64 {
      %r = func.call @words(%slice_words, %words, %i, %j) : (tensor<3x150xi32, #words>, tensor<9x300xi32, #words>, index, index) -> tensor<9x300xi32, #words>
      %n = func.call @count_words(%r, %i, %j, %c3, %c150, %c5000) : (tensor<9x300xi32, #words>, index, index, index, index, index) -> i64
      %c = arith.addi %b, %n : i64
      scf.yield %c : i64
    }
    scf.yield %row : i64
  }
  vector.print %wrong_words : i64
  // CHECK: {{^0$}}
  %halves = call @make_halves(%c0) : (index) -> tensor<9x300xi16, #halves>
  %other_halves = call @make_halves(%c5000) : (index) -> tensor<9x300xi16, #halves>
  %slice_halves = tensor.extract_slice %other_halves[0, 0] [3, 150] [1, 1] : tensor<9x300xi16, #halves> to tensor<3x150xi16, #halves>
  %wrong_halves = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %none) -> i64 {
    %row = scf.for %j = %c0 to %c151 step %c1 iter_args(%b = %a) -> i64 {
      %r = func.call @halves(%slice_halves, %halves, %i, %j) : (tensor<3x150xi16, #halves>, tensor<9x300xi16, #halves>, index, index) -> tensor<9x300xi16, #halves>
      %n = func.call @count_halves(%r, %i, %j, %c3, %c150, %c5000) : (tensor<9x300xi16, #halves>, index, index, index, index, index) -> i64
      %c = arith.addi %b, %n : i64
      scf.yield %c : i64
    }
    scf.yield %row : i64
  }
  vector.print %wrong_halves : i64
  // CHECK: {{^0$}}
  %bytes = call @make_bytes(%c0) : (index) -> tensor<9x300xi8, #bytes>
  %other_bytes = call @make_bytes(%c5000) : (index) -> tensor<9x300xi8, #bytes>
  %slice_bytes = tensor.extract_slice %other_bytes[0, 0] [3, 150] [1, 1] : tensor<9x300xi8, #bytes> to tensor<3x150xi8, #bytes>
  %wrong_bytes = scf.for %i = %c0 to %c7 step %c1 iter_args(%a = %none) -> i64 {
    %row = scf.for %j = %c0 to %c151 step %c1 iter_args(%b = %a) -> i64 {
      %r = func.call @bytes(%slice_bytes, %bytes, %i, %j) : (tensor<3x150xi8, #bytes>, tensor<9x300xi8, #bytes>, index, index) -> tensor<9x300xi8, #bytes>
      %n = func.call @count_bytes(%r, %i, %j, %c3, %c150, %c5000) : (tensor<9x300xi8, #bytes>, index, index, index, index, index) -> i64
      %c = arith.addi %b, %n : i64
      scf.yield %c : i64
    }
    scf.yield %row : i64
  }
  vector.print %wrong_bytes : i64
  // CHECK: {{^0$}}
  %row_halves = tensor.extract_slice %other_halves[0, 0] [1, 300] [1, 1] : tensor<9x300xi16, #halves> to tensor<1x300xi16, #halves>
  %one_halves = arith.constant 1 : i16
  %rows_halves = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %none) -> i64 {
    %r = func.call @row_of_halves(%row_halves, %halves, %i) : (tensor<1x300xi16, #halves>, tensor<9x300xi16, #halves>, index) -> tensor<9x300xi16, #halves>
    %n = func.call @count_halves(%r, %i, %c0, %c1, %c300, %c5000) : (tensor<9x300xi16, #halves>, index, index, index, index, index) -> i64
    %s = func.call @successor_of_halves(%halves, %i, %one_halves) : (tensor<9x300xi16, #halves>, index, i16) -> tensor<9x300xi16, #halves>
    %row = arith.muli %i, %c300 : index
    %inside = arith.addi %row, %c1 : index
    %m = func.call @count_halves(%s, %i, %c0, %c1, %c300, %inside) : (tensor<9x300xi16, #halves>, index, index, index, index, index) -> i64
    %both = arith.addi %n, %m : i64
    %c = arith.addi %a, %both : i64
    scf.yield %c : i64
  }
  vector.print %rows_halves : i64
  // CHECK: {{^0$}}
  %row_bytes = tensor.extract_slice %other_bytes[0, 0] [1, 300] [1, 1] : tensor<9x300xi8, #bytes> to tensor<1x300xi8, #bytes>
  %one_bytes = arith.constant 1 : i8
  %rows_bytes = scf.for %i = %c0 to %c9 step %c1 iter_args(%a = %none) -> i64 {
    %r = func.call @row_of_bytes(%row_bytes, %bytes, %i) : (tensor<1x300xi8, #bytes>, tensor<9x300xi8, #bytes>, index) -> tensor<9x300xi8, #bytes>
    %n = func.call @count_bytes(%r, %i, %c0, %c1, %c300, %c5000) : (tensor<9x300xi8, #bytes>, index, index, index, index, index) -> i64
    %s = func.call @successor_of_bytes(%bytes, %i, %one_bytes) : (tensor<9x300xi8, #bytes>, index, i8) -> tensor<9x300xi8, #bytes>
    %row = arith.muli %i, %c300 : index
    %inside = arith.addi %row, %c1 : index
    %m = func.call @count_bytes(%s, %i, %c0, %c1, %c300, %inside) : (tensor<9x300xi8, #bytes>, index, index, index, index, index) -> i64
    %both = arith.addi %n, %m : i64
    %c = arith.addi %a, %both : i64
    scf.yield %c : i64
  }
  vector.print %rows_bytes : i64
  return
}
