// RUN: tiled-layout-opt %s --split-input-file --verify-diagnostics --tiled-layout-call-math-functions

// expected-note @+1 {{it is this}}
llvm.func @log1p(f64) -> f64
func.func @name(%d: f64) -> f64 {
  // expected-error @+1 {{'math.log1p' op has no lowering: it would call @log1p, which is not another func.func from 'f64' to 'f64'}}
  %1 = math.log1p %d : f64
  return %1 : f64
}

// -----

// expected-note @+1 {{it is this}}
memref.global @expm1f : memref<4xf32>
func.func @global(%d: bf16) -> bf16 {
  // expected-error @+1 {{'math.expm1' op has no lowering: it would call @expm1f, which is not another func.func from 'f32' to 'f32'}}
  %1 = math.expm1 %d : bf16
  return %1 : bf16
}

// -----

// expected-note @+1 {{it is this}}
func.func @log1pf(%d: f32) -> f32 {
  // expected-error @+1 {{'math.log1p' op has no lowering: it would call @log1pf, which is not another func.func from 'f32' to 'f32'}}
  %1 = math.log1p %d : f32
  return %1 : f32
}
