//===- TiledLayoutAttrs.td - The layout attribute ----------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_ATTRS_TD
#define TILED_LAYOUT_IR_ATTRS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "tiled_layout/IR/TiledLayoutBase.td"
include "tiled_layout/IR/TiledLayoutInterfaces.td"

def TiledLayout_LayoutAttr : AttrDef<TiledLayout_Dialect, "TiledLayout", [
    DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface, [
      "isIdentity", "verifyLayout", "getStridesAndOffset"
    ]>,
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>,
    DeclareAttrInterfaceMethods<TiledLayout_LayoutAttrInterface, [
      "getViewStrides"
    ]>
]> {
  let attrName = "tiled_layout.layout";
  let summary = "Stores an array in an order of dimensions, tile by tile.";
  let description = [{
    The braces hold a layout in XLA's notation, to the letter, so that what a
    compiler dump prints can be pasted:

    ```mlir
    tensor<1280x16384xbf16, #tiled_layout.layout<{1,0:T(8,128)(2,1)S(1)}>>
    memref<3x5xf32, #tiled_layout.layout<{1,0:T(2,2)}>>
    memref<2x7x8x11x10xf32,
           #tiled_layout.layout<{4,3,2,1,0:T(*,*,2,*,3)}, bounds = [2, 7, 8, 11, 10]>>
    tensor<?x64xf32, #tiled_layout.layout<{0,1:T(min(4),1)}, exact>>
    ```

    **Semantics.** List the logical dimensions from most major to most minor
    (`minor_to_major` reversed). A tile `(t_k, ..., t_1)` acts on the last `k`
    entries: an entry of extent `d` with index `e` becomes

    ```
    outer = e floordiv t   (extent ceil(d / t))
    inner = e mod t        (extent t)
    ```

    and all outer entries stand before all inner ones. The next level acts on
    the resulting list. The position of an element, counted in elements, is the
    row-major index of the final coordinate. `*` merges an entry with the next
    more minor one first; missing entries are prepended with extent 1.

    **Rules** TL1 to TL21 are listed in docs/Rules.md. The attribute
    checks TL1 to TL10; the type checks what it lets the attribute see.

    **Example.** `3x5` in `{1,0:T(2,2)}`; the entry is the position in memory:

    ```
             j=0   1 |   2   3 |   4
    i=0        0   1 |   4   5 |   8   .
      1        2   3 |   6   7 |  10   .
             --------+---------+--------
      2       12  13 |  16  17 |  20   .
               .   . |   .   . |   .   .
    ```

    **`bounds`** repeat the type's shape, `?` where that is dynamic, for memrefs
    whose affine map depends on it (`*`, `full`, `min(n)`). Tensors refuse them: an
    encoding is copied onto slices, where the bounds would be wrong.

    **`strides`** make the type of a view, an array in the buffer of another one.
    They are the elements between neighbours along each physical dimension, `?`
    where they are not known. The offset of the view is a value of the program.
    `tiled_layout.subview` makes such types.

    ```mlir
    memref<8x256xf32, #tiled_layout.layout<{1,0:T(8,128)}, strides = [8192, 1024, 128, 1]>>
    ```

    Morello's notation is accepted and stored as XLA's:
    `#tiled_layout.layout<[1, 0, 1 p(4)]>` is
    `#tiled_layout.layout<{0,1:T(min(4),1)}, exact>`.
  }];

  let parameters = (ins
    AttrParameter<"::mlir::tiled_layout::Layout", "the layout">:$layout,
    OptionalArrayRefParameter<"int64_t",
      "the type's shape, for memrefs whose map needs it">:$bounds,
    OptionalParameter<"::mlir::DenseI64ArrayAttr",
      "elements between neighbours along physical dimensions, for views"
      >:$strides
  );

  let builders = [
    AttrBuilder<(ins "::mlir::tiled_layout::Layout":$layout), [{
      return $_get($_ctxt, std::move(layout), ::llvm::ArrayRef<int64_t>(),
                   ::mlir::DenseI64ArrayAttr());
    }]>,
    AttrBuilder<(ins "::mlir::tiled_layout::Layout":$layout,
                     "::llvm::ArrayRef<int64_t>":$bounds), [{
      return $_get($_ctxt, std::move(layout), bounds,
                   ::mlir::DenseI64ArrayAttr());
    }]>,
  ];

  let genVerifyDecl = 1;

  let extraClassDeclaration = [{
    /// Parses what stands between the angle brackets: a layout in XLA's or
    /// Morello's notation, with its suffixes. Emits an error and returns a
    /// null attribute if the text is refused.
    static TiledLayoutAttr
    getFromText(::mlir::MLIRContext *context, ::llvm::StringRef text,
                ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError);

    /// Returns the attribute for a memref of this shape: with `bounds` where
    /// the map of the layout needs them, without where it does not.
    static TiledLayoutAttr getForMemRef(::mlir::MLIRContext *context,
                                        ::mlir::tiled_layout::Layout layout,
                                        ::llvm::ArrayRef<int64_t> shape);

    /// Returns the attribute for a view of this shape, `bounds` likewise.
    static TiledLayoutAttr getForView(::mlir::MLIRContext *context,
                                      ::mlir::tiled_layout::Layout layout,
                                      ::llvm::ArrayRef<int64_t> shape,
                                      ::llvm::ArrayRef<int64_t> strides);

    /// Returns the attribute for a tensor: the same layout without `bounds` and
    /// `strides`.
    TiledLayoutAttr getForTensor() const;

    /// Returns the text between the angle brackets.
    std::string getText() const;

    /// The number of logical dimensions.
    unsigned getRank() const { return getLayout().rank(); }
  }];
}

def TiledLayout_TargetAttr : AttrDef<TiledLayout_Dialect, "Target"> {
  let attrName = "tiled_layout.target";
  let summary = "The processor that a module is compiled for.";
  let description = [{
    A name, and the fields that differ: docs/Targets.md lists both. On a module,
    under the name `tiled_layout.target`, it says what all passes generate code
    for; other operations cannot have it:

    ```mlir
    module attributes {tiled_layout.target = #tiled_layout.target<znver5>} {}
    module attributes {
      tiled_layout.target = #tiled_layout.target<x86-64-v4, vector-bits = 256>
    } {}
    ```

    `host` is replaced by the name of the processor that parses it.
  }];

  let parameters = (ins
    StringRefParameter<"a target as `print` prints it">:$text
  );

  let extraClassDeclaration = [{
    /// Returns the attribute of a target, which must be legal.
    static TargetAttr getFor(::mlir::MLIRContext *context,
                             const ::mlir::tiled_layout::Target &target);

    /// Parses what stands between the angle brackets. Emits an error and
    /// returns a null attribute if the text is refused.
    static TargetAttr
    getFromText(::mlir::MLIRContext *context, ::llvm::StringRef text,
                ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError);

    /// Returns the target.
    ::mlir::tiled_layout::Target getTarget() const;
  }];
}

#endif // TILED_LAYOUT_IR_ATTRS_TD
