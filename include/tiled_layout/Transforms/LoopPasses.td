//===- LoopPasses.td - Loops over tiled arrays -------------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_LOOPPASSES_TD
#define TILED_LAYOUT_TRANSFORMS_LOOPPASSES_TD

include "mlir/Pass/PassBase.td"

def TileLoopsPass : Pass<"tiled-layout-tile-loops"> {
  let summary = "Strip-mines loops at the edges of tiles.";
  let description = [{
    Strip-mines `affine.for`, `affine.parallel`, `scf.for`, `scf.parallel` and
    `scf.forall` at the edges of tiles. The positions of all accesses are then
    linear in the induction variable of each loop. After
    `convert-tiled-layout-to-affine`, no division or remainder is left in the inner
    loops, and neighbouring iterations access neighbouring elements. Tiles that the
    bounds cut off become loops of their own, so that the loops within whole tiles
    have constant bounds.

    The order of a loop's iterations stays. The loops within tiles are interchanged
    to the memory order of the array that the loops access, so that rows that share
    a word are accessed together. This needs a parallel loop, or a perfect nest of
    `affine.for` whose dependences allow it. docs/Loops.md says which arrays are
    no-alias.

    Each loop that the pass makes has the attribute `tiled_layout.loop`. The loop
    iterates over `tiles`, over `rows` of a tile, or it is a `run`: the innermost
    loop within a tile, with more iterations than a word has rows. The attribute
    also says where a copy of the body precedes or follows a run. Stencils have such
    copies, since the neighbours at the ends of a tile's row are in other tiles. The
    pass leaves loops with this attribute as they are. A loop that the program wants
    unrolled is no run.

    Where an access keeps its divisions, a missed-optimisation remark of the
    category `tiled-layout` at the access says why:
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
            } {tiled_layout.loop = #tiled_layout.loop<run>}
          } {tiled_layout.loop = #tiled_layout.loop<rows>}
        } {tiled_layout.loop = #tiled_layout.loop<tiles>}
      } {tiled_layout.loop = #tiled_layout.loop<tiles>}
      affine.for %column = 0 to 2 {
        affine.for %r = 0 to 4 {
          affine.for %c = 0 to 128 {
            %i = affine.apply #last(%r)
            %j = affine.apply #column(%column, %c)
            affine.store %v, %a[%i, %j] : memref<20x256xf32, #t>
          } {tiled_layout.loop = #tiled_layout.loop<run>}
        } {tiled_layout.loop = #tiled_layout.loop<rows>}
      } {tiled_layout.loop = #tiled_layout.loop<tiles>}
      return
    }
    ```

    Test: test/Transforms/tile-loops/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tiled_layout::TiledLayoutDialect"
  ];
  let options = [
    Option<"maxOperations", "max-operations", "int64_t", /*default=*/"4096",
           "Operations of all copies of a loop's body beyond which ragged tiles "
           "are not loops of their own (default: 4096).">
  ];
}

def JamRowsPass : Pass<"tiled-layout-jam-rows"> {
  let summary = "Jams loops over rows that share words.";
  let description = [{
    Jams loops over the rows of an array whose rows share words, as those of
    `T(8,128)(2,1)` do. One iteration then takes as many rows as a word has: inner
    loops, and what they carry, do the work of all of these rows. After
    `tiled-layout-tile-loops`, `convert-tiled-layout-to-affine` and
    `tiled-layout-combine-words`, the loop along the rows iterates over words.

    The lower bound must be a constant and the step 1. The order of the iterations
    must not matter, as docs/Loops.md says for perfect nests; but an iteration may
    continue a sum that others have left in the same element. Rows before the first
    whole word and after the last one get loops of their own. Loops with
    `tiled_layout.loop` stay, and so do those around them.

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
           "Operations of all copies of a loop's body beyond which it stays "
           "(default: 4096).">
  ];
}

def VectorizeRunsPass : Pass<"tiled-layout-vectorize-runs"> {
  let summary = "Vectorises loops along runs of tiles.";
  let description = [{
    Runs after `convert-tiled-layout-to-affine`, on loops with
    `#tiled_layout.loop<run>`, except where the program asks LLVM not to vectorise
    them. Such a loop iterates over neighbouring elements of one row or, after
    `tiled-layout-jam-rows`, of the rows that share words. In the second case
    vectors have the elements of all these rows in memory order, and a neighbour in
    another row is a shuffle.

    * Iterations that whole vectors leave become one more vector, which overlaps the
      one before, if the loop stores nothing that it loads. Otherwise vectors are
      short enough to leave none, or the loop stays.
    * Elements that the loop combines values into, by an operation that may be
      reassociated, have partial results in a vector. The loop over tiles around the
      run carries this vector, and those of carried values, through all of its
      iterations.
    * With `peeled = before`, `after` or `both`, a copy of the body precedes or
      follows the run, with some elements from other tiles. It becomes a lane of the
      first or last vector, if none of them loads what they store.
    * After `tiled-layout-combine-words`, loops along words become vectors, too.

    The pass uses `llvm.noalias` of memrefs. LLVM does not see this attribute: it
    would test for each run whether arrays alias, and execute the iterations that
    are left one by one.

    A loop stays if its iterations touch the same elements in another way, if its
    number of iterations is not known, if it carries values, or if it steps through
    memory by other distances than those of a row or word.

    Before:

    ```mlir
    func.func @add(%a: memref<4x128x2xi16> {llvm.noalias}, %b: memref<4x128x2xi16>) {
      affine.for %k = 0 to 4 {
        affine.for %c = 0 to 128 {
          %0 = affine.load %a[%k, %c, 0] : memref<4x128x2xi16>
          %1 = arith.addi %0, %0 : i16
          affine.store %1, %b[%k, %c, 0] : memref<4x128x2xi16>
          %2 = affine.load %a[%k, %c, 1] : memref<4x128x2xi16>
          %3 = arith.addi %2, %2 : i16
          affine.store %3, %b[%k, %c, 1] : memref<4x128x2xi16>
        } {tiled_layout.loop = #tiled_layout.loop<run>}
      }
      return
    }
    ```

    After:

    ```mlir
    func.func @add(%a: memref<4x128x2xi16> {llvm.noalias}, %b: memref<4x128x2xi16>) {
      %bs = memref.collapse_shape %b [[0], [1, 2]] : memref<4x128x2xi16> into memref<4x256xi16>
      %as = memref.collapse_shape %a [[0], [1, 2]] : memref<4x128x2xi16> into memref<4x256xi16>
      affine.for %k = 0 to 4 {
        affine.for %c = 0 to 128 step 32 {
          %0 = affine.vector_load %as[%k, %c * 2] : memref<4x256xi16>, vector<64xi16>
          %1 = arith.addi %0, %0 : vector<64xi16>
          affine.vector_store %1, %bs[%k, %c * 2] : memref<4x256xi16>, vector<64xi16>
        } {tiled_layout.loop = #tiled_layout.loop<run>}
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

def PrefetchTilesPass : Pass<"tiled-layout-prefetch-tiles"> {
  let summary = "Prefetches rows of tiles that a stencil loads.";
  let description = [{
    Runs after `tiled-layout-tile-loops`, before `convert-tiled-layout-to-affine`.
    The pass looks at loops with `#tiled_layout.loop<tiles>` that go along the most
    minor dimension of an array, and at what the runs in them load. A stencil loads
    most of a tile, and some rows of the tile below, which an enclosing loop reaches
    later. The iteration over the tile then begins with prefetches of the cache
    lines of these rows. They are a whole tile apart from one iteration to the next,
    so hardware prefetchers do not follow them. The pass prefetches only what the
    iteration loads.

    The pass does not prefetch

    * arrays of less than half of the target's `l3-bytes`, which stay in a core's
      cache,
    * tiles of which more than half, or more than 16 lines, are loaded,
    * tiles before those of the iteration, which the previous row of tiles has
      loaded.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(2,16)}>
    func.func @add(%a: memref<1024x512xf32, #t>, %b: memref<1024x512xf32, #t>) {
      affine.for %i = 0 to 511 {
        affine.for %j = 0 to 32 {
          affine.for %c = 0 to 16 {
            %0 = affine.load %a[%i * 2, %j * 16 + %c] : memref<1024x512xf32, #t>
            affine.store %0, %b[%i * 2, %j * 16 + %c] : memref<1024x512xf32, #t>
            %1 = affine.load %a[%i * 2 + 1, %j * 16 + %c] : memref<1024x512xf32, #t>
            %2 = affine.load %a[%i * 2 + 2, %j * 16 + %c] : memref<1024x512xf32, #t>
            %3 = arith.addf %1, %2 : f32
            affine.store %3, %b[%i * 2 + 1, %j * 16 + %c] : memref<1024x512xf32, #t>
          } {tiled_layout.loop = #tiled_layout.loop<run>}
        } {tiled_layout.loop = #tiled_layout.loop<tiles>}
      } {tiled_layout.loop = #tiled_layout.loop<tiles>}
      return
    }
    ```

    After:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(2,16)}>
    func.func @add(%a: memref<1024x512xf32, #t>, %b: memref<1024x512xf32, #t>) {
      affine.for %i = 0 to 511 {
        affine.for %j = 0 to 32 {
          affine.prefetch %a[%i * 2 + 2, %j * 16], read, locality<3>, data : memref<1024x512xf32, #t>
          affine.for %c = 0 to 16 {
            // As before.
          } {tiled_layout.loop = #tiled_layout.loop<run>}
        } {tiled_layout.loop = #tiled_layout.loop<tiles>}
      } {tiled_layout.loop = #tiled_layout.loop<tiles>}
      return
    }
    ```

    Test: test/Transforms/prefetch-tiles/example.mlir
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def SplitGathersPass : Pass<"tiled-layout-split-gathers"> {
  let summary = "Computes positions of gathers in batches, before the loads.";
  let description = [{
    Runs before `convert-tiled-layout-to-affine`, on arrays with layouts, and does
    nothing on a target without `batch-gathers`. The pass takes loops that load
    elements of a tiled array at indices that they load themselves. Such a loop
    becomes a loop over batches of 64 iterations. In each batch, one loop computes
    the positions, which LLVM vectorises, and a second loop does the rest. A
    processor looks ahead some hundred operations: with fewer operations between
    loads, more of them are under way.

    These loops and arrays stay as they are:

    * loops that may store what the positions are computed from, or that carry it
      from one iteration to the next,
    * loops with a known number of fewer than 128 iterations, parallel loops, and
      loops in gpu kernels,
    * arrays whose layout divides the gathered indices fewer than twice, views, and
      arrays of elements that are not whole bytes.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>

    func.func @gather(%a: memref<4096x4096xf32, #t>, %r: memref<4096x2xi32>,
                      %s: memref<4096xf32> {llvm.noalias}) {
      affine.for %k = 0 to 4096 {
        %0 = affine.load %r[%k, 0] : memref<4096x2xi32>
        %1 = affine.load %r[%k, 1] : memref<4096x2xi32>
        %i = arith.index_castui %0 : i32 to index
        %j = arith.index_castui %1 : i32 to index
        %x = memref.load %a[%i, %j] : memref<4096x4096xf32, #t>
        affine.store %x, %s[%k] : memref<4096xf32>
      }
      return
    }
    ```

    After, without what is left of the indices in the second loop:

    ```mlir
    %positions = memref.alloca() : memref<64xi32>
    %flat = tiled_layout.to_physical %a
      : memref<4096x4096xf32, #t> to memref<16777216xf32>
    affine.for %first = 0 to 4096 step 64 {
      affine.for %k = #first(%first) to #end(%first) {
        // %i and %j, as above.
        %p = tiled_layout.linearize %a[%i, %j] : memref<4096x4096xf32, #t>
        %0 = arith.index_castui %p : index to i32
        affine.store %0, %positions[%k - %first] : memref<64xi32>
      }
      affine.for %k = #first(%first) to #end(%first) {
        %0 = affine.load %positions[%k - %first] : memref<64xi32>
        %p = arith.index_castui %0 : i32 to index
        %x = memref.load %flat[%p] : memref<16777216xf32>
        affine.store %x, %s[%k] : memref<4096xf32>
      }
    }
    ```

    Test: test/Transforms/split-gathers/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect",
    "::mlir::tiled_layout::TiledLayoutDialect"
  ];
}

def CarryElementsPass : Pass<"tiled-layout-carry-elements"> {
  let summary = "Replaces elements that each iteration loads and stores by "
                "scalars.";
  let description = [{
    Replaces an element by a scalar if each iteration of an innermost `affine.for`
    loads it and then stores to it. The loop carries the value: the element is
    loaded before the loop and stored after it. Nothing else in the loop may touch
    the element, which `llvm.noalias` proves as in `tiled-layout-tile-loops`. LLVM
    does not see this attribute of a memref and would store in each iteration. Loops
    that may have no iteration stay.

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
  let summary = "Replaces accesses to narrow elements by accesses to words.";
  let description = [{
    Runs after `convert-tiled-layout-to-affine`. The place of an element within its
    word is known if the last index of an access to a physical array, such as
    `memref<2x2x4x128x2xbf16>`, is a constant. Its load then becomes a load of the
    whole word, and a shift. Loads of one word share it; stores to all elements of a
    word become one store. A loop along a row, which had a stride of two or four
    elements, then iterates over words. Words have 16 or 32 bits, elements 8 or 16,
    and words have the alignment of elements.

    Loads may read neighbours, padding among them, and ignore them. Nothing is
    stored that the program does not store. Combined stores are in one block, with
    no access between them that may alias the array.

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

#endif // TILED_LAYOUT_TRANSFORMS_LOOPPASSES_TD
