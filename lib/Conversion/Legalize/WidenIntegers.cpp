//===- WidenIntegers.cpp - Integers of words on the way to floats ---------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::tiled_layout;

void mlir::tiled_layout::widenIntegers(Operation *root, const Target &target) {
  if (!llvm::Triple(target.triple).isAArch64())
    return;
  root->walk([](arith::SIToFPOp op) {
    auto type = dyn_cast<VectorType>(op.getIn().getType());
    if (!type || type.getElementTypeBitWidth() >= 32 ||
        !getElementTypeOrSelf(op.getType()).isF32())
      return;
    OpBuilder builder(op);
    op.getInMutable().assign(arith::ExtSIOp::create(
        builder, op.getLoc(), type.clone(builder.getI32Type()), op.getIn()));
  });
}
