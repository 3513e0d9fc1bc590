//===- ElementBits.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementBits.h"

#include "../../IR/AffineValues.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::tiled_layout;

Type mlir::tiled_layout::withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(VectorType::get(vector.getShape(), element)) : element;
}

/// arith has no operations on integers with a sign of their own, so they go by
/// a cast that its opposite cancels.
Value mlir::tiled_layout::castBits(OpBuilder &builder, Location loc, Value bits,
                                   Type element) {
  Type type = withElement(bits.getType(), element);
  if (bits.getType() == type)
    return bits;
  if (isa<IntegerType>(element) &&
      isa<IntegerType>(getElementTypeOrSelf(bits.getType())))
    return UnrealizedConversionCastOp::create(builder, loc, type, bits)
        .getResult(0);
  return arith::BitcastOp::create(builder, loc, type, bits);
}

Value mlir::tiled_layout::widenBits(OpBuilder &builder, Location loc,
                                    Value value, int64_t bits) {
  Type type = getElementTypeOrSelf(value.getType());
  bool isSigned = type.isSignlessInteger() && !type.isInteger(1);
  int64_t valueBits = *getValueBits(type);
  value = castBits(builder, loc, value, builder.getIntegerType(valueBits));
  if (valueBits == bits)
    return value;
  Type wide = withElement(value.getType(), builder.getIntegerType(bits));
  if (isSigned)
    return arith::ExtSIOp::create(builder, loc, wide, value);
  return arith::ExtUIOp::create(builder, loc, wide, value);
}

Value mlir::tiled_layout::narrowBits(OpBuilder &builder, Location loc,
                                     Value bits, Type element) {
  Type narrow = withElement(bits.getType(),
                            builder.getIntegerType(*getValueBits(element)));
  if (bits.getType() != narrow)
    bits = arith::TruncIOp::create(builder, loc, narrow, bits);
  return castBits(builder, loc, bits, element);
}

std::pair<Value, Value> mlir::tiled_layout::getBitAddress(OpBuilder &builder,
                                                          Location loc,
                                                          Value position,
                                                          int64_t bits) {
  AffineExpr d0 = builder.getAffineDimExpr(0);
  auto apply = [&](AffineExpr expr) {
    return applyAffine(builder, loc, expr, OpFoldResult(position));
  };
  if (bits % 8 == 0)
    return {apply(d0 * (bits / 8)), Value()};
  int64_t perByte = 8 / bits;
  Value shift = apply((d0 % perByte) * bits);
  return {
      apply(d0.floorDiv(perByte)),
      arith::IndexCastUIOp::create(builder, loc, builder.getI8Type(), shift)};
}
