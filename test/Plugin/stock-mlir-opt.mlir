// The dialect and its passes work in the distribution's own mlir-opt, which is
// built without our sanitizers.
// UNSUPPORTED: sanitizer
//
// RUN: mlir-opt %s --load-dialect-plugin=%tiled_layout_plugin --load-pass-plugin=%tiled_layout_plugin \
// RUN:   --pass-pipeline='builtin.module(tiled-layout-lower-relayouts{vectors=false},convert-tiled-layout-to-affine{form=linear})' | FileCheck %s
// RUN: mlir-opt %s --load-dialect-plugin=%tiled_layout_plugin --load-pass-plugin=%tiled_layout_plugin \
// RUN:   --pass-pipeline='builtin.module(tiled-layout-to-llvm-pipeline)' | FileCheck %s --check-prefix=LLVM

// LLVM: llvm.func @relayout
// CHECK-LABEL: func @relayout(
// CHECK-SAME: memref<15xf32>, %{{.*}}: memref<24xf32>
func.func @relayout(%a: memref<3x5xf32, #tiled_layout.layout<{0,1}>>, %b: memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>) {
  // CHECK: affine.load %{{.*}}[%[[I:.+]] + %[[J:.+]] * 3] : memref<15xf32>
  // CHECK: affine.store {{.*}} : memref<24xf32>
  tiled_layout.relayout ins(%a : memref<3x5xf32, #tiled_layout.layout<{0,1}>>)
                        outs(%b : memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>)
  return
}
