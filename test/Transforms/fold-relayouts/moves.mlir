// RUN: tiled-layout-opt %s --tiled-layout-fold-relayouts | FileCheck %s

// Relayouts move across elementwise operations if this saves bytes, and never
// if it costs any.

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#u = #tiled_layout.layout<{0,1:T(8,128)}>

// Two relayouts before an operation are one behind it.
// CHECK-LABEL: @two_to_one
// CHECK-SAME: (%[[A:.*]]: tensor<16x256xf32, {{.*}}>, %[[B:.*]]: tensor<16x256xf32, {{.*}}>,
// CHECK: %[[S:.*]] = arith.addf %[[A]], %[[B]]
// CHECK: %[[R:.*]] = tiled_layout.relayout ins(%[[S]] :
// CHECK-NOT: tiled_layout.relayout
// CHECK: return %[[R]]
func.func @two_to_one(%a: tensor<16x256xf32, #t>, %b: tensor<16x256xf32, #t>, %e: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %1 = tiled_layout.relayout ins(%b : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %2 = arith.addf %0, %1 : tensor<16x256xf32>
  return %2 : tensor<16x256xf32>
}

// One operand of two: no byte less.
// CHECK-LABEL: @one_of_two
// CHECK: tiled_layout.relayout
// CHECK-NEXT: arith.addf
// CHECK-NEXT: return
func.func @one_of_two(%a: tensor<16x256xf32, #t>, %b: tensor<16x256xf32>, %e: tensor<16x256xf32>) -> tensor<16x256xf32> {
  %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %1 = arith.addf %0, %b : tensor<16x256xf32>
  return %1 : tensor<16x256xf32>
}

