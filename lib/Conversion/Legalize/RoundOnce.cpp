//===- RoundOnce.cpp - Conversions of f64 to narrow floats ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "ExpandF8.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True for floats to which processors with other instructions than aarch64's
/// do not convert an f64: LLVM calls a function for each element, which
/// libraries before those of GCC 13 lack for bf16.
static bool hasNoConversion(Type element, const Target &target) {
  if (isF8(element))
    return true;
  if (llvm::Triple(target.triple).isAArch64())
    return false;
  return element.isBF16() || (element.isF16() && !target.arithF16);
}

/// Converts to f32, rounded to odd: what is not exact becomes the neighbour
/// whose last bit is 1. That bit says for a second rounding, to 22 bits or
/// fewer, that more followed, so that the result is that of one rounding.
static Value roundToOdd(OpBuilder &builder, Location loc, Value number) {
  auto withElement = [&](Type element) -> Type {
    auto shaped = dyn_cast<ShapedType>(number.getType());
    return shaped ? Type(shaped.clone(element)) : element;
  };
  Type f32 = withElement(builder.getF32Type());
  Type i32 = withElement(builder.getI32Type());
  Value nearest = arith::TruncFOp::create(builder, loc, f32, number);
  Value back = arith::ExtFOp::create(builder, loc, number.getType(), nearest);
  // Neither holds for NaN.
  Value isInexact = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::ONE, back, number);
  Value size = math::AbsFOp::create(builder, loc, number);
  Value sizeBack = math::AbsFOp::create(builder, loc, back);
  Value isGreater = arith::CmpFOp::create(
      builder, loc, arith::CmpFPredicate::OGT, sizeBack, size);
  Value bits = arith::BitcastOp::create(builder, loc, i32, nearest);
  bits = arith::AddIOp::create(
      builder, loc, bits, arith::ExtSIOp::create(builder, loc, i32, isGreater));
  bits = arith::OrIOp::create(
      builder, loc, bits, arith::ExtUIOp::create(builder, loc, i32, isInexact));
  return arith::BitcastOp::create(builder, loc, f32, bits);
}

void mlir::tiled_layout::roundOnce(Operation *root, const Target &target) {
  SmallVector<arith::TruncFOp> roundings;
  root->walk([&](arith::TruncFOp op) {
    if (getElementTypeOrSelf(op.getIn()).isF64() &&
        !isa<UnrankedTensorType>(op.getType()) && !isInLinalg(op) &&
        op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) ==
            arith::RoundingMode::to_nearest_even &&
        hasNoConversion(getElementTypeOrSelf(op.getType()), target))
      roundings.push_back(op);
  });
  for (arith::TruncFOp op : roundings) {
    OpBuilder builder(op);
    op.getInMutable().assign(roundToOdd(builder, op.getLoc(), op.getIn()));
  }
}
