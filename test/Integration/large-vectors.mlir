// Are vectors of hundreds of elements moved right: across tiles, transposed, broadcast, beyond
// the array's end and with masks? They are moved in parts, since LLVM takes a
// minute for the 2400 lanes of @across in one.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s --check-prefix=PARTS

// The largest divisors of the extents with at most 256 lanes.
// PARTS-LABEL: func.func private @across(
// PARTS: vector.insert_strided_slice {{.*}} : vector<2x100xf32> into vector<24x100xf32>

// With masks, at most 64 lanes, and a mask that is created is not cut.
// PARTS-LABEL: func.func private @masked(
// PARTS-NOT:   vector.extract_strided_slice {{.*}}xi1>
// PARTS:       vector.create_mask %{{.*}}, %{{.*}} : vector<1x50xi1>
// PARTS:       vector.insert_strided_slice {{.*}} : vector<1x50xf32> into vector<24x100xf32>
// PARTS-LABEL: func.func private @masked_transposed(
// PARTS:       vector.extract_strided_slice {{.*}}offsets = [50, 1], sizes = [50, 1]{{.*}} : vector<100x24xi1> to vector<50x1xi1>
// PARTS-LABEL: func.func private @masked_load(
// PARTS:       vector.insert_strided_slice {{.*}} : vector<1x50xf32> into vector<24x100xf32>

#t = #tiled_layout.layout<{1,0:T(8,128)}>

