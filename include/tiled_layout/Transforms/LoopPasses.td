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

    Each loop that the pass makes has the attribute `tiled_layout.loop`: it goes
    over `tiles`, over `rows` of a tile, or it is a `run`. A run is the innermost
    loop within a tile, with more iterations than a word has rows. The attribute
    also says where a run has its first or last iteration beside it, as in
    stencils, whose neighbours at the ends of a tile's row are in other tiles. The
    pass leaves loops with this attribute as they are. A loop that the program
    wants unrolled is no run.

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
    Loops with `tiled_layout.loop` stay, and so do those around them.

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
  let summary = "Does loops along the runs of tiles on vectors.";
  let description = [{
    Runs after `convert-tiled-layout-to-affine`, on loops with
    `#tiled_layout.loop<run>`, except where the program asks LLVM not to vectorise
    them. Such a loop goes along
    neighbouring elements of one row, or, after `tiled-layout-jam-rows`, of the
    rows that share words; then the vectors have the elements of all these rows
    in the order of memory, and a neighbour in another row is a shuffle.

    Iterations that are left behind whole vectors are done as the end of one
    more vector, if the loop stores nothing that it loads; else vectors are as
    short as to leave none, or the loop stays. Elements that the loop combines
    something into, with an operation that may be reassociated, have partial
    results in a vector. LLVM would do what is left one by one, and ask for each
    run whether arrays overlap, since it does not see `llvm.noalias` of a memref.
    Such results, and those of a loop's carried values, are kept through all
    iterations of the loop over tiles around the run.

    With `peeled = before`, `after` or `both`, the iteration before or after those
    of the loop is a copy of the body beside it, with some elements from
    elsewhere, as a stencil's neighbours in other tiles. It becomes a lane of the
    first or last vector, if none of them loads what they store. Behind
    `tiled-layout-combine-words`, loops along words become vectors, too.

    Left as they are: loops whose iterations touch the same elements in another
    way, whose number of iterations is not known, which carry values, or which
    go through memory in other steps than those of a row or word.

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
  let summary = "Fetches rows of the next tiles before they are loaded.";
  let description = [{
    Runs after `tiled-layout-tile-loops`, before `convert-tiled-layout-to-affine`.
    The pass looks at loops with `#tiled_layout.loop<tiles>` that go along the most
    minor dimension of an array, and at what the runs in them load. If an iteration
    loads most of a tile, and some rows of a tile that an enclosing loop comes to
    later, as a stencil does of the tile below, then the iteration begins with
    prefetches of the lines of these rows. They jump by a whole tile from one
    iteration to the next, so that hardware prefetchers do not follow them. Only
    what the iteration loads is fetched.

    Left as they are: arrays of fewer bytes than half of the target's `l3-bytes`,
    which are taken to stay in a core's cache, tiles of which more
    than half or more than 16 lines are loaded, and tiles before those that the
    iteration goes through, which have been loaded a row ago.

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
  let summary = "Computes positions in batches before the loads at them.";
  let description = [{
    Runs before `tiled-layout-lower-index-maps`, while affine maps still show the
    divisions by tile sizes. Where a loop loads elements of a tiled array at
    indices that it loads themselves, it becomes a loop over batches of 64: in
    each, one loop computes the positions, which LLVM makes vectors of, and one
    does all the rest. A processor looks ahead some hundred operations, so that
    more loads are under way if fewer operations lie between.

    Left as they are: loops that may store what the positions are computed from or
    carry it from one iteration to the next, that have a known number of fewer
    than 128 iterations, or are in parallel loops or gpu kernels; and indices of
    which fewer than two values are divided, as those of row-major arrays.

    Before:

    ```mlir
    func.func @gather(%a: memref<512x32x8x128xf32>, %r: memref<4096xi32>,
                      %s: memref<4096xf32> {llvm.noalias}) {
      affine.for %k = 0 to 4096 {
        %0 = affine.load %r[%k] : memref<4096xi32>
        %1 = arith.index_castui %0 : i32 to index
        %2 = affine.apply affine_map<(d0) -> (d0 floordiv 8)>(%1)
        %3 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%1)
        %4 = affine.apply affine_map<(d0) -> (d0 floordiv 128)>(%k)
        %5 = affine.apply affine_map<(d0) -> (d0 mod 128)>(%k)
        %6 = memref.load %a[%2, %4, %3, %5] : memref<512x32x8x128xf32>
        affine.store %6, %s[%k] : memref<4096xf32>
      }
      return
    }
    ```

    After, without what is left of the indices in the second loop:

    ```mlir
    %positions = memref.alloca() : memref<64xi32>
    %flat = memref.collapse_shape %a [[0, 1, 2, 3]]
      : memref<512x32x8x128xf32> into memref<16777216xf32>
    affine.for %first = 0 to 4096 step 64 {
      affine.for %k = #first(%first) to #end(%first) {
        // The position of element (r[k], k), as above.
        affine.store %position, %positions[%k - %first] : memref<64xi32>
      }
      affine.for %k = #first(%first) to #end(%first) {
        %0 = affine.load %positions[%k - %first] : memref<64xi32>
        %1 = arith.index_castui %0 : i32 to index
        %2 = memref.load %flat[%1] : memref<16777216xf32>
        affine.store %2, %s[%k] : memref<4096xf32>
      }
    }
    ```

    Test: test/Transforms/split-gathers/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect"
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

#endif // TILED_LAYOUT_TRANSFORMS_LOOPPASSES_TD
