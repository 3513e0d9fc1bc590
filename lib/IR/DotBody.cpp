//===- DotBody.cpp - Bodies that dot instructions compute -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/StructuredOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the other operand of a binary operation.
static Value getOther(Operation *op, Value value) {
  if (op->getOperand(0) == value)
    return op->getOperand(1);
  return op->getOperand(1) == value ? op->getOperand(0) : Value();
}

DotBody mlir::tiled_layout::getDotBody(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !llvm::hasNItems(body.without_terminator(), 4))
    return {};
  Operation *sum = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(sum))
    return {};
  Value term = getOther(sum, body.getArgument(2));
  Operation *product = term ? term.getDefiningOp() : nullptr;
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(product))
    return {};
  bool isFloat = isa<arith::MulFOp>(product);
  DotBody result;
  for (Value factor : product->getOperands()) {
    Operation *extension = factor.getDefiningOp();
    if (!isa_and_nonnull<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(
            extension))
      return {};
    auto input = dyn_cast<BlockArgument>(extension->getOperand(0));
    if (!input || input.getOwner() != &body || input.getArgNumber() > 1)
      return {};
    Type type = input.getType();
    bool isSigned = isa<arith::ExtSIOp>(extension);
    bool isShort = type.isInteger(16) && isSigned;
    if (isFloat ? !type.isBF16() || !factor.getType().isF32()
                : (!type.isInteger(8) && !isShort) ||
                      !factor.getType().isInteger(32))
      return {};
    result.isSigned[input.getArgNumber()] = isSigned;
  }
  // Four operations and one use of each: both inputs are there.
  if (!body.getArgument(0).hasOneUse() || !body.getArgument(1).hasOneUse())
    return {};
  Type type = body.getArgument(0).getType();
  if (type != body.getArgument(1).getType())
    return {};
  result.kind = isFloat              ? DotBody::Kind::BF16
                : type.isInteger(16) ? DotBody::Kind::S16
                                     : DotBody::Kind::Bytes;
  return result;
}
