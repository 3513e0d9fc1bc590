//===- TiledLayoutViewOps.td - Views of tiled memrefs ------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// memref's own view operations demand strided memrefs.
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_VIEW_OPS_TD
#define TILED_LAYOUT_IR_VIEW_OPS_TD

def TiledLayout_SubViewOp : TiledLayout_Op<"subview", [
    AttrSizedOperandSegments, OffsetSizeAndStrideOpInterface, Pure,
    DeclareOpInterfaceMethods<ViewLikeOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, [
      "reifyResultShapes"
    ]>
]> {
  let summary = "A part of a tiled memref, in place.";
  let description = [{
    Views the elements `offset + stride * i`, `0 <= i < size`, of each dimension
    of a tiled memref, as `memref.subview` does of a strided one. No data moves.

    The result is a view: its layout has `strides`, since its tiles are as far apart
    as those of the source. The padding of a view holds other elements, or padding,
    of the source; nothing writes it.

    In every dimension that tiles cut, the stride is 1, and one of two conditions
    holds:

    * The view begins where a tile of each level does.
    * The view lies within one tile. Its tile is then as small as what is known of
      the view: a row, of size 1, has the tile size 1.

    Of dimensions that `*` merges, all but the most major one are taken whole. If
    offsets are operands, their alignment is proved when accesses are lowered;
    `tiled_layout.assume_multiple` asserts what cannot be proved. docs/Views.md has
    the rules.

    Dimensions of size 1 may be dropped.

    ```mlir
    #t = #tiled_layout.layout<{1,0:T(8,128)}>
    #v = #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>
    #r = #tiled_layout.layout<{0:T(128)}, strides = [1024, 1]>

    %tile = tiled_layout.subview %m[%i, %j] [8, 128] [1, 1]
      : memref<64x1024xf32, #t> to memref<8x128xf32, #v>
    %row = tiled_layout.subview %m[%k, 0] [1, 1024] [1, 1]
      : memref<64x1024xf32, #t> to memref<1024xf32, #r>
    ```
  }];
  let arguments = (ins AnyMemRef:$source, Variadic<Index>:$offsets,
                       Variadic<Index>:$sizes, Variadic<Index>:$strides,
                       DenseI64ArrayAttr:$static_offsets,
                       DenseI64ArrayAttr:$static_sizes,
                       DenseI64ArrayAttr:$static_strides);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $source `` custom<DynamicIndexList>($offsets, $static_offsets)
    custom<DynamicIndexList>($sizes, $static_sizes)
    custom<DynamicIndexList>($strides, $static_strides)
    attr-dict `:` type($source) `to` type($result)
  }];
  let builders = [
    // With the type that constants and types give, offsets that are values
    // taken for aligned; `result` if there is one.
    OpBuilder<(ins "Value":$source, "ArrayRef<OpFoldResult>":$offsets,
      "ArrayRef<OpFoldResult>":$sizes, "ArrayRef<OpFoldResult>":$strides,
      CArg<"MemRefType", "{}">:$result)>,
  ];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    MemRefType getSourceType() {
      return ::llvm::cast<MemRefType>(getSource().getType());
    }
    MemRefType getType() {
      return ::llvm::cast<MemRefType>(getResult().getType());
    }
    std::array<unsigned, 3> getArrayAttrMaxRanks() {
      unsigned rank = getSourceType().getRank();
      return {rank, rank, rank};
    }
    static unsigned getOffsetSizeAndStrideStartOperandIndex() { return 1; }

    /// Returns the dimensions of the source that the result does not have. If
    /// its shape leaves a choice, its layout decides.
    ::llvm::SmallBitVector getDroppedDims();
  }];
}

