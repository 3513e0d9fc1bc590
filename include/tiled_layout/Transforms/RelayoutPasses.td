//===- RelayoutPasses.td - Lowering, folding and storing relayouts *- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_RELAYOUTPASSES_TD
#define TILED_LAYOUT_TRANSFORMS_RELAYOUTPASSES_TD

include "tiled_layout/IR/OptionsPass.td"

def PlanRelayoutsPass : OptionsPass<"tiled-layout-plan-relayouts"> {
  let summary = "Attaches plans to relayouts.";
  let description = [{
    Attaches `#tiled_layout.plan<...>` to each `tiled_layout.relayout`, and to each
    `memref.copy` between layouts, unless it has one. Extents and strides may be
    dynamic. `tiled-layout-lower-relayouts` carries plans out; a plan may be changed
    in between. Plans are for the target of the module.

    These relayouts get no plan:

    * those of elements that are no whole bytes or change their width,
    * those whose axes are irregular,
    * those whose blocks vectors cannot move.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @relayout(%a: memref<16x16xf32>, %b: memref<16x16xf32, #t>) {
      tiled_layout.relayout ins(%a : memref<16x16xf32>)
                            outs(%b : memref<16x16xf32, #t>)
      return
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @relayout(%a: memref<16x16xf32>, %b: memref<16x16xf32, #t>) {
      tiled_layout.relayout ins(%a : memref<16x16xf32>)
                            outs(%b : memref<16x16xf32, #t>)
        {tiled_layout.plan = #tiled_layout.plan<vector-bits = 512,
           loops = [16 of d0], block = [16 of d1]>}
      return
    }
    ```

    Test: test/Transforms/plan-relayouts/example.mlir
  }];
  let dependentDialects = ["::mlir::tiled_layout::TiledLayoutDialect"];
  let options = [
    Option<"threads", "threads", "int64_t", /*default=*/"1",
           "Threads that shall share a relayout (default: 1).">
  ];
}

def LowerRelayoutsPass : OptionsPass<"tiled-layout-lower-relayouts"> {
  let summary = "Turns relayouts of memrefs into loops, by their plans.";
  let description = [{
    Rewrites `tiled_layout.relayout` and `memref.copy` between layouts, on memrefs,
    into loops that load from one layout and store to the other. A `memref.copy`
    between strided memrefs, of several pieces of memory, is one of these. Two
    operations remain for `convert-tiled-layout-to-affine`:
    `tiled_layout.fill_padding`, which precedes the loops of a relayout with
    `padding`, and `memref.copy` between arrays in the same layout, a plain copy of
    memory.

    A relayout that has a plan (`tiled-layout-plan-relayouts`) is done by it. Others
    are planned here, for the target of the module; docs/RelayoutPlans.md says how.
    Extents, strides and offsets may be dynamic.

    | relayout | code |
    | --- | --- |
    | runs that are contiguous on both sides | copied as vectors |
    | interleaved runs on one side, as in T(8,128)(2,1) | interleaved as vectors of integers |
    | elements that are less than a byte, or have different widths on the two sides | widened to lanes, shifted into each other and stored as bytes |
    | static shapes whose tiles do not fit each other | vectors of the neighbours that both sides keep |
    | other static shapes | loops over elements, cut at the edges of the tiles of both sides, with ragged edges peeled |
    | dynamic shapes without vectors | loops from tile to tile; one loop per dimension where a tile combines dimensions |

    With `threads` of more than one, threads share a loop of the plan: an
    `scf.forall`, of which upstream's `scf-forall-to-parallel` makes an
    `scf.parallel`. Its iterations write to different bytes. It is the outermost loop with enough iterations for
    all threads, or else the longest. Relayouts of single elements have none.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @relayout(%a: memref<128x16xf32>,
                        %b: memref<128x16xf32, #t>) {
      tiled_layout.relayout ins(%a : memref<128x16xf32>)
                            outs(%b : memref<128x16xf32, #t>)
      return
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #source = affine_map<(d0) -> (d0 * 16)>
    #dest = affine_map<(d0) -> (d0 * 128)>
    func.func @relayout(%a: memref<128x16xf32>,
                        %b: memref<128x16xf32, #t>) {
      %from = memref.collapse_shape %a [[0, 1]]
        : memref<128x16xf32> into memref<2048xf32>
      %to = tiled_layout.to_physical %b
        : memref<128x16xf32, #t> to memref<16384xf32>
      %c0 = arith.constant 0 : index
      %c128 = arith.constant 128 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %c128 step %c1 {
        %p = affine.apply #source(%i)
        %q = affine.apply #dest(%i)
        %v = vector.load %from[%p] : memref<2048xf32>, vector<16xf32>
        vector.store %v, %to[%q] : memref<16384xf32>, vector<16xf32>
      }
      return
    }
    ```

    Fails on tensors (bufferize first) and on a relayout between memory spaces: write
    it as a relayout within one of them and a copy.

    Test: test/Transforms/lower-relayouts/example.mlir
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"vectors", "vectors", "bool", /*default=*/"true",
           "Move vectors where there is no plan; loops over elements otherwise "
           "(default: true).">,
    Option<"threads", "threads", "int64_t", /*default=*/"1",
           "Threads that shall share a relayout; with more than one, the plan's "
           "thread loop becomes a parallel loop (default: 1).">,
    Option<"reportPlans", "report-plans", "bool", /*default=*/"false",
           "Report the plan of each relayout, and how it is done, as a remark "
           "(default: false).">
  ];
}

def FoldRelayoutsPass : OptionsPass<"tiled-layout-fold-relayouts"> {
  let summary = "Removes, shares and moves relayouts of tensors.";
  let description = [{
    Rewrites a program on tensors so that it moves fewer bytes between layouts. The
    pipelines do not contain the pass; run it before them.

    - A chain of relayouts becomes one relayout. A relayout of a tensor without
      contents disappears.
    - A relayout or transposition at the end of a chain of renames becomes a view of
      an array further up (`tiled_layout.to_physical` and `from_physical`). Every
      element must have the position there that the result wants. The pass decides
      this by composing the maps, whatever the layouts in between are.
    - Two relayouts or transpositions with nothing but renames between them become
      one relayout of a view, if some layout describes the view.
    - Relayouts move across elementwise operations, conversions of the element type
      among them, and out of loops that carry their result, where this moves fewer
      bytes. Splats are written anew.
    - Relayouts before and after structured operations disappear if nothing else
      needs them: these operations read and write any layout. A relayout to tiles
      that the operation reads repeatedly stays.
    - A reshape between layouts becomes one that moves nothing, and relayouts.
    - `tensor.cast` between layouts is a relayout.
    - Relayouts of one value to one layout become one.

    A rename is `tensor.expand_shape`, `collapse_shape` or `reshape`,
    `linalg.transpose`, `broadcast` or `copy`, or a generic operation that does the
    same as one of them.

    No rewrite adds bytes. A relayout with `padding` stays where it is unless
    its result has no padding.

    Bytes count both sides of every relayout and transposition, padding
    included, as often as loops of constant length run them. An analysis remark
    of the category `tiled-layout` reports them before and after.
    Arrays with an extent that is known at run time only are compared by their
    bits per element and do not count in the report.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%a: tensor<16x256xf32, #t>, %e: tensor<16x256xf32>,
                 %d: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
      %0 = tiled_layout.relayout ins(%a : tensor<16x256xf32, #t>)
             outs(%e : tensor<16x256xf32>) -> tensor<16x256xf32>
      %1 = math.exp %0 : tensor<16x256xf32>
      %2 = tiled_layout.relayout ins(%1 : tensor<16x256xf32>)
             outs(%d : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
      return %2 : tensor<16x256xf32, #t>
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%a: tensor<16x256xf32, #t>, %e: tensor<16x256xf32>,
                 %d: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
      %0 = math.exp %a : tensor<16x256xf32, #t>
      return %0 : tensor<16x256xf32, #t>
    }
    ```

    Test: test/Transforms/fold-relayouts/example.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::tiled_layout::TiledLayoutDialect"
  ];
}

def RelayoutConstantsPass : OptionsPass<"tiled-layout-relayout-constants"> {
  let summary = "Replaces relayouts of constants by constants.";
  let description = [{
    A relayout of a constant tensor becomes a constant of the other type. Its values
    stay the logical ones. `convert-tiled-layout-to-affine` puts them in the order
    of the layout when it lowers the global that the constant becomes. A chain of
    relayouts is replaced as a whole.

    * Splats are always replaced.
    * Other constants are replaced if they take at most `size-limit` bytes in
      memory, padding included: a program that holds a constant in two layouts is
      larger.
    * A relayout with `padding` is replaced if the padding of a constant has that
      value: the value of a splat, else zero.

    A remark of the category `tiled-layout` names each relayout that went, and
    each one that stayed, with the reason.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(2,2)}>
    func.func @f() -> tensor<2x3xf32, #t> {
      %0 = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
      %1 = tiled_layout.empty() : tensor<2x3xf32, #t>
      %2 = tiled_layout.relayout ins(%0 : tensor<2x3xf32>)
             outs(%1 : tensor<2x3xf32, #t>) -> tensor<2x3xf32, #t>
      return %2 : tensor<2x3xf32, #t>
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(2,2)}>
    func.func @f() -> tensor<2x3xf32, #t> {
      %0 = tiled_layout.empty() : tensor<2x3xf32, #t>
      %1 = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32, #t>
      return %1 : tensor<2x3xf32, #t>
    }
    ```

    Test: test/Transforms/relayout-constants/example.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
    "::mlir::tiled_layout::TiledLayoutDialect"
  ];
  let options = [
    Option<"sizeLimit", "size-limit", "int64_t", /*default=*/"16777216",
           "Bytes, padding included, up to which a constant that is no splat "
           "is put in another layout (default: 16777216).">
  ];
}

#endif // TILED_LAYOUT_TRANSFORMS_RELAYOUTPASSES_TD
