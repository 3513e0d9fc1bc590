// Which buffers share an allocation, and where do they lie in it?
//
// RUN: tiled-layout-opt %s --allow-unregistered-dialect --tiled-layout-pool-allocations | FileCheck %s

// The example of the pass's description.
// CHECK-LABEL: func.func @f(
// CHECK-DAG: %[[C0:.*]] = arith.constant 0
// CHECK-DAG: %[[NEXT:.*]] = arith.constant 65600
// CHECK: %[[ALL:.*]] = memref.alloc() {alignment = 64 : i64} : memref<131136xi8>
// CHECK: memref.view %[[ALL]][%[[C0]]][] : memref<131136xi8> to memref<16384xf32>
// CHECK: memref.view %[[ALL]][%[[NEXT]]][] : memref<131136xi8> to memref<16384xf32>
// CHECK-NOT: memref.alloc
// CHECK: memref.dealloc %[[ALL]]
// CHECK-NEXT: return
func.func @f(%a: memref<16384xf32>) {
  %b = memref.alloc() : memref<16384xf32>
  memref.copy %a, %b : memref<16384xf32> to memref<16384xf32>
  %c = memref.alloc() : memref<16384xf32>
  memref.copy %b, %c : memref<16384xf32> to memref<16384xf32>
  memref.dealloc %b : memref<16384xf32>
  memref.copy %c, %a : memref<16384xf32> to memref<16384xf32>
  memref.dealloc %c : memref<16384xf32>
  return
}

// Large ones come first. The last one has the place of the first one, which has gone by then.
// CHECK-LABEL: func.func @reused(
// CHECK: %[[A:.*]] = arith.constant 0
// CHECK: %[[B:.*]] = arith.constant 123904
// CHECK: %[[C:.*]] = arith.constant 80064
// CHECK: %[[D:.*]] = arith.constant 0
// CHECK: %[[ALL:.*]] = memref.alloc() {alignment = 128 : i64} : memref<143904xi8>
// CHECK: memref.view %[[ALL]][%[[A]]][] {{.*}} to memref<20000xf32>
// CHECK: memref.view %[[ALL]][%[[B]]][] {{.*}} to memref<4x2500xbf16>
// CHECK: memref.view %[[ALL]][%[[C]]][] {{.*}} to memref<43776xi8>
// CHECK: memref.view %[[ALL]][%[[D]]][] {{.*}} to memref<10000xf64>
// CHECK-NOT: memref.alloc
func.func @reused(%n: index) {
  %a = memref.alloc() : memref<20000xf32>
  %b = memref.alloc() {alignment = 128 : i64} : memref<4x2500xbf16>
  %c = memref.alloc() : memref<43776xi8>
  "test.use"(%a, %b, %c) : (memref<20000xf32>, memref<4x2500xbf16>, memref<43776xi8>) -> ()
  memref.dealloc %a : memref<20000xf32>
  %d = memref.alloc() : memref<10000xf64>
  "test.use"(%d, %c) : (memref<10000xf64>, memref<43776xi8>) -> ()
  memref.dealloc %b : memref<4x2500xbf16>
  memref.dealloc %c : memref<43776xi8>
  memref.dealloc %d : memref<10000xf64>
  return
}

