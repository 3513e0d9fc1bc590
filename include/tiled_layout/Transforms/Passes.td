//===- Passes.td - Passes within the dialect ---------------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_PASSES_TD
#define TILED_LAYOUT_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerRelayoutsPass : Pass<"tiled-layout-lower-relayouts"> {
  let summary = "Turns relayouts of memrefs into loops.";
  let description = [{
    Rewrites `tiled_layout.relayout`, `tiled_layout.fill_padding` and
    `memref.copy` between layouts, on memrefs, into loops that load from one
    layout and store to the other. Afterwards none of them is left; a
    `memref.copy` between arrays in the same layout is a plain copy of memory,
    which `convert-tiled-layout-to-affine` makes of it.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @relayout(%a: memref<20x300xf32>, %b: memref<20x300xf32, #t>) {
      tiled_layout.relayout ins(%a : memref<20x300xf32>)
                            outs(%b : memref<20x300xf32, #t>)
      return
    }
    ```

    After:

    ```mlir
    func.func @relayout(%arg0: memref<20x300xf32>, %arg1: memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
      affine.for %arg2 = 0 to 20 {
        affine.for %arg3 = 0 to 300 {
          %0 = affine.load %arg0[%arg2, %arg3] : memref<20x300xf32>
          affine.store %0, %arg1[%arg2, %arg3] : memref<20x300xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
        }
      }
      return
    }
    ```

    Fails on tensors (bufferize first) and on a relayout between memory spaces,
    which is a copy and a relayout.

    Test: test/Transforms/lower-relayouts/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

#endif // TILED_LAYOUT_TRANSFORMS_PASSES_TD
