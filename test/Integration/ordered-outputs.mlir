// Are results right that are computed in a buffer in the order of the inputs?
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-plan-structured | FileCheck %s --check-prefix=PLAN

// PLAN-COUNT-2: relayout
// PLAN: return
// PLAN-COUNT-2: relayout
// PLAN: return

// The results that differ:
// CHECK: [0, 0]

#floats = #tiled_layout.layout<{1,2,0:T(8,128)}>
#bytes = #tiled_layout.layout<{1,2,0:T(8,128)(4,1)}>
#columns = #tiled_layout.layout<{0,1:T(8,128)}>
#words = #tiled_layout.layout<{0,1:T(8,128)(4,1)}>
#number = affine_map<(i, j, k) -> ((i * 3 + j * 5 + k * 7) mod 11)>
module attributes {tiled_layout.target = #tiled_layout.target<generic, vector-bits = 512, vector-registers = 32, masked-bits = 8>} {
  func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
  func.func private @floats(%a: memref<11x133x37xf32, #floats>, %x: memref<11x37xf32, #columns>, %y: memref<11x133xf32, #columns>) attributes {no_inline} {
    linalg.batch_matvec ins(%a, %x : memref<11x133x37xf32, #floats>, memref<11x37xf32, #columns>) outs(%y : memref<11x133xf32, #columns>)
    return
  }
  func.func private @bytes(%a: memref<11x133x37xi8, #bytes>, %x: memref<11x37xi8, #words>, %y: memref<11x133xi32, #columns>) attributes {no_inline} {
    linalg.batch_matvec ins(%a, %x : memref<11x133x37xi8, #bytes>, memref<11x37xi8, #words>) outs(%y : memref<11x133xi32, #columns>)
    return
  }
  func.func @main() {
    %a = memref.alloc() : memref<11x133x37xf32, #floats>
    %x = memref.alloc() : memref<11x37xf32, #columns>
    %y = memref.alloc() : memref<11x133xf32, #columns>
    %b = memref.alloc() : memref<11x133x37xi8, #bytes>
    %u = memref.alloc() : memref<11x37xi8, #words>
    %v = memref.alloc() : memref<11x133xi32, #columns>
    %sums = memref.alloc() : memref<11x133xi32>
    %wrong = memref.alloc() : memref<2xi32>
    %zero = arith.constant 0 : i32
    affine.store %zero, %wrong[0] : memref<2xi32>
    affine.store %zero, %wrong[1] : memref<2xi32>
    affine.for %i = 0 to 11 {
      affine.for %k = 0 to 37 {
        %n = affine.apply #number(%i, %k, %k)
        %w = arith.index_cast %n : index to i32
        %f = arith.sitofp %w : i32 to f32
        %t = arith.trunci %w : i32 to i8
        affine.store %f, %x[%i, %k] : memref<11x37xf32, #columns>
        affine.store %t, %u[%i, %k] : memref<11x37xi8, #words>
      }
      affine.for %j = 0 to 133 {
        // What the results are before: i + 1.
        %start = affine.apply affine_map<(i) -> (i + 1)>(%i)
        %s = arith.index_cast %start : index to i32
        %g = arith.sitofp %s : i32 to f32
        affine.store %g, %y[%i, %j] : memref<11x133xf32, #columns>
        affine.store %s, %v[%i, %j] : memref<11x133xi32, #columns>
        %sum = affine.for %k = 0 to 37 iter_args(%before = %s) -> i32 {
          %n = affine.apply #number(%i, %j, %k)
          %w = arith.index_cast %n : index to i32
          %f = arith.sitofp %w : i32 to f32
          %t = arith.trunci %w : i32 to i8
          affine.store %f, %a[%i, %j, %k] : memref<11x133x37xf32, #floats>
          affine.store %t, %b[%i, %j, %k] : memref<11x133x37xi8, #bytes>
          %m = affine.apply #number(%i, %k, %k)
          %z = arith.index_cast %m : index to i32
          %p = arith.muli %w, %z : i32
          %q = arith.addi %before, %p : i32
          affine.yield %q : i32
        }
        affine.store %sum, %sums[%i, %j] : memref<11x133xi32>
      }
    }
    call @floats(%a, %x, %y) : (memref<11x133x37xf32, #floats>, memref<11x37xf32, #columns>, memref<11x133xf32, #columns>) -> ()
    call @bytes(%b, %u, %v) : (memref<11x133x37xi8, #bytes>, memref<11x37xi8, #words>, memref<11x133xi32, #columns>) -> ()
    affine.for %i = 0 to 11 {
      affine.for %j = 0 to 133 {
        %sum = affine.load %sums[%i, %j] : memref<11x133xi32>
        %f = affine.load %y[%i, %j] : memref<11x133xf32, #columns>
        %float = arith.fptosi %f : f32 to i32
        %byte = affine.load %v[%i, %j] : memref<11x133xi32, #columns>
        %d = arith.cmpi ne, %float, %sum : i32
        %e = arith.cmpi ne, %byte, %sum : i32
        %c0 = arith.extui %d : i1 to i32
        %c1 = arith.extui %e : i1 to i32
        %w0 = affine.load %wrong[0] : memref<2xi32>
        %w1 = affine.load %wrong[1] : memref<2xi32>
        %n0 = arith.addi %w0, %c0 : i32
        %n1 = arith.addi %w1, %c1 : i32
        affine.store %n0, %wrong[0] : memref<2xi32>
        affine.store %n1, %wrong[1] : memref<2xi32>
      }
    }
    %all = memref.cast %wrong : memref<2xi32> to memref<*xi32>
    call @printMemrefI32(%all) : (memref<*xi32>) -> ()
    return
  }
}
