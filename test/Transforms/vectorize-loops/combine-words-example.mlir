// An example of the step `combine-words`.
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=combine-words | FileCheck %s

// CHECK-LABEL: func.func @swap(
// CHECK-SAME:    %[[M:.+]]: memref<4x128x2xbf16>) {
func.func @swap(%m: memref<4x128x2xbf16>) {
  // CHECK:      affine.for %[[K:.+]] = 0 to 4 {
  // CHECK-NEXT:   affine.for %[[C:.+]] = 0 to 128 {
  // CHECK-NEXT:     %[[V:.+]] = affine.vector_load %[[M]][%[[K]], %[[C]], 0] : memref<4x128x2xbf16>, vector<2xbf16>
  // CHECK-NEXT:     %[[WORD:.+]] = llvm.bitcast %[[V]] : vector<2xbf16> to i32
  // CHECK-NEXT:     %[[A0:.+]] = arith.trunci %[[WORD]] : i32 to i16
  // CHECK-NEXT:     %[[A:.+]] = arith.bitcast %[[A0]] : i16 to bf16
  // CHECK-NEXT:     %[[C16:.+]] = arith.constant 16 : i32
  // CHECK-NEXT:     %[[B1:.+]] = arith.shrui %[[WORD]], %[[C16]] : i32
  // CHECK-NEXT:     %[[B0:.+]] = arith.trunci %[[B1]] : i32 to i16
  // CHECK-NEXT:     %[[B:.+]] = arith.bitcast %[[B0]] : i16 to bf16
  // CHECK-NEXT:     %[[L0:.+]] = arith.bitcast %[[B]] : bf16 to i16
  // CHECK-NEXT:     %[[L:.+]] = arith.extui %[[L0]] : i16 to i32
  // CHECK-NEXT:     %[[H0:.+]] = arith.bitcast %[[A]] : bf16 to i16
  // CHECK-NEXT:     %[[H1:.+]] = arith.extui %[[H0]] : i16 to i32
  // CHECK-NEXT:     %[[H:.+]] = arith.shli %[[H1]], %[[C16]] : i32
  // CHECK-NEXT:     %[[OR:.+]] = arith.ori %[[L]], %[[H]] : i32
  // CHECK-NEXT:     %[[W:.+]] = llvm.bitcast %[[OR]] : i32 to vector<2xbf16>
  // CHECK-NEXT:     affine.vector_store %[[W]], %[[M]][%[[K]], %[[C]], 0] : memref<4x128x2xbf16>, vector<2xbf16>
  // CHECK-NEXT:   }
  affine.for %k = 0 to 4 {
    affine.for %c = 0 to 128 {
      %a = affine.load %m[%k, %c, 0] : memref<4x128x2xbf16>
      %b = affine.load %m[%k, %c, 1] : memref<4x128x2xbf16>
      affine.store %b, %m[%k, %c, 0] : memref<4x128x2xbf16>
      affine.store %a, %m[%k, %c, 1] : memref<4x128x2xbf16>
    } {tiled_layout.loop = #tiled_layout.loop<run>}
  }
  return
}
