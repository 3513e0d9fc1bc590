// How does an extent that is known at run time travel?
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear | FileCheck %s --check-prefix=LINEAR

#t = #tiled_layout.layout<{1,0:T(8,128)}>

// Each `?` becomes an index after the memref, in order.
// CHECK: func.func private @declared(memref<?x?x8x128xf32>, index, index) -> (memref<?x3x8x128xf32>, index)
// LINEAR: func.func private @declared(memref<?xf32>, index, index) -> (memref<?xf32>, index)
func.func private @declared(memref<?x?xf32, #t>) -> memref<?x300xf32, #t>

// The allocation is sized by the rounded extent; memref.dim is the logical one.
// CHECK-LABEL: func @alloc
// CHECK-SAME: %[[N:[a-z0-9]+]]: index
// LINEAR-LABEL: func @alloc
func.func @alloc(%n: index) -> index {
  // CHECK: %[[ROWS:.+]] = affine.apply {{.*}}[%[[N]]]
  // CHECK: memref.alloc(%[[ROWS]]) : memref<?x3x8x128xf32>
  // LINEAR: memref.alloc(%{{.*}}) : memref<?xf32>
  %m = memref.alloc(%n) : memref<?x300xf32, #t>
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?x300xf32, #t>
  // CHECK: return %[[N]]
  return %d : index
}

// CHECK-LABEL: func @dim_of_argument
// CHECK-SAME: memref<?x3x8x128xf32>, %[[N:[a-z0-9]+]]: index, %[[K:[a-z0-9]+]]: index
func.func @dim_of_argument(%m: memref<?x300xf32, #t>, %k: index) -> index {
  // CHECK: %[[COLUMNS:.+]] = arith.constant 300
  // CHECK: %[[IS0:.+]] = arith.cmpi eq, %[[K]], %c0
  // CHECK: %[[D:.+]] = arith.select %[[IS0]], %[[N]], %[[COLUMNS]]
  %d = memref.dim %m, %k : memref<?x300xf32, #t>
  // CHECK: return %[[D]]
  return %d : index
}

// A cast tells or forgets extents.
// CHECK-LABEL: func @cast
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<3x3x8x128xf32>
func.func @cast(%m: memref<20x300xf32, #t>) -> memref<20x?xf32, #t> {
  // CHECK-DAG: %[[C:.+]] = memref.cast %[[M]] : memref<3x3x8x128xf32> to memref<3x?x8x128xf32>
  %c = memref.cast %m : memref<20x300xf32, #t> to memref<20x?xf32, #t>
  // CHECK-DAG: %[[N:.+]] = arith.constant 300
  // CHECK: return %[[C]], %[[N]]
  return %c : memref<20x?xf32, #t>
}

// CHECK-LABEL: func @call
// CHECK-SAME: %[[M:[a-z0-9]+]]: memref<?x?x8x128xf32>, %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index
func.func @call(%m: memref<?x?xf32, #t>) -> memref<?x300xf32, #t> {
  // CHECK: %[[R:.+]]:2 = call @declared(%[[M]], %[[A]], %[[B]])
  %r = call @declared(%m) : (memref<?x?xf32, #t>) -> memref<?x300xf32, #t>
  // CHECK: return %[[R]]#0, %[[R]]#1 : memref<?x3x8x128xf32>, index
  return %r : memref<?x300xf32, #t>
}

// Attributes stay with what they are about.
// CHECK-LABEL: func @attributes(
// CHECK-SAME: memref<?x{{[^,]*}}> {llvm.noalias}, %{{[^:]+}}: index, %{{[^:]+}}: i8 {llvm.signext})
// CHECK-SAME: -> (memref<?x{{[^,]*}}>, index, i8 {llvm.zeroext})
func.func @attributes(%m: memref<?x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>> {llvm.noalias}, %b: i8 {llvm.signext}) -> (memref<?x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>, i8 {llvm.zeroext}) {
  return %m, %b : memref<?x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>, i8
}

// A function as a value has the same signature.
// CHECK-LABEL: func @indirect(
// CHECK-SAME: %[[M:[^:]+]]: memref<?x3x8x128xf32>, %[[N:[^:]+]]: index, %{{[^:]+}}: i1, %[[G:[^:]+]]: (memref<?x3x8x128xf32>, index) -> (memref<?x3x8x128xf32>, index))
func.func @indirect(%m: memref<?x300xf32, #t>, %c: i1, %g: (memref<?x300xf32, #t>) -> memref<?x300xf32, #t>) -> memref<?x300xf32, #t> {
  // CHECK: %[[A:.*]] = constant @same : (memref<?x3x8x128xf32>, index) -> (memref<?x3x8x128xf32>, index)
  %a = func.constant @same : (memref<?x300xf32, #t>) -> memref<?x300xf32, #t>
  // CHECK: %[[F:.+]] = arith.select %{{.*}}, %[[A]], %[[G]] : (memref<?x3x8x128xf32>, index) -> (memref<?x3x8x128xf32>, index)
  %f = arith.select %c, %a, %g : (memref<?x300xf32, #t>) -> memref<?x300xf32, #t>
  // CHECK: %[[R:.+]]:2 = call_indirect %[[F]](%[[M]], %[[N]]) : (memref<?x3x8x128xf32>, index) -> (memref<?x3x8x128xf32>, index)
  // CHECK: return %[[R]]#0, %[[R]]#1
  %r = func.call_indirect %f(%m) : (memref<?x300xf32, #t>) -> memref<?x300xf32, #t>
  return %r : memref<?x300xf32, #t>
}
func.func private @same(memref<?x300xf32, #t>) -> memref<?x300xf32, #t>

// A dimension that the array does not have is undefined where the program gets
// there, not an error of a program that has it somewhere.
// CHECK-LABEL: func.func @no_such_dimension
// CHECK: %[[POISON:.*]] = ub.poison : index
// CHECK: return %[[POISON]]
func.func @no_such_dimension(%m: memref<?x300xf32, #t>) -> index {
  %c7 = arith.constant 7 : index
  %d = memref.dim %m, %c7 : memref<?x300xf32, #t>
  return %d : index
}
