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
    memrefs, into loops that load from one layout and store to the other. A
    relayout that asks for padding also leaves a `tiled_layout.fill_padding`,
    which `convert-tiled-layout-to-affine` lowers.

    The loops over a static shape are cut at the edges of the tiles of both
    sides, ragged edges are peeled off, and a short run on one side, such as the
    two rows that share a 32-bit word, is unrolled inside the contiguous loop.

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
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @relayout(%a: memref<16x256xf32>, %b: memref<16x256xf32, #t>) {
      affine.for %I = 0 to 16 step 8 {
        affine.for %J = 0 to 256 step 128 {
          affine.for %i = 0 to 8 {
            affine.for %j = 0 to 128 {
              %v = affine.load %a[%I + %i, %J + %j] : memref<16x256xf32>
              affine.store %v, %b[%I + %i, %J + %j] : memref<16x256xf32, #t>
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
