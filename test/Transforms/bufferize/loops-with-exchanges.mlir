// A loop whose branches hand on tensors in other layouts, and exchange two of
// them: upstream's analysis refuses to compute the next tensors in the buffers
// that the loop carries, but not to copy them there. Nothing is allocated in the
// loop.
//
// RUN: tiled-layout-opt %s --tiled-layout-bufferize --remarks-filter-missed=.* 2>&1 | FileCheck %s --implicit-check-not=remark

#rows = #tiled_layout.layout<{1,0:T(2,4)}>
#columns = #tiled_layout.layout<{0,1:T(2,2)(2,1)}>
// CHECK-LABEL: func.func @exchange(
// CHECK-SAME: %[[X:[^:]+]]: memref<{{[^>]*}}>>, %[[Y:[^:]+]]: memref<{{[^>]*}}>>, %[[Z:[^:]+]]: memref
// CHECK: scf.for
// CHECK-NOT: alloc
// CHECK: tiled_layout.relayout ins(%[[Z]]
// CHECK: tiled_layout.relayout ins(%[[Y]]
// CHECK: %[[NEXT:.+]]:3 = scf.if
// CHECK: memref.copy %[[NEXT]]#0, %[[ASIDE:.+]] :
// CHECK-NEXT: memref.copy %[[NEXT]]#1, %[[Y]] :
// CHECK-NEXT: memref.copy %[[ASIDE]], %[[X]] :
// CHECK-NEXT: memref.copy %[[NEXT]]#2, %[[Z]] :
func.func @exchange(%a: tensor<3x5xi32, #columns>, %b: tensor<3x5xi32, #columns>,
                    %c: tensor<3x5xi32, #rows>, %n: index, %flag: i1)
    -> (tensor<3x5xi32, #columns>, tensor<3x5xi32, #columns>, tensor<3x5xi32, #rows>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b, %z = %c)
      -> (tensor<3x5xi32, #columns>, tensor<3x5xi32, #columns>, tensor<3x5xi32, #rows>) {
    %s = tensor.cast %z : tensor<3x5xi32, #rows> to tensor<3x5xi32, #columns>
    %t = tensor.cast %y : tensor<3x5xi32, #columns> to tensor<3x5xi32, #rows>
    %next:3 = scf.if %flag -> (tensor<3x5xi32, #columns>, tensor<3x5xi32, #columns>, tensor<3x5xi32, #rows>) {
      scf.yield %s, %x, %t : tensor<3x5xi32, #columns>, tensor<3x5xi32, #columns>, tensor<3x5xi32, #rows>
    } else {
      scf.yield %x, %s, %t : tensor<3x5xi32, #columns>, tensor<3x5xi32, #columns>, tensor<3x5xi32, #rows>
    }
    scf.yield %next#0, %next#1, %next#2 : tensor<3x5xi32, #columns>, tensor<3x5xi32, #columns>, tensor<3x5xi32, #rows>
  }
  return %r#0, %r#1, %r#2 : tensor<3x5xi32, #columns>, tensor<3x5xi32, #columns>, tensor<3x5xi32, #rows>
}