// Sizes of run time: the first and the third one share a place behind the buffer of known size. The fourth one has another size, which
// is computed before the first one, and the last one needs what is computed in between.
// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[A:.*]]: memref<?xf32>, %[[N:.*]]: index)
// CHECK-DAG: %[[TWICE:.*]] = arith.addi %[[N]], %[[N]]
// CHECK-DAG: %[[BEGIN:.*]] = arith.constant 80064
// CHECK: %[[NEXT:.*]] = arith.addi %[[BEGIN]], %[[BYTES:.*]] : index
// CHECK: %[[THIRD:.*]] = arith.addi %[[NEXT]], %[[BYTES]] : index
// CHECK: %[[END:.*]] = arith.addi %[[THIRD]],
// CHECK: %[[ALL:.*]] = memref.alloc(%[[END]]) {alignment = 64 : i64} : memref<?xi8>
// CHECK: memref.view %[[ALL]][%[[BEGIN]]][%[[N]]] : memref<?xi8> to memref<?x4xf32>
// CHECK: memref.view %[[ALL]][%[[NEXT]]][%[[N]]] : memref<?xi8> to memref<?x4xf32>
// CHECK: memref.view %[[ALL]][%{{.*}}][] : memref<?xi8> to memref<20000xf32>
// CHECK: memref.view %[[ALL]][%[[BEGIN]]][%[[N]]] : memref<?xi8> to memref<?x4xf32>
// CHECK: memref.view %[[ALL]][%[[THIRD]]][%[[TWICE]]] : memref<?xi8> to memref<?x4xf32>
// CHECK: memref.alloc(%{{.*}}) : memref<?xf32>
func.func @sizes(%x: memref<?xf32>, %n: index) {
  %a = memref.alloc(%n) : memref<?x4xf32>
  %b = memref.alloc(%n) : memref<?x4xf32>
  %k = memref.alloc() : memref<20000xf32>
  "test.use"(%a, %b, %k) : (memref<?x4xf32>, memref<?x4xf32>, memref<20000xf32>) -> ()
  memref.dealloc %a : memref<?x4xf32>
  %c = memref.alloc(%n) : memref<?x4xf32>
  %twice = arith.addi %n, %n : index
  %d = memref.alloc(%twice) : memref<?x4xf32>
  %m = "test.use"(%b, %c, %d) : (memref<?x4xf32>, memref<?x4xf32>, memref<?x4xf32>) -> index
  %e = memref.alloc(%m) : memref<?xf32>
  "test.use"(%e, %k) : (memref<?xf32>, memref<20000xf32>) -> ()
  memref.dealloc %b : memref<?x4xf32>
  memref.dealloc %c : memref<?x4xf32>
  memref.dealloc %d : memref<?x4xf32>
  memref.dealloc %e : memref<?xf32>
  memref.dealloc %k : memref<20000xf32>
  return
}

// What stays: little memory; what is returned, or freed elsewhere; bits; another memory space.
// CHECK-LABEL: func.func @small(
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT: memref.view
func.func @small() {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  "test.use"(%a, %b) : (memref<64xf32>, memref<64xf32>) -> ()
  memref.dealloc %a : memref<64xf32>
  memref.dealloc %b : memref<64xf32>
  return
}
// So do elements whose size LLVM rounds up.
// CHECK-LABEL: func.func @rounded(
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT: memref.view
func.func @rounded() {
  %a = memref.alloc() : memref<30000xi24>
  %b = memref.alloc() : memref<30000xi24>
  "test.use"(%a, %b) : (memref<30000xi24>, memref<30000xi24>) -> ()
  memref.dealloc %a : memref<30000xi24>
  memref.dealloc %b : memref<30000xi24>
  return
}

// Nothing is kept for a call during which no buffer is needed.
// CHECK-LABEL: func.func @between(
// CHECK: %[[FIRST:.*]] = memref.alloc() {{.*}} : memref<131136xi8>
// CHECK: memref.dealloc %[[FIRST]]
// CHECK: call @between
// CHECK-COUNT-2: memref.alloc() : memref<4000xf32>
func.func @between() {
  %a = memref.alloc() : memref<16384xf32>
  %b = memref.alloc() : memref<16384xf32>
  "test.use"(%a, %b) : (memref<16384xf32>, memref<16384xf32>) -> ()
  memref.dealloc %a : memref<16384xf32>
  memref.dealloc %b : memref<16384xf32>
  func.call @between() : () -> ()
  %c = memref.alloc() : memref<4000xf32>
  %d = memref.alloc() : memref<4000xf32>
  "test.use"(%c, %d) : (memref<4000xf32>, memref<4000xf32>) -> ()
  memref.dealloc %c : memref<4000xf32>
  memref.dealloc %d : memref<4000xf32>
  return
}
// CHECK-LABEL: func.func @others(
// CHECK-NOT: memref.view
func.func @others(%p: i1) -> memref<100000xf32> {
  %a = memref.alloc() : memref<100000xf32>
  %c = memref.alloc() : memref<100000xf32>
  %d = memref.alloc() : memref<100000xi1>
  %e = memref.alloc() : memref<100000xf32, 1>
  %f = memref.alloc() : memref<100000xf32>
  "test.use"(%a, %c, %d, %e, %f) : (memref<100000xf32>, memref<100000xf32>, memref<100000xi1>, memref<100000xf32, 1>, memref<100000xf32>) -> ()
  memref.dealloc %d : memref<100000xi1>
  memref.dealloc %e : memref<100000xf32, 1>
  memref.dealloc %f : memref<100000xf32>
  scf.if %p {
    memref.dealloc %c : memref<100000xf32>
  }
  return %a : memref<100000xf32>
}
