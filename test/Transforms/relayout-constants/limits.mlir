// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-relayout-constants=size-limit=32 | FileCheck %s
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-relayout-constants=size-limit=32 --remarks-filter='tiled-layout' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: not tiled-layout-opt %s --split-input-file --tiled-layout-relayout-constants=size-limit=-1 2>&1 | FileCheck %s --check-prefix=NEGATIVE

// NEGATIVE: error: size-limit is -1, but must be at least 0

#t = #tiled_layout.layout<{1,0:T(2,2)}>
#u = #tiled_layout.layout<{0,1}>

// A chain goes as a whole: 4 x 8 bytes in tiles, 24 in columns.
// REMARK: remark: [Passed] relayout-constants | Category:tiled-layout | Function=chain | bytes=32
// REMARK: remark: [Passed] relayout-constants | Category:tiled-layout | Function=chain | bytes=24
// CHECK-LABEL: @chain
// CHECK-NOT: tiled_layout.relayout
func.func @chain(%d: tensor<2x3xf32, #t>, %e: tensor<2x3xf32, #u>) -> tensor<2x3xf32, #u> {
  %0 = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %1 = tiled_layout.relayout ins(%0 : tensor<2x3xf32>) outs(%d : tensor<2x3xf32, #t>) -> tensor<2x3xf32, #t>
  %2 = tiled_layout.relayout ins(%1 : tensor<2x3xf32, #t>) outs(%e : tensor<2x3xf32, #u>) -> tensor<2x3xf32, #u>
  return %2 : tensor<2x3xf32, #u>
}

// -----

// REMARK: remark: [Missed] relayout-constants {{.*}}its 64 bytes are more than the size limit of 32
// CHECK-LABEL: @large
// CHECK: tiled_layout.relayout
#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @large(%d: tensor<3x2xf64, #t>) -> tensor<3x2xf64, #t> {
  %0 = arith.constant dense<[[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]> : tensor<3x2xf64>
  %1 = tiled_layout.relayout ins(%0 : tensor<3x2xf64>) outs(%d : tensor<3x2xf64, #t>) -> tensor<3x2xf64, #t>
  return %1 : tensor<3x2xf64, #t>
}

// -----

// A splat is as small in any layout.
// REMARK: remark: [Passed]
// CHECK-LABEL: @splat
// CHECK: arith.constant dense<2.5{{.*}}> : tensor<300x200xf64, #
// CHECK-NOT: tiled_layout.relayout
#t = #tiled_layout.layout<{1,0:T(2,2)}>
func.func @splat(%d: tensor<300x200xf64, #t>) -> tensor<300x200xf64, #t> {
  %0 = arith.constant dense<2.5> : tensor<300x200xf64>
  %1 = tiled_layout.relayout ins(%0 : tensor<300x200xf64>) outs(%d : tensor<300x200xf64, #t>) -> tensor<300x200xf64, #t>
  return %1 : tensor<300x200xf64, #t>
}

// -----

// Padding of a constant is zero, or the value of the splat.
// REMARK: remark: [Passed]
// REMARK: remark: [Missed] relayout-constants {{.*}}its padding must hold 1.000000e+00 : f32, but that of a constant holds 0.000000e+00 : f32
// REMARK: remark: [Missed] relayout-constants {{.*}}its padding must hold 0.000000e+00 : f32, but that of a constant holds 2.500000e+00 : f32
// CHECK-LABEL: @padding
// CHECK: tiled_layout.relayout {{.*}}padding = 1.0
// CHECK: tiled_layout.relayout {{.*}}padding = zero
// CHECK-NOT: tiled_layout.relayout
#t = #tiled_layout.layout<{0:T(4)}>
func.func @padding(%d: tensor<3xf32, #t>) -> (tensor<3xf32, #t>, tensor<3xf32, #t>, tensor<3xf32, #t>) {
  %0 = arith.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf32>
  %1 = tiled_layout.relayout ins(%0 : tensor<3xf32>) outs(%d : tensor<3xf32, #t>) padding = zero -> tensor<3xf32, #t>
  %2 = tiled_layout.relayout ins(%0 : tensor<3xf32>) outs(%d : tensor<3xf32, #t>) padding = 1.0 : f32 -> tensor<3xf32, #t>
  %3 = arith.constant dense<2.5> : tensor<3xf32>
  %4 = tiled_layout.relayout ins(%3 : tensor<3xf32>) outs(%d : tensor<3xf32, #t>) padding = zero -> tensor<3xf32, #t>
  return %1, %2, %4 : tensor<3xf32, #t>, tensor<3xf32, #t>, tensor<3xf32, #t>
}

// -----

// Data outside of the program's text stays there.
// REMARK: remark: [Passed]
// CHECK-LABEL: @resource
// CHECK-NOT: tiled_layout.relayout
// CHECK: arith.constant dense_resource<blob> : tensor<2xi32, #{{.*}}>
#t = #tiled_layout.layout<{0:T(4)}>
func.func @resource(%d: tensor<2xi32, #t>) -> tensor<2xi32, #t> {
  %0 = arith.constant dense_resource<blob> : tensor<2xi32>
  %1 = tiled_layout.relayout ins(%0 : tensor<2xi32>) outs(%d : tensor<2xi32, #t>) -> tensor<2xi32, #t>
  return %1 : tensor<2xi32, #t>
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000100000002000000"
    }
  }
#-}
