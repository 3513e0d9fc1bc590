//===- FlatOperands.cpp - Operands as positions in memory -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatOperands.h"

#include "../FlatViews.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// IndexMath
//===----------------------------------------------------------------------===//

Value IndexMath::constant(int64_t value) const {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value IndexMath::add(Value a, Value b) const {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}

Value IndexMath::sub(Value a, Value b) const {
  return builder.createOrFold<arith::SubIOp>(loc, a, b);
}

Value IndexMath::mul(Value a, Value b) const {
  return builder.createOrFold<arith::MulIOp>(loc, a, b);
}

Value IndexMath::div(Value a, int64_t by) const {
  return builder.createOrFold<arith::DivUIOp>(loc, a, constant(by));
}

Value IndexMath::rem(Value a, int64_t by) const {
  return builder.createOrFold<arith::RemUIOp>(loc, a, constant(by));
}

Value IndexMath::min(Value a, int64_t b) const {
  return builder.createOrFold<arith::MinUIOp>(loc, a, constant(b));
}

//===----------------------------------------------------------------------===//
// FlatOperands
//===----------------------------------------------------------------------===//

/// Returns an array without tiles as one dimension of all that its strides
/// reach.
static Value getStridedBuffer(OpBuilder &builder, Location loc, Value array) {
  IndexMath math{builder, loc};
  auto type = cast<MemRefType>(array.getType());
  bool isPlain = type.getLayout().isIdentity();
  auto flat = MemRefType::get(
      {isPlain && type.hasStaticShape() ? type.getNumElements() : kDynamic},
      type.getElementType(),
      StridedLayoutAttr::get(type.getContext(),
                             isPlain ? 0 : ShapedType::kDynamic, {1}),
      type.getMemorySpace());
  if (isPlain) {
    OpFoldResult size = builder.getIndexAttr(flat.getDimSize(0));
    if (!flat.hasStaticShape()) {
      Value elements = math.constant(1);
      for (int64_t dim = 0; dim < type.getRank(); ++dim)
        elements = math.mul(
            elements, builder.createOrFold<memref::DimOp>(loc, array, dim));
      size = elements;
    }
    return memref::ReinterpretCastOp::create(
        builder, loc, flat, array, builder.getIndexAttr(0), {size},
        {OpFoldResult(builder.getIndexAttr(1))});
  }
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, array);
  Value size = math.constant(1);
  for (auto [extent, stride] :
       llvm::zip_equal(metadata.getSizes(), metadata.getStrides()))
    size = math.add(size, math.mul(math.sub(extent, math.constant(1)), stride));
  return memref::ReinterpretCastOp::create(
      builder, loc, flat, metadata.getBaseBuffer(),
      OpFoldResult(metadata.getOffset()), {OpFoldResult(size)},
      {OpFoldResult(builder.getIndexAttr(1))});
}

Value FlatOperands::makeArray(Value array) {
  auto type = dyn_cast<MemRefType>(array.getType());
  if (!type)
    return array;
  Location loc = op.getLoc();
  if (isTiled(type))
    return createFlatView(builder, loc, array);
  // Predicates are bytes: vectors of predicates in memory would be bits.
  Type element = type.getElementType();
  return viewAs(builder, loc, getStridedBuffer(builder, loc, array),
                isInBytes(element) ? builder.getI8Type() : element);
}

FlatOperands::FlatOperands(OpBuilder &builder, linalg::LinalgOp op,
                           const StructuredProblem &problem)
    : builder(builder), op(op), maps(op.getIndexingMapsArray()) {
  builder.setInsertionPoint(op);
  IndexMath math{builder, op.getLoc()};
  last = math.constant(0).getDefiningOp();
  builder.setInsertionPointAfter(last);
  for (auto [number, access] : llvm::enumerate(problem.operands)) {
    builder.setInsertionPointAfter(last);
    arrays.push_back(makeArray(op->getOperand(number)));
    Value start = math.constant(0);
    last = start.getDefiningOp();
    for (const Stride &offset : access.offsets) {
      builder.setInsertionPointAfter(last);
      Value distance = getDistance(number, offset);
      if (!offset.isStatic())
        builder.setInsertionPointAfter(last);
      start = math.add(start, distance);
      last = &*std::prev(builder.getInsertionPoint());
    }
    starts.push_back(start);
  }
}

