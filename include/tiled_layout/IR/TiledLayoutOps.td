//===- TiledLayoutOps.td - Operations ----------------------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_OPS_TD
#define TILED_LAYOUT_IR_OPS_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"
include "tiled_layout/IR/TiledLayoutBase.td"

class TiledLayout_Op<string mnemonic, list<Trait> traits = []>
    : Op<TiledLayout_Dialect, mnemonic, traits>;

def TiledLayout_RankedArray
    : AnyTypeOf<[AnyRankedTensor, AnyMemRef], "ranked tensor or memref">;

//===----------------------------------------------------------------------===//
// relayout
//===----------------------------------------------------------------------===//

def TiledLayout_RelayoutOp : TiledLayout_Op<"relayout", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, [
      "reifyResultShapes"
    ]>
]> {
  let summary = "Copies an array from one layout to another.";
  let description = [{
    Copies every element of `source` to the same index of `dest`. Both have the
    same shape and element type and lie in memory as their own types say. On
    tensors the result is the filled destination.

    Padding of the destination is left undefined, unless `padding` asks for
    zero or for a value; then every padding position is written, tail padding
    included. Where the layouts differ in `E(n)`, the value stands in the low
    bits of its element and the upper bits are zero, sign-extended for signed
    types. An `E(n)` that cannot hold the value is refused.

    ```mlir
    %r = tiled_layout.relayout ins(%a : tensor<3x5xf32>) outs(%b : tensor<3x5xf32, #t>)
           padding = zero -> tensor<3x5xf32, #t>
    tiled_layout.relayout ins(%m : memref<3x5xf32>) outs(%n : memref<3x5xf32, #t>)
           padding = 1.0 : f32
    ```
  }];
  let arguments = (ins
    TiledLayout_RankedArray:$source,
    TiledLayout_RankedArray:$dest,
    OptionalAttr<AnyAttr>:$padding
  );
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $source `:` type($source) `)` `outs` `(` $dest `:` type($dest) `)`
    custom<Padding>($padding) attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getDestMutable(); }

    /// Returns the value that padding positions receive, of the element type;
    /// null if padding is left undefined.
    TypedAttr getPaddingValue();
  }];
}

//===----------------------------------------------------------------------===//
// empty
//===----------------------------------------------------------------------===//

def TiledLayout_EmptyOp : TiledLayout_Op<"empty", [
    Pure, DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, [
      "reifyResultShapes"
    ]>
]> {
  let summary = "A tensor without contents, to be allocated in its layout.";
  let description = [{
    As `tensor.empty`, for a tensor with a layout: bufferization allocates the
    buffer in that layout. One operand per dynamic dimension.

    ```mlir
    %t = tiled_layout.empty(%n) : tensor<?x128xf32, #t>
    ```
  }];
  let arguments = (ins Variadic<Index>:$dynamicSizes);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "`(` $dynamicSizes `)` attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

//===----------------------------------------------------------------------===//
// linearize, delinearize
//===----------------------------------------------------------------------===//

def TiledLayout_LinearizeOp : TiledLayout_Op<"linearize", [Pure]> {
  let summary = "The position of an index in an array.";
  let description = [{
    Returns where the element at `indices` lies, in elements from the start of
    the buffer, or of a view from its first element. Undefined if an index is
    out of bounds.

    ```mlir
    // 17 at (2, 3) of memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
    %p = tiled_layout.linearize %m[%i, %j] : memref<3x5xf32, #t>
    ```
  }];
  let arguments = (ins TiledLayout_RankedArray:$array, Variadic<Index>:$indices);
  let results = (outs Index:$position);
  let assemblyFormat = "$array `[` $indices `]` attr-dict `:` type($array)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TiledLayout_DelinearizeOp : TiledLayout_Op<"delinearize", [Pure]> {
  let summary = "The index of a position in an array.";
  let description = [{
    Returns the index of the element at `position` and whether there is one:
    `inBounds` is false for padding, and the indices are then undefined. The
    position must be at least 0 and less than the elements of the array.

    ```mlir
    %i, %j, %ok = tiled_layout.delinearize %p in %m : memref<3x5xf32, #t>
    ```
  }];
  let arguments = (ins Index:$position, TiledLayout_RankedArray:$array);
  let results = (outs Variadic<Index>:$indices, I1:$inBounds);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// to_physical, from_physical
//===----------------------------------------------------------------------===//

class TiledLayout_PhysicalDescription<string action> {
  string text = action # [{ The physical side is one of these:

* the physical array: it has the physical shape, the row-major layout and the same
  element type. Tail padding `L(n)` needs the flat form;
* the flat array: one dimension of all elements, tail padding included.

Elements that are not exactly the bytes of their value (an `E(n)` that differs;
`i1`, `i4`, packed or not) have a flat array of all bytes only.

Both sides are memrefs in the same memory space, or both are tensors. A tensor with
`S(n)` has no form without a layout. What padding holds is part of the physical array.
No data moves.

  }];
}

