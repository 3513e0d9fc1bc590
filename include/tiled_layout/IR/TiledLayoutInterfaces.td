//===- TiledLayoutInterfaces.td - What a layout can be asked -*- tablegen -*-=//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_INTERFACES_TD
#define TILED_LAYOUT_IR_INTERFACES_TD

include "mlir/IR/Interfaces.td"

def TiledLayout_LayoutAttrInterface : AttrInterface<"LayoutAttrInterface"> {
  let cppNamespace = "::mlir::tiled_layout";
  let description = [{
    An attribute that says how an array lies in memory. Passes ask a type's
    encoding or memref layout through this interface only, so that another
    dialect's attribute can take part by an external model.
  }];
  let methods = [
    InterfaceMethod<[{
      Returns the layout, which obeys rules TL1 to TL10.
    }], "::mlir::tiled_layout::Layout", "getLayout">,
    InterfaceMethod<[{
      Returns the elements between neighbours along each physical dimension of
      a view, most major first, `kDynamic` where not known; or nothing for an
      array whose buffer is its own. The positions of a view are relative to
      its first element, whose place only the program knows.
    }], "std::optional<::llvm::SmallVector<int64_t>>", "getViewStrides",
    (ins), /*methodBody=*/"", /*defaultImplementation=*/[{
      return std::nullopt;
    }]>,
  ];
}

def TiledLayout_ElementAccessOpInterface
    : OpInterface<"ElementAccessOpInterface"> {
  let cppNamespace = "::mlir::tiled_layout";
  let description = [{
    An operation of any dialect that accesses one element of a memref, at an index
    with one value for each logical dimension. `convert-tiled-layout-to-affine`
    lowers such an operation where the memref is tiled. The memref must be the
    operation's only operand of a tiled type. Its elements must be stored as the
    bytes of their value, since an access of another dialect cannot reach into a
    byte.

    ```mlir
    %v = mine.load %m[%i, %j] : memref<20x300xf32, #t>
    // becomes
    %v = mine.load %p[%0, %1, %2, %3] : memref<3x3x8x128xf32>
    ```
  }];
  let methods = [
    InterfaceMethod<[{
      Returns the memref whose element the operation accesses.
    }], "::mlir::Value", "getAccessedMemRef">,
    InterfaceMethod<[{
      Returns the logical index of the element, one value of type `index` for
      each dimension of the memref.
    }], "::llvm::SmallVector<::mlir::Value>", "getAccessedIndex">,
    InterfaceMethod<[{
      Creates an operation that does to the element of `memref` at `indices`
      what this operation does to its own. `memref` is not tiled and has as many
      dimensions as there are indices. The new operation has results of the same
      types.
    }], "::mlir::Operation *", "createAccess",
    (ins "::mlir::OpBuilder &":$builder, "::mlir::Value":$memref,
         "::mlir::ValueRange":$indices)>,
  ];
}

#endif // TILED_LAYOUT_IR_INTERFACES_TD
