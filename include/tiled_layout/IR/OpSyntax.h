//===- OpSyntax.h - Custom directives of the operations ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_IR_OPSYNTAX_H
#define TILED_LAYOUT_IR_OPSYNTAX_H

#include "tiled_layout/IR/TiledLayout.h"

namespace mlir::tiled_layout {

/// `padding = zero` is a unit attribute, `padding = 1.0 : f32` a typed one.
ParseResult parsePadding(OpAsmParser &parser, Attribute &padding);
void printPadding(OpAsmPrinter &printer, Operation *op, Attribute padding);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_IR_OPSYNTAX_H
