//===- ComputeNarrowFloats.cpp - Arithmetic of narrow floats in f32 -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "ExpandF8.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::tiled_layout;

static bool isBF16(Type type) { return getElementTypeOrSelf(type).isBF16(); }

/// True for floats that are computed in f32.
static bool isNarrow(Type type) { return isBF16(type) || isF8(type); }

/// True if an operation computes with floats of a kind, and does not only move
/// them, choose the greater or less of two of 16 bits (`expandMaxima`), or
/// convert one of them to or from another float.
static bool computes(Operation *op, function_ref<bool(Type)> isOfKind) {
  if (isa<arith::ConstantOp, arith::ExtFOp, arith::TruncFOp,
          arith::ScalingExtFOp, arith::ScalingTruncFOp, arith::BitcastOp,
          arith::SelectOp>(op) ||
      op->getNumRegions() != 0 ||
      isa_and_nonnull<vector::MaskOp>(op->getParentOp()))
    return false;
  if (isa<arith::MaximumFOp, arith::MinimumFOp>(op) &&
      getElementTypeOrSelf(op->getResult(0).getType())
              .getIntOrFloatBitWidth() == 16)
    return false;
  // An operation that is not registered has no dialect.
  return (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
              op->getDialect()) ||
          isa<vector::ReductionOp, vector::FMAOp>(op)) &&
         (llvm::any_of(op->getOperandTypes(), isOfKind) ||
          llvm::any_of(op->getResultTypes(), isOfKind));
}

/// True if no processor has an instruction for an operation on bf16. LLVM 22
/// cannot select the sign extension of a comparison of bf16 for processors that
/// have instructions for bf16.
static bool isForF32Only(Operation *op) {
  return isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
         isa<arith::CmpFOp, arith::MaxNumFOp, arith::MinNumFOp,
             vector::ReductionOp>(op);
}

/// Computes in f32, and rounds each result. Upstream's emulation lets later
/// passes leave the rounding between two operations out.
static void computeInF32(Operation *op) {
  OpBuilder builder(op);
  auto widen = [&](Type type) -> Type {
    Type wide = builder.getF32Type();
    auto shaped = dyn_cast<ShapedType>(type);
    return !isNarrow(type) ? type : shaped ? shaped.clone(wide) : wide;
  };
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isNarrow(operand.getType())
                           ? arith::ExtFOp::create(builder, op->getLoc(),
                                                   widen(operand.getType()),
                                                   operand)
                                 .getResult()
                           : operand);
  Operation *wide = builder.create(
      op->getLoc(), op->getName().getIdentifier(), operands,
      llvm::map_to_vector(op->getResultTypes(), widen), op->getAttrs());
  for (auto [before, after] :
       llvm::zip_equal(op->getResults(), wide->getResults()))
    before.replaceAllUsesWith(
        isNarrow(before.getType())
            ? arith::TruncFOp::create(builder, op->getLoc(), before.getType(),
                                      after)
                  .getResult()
            : after);
  op->erase();
}

void mlir::tiled_layout::computeNarrowFloats(Operation *root,
                                             const Target &target) {
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (computes(op, isF8) ||
        (computes(op, isBF16) && (!target.dotBF16 || isForF32Only(op))))
      ops.push_back(op);
  });
  llvm::for_each(ops, computeInF32);
  // Bodies of `linalg` operations stay: some have none but their own.
  root->walk([](Operation *op) {
    Operation *parent = op->getParentOp();
    Dialect *around = parent ? parent->getDialect() : nullptr;
    if (!around || around->getNamespace() != "linalg")
      expandF8(op);
  });
}
