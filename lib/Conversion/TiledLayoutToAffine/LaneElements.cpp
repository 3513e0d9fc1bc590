//===- LaneElements.cpp ---------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneElements.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::isReachedByVectors(MemRefType type) {
  // A view of bytes has no place of its first element that is one of bytes.
  if (isView(type))
    return isPlainStorage(type);
  return isPlainStorage(type) || *getBitsPerElement(ShapedType(type)) == 8;
}

Type mlir::tiled_layout::getCarriedType(Type stored) {
  if (!isa<FloatType>(stored) || stored.getIntOrFloatBitWidth() >= 32)
    return stored;
  return IntegerType::get(stored.getContext(), stored.getIntOrFloatBitWidth());
}

ElementTypes::ElementTypes(MemRefType type) : value(type.getElementType()) {
  assert(isReachedByVectors(type) && "expected elements of whole values");
  auto byte = IntegerType::get(type.getContext(), 8);
  stored = isPlainStorage(type) ? value : Type(byte);
  carried = getCarriedType(stored);
}

Value mlir::tiled_layout::getFlat(OpBuilder &builder, Location loc,
                                  Value memref) {
  auto type = cast<ShapedType>(memref.getType());
  return ToPhysicalOp::create(builder, loc, getFlatType(type), memref);
}

Value mlir::tiled_layout::toCarried(OpBuilder &builder, Location loc,
                                    Value values, const ElementTypes &types) {
  if (types.value == types.stored)
    return castBits(builder, loc, values, types.carried);
  return widenBits(builder, loc, values, types.carried.getIntOrFloatBitWidth());
}

Value mlir::tiled_layout::fromCarried(OpBuilder &builder, Location loc,
                                      Value carried,
                                      const ElementTypes &types) {
  if (types.value == types.stored)
    return castBits(builder, loc, carried, types.value);
  return narrowBits(builder, loc, carried, types.value);
}

Value mlir::tiled_layout::toSlots(OpBuilder &builder, Location loc, Value lanes,
                                  const LaneRun &run) {
  int64_t count = cast<VectorType>(lanes.getType()).getDimSize(0);
  if (int64_t(run.slots.size()) == count &&
      llvm::equal(run.slots, llvm::seq<int64_t>(0, count)))
    return lanes;
  return vector::ShuffleOp::create(builder, loc, lanes, lanes, run.slots);
}

Value mlir::tiled_layout::fromSlots(OpBuilder &builder, Location loc,
                                    Value slots, const LaneRun &run,
                                    int64_t lanes, Value others) {
  if (int64_t(run.slots.size()) == lanes &&
      llvm::equal(run.slots, llvm::seq<int64_t>(0, lanes)))
    return slots;
  SmallVector<int64_t> place(lanes, -1), merge;
  for (auto [slot, lane] : llvm::enumerate(run.slots))
    if (lane >= 0)
      place[lane] = slot;
  Value placed = vector::ShuffleOp::create(builder, loc, slots, slots, place);
  if (!others)
    return placed;
  for (auto [lane, slot] : llvm::enumerate(place))
    merge.push_back(slot < 0 ? lane : lanes + lane);
  return vector::ShuffleOp::create(builder, loc, others, placed, merge);
}

Value mlir::tiled_layout::getSlotMask(OpBuilder &builder, Location loc,
                                      Value on, const LaneRun &run) {
  SmallVector<bool> wanted;
  for (int64_t lane : run.slots)
    wanted.push_back(lane >= 0);
  auto constant = [&] {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            VectorType::get({int64_t(wanted.size())}, builder.getI1Type()),
            ArrayRef(wanted)));
  };
  if (!on)
    return run.hasGaps() ? constant() : Value();
  if (!run.hasGaps())
    return toSlots(builder, loc, on, run);
  // What is left out is off, whatever stands in the shuffle's lanes for it.
  Value shuffled = toSlots(builder, loc, on, run);
  Value no = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(cast<VectorType>(shuffled.getType()), false));
  return arith::SelectOp::create(builder, loc, constant(), shuffled, no);
}
