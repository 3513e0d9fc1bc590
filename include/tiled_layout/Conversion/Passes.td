//===- Passes.td - Conversion passes -----------------------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_CONVERSION_PASSES_TD
#define TILED_LAYOUT_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTiledLayoutToAffinePass
    : Pass<"convert-tiled-layout-to-affine", "::mlir::ModuleOp"> {
  let summary = "Turns accesses to tiled memrefs into affine index arithmetic.";
  let description = [{
    Replaces every memref with a tiled layout by a memref without one, and every
    operation that touches it by index arithmetic and an access to that. With
    `form=expanded` the new memref has one dimension per physical dimension;
    with `form=linear` it has one dimension, and so has any whose tail padding `L(n)`
    leaves no other choice. Elements that are not exactly the bytes of their value
    (`E(n)` that differs; `i1`, `i4`, packed or not) live in a memref of bytes.

    A logical extent that is known only at run time travels beside the memref,
    as an `index` after it in arguments, results and block arguments.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @load(%m: memref<20x300xf32, #t>, %i: index, %j: index) -> f32 {
      %v = memref.load %m[%i, %j] : memref<20x300xf32, #t>
      return %v : f32
    }
    ```

    After:

    ```mlir
    #map = affine_map<()[s0] -> (s0 floordiv 8)>
    #map1 = affine_map<()[s0] -> (s0 floordiv 128)>
    #map2 = affine_map<()[s0] -> (s0 mod 8)>
    #map3 = affine_map<()[s0] -> (s0 mod 128)>
    func.func @load(%arg0: memref<3x3x8x128xf32>, %arg1: index, %arg2: index) -> f32 {
      %0 = affine.apply #map()[%arg1]
      %1 = affine.apply #map1()[%arg2]
      %2 = affine.apply #map2()[%arg1]
      %3 = affine.apply #map3()[%arg2]
      %4 = memref.load %arg0[%0, %1, %2, %3] : memref<3x3x8x128xf32>
      return %4 : f32
    }
    ```

    Fails, at the operation and with the reason, where an operation with a tiled
    type has no lowering; afterwards no tiled type is left. Run
    `tiled-layout-lower-relayouts` first. docs/Lowering.md lists what becomes of
    each operation.

    Test: test/Conversion/TiledLayoutToAffine/example.mlir
  }];
  let options = [
    Option<"form", "form", "::mlir::tiled_layout::PhysicalForm",
           /*default=*/"::mlir::tiled_layout::PhysicalForm::Expanded",
           "What a tiled memref becomes.",
           [{::llvm::cl::values(
             clEnumValN(::mlir::tiled_layout::PhysicalForm::Expanded, "expanded",
                        "One dimension per physical dimension."),
             clEnumValN(::mlir::tiled_layout::PhysicalForm::Linear, "linear",
                        "One dimension.")
           )}]>
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // TILED_LAYOUT_CONVERSION_PASSES_TD
