//===- TiledLayoutBase.td - Dialect ------------------------*- tablegen -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_BASE_TD
#define TILED_LAYOUT_IR_BASE_TD

include "mlir/IR/DialectBase.td"

def TiledLayout_Dialect : Dialect {
  let name = "tiled_layout";
  let summary = "Tiled data layouts, in XLA's notation, on tensors and memrefs.";
  let description = [{
    One attribute says how an array lies in memory, and a few operations move
    data between layouts and compute positions. See docs/Specification.md for
    what a layout means.
  }];
  let cppNamespace = "::mlir::tiled_layout";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect", "::mlir::memref::MemRefDialect", "::mlir::tensor::TensorDialect"];
  let useDefaultAttributePrinterParser = 0;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute,
                        ::mlir::DialectAsmPrinter &printer) const override;

  private:
    void registerAttributes();
    void registerOperations();
    void registerBytecode();
  }];
}

#endif // TILED_LAYOUT_IR_BASE_TD
