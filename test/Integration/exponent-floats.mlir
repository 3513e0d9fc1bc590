// Numbers of formats that LLVM does not know: f8E8M0FNU, of an exponent alone, and f4E2M1FN.
//
// RUN: tiled-layout-opt %s --tiled-layout-to-llvm-pipeline | mlir-runner --entry-point-result=void --shared-libs=%runner_libs | FileCheck %s

#t = #tiled_layout.layout<{1,0:T(8,128)}>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @show(%t: tensor<2x4xf32, #t>) {
  %rows = tensor.cast %t : tensor<2x4xf32, #t> to tensor<2x4xf32>
  %any = tensor.cast %rows : tensor<2x4xf32> to tensor<*xf32>
  %m = bufferization.to_buffer %any : tensor<*xf32> to memref<*xf32>
  call @printMemrefF32(%m) : (memref<*xf32>) -> ()
  return
}

func.func private @from_exponents(%bits: tensor<2x4xi8, #t>) -> tensor<2x4xf32, #t> {
  %e = arith.bitcast %bits : tensor<2x4xi8, #t> to tensor<2x4xf8E8M0FNU, #t>
  %r = arith.extf %e : tensor<2x4xf8E8M0FNU, #t> to tensor<2x4xf32, #t>
  return %r : tensor<2x4xf32, #t>
}
func.func private @to_exponents(%x: tensor<2x4xf32, #t>) -> tensor<2x4xf32, #t> {
  %e = arith.truncf %x : tensor<2x4xf32, #t> to tensor<2x4xf8E8M0FNU, #t>
  %bits = arith.bitcast %e : tensor<2x4xf8E8M0FNU, #t> to tensor<2x4xi8, #t>
  %r = arith.uitofp %bits : tensor<2x4xi8, #t> to tensor<2x4xf32, #t>
  return %r : tensor<2x4xf32, #t>
}
func.func private @from_nibbles(%bits: tensor<2x4xi4, #t>) -> tensor<2x4xf32, #t> {
  %n = arith.bitcast %bits : tensor<2x4xi4, #t> to tensor<2x4xf4E2M1FN, #t>
  %r = arith.extf %n : tensor<2x4xf4E2M1FN, #t> to tensor<2x4xf32, #t>
  return %r : tensor<2x4xf32, #t>
}
func.func private @to_nibbles(%x: tensor<2x4xf32, #t>) -> tensor<2x4xf32, #t> {
  %n = arith.truncf %x : tensor<2x4xf32, #t> to tensor<2x4xf4E2M1FN, #t>
  %bits = arith.bitcast %n : tensor<2x4xf4E2M1FN, #t> to tensor<2x4xi4, #t>
  %r = arith.uitofp %bits : tensor<2x4xi4, #t> to tensor<2x4xf32, #t>
  return %r : tensor<2x4xf32, #t>
}

func.func private @from_f64(%x: tensor<2x4xf64, #t>) -> tensor<2x4xf32, #t> {
  %n = arith.truncf %x : tensor<2x4xf64, #t> to tensor<2x4xf4E2M1FN, #t>
  %bits = arith.bitcast %n : tensor<2x4xf4E2M1FN, #t> to tensor<2x4xi4, #t>
  %r = arith.uitofp %bits : tensor<2x4xi4, #t> to tensor<2x4xf32, #t>
  return %r : tensor<2x4xf32, #t>
}

func.func @main() {
  // 2^(n - 127); 255 is NaN.
  %exponents = arith.constant dense<[[127, 128, 126, 137], [117, 255, 130, 124]]> : tensor<2x4xi8>
  %e = tensor.cast %exponents : tensor<2x4xi8> to tensor<2x4xi8, #t>
  %0 = call @from_exponents(%e) : (tensor<2x4xi8, #t>) -> tensor<2x4xf32, #t>
  // CHECK:      1, 2, 0.5, 1024
  // CHECK-NEXT: 0.000976562, {{-?}}nan, 8, 0.125
  call @show(%0) : (tensor<2x4xf32, #t>) -> ()
  %powers = arith.constant dense<[[1.0, 2.0, 0.5, 1024.0], [0.25, 4.0, 8.0, 16.0]]> : tensor<2x4xf32>
  %p = tensor.cast %powers : tensor<2x4xf32> to tensor<2x4xf32, #t>
  %1 = call @to_exponents(%p) : (tensor<2x4xf32, #t>) -> tensor<2x4xf32, #t>
  // CHECK:      127, 128, 126, 137
  // CHECK-NEXT: 125, 129, 130, 131
  call @show(%1) : (tensor<2x4xf32, #t>) -> ()
  // A sign, two bits of exponent, one of mantissa.
  %nibbles = arith.constant dense<[[0, 1, 2, 3], [4, 7, -1, -6]]> : tensor<2x4xi4>
  %n = tensor.cast %nibbles : tensor<2x4xi4> to tensor<2x4xi4, #t>
  %2 = call @from_nibbles(%n) : (tensor<2x4xi4, #t>) -> tensor<2x4xf32, #t>
  // CHECK:      0, 0.5, 1, 1.5
  // CHECK-NEXT: 2, 6, -6, -1
  call @show(%2) : (tensor<2x4xf32, #t>) -> ()
  %numbers = arith.constant dense<[[0.0, 0.5, 1.1, 1.5], [2.0, 100.0, -6.0, -1.0]]> : tensor<2x4xf32>
  %x = tensor.cast %numbers : tensor<2x4xf32> to tensor<2x4xf32, #t>
  %3 = call @to_nibbles(%x) : (tensor<2x4xf32, #t>) -> tensor<2x4xf32, #t>
  // CHECK:      0, 1, 2, 3
  // CHECK-NEXT: 4, 7, 15, 10
  call @show(%3) : (tensor<2x4xf32, #t>) -> ()
  // Numbers in the middle of two, which become the even one, or so near it that they would be there in f32.
  %doubles = arith.constant dense<[[1.25, 1.2500000000001, 1.7499999999999, 1.75], [-2.5, -2.5000000000001, 1.0e300, 0.0]]> : tensor<2x4xf64>
  %w = tensor.cast %doubles : tensor<2x4xf64> to tensor<2x4xf64, #t>
  %4 = call @from_f64(%w) : (tensor<2x4xf64, #t>) -> tensor<2x4xf32, #t>
  // CHECK:      2, 3, 3, 4
  // CHECK-NEXT: 12, 13, 7, 0
  call @show(%4) : (tensor<2x4xf32, #t>) -> ()
  %middles = arith.constant dense<[[0.25, 0.75, 1.25, 1.75], [2.5, -3.5, 5.0, -5.1]]> : tensor<2x4xf32>
  %y = tensor.cast %middles : tensor<2x4xf32> to tensor<2x4xf32, #t>
  %5 = call @to_nibbles(%y) : (tensor<2x4xf32, #t>) -> tensor<2x4xf32, #t>
  // CHECK:      0, 2, 2, 4
  // CHECK-NEXT: 4, 14, 6, 15
  call @show(%5) : (tensor<2x4xf32, #t>) -> ()
  return
}
