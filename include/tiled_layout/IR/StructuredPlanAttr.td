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
    `tiled-layout-plan-structured` attaches the attribute to a `linalg` operation on
    memrefs, under the name `tiled_layout.structured_plan`.
    `tiled-layout-lower-structured` reads it. A person may write or change one.

    ```mlir
    linalg.matmul {tiled_layout.structured_plan = #tiled_layout.structured_plan<
        loops = [d1 by 256, d2 by 128, d1 by 32, d0 by 8, d2 by 1],
        vector = d1 x 16, masked, fused, prefetch = [2]>}
      ins(%a, %b : memref<512x512xf32, #t>, memref<512x512xf32, #t>)
      outs(%c : memref<512x512xf32, #t>)
    ```

    | part | meaning |
    | --- | --- |
    | `loops` | The loops over the operation's dimensions, outermost first. The last step of each dimension is unrolled into registers: here 8 rows of 32 columns. |
    | `pack 1`, among the loops | The block of operand 1 that the inner loops read is copied to a panel, in the order in which they read it. `pack 1 wide` widens its elements to those that the body widens them to. |
    | `vector = d1 x 16` | The dimension of the vectors, and their elements. Along a reduction, every lane has a partial result. With 1 element, the operation runs one element at a time. |
    | `interleave = d0 x 4` | Vectors hold 4 indices of `d0` for each of those, interleaved. |
    | `transposed = [0 along d1]` | Operand 0 is not contiguous along the vectors. It is loaded along `d1`, and squares of its vectors are transposed in registers. |
    | `masked` | What whole vectors leave is one vector under a mask, else one element at a time. |
    | `fused` | A sum of products rounds once a step. |
    | `reassoc` | A reduction may take its terms in any order. |
    | `streaming` | Outputs whose rows begin at cache lines are written around the caches. `streaming above 16777216`: if they have more bytes, which the program finds out where extents are dynamic. |
    | `parallel` | Threads may share the steps of the first loop. |
    | `dot = d2 x 2` | One instruction of the target adds products of 2 neighbours along `d2`. |
    | `matrix = d0 x 16` | The instruction multiplies matrices in tile registers, whose results have 16 rows along `d0` and a vector in each. |
    | `prefetch = [2]` | The block of operand 2 is fetched while it is computed. |
    | `ahead = d0 by 8` | The blocks that are 8 indices of `d0` further are fetched instead. `ahead = d0 by 8 above 1048576`: of arrays of more bytes. `ahead = d1 by 256 in rows`: steps of the innermost loop share the rows of the block around them, and each fetches whole ones, or a part of one. |
    | `unroll = 4` | 4 steps of the innermost loop of a reduction are written one after the other. |
    | `line = 128` | Bytes of a cache line, 64 by default: panels begin at one, and `streaming` writes whole ones. |

    The verifier checks the plan of an operation:

    * The steps over a dimension divide one another and the edges of tiles. The last
      step of a parallel dimension need not, if no tile ends within the step around
      it.
    * A packed operand is an input whose block is bounded and begins where a tile
      does.
    * Vectors are contiguous elements.
    * A reduction of floating-point numbers keeps its order unless it is `reassoc`.
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
