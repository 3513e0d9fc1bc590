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

#endif // TILED_LAYOUT_IR_INTERFACES_TD
