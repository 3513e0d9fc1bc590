//===- LoopPasses.td - Loops over tiled arrays -------------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_LOOPPASSES_TD
#define TILED_LAYOUT_TRANSFORMS_LOOPPASSES_TD

include "tiled_layout/IR/OptionsPass.td"

def ScheduleLoopsPass : OptionsPass<"tiled-layout-schedule-loops"> {
  let summary = "Cuts, jams and reorders loops over tiled arrays.";
  let description = [{
    Runs before `convert-tiled-layout-to-affine`, on loops that access arrays with
    layouts. The pass decides what is cut, jammed and reordered, which loop is a run
    along the rows of a tile, and what is fetched ahead, in five steps. The attribute
    `tiled_layout.loop` on each loop that the pass makes says what the loop iterates
    over; later passes read it. Loops that have it already stay as they are.

    #### separate-arrays

    Finds loops that `jam-rows` would take if their arrays did not overlap, where
    nothing says so. The program then asks at run time, and has a nest of loops for
    either answer; in that for separate arrays, they are results of
    `memref.distinct_objects`. The arrays, five at most, must have static shapes.

    Example: test/Transforms/schedule-loops/separate-arrays.mlir

    #### jam-rows

    Jams loops over the rows of an array whose rows share words, as those of
    `T(8,128)(2,1)` do. One iteration then takes as many rows as a word has: inner
    loops, and what they carry, do the work of all of these rows. After
    `tile-loops`, `convert-tiled-layout-to-affine` and `vectorize-loops`, the loop
    along the rows iterates over words.

    The lower bound must be a constant and the step 1. The order of the iterations
    must not matter, as docs/Loops.md says for perfect nests; but an iteration may
    continue a sum that others have left in the same element. Rows before the first
    whole word and after the last one get loops of their own. Loops with
    `tiled_layout.loop` stay, and so do those around them.

    Example: test/Transforms/schedule-loops/jam-rows-example.mlir

    #### tile-loops

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

    Each loop that the step makes has the attribute `tiled_layout.loop`. The loop
    iterates over `tiles`, over `rows` of a tile, or it is a `run`: the innermost
    loop within a tile, with more iterations than a word has rows. The attribute
    also says where a copy of the body precedes or follows a run. Stencils have such
    copies, since the neighbours at the ends of a tile's row are in other tiles. The
    step leaves loops with this attribute as they are. A loop that the program wants
    unrolled is no run. A missed remark says why a loop is not cut (docs/Loops.md, "Why
    a loop stays").

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

    Test: test/Transforms/schedule-loops/example.mlir

    #### split-gathers

    On a target with `batch-gathers`, the step takes loops that load elements of a
    tiled array at indices that they load themselves. Such a loop becomes a loop over
    batches of 64 iterations. In each batch, one loop computes the positions, which
    LLVM vectorises, and a second loop does the rest. A
    processor looks ahead some hundred operations: with fewer operations between
    loads, more of them are under way.

    These loops and arrays stay as they are:

    * loops that may store what the positions are computed from, or that carry it
      from one iteration to the next,
    * loops with a known number of fewer than 128 iterations, parallel loops, and
      loops in gpu kernels,
    * arrays whose layout divides the gathered indices fewer than twice, views, and
      arrays of elements that are not whole bytes.

    Example: test/Transforms/schedule-loops/split-gathers-example.mlir

    #### prefetch-tiles

    On a target with `prefetch-tiles`, the step looks at loops with
    `#tiled_layout.loop<tiles>` that go along the most minor dimension of an array,
    and at what the runs in them load. A stencil loads
    most of a tile, and some rows of the tile below, which an enclosing loop reaches
    later. The iteration over the tile then begins with prefetches of the cache
    lines of these rows. They are a whole tile apart from one iteration to the next,
    so hardware prefetchers do not follow them. The step prefetches only what the
    iteration loads.

    It does not prefetch

    * arrays of less than half of the target's `l3-bytes`, which stay in a core's
      cache,
    * tiles of which more than half, or more than 16 lines, are loaded,
    * tiles before those of the iteration, which the previous row of tiles has
      loaded.

    Example: test/Transforms/schedule-loops/prefetch-tiles-example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::tiled_layout::TiledLayoutDialect"
  ];
  let options = [
    Option<"maxOperations", "max-operations", "int64_t", /*default=*/"4096",
           "Operations of all copies of a loop's body beyond which rows are not "
           "jammed, and ragged tiles are not loops of their own (default: "
           "4096).">,
    ListOption<"steps", "steps", "std::string",
               "Steps to run, in this order (default: separate-arrays, "
               "jam-rows, tile-loops, split-gathers, prefetch-tiles).">
  ];
}

def VectorizeLoopsPass : OptionsPass<"tiled-layout-vectorize-loops"> {
  let summary = "Vectorises loops along runs of tiles.";
  let description = [{
    Runs after `convert-tiled-layout-to-affine`, on accesses to memrefs of physical
    shape, in two steps: `vectorize-runs` and `carry-elements`.

    #### vectorize-runs

    Takes loops with `#tiled_layout.loop<run>`, except where the program asks LLVM
    not to vectorise them. Such a loop iterates over neighbouring elements of one row
    or, where `schedule-loops` has jammed rows, of the rows that share words. In the second case
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
    * Where neighbours of 16 bits are in another row, each of two rows is a vector of
      its own: it is shifted out of the words that are loaded, and the words that are
      stored are put together, which costs less than shuffles of halves.

    The step uses `llvm.noalias` of memrefs. LLVM does not see this attribute: it
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

    Test: test/Transforms/vectorize-loops/example.mlir

    #### carry-elements

    Replaces an element by a scalar if each iteration of an innermost `affine.for`
    loads it and then stores to it. The loop carries the value: the element is
    loaded before the loop and stored after it. Nothing else in the loop may touch
    the element, which `llvm.noalias` proves as in `tiled-layout-schedule-loops`. LLVM
    does not see this attribute of a memref and would store in each iteration. Loops
    that may have no iteration stay.

    Example: test/Transforms/vectorize-loops/carry-elements-example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"
  ];
  let options = [
    ListOption<"steps", "steps", "std::string",
               "Steps to run, in this order (default: vectorize-runs, "
               "carry-elements).">
  ];
}

#endif // TILED_LAYOUT_TRANSFORMS_LOOPPASSES_TD
