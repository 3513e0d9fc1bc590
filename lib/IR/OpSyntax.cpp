//===- OpSyntax.cpp - Parsers and printers of operations ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/OpSyntax.h"

using namespace mlir;
using namespace mlir::tiled_layout;

ParseResult mlir::tiled_layout::parsePadding(OpAsmParser &parser,
                                             Attribute &padding) {
  if (failed(parser.parseOptionalKeyword("padding")))
    return success();
  if (failed(parser.parseEqual()))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("zero"))) {
    padding = UnitAttr::get(parser.getContext());
    return success();
  }
  return parser.parseAttribute(padding);
}

void mlir::tiled_layout::printPadding(OpAsmPrinter &printer, Operation *,
                                      Attribute padding) {
  if (!padding)
    return;
  printer << "padding = ";
  if (isa<UnitAttr>(padding))
    printer << "zero";
  else
    printer << padding;
}

/// %i, %j, %ok = tiled_layout.delinearize %p in %m : type
ParseResult DelinearizeOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand position, array;
  Type type;
  if (parser.parseOperand(position) || parser.parseKeyword("in") ||
      parser.parseOperand(array) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon())
    return failure();
  SMLoc typeLoc = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasRank())
    return parser.emitError(typeLoc)
           << "expected a ranked tensor or memref, but found " << type;
  Builder &builder = parser.getBuilder();
  result.addTypes(SmallVector<Type>(shaped.getRank(), builder.getIndexType()));
  result.addTypes(builder.getI1Type());
  return failure(parser.resolveOperand(position, builder.getIndexType(),
                                       result.operands) ||
                 parser.resolveOperand(array, type, result.operands));
}

void DelinearizeOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getPosition() << " in " << getArray();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getArray().getType();
}