def TiledLayout_ToPhysicalOp : TiledLayout_Op<"to_physical", [
    Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, [
      "reifyResultShapes"
    ]>
]> {
  let summary = "Views a tiled array as its physical or flat array.";
  let description = TiledLayout_PhysicalDescription<
    "Views the buffer of a tiled array without its layout.">.text # [{
```mlir
%v = tiled_layout.to_physical %m
  : memref<3x5xf32, #t> to memref<2x3x2x2xf32>
%f = tiled_layout.to_physical %m : memref<3x5xf32, #t> to memref<24xf32>
```

The flat array of a view has all elements of the buffer from the view's first to its
last one, also those that are not in the view. Elements that are stored in bytes give
an array of bytes; the first element must then be known to begin at a byte.

```mlir
%e = tiled_layout.to_physical %v : memref<8x128xf32, #v>
  to memref<?xf32, strided<[1], offset: ?>>
```
  }];
  let arguments = (ins TiledLayout_RankedArray:$source);
  let results = (outs TiledLayout_RankedArray:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TiledLayout_FromPhysicalOp : TiledLayout_Op<"from_physical", [
    Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, [
      "reifyResultShapes"
    ]>
]> {
  let summary = "Adopts a raw buffer as a tiled array.";
  let description = TiledLayout_PhysicalDescription<
    "Views a buffer as a tiled array. One operand per dynamic dimension of "
    "the result gives its logical extent.">.text # [{
```mlir
%m = tiled_layout.from_physical %f
  : memref<24xf32> to memref<3x5xf32, #t>
%n = tiled_layout.from_physical %g(%size)
  : memref<?xf32> to memref<?x5xf32, #t>
```
  }];
  let arguments = (ins TiledLayout_RankedArray:$source,
                       Variadic<Index>:$dynamicSizes);
  let results = (outs TiledLayout_RankedArray:$result);
  let assemblyFormat = [{
    $source (`(` $dynamicSizes^ `)`)? attr-dict
    `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// fill_padding
//===----------------------------------------------------------------------===//

def TiledLayout_FillPaddingOp : TiledLayout_Op<"fill_padding", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, [
      "reifyResultShapes"
    ]>
]> {
  let summary = "Writes a value to every padding position of an array.";
  let description = [{
    Elements are left as they are; every position that no index maps to, in
    tile padding and in tail padding, receives `value`.

    ```mlir
    tiled_layout.fill_padding ins(%zero : f32) outs(%m : memref<3x5xf32, #t>)
    ```
  }];
  let arguments = (ins AnyType:$value, TiledLayout_RankedArray:$dest);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $value `:` type($value) `)` `outs` `(` $dest `:` type($dest) `)`
    attr-dict (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getDestMutable(); }
  }];
}

//===----------------------------------------------------------------------===//
// assume_multiple
//===----------------------------------------------------------------------===//

def TiledLayout_AssumeMultipleOp : TiledLayout_Op<"assume_multiple", [
    Pure, AllTypesMatch<["value", "result"]>
]> {
  let summary = "States that an index is a multiple of a number.";
  let description = [{
    Returns `value`. The divisibility analysis assumes that it is a multiple of
    `multiple`. The behavior is undefined if it is not: a program reads or
    writes other elements, without a message. Upstream's
    `generate-runtime-verification` adds a check that stops the program.

    ```mlir
    %j = tiled_layout.assume_multiple %i, 8
    ```
  }];
  let arguments = (ins Index:$value, I64Attr:$multiple);
  let results = (outs Index:$result);
  let assemblyFormat = "$value `,` $multiple attr-dict";
  let hasVerifier = 1;
  let hasFolder = 1;
}

include "tiled_layout/IR/TiledLayoutViewOps.td"

#endif // TILED_LAYOUT_IR_OPS_TD
