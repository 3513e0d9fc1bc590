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
    Rewrites `tiled_layout.relayout` and `memref.copy` between layouts, on
    memrefs, into loops that load from one layout and store to the other. The
    loops are cut at the edges of tiles. Afterwards neither is left; what
    remains for `convert-tiled-layout-to-affine` is `tiled_layout.fill_padding`,
    which stands in front of the loops of a relayout with `padding`, and
    `memref.copy` between arrays in the same layout, a plain copy of memory.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @relayout(%a: memref<16x256xf32>, %b: memref<16x256xf32, #t>) {
      tiled_layout.relayout ins(%a : memref<16x256xf32>)
                            outs(%b : memref<16x256xf32, #t>)
      return
    }
    ```

    After:

    ```mlir
    func.func @relayout(%arg0: memref<16x256xf32>, %arg1: memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>) {
      affine.for %arg2 = 0 to 16 step 8 {
        affine.for %arg3 = 0 to 256 step 128 {
          affine.for %arg4 = 0 to 8 {
            affine.for %arg5 = 0 to 128 {
              %0 = affine.load %arg0[%arg2 + %arg4, %arg3 + %arg5] : memref<16x256xf32>
              affine.store %0, %arg1[%arg2 + %arg4, %arg3 + %arg5] : memref<16x256xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
            }
          }
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
