// What says which processor a module is compiled for, seen by the width of the
// vectors that a relayout becomes. The tests round-trip every input, also as bytecode.
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-lower-relayouts | FileCheck %s

// CHECK-LABEL: func @by_default
// CHECK: vector.load {{.*}} vector<16xf32>
func.func @by_default(%a: memref<16x16xf32>, %b: memref<16x16xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
  tiled_layout.relayout ins(%a : memref<16x16xf32>) outs(%b : memref<16x16xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
  return
}

// -----

// CHECK: #tiled_layout.target<x86-64-v3>
// CHECK-LABEL: func @of_module
// CHECK: vector.load {{.*}} vector<8xf32>
module attributes {tiled_layout.target = #tiled_layout.target<x86-64-v3>} {
  func.func @of_module(%a: memref<16x16xf32>, %b: memref<16x16xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
    tiled_layout.relayout ins(%a : memref<16x16xf32>) outs(%b : memref<16x16xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
    return
  }
}

// -----

// CHECK-LABEL: func @of_system
// CHECK: vector.load {{.*}} vector<4xf32>
module attributes {
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"tiled_layout.target" = "znver5", "vector-bits" = 128 : ui8, "L1_cache_size_in_bytes" = 49152 : ui16, "streaming-stores" = true>>
} {
  func.func @of_system(%a: memref<16x16xf32>, %b: memref<16x16xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
    tiled_layout.relayout ins(%a : memref<16x16xf32>) outs(%b : memref<16x16xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
    return
  }
}

// -----

// CHECK-LABEL: func @of_llvm
// CHECK: vector.load {{.*}} vector<4xf32>
module attributes {
  llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "nehalem", features = <["+popcnt"]>>
} {
  func.func @of_llvm(%a: memref<16x16xf32>, %b: memref<16x16xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
    tiled_layout.relayout ins(%a : memref<16x16xf32>) outs(%b : memref<16x16xf32, #tiled_layout.layout<{1,0:T(8,128)}>>)
    return
  }
}
