//===- DeinterleaveIntegers.cpp - Deinterleaves of signed integers --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns `value` as a vector of the same shape with other elements.
static Value castElements(OpBuilder &builder, Value value, Type elements) {
  auto type = cast<VectorType>(value.getType());
  return vector::BitCastOp::create(builder, value.getLoc(),
                                   type.clone(elements), value);
}

void mlir::tiled_layout::deinterleaveIntegers(Operation *root) {
  root->walk([](vector::DeinterleaveOp op) {
    auto integer =
        dyn_cast<IntegerType>(op.getSourceVectorType().getElementType());
    if (!integer || integer.isSignless())
      return;
    OpBuilder builder(op);
    Value source = castElements(builder, op.getSource(),
                                builder.getIntegerType(integer.getWidth()));
    auto halves = vector::DeinterleaveOp::create(builder, op.getLoc(), source);
    for (auto [half, other] :
         llvm::zip_equal(op.getResults(), halves.getResults()))
      half.replaceAllUsesWith(castElements(builder, other, integer));
    op.erase();
  });
}
