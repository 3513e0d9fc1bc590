// Which elements are carried?
//
// RUN: tiled-layout-opt %s --tiled-layout-vectorize-loops=steps=carry-elements | FileCheck %s

// Neighbours are other elements.
// CHECK-LABEL: func @rows
func.func @rows(%a: memref<2x256xf32>, %s: memref<8xf32> {llvm.noalias}) {
  // CHECK: affine.for %[[I:.+]] = 0 to 4 {
  // CHECK:   affine.load %{{.*}}[%[[I]] * 2]
  // CHECK:   affine.load %{{.*}}[%[[I]] * 2 + 1]
  // CHECK:   affine.for {{.*}} iter_args({{.*}}) -> (f32, f32) {
  // CHECK:     affine.yield
  // CHECK:   affine.store %{{.*}}#0, %{{.*}}[%[[I]] * 2]
  // CHECK:   affine.store %{{.*}}#1, %{{.*}}[%[[I]] * 2 + 1]
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 256 {
      %v = affine.load %a[0, %j] : memref<2x256xf32>
      %o = affine.load %s[%i * 2] : memref<8xf32>
      %w = arith.addf %o, %v : f32
      affine.store %w, %s[%i * 2] : memref<8xf32>
      %x = affine.load %a[1, %j] : memref<2x256xf32>
      %p = affine.load %s[%i * 2 + 1] : memref<8xf32>
      %y = arith.addf %p, %x : f32
      affine.store %y, %s[%i * 2 + 1] : memref<8xf32>
    }
  }
  return
}

// CHECK-LABEL: func @not_carried
func.func @not_carried(%a: memref<256xf32>, %s: memref<8xf32>, %n: index, %k: index) {
  // CHECK-NOT: iter_args
  // The arrays may overlap.
  affine.for %j = 0 to 256 {
    %v = affine.load %a[%j] : memref<256xf32>
    %o = affine.load %s[3] : memref<8xf32>
    %w = arith.addf %o, %v : f32
    affine.store %w, %s[3] : memref<8xf32>
  }
  // There may be no iteration.
  affine.for %j = 0 to %n {
    %o = affine.load %s[3] : memref<8xf32>
    %w = arith.addf %o, %o : f32
    affine.store %w, %s[3] : memref<8xf32>
  }
  // Another access may be to the same element.
  affine.for %j = 0 to 8 {
    %v = affine.load %s[%j] : memref<8xf32>
    %o = affine.load %s[3] : memref<8xf32>
    %w = arith.addf %o, %v : f32
    affine.store %w, %s[3] : memref<8xf32>
  }
  affine.for %j = 0 to 8 {
    %v = affine.load %s[symbol(%k)] : memref<8xf32>
    %o = affine.load %s[3] : memref<8xf32>
    %w = arith.addf %o, %v : f32
    affine.store %w, %s[3] : memref<8xf32>
  }
  // It is stored to first.
  affine.for %j = 0 to 8 {
    %c = arith.constant 1.0 : f32
    affine.store %c, %s[3] : memref<8xf32>
    %o = affine.load %s[3] : memref<8xf32>
    %w = arith.addf %o, %o : f32
    affine.store %w, %s[3] : memref<8xf32>
  }
  // Each iteration has another one.
  affine.for %j = 0 to 8 {
    %o = affine.load %s[%j] : memref<8xf32>
    %w = arith.addf %o, %o : f32
    affine.store %w, %s[%j] : memref<8xf32>
  }
  // It may be one of two that differ by 1 if their places do not.
  affine.for %j = 0 to 8 {
    %v = affine.load %s[symbol(%k) + 1] : memref<8xf32>
    %o = affine.load %s[symbol(%n)] : memref<8xf32>
    %w = arith.addf %o, %v : f32
    affine.store %w, %s[symbol(%n)] : memref<8xf32>
  }
  // Each iteration makes the array.
  affine.for %j = 0 to 8 {
    %view = memref.cast %s : memref<8xf32> to memref<?xf32>
    %o = affine.load %view[3] : memref<?xf32>
    %w = arith.addf %o, %o : f32
    affine.store %w, %view[3] : memref<?xf32>
  }
  // A call may do anything.
  affine.for %j = 0 to 8 {
    %o = affine.load %s[3] : memref<8xf32>
    %w = arith.addf %o, %o : f32
    func.call @other() : () -> ()
    affine.store %w, %s[3] : memref<8xf32>
  }
  return
}
func.func private @other()
