//===- PlanAttrs.td - How a relayout is done ---------------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_PLANATTRS_TD
#define TILED_LAYOUT_IR_PLANATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "tiled_layout/IR/TiledLayoutBase.td"

def TiledLayout_PlanAttr : AttrDef<TiledLayout_Dialect, "Plan"> {
  let attrName = "tiled_layout.plan";
  let summary = "Says how a relayout runs: its loops and stores.";
  let description = [{
    A `tiled_layout.relayout`, or a `memref.copy` between layouts, of memrefs may
    have this attribute, under the name `tiled_layout.plan`. It says how the elements
    are moved; the types say which ones are moved where.
    `tiled-layout-plan-relayouts` attaches it, anybody may change it, and
    `tiled-layout-lower-relayouts` carries it out. docs/Relayout.md says how to
    read a plan.

    ```mlir
    tiled_layout.relayout ins(%a : memref<16x256xbf16>)
      outs(%b : memref<16x256xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)}>>)
      {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512,
         loops = [2 of d0/8, 2 of d1/128, 4 of d0/2, 4 of d1 by 32],
         block = [32 of d1, 2 of d0]>}
    ```

    | field | meaning |
    | --- | --- |
    | `vector-bits` | bits of the vectors that move a block: at most those of the target's registers, or 16 elements `by = lanes` |
    | `line-bytes` | bytes of a cache line, 64 unless said |
    | `loops` | loops, outermost first: `4 of d1 by 32` has 4 iterations, each of which stands for 32 values of the axis `d1` |
    | `block` | what is moved at a time, by the strides of the destination |
    | `by` | `lanes`: runs and columns of a block, as its edges leave them; else `vectors`, a whole block at a time |
    | `source-strides`, `destination-strides` | those of a strided memref or a view, where something is dynamic |
    | `padding` | `filled`: with the stores of the elements; else `separate`, in loops of its own |
    | `stores` | `streaming` or `plain` |
    | `prefetch-bytes` | how far ahead the source is fetched |
    | `straight-loops` | how many of the innermost loops are straight code |
    | `thread-loop`, `threads` | the loop that threads share, and for how many of them it is cut |
    | `carry-loop`, `row-loops`, `along-loops`, `carries-in`, `stage-loop` | where lines are carried along rows, and where blocks read from a copy of their part of the source (docs/RelayoutCode.md) |

    An axis is one that both layouts have in common: it counts a digit of an
    index, such as `d1/128`, or several, such as `(d0,d1)`.

    `?` in place of a number is what is known at run time only:

    ```mlir
    {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512,
       loops = [? of d0/8, ? of d1/128, 8 of d0],
       block = [128 of d1], by = lanes>}
    ```

    Such a plan fits all types that say as much or more: it stays valid when a cast
    is folded into the operation, and its loops take the extents from the arrays.

    The fields `vector-bits`, `loops` and `block` must be said.

    The verifier refuses a plan that does not visit each element once, whose block
    the target's vectors cannot move, that streams parts of cache lines, or whose threads would
    write to the same byte. It accepts the fields of the last row only as the
    planner sets them.
  }];

  let parameters = (ins
    StringRefParameter<"decisions as `print` prints them">:$text
  );

  let extraClassDeclaration = [{
    /// Returns the attribute of decisions.
    static PlanAttr getFor(::mlir::MLIRContext *context,
                           const ::mlir::tiled_layout::PlanChoice &choice);

    /// Parses what stands between the angle brackets. Emits an error and
    /// returns a null attribute if the text is refused.
    static PlanAttr
    getFromText(::mlir::MLIRContext *context, ::llvm::StringRef text,
                ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError);

    /// Returns the decisions.
    ::mlir::tiled_layout::PlanChoice getChoice() const;
  }];
}

#endif // TILED_LAYOUT_IR_PLANATTRS_TD
