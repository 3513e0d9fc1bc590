// What has no pattern that fits is an error at its place.
//
// RUN: tiled-layout-opt %s --tiled-layout-lower-scf --verify-diagnostics

func.func @tensors(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  // expected-error @+1 {{has no form in branches}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xf32> {
    %one = tensor.from_elements %x : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// The region of an affine loop has one block.
func.func private @use(index)
func.func @affine(%n: index, %one: index) {
  affine.for %k = 0 to 4 {
    // expected-error @+1 {{has no form in branches: the region of 'affine.for' around it has one block}}
    scf.for %i = %n to %n step %one {
      func.call @use(%i) : (index) -> ()
    }
  }
  return
}
