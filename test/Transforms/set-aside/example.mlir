// The example of the passes' descriptions, and back.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-aside-layouts --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: tiled-layout-opt %s --tiled-layout-set-aside-layouts --tiled-layout-restore-layouts | FileCheck %s --check-prefix=BACK
// RUN: tiled-layout-opt %s --tiled-layout-set-aside-layouts --mlir-print-debuginfo | tiled-layout-opt --tiled-layout-restore-layouts | FileCheck %s --check-prefix=BACK

// CHECK:       module attributes {tiled_layout.set_aside = {{\[\[}}#tiled_layout.layout<{1,0:T(8,128)}>, loc({{.*}}example.mlir":
// CHECK:       func.func @f(%[[A:.*]]: tensor<16x256xf32> {tiled_layout.set_aside = #tiled_layout.layout<{1,0:T(8,128)}>}
// CHECK-SAME:      -> (tensor<16x256xf32> {tiled_layout.set_aside = #tiled_layout.layout<{1,0:T(8,128)}>})
// CHECK:         math.exp %[[A]] : tensor<16x256xf32> loc(fused<{tiled_layout.layouts = [#tiled_layout.layout<{1,0:T(8,128)}>]}>

// BACK:       module {
// BACK-LABEL: func.func @f(
// BACK-SAME:      %[[A:.*]]: tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) -> tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>> {
// BACK-NEXT:    %[[R:.*]] = math.exp %[[A]] : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// BACK-NEXT:    return %[[R]]
#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func @f(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %0 = math.exp %a : tensor<16x256xf32, #t>
  return %0 : tensor<16x256xf32, #t>
}
