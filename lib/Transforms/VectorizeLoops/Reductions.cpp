//===- Reductions.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reductions.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using vector::CombiningKind;

static bool mayReassociate(arith::ArithFastMathInterface op) {
  return arith::bitEnumContainsAll(op.getFastMathFlagsAttr().getValue(),
                                   arith::FastMathFlags::reassoc);
}

static std::optional<CombiningKind> getKind(Operation *op) {
  if (auto onFloats = dyn_cast<arith::ArithFastMathInterface>(op);
      onFloats && !mayReassociate(onFloats))
    return std::nullopt;
  return linalg::getCombinerOpKind(op);
}

std::optional<Reduction> mlir::tiled_layout::getReduction(Value accumulator,
                                                          Value result) {
  Operation *combine = result.getDefiningOp();
  if (!combine || !accumulator.hasOneUse() ||
      *accumulator.user_begin() != combine || !result.hasOneUse())
    return std::nullopt;
  // LLVM has reductions of narrow floats, but goes through f32 for each step.
  Type type = result.getType();
  if (!type.isIntOrFloat() ||
      (isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32))
    return std::nullopt;
  std::optional<CombiningKind> kind = getKind(combine);
  if (!kind)
    return std::nullopt;
  return Reduction{combine, combine->getOperand(1) == accumulator, *kind};
}

/// Returns what leaves any other operand as it is, or null for an operation of
/// which the accumulator itself does.
static TypedAttr getNeutralAttr(OpBuilder &builder, CombiningKind kind,
                                Type type) {
  switch (kind) {
  case CombiningKind::ADD:
    // 0.0 would make 0.0 of -0.0.
    return isa<FloatType>(type) ? TypedAttr(builder.getFloatAttr(type, -0.0))
                                : TypedAttr(builder.getZeroAttr(type));
  case CombiningKind::MUL:
    return builder.getOneAttr(type);
  case CombiningKind::XOR:
    return builder.getZeroAttr(type);
  default:
    return {};
  }
}

Value mlir::tiled_layout::getNeutral(OpBuilder &builder, Location loc,
                                     const Reduction &reduction) {
  TypedAttr neutral =
      getNeutralAttr(builder, reduction.kind, reduction.getType());
  return neutral ? arith::ConstantOp::create(builder, loc, neutral) : Value();
}

Value mlir::tiled_layout::combine(OpBuilder &builder,
                                  const Reduction &reduction, Value a,
                                  Value b) {
  Operation *copy = builder.clone(*reduction.combine);
  copy->setOperands({a, b});
  copy->getResult(0).setType(a.getType());
  // Sums in another order may overflow where these do not.
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(copy))
    copy->setAttr(flags.getIntegerOverflowAttrName(),
                  arith::IntegerOverflowFlagsAttr::get(
                      copy->getContext(), arith::IntegerOverflowFlags::none));
  return copy->getResult(0);
}

Value mlir::tiled_layout::combineLanes(OpBuilder &builder, Location loc,
                                       const Reduction &reduction, Value first,
                                       Value partial) {
  auto flags = arith::FastMathFlags::none;
  if (auto onFloats =
          dyn_cast<arith::ArithFastMathInterface>(reduction.combine))
    flags = onFloats.getFastMathFlagsAttr().getValue();
  return vector::ReductionOp::create(builder, loc, reduction.kind, partial,
                                     first, flags);
}
