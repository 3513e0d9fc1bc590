// A kernel in blocks, as Triton's for processors emits it: each program takes a block of
// rows, masks what is out of bounds, and keeps sums in vectors. Memory with layouts is read
// and written by masked transfers.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#a = #tiled_layout.layout<{1,0:T(8,128)}>
!A = memref<?x?xf32, #a>
func.func private @kernel(%x: !A, %y: !A, %m: index, %n: index, %program: index) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %sums = arith.constant dense<0.0> : vector<4xf32>
  %row = arith.muli %program, %c4 : index
  %rows = arith.subi %m, %row : index
  %total = scf.for %k = %c0 to %n step %c16 iter_args(%s = %sums) -> vector<4xf32> {
    %columns = arith.subi %n, %k : index
    %mask = vector.create_mask %rows, %columns : vector<4x16xi1>
    %b = vector.transfer_read %x[%row, %k], %zero, %mask : !A, vector<4x16xf32>
    %square = arith.mulf %b, %b : vector<4x16xf32>
    %t = vector.multi_reduction <add>, %square, %s [1] : vector<4x16xf32> to vector<4xf32>
    scf.yield %t : vector<4xf32>
  }
  %epsilon = arith.constant dense<0.5> : vector<4xf32>
  %shifted = arith.addf %total, %epsilon : vector<4xf32>
  %inverse = math.rsqrt %shifted : vector<4xf32>
  scf.for %k = %c0 to %n step %c16 {
    %columns = arith.subi %n, %k : index
    %mask = vector.create_mask %rows, %columns : vector<4x16xi1>
    %b = vector.transfer_read %x[%row, %k], %zero, %mask : !A, vector<4x16xf32>
    %wide = vector.broadcast %inverse : vector<4xf32> to vector<16x4xf32>
    %factors = vector.transpose %wide, [1, 0] : vector<16x4xf32> to vector<4x16xf32>
    %r = arith.mulf %b, %factors : vector<4x16xf32>
    vector.transfer_write %r, %y[%row, %k], %mask : vector<4x16xf32>, !A
  }
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.constant 10 : index
  %n = arith.constant 150 : index
  %programs = arith.constant 3 : index
  %x0 = call @data2(%c1, %m, %n) : (index, index, index) -> tensor<?x?xf32>
  %p = bufferization.to_buffer %x0 : tensor<?x?xf32> to memref<?x?xf32>
  %x = memref.alloc(%m, %n) : !A
  %y = memref.alloc(%m, %n) : !A
  tiled_layout.relayout ins(%p : memref<?x?xf32>) outs(%x : !A)
  scf.for %i = %c0 to %programs step %c1 {
    func.call @kernel(%x, %y, %m, %n, %i) : (!A, !A, index, index, index) -> ()
  }
  %q = memref.alloc(%m, %n) : memref<?x?xf32>
  tiled_layout.relayout ins(%y : !A) outs(%q : memref<?x?xf32>)
  %u = memref.cast %q : memref<?x?xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}
