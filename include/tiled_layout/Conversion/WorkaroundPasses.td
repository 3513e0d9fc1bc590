//===- WorkaroundPasses.td - What upstream does not do ------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_CONVERSION_WORKAROUNDPASSES_TD
#define TILED_LAYOUT_CONVERSION_WORKAROUNDPASSES_TD

include "mlir/Pass/PassBase.td"

// Each pass says what MLIR or LLVM does instead, and goes when that is mended.

def LowerAllocaScopesPass : Pass<"tiled-layout-lower-alloca-scopes"> {
  let summary = "Turns scopes of stack memory into operations that save and "
                "restore the stack.";
  let description = [{
    The region of `memref.alloca_scope` has one block, so that
    `convert-scf-to-cf` makes an invalid program of a scope with a loop or a
    branch in it. `convert-scf-to-openmp` puts such a scope around the body of
    each parallel loop. This pass puts the body in the place of the scope.

    Before:

    ```mlir
    func.func private @use(memref<?xf32>)
    func.func @f(%n: index) {
      memref.alloca_scope {
        %a = memref.alloca(%n) : memref<?xf32>
        func.call @use(%a) : (memref<?xf32>) -> ()
      }
      return
    }
    ```

    After:

    ```mlir
    func.func private @use(memref<?xf32>)
    func.func @f(%n: index) {
      %stack = llvm.intr.stacksave : !llvm.ptr
      %a = memref.alloca(%n) : memref<?xf32>
      call @use(%a) : (memref<?xf32>) -> ()
      llvm.intr.stackrestore %stack : !llvm.ptr
      return
    }
    ```

    Test: test/Conversion/LowerAllocaScopes/example.mlir
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CastExpandedShapesPass : Pass<"tiled-layout-cast-expanded-shapes"> {
  let summary = "Casts memory to shapes of several run-time extents.";
  let description = [{
    `expand-strided-metadata` crashes where a dimension becomes two or more of
    run-time extents. This pass takes the extents that `memref.expand_shape`
    names. Arrays with layouts stay as they are.

    Before:

    ```mlir
    func.func @f(%a: memref<?xf32>, %n: index, %m: index) -> memref<?x?xf32> {
      %r = memref.expand_shape %a [[0, 1]] output_shape [%n, %m] : memref<?xf32> into memref<?x?xf32>
      return %r : memref<?x?xf32>
    }
    ```

    After:

    ```mlir
    func.func @f(%a: memref<?xf32>, %n: index, %m: index) -> memref<?x?xf32> {
      %base, %offset, %size, %stride = memref.extract_strided_metadata %a : memref<?xf32> -> memref<f32>, index, index, index
      %r = memref.reinterpret_cast %base to offset: [0], sizes: [%n, %m], strides: [%m, 1] : memref<f32> to memref<?x?xf32>
      return %r : memref<?x?xf32>
    }
    ```

    Test: test/Conversion/CastExpandedShapes/example.mlir
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect"];
}

def CastFreedMemoryPass : Pass<"tiled-layout-cast-freed-memory"> {
  let summary = "Frees memory of other memory spaces as memory of the default "
                "one.";
  let description = [{
    `finalize-memref-to-llvm` casts what it allocates in another memory space
    from the default one, but calls `free` with a pointer into that space, which
    is an invalid program. This pass casts what is freed. Memory in a space that
    is no number stays as it is, and so do arrays with layouts, until
    `convert-tiled-layout-to-affine` has lowered them.

    Before:

    ```mlir
    func.func @f(%a: memref<4xf32, 1>) {
      memref.dealloc %a : memref<4xf32, 1>
      return
    }
    ```

    After:

    ```mlir
    func.func @f(%a: memref<4xf32, 1>) {
      %b = memref.memory_space_cast %a : memref<4xf32, 1> to memref<4xf32>
      memref.dealloc %b : memref<4xf32>
      return
    }
    ```

    Test: test/Conversion/CastFreedMemory/example.mlir
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def LowerSCFPass : Pass<"tiled-layout-lower-scf"> {
  let summary = "Turns structured control flow into branches, in linear time.";
  let description = [{
    `convert-scf-to-cf` begins with the first loop of a block, and moves all that
    follows it into the next block, one operation at a time. Ten thousand loops in a
    function take it ten seconds and four gigabytes. This pass applies the same
    patterns to the last loop first, which has little behind it. An operation that
    no pattern fits is an error. So is a loop in an operation whose region has one
    block, such as `affine.for`.

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
  let dependentDialects = ["::mlir::cf::ControlFlowDialect"];
}

def CheckMemorySpacesPass : Pass<"tiled-layout-check-memory-spaces"> {
  let summary = "Refuses memory spaces that LLVM has no number for.";
  let description = [{
    If a memory space is no integer, `convert-to-llvm` only says that a conversion
    failed, without saying where. It leaves the memref as it is, and succeeds. This
    pass is an error at each operation, outside of gpu kernels, whose results or
    block arguments have such a type.

    Test: test/Conversion/CheckMemorySpaces/invalid.mlir
  }];
}

def DropCallAttributesPass : Pass<"tiled-layout-drop-call-attributes"> {
  let summary = "Drops attributes of calls with memrefs, which are several "
                "arguments in LLVM.";
  let description = [{
    A memref is several arguments of an LLVM function. `convert-to-llvm` keeps
    `arg_attrs` and `res_attrs` of a `func.call` as they are. They then belong to
    other arguments, and it crashes when it prints the call. This pass removes them
    from calls with memrefs; functions keep theirs.

    Before:

    ```mlir
    func.func private @use(memref<4xf32>, f32)
    func.func @f(%a: memref<4xf32>, %x: f32) {
      call @use(%a, %x) {arg_attrs = [{llvm.noalias}, {llvm.noundef} ]}
        : (memref<4xf32>, f32) -> ()
      return
    }
    ```

    After:

    ```mlir
    func.func private @use(memref<4xf32>, f32)
    func.func @f(%a: memref<4xf32>, %x: f32) {
      call @use(%a, %x) : (memref<4xf32>, f32) -> ()
      return
    }
    ```

    Test: test/Conversion/DropCallAttributes/example.mlir
  }];
}

def MaskNarrowFloatsPass : Pass<"tiled-layout-mask-narrow-floats"> {
  let summary = "Turns masked accesses to narrow floats into those of "
                "integers.";
  let description = [{
    If a target has no masked access to an element type, LLVM scalarises the vector.
    For `bf16` on x86 without AVX-512, it also calls a conversion to `f32` and back
    for each element, which is slow and makes signalling NaNs quiet. This pass works
    on the LLVM dialect:

    * Masked loads and stores of such floats become those of integers, and bitcasts.
    * Other loads and stores of `bf16` do, too: LLVM then selects and streams
      integers.
    * A selection between vectors of `bf16`, which LLVM scalarises with a branch for
      each element, becomes one between integers.

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

    Test: test/Conversion/MaskNarrowFloats/example.mlir
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CallMathFunctionsPass
    : Pass<"tiled-layout-call-math-functions", "::mlir::ModuleOp"> {
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

def ComputeNarrowFloatsPass : Pass<"tiled-layout-compute-narrow-floats"> {
  let summary = "Computes in f32 what the target cannot compute in bf16 or f8.";
  let description = [{
    Arithmetic of `bf16` becomes arithmetic of `f32`, each operation rounded to
    `bf16`: LLVM would call a function for each element. For targets with
    instructions for it (`dot-bf16`), only functions of the `math` dialect,
    comparisons, maxima and minima are changed: LLVM 22 cannot select them.
    `f8E4M3FN` and `f8E5M2` are always computed in f32, and converted by integers.
    Upstream's `math-extend-to-supported-types` crashes on unregistered operations.

    Before:

    ```mlir
    func.func @f(%x: vector<16xbf16>, %y: vector<16xbf16>) -> vector<16xbf16> {
      %s = arith.addf %x, %y : vector<16xbf16>
      return %s : vector<16xbf16>
    }
    ```

    After:

    ```mlir
    func.func @f(%x: vector<16xbf16>, %y: vector<16xbf16>) -> vector<16xbf16> {
      %0 = arith.extf %x : vector<16xbf16> to vector<16xf32>
      %1 = arith.extf %y : vector<16xbf16> to vector<16xf32>
      %2 = arith.addf %0, %1 : vector<16xf32>
      %s = arith.truncf %2 : vector<16xf32> to vector<16xbf16>
      return %s : vector<16xbf16>
    }
    ```

    Test: test/Conversion/ComputeNarrowFloats/example.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
}

def AddBytesPass : Pass<"tiled-layout-add-bytes"> {
  let summary = "Adds bytes of words by dot instructions.";
  let description = [{
    Adds bytes of words to `i32` by x86's `vpdpbusd`, where the target has
    `dot-u8s8`. The bytes may be signed or not. The instruction takes a dot product
    of each word and a word with ones where the bytes are. To cut a byte out of a
    word and to extend it would take two instructions. Bytes of the same words that
    are added one after the other take one instruction together: tiles such as (4,1)
    have four rows in each word. The result is the same. Bodies of `linalg`
    operations stay.

    Before:

    ```mlir
    func.func @second(%sum: vector<16xi32>, %words: vector<16xi32>) -> vector<16xi32> {
      %bits = arith.constant dense<8> : vector<16xi32>
      %0 = arith.shrui %words, %bits : vector<16xi32>
      %1 = arith.trunci %0 : vector<16xi32> to vector<16xi8>
      %2 = arith.extsi %1 : vector<16xi8> to vector<16xi32>
      %3 = arith.addi %sum, %2 : vector<16xi32>
      return %3 : vector<16xi32>
    }
    ```

    After:

    ```mlir
    func.func @second(%sum: vector<16xi32>, %words: vector<16xi32>) -> vector<16xi32> {
      %one = arith.constant dense<256> : vector<16xi32>
      %0 = vector.bitcast %words : vector<16xi32> to vector<64xi8>
      %1 = vector.bitcast %one : vector<16xi32> to vector<64xi8>
      %2 = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%sum, %1, %0)
        : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
      return %2 : vector<16xi32>
    }
    ```

    Test: test/Conversion/AddBytes/example.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandMaximaPass : Pass<"tiled-layout-expand-maxima"> {
  let summary = "Turns maxima and minima of floats into exact instructions.";
  let description = [{
    `arith.maximumf` and `arith.minimumf` become compares and selects, with -0 less
    than +0 and NaN where an operand is NaN, as `arith` says. Upstream's
    `arith-expand` returns the second of two zeros. The pass leaves out what a
    constant operand or the flags `nsz` and `nnan` make needless. Bodies of `linalg`
    operations stay: they say which reductions these are.

    | target | code |
    | --- | --- |
    | x86 with `signed-maxima`, vectors of `f32` and `f64` that are registers | `vrangeps`, and a sum where an operand is NaN |
    | aarch64, floats of 32 and 64 bits and their vectors | LLVM's intrinsic, which is one instruction |
    | others | Five instructions. Both orders of the operands select the same number, or each its own of two zeros. A maximum takes the bits that both zeros have, a minimum those that either has. NaN has all bits; with `nsz`, NaN is the operand's. |

    Before:

    ```mlir
    func.func @relu(%x: vector<8xf32>) -> vector<8xf32> {
      %zero = arith.constant dense<0.0> : vector<8xf32>
      %m = arith.maximumf %x, %zero fastmath<nnan> : vector<8xf32>
      return %m : vector<8xf32>
    }
    ```

    After:

    ```mlir
    func.func @relu(%x: vector<8xf32>) -> vector<8xf32> {
      %zero = arith.constant dense<0.0> : vector<8xf32>
      %above = arith.cmpf ogt, %x, %zero fastmath<nnan> : vector<8xf32>
      %m = arith.select %above, %x, %zero : vector<8xi1>, vector<8xf32>
      return %m : vector<8xf32>
    }
    ```

    Test: test/Conversion/ExpandMaxima/example.mlir
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def FenceSelectionsPass : Pass<"tiled-layout-fence-selections"> {
  let summary = "Fences selected floats of loops, which LLVM takes too long "
                "to analyse.";
  let description = [{
    LLVM 22 asks whether a loop that carries a selected value computes a checksum.
    It follows every path from the value through the loop: an iteration with sixteen
    maxima takes it hours (LLVM pull request 211711 fixes this). In the LLVM
    dialect, this pass inserts `llvm.arithmetic.fence`, which costs no instruction,
    after selected floats that the next iteration takes.

    Before:

    ```mlir
    llvm.func @f(%x: f32, %p: i1, %q: i1) {
      llvm.br ^loop(%x : f32)
    ^loop(%m: f32):
      %s = llvm.select %p, %m, %x : i1, f32
      llvm.cond_br %q, ^loop(%s : f32), ^exit
    ^exit:
      llvm.return
    }
    ```

    After:

    ```mlir
    llvm.func @f(%x: f32, %p: i1, %q: i1) {
      llvm.br ^loop(%x : f32)
    ^loop(%m: f32):
      %s = llvm.select %p, %m, %x : i1, f32
      %fence = llvm.call_intrinsic "llvm.arithmetic.fence"(%s) : (f32) -> f32
      llvm.cond_br %q, ^loop(%fence : f32), ^exit
    ^exit:
      llvm.return
    }
    ```

    Test: test/Conversion/FenceSelections/example.mlir
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def StoreOneLanePass : Pass<"tiled-layout-store-one-lane"> {
  let summary = "Store one element where a mask has one lane.";
  let description = [{
    LLVM 22 makes a store of one element of a masked store with a single known lane. If
    the value is truncated, and the target has AVX-512, it stores the element before
    it is truncated, and overwrites its neighbours in memory; LLVM pull request 179853
    mends it. In the LLVM dialect, this pass stores the element itself.

    Before:

    ```mlir
    llvm.func @f(%p: !llvm.ptr, %x: vector<4xi32>) {
      %m = llvm.mlir.constant(dense<[true, false, false, false]> : vector<4xi1>) : vector<4xi1>
      %t = llvm.trunc %x : vector<4xi32> to vector<4xi8>
      llvm.intr.masked.store %t, %p, %m {alignment = 1 : i32}
        : vector<4xi8>, vector<4xi1> into !llvm.ptr
      llvm.return
    }
    ```

    After:

    ```mlir
    llvm.func @f(%p: !llvm.ptr, %x: vector<4xi32>) {
      %t = llvm.trunc %x : vector<4xi32> to vector<4xi8>
      %zero = llvm.mlir.constant(0 : i64) : i64
      %0 = llvm.extractelement %t[%zero : i64] : vector<4xi8>
      llvm.store %0, %p {alignment = 1 : i64} : i8, !llvm.ptr
      llvm.return
    }
    ```

    Test: test/Conversion/StoreOneLane/example.mlir
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def CheckConvertedPass : Pass<"tiled-layout-check-converted"> {
  let summary = "Refuses what convert-to-llvm has left.";
  let description = [{
    `convert-to-llvm` leaves an operation that no pattern fits as it is, and succeeds:
    an `arith.extf` of `f8E4M3FN`, for example. This pass is an error at each operation
    of the dialects that the pipeline to LLVM lowers, outside of gpu kernels.

    Test: test/Conversion/CheckConverted/invalid.mlir
  }];
}

#endif // TILED_LAYOUT_CONVERSION_WORKAROUNDPASSES_TD
