//===- InteropPasses.td - Between layouts and their like ---*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_CONVERSION_INTEROPPASSES_TD
#define TILED_LAYOUT_CONVERSION_INTEROPPASSES_TD

include "tiled_layout/IR/OptionsPass.td"

def ConvertLinalgPackToTiledLayoutPass
    : OptionsPass<"convert-linalg-pack-to-tiled-layout"> {
  let summary = "Turns linalg.pack and linalg.unpack into relayouts.";
  let description = [{
    * A `linalg.pack` becomes a relayout into the layout that the pack describes,
      with the same padding, and a view of the result as the packed tensor.
    * A `linalg.unpack` becomes a view of the packed tensor as a tiled one, and a
      relayout out of it.
    * Packs of packs become the levels of tiles of one layout.

    A packed tensor keeps its type for those who use it as such, at function
    boundaries and in other operations. A pack without a padding value promises that
    tiles divide the extents. If they may not divide an extent that is not known,
    the layout is `exact`.

    Before:

    ```mlir
    func.func @pack(%a: tensor<20x300xf32>, %b: tensor<3x3x8x128xf32>)
        -> tensor<3x3x8x128xf32> {
      %zero = arith.constant 0.0 : f32
      %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0, 1]
        inner_tiles = [8, 128] into %b
        : tensor<20x300xf32> -> tensor<3x3x8x128xf32>
      return %p : tensor<3x3x8x128xf32>
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @pack(%a: tensor<20x300xf32>, %b: tensor<3x3x8x128xf32>)
        -> tensor<3x3x8x128xf32> {
      %e = tiled_layout.empty() : tensor<20x300xf32, #t>
      %r = tiled_layout.relayout ins(%a : tensor<20x300xf32>)
        outs(%e : tensor<20x300xf32, #t>) padding = 0.0 : f32
        -> tensor<20x300xf32, #t>
      %p = tiled_layout.to_physical %r
        : tensor<20x300xf32, #t> to tensor<3x3x8x128xf32>
      return %p : tensor<3x3x8x128xf32>
    }
    ```

    Fails, at the operation and with the reason, if an inner tile is not a constant,
    if the tensor has an encoding, or if its elements do not fill their bytes (`i1`,
    `i4`). docs/Interop.md has the details.

    Test: test/Conversion/LinalgPack/example.mlir
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect", "::mlir::tiled_layout::TiledLayoutDialect"
  ];
}

def ConvertTiledLayoutToLinalgPackPass
    : OptionsPass<"convert-tiled-layout-to-linalg-pack", "::mlir::ModuleOp"> {
  let summary = "Turns tensors with layouts into packed tensors.";
  let description = [{
    * A tensor with a tiled layout becomes the packed tensor. It has one dimension
      per physical dimension, except those of extent 1 that tiles leave.
    * A relayout becomes packs, one per level of tiles, unpacks, or both, and views
      become reshapes.
    * `*` becomes a `tensor.collapse_shape` before a pack.
    * Undefined padding is poison. The packs of an `exact` layout have no padding
      value, which promises that tiles divide.
    * A logical extent that is known only at run time is one more `index` after the
      packed tensor, in arguments, results and block arguments.
    * Memrefs stay.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
    func.func @pack(%a: tensor<16x256xbf16>) -> tensor<16x256xbf16, #t> {
      %e = tiled_layout.empty() : tensor<16x256xbf16, #t>
      %r = tiled_layout.relayout ins(%a : tensor<16x256xbf16>)
        outs(%e : tensor<16x256xbf16, #t>) -> tensor<16x256xbf16, #t>
      return %r : tensor<16x256xbf16, #t>
    }
    ```

    After:

    ```mlir
    func.func @pack(%a: tensor<16x256xbf16>) -> tensor<2x2x4x128x2xbf16> {
      %e = tensor.empty() : tensor<2x2x8x128xbf16>
      %p = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 128]
        into %e : tensor<16x256xbf16> -> tensor<2x2x8x128xbf16>
      %f = tensor.empty() : tensor<2x2x4x128x2xbf16>
      %q = linalg.pack %p inner_dims_pos = [2] inner_tiles = [2]
        into %f : tensor<2x2x8x128xbf16> -> tensor<2x2x4x128x2xbf16>
      return %q : tensor<2x2x4x128x2xbf16>
    }
    ```

    Fails, at the operation and with the reason, in two cases. docs/Interop.md has
    the details.

    * A layout is no chain of packs: `L(n)` that pads, `E(n)`, `S(n)`, `M(n)`, `SC`,
      `full` and `min(n)` on an extent that is not known.
    * An operation on tiled tensors is no view, no relayout, and does not pass
      values on.

    Test: test/Conversion/LinalgPack/example-back.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::complex::ComplexDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::mlir::ub::UBDialect"
  ];
}

def ChooseLayoutsPass : OptionsPass<"tiled-layout-choose-layouts"> {
  let summary = "States a layout for arguments and results that have none.";
  let description = [{
    Gives each argument and result of a function that is a tensor without encoding, of
    at least `least-rank` dimensions, the attribute `mhlo.layout_mode` with the layout
    that XLA's rules choose for it, as `tiled-layout-explain --choose` does. `"auto"`
    is replaced; what states anything else stays. So do functions without a body, and
    those that something else than `func.call` refers to.
    A person may change the texts before `convert-xla-attributes-to-tiled-layout` puts
    them on the types and `tiled-layout-fold-relayouts` gives layouts to what is
    between them.

    A program in rows runs in tiles by

    ```
    tiled-layout-opt PROGRAM --tiled-layout-choose-layouts
      --convert-xla-attributes-to-tiled-layout --tiled-layout-fold-relayouts
      --tiled-layout-to-llvm-pipeline
    ```

    Before:

    ```mlir
    func.func @f(%x: tensor<64x256xbf16>, %b: tensor<256xf32>) -> tensor<?x256xf32>
    ```

    After:

    ```mlir
    func.func @f(%x: tensor<64x256xbf16> {mhlo.layout_mode = "{1,0:T(8,128)(2,1)}"},
                 %b: tensor<256xf32>)
        -> (tensor<?x256xf32> {mhlo.layout_mode = "{1,0:T(8,128)}"})
    ```

    Test: test/Conversion/XlaAttributes/choose-layouts.mlir
  }];
  let options = [
    Option<"leastRank", "least-rank", "int64_t", "2",
           "Leave tensors of fewer dimensions as they are (default: 2).">
  ];
}

def ConvertXlaAttributesToTiledLayoutPass
    : OptionsPass<"convert-xla-attributes-to-tiled-layout",
                  "::mlir::ModuleOp"> {
  let summary = "Turns layouts in attributes of XLA's modules into types.";
  let description = [{
    Reads the layouts in attributes of StableHLO and MHLO modules, and puts them on
    the types of function arguments, results and operations. A row-major layout is
    the tensor without one. The attributes are

    | on | attribute | states |
    | --- | --- | --- |
    | arguments and results | `mhlo.layout_mode` | a layout; `default` and `auto` none |
    | the module, of `@main` | `mhlo.xla_entry_computation_parameter_layouts`, `..._result_layout` | orders |
    | | `mhlo.xla_entry_computation_parameter_tiles`, `..._result_tiles` | tiles |
    | operations | `xla_shape` | whole shapes of results, or of a tuple of them |
    | | `result_layout`, `result_layouts` | orders of results |
    | | `source_layout`, `operand_layouts` | orders of operands |

    A relayout is inserted where a use needs another layout than the value has:

    | use | layout |
    | --- | --- |
    | any with an attribute | the stated one |
    | argument or result of a function | that of the type |
    | registered operations, and those with regions or successors | none |
    | other operations that are not registered | any, as in XLA |

    Before:

    ```mlir
    func.func @main(%a: tensor<16x256xf32> {mhlo.layout_mode = "{1,0:T(8,128)}"})
        -> (tensor<256x16xf32> {mhlo.layout_mode = "{1,0}"}) {
      %b = "stablehlo.transpose"(%a) {permutation = array<i64: 1, 0>,
        xla_shape = "f32[256,16]{0,1:T(8,128)}"}
        : (tensor<16x256xf32>) -> tensor<256x16xf32>
      return %b : tensor<256x16xf32>
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #u = #tiled_layout.layout<{0,1:T(8,128)}>
    func.func @main(%a: tensor<16x256xf32, #t>) -> tensor<256x16xf32> {
      %b = "stablehlo.transpose"(%a) {permutation = array<i64: 1, 0>}
        : (tensor<16x256xf32, #t>) -> tensor<256x16xf32, #u>
      %e = tensor.empty() : tensor<256x16xf32>
      %r = tiled_layout.relayout ins(%b : tensor<256x16xf32, #u>)
        outs(%e : tensor<256x16xf32>) -> tensor<256x16xf32>
      return %r : tensor<256x16xf32>
    }
    ```

    Needs `--allow-unregistered-dialect` where a dialect is not registered.
    Fails, at the operation, if attributes are malformed, do not fit their types or
    contradict each other. docs/Interop.md has the details.

    Test: test/Conversion/XlaAttributes/example.mlir
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect", "::mlir::tiled_layout::TiledLayoutDialect"
  ];
}

#endif // TILED_LAYOUT_CONVERSION_INTEROPPASSES_TD
