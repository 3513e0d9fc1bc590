//===- StructuredPasses.td - Planning structured operations *- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_STRUCTUREDPASSES_TD
#define TILED_LAYOUT_TRANSFORMS_STRUCTUREDPASSES_TD

include "tiled_layout/IR/OptionsPass.td"

def FuseElementwisePass : OptionsPass<"tiled-layout-fuse-elementwise"> {
  let summary = "Fuses chains of elementwise operations on tensors.";
  let description = [{
    Computes an elementwise `linalg` operation within another one, if only that one
    reads its result, at the same place. Operations of `arith` and `math` on tensors
    become `linalg` operations first (`tiled-layout-elementwise-to-linalg`).
    Encodings stay. A sum of all elements that is added in order, one by one, takes
    no operation with a function such as `exp`, which vectors compute by itself;
    terms of such a sum that call functions become an operation of their own.

    * **Products and convolutions** would compute an element many times. They compute
      an operand within if it only widens integers, such as bytes to `i32`: a dot
      instruction takes the bytes as they are. Others may read the operand as well.
      With `dot`, the same holds for `bf16` to f32. Any operand is computed within if
      at most eight results share each element, as the weights of a few rows, and
      nothing else reads it.
    * **Tensors of pieces.** `tensor.insert_slice` may put a tensor together that
      one elementwise operation alone reads. This operation becomes one operation
      for each piece, and the tensor is not stored. The slices of its other operands
      must be views. The two halves of a rotary embedding are an example.
    * **Slices.** A slice of a tensor with a layout would be copied if its tiles do
      not allow a view. If only operations that compute elements by `arith` read it,
      they read the whole tensor instead, by `tensor.extract`, as in a stencil.
    * **Repeated elements.** An elementwise operation may repeat its inputs along a
      dimension that `tensor.collapse_shape` merges with another one in the tiles.
      If nothing else reads its result, it computes the collapsed tensor, by a
      quotient or a remainder of an index, and the tensor in between is not stored.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%a: tensor<64x256xf32, #t>, %b: tensor<64x256xf32, #t>) -> tensor<64x256xf32, #t> {
      %zero = arith.constant 0.0 : f32
      %zeros = tensor.splat %zero : tensor<64x256xf32, #t>
      %sum = arith.addf %a, %b : tensor<64x256xf32, #t>
      %relu = arith.maximumf %sum, %zeros : tensor<64x256xf32, #t>
      return %relu : tensor<64x256xf32, #t>
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #map = affine_map<(d0, d1) -> (d0, d1)>
    func.func @f(%a: tensor<64x256xf32, #t>, %b: tensor<64x256xf32, #t>) -> tensor<64x256xf32, #t> {
      %zero = arith.constant 0.0 : f32
      %relu = linalg.generic {indexing_maps = [#map, #map, #map],
                              iterator_types = ["parallel", "parallel"]}
        ins(%a, %b : tensor<64x256xf32, #t>, tensor<64x256xf32, #t>)
        outs(%a : tensor<64x256xf32, #t>) {
      ^bb0(%x: f32, %y: f32, %z: f32):
        %s = arith.addf %x, %y : f32
        %m = arith.maximumf %s, %zero : f32
        linalg.yield %m : f32
      } -> tensor<64x256xf32, #t>
      return %relu : tensor<64x256xf32, #t>
    }
    ```

    Test: test/Transforms/fuse-elementwise/example.mlir
  }];
  let options = [
    Option<"fuseNamed", "fuse-named", "bool", "true",
           "Named sums of products that become generic round once a step "
           "(default: true).">,
    Option<"dot", "dot", "bool", "false",
           "Sums of products of bf16 are taken by dot instructions where the "
           "target has them (default: false).">,
    Option<"reassoc", "reassoc", "bool", "false",
           "Sums are added in any order (default: false).">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def FuseRowsPass : OptionsPass<"tiled-layout-fuse-rows"> {
  let summary = "Fuses operations on tensors in loops over blocks of rows.";
  let description = [{
    Computes several `linalg` operations on tensors in common loops over blocks of
    rows: of parallel dimensions that all of them have. The two products of an
    attention and the softmax between them are an example. The pass does so if what
    the operations hand on, or several of them read, is larger than the second-level
    cache of the target. A block of these tensors stays in that cache, and no buffer
    has room for all that is handed on.

    * Nothing else reads what is handed on. A fill may be repeated.
    * All extents are known. Blocks divide them, and begin at edges of tiles, so
      that blocks of the other operands are views.
    * What an operation touches of a block takes a quarter of the second-level cache
      at most, or half of it if no smaller block begins at edges of tiles, apart from
      operands of the whole. Where there are products, a block has 64 rows if all of
      the cache has room for it. Without tiles, a block has several lines of each row.
    * What blocks read again, such as the keys and the values of a head, takes half
      of that cache at most, or less than twice the tensors between the operations.

    Results are the same bits. A remark says which block is computed, or why there is
    none where the tensors between the operations are known to be too large for a
    cache. With `threads` above one the pipelines leave this pass out: threads share
    the steps of each operation instead.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%x: tensor<4096x512xf32, #t>) -> tensor<4096x512xf32, #t> {
      %e = tensor.empty() : tensor<4096x512xf32, #t>
      %r = linalg.softmax dimension(1) ins(%x : tensor<4096x512xf32, #t>)
        outs(%e : tensor<4096x512xf32, #t>) -> tensor<4096x512xf32, #t>
      return %r : tensor<4096x512xf32, #t>
    }
    ```

    After `tiled-layout-fuse-elementwise`, which decomposes the softmax, and this pass, in short:

    ```
    %r = scf.for %i = 0 to 4096 step 16 iter_args(%all = %e) {
      %b = rows %i to %i + 16 of %x
      %max = maxima of the rows of %b
      %exp = exp(%b - %max)
      %sum = sums of the rows of %exp
      yield %all with %exp / %sum in its rows %i to %i + 16
    }
    ```

    Test: test/Transforms/fuse-rows/example.mlir
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PlanStructuredPass : OptionsPass<"tiled-layout-plan-structured"> {
  let summary = "Attaches plans to linalg operations on memrefs.";
  let description = [{
    Attaches a `#tiled_layout.structured_plan` to every `linalg` operation on
    memrefs that has none: loops and their order, the block of results in registers,
    the vector. `tiled-layout-lower-structured` carries it out. docs/Structured.md
    says how to read a plan, docs/StructuredPlans.md how one is made. A remark in the category `tiled-layout` says the plan,
    or why an operation has none; such operations are left to
    `tiled-layout-lower-linalg`.

    The pass rewrites some operations before they are planned (docs/StructuredPlans.md,
    "Rewrites", has the conditions):

    * `linalg.softmax` becomes reductions and elementwise operations.
    * A power of a constant exponent becomes products.
    * Indices are compared in 8 to 32 bits where extents are known.
    * An operation with elements beside what is reduced from them, such as
      exponentials and their sums, becomes two.
    * A dimension that indexing maps divide (`d2 floordiv 32`) becomes two. Operands
      that are indexed by numbers such as `32 * d2 + d3` get views, or copies in rows
      where groups do not divide the tiles. Inputs with an element for each few
      indices, such as a scale for ten channels, are written out.
    * Sums of products of bytes less zero points, such as `linalg.quantized_matmul`,
      become sums of products of bytes, sums of each input, and one operation that
      subtracts what the zero points contribute. Results are the same bits.
    * With `wide-sums`, sums of `bf16` and `f16` are in a buffer of f32 and rounded
      once.
    * Copies of a row that shares words with others, and relayouts of extents that
      are known at run time only and that transpose, become `linalg.copy`. Copies
      of known extents that would transpose narrow elements become relayouts.
    * A reduction whose few results are strided in all inputs computes them in a
      buffer in the inputs' order, and so does an elementwise operation that would
      transpose narrow elements of all inputs.

    The plan needs no analysis of aliasing: iterators, indexing maps and layouts of
    the operation say what may be reordered.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%a: memref<64x256xf32, #t>, %b: memref<64x256xf32, #t>) {
      linalg.exp ins(%a : memref<64x256xf32, #t>)
                 outs(%b : memref<64x256xf32, #t>)
      return
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%a: memref<64x256xf32, #t>, %b: memref<64x256xf32, #t>) {
      linalg.exp {tiled_layout.structured_plan = #tiled_layout.structured_plan<
          loops = [d0 by 8, d1 by 128, d0 by 1, d1 by 64], vector = d1 x 16,
          masked>}
        ins(%a : memref<64x256xf32, #t>) outs(%b : memref<64x256xf32, #t>)
      return
    }
    ```

    Test: test/Transforms/plan-structured/example.mlir
  }];
  let options = [
    Option<"reassoc", "reassoc", "bool", "false",
           "Reductions of floating-point numbers may take any order "
           "(default: false).">,
    Option<"fuseNamed", "fuse-named", "bool", "true",
           "Named sums of products, which have no place for fastmath flags, "
           "round once a step (default: true).">,
    Option<"threads", "threads", "int64_t", "1",
           "Threads that shall share an operation; with more than one, the "
           "first loop of a large one is parallel (default: 1).">,
    Option<"dot", "dot", "bool", "false",
           "Sums of products of bf16 are taken by dot instructions where the "
           "target has them; those round in a way of their own "
           "(default: false).">,
    Option<"wideSums", "wide-sums", "bool", "false",
           "Sums of bf16 and f16 are taken in f32, and rounded once "
           "(default: false).">,
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tiled_layout::TiledLayoutDialect"
  ];
}

def LowerStructuredPass : OptionsPass<"tiled-layout-lower-structured"> {
  let summary = "Turns linalg operations on memrefs into loops, by their "
                "plans.";
  let description = [{
    Replaces every `linalg` operation on memrefs that has a
    `tiled_layout.structured_plan` by the loops of the plan. They are `scf` loops
    around loads and stores of vectors in the operands' buffers. Neither padding nor
    memory behind an array is read or written. Operations without a plan stay. A
    `linalg.fill` of the results of a reduction becomes the value that these begin
    with, where the plan keeps them in registers from the first step to the last one
    and nothing reads the array in between. Dot
    products become the target's instructions; a plan that asks for them where the
    target has none is an error.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%v: f32, %b: memref<8x128xf32, #t>) {
      linalg.fill {tiled_layout.structured_plan = #tiled_layout.structured_plan<
          loops = [d0 by 1, d1 by 128], vector = d1 x 128>}
        ins(%v : f32) outs(%b : memref<8x128xf32, #t>)
      return
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%v: f32, %b: memref<8x128xf32, #t>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c128 = arith.constant 128 : index
      %flat = tiled_layout.to_physical %b
        : memref<8x128xf32, #t> to memref<1024xf32>
      scf.for %i = %c0 to %c8 step %c1 {
        %p = arith.muli %i, %c128 : index
        %0 = vector.broadcast %v : f32 to vector<128xf32>
        vector.store %0, %flat[%p] : memref<1024xf32>, vector<128xf32>
      }
      return
    }
    ```

    Test: test/Transforms/lower-structured/example.mlir
  }];
  let dependentDialects = [
    "amx::AMXDialect", "arith::ArithDialect",
    "bufferization::BufferizationDialect", "LLVM::LLVMDialect",
    "memref::MemRefDialect", "scf::SCFDialect", "ub::UBDialect",
    "vector::VectorDialect"
  ];
}

def ApproximateMathPass : OptionsPass<"tiled-layout-approximate-math"> {
  let summary = "Replaces functions of floats by polynomials.";
  let description = [{
    Replaces `math.exp`, `expm1`, `log`, `log1p`, `tanh` and `erf` on `f32` and
    narrower floats by upstream's polynomials, on vectors and single elements alike:
    a layout does not change a result. Without this pass, each element of a vector
    is a call of the C library. Results differ from the library's in their last
    bits; docs/Structured.md says by how much. Other functions stay; a remark of the
    category `tiled-layout` names each that is such calls. `marked=true` takes
    operations with `fastmath<afn>` only. Multiply-adds have `contract`: LLVM fuses
    them where the processor can.

    Before:

    ```mlir
    func.func @f(%x: vector<16xf32>) -> vector<16xf32> {
      %0 = math.tanh %x : vector<16xf32>
      return %0 : vector<16xf32>
    }
    ```

    After: the same without `math.tanh`, in some forty operations of `arith`.

    Test: test/Transforms/approximate-math/example.mlir
  }];
  let options = [
    Option<"marked", "marked", "bool", "false",
           "Take only operations whose fastmath flags have afn "
           "(default: false).">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "math::MathDialect", "vector::VectorDialect"
  ];
}

#endif // TILED_LAYOUT_TRANSFORMS_STRUCTUREDPASSES_TD
