//===- LoopAttr.td - What a loop over tiled arrays is ------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_LOOPATTR_TD
#define TILED_LAYOUT_IR_LOOPATTR_TD

include "mlir/IR/AttrTypeBase.td"
include "tiled_layout/IR/TiledLayoutBase.td"

def TiledLayout_LoopAttr : AttrDef<TiledLayout_Dialect, "Loop"> {
  let attrName = "tiled_layout.loop";
  let summary = "Says what a loop over tiled arrays iterates over.";
  let description = [{
    A loop of `affine` or `scf` may have this attribute, under the name
    `tiled_layout.loop`. `tiled-layout-schedule-loops` attaches it to the loops that it
    makes, and later passes read it. A person may write or change it:
    `tiled-layout-schedule-loops` does not jam or strip-mine a
    loop with this attribute.

    ```mlir
    affine.for %tile = 0 to 16 {
      affine.for %row = 0 to 8 {
        affine.for %column = 0 to 128 {
          affine.store %v, %a[%tile, %row, %column] : memref<16x8x128xf32>
        } {tiled_layout.loop = #tiled_layout.loop<run>}
      } {tiled_layout.loop = #tiled_layout.loop<rows>}
    } {tiled_layout.loop = #tiled_layout.loop<tiles>}
    ```

    | role | iterations | read by |
    | --- | --- | --- |
    | `tiles` | tiles, or all of a dimension that is not cut | `tiled-layout-schedule-loops` |
    | `rows` | rows, or other parts, of one tile | |
    | `threads` | what the threads of a relayout share | the engine |
    | `run` | elements of one tile that lie side by side, or as far apart as rows that share words | `tiled-layout-vectorize-loops`, `tiled-layout-schedule-loops`, `tiled-layout-annotate-loops` |

    `#tiled_layout.loop<run, peeled = before>` says that a copy of the body precedes
    the run: the iteration before its first one, with elements from another tile.
    `peeled = after` says the same of the iteration after the last one, `peeled =
    both` of both. `tiled-layout-vectorize-loops` makes such a copy a lane of the
    run's vectors.

    `#tiled_layout.loop<threads, strides = [1024, 8192]>` is the loop that
    `tiled-layout-lower-relayouts` makes of `thread-loop` of a plan: one iteration
    goes 1024 elements on in the source, and 8192 in the destination. Loops over
    edges, which threads share as well, have other strides or other extents.

    The verifier refuses the attribute on an operation that is no loop, and `run`
    on a loop with several induction variables. `run` and `peeled`
    are no promises: `tiled-layout-vectorize-loops` checks that vectors mean the
    same.
    `tiled-layout-annotate-loops` removes the attribute.
  }];
  let parameters = (ins
    AttrParameter<"::mlir::tiled_layout::LoopRole", "what the loop goes over">:$role,
    AttrParameter<"::mlir::tiled_layout::PeeledEnds",
                  "which iterations of a run are beside it">:$peeled,
    ArrayRefParameter<"int64_t", "elements of the source and of the destination that "
                      "an iteration of `threads` goes on">:$strides);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral getMnemonic() { return "loop"; }
    /// Parses and prints what follows the mnemonic: `<run>`.
    static ::mlir::Attribute parse(::mlir::AsmParser &parser,
                                   ::mlir::Type type);
    void print(::mlir::AsmPrinter &printer) const;
  }];
}

#endif // TILED_LAYOUT_IR_LOOPATTR_TD