def TiledLayout_TransposeOp : TiledLayout_Op<"transpose", [
    Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, [
      "reifyResultShapes"
    ]>
]> {
  let summary = "A tiled memref with its dimensions in another order.";
  let description = [{
    Dimension `i` of the result is dimension `permutation[i]` of the source. The
    layout of the result is that of the source with its dimensions renamed, so
    that no data moves.

    ```mlir
    %t = tiled_layout.transpose %m [1, 0]
      : memref<64x1024xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
      to memref<1024x64xf32, #tiled_layout.layout<{0,1:T(8,128)}>>
    ```
  }];
  let arguments = (ins AnyMemRef:$source, DenseI64ArrayAttr:$permutation);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

class TiledLayout_ReshapeOp<string mnemonic> : TiledLayout_Op<mnemonic, [
    Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>,
    DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface, [
      "reifyResultShapes"
    ]>
]> {
  let hasVerifier = 1;
  let hasFolder = 1;
  string reshapeClassDeclaration = [{
    SmallVector<ReassociationIndices> getReassociationIndices() {
      SmallVector<ReassociationIndices> groups;
      for (Attribute group : getReassociation()) {
        ReassociationIndices indices;
        for (Attribute index : ::llvm::cast<ArrayAttr>(group))
          indices.push_back(::llvm::cast<IntegerAttr>(index).getInt());
        groups.push_back(std::move(indices));
      }
      return groups;
    }
    MemRefType getSourceType() {
      return ::llvm::cast<MemRefType>(getSource().getType());
    }
    MemRefType getType() {
      return ::llvm::cast<MemRefType>(getResult().getType());
    }
  }];
}

def TiledLayout_ExpandShapeOp : TiledLayout_ReshapeOp<"expand_shape"> {
  let summary = "A tiled memref with dimensions split.";
  let description = [{
    Dimension `d` of the source becomes the dimensions `reassociation[d]` of the
    result, most major first; its index is their row-major index. No data moves:
    tiles are cut where the new dimensions meet, or the dimensions merge under
    `*`.

    ```mlir
    %e = tiled_layout.expand_shape %m [[0], [1, 2]] output_shape [64, 4, 256]
      : memref<64x1024xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
      into memref<64x4x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>
    ```
  }];
  let arguments = (ins AnyMemRef:$source, IndexListArrayAttr:$reassociation,
                       Variadic<Index>:$output_shape,
                       DenseI64ArrayAttr:$static_output_shape);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $source $reassociation `output_shape`
    custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict
    `:` type($source) `into` type($result)
  }];
  let builders = [
    // The type is inferred; null operands are a mistake of the caller.
    OpBuilder<(ins "Value":$source,
      "ArrayRef<ReassociationIndices>":$reassociation,
      "ArrayRef<OpFoldResult>":$outputShape)>,
  ];
  let extraClassDeclaration = reshapeClassDeclaration # [{
    SmallVector<OpFoldResult> getMixedOutputShape();
  }];
}

def TiledLayout_CollapseShapeOp : TiledLayout_ReshapeOp<"collapse_shape"> {
  let summary = "A tiled memref with dimensions merged.";
  let description = [{
    The dimensions `reassociation[d]` of the source become dimension `d` of the
    result; its index is their row-major index. No data moves, so the dimensions
    must follow each other in memory, in this order, and tiles must end where
    they meet.

    ```mlir
    %c = tiled_layout.collapse_shape %m [[0], [1, 2]]
      : memref<64x4x256xf32, #tiled_layout.layout<{2,1,0:T(8,1,128)}>>
      into memref<64x1024xf32, #tiled_layout.layout<{1,0:T(8,128)}>>
    ```
  }];
  let arguments = (ins AnyMemRef:$source, IndexListArrayAttr:$reassociation);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $source $reassociation attr-dict `:` type($source) `into` type($result)
  }];
  let builders = [
    OpBuilder<(ins "Value":$source,
      "ArrayRef<ReassociationIndices>":$reassociation)>,
  ];
  let extraClassDeclaration = reshapeClassDeclaration;
}

#endif // TILED_LAYOUT_IR_VIEW_OPS_TD
