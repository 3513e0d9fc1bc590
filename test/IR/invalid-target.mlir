// Targets that are none.
//
// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --tiled-layout-lower-relayouts
// RUN: not tiled-layout-opt %s --split-input-file --tiled-layout-lower-relayouts 2>&1 | FileCheck %s

// The module is not printed with what its specification says.
// CHECK: in 'dlti.target_system_spec': vector-bits is 96
// CHECK-NOT: see current operation

// expected-error @+1 {{'func.func' op is no module, so it cannot have 'tiled_layout.target'}}
func.func @f() attributes {tiled_layout.target = #tiled_layout.target<znver5>} {
  return
}

// -----

// expected-error @+1 {{in target 'znver9': unknown processor 'znver9'; did you mean 'znver3'?}}
module attributes {tiled_layout.target = #tiled_layout.target<znver9>} {}

// -----

// expected-error @+1 {{in target 'wide, vector-bits = 96': vector-bits is 96, which is no power of two}}
module attributes {tiled_layout.target = #tiled_layout.target<wide, vector-bits = 96>} {}

// -----

// expected-error @+1 {{expected '<' and a target such as znver5 after 'target'}}
module attributes {tiled_layout.target = #tiled_layout.target} {}

// -----

// expected-error @+1 {{'tiled_layout.target' is "znver5", but must be #tiled_layout.target<...>}}
module attributes {tiled_layout.target = "znver5"} {}

// -----

// expected-error @+1 {{in 'dlti.target_system_spec': vector-bits is 96, which is no power of two}}
module attributes {
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"vector-bits" = 96 : i64>>
} {}

// -----

// expected-error @+1 {{in 'dlti.target_system_spec': unknown processor 'znver9'; did you mean 'znver3'?}}
module attributes {
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"tiled_layout.target" = "znver9">>
} {}

// -----

// expected-error @+1 {{in 'llvm.target': unknown processor 'z80'}}
module attributes {
  llvm.target = #llvm.target<triple = "x86_64-unknown-linux-gnu", chip = "z80">
} {}

// -----

// expected-error @+1 {{in 'dlti.target_system_spec': 'vector-bits' is 99999999999999999999999 : i128, which is no integer of 64 bits}}
module attributes {
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"vector-bits" = 99999999999999999999999 : i128>>
} {}

// -----

// expected-error @+1 {{in 'dlti.target_system_spec': a target has no field 'vector-bitz'; did you mean 'vector-bits'?}}
module attributes {
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"vector-bitz" = 128 : i64>>
} {}

// -----

// expected-error @+1 {{in 'dlti.target_system_spec': dot-u8s8 is 1, but vectors of 256 bits need features '+avxvnni' for that}}
module attributes {
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"tiled_layout.target" = "x86-64-v3", "dot-u8s8" = 1 : i64>>
} {}

// -----

// Entries of others.
module attributes {
  dlti.target_system_spec = #dlti.target_system_spec<
    "CPU" = #dlti.target_device_spec<"L2_cache_size_in_bytes" = "many", "max_vector_op_width" = 64.0 : f32>>
} {}

// -----

// expected-error @+1 {{'llvm.target' is 5 : i64, but must be #llvm.target<...>}}
module attributes {llvm.target = 5} {}

// -----

// expected-error @+1 {{in target 'aarch64, dot-s8s8 = 1': dot-s8s8 is 1, but vectors of 128 bits need features '+dotprod' for that}}
module attributes {tiled_layout.target = #tiled_layout.target<aarch64, dot-s8s8 = 1>} {}