std::pair<int64_t, int64_t>
FlatOperands::findExtent(int64_t operand, const RuntimeFactor &factor) {
  AffineExpr index = maps[operand].getResult(factor.dim);
  // A stride is the operand's own.
  if (factor.divisor == 0 || !isa<AffineDimExpr>(index))
    return {operand, factor.dim};
  for (auto [number, map] : llvm::enumerate(maps))
    if (std::optional<unsigned> dim = map.getResultPosition(index))
      return {number, *dim};
  llvm_unreachable("the operand itself has the index");
}

Value FlatOperands::getFactor(int64_t operand, int64_t dim, int64_t divisor) {
  Value &value = factors[{operand, dim, divisor}];
  if (value)
    return value;
  IndexMath math{builder, op.getLoc()};
  Value array = op->getOperand(operand);
  if (divisor == 0)
    return value = createStride(builder, op.getLoc(), array, dim);
  Value extent = builder.createOrFold<memref::DimOp>(op.getLoc(), array, dim);
  value = math.div(math.add(extent, math.constant(divisor - 1)), divisor);
  return value;
}

Value FlatOperands::getDistance(int64_t operand, const Stride &stride) {
  IndexMath math{builder, op.getLoc()};
  if (stride.isStatic())
    return math.constant(stride.factor);
  std::vector<int64_t> key = {stride.factor};
  for (const RuntimeFactor &factor : stride.runtime) {
    auto [array, dim] = findExtent(operand, factor);
    key.insert(key.end(), {array, dim, factor.divisor});
  }
  Value &distance = distances[key];
  if (distance)
    return distance;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(last);
  Value result = math.constant(stride.factor);
  for (const RuntimeFactor &factor : stride.runtime) {
    auto [array, dim] = findExtent(operand, factor);
    result = math.mul(result, getFactor(array, dim, factor.divisor));
  }
  last = &*std::prev(builder.getInsertionPoint());
  return distance = result;
}

Value FlatOperands::getDistanceAcross(int64_t operand,
                                      ArrayRef<AccessStep> steps, Value count) {
  IndexMath math{builder, op.getLoc()};
  Value distance = math.constant(0);
  for (auto [number, step] : llvm::enumerate(steps)) {
    Value digit = math.div(count, step.edge);
    if (number + 1 < steps.size())
      digit = math.rem(digit, steps[number + 1].edge / step.edge);
    distance =
        math.add(distance, math.mul(digit, getDistance(operand, step.stride)));
  }
  return distance;
}

Value FlatOperands::getDistanceAhead(int64_t operand, const Stride &stride,
                                     int64_t leastBytes) {
  Value distance = getDistance(operand, stride);
  if (leastBytes == 0)
    return distance;
  Value &ahead = distancesAhead[operand];
  if (ahead)
    return ahead;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(last);
  Location loc = op.getLoc();
  IndexMath math{builder, loc};
  Value array = op->getOperand(operand);
  auto type = cast<MemRefType>(array.getType());
  Value bytes =
      math.constant(llvm::divideCeil(type.getElementTypeBitWidth(), CHAR_BIT));
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    bytes =
        math.mul(bytes, builder.createOrFold<memref::DimOp>(loc, array, dim));
  Value isLarge = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ugt,
                                        bytes, math.constant(leastBytes));
  // A constant distance is made where it is asked for.
  distance = getDistance(operand, stride);
  ahead = arith::SelectOp::create(builder, loc, isLarge, distance,
                                  math.constant(0));
  last = &*std::prev(builder.getInsertionPoint());
  return ahead;
}
