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
    memrefs, into loops that load from one layout and store to the other.
    Afterwards neither is left; what remains for `convert-tiled-layout-to-affine`
    is `tiled_layout.fill_padding`, which stands in front of the loops of a
    relayout with `padding`, and `memref.copy` between arrays in the same layout,
    a plain copy of memory.

    Of static shapes, runs that are contiguous on both sides are copied as
    vectors, and runs that take turns on one side, as in T(8,128)(2,1), are
    interleaved as vectors of integers. Elements that are less than a byte, or
    that the two sides hold in different widths, are widened to lanes, shifted
    into each other and stored as bytes. docs/Relayout.md says how a relayout is
    planned. Extents, strides and offsets may be dynamic. Where the plan has no
    vectors, loops over a static shape are cut at the edges of the tiles of both
    sides, with ragged edges peeled off, and copy elements; those over a dynamic
    shape go from tile to tile, or are one loop per dimension where a tile
    combines dimensions.

    With `threads` of more than one, the loop of the plan that they share is an
    `scf.forall`, or an `scf.parallel` with `parallel-loop=parallel`, whose
    iterations write to different bytes. It is the outermost one that is long
    enough for all threads, or else the longest. Relayouts that go element by
    element have none.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @relayout(%a: memref<16x16xf32>,
                        %b: memref<16x16xf32, #t>) {
      tiled_layout.relayout ins(%a : memref<16x16xf32>)
                            outs(%b : memref<16x16xf32, #t>)
      return
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #source = affine_map<(d0) -> (d0 * 16)>
    #dest = affine_map<(d0) -> (d0 * 128)>
    func.func @relayout(%a: memref<16x16xf32>,
                        %b: memref<16x16xf32, #t>) {
      %from = memref.collapse_shape %a [[0, 1]]
        : memref<16x16xf32> into memref<256xf32>
      %to = tiled_layout.to_physical %b
        : memref<16x16xf32, #t> to memref<2048xf32>
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %c16 step %c1 {
        %p = affine.apply #source(%i)
        %v = vector.load %from[%p] : memref<256xf32>, vector<16xf32>
        %q = affine.apply #dest(%i)
        vector.store %v, %to[%q] : memref<2048xf32>, vector<16xf32>
      }
      return
    }
    ```

    Fails on tensors (bufferize first) and on a relayout between memory spaces,
    which is a copy and a relayout.

    Test: test/Transforms/lower-relayouts/example.mlir
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"vectorBits", "vector-bits", "int64_t", /*default=*/"512",
           "Bits of a vector register, a power of two of at least 64; 0 for "
           "loops over elements.">,
    Option<"maskedBits", "masked-bits", "int64_t", /*default=*/"8",
           "The fewest bits of an element that masked loads and stores of the "
           "processor know, a power of two: 8 with AVX-512, 32 with AVX2; 0 if "
           "it has none.">,
    Option<"streamingBytes", "streaming-bytes", "int64_t",
           /*default=*/"16777216",
           "Arrays of more bytes, or from more bytes, are written by streaming "
           "stores, past the caches: half of a core's share of the last-level "
           "cache.">,
    Option<"prefetchBytes", "prefetch-bytes", "int64_t", /*default=*/"0",
           "How far ahead of its loads a relayout with streaming stores fetches "
           "a source that it reads from end to end, in bytes; 0 for not at all, "
           "and then blocks that transpose, and runs that are packed to less "
           "than bytes, do not fetch either.">,
    Option<"threads", "threads", "int64_t", /*default=*/"1",
           "Threads that shall share a relayout; with more than one, the plan's "
           "thread loop becomes a parallel loop.">,
    Option<"parallelLoop", "parallel-loop", "std::string",
           /*default=*/"\"forall\"",
           "What a loop that threads share becomes: forall (scf.forall) or "
           "parallel (scf.parallel).">,
    Option<"reportPlans", "report-plans", "bool", /*default=*/"false",
           "Report the plan of each relayout, and how it is done, as a remark.">
  ];
}

def TileLoopsPass : Pass<"tiled-layout-tile-loops"> {
  let summary = "Cuts loops at the edges of the tiles of the arrays they touch.";
  let description = [{
    Splits `affine.for`, `affine.parallel`, `scf.for`, `scf.parallel` and
    `scf.forall` into loops over tiles and loops within a tile, so that the
    positions of all accesses are linear in each loop's induction variable.
    Tiles that the bounds cut off become loops of their own, and the loops
    within whole tiles have constant bounds. After
    `convert-tiled-layout-to-affine`, no division or remainder is left in the
    inner loops, and neighbouring iterations access neighbouring elements.

    The order of a loop's iterations stays. In a perfect nest of `affine.for`
    whose dependences allow it, and in a parallel loop, the loops within tiles
    are put in the order of the memory of the array that the loops access, so
    that rows that share a word are accessed together. docs/Loops.md says which
    arrays are taken to be apart.

    Innermost loops within tiles are annotated not to be unrolled, except for the
    few rows of a word.

    A reduction over several tiles whose operation may be reassociated, along a
    contiguous run of each, has a vector of partial results through all of them.

    Where an access keeps its divisions, a missed-optimisation remark of the
    category `tiled-layout` stands at the access and says why:
    `--remarks-filter-missed=tiled-layout` shows them.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @clear(%a: memref<20x256xf32, #t>, %v: f32) {
      affine.for %i = 0 to 20 {
        affine.for %j = 0 to 256 {
          affine.store %v, %a[%i, %j] : memref<20x256xf32, #t>
        }
      }
      return
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #run = #llvm.loop_annotation<unroll = <disable = true>>
    #row = affine_map<(d0, d1) -> (d0 * 8 + d1)>
    #column = affine_map<(d0, d1) -> (d0 * 128 + d1)>
    #last = affine_map<(d0) -> (d0 + 16)>
    func.func @clear(%a: memref<20x256xf32, #t>, %v: f32) {
      affine.for %tile = 0 to 2 {
        affine.for %column = 0 to 2 {
          affine.for %r = 0 to 8 {
            affine.for %c = 0 to 128 {
              %i = affine.apply #row(%tile, %r)
              %j = affine.apply #column(%column, %c)
              affine.store %v, %a[%i, %j] : memref<20x256xf32, #t>
            } {loop_annotation = #run}
          }
        }
      }
      affine.for %column = 0 to 2 {
        affine.for %r = 0 to 4 {
          affine.for %c = 0 to 128 {
            %i = affine.apply #last(%r)
            %j = affine.apply #column(%column, %c)
            affine.store %v, %a[%i, %j] : memref<20x256xf32, #t>
          } {loop_annotation = #run}
        }
      }
      return
    }
    ```

    Test: test/Transforms/tile-loops/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
  let options = [
    Option<"maxOperations", "max-operations", "int64_t", /*default=*/"4096",
           "Operations of all copies of a loop's body beyond which ragged tiles "
           "are not loops of their own.">
  ];
}

def JamRowsPass : Pass<"tiled-layout-jam-rows"> {
  let summary = "Takes rows that share words in one iteration.";
  let description = [{
    A loop over the rows of an array whose rows share words, as those of
    `T(8,128)(2,1)` do, takes as many rows in an iteration as a word has
    ("unroll and jam"): loops within it, and what they carry, do the work of all
    of these rows. After `tiled-layout-tile-loops`,
    `convert-tiled-layout-to-affine` and `tiled-layout-combine-words`, the loop
    along the rows then goes from word to word.

    Rows before the first whole word and after the last one get loops of their
    own. The lower bound must be a constant, the step 1, and the order of the
    iterations must not matter: as docs/Loops.md says for perfect nests, except
    that iterations may go on with what others have left in the same element.
    A nest in which words are contiguous runs as it is, because it does the
    same to all elements, stays.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
    func.func @sum(%a: memref<16x256xbf16, #t>, %s: memref<16xbf16> {llvm.noalias},
                   %z: bf16) {
      affine.for %i = 0 to 16 {
        %sum = affine.for %j = 0 to 256 iter_args(%acc = %z) -> (bf16) {
          %v = affine.load %a[%i, %j] : memref<16x256xbf16, #t>
          %w = arith.addf %acc, %v : bf16
          affine.yield %w : bf16
        }
        affine.store %sum, %s[%i] : memref<16xbf16>
      }
      return
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)(2,1)}>
    func.func @sum(%a: memref<16x256xbf16, #t>, %s: memref<16xbf16> {llvm.noalias},
                   %z: bf16) {
      affine.for %i = 0 to 16 step 2 {
        %sums:2 = affine.for %j = 0 to 256 iter_args(%acc0 = %z, %acc1 = %z) -> (bf16, bf16) {
          %v0 = affine.load %a[%i, %j] : memref<16x256xbf16, #t>
          %w0 = arith.addf %acc0, %v0 : bf16
          %v1 = affine.load %a[%i + 1, %j] : memref<16x256xbf16, #t>
          %w1 = arith.addf %acc1, %v1 : bf16
          affine.yield %w0, %w1 : bf16, bf16
        }
        affine.store %sums#0, %s[%i] : memref<16xbf16>
        affine.store %sums#1, %s[%i + 1] : memref<16xbf16>
      }
      return
    }
    ```

    Test: test/Transforms/jam-rows/example.mlir
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
  let options = [
    Option<"maxOperations", "max-operations", "int64_t", /*default=*/"4096",
           "Operations of all copies of a loop's body beyond which it stays.">
  ];
}

def VectorizeRunsPass : Pass<"tiled-layout-vectorize-runs"> {
  let summary = "Does loops along the runs of tiles on vectors.";
  let description = [{
    Runs after `convert-tiled-layout-to-affine`, on the innermost loops within
    tiles, which `tiled-layout-tile-loops` has marked. Such a loop goes along
    neighbouring elements of one row, or, after `tiled-layout-jam-rows`, of the
    rows that share words; then the vectors have the elements of all these rows
    in the order of memory, and a neighbour in another row is a shuffle.

    Iterations that are left behind whole vectors are done as the end of one
    more vector, if the loop stores nothing that it loads; else vectors are as
    short as to leave none, or the loop stays. Elements that the loop combines
    something into, with an operation that may be reassociated, have partial
    results in a vector. LLVM would do what is left one by one, and ask for each
    run whether arrays overlap, since it does not see `llvm.noalias` of a memref.

    Left as they are: loops whose iterations touch the same elements in another
    way, whose number of iterations is not known, which carry values, or which
    go through memory in other steps than those of a row or word.

    Before:

    ```mlir
    #run = #llvm.loop_annotation<unroll = <disable = true>>
    func.func @add(%a: memref<4x128x2xi16> {llvm.noalias}, %b: memref<4x128x2xi16>) {
      affine.for %k = 0 to 4 {
        affine.for %c = 0 to 128 {
          %0 = affine.load %a[%k, %c, 0] : memref<4x128x2xi16>
          %1 = arith.addi %0, %0 : i16
          affine.store %1, %b[%k, %c, 0] : memref<4x128x2xi16>
          %2 = affine.load %a[%k, %c, 1] : memref<4x128x2xi16>
          %3 = arith.addi %2, %2 : i16
          affine.store %3, %b[%k, %c, 1] : memref<4x128x2xi16>
        } {loop_annotation = #run}
      }
      return
    }
    ```

    After:

    ```mlir
    #run = #llvm.loop_annotation<unroll = <disable = true>>
    func.func @add(%a: memref<4x128x2xi16> {llvm.noalias}, %b: memref<4x128x2xi16>) {
      %bs = memref.collapse_shape %b [[0], [1, 2]] : memref<4x128x2xi16> into memref<4x256xi16>
      %as = memref.collapse_shape %a [[0], [1, 2]] : memref<4x128x2xi16> into memref<4x256xi16>
      affine.for %k = 0 to 4 {
        affine.for %c = 0 to 128 step 32 {
          %0 = affine.vector_load %as[%k, %c * 2] : memref<4x256xi16>, vector<64xi16>
          %1 = arith.addi %0, %0 : vector<64xi16>
          affine.vector_store %1, %bs[%k, %c * 2] : memref<4x256xi16>, vector<64xi16>
        } {loop_annotation = #run}
      }
      return
    }
    ```

    Test: test/Transforms/vectorize-runs/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def CarryElementsPass : Pass<"tiled-layout-carry-elements"> {
  let summary = "Carries elements through loops instead of storing them.";
  let description = [{
    Where each iteration of an innermost `affine.for` loads an element, the same
    in all of them, and then stores to it, the loop carries its value: it is
    loaded before the loop and stored behind it. Nothing else in the loop may
    touch the element, which follows from `llvm.noalias` as in
    `tiled-layout-tile-loops`; LLVM does not see this attribute of a memref and
    would store in each iteration. Loops that may have no iteration stay.

    Before:

    ```mlir
    func.func @sum(%a: memref<256xf32>, %s: memref<8xf32> {llvm.noalias}) {
      affine.for %j = 0 to 256 {
        %v = affine.load %a[%j] : memref<256xf32>
        %o = affine.load %s[3] : memref<8xf32>
        %w = arith.addf %o, %v : f32
        affine.store %w, %s[3] : memref<8xf32>
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @sum(%a: memref<256xf32>, %s: memref<8xf32> {llvm.noalias}) {
      %first = affine.load %s[3] : memref<8xf32>
      %last = affine.for %j = 0 to 256 iter_args(%o = %first) -> (f32) {
        %v = affine.load %a[%j] : memref<256xf32>
        %w = arith.addf %o, %v : f32
        affine.yield %w : f32
      }
      affine.store %last, %s[3] : memref<8xf32>
      return
    }
    ```

    Test: test/Transforms/carry-elements/example.mlir
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def CombineWordsPass : Pass<"tiled-layout-combine-words"> {
  let summary = "Accesses words instead of the elements that share them.";
  let description = [{
    Runs after `convert-tiled-layout-to-affine`. Where the place of an element
    within its word is known, that is, where the last index of an access to a
    physical array such as `memref<2x2x4x128x2xbf16>` is a constant, the load
    becomes one of the whole word, and a shift. Loads of one word share it;
    stores to all elements of a word become one store. Words have 16 or 32
    bits, elements 8 or 16, and no more alignment than that. A loop along a row, which had a
    stride of two or four elements, then goes from word to word.

    Loads may so read neighbours, padding among them, and ignore them; nothing
    is stored but what the program stores. Combined stores are in one block,
    with no access between them that may touch the array.

    Does nothing where the data layout says that the machine is big-endian.

    Before:

    ```mlir
    func.func @swap(%m: memref<4x128x2xbf16>) {
      affine.for %k = 0 to 4 {
        affine.for %c = 0 to 128 {
          %a = affine.load %m[%k, %c, 0] : memref<4x128x2xbf16>
          %b = affine.load %m[%k, %c, 1] : memref<4x128x2xbf16>
          affine.store %b, %m[%k, %c, 0] : memref<4x128x2xbf16>
          affine.store %a, %m[%k, %c, 1] : memref<4x128x2xbf16>
        }
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @swap(%m: memref<4x128x2xbf16>) {
      %c16 = arith.constant 16 : i32
      affine.for %k = 0 to 4 {
        affine.for %c = 0 to 128 {
          %0 = affine.vector_load %m[%k, %c, 0] : memref<4x128x2xbf16>, vector<2xbf16>
          %word = llvm.bitcast %0 : vector<2xbf16> to i32
          %2 = arith.trunci %word : i32 to i16
          %a = arith.bitcast %2 : i16 to bf16
          %3 = arith.shrui %word, %c16 : i32
          %4 = arith.trunci %3 : i32 to i16
          %b = arith.bitcast %4 : i16 to bf16
          %5 = arith.bitcast %b : bf16 to i16
          %6 = arith.extui %5 : i16 to i32
          %7 = arith.bitcast %a : bf16 to i16
          %8 = arith.extui %7 : i16 to i32
          %9 = arith.shli %8, %c16 : i32
          %10 = arith.ori %6, %9 : i32
          %11 = llvm.bitcast %10 : i32 to vector<2xbf16>
          affine.vector_store %11, %m[%k, %c, 0] : memref<4x128x2xbf16>, vector<2xbf16>
        }
      }
      return
    }
    ```

    Test: test/Transforms/combine-words/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"
  ];
}

def FoldRelayoutsPass : Pass<"tiled-layout-fold-relayouts"> {
  let summary = "Removes, shares and moves relayouts of tensors.";
  let description = [{
    Rewrites a program on tensors so that it moves fewer bytes between layouts:

    - a chain of relayouts is one relayout, and one of a tensor without contents
      is none;
    - a relayout or transposition at the end of a chain of operations that only
      rename elements (relayouts, `tensor.expand_shape`, `collapse_shape` and
      `reshape`, `linalg.transpose`, `broadcast` and `copy`, and generic
      operations that are one of them) is a view of an array further up, by
      `tiled_layout.to_physical` and `from_physical`, if every element lies
      there already where the result wants it. This is decided by composing the
      maps, whatever the layouts in between are;
    - two relayouts or transpositions with nothing but renames between them are
      one relayout of a view, if some layout says where its elements lie;
    - relayouts move across elementwise operations, conversions of the element
      type among them, and out of loops that carry their result, where this
      moves fewer bytes; splats are written anew;
    - relayouts of one value to one layout are one.

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

def RelayoutConstantsPass : Pass<"tiled-layout-relayout-constants"> {
  let summary = "Moves relayouts of constants to compile time.";
  let description = [{
    A relayout of a constant tensor becomes a constant of the other type: its
    values stay the logical ones, and `convert-tiled-layout-to-affine` puts them
    in the order of the layout when it lowers the global that the constant
    becomes. A chain of relayouts goes as a whole.

    Splats always go. Other constants go if what they take in memory, padding
    included, is at most `size-limit` bytes, since a program that holds a
    constant in two layouts is the larger for it. A relayout with `padding`
    goes if that is what the padding of a constant holds: the value of a splat,
    else zero.

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
    "::mlir::arith::ArithDialect", "::mlir::tiled_layout::TiledLayoutDialect"
  ];
  let options = [
    Option<"sizeLimit", "size-limit", "int64_t", /*default=*/"16777216",
           "Bytes, padding included, up to which a constant that is no splat "
           "is put in another layout.">
  ];
}

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
           "Let loops return memory that they allocate.">,
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

#endif // TILED_LAYOUT_TRANSFORMS_PASSES_TD
