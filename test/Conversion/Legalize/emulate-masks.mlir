// Masked accesses, gathers and scatters of elements that are shorter than the target's masks are a branch for each lane.
//
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=aarch64 --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v3 --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefixes=CHECK,WORDS
// RUN: tiled-layout-opt %s --tiled-layout-set-target=target-cpu=x86-64-v4 --tiled-layout-legalize-for-llvm | FileCheck %s --check-prefix=ALL

// CHECK-LABEL: func.func @loads(
// CHECK: %[[ON:.*]] = vector.extract %arg1[0] : i1 from vector<2xi1>
// CHECK: cf.cond_br %[[ON]], ^[[THEN:.*]], ^
// CHECK: ^[[THEN]]:
// CHECK: memref.load %arg0[%{{.*}}] : memref<?xi16>
// ALL-LABEL: func.func @loads(
// ALL: vector.maskedload
func.func @loads(%a: memref<?xi16>, %on: vector<2xi1>, %i: index, %others: vector<2xi16>) -> vector<2xi16> {
  %v = vector.maskedload %a[%i], %on, %others : memref<?xi16>, vector<2xi1>, vector<2xi16> into vector<2xi16>
  return %v : vector<2xi16>
}

// WORDS-LABEL: func.func @words(
// WORDS: vector.maskedstore
// NONE-LABEL: func.func @words(
// NONE-COUNT-2: memref.store %{{.*}}, %arg0[%{{.*}}] : memref<?xf32>
func.func @words(%a: memref<?xf32>, %on: vector<2xi1>, %i: index, %v: vector<2xf32>) {
  vector.maskedstore %a[%i], %on, %v : memref<?xf32>, vector<2xi1>, vector<2xf32>
  return
}

// Indices have 64 bits.
// WORDS-LABEL: func.func @indices(
// WORDS: vector.maskedload
// NONE-LABEL: func.func @indices(
// NONE-COUNT-2: memref.load %{{.*}} : memref<?xindex>
func.func @indices(%a: memref<?xindex>, %on: vector<2xi1>, %i: index, %others: vector<2xindex>) -> vector<2xindex> {
  %v = vector.maskedload %a[%i], %on, %others : memref<?xindex>, vector<2xi1>, vector<2xindex> into vector<2xindex>
  return %v : vector<2xindex>
}

// CHECK-LABEL: func.func @scattered(
// CHECK: %[[ON:.*]] = vector.extract %arg2[0] : i1 from vector<2xi1>
// CHECK: cf.cond_br %[[ON]]
// CHECK: %[[AT:.*]] = vector.extract %arg3[0] : index from vector<2xindex>
// CHECK: %[[PLACE:.*]] = arith.addi %arg1, %[[AT]] : index
// CHECK: memref.store %{{.*}}, %arg0[%[[PLACE]]] : memref<?xi8>
// CHECK: vector.extract %arg2[1] : i1 from vector<2xi1>
// ALL-LABEL: func.func @scattered(
// ALL: vector.scatter
func.func @scattered(%a: memref<?xi8>, %i: index, %on: vector<2xi1>, %at: vector<2xindex>, %v: vector<2xi8>) {
  vector.scatter %a[%i][%at], %on, %v : memref<?xi8>, vector<2xindex>, vector<2xi1>, vector<2xi8>
  return
}

// CHECK-LABEL: func.func @gathered(
// CHECK-NOT: vector.gather
// CHECK: return
// ALL-LABEL: func.func @gathered(
// ALL: vector.gather
func.func @gathered(%a: memref<?xi8>, %i: index, %on: vector<2xi1>, %at: vector<2xindex>, %others: vector<2xi8>) -> vector<2xi8> {
  %v = vector.gather %a[%i][%at], %on, %others : memref<?xi8>, vector<2xindex>, vector<2xi1>, vector<2xi8> into vector<2xi8>
  return %v : vector<2xi8>
}
