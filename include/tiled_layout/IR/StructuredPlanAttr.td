//===- StructuredPlanAttr.td - Plans of structured operations -*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_STRUCTUREDPLANATTR_TD
#define TILED_LAYOUT_IR_STRUCTUREDPLANATTR_TD

include "mlir/IR/AttrTypeBase.td"
include "tiled_layout/IR/TiledLayoutBase.td"

def TiledLayout_StructuredPlanAttr
    : AttrDef<TiledLayout_Dialect, "StructuredPlan"> {
  let attrName = "tiled_layout.structured_plan";
  let summary = "Says how a structured operation runs.";
  let description = [{
    Attached to a `linalg` operation on memrefs by `tiled-layout-plan-structured`
    under the name `tiled_layout.structured_plan`, read by
    `tiled-layout-lower-structured`; a person may write or change one.

    ```mlir
    linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
        loops = [d1 by 256, d2 by 128, d1 by 32, d0 by 8, d2 by 1],
        vector = d1 x 16, masked, fused, prefetch = [2]>}
      ins(%a, %b : memref<512x512xf32, #t>, memref<512x512xf32, #t>)
      outs(%c : memref<512x512xf32, #t>)
    ```

    `loops` are those over the operation's dimensions, outermost first. The
    last step of each dimension is what is unrolled into registers: here 8 rows
    of 32 columns. `pack 1` among the loops copies the block of operand 1 that the
    loops behind it go over to a panel, in the order in which they read it;
    `pack 1 wide` widens its elements to what the body widens them to.
    `vector` names the dimension along which vectors lie, and
    their elements; along a reduction, every lane has a partial result. With 1
    element, the operation runs one element at a time. `turns = d0 x 4` lets vectors
    hold 4 indices of `d0` for each of those, in turns. `transposed` names inputs
    that do not lie along the vectors: `0 along d1` loads vectors of operand 0
    along `d1` and transposes squares of them in registers. `masked`
    takes what whole vectors leave in one vector under a mask, else one element
    at a time. `fused` rounds a sum of products once a step; `reassoc` lets a
    reduction take its terms in any order. `streaming` writes outputs whose rows begin
    at lines of memory around the caches; `streaming above 16777216` does so if they have
    more bytes than that, which the program finds out where extents are not known
    before. `parallel` lets threads share the steps of
    the first loop. `dot = d2 x 2` adds products of 2 neighbours along `d2` by
    one instruction of the target; with `matrix = d0 x 16`, the instruction
    multiplies matrices in tile registers, whose results have 16 rows along `d0`
    and a vector in each. Of a reduction, the blocks of the operands in
    `prefetch` are fetched while they are computed. Of another operation, those are
    fetched that lie `ahead = d0 by 8` indices further; with `ahead = d0 by 8 above 1048576`,
    of arrays of more bytes. With `ahead = d1 by 256 in rows`, steps of the innermost
    loop of a reduction, over `d1`, share the rows of the block around them: each
    fetches whole ones, or a part of one. `unroll = 4` writes 4 steps
    of the innermost loop of a reduction one after the other. Lines of memory have
    64 bytes, or `line = 128`: panels begin at one, and `streaming` writes whole ones.

    The operation is checked against its plan: steps over a dimension divide one
    another and the edges of tiles (but for the last one of a parallel dimension, if
    no tile ends within the step around it), a packed operand is an input whose block is
    bounded and begins where a tile does, vectors lie in contiguous elements, and a
    reduction in floating-point numbers keeps its order unless it is `reassoc`.
  }];
  let parameters = (ins
    AttrParameter<"::mlir::tiled_layout::StructuredPlan", "the plan">:$plan);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral getMnemonic() {
      return "structured_plan";
    }
    /// Parses and prints what follows the mnemonic: `<...>`.
    static ::mlir::Attribute parse(::mlir::AsmParser &parser,
                                   ::mlir::Type type);
    void print(::mlir::AsmPrinter &printer) const;
  }];
}

#endif // TILED_LAYOUT_IR_STRUCTUREDPLANATTR_TD