func.func private @across(%a: memref<40x300xf32, #t>, %b: memref<300x40xf32, #t>, %i: index, %j: index) attributes {no_inline} {
  %zero = arith.constant 0.0 : f32
  %v = vector.transfer_read %a[%i, %j], %zero {in_bounds = [true, true]} : memref<40x300xf32, #t>, vector<24x100xf32>
  %w = arith.addf %v, %v : vector<24x100xf32>
  vector.transfer_write %w, %b[%j, %i] {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<24x100xf32>, memref<300x40xf32, #t>
  return
}

// Rows 38 and 39 and columns 280 to 299 are left.
func.func private @beyond(%a: memref<40x300xf32, #t>, %b: memref<40x300xf32, #t>, %i: index, %j: index) attributes {no_inline} {
  %one = arith.constant 1.0 : f32
  %v = vector.transfer_read %a[%i, %j], %one : memref<40x300xf32, #t>, vector<12x30xf32>
  vector.transfer_write %v, %b[%i, %j] : vector<12x30xf32>, memref<40x300xf32, #t>
  %last = vector.extract %v[1, 19] : f32 from vector<12x30xf32>
  vector.print %last : f32
  %padding = vector.extract %v[1, 20] : f32 from vector<12x30xf32>
  vector.print %padding : f32
  return
}

// One row in each of 12, and a mask of 10 rows of 25.
func.func private @rows(%a: memref<40x300xf32, #t>, %b: memref<40x300xf32, #t>, %i: index, %j: index) attributes {no_inline} {
  %zero = arith.constant 0.0 : f32
  %c10 = arith.constant 10 : index
  %c25 = arith.constant 25 : index
  %v = vector.transfer_read %a[%i, %j], %zero {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (0, d1)>} : memref<40x300xf32, #t>, vector<12x30xf32>
  %mask = vector.create_mask %c10, %c25 : vector<12x30xi1>
  vector.transfer_write %v, %b[%i, %j], %mask {in_bounds = [true, true]} : vector<12x30xf32>, memref<40x300xf32, #t>
  return
}

// Lanes that are off are 1.
func.func private @masked(%a: memref<40x300xf32, #t>, %b: memref<40x300xf32, #t>, %i: index, %j: index, %m: index, %n: index) attributes {no_inline} {
  %one = arith.constant 1.0 : f32
  %mask = vector.create_mask %m, %n : vector<24x100xi1>
  %v = vector.transfer_read %a[%i, %j], %one, %mask {in_bounds = [true, true]} : memref<40x300xf32, #t>, vector<24x100xf32>
  vector.transfer_write %v, %b[%i, %j] {in_bounds = [true, true]} : vector<24x100xf32>, memref<40x300xf32, #t>
  return
}

// Multiples of three are stored. The mask lies as the array.
func.func private @masked_transposed(%a: memref<40x300xf32, #t>, %b: memref<300x40xf32, #t>, %i: index, %j: index) attributes {no_inline} {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant dense<3.0> : vector<24x100xf32>
  %zeros = arith.constant dense<0.0> : vector<24x100xf32>
  %v = vector.transfer_read %a[%i, %j], %zero {in_bounds = [true, true]} : memref<40x300xf32, #t>, vector<24x100xf32>
  %left = arith.remf %v, %three : vector<24x100xf32>
  %multiple = arith.cmpf oeq, %left, %zeros : vector<24x100xf32>
  %mask = vector.transpose %multiple, [1, 0] : vector<24x100xi1> to vector<100x24xi1>
  vector.transfer_write %v, %b[%j, %i], %mask {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<24x100xf32>, memref<300x40xf32, #t>
  return
}

// Lanes that are off are 5, and stored where the other mask is on.
func.func private @masked_load(%a: memref<40x300xf32, #t>, %b: memref<40x300xf32, #t>, %i: index, %j: index, %m: index, %n: index) attributes {no_inline} {
  %fives = arith.constant dense<5.0> : vector<24x100xf32>
  %mask = vector.create_mask %m, %n : vector<24x100xi1>
  %less = vector.create_mask %n, %m : vector<24x100xi1>
  %v = vector.maskedload %a[%i, %j], %mask, %fives : memref<40x300xf32, #t>, vector<24x100xi1>, vector<24x100xf32> into vector<24x100xf32>
  vector.maskedstore %b[%i, %j], %less, %v : memref<40x300xf32, #t>, vector<24x100xi1>, vector<24x100xf32>
  return
}

/// The sum of (1000 * i + j) * x[i, j], exact in f64.
func.func private @print_sum(%x: memref<?x?xf32, #t>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1000 = arith.constant 1000 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf32, #t>
  %n = memref.dim %x, %c1 : memref<?x?xf32, #t>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%s = %zero) -> (f64) {
    %t = scf.for %j = %c0 to %n step %c1 iter_args(%s1 = %s) -> (f64) {
      %e = memref.load %x[%i, %j] : memref<?x?xf32, #t>
      %w0 = arith.muli %i, %c1000 : index
      %w1 = arith.addi %w0, %j : index
      %w2 = arith.index_cast %w1 : index to i64
      %w = arith.sitofp %w2 : i64 to f64
      %d = arith.extf %e : f32 to f64
      %p = arith.mulf %d, %w : f64
      %q = arith.addf %s1, %p : f64
      scf.yield %q : f64
    }
    scf.yield %t : f64
  }
  vector.print %r : f64
  return
}

func.func @main() {
  // CHECK: 1.42459e+11
  // CHECK-NEXT: 572
  // CHECK-NEXT: 1
  // CHECK-NEXT: 8.67405e+08
  // CHECK-NEXT: 1.26724e+09
  // CHECK-NEXT: 1.43204e+09
  // CHECK-NEXT: 1.27066e+11
  // CHECK-NEXT: 1.43744e+09
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c38 = arith.constant 38 : index
  %c77 = arith.constant 77 : index
  %c280 = arith.constant 280 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<40x300xf32, #t>
  %b = memref.alloc() : memref<40x300xf32, #t>
  %c = memref.alloc() : memref<300x40xf32, #t>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%a : memref<40x300xf32, #t>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %i7 = arith.muli %i, %c7 : index
    %s = arith.addi %i7, %j : index
    %s1 = arith.index_cast %s : index to i32
    %x = arith.sitofp %s1 : i32 to f32
    linalg.yield %x : f32
  }
  linalg.fill ins(%zero : f32) outs(%b : memref<40x300xf32, #t>)
  linalg.fill ins(%zero : f32) outs(%c : memref<300x40xf32, #t>)
  %dynamic_b = memref.cast %b : memref<40x300xf32, #t> to memref<?x?xf32, #t>
  %dynamic_c = memref.cast %c : memref<300x40xf32, #t> to memref<?x?xf32, #t>
  call @across(%a, %c, %c3, %c77) : (memref<40x300xf32, #t>, memref<300x40xf32, #t>, index, index) -> ()
  call @print_sum(%dynamic_c) : (memref<?x?xf32, #t>) -> ()
  call @beyond(%a, %b, %c38, %c280) : (memref<40x300xf32, #t>, memref<40x300xf32, #t>, index, index) -> ()
  call @print_sum(%dynamic_b) : (memref<?x?xf32, #t>) -> ()
  call @rows(%a, %b, %c7, %c77) : (memref<40x300xf32, #t>, memref<40x300xf32, #t>, index, index) -> ()
  call @print_sum(%dynamic_b) : (memref<?x?xf32, #t>) -> ()
  call @masked(%a, %b, %c3, %c77, %c7, %c77) : (memref<40x300xf32, #t>, memref<40x300xf32, #t>, index, index, index, index) -> ()
  call @print_sum(%dynamic_b) : (memref<?x?xf32, #t>) -> ()
  call @masked_transposed(%a, %c, %c7, %c77) : (memref<40x300xf32, #t>, memref<300x40xf32, #t>, index, index) -> ()
  call @print_sum(%dynamic_c) : (memref<?x?xf32, #t>) -> ()
  call @masked_load(%a, %b, %c7, %c77, %c3, %c38) : (memref<40x300xf32, #t>, memref<40x300xf32, #t>, index, index, index, index) -> ()
  call @print_sum(%dynamic_b) : (memref<?x?xf32, #t>) -> ()
  return
}