// A splat is written in any layout.
// CHECK-LABEL: @splat
// CHECK: %[[C:.*]] = arith.constant dense<1.000000e+00> : tensor<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
// CHECK: %[[R:.*]] = arith.addf %{{.*}}, %[[C]]
// CHECK-NEXT: return %[[R]]
func.func @splat(%a: tensor<16x256xf32, #t>, %e: tensor<16x256xf32>, %d: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %one = arith.constant dense<1.0> : tensor<16x256xf32>
  %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %1 = arith.addf %0, %one : tensor<16x256xf32>
  %2 = tiled_layout.relayout ins(%1 : tensor<16x256xf32>) outs(%d : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %2 : tensor<16x256xf32, #t>
}

// The narrow side of a conversion is the better one: behind a truncation,
// before an extension.
// CHECK-LABEL: @truncate
// CHECK: arith.truncf %{{.*}} : tensor<16x256xf32, {{.*}}> to tensor<16x256xbf16,
// CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<16x256xbf16,
func.func @truncate(%a: tensor<16x256xf32, #t>, %e: tensor<16x256xf32>) -> tensor<16x256xbf16> {
  %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32, #t>) outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
  %1 = arith.truncf %0 : tensor<16x256xf32> to tensor<16x256xbf16>
  return %1 : tensor<16x256xbf16>
}

// CHECK-LABEL: @extend
// CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<16x256xbf16>)
// CHECK: arith.extf %{{.*}} : tensor<16x256xbf16, {{.*}}> to tensor<16x256xf32,
func.func @extend(%a: tensor<16x256xbf16>, %d: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %0 = arith.extf %a : tensor<16x256xbf16> to tensor<16x256xf32>
  %1 = tiled_layout.relayout ins(%0 : tensor<16x256xf32>) outs(%d : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %1 : tensor<16x256xf32, #t>
}

// Extents that are not known change nothing about that.
// CHECK-LABEL: @dynamic
// CHECK: arith.truncf %{{.*}} : tensor<?x256xf32, {{.*}}> to tensor<?x256xbf16,
// CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<?x256xbf16,
func.func @dynamic(%a: tensor<?x256xf32, #t>, %e: tensor<?x256xf32>) -> tensor<?x256xbf16> {
  %0 = tiled_layout.relayout ins(%a : tensor<?x256xf32, #t>) outs(%e : tensor<?x256xf32>) -> tensor<?x256xf32>
  %1 = arith.truncf %0 : tensor<?x256xf32> to tensor<?x256xbf16>
  return %1 : tensor<?x256xbf16>
}

// Padding counts: a relayout from one row in rows is cheaper than one from a
// tile that holds one row.
// CHECK-LABEL: @padding_counts
// CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<1x128xf32, {{.*}}>) outs(%{{.*}} : tensor<1x128xf32>)
// CHECK: math.exp %{{.*}} : tensor<1x128xf32>
// CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<1x128xf32>)
// CHECK: tiled_layout.relayout ins(%{{.*}} : tensor<1x128xf32>)
func.func @padding_counts(%a: tensor<1x128xf32, #t>, %e: tensor<1x128xf32>, %d: tensor<1x128xf32, #t>, %f: tensor<1x128xf32, #u>) -> (tensor<1x128xf32>, tensor<1x128xf32, #t>, tensor<1x128xf32, #u>) {
  %0 = tiled_layout.relayout ins(%a : tensor<1x128xf32, #t>) outs(%e : tensor<1x128xf32>) -> tensor<1x128xf32>
  %1 = math.exp %0 : tensor<1x128xf32>
  %2 = tiled_layout.relayout ins(%1 : tensor<1x128xf32>) outs(%d : tensor<1x128xf32, #t>) padding = zero -> tensor<1x128xf32, #t>
  %3 = tiled_layout.relayout ins(%1 : tensor<1x128xf32>) outs(%f : tensor<1x128xf32, #u>) padding = zero -> tensor<1x128xf32, #u>
  return %1, %2, %3 : tensor<1x128xf32>, tensor<1x128xf32, #t>, tensor<1x128xf32, #u>
}

// A broadcast reads and writes any layout.
// CHECK-LABEL: @broadcast
// CHECK-SAME: (%[[A:.*]]: tensor<256xf32, {{.*}}>, %{{.*}}, %{{.*}}, %[[D:.*]]: tensor<16x256xf32
// CHECK-NEXT: %[[B:.*]] = linalg.broadcast ins(%[[A]] : {{.*}}) outs(%[[D]] : {{.*}}) dimensions = [0]
// CHECK-NEXT: return %[[B]]
#v = #tiled_layout.layout<{0:T(1024)}>
func.func @broadcast(%a: tensor<256xf32, #v>, %e: tensor<256xf32>, %f: tensor<16x256xf32>, %d: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
  %0 = tiled_layout.relayout ins(%a : tensor<256xf32, #v>) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %1 = linalg.broadcast ins(%0 : tensor<256xf32>) outs(%f : tensor<16x256xf32>) dimensions = [0]
  %2 = tiled_layout.relayout ins(%1 : tensor<16x256xf32>) outs(%d : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %2 : tensor<16x256xf32, #t>
}

// One value, one layout, one relayout.
// CHECK-LABEL: @shared
// CHECK-COUNT-1: tiled_layout.relayout
// CHECK-NOT: tiled_layout.relayout
func.func @shared(%a: tensor<16x256xf32>) -> (tensor<16x256xf32, #t>, tensor<16x256xf32, #t>) {
  %e = tiled_layout.empty() : tensor<16x256xf32, #t>
  %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32>) outs(%e : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  %f = tiled_layout.empty() : tensor<16x256xf32, #t>
  %1 = tiled_layout.relayout ins(%a : tensor<16x256xf32>) outs(%f : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %0, %1 : tensor<16x256xf32, #t>, tensor<16x256xf32, #t>
}

// CHECK-LABEL: @nothing
// CHECK-NOT: tiled_layout.relayout
func.func @nothing() -> tensor<16x256xf32, #t> {
  %e = tensor.empty() : tensor<16x256xf32>
  %d = tiled_layout.empty() : tensor<16x256xf32, #t>
  %0 = tiled_layout.relayout ins(%e : tensor<16x256xf32>) outs(%d : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
  return %0 : tensor<16x256xf32, #t>
}

// E(n) stays on the side whose elements it has room for.
#packed = #tiled_layout.layout<{1,0:T(8,8)E(4)}>
#columns = #tiled_layout.layout<{0,1:T(8)}>
// CHECK-LABEL: @narrow_down
// CHECK: %[[R:.*]] = tiled_layout.relayout ins(%{{.*}} : tensor<16x16xi4, {{.*}}>) outs(%{{.*}} : tensor<16x16xi4>)
// CHECK: arith.sitofp %[[R]] : tensor<16x16xi4> to tensor<16x16xf32>
func.func @narrow_down(%w: tensor<16x16xi4, #packed>) -> (tensor<16x16xf32>, tensor<16x16xf32, #columns>) {
  %e = tensor.empty() : tensor<16x16xi4>
  %0 = tiled_layout.relayout ins(%w : tensor<16x16xi4, #packed>) outs(%e : tensor<16x16xi4>) -> tensor<16x16xi4>
  %1 = arith.sitofp %0 : tensor<16x16xi4> to tensor<16x16xf32>
  %g = tensor.empty() : tensor<16x16xf32, #columns>
  %2 = tiled_layout.relayout ins(%1 : tensor<16x16xf32>) outs(%g : tensor<16x16xf32, #columns>) -> tensor<16x16xf32, #columns>
  return %1, %2 : tensor<16x16xf32>, tensor<16x16xf32, #columns>
}

#bits = #tiled_layout.layout<{1,0:T(8,128)E(1)}>
#order = #tiled_layout.layout<{0,1}>
// CHECK-LABEL: @narrow_up
// CHECK: arith.cmpi slt, %{{.*}} : tensor<16x128xi8, #tiled_layout.layout<{0,1}>>
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: tiled_layout.relayout ins(%{{.*}} : tensor<16x128xi1, #tiled_layout.layout<{0,1}>>)
func.func @narrow_up(%w: tensor<16x128xi8, #order>, %x: tensor<16x128xi8, #t>) -> tensor<16x128xi1, #bits> {
  %e = tensor.empty() : tensor<16x128xi8>
  %0 = tiled_layout.relayout ins(%w : tensor<16x128xi8, #order>) outs(%e : tensor<16x128xi8>) -> tensor<16x128xi8>
  %f = tensor.empty() : tensor<16x128xi8>
  %1 = tiled_layout.relayout ins(%x : tensor<16x128xi8, #t>) outs(%f : tensor<16x128xi8>) -> tensor<16x128xi8>
  %2 = arith.cmpi slt, %0, %1 : tensor<16x128xi8>
  %d = tensor.empty() : tensor<16x128xi1, #bits>
  %3 = tiled_layout.relayout ins(%2 : tensor<16x128xi1>) outs(%d : tensor<16x128xi1, #bits>) -> tensor<16x128xi1, #bits>
  return %3 : tensor<16x128xi1, #bits>
}

// A cast between layouts is a relayout, whatever it says of the extents.
// CHECK-LABEL: @casts
// CHECK-SAME: (%[[A:[^:]*]]: tensor<16x256xf32, {{.*}}>)
// CHECK-NEXT: %[[R:.*]] = math.exp %[[A]]
// CHECK-NEXT: %[[C:.*]] = tensor.cast %[[R]] : tensor<16x256xf32, {{.*}}> to tensor<?x256xf32, {{.*}}>
// CHECK-NEXT: return %[[C]]
func.func @casts(%a: tensor<16x256xf32, #t>) -> tensor<?x256xf32, #t> {
  %0 = tensor.cast %a : tensor<16x256xf32, #t> to tensor<16x256xf32>
  %1 = math.exp %0 : tensor<16x256xf32>
  %2 = tensor.cast %1 : tensor<16x256xf32> to tensor<?x256xf32, #t>
  return %2 : tensor<?x256xf32, #t>
}

// Those of other encodings, and of unknown rank, are not ours.
// CHECK-LABEL: @other_casts
// CHECK-COUNT-3: tensor.cast
func.func @other_casts(%a: tensor<16xf32, "other">, %b: tensor<*xf32>) -> (tensor<16xf32, #tiled_layout.layout<{0:T(8)}>>, tensor<16xf32, #tiled_layout.layout<{0:T(8)}>>, tensor<16xf32>) {
  %0 = tensor.cast %a : tensor<16xf32, "other"> to tensor<16xf32, #tiled_layout.layout<{0:T(8)}>>
  %1 = tensor.cast %b : tensor<*xf32> to tensor<16xf32, #tiled_layout.layout<{0:T(8)}>>
  %2 = tensor.cast %a : tensor<16xf32, "other"> to tensor<16xf32>
  return %0, %1, %2 : tensor<16xf32, #tiled_layout.layout<{0:T(8)}>>, tensor<16xf32, #tiled_layout.layout<{0:T(8)}>>, tensor<16xf32>
}
