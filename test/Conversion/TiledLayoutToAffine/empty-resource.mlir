// Data of no elements need not be there. (MLIR 22's bytecode does not read them
// back.)
//
// RUN: tiled-layout-opt %s --verify-roundtrip=false --convert-tiled-layout-to-affine | FileCheck %s

// CHECK: memref.global @resource : memref<1x0x2x2xf32> = dense<>
memref.global @resource : memref<2x0xf32, #tiled_layout.layout<{1,0:T(2,2)}>> = dense_resource<values>
{-#
  dialect_resources: {
    builtin: {
      values: "0x04000000"
    }
  }
#-}
