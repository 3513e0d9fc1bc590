// Operations that verifiers let through, and that have no lowering.
//
// RUN: tiled-layout-opt %s --split-input-file --tiled-layout-to-llvm-pipeline --verify-diagnostics

func.func @step(%m: memref<8xf32, #tiled_layout.layout<{0:T(4)}>>, %v: f32) {
  // expected-error @+1 {{steps by 0, and never ends}}
  affine.for %i = 0 to 8 step 0 {
    affine.store %v, %m[%i] : memref<8xf32, #tiled_layout.layout<{0:T(4)}>>
  }
  return
}

// -----

func.func @no_reduction(%n: index) -> i32 {
  // expected-error @+1 {{has no lowering: 'assign' does not reduce}}
  %0 = affine.parallel (%i) = (0) to (%n) reduce ("assign") -> i32 {
    %c0 = arith.constant 0 : i32
    affine.yield %c0 : i32
  }
  return %0 : i32
}

// -----

func.func @scale(%a: tensor<20x300xi32>, %m: i32, %s: i8) -> tensor<20x300xi32> {
  %e = tensor.empty() : tensor<20x300xi32>
  // expected-error @+1 {{'tosa.apply_scale' op has no lowering to LLVM; run tosa-to-arith=include-apply-rescale=true first}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<20x300xi32>) outs(%e : tensor<20x300xi32>) {
  ^bb0(%x: i32, %out: i32):
    %y = tosa.apply_scale %x, %m, %s {rounding_mode = SINGLE_ROUND} : (i32, i32, i8) -> i32
    linalg.yield %y : i32
  } -> tensor<20x300xi32>
  return %r : tensor<20x300xi32>
}
