// Kernels, their arguments and their memory.
//
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine --canonicalize --cse | FileCheck %s
// RUN: tiled-layout-opt %s --convert-tiled-layout-to-affine=form=linear | tiled-layout-opt -o /dev/null

#t = #tiled_layout.layout<{1,0:T(8,128)}>
#s = #tiled_layout.layout<{1,0:T(2,2)}>
!dynamic = memref<?x300xf32, #t>
!shared = memref<3x5xf32, #s, #gpu.address_space<workgroup>>
!private = memref<3x5xf32, #s, #gpu.address_space<private>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK: gpu.func @kernel(%[[M:.+]]: memref<?x3x8x128xf32>, %[[N:.+]]: index, %[[V:.+]]: f32) workgroup(%[[S:.+]] : memref<2x3x2x2xf32, #gpu.address_space<workgroup>>) private(%[[P:.+]] : memref<2x3x2x2xf32, #gpu.address_space<private>>) kernel
    gpu.func @kernel(%m: !dynamic, %v: f32) workgroup(%s: !shared) private(%p: !private) kernel {
      %i = gpu.thread_id x
      %j = gpu.thread_id y
      // CHECK: memref.store %[[V]], %[[M]][%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : memref<?x3x8x128xf32>
      memref.store %v, %m[%i, %j] : !dynamic
      // CHECK: memref.store %[[V]], %[[S]][%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]
      memref.store %v, %s[%i, %j] : !shared
      // CHECK: memref.store %[[V]], %[[P]][%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]
      memref.store %v, %p[%i, %j] : !private
      gpu.return
    }

    // CHECK: gpu.func @pass(%[[M:.+]]: memref<?x3x8x128xf32>, %[[N:.+]]: index) -> (memref<?x3x8x128xf32>, index)
    gpu.func @pass(%m: !dynamic) -> !dynamic {
      // CHECK: gpu.return %[[M]], %[[N]] : memref<?x3x8x128xf32>, index
      gpu.return %m : !dynamic
    }
  }

  // CHECK-LABEL: func @launch_func(
  // CHECK-SAME: %[[M:[^:]+]]: memref<?x3x8x128xf32>, %[[N:[^:]+]]: index
  func.func @launch_func(%m: !dynamic, %v: f32) {
    %c1 = arith.constant 1 : index
    %t0 = gpu.wait async
    // CHECK: gpu.launch_func async [%{{.*}}] @kernels::@kernel blocks in {{.*}} args(%[[M]] : memref<?x3x8x128xf32>, %[[N]] : index, %{{.*}} : f32)
    %t1 = gpu.launch_func async [%t0] @kernels::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : !dynamic, %v : f32)
    gpu.wait [%t1]
    return
  }

  // CHECK-LABEL: func @memory(
  func.func @memory(%m: !dynamic, %n: index, %v: f32) {
    %t0 = gpu.wait async
    // CHECK: %[[ROWS:.+]] = affine.apply
    // CHECK: %[[A:.+]], %[[T1:.+]] = gpu.alloc async [%{{.*}}] (%[[ROWS]]) : memref<?x3x8x128xf32>
    %a, %t1 = gpu.alloc async [%t0] (%n) : !dynamic
    // CHECK: %[[T2:.+]] = gpu.memset async [%[[T1]]] %[[A]], %{{.*}} : memref<?x3x8x128xf32>, f32
    %t2 = gpu.memset async [%t1] %a, %v : !dynamic, f32
    // CHECK: %[[T3:.+]] = gpu.memcpy async [%[[T2]]] %{{.*}}, %[[A]] : memref<?x3x8x128xf32>, memref<?x3x8x128xf32>
    %t3 = gpu.memcpy async [%t2] %m, %a : !dynamic, !dynamic
    // CHECK: gpu.dealloc async [%[[T3]]] %[[A]] : memref<?x3x8x128xf32>
    %t4 = gpu.dealloc async [%t3] %a : !dynamic
    gpu.wait [%t4]
    return
  }

  // CHECK-LABEL: func @launch(
  // CHECK-SAME: %[[M:[^:]+]]: memref<?x3x8x128xf32>
  func.func @launch(%m: !dynamic, %v: f32) {
    %c1 = arith.constant 1 : index
    // CHECK: workgroup(%[[S:.+]] : memref<2x3x2x2xf32, #gpu.address_space<workgroup>>)
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1)
               workgroup(%s : !shared) {
      // CHECK: memref.store %{{.*}}, %[[M]][
      memref.store %v, %m[%tx, %ty] : !dynamic
      // CHECK: memref.store %{{.*}}, %[[S]][
      memref.store %v, %s[%tx, %ty] : !shared
      gpu.terminator
    }
    return
  }
}
