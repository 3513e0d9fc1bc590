//===- WorkaroundPasses.td - What upstream does not do ------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_CONVERSION_WORKAROUNDPASSES_TD
#define TILED_LAYOUT_CONVERSION_WORKAROUNDPASSES_TD

include "tiled_layout/IR/OptionsPass.td"

// Each pass says what MLIR or LLVM does instead, and goes when that is mended.

def LowerSCFPass : OptionsPass<"tiled-layout-lower-scf"> {
  let summary = "Turns structured control flow into branches, in linear time, and "
                "scopes of stack memory into operations on the stack.";
  let description = [{
    `convert-scf-to-cf` begins with the first loop of a block, and moves all that
    follows it into the next block, one operation at a time. Ten thousand loops in a
    function take it ten seconds and four gigabytes. This pass applies the same
    patterns to the last loop first, which has little after it. An operation that
    no pattern fits is an error. So is a loop in an operation whose region has one
    block, such as `affine.for`.

    The region of `memref.alloca_scope` has one block, too, so that
    `convert-scf-to-cf` makes an invalid program of a scope with a loop or a branch
    in it. `convert-scf-to-openmp` puts such a scope around the body of each parallel
    loop. This pass puts the body between `llvm.intr.stacksave` and
    `llvm.intr.stackrestore`. So it does with the body of a loop that allocates stack
    memory: `convert-scf-to-cf` lets each iteration take more.

    Before:

    ```mlir
    func.func private @use(index)
    func.func @f(%n: index, %one: index) {
      scf.for %i = %n to %n step %one {
        func.call @use(%i) : (index) -> ()
      }
      return
    }
    ```

    After:

    ```mlir
    func.func private @use(index)
    func.func @f(%n: index, %one: index) {
      cf.br ^header(%n : index)
    ^header(%i: index):
      %more = arith.cmpi slt, %i, %n : index
      cf.cond_br %more, ^body, ^exit
    ^body:
      call @use(%i) : (index) -> ()
      %next = arith.addi %i, %one : index
      cf.br ^header(%next : index)
    ^exit:
      return
    }
    ```

    Test: test/Conversion/LowerSCF/example.mlir
  }];
  let options = [
    Option<"onlyReductions", "only-reductions", "bool", "false",
           "Only lower parallel loops that reduce in a way that OpenMP has no "
           "clause for, such as arith.maximumf: convert-scf-to-openmp refuses "
           "them. They become loops in order (default: false).">
  ];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def LowerAffineLoopsPass : OptionsPass<"tiled-layout-lower-affine-loops"> {
  let summary = "Lowers affine operations; loops keep their annotations for "
                "LLVM.";
  let description = [{
    Lowers all of the affine dialect. An `affine.for` with
    `loop_annotation` becomes an `scf.for` with the same; `lower-affine`
    drops it.

    Before:

    ```mlir
    func.func @f(%m: memref<64xf32>, %v: f32) {
      affine.for %i = 0 to 64 {
        affine.store %v, %m[%i] : memref<64xf32>
      } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%m: memref<64xf32>, %v: f32) {
      %c0 = arith.constant 0 : index
      %c64 = arith.constant 64 : index
      %c1 = arith.constant 1 : index
      scf.for %i = %c0 to %c64 step %c1 {
        memref.store %v, %m[%i] : memref<64xf32>
      } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
      return
    }
    ```

    Test: test/Conversion/LowerAffineLoops/example.mlir
  }];
  let dependentDialects = [
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def CallMathFunctionsPass
    : OptionsPass<"tiled-layout-call-math-functions", "::mlir::ModuleOp"> {
  let summary = "Turns math.expm1 and math.log1p into calls of the C library.";
  let description = [{
    `convert-math-to-llvm` makes `exp(x) - 1` of `math.expm1` and `log(1 + x)`
    of `math.log1p`, both 0 for small `x`. This pass applies upstream's patterns
    to calls of the C library to those two, before that pass sees them.

    Before:

    ```mlir
    func.func @f(%x: f64) -> f64 {
      %0 = math.expm1 %x : f64
      return %0 : f64
    }
    ```

    After:

    ```mlir
    func.func private @expm1(f64) -> f64 attributes {llvm.readnone}
    func.func @f(%x: f64) -> f64 {
      %0 = call @expm1(%x) : (f64) -> f64
      return %0 : f64
    }
    ```

    Test: test/Conversion/CallMathFunctions/example.mlir
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def LegalizeForLLVMPass : OptionsPass<"tiled-layout-legalize-for-llvm"> {
  let summary = "Rewrites what MLIR does not lower to LLVM, or lowers wrongly.";
  let description = [{
    Runs after `convert-tiled-layout-to-affine`, and before
    `expand-strided-metadata`, `arith-expand` and `convert-to-llvm`. Each step is for
    a defect of MLIR or LLVM, and does nothing where there is nothing of the kind.
    Arrays with layouts, and bodies of `linalg` operations, stay as they are.

    1. Memory spaces that are no integers are errors at the operations, outside of gpu
       kernels, that have them. `convert-to-llvm` only says that a conversion failed,
       without saying where, and succeeds.
    2. `memref.expand_shape` that makes two or more run-time extents of one dimension
       becomes `memref.reinterpret_cast`: `expand-strided-metadata` crashes at it.
    3. Memory of another memory space is cast before `memref.dealloc`.
       `finalize-memref-to-llvm` calls `free` with a pointer into that space, which is
       an invalid program.
    4. `arg_attrs` and `res_attrs` of calls with memrefs are dropped; functions keep
       theirs. A memref is several arguments of an LLVM function. `convert-to-llvm`
       keeps the attributes, which then belong to other arguments.
    5. Arithmetic of `bf16` becomes arithmetic of `f32`, each operation rounded to
       `bf16`: LLVM would call a function for each element. For targets with
       instructions for it (`dot-bf16`), only functions of the `math` dialect and
       comparisons are changed: LLVM 22 cannot select them. Maxima and minima follow.
       `f8E4M3FN` and `f8E5M2` are always computed in f32, and converted by integers.
       A number of `f64` becomes one of these or, except on aarch64, one of `bf16`, or
       of `f16` without `arith-f16`, by way of an `f32` that is rounded to odd, so that
       the result is rounded once. LLVM would call a function for each element, which
       libraries older than GCC 13 lack for `bf16`.
       Upstream's `math-extend-to-supported-types` crashes on unregistered operations.
       Conversions to `f4E2M1FN` become comparisons: `arith-expand` rounds ties away
       from zero, and has none from `f64`.
    6. `arith.maximumf` and `arith.minimumf` become compares and selects, with -0 less
       than +0 and NaN where an operand is NaN, as `arith` says. `arith-expand` returns
       the second of two zeros. What a constant operand or the flags `nsz` and `nnan`
       make needless is left out. x86 with `signed-maxima` has `vrangeps` for vectors
       of `f32` and `f64` that are registers, and aarch64 one instruction for floats of
       32 and 64 bits. Otherwise there are five instructions: both orders of the
       operands select the same number, or each its own of two zeros. A maximum takes
       the bits that both zeros have, a minimum those that either has. NaN has all
       bits; with `nsz`, NaN is the operand's. Those of `bf16`, and of `f16` without
       `arith-f16`, are maxima of integers of 16 bits that order them. Those of `bf16`
       are maxima of `f32` where that is one instruction, or where it is computed in
       `f32` before or after.
    7. Sums of bytes of words in `i32` become dot instructions, where the target has
       `dot-u8s8` or `dot-s8s8`: the product of each word and a word with ones where
       the bytes are.
       To cut a byte out of a word and to extend it would take two instructions. Bytes
       of the same words that are added one after the other take one instruction
       together, as the four rows in each word of tiles such as (4,1) do.
    8. Masked loads and stores, gathers and scatters of elements shorter than the
       target's masks become a branch for each lane. LLVM's code generator would make
       them of what it is handed, for whichever processor it compiles.
    9. On aarch64, vectors of integers of less than 32 bits are extended to 32 before
       they become `f32`. LLVM joins the extension with the shifts that cut them out of
       words, as of tiles such as (4,1), but not the conversion to floats.
    10. `vector.deinterleave` of `ui8`, `si16` and the like becomes one of signless
       integers. `convert-to-llvm` makes an invalid `llvm.shufflevector` of it.

    Before:

    ```mlir
    func.func @relu(%x: vector<8xf32>, %y: vector<8xbf16>) -> (vector<8xf32>, vector<8xbf16>) {
      %zero = arith.constant dense<0.0> : vector<8xf32>
      %m = arith.maximumf %x, %zero fastmath<nnan> : vector<8xf32>
      %s = arith.addf %y, %y : vector<8xbf16>
      return %m, %s : vector<8xf32>, vector<8xbf16>
    }
    ```

    After:

    ```mlir
    func.func @relu(%x: vector<8xf32>, %y: vector<8xbf16>) -> (vector<8xf32>, vector<8xbf16>) {
      %zero = arith.constant dense<0.0> : vector<8xf32>
      %above = arith.cmpf ogt, %x, %zero fastmath<nnan> : vector<8xf32>
      %m = arith.select %above, %x, %zero : vector<8xi1>, vector<8xf32>
      %0 = arith.extf %y : vector<8xbf16> to vector<8xf32>
      %1 = arith.extf %y : vector<8xbf16> to vector<8xf32>
      %2 = arith.addf %0, %1 : vector<8xf32>
      %s = arith.truncf %2 : vector<8xf32> to vector<8xbf16>
      return %m, %s : vector<8xf32>, vector<8xbf16>
    }
    ```

    Test: test/Conversion/Legalize/example.mlir
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"
  ];
}

def LegalizeForExportPass : OptionsPass<"tiled-layout-legalize-for-export"> {
  let summary = "Rewrites what LLVM compiles wrongly or slowly, in its dialect.";
  let description = [{
    Runs after `convert-to-llvm`. Each step is for a defect of MLIR or LLVM.

    1. An operation of the dialects that the pipeline to LLVM lowers is an error,
       outside of gpu kernels. `convert-to-llvm` leaves an operation that no pattern
       fits as it is, and succeeds.
    2. Masked loads and stores of narrow floats become those of integers, and
       bitcasts. LLVM scalarises the vector if the target has no masked access to the
       element type. For `bf16` on x86 without AVX-512, it also calls a conversion to
       `f32` and back for each element, which is slow and makes signalling NaNs quiet.
       Other loads and stores of `bf16` become those of integers, too: LLVM then
       selects and streams integers. So does a selection between vectors of `bf16`,
       which LLVM scalarises with a branch for each element, and so do lanes that are
       inserted, extracted or shuffled, which it may round anew by a call.
    3. A masked store with one known lane becomes a store of the element. LLVM 22 makes
       one, too; but if the value is truncated, and the target has AVX-512, it stores
       the element before it is truncated, and overwrites its neighbours in memory (LLVM
       pull request 179853 mends it).
    4. Selected floats that the next iteration of a loop takes get
       `llvm.arithmetic.fence`, which costs no instruction. LLVM 22 asks whether a loop
       that carries a selected value computes a checksum, and follows every path from
       the value through the loop: an iteration with sixteen maxima takes it hours (LLVM
       pull request 211711 mends it).
    5. Where the target has no addresses that are the sum of a register, an index and a
       constant (`indexed-offsets`), each term of an index is added to the base by a
       `llvm.getelementptr` of its own, those of outer loops first. LLVM 22 shares the
       sum of the index among arrays instead, and then computes each address anew.

    Before:

    ```mlir
    llvm.func @f(%p: !llvm.ptr, %m: vector<8xi1>, %x: vector<8xbf16>) {
      llvm.intr.masked.store %x, %p, %m {alignment = 2 : i32}
        : vector<8xbf16>, vector<8xi1> into !llvm.ptr
      llvm.return
    }
    ```

    After:

    ```mlir
    llvm.func @f(%p: !llvm.ptr, %m: vector<8xi1>, %x: vector<8xbf16>) {
      %0 = llvm.bitcast %x : vector<8xbf16> to vector<8xi16>
      llvm.intr.masked.store %0, %p, %m {alignment = 2 : i32}
        : vector<8xi16>, vector<8xi1> into !llvm.ptr
      llvm.return
    }
    ```

    Test: test/Conversion/Legalize/mask-narrow-floats.mlir
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // TILED_LAYOUT_CONVERSION_WORKAROUNDPASSES_TD
