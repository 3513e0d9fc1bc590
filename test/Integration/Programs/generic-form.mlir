// A program in generic form, as a tool that knows no custom syntax writes it: constants that
// are splats and resources, broadcasts of shapes, a comparison, a selection, a reduction.
//
// RUN: %python %S/Inputs/compare_layouts.py %s %tools_dir/tiled-layout-opt %llvm_tools/mlir-runner %runner_libs

#a = #tiled_layout.layout<{1,0:T(8,128)}>
#b = #tiled_layout.layout<{0,1:T(8,16)}>
"func.func"() <{function_type = (tensor<9x33xf32, #a>) -> tensor<33xf32>, sym_name = "compute", sym_visibility = "private"}> ({
^bb0(%x: tensor<9x33xf32, #a>):
  %half = "arith.constant"() <{value = dense<0.5> : tensor<9x33xf32, #a>}> : () -> tensor<9x33xf32, #a>
  %low = "arith.constant"() <{value = dense<-0.25> : tensor<9x33xf32, #a>}> : () -> tensor<9x33xf32, #a>
  %bias = "arith.constant"() <{value = dense_resource<bias> : tensor<33xf32>}> : () -> tensor<33xf32>
  %e = "tensor.empty"() : () -> tensor<9x33xf32, #a>
  %row = "linalg.broadcast"(%bias, %e) <{dimensions = array<i64: 0>}> ({
  ^bb0(%p: f32, %q: f32):
    "linalg.yield"(%p) : (f32) -> ()
  }) : (tensor<33xf32>, tensor<9x33xf32, #a>) -> tensor<9x33xf32, #a>
  %s = "arith.addf"(%x, %row) <{fastmath = #arith.fastmath<none>}> : (tensor<9x33xf32, #a>, tensor<9x33xf32, #a>) -> tensor<9x33xf32, #a>
  %c = "arith.cmpf"(%s, %low) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (tensor<9x33xf32, #a>, tensor<9x33xf32, #a>) -> tensor<9x33xi1, #a>
  %m = "arith.mulf"(%s, %half) <{fastmath = #arith.fastmath<none>}> : (tensor<9x33xf32, #a>, tensor<9x33xf32, #a>) -> tensor<9x33xf32, #a>
  %r = "arith.select"(%c, %m, %s) : (tensor<9x33xi1, #a>, tensor<9x33xf32, #a>, tensor<9x33xf32, #a>) -> tensor<9x33xf32, #a>
  %t = "tensor.cast"(%r) : (tensor<9x33xf32, #a>) -> tensor<9x33xf32, #b>
  %z = "arith.constant"() <{value = dense<0.0> : tensor<33xf32>}> : () -> tensor<33xf32>
  %sum = "linalg.generic"(%t, %z) <{indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<reduction>], operandSegmentSizes = array<i32: 1, 1>}> ({
  ^bb0(%p: f32, %q: f32):
    %n = "arith.maximumf"(%p, %q) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "linalg.yield"(%n) : (f32) -> ()
  }) : (tensor<9x33xf32, #b>, tensor<33xf32>) -> tensor<33xf32>
  "func.return"(%sum) : (tensor<33xf32>) -> ()
}) : () -> ()
func.func @main() {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c33 = arith.constant 33 : index
  %x0 = call @data2(%c1, %c9, %c33) : (index, index, index) -> tensor<?x?xf32>
  %x = tensor.cast %x0 : tensor<?x?xf32> to tensor<9x33xf32, #a>
  %r = call @compute(%x) : (tensor<9x33xf32, #a>) -> tensor<33xf32>
  %u = tensor.cast %r : tensor<33xf32> to tensor<*xf32>
  call @show(%u) : (tensor<*xf32>) -> ()
  return
}
{-#
  dialect_resources: {
    builtin: {
      bias: "0x04000000000000000000803D0000003E0000403E0000803E0000A03E0000C03E0000E03E0000003F0000103F0000203F0000303F0000403F0000503F0000603F0000703F0000803F000080BD000000BE000040BE000080BE0000A0BE0000C0BE0000E0BE000000BF000010BF000020BF000030BF000040BF000050BF000060BF000070BF000080BF"
    }
  }
#-}
