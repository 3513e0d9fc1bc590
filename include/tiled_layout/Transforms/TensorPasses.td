//===- TensorPasses.td - From tensors to memrefs -----------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_TENSORPASSES_TD
#define TILED_LAYOUT_TRANSFORMS_TENSORPASSES_TD

include "mlir/Pass/PassBase.td"

def LinalgToPhysicalPass : Pass<"tiled-layout-linalg-to-physical"> {
  let summary = "Lets structured operations work on whole tiles.";
  let description = [{
    Rewrites `linalg` operations on tiled tensors and memrefs of static shape to
    `linalg.generic` on their physical arrays. Loops are cut wherever a tile of
    an operand has an edge, so that each operand is indexed by loops alone: whole
    tiles are inner dimensions, as after data tiling, and no index arithmetic is
    left. Loops over tiles stand outside those within them; the dimension along
    which the first output is contiguous is the innermost.

    Where no tile divides an extent, the new loops run over padding, too. They
    may on tensors, if nothing in the body can trap. What is computed there is put into
    padding of the outputs. A reduction may if it is a sum of products, or of
    inputs: then padding of the inputs that it runs over must be zero, which
    `tiled_layout.fill_padding` sees to unless it is known (`relayout` with
    `padding = zero`, `fill_padding`, constants). A sum of -0.0 alone becomes
    0.0.

    An operation stays as it is, with a remark of the category `tiled-layout`
    that says why, if an extent is not static, a memref would have its padding
    written, an index is not a loop, a tile
    combines dimensions, pads within another tile or has more entries than there
    are dimensions, an array has no elements, operands are padded to
    different extents, edges do not chain (6 and 4), elements are not exactly
    the bytes of their value, or there is tail padding.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%a: tensor<16x256xf32, #t>, %b: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
      %0 = linalg.exp ins(%a : tensor<16x256xf32, #t>)
             outs(%b : tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t>
      return %0 : tensor<16x256xf32, #t>
    }
    ```

    After (`#id` is the identity on four loops):

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
    func.func @f(%a: tensor<16x256xf32, #t>, %b: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
      %0 = tiled_layout.to_physical %a : tensor<16x256xf32, #t> to tensor<4096xf32>
      %1 = tensor.expand_shape %0 [[0, 1, 2, 3]] output_shape [2, 2, 8, 128]
             : tensor<4096xf32> into tensor<2x2x8x128xf32>
      %2 = tiled_layout.to_physical %b : tensor<16x256xf32, #t> to tensor<4096xf32>
      %3 = tensor.expand_shape %2 [[0, 1, 2, 3]] output_shape [2, 2, 8, 128]
             : tensor<4096xf32> into tensor<2x2x8x128xf32>
      %4 = linalg.generic {
             indexing_maps = [#id, #id],
             iterator_types = ["parallel", "parallel", "parallel", "parallel"]
           } ins(%1 : tensor<2x2x8x128xf32>) outs(%3 : tensor<2x2x8x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        %7 = math.exp %in : f32
        linalg.yield %7 : f32
      } -> tensor<2x2x8x128xf32>
      %5 = tensor.collapse_shape %4 [[0, 1, 2, 3]]
             : tensor<2x2x8x128xf32> into tensor<4096xf32>
      %6 = tiled_layout.from_physical %5
             : tensor<4096xf32> to tensor<16x256xf32, #t>
      return %6 : tensor<16x256xf32, #t>
    }
    ```

    Test: test/Transforms/linalg-to-physical/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::tensor::TensorDialect",
    "::mlir::tiled_layout::TiledLayoutDialect"
  ];
}

def BufferizePass : Pass<"tiled-layout-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferizes tensors with layouts to memrefs with layouts.";
  let description = [{
    Runs upstream's One-Shot bufferization on the module, functions included,
    such that `tensor<..., layout>` becomes `memref<..., layout>` everywhere:
    in functions, calls, loops and branches, and where bufferization allocates.
    `S(n)` becomes memory space n. What is computed in place stays so.

    A cast between layouts is a relayout. What upstream would drop, corrupt or
    crash on is rewritten before it, or is an error at the operation;
    docs/Tensors.md has the table of operations.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @scale(%a: tensor<20x300xf32>, %f: f32) -> tensor<20x300xf32, #t> {
      %tiled = tensor.cast %a : tensor<20x300xf32> to tensor<20x300xf32, #t>
      %factor = tensor.splat %f : tensor<20x300xf32, #t>
      %r = arith.mulf %tiled, %factor : tensor<20x300xf32, #t>
      return %r : tensor<20x300xf32, #t>
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #id = affine_map<(d0, d1) -> (d0, d1)>
    func.func @scale(%a: memref<20x300xf32>, %f: f32)
        -> memref<20x300xf32, #t> {
      %tiled = memref.alloc() {alignment = 64 : i64} : memref<20x300xf32, #t>
      tiled_layout.relayout ins(%a : memref<20x300xf32>)
                            outs(%tiled : memref<20x300xf32, #t>)
      linalg.generic {indexing_maps = [#id, #id],
                      iterator_types = ["parallel", "parallel"]}
        ins(%tiled : memref<20x300xf32, #t>)
        outs(%tiled : memref<20x300xf32, #t>) {
      ^bb0(%x: f32, %old: f32):
        %product = arith.mulf %x, %f : f32
        linalg.yield %product : f32
      }
      return %tiled : memref<20x300xf32, #t>
    }
    ```

    A loop copies a tensor that it carries on to the buffer that it carries,
    unless the tensor is computed there.

    Memory is freed after the layouts have been lowered, by upstream's
    `buffer-deallocation-pipeline`.

    Test: test/Transforms/bufferize/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::tiled_layout::TiledLayoutDialect"
  ];
  let options = [
    Option<"allowReturnAllocsFromLoops", "allow-return-allocs-from-loops",
           "bool", /*default=*/"false",
           "Let a loop carry on a tensor in the memory where it is computed, "
           "new in every iteration, instead of copying it to the buffer that "
           "the loop carries.">,
    Option<"copyBeforeWrite", "copy-before-write", "bool", /*default=*/"false",
           "Copy a buffer before every write instead of analysing which "
           "copies are needed.">
  ];
  let statistics = [
    Statistic<"numAllocations", "num-allocations", "Buffers allocated">,
    Statistic<"numInPlace", "num-in-place",
              "Tensor operands that are used in place">,
    Statistic<"numOutOfPlace", "num-out-of-place",
              "Tensor operands that are copied first">
  ];
}

#endif // TILED_LAYOUT_TRANSFORMS_TENSORPASSES_TD
