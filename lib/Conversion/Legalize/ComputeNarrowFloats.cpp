//===- ComputeNarrowFloats.cpp - Arithmetic of narrow floats in f32 -------===//
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

/// Rounds to f4E2M1FN, ties to even, and to 6 at most. Upstream's expansion
/// rounds ties away from zero, and has none of f64. The bits of a magnitude are
/// the number of middles between neighbours that lie below it.
static void roundToF4(arith::TruncFOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value number = op.getIn();
  auto withElement = [&](Type element) -> Type {
    auto shaped = dyn_cast<ShapedType>(number.getType());
    return shaped ? Type(shaped.clone(element)) : element;
  };
  if (!getElementTypeOrSelf(number.getType()).isF64() &&
      !getElementTypeOrSelf(number.getType()).isF32())
    number = arith::ExtFOp::create(builder, loc,
                                   withElement(builder.getF32Type()), number);
  auto format = cast<FloatType>(getElementTypeOrSelf(number.getType()));
  unsigned width = format.getWidth();
  Type nibble = withElement(builder.getIntegerType(4));
  Value magnitude = math::AbsFOp::create(builder, loc, number);
  Value sign = arith::BitcastOp::create(
      builder, loc, withElement(builder.getIntegerType(width)), number);
  sign = arith::ShRUIOp::create(
      builder, loc, sign,
      createScalarOrSplatConstant(builder, loc, sign.getType(),
                                  APInt(width, width - 4)));
  Value bits = arith::TruncIOp::create(builder, loc, nibble, sign);
  bits = arith::AndIOp::create(
      builder, loc, bits,
      createScalarOrSplatConstant(builder, loc, nibble, APInt(4, 8)));
  bool isOdd = false;
  for (double middle : {0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5.0}) {
    Attribute value = builder.getFloatAttr(format, middle);
    if (auto shaped = dyn_cast<ShapedType>(number.getType()))
      value = DenseElementsAttr::get(shaped, value);
    Value bound =
        arith::ConstantOp::create(builder, loc, cast<TypedAttr>(value));
    Value isBeyond = arith::CmpFOp::create(builder, loc,
                                           isOdd ? arith::CmpFPredicate::OGE
                                                 : arith::CmpFPredicate::OGT,
                                           magnitude, bound);
    bits = arith::AddIOp::create(
        builder, loc, bits,
        arith::ExtUIOp::create(builder, loc, nibble, isBeyond));
    isOdd = !isOdd;
  }
  op.replaceAllUsesWith(
      arith::BitcastOp::create(builder, loc, op.getType(), bits).getResult());
  op->erase();
}

bool mlir::tiled_layout::isInLinalg(Operation *op) {
  Operation *parent = op->getParentOp();
  Dialect *around = parent ? parent->getDialect() : nullptr;
  return around && around->getNamespace() == "linalg";
}

void mlir::tiled_layout::computeNarrowFloats(Operation *root,
                                             const Target &target) {
  SmallVector<Operation *> ops;
  SmallVector<arith::TruncFOp> roundings;
  root->walk([&](Operation *op) {
    auto rounding = dyn_cast<arith::TruncFOp>(op);
    if (rounding && !isInLinalg(op) &&
        isa<Float4E2M1FNType>(getElementTypeOrSelf(rounding.getType())) &&
        getElementTypeOrSelf(rounding.getIn().getType())
                .getIntOrFloatBitWidth() <= 64)
      roundings.push_back(rounding);
    if (computes(op, isF8) ||
        (computes(op, isBF16) && (!target.dotBF16 || isForF32Only(op))))
      ops.push_back(op);
  });
  llvm::for_each(ops, computeInF32);
  llvm::for_each(roundings, roundToF4);
  root->walk([](Operation *op) {
    if (!isInLinalg(op))
      expandF8(op);
  });
}
