// Large initial values are not written out.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s

// CHECK: memref.global "private" constant @i4 : memref<33554432xi8> = dense<-1>
#t4 = #tiled_layout.layout<{1,0:T(8,128)E(1)}>
memref.global "private" constant @i4 : memref<16384x16384xi1, #t4> = dense<true>
func.func @get(%i: index) -> i1 {
  %a = memref.get_global @i4 : memref<16384x16384xi1, #t4>
  %x = memref.load %a[%i,%i] : memref<16384x16384xi1, #t4>
  return %x : i1
}

// CHECK: memref.global "private" constant @threes : memref<4194304xi8> = dense<51>
memref.global "private" constant @threes
  : memref<2048x4096xi4, #tiled_layout.layout<{1,0:T(8,128)E(4)}>> = dense<3>
// CHECK: memref.global "private" constant @two : memref<4xi8> = dense<[2, 0, 2, 0]>
memref.global "private" constant @two
  : memref<2xi8, #tiled_layout.layout<{0:T(2)E(16)}>> = dense<2>
