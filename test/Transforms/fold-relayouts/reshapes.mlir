// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts | FileCheck %s

// A reshape between layouts is relayouts and a renaming; the relayouts fold.

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{2,1,0:T(8,128)}>

// Split heads and merge them: one move each.
// CHECK-LABEL: @split
// CHECK-NOT: linalg.transpose
// CHECK: %[[V:.*]] = tiled_layout.from_physical %{{.*}} to tensor<12x128x64xf32, #tiled_layout.layout<{2,0,1:T(8,2,64)}>>
// CHECK-NEXT: %[[R:.*]] = tiled_layout.relayout ins(%[[V]]
// CHECK-NEXT: return %[[R]]
func.func @split(%a: tensor<128x768xf32, #t>) -> tensor<12x128x64xf32, #u> {
  %x = tensor.expand_shape %a [[0], [1, 2]] output_shape [128, 12, 64] : tensor<128x768xf32, #t> into tensor<128x12x64xf32, #u>
  %e = tensor.empty() : tensor<12x128x64xf32, #u>
  %r = linalg.transpose ins(%x : tensor<128x12x64xf32, #u>) outs(%e : tensor<12x128x64xf32, #u>) permutation = [1, 0, 2]
  return %r : tensor<12x128x64xf32, #u>
}
// CHECK-LABEL: @merge
// CHECK-NOT: linalg.transpose
// CHECK: %[[V:.*]] = tiled_layout.from_physical %{{.*}} to tensor<128x12x64xf32, #tiled_layout.layout<{2,0,1:T(8,128)}>>
// CHECK-NEXT: %[[R:.*]] = tiled_layout.relayout ins(%[[V]]
// CHECK-NEXT: %[[C:.*]] = tensor.collapse_shape %[[R]] {{.*}} : tensor<128x12x64xf32, #tiled_layout.layout<{2,1,0:T(8,2,64)}>> into
// CHECK-NEXT: return %[[C]]
func.func @merge(%a: tensor<12x128x64xf32, #u>) -> tensor<128x768xf32, #t> {
  %e = tensor.empty() : tensor<128x12x64xf32, #u>
  %r = linalg.transpose ins(%a : tensor<12x128x64xf32, #u>) outs(%e : tensor<128x12x64xf32, #u>) permutation = [1, 0, 2]
  %x = tensor.collapse_shape %r [[0], [1, 2]] : tensor<128x12x64xf32, #u> into tensor<128x768xf32, #t>
  return %x : tensor<128x768xf32, #t>
}

// Neither side can be had without a move: two, by way of rows.
#cores = #tiled_layout.layout<{1,0:T(8,128)SC(0:4)}>
// CHECK-LABEL: @both
// CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<6x3x5xf32, {{.*}}>) outs(%{{.*}} : tensor<6x3x5xf32>)
// CHECK: tensor.collapse_shape %{{.*}} : tensor<6x3x5xf32> into tensor<6x15xf32>
// CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<6x15xf32>)
func.func @both(%a: tensor<6x3x5xf32, #u>) -> tensor<6x15xf32, #cores> {
  %x = tensor.collapse_shape %a [[0], [1, 2]] : tensor<6x3x5xf32, #u> into tensor<6x15xf32, #cores>
  return %x : tensor<6x15xf32, #cores>
}

// One that renames is left alone.
// CHECK-LABEL: @renames
// CHECK-NEXT: tensor.expand_shape
// CHECK-NEXT: return
#v = #tiled_layout.layout<{2,1,0:T(8,2,64)}>
func.func @renames(%a: tensor<128x768xf32, #t>) -> tensor<128x12x64xf32, #v> {
  %x = tensor.expand_shape %a [[0], [1, 2]] output_shape [128, 12, 64] : tensor<128x768xf32, #t> into tensor<128x12x64xf32, #v>
  return %x : tensor<128x12x64xf32, #v>
}
