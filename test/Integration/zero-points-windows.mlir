// Are quantized convolutions whose zero points are split off what plain loops compute? Sums wrap
// around. With dot instructions where this machine has them, and without: then plans for them are
// taken out.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline=target-cpu=host | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | FileCheck %s --check-prefix=SPLIT
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=znver5 --tiled-layout-plan-structured | sed -E 's/(, )?tiled_layout.structured_plan = #tiled_layout.structured_plan<[^>]*>(, )?//' | tiled-layout-opt --tiled-layout-to-llvm-pipeline=target-cpu=x86-64 | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

// SPLIT-NOT: linalg.conv

// How many results of the strided and of the dilated convolution differ.
// CHECK: [0, 0]

!A = memref<2x11x13x24xi8, #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>>
!B = memref<3x3x24x20xi8, #tiled_layout.layout<{3,2,1,0:T(8,128)(4,1)}>>
!C = memref<2x5x6x20xi32, #tiled_layout.layout<{3,2,1,0:T(8,128)}>>
!D = memref<2x7x9x20xi32>

func.func private @strided(%a: !A, %b: !B, %za: i32, %zb: i32, %c: !C) attributes {no_inline} {
  linalg.conv_2d_nhwc_hwcf_q {strides = dense<2> : tensor<2xi64>} ins(%a, %b, %za, %zb : !A, !B, i32, i32) outs(%c : !C)
  return
}
// The filter has no zero point.
func.func private @dilated(%a: !A, %b: !B, %za: i32, %d: !D) attributes {no_inline} {
  %zb = arith.constant 0 : i32
  linalg.conv_2d_nhwc_hwcf_q {dilations = dense<2> : tensor<2xi64>} ins(%a, %b, %za, %zb : !A, !B, i32, i32) outs(%d : !D)
  return
}
// How many results are not those of plain loops.
func.func private @check(%a: !A, %b: !B, %za: i32, %zb: i32, %begin: i32, %c: !C, %d: !D) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %wrong = memref.alloca() : memref<2xi32>
  affine.store %zero, %wrong[0] : memref<2xi32>
  affine.store %zero, %wrong[1] : memref<2xi32>
  affine.for %n = 0 to 2 {
    affine.for %h = 0 to 7 {
      affine.for %w = 0 to 9 {
        affine.for %f = 0 to 20 {
          %s, %t = affine.for %i = 0 to 3 iter_args(%s0 = %begin, %t0 = %begin) -> (i32, i32) {
            %s1, %t1 = affine.for %j = 0 to 3 iter_args(%s2 = %s0, %t2 = %t0) -> (i32, i32) {
              %s3, %t3 = affine.for %k = 0 to 24 iter_args(%s4 = %s2, %t4 = %t2) -> (i32, i32) {
                %y = affine.load %b[%i, %j, %k, %f] : !B
                %y32 = arith.extsi %y : i8 to i32
                %x = affine.load %a[%n, %h + %i * 2, %w + %j * 2, %k] : !A
                %x32 = arith.extsi %x : i8 to i32
                %xd = arith.subi %x32, %za : i32
                %p = arith.muli %xd, %y32 : i32
                %t5 = arith.addi %t4, %p : i32
                %s5 = affine.if affine_set<(h, w) : (4 - h >= 0, 5 - w >= 0)>(%h, %w) -> i32 {
                  %u = affine.load %a[%n, %h * 2 + %i, %w * 2 + %j, %k] : !A
                  %u32 = arith.extsi %u : i8 to i32
                  %ud = arith.subi %u32, %za : i32
                  %yd = arith.subi %y32, %zb : i32
                  %q = arith.muli %ud, %yd : i32
                  %r = arith.addi %s4, %q : i32
                  affine.yield %r : i32
                } else {
                  affine.yield %s4 : i32
                }
                affine.yield %s5, %t5 : i32, i32
              }
              affine.yield %s3, %t3 : i32, i32
            }
            affine.yield %s1, %t1 : i32, i32
          }
          %g = affine.load %d[%n, %h, %w, %f] : !D
          %e = arith.cmpi ne, %g, %t : i32
          %e32 = arith.extui %e : i1 to i32
          %o = affine.load %wrong[1] : memref<2xi32>
          %o1 = arith.addi %o, %e32 : i32
          affine.store %o1, %wrong[1] : memref<2xi32>
          affine.if affine_set<(h, w) : (4 - h >= 0, 5 - w >= 0)>(%h, %w) {
            %g2 = affine.load %c[%n, %h, %w, %f] : !C
            %e2 = arith.cmpi ne, %g2, %s : i32
            %e3 = arith.extui %e2 : i1 to i32
            %o2 = affine.load %wrong[0] : memref<2xi32>
            %o3 = arith.addi %o2, %e3 : i32
            affine.store %o3, %wrong[0] : memref<2xi32>
          }
        }
      }
    }
  }
  %r0 = affine.load %wrong[0] : memref<2xi32>
  %r1 = affine.load %wrong[1] : memref<2xi32>
  return %r0, %r1 : i32, i32
}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %a = memref.alloc() : !A
  %b = memref.alloc() : !B
  %c = memref.alloc() : !C
  %d = memref.alloc() : !D
  affine.for %n = 0 to 2 {
    affine.for %h = 0 to 11 {
      affine.for %w = 0 to 13 {
        affine.for %k = 0 to 24 {
          %v = affine.apply affine_map<(n, h, w, k) -> ((n * 101 + h * 71 + w * 37 + k * 53) mod 256)>(%n, %h, %w, %k)
          %x = arith.index_cast %v : index to i8
          affine.store %x, %a[%n, %h, %w, %k] : !A
        }
      }
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      affine.for %k = 0 to 24 {
        affine.for %f = 0 to 20 {
          %v = affine.apply affine_map<(i, j, k, f) -> ((i * 29 + j * 83 + k * 91 + f * 47) mod 256)>(%i, %j, %k, %f)
          %x = arith.index_cast %v : index to i8
          affine.store %x, %b[%i, %j, %k, %f] : !B
        }
      }
    }
  }
  %great = arith.constant 2147480000 : i32
  %za = arith.constant -77 : i32
  %zb = arith.constant 19 : i32
  linalg.fill ins(%great : i32) outs(%c : !C)
  linalg.fill ins(%great : i32) outs(%d : !D)
  call @strided(%a, %b, %za, %zb, %c) : (!A, !B, i32, i32, !C) -> ()
  call @dilated(%a, %b, %za, %d) : (!A, !B, i32, !D) -> ()
  %s, %t = call @check(%a, %b, %za, %zb, %great, %c, %d) : (!A, !B, i32, i32, i32, !C, !D) -> (i32, i32)
  %r = memref.alloc() : memref<2xi32>
  affine.store %s, %r[0] : memref<2xi32>
  affine.store %t, %r[1] : memref<2xi32>
  %u = memref.cast %r : memref<2xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
