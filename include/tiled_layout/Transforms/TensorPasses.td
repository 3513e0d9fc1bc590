//===- TensorPasses.td - From tensors to memrefs -----------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_TENSORPASSES_TD
#define TILED_LAYOUT_TRANSFORMS_TENSORPASSES_TD

include "tiled_layout/IR/OptionsPass.td"

def BufferizePass : OptionsPass<"tiled-layout-bufferize", "::mlir::ModuleOp"> {
  let summary = "Bufferizes tensors with layouts to memrefs with layouts.";
  let description = [{
    Runs upstream's One-Shot bufferization on the module, functions included.
    `tensor<..., layout>` becomes `memref<..., layout>` everywhere: in functions,
    calls, loops and branches, and where bufferization allocates. `S(n)` becomes
    memory space n. The analysis of what is computed in place is upstream's. A cast
    between layouts is a relayout.

    The pass rewrites operations that upstream would drop, corrupt or crash on. What
    it cannot rewrite is an error at the operation. docs/Tensors.md has the table of
    operations.

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
      linalg.generic {indexing_maps = [#id, #id],
                      iterator_types = ["parallel", "parallel"]}
        ins(%a : memref<20x300xf32>)
        outs(%tiled : memref<20x300xf32, #t>) {
      ^bb0(%x: f32, %old: f32):
        %product = arith.mulf %x, %f : f32
        linalg.yield %product : f32
      }
      return %tiled : memref<20x300xf32, #t>
    }
    ```

    A loop that computes a tensor for its next iteration in another buffer copies it
    to the buffer that it carries. Branches of `cf` that carry tensors become
    structured control flow first, as by upstream's `lift-cf-to-scf`.

    With `deallocate`, a buffer is freed after its last use. New buffers that a
    function returns are freed by its callers. Results of branches and what loops
    carry are freed, too: if one path makes a new buffer, others are copied. A
    buffer is not freed that goes into a call which returns memrefs, unless the
    function that is called is known to return new buffers or its arguments.
    Upstream's `buffer-deallocation-pipeline` runs after the layouts have been
    lowered, refuses programs that free memory, and does not know the instructions
    of AVX-512 that relayouts become.

    Test: test/Transforms/bufferize/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::ub::UBDialect",
    "::mlir::vector::VectorDialect",
    "::mlir::tiled_layout::TiledLayoutDialect"
  ];
  let options = [
    Option<"allowReturnAllocsFromLoops", "allow-return-allocs-from-loops",
           "bool", /*default=*/"false",
           "Let a loop carry on a tensor in the memory where it is computed, "
           "new in every iteration, instead of copying it to the buffer that "
           "the loop carries (default: false).">,
    Option<"copyBeforeWrite", "copy-before-write", "bool", /*default=*/"false",
           "Copy a buffer before every write instead of analysing which "
           "copies are needed (default: false).">,
    Option<"deallocate", "deallocate", "bool", /*default=*/"false",
           "Free new buffers after their last use (default: false).">
  ];
}

def PoolAllocationsPass : OptionsPass<"tiled-layout-pool-allocations"> {
  let summary = "Takes the buffers of a block from one allocation.";
  let description = [{
    Buffers that a block allocates and frees become views of one buffer, which is
    allocated before the first and freed after the last of them, or around those
    before and after a call during which none is needed. Those that are not needed
    at the same time may share memory. A C library that gives memory
    back to the system, and gets new pages for each call, keeps it then.

    * A buffer has elements of 8, 16, 32, 64 or 128 bits, no layout and no memory
      space, and one `memref.dealloc` in its block.
    * A block has two of them or more, of 64 KiB or more in all, or of sizes that
      are known at run time only. Those can be computed before the first buffer.
      Such buffers share memory with others of the same size.
    * Buffers begin at multiples of their alignment, and at lines of the target's
      memory, with a line or more between them.

    The pass expects plain memrefs, such as `convert-tiled-layout-to-affine` leaves.
    Other buffers stay as they are. The pipeline to LLVM runs it after the loops.

    Before:

    ```mlir
    func.func @f(%a: memref<16384xf32>) {
      %b = memref.alloc() : memref<16384xf32>
      memref.copy %a, %b : memref<16384xf32> to memref<16384xf32>
      %c = memref.alloc() : memref<16384xf32>
      memref.copy %b, %c : memref<16384xf32> to memref<16384xf32>
      memref.dealloc %b : memref<16384xf32>
      memref.copy %c, %a : memref<16384xf32> to memref<16384xf32>
      memref.dealloc %c : memref<16384xf32>
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%a: memref<16384xf32>) {
      %c0 = arith.constant 0 : index
      %c65600 = arith.constant 65600 : index
      %all = memref.alloc() {alignment = 64 : i64} : memref<131136xi8>
      %b = memref.view %all[%c0][] : memref<131136xi8> to memref<16384xf32>
      memref.copy %a, %b : memref<16384xf32> to memref<16384xf32>
      %c = memref.view %all[%c65600][] : memref<131136xi8> to memref<16384xf32>
      memref.copy %b, %c : memref<16384xf32> to memref<16384xf32>
      memref.copy %c, %a : memref<16384xf32> to memref<16384xf32>
      memref.dealloc %all : memref<131136xi8>
      return
    }
    ```

    Test: test/Transforms/pool-allocations/example.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // TILED_LAYOUT_TRANSFORMS_TENSORPASSES_TD
