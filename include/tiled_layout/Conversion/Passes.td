//===- Passes.td - Conversion passes -----------------------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_CONVERSION_PASSES_TD
#define TILED_LAYOUT_CONVERSION_PASSES_TD

include "tiled_layout/IR/OptionsPass.td"

def ConvertTiledLayoutToAffinePass
    : OptionsPass<"convert-tiled-layout-to-affine", "::mlir::ModuleOp"> {
  let summary = "Turns accesses to tiled memrefs into affine index arithmetic.";
  let description = [{
    Replaces every memref with a tiled layout by a memref without one. Every
    operation that touches it becomes index arithmetic and an access to the new
    memref.

    | array | new memref |
    | --- | --- |
    | `form=expanded` | one dimension per physical dimension |
    | `form=linear`, and tail padding `L(n)` that adds elements or may add some | one dimension |
    | elements that are not exactly the bytes of their value (`E(n)` that differs; `i1`, `i4`, packed or not) | one dimension of bytes |

    A logical extent that is known only at run time is one more `index` after the
    memref, in arguments, results and block arguments.

    Before:

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    func.func @load(%m: memref<20x300xf32, #t>, %i: index, %j: index) -> f32 {
      %v = memref.load %m[%i, %j] : memref<20x300xf32, #t>
      return %v : f32
    }
    ```

    After:

    ```mlir
    #map = affine_map<()[s0] -> (s0 floordiv 8)>
    #map1 = affine_map<()[s0] -> (s0 floordiv 128)>
    #map2 = affine_map<()[s0] -> (s0 mod 8)>
    #map3 = affine_map<()[s0] -> (s0 mod 128)>
    func.func @load(%arg0: memref<3x3x8x128xf32>, %arg1: index, %arg2: index) -> f32 {
      %0 = affine.apply #map()[%arg1]
      %1 = affine.apply #map1()[%arg2]
      %2 = affine.apply #map2()[%arg1]
      %3 = affine.apply #map3()[%arg2]
      %4 = memref.load %arg0[%0, %1, %2, %3] : memref<3x3x8x128xf32>
      return %4 : f32
    }
    ```

    Fails, at the operation and with the reason, if an operation with a tiled type
    has no lowering. Afterwards no tiled type is left. Run
    `tiled-layout-lower-relayouts` first. docs/LoweredOperations.md lists what
    becomes of each operation.

    Test: test/Conversion/TiledLayoutToAffine/example.mlir
  }];
  let options = [
    Option<"form", "form", "::mlir::tiled_layout::PhysicalForm",
           /*default=*/"::mlir::tiled_layout::PhysicalForm::Expanded",
           "What a tiled memref becomes (default: expanded).",
           [{::llvm::cl::values(
             clEnumValN(::mlir::tiled_layout::PhysicalForm::Expanded, "expanded",
                        "One dimension per physical dimension."),
             clEnumValN(::mlir::tiled_layout::PhysicalForm::Linear, "linear",
                        "One dimension.")
           )}]>
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect", "::mlir::vector::VectorDialect"
  ];
}

def LowerIndexMapsPass : OptionsPass<"tiled-layout-lower-index-maps"> {
  let summary = "Turns divisions in affine maps into shifts, masks and "
                "unsigned arithmetic.";
  let description = [{
    Expands `affine.apply`, `affine.load` and `affine.store` whose maps have
    quotients or remainders by constants:

    | divisor | becomes |
    | --- | --- |
    | a power of two | a shift or a mask, which is right for every number |
    | another one, of a dividend that constants, loops or arithmetic prove not to be negative | an unsigned operation |
    | another one, whose quotient is an index of the access | An unsigned operation: a negative index would be out of bounds, which is undefined behaviour. |

    All else is left to `lower-affine`, which repairs signs with comparisons and
    selections.

    Before:

    ```mlir
    func.func @f(%m: memref<3x3x8x128xf32>, %i: index, %j: index) -> f32 {
      %v = affine.load %m[symbol(%i) floordiv 8, symbol(%j) floordiv 128,
                          symbol(%i) mod 8, symbol(%j) mod 128]
        : memref<3x3x8x128xf32>
      return %v : f32
    }
    ```

    After:

    ```mlir
    func.func @f(%m: memref<3x3x8x128xf32>, %i: index, %j: index) -> f32 {
      %c3 = arith.constant 3 : index
      %0 = arith.shrui %i, %c3 : index
      %c7 = arith.constant 7 : index
      %1 = arith.shrui %j, %c7 : index
      %c7_0 = arith.constant 7 : index
      %2 = arith.andi %i, %c7_0 : index
      %c127 = arith.constant 127 : index
      %3 = arith.andi %j, %c127 : index
      %4 = memref.load %m[%0, %1, %2, %3] : memref<3x3x8x128xf32>
      return %4 : f32
    }
    ```

    Test: test/Conversion/LowerIndexMaps/example.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"
  ];
}

def LowerLinalgPass : OptionsPass<"tiled-layout-lower-linalg"> {
  let summary = "Turns linalg operations into affine or scf loops, for any "
                "extents.";
  let description = [{
    Structured operations on memrefs become loops: of affine where the extents
    may be their bounds, else of scf. `convert-linalg-to-affine-loops` makes
    affine loops of all, which are no legal ones then. `linalg.softmax` becomes
    the loops of the operations it stands for.

    Before:

    ```mlir
    func.func @f(%m: memref<?xf32>, %v: f32) {
      linalg.fill ins(%v : f32) outs(%m : memref<?xf32>)
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%m: memref<?xf32>, %v: f32) {
      %c0 = arith.constant 0 : index
      %dim = memref.dim %m, %c0 : memref<?xf32>
      affine.for %i = 0 to %dim {
        affine.store %v, %m[%i] : memref<?xf32>
      }
      return
    }
    ```

    Test: test/Conversion/LowerLinalg/example.mlir
  }];
  let dependentDialects = [
    "affine::AffineDialect", "arith::ArithDialect", "::mlir::math::MathDialect",
    "memref::MemRefDialect", "scf::SCFDialect"
  ];
}

def AnnotateLoopsPass : OptionsPass<"tiled-layout-annotate-loops"> {
  let summary = "Turns `tiled_layout.loop` into annotations for LLVM.";
  let description = [{
    Removes `tiled_layout.loop` from loops, so that tools without the dialect can
    read them. LLVM must not unroll a loop along a run: such a loop gets
    `loop_annotation`. An annotation of the program is kept, also where it says
    how LLVM unrolls the loop.

    Before:

    ```mlir
    func.func @f(%m: memref<2x64xf32>, %v: f32) {
      affine.for %t = 0 to 2 {
        affine.for %i = 0 to 64 {
          affine.store %v, %m[%t, %i] : memref<2x64xf32>
        } {tiled_layout.loop = #tiled_layout.loop<run>}
      } {tiled_layout.loop = #tiled_layout.loop<tiles>}
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%m: memref<2x64xf32>, %v: f32) {
      affine.for %t = 0 to 2 {
        affine.for %i = 0 to 64 {
          affine.store %v, %m[%t, %i] : memref<2x64xf32>
        } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
      }
      return
    }
    ```

    Test: test/Conversion/AnnotateLoops/example.mlir
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def EraseSchedulesPass
    : OptionsPass<"tiled-layout-erase-schedules", "::mlir::ModuleOp"> {
  let summary = "Erases scripts of the transform dialect.";
  let description = [{
    A script in the module that it transforms is no part of the program, and
    `mlir-translate` and `mlir-runner` refuse it. This pass erases the operations
    of the transform dialect in modules, and modules of nothing else.

    Before:

    ```mlir
    module attributes {transform.with_named_sequence} {
      transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
        transform.yield
      }
      func.func @f() {
        return
      }
    }
    ```

    After:

    ```mlir
    module {
      func.func @f() {
        return
      }
    }
    ```

    Test: test/Conversion/EraseSchedules/example.mlir
  }];
}

// Last, so that the pages keep their order.
include "tiled_layout/Conversion/WorkaroundPasses.td"
include "tiled_layout/Conversion/InteropPasses.td"

#endif // TILED_LAYOUT_CONVERSION_PASSES_TD
