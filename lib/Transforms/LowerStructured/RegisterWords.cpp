//===- RegisterWords.cpp - Elements that are interleaved in vectors -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterBlock.h"

#include "../RowVectors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

Value RegisterBlock::asIntegers(Value value) {
  auto type = cast<VectorType>(value.getType());
  auto element = dyn_cast<FloatType>(type.getElementType());
  if (!element || element.getWidth() >= 32)
    return value;
  return vector::BitCastOp::create(
      builder, loc, type.clone(builder.getIntegerType(element.getWidth())),
      value);
}

Value RegisterBlock::asType(Value value, Type element) {
  auto type = cast<VectorType>(value.getType());
  if (type.getElementType() == element)
    return value;
  return vector::BitCastOp::create(builder, loc, type.clone(element), value);
}

/// True if what is interleaved is put together and taken apart by shifts of
/// words that hold one element each: where the body computes in elements as
/// wide as these, no element changes its lane.
bool RegisterBlock::isInWords(Type type, int64_t parts) const {
  int64_t bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  return bits >= 8 && bits * parts <= std::min<int64_t>(32, problem.widestBits);
}

/// Returns the vector in which the elements of 1, 2, 4 or 8 others are
/// interleaved.
Value RegisterBlock::interleave(ArrayRef<Value> parts) {
  if (parts.size() == 1)
    return parts[0];
  if (isInWords(parts[0].getType(), parts.size()))
    return joinWords(builder, loc, parts);
  Type element = cast<VectorType>(parts[0].getType()).getElementType();
  SmallVector<Value> halves;
  for (size_t half = 0; half < 2; ++half) {
    SmallVector<Value> own;
    for (size_t part = half; part < parts.size(); part += 2)
      own.push_back(parts[part]);
    halves.push_back(asIntegers(interleave(own)));
  }
  Value all = vector::InterleaveOp::create(builder, loc, halves[0], halves[1]);
  return asType(all, element);
}

/// The inverse.
SmallVector<Value> RegisterBlock::deinterleave(Value value, int64_t parts) {
  if (parts == 1)
    return {value};
  if (isInWords(value.getType(), parts))
    return splitWords(builder, loc, value, parts);
  Type element = cast<VectorType>(value.getType()).getElementType();
  auto halves = vector::DeinterleaveOp::create(builder, loc, asIntegers(value));
  SmallVector<Value> result(parts);
  for (int64_t half = 0; half < 2; ++half) {
    Value own = asType(halves->getResult(half), element);
    for (auto [number, part] : llvm::enumerate(deinterleave(own, parts / 2)))
      result[half + 2 * number] = part;
  }
  return result;
}
