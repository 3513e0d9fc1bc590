//===- UpstreamPasses.td - Beside upstream's passes --------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TRANSFORMS_UPSTREAMPASSES_TD
#define TILED_LAYOUT_TRANSFORMS_UPSTREAMPASSES_TD

include "tiled_layout/IR/OptionsPass.td"

def ElementwiseToLinalgPass
    : OptionsPass<"tiled-layout-elementwise-to-linalg"> {
  let summary = "Turns operations on whole tensors into linalg.generic, with "
                "layouts.";
  let description = [{
    Turns operations on whole tensors, element by element, into
    `linalg.generic`. Its result has the type of the operation's, layout
    included; upstream's pass drops it. It writes to an operand of the same type
    if there is one, else to an empty tensor; splats become scalars of the body.
    `tensor.bitcast` becomes one of `arith.bitcast`, and `linalg.softmax` what
    it stands for.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(2,4)}>
    func.func @f(%a: tensor<6x8xf32, #t>, %b: tensor<6x8xf32, #t>) -> tensor<6x8xi1, #t> {
      %0 = arith.cmpf olt, %a, %b : tensor<6x8xf32, #t>
      return %0 : tensor<6x8xi1, #t>
    }
    ```

    After (`#id` is the identity on two loops):

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(2,4)}>
    #id = affine_map<(d0, d1) -> (d0, d1)>
    func.func @f(%a: tensor<6x8xf32, #t>, %b: tensor<6x8xf32, #t>) -> tensor<6x8xi1, #t> {
      %0 = tensor.empty() : tensor<6x8xi1, #t>
      %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
             ins(%a, %b : tensor<6x8xf32, #t>, tensor<6x8xf32, #t>) outs(%0 : tensor<6x8xi1, #t>) {
      ^bb0(%x: f32, %y: f32, %old: i1):
        %2 = arith.cmpf olt, %x, %y : f32
        linalg.yield %2 : i1
      } -> tensor<6x8xi1, #t>
      return %1 : tensor<6x8xi1, #t>
    }
    ```

    Test: test/Transforms/elementwise-to-linalg/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SetAsideLayoutsPass
    : OptionsPass<"tiled-layout-set-aside-layouts", "::mlir::ModuleOp"> {
  let summary = "Removes layouts from tensors, before passes that would lose "
                "them.";
  let description = [{
    Upstream's passes build tensors without encodings where they should copy them
    (docs/Upstream.md). Between this pass and `tiled-layout-restore-layouts`,
    tensors have no layouts, and any pass on tensors may run. The location of a
    value keeps its layout, since passes hand on locations. Attributes keep those of
    arguments and results of functions. Relayouts stay as they are, between equal
    types. Operations that need layouts (`to_physical`, `linearize`, ...) keep them,
    between casts.

    The locations do not survive printing, unless with `mlir-print-debuginfo`,
    nor `strip-debuginfo`.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @f(%a: tensor<16x256xf32, #t>) -> tensor<16x256xf32, #t> {
      %0 = math.exp %a : tensor<16x256xf32, #t>
      return %0 : tensor<16x256xf32, #t>
    }
    ```

    After (without locations):

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    module attributes {tiled_layout.set_aside = [[#t, loc("f.mlir":2:1)]]} {
      func.func @f(%a: tensor<16x256xf32> {tiled_layout.set_aside = #t})
          -> (tensor<16x256xf32> {tiled_layout.set_aside = #t}) {
        %0 = math.exp %a : tensor<16x256xf32>
        return %0 : tensor<16x256xf32>
      }
    }
    ```

    Fails on an operation that does not verify without the layouts of its types.

    Test: test/Transforms/set-aside/example.mlir
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect", "::mlir::tiled_layout::TiledLayoutDialect"
  ];
}

def RestoreLayoutsPass
    : OptionsPass<"tiled-layout-restore-layouts", "::mlir::ModuleOp"> {
  let summary = "Puts back the layouts that were set aside.";
  let description = [{
    Gives each tensor the layout that its location says, and the arguments and
    results of functions those in their attributes. Values of different layouts may
    meet in branches, loops, calls and operations that demand equal types: a
    relayout is inserted between them. An operation that refuses layouts works
    without. `tiled-layout-fold-relayouts` removes what can be removed.

    The pass fails in two cases:

    * An argument or result of a function can no longer have its layout, as after
      bufferization.
    * A layout was set aside that nothing in the program has any more. The error is
      at the place where it was first met.

    Before and after: those of `tiled-layout-set-aside-layouts`, the other way
    round.

    Test: test/Transforms/set-aside/example.mlir
  }];
  let dependentDialects = [
    "::mlir::tensor::TensorDialect", "::mlir::tiled_layout::TiledLayoutDialect"
  ];
  let options = [
    Option<"allowDropped", "allow-dropped", "bool", /*default=*/"false",
           "Warn, instead of failing, where a layout is gone with all values "
           "that had it, as a fusion makes it (default: false).">
  ];
}

def OptimizeRangesPass : OptionsPass<"tiled-layout-optimize-ranges"> {
  let summary = "Simplifies index arithmetic by ranges, on all functions in "
                "parallel.";
  let description = [{
    Runs `int-range-optimizations` and `arith-unsigned-when-equivalent`. The ranges
    that loops and constants give make divisions unsigned and constants of
    comparisons. Upstream's passes look across calls. So they run on the module,
    by one thread, if it has a call; otherwise on its functions, by all threads.
    Across calls of recursive functions they would not end, so that a module with
    one is treated as if it had no calls.

    Fails on loops whose bounds are affine maps, and on tensors with layouts:
    bufferization and `lower-affine` come first.

    Before:

    ```mlir
    func.func @f() -> index {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c64 = arith.constant 64 : index
      %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%x = %c0) -> index {
        %q = arith.divsi %i, %c8 : index
        scf.yield %q : index
      }
      return %r : index
    }
    ```

    After, within the loop:

    ```mlir
        %q = arith.divui %i, %c8 : index
    ```

    Test: test/Transforms/optimize-ranges/example.mlir
  }];
}

def ConvertVectorsToLLVMPass
    : OptionsPass<"tiled-layout-convert-vectors-to-llvm"> {
  let summary = "Lowers vectors to LLVM, on all functions in parallel.";
  let description = [{
    Runs `convert-vector-to-llvm`: on the functions of a module, by all threads, or
    on the module, by one, if it has a `vector.print`. That is lowered to calls of
    functions which are declared in the module. Fails on tensors with layouts.

    Before:

    ```mlir
    func.func @f(%v: vector<8xf32>) -> f32 {
      %0 = vector.extract %v[3] : f32 from vector<8xf32>
      return %0 : f32
    }
    ```

    After:

    ```mlir
    func.func @f(%v: vector<8xf32>) -> f32 {
      %0 = llvm.mlir.constant(3 : i64) : i64
      %1 = llvm.extractelement %v[%0 : i64] : vector<8xf32>
      return %1 : f32
    }
    ```

    Test: test/Transforms/optimize-ranges/vectors.mlir
  }];
}

#endif // TILED_LAYOUT_TRANSFORMS_UPSTREAMPASSES_TD
