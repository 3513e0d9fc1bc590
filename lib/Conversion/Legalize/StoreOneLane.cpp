//===- StoreOneLane.cpp - Masked stores of one element --------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

#include "llvm/Support/Alignment.h"

using namespace mlir;

/// Returns the only lane that a constant mask has; none if there are others, or
/// the mask is not known.
static std::optional<int64_t> getOnlyLane(Value mask) {
  DenseElementsAttr lanes;
  if (!matchPattern(mask, m_Constant(&lanes)))
    return std::nullopt;
  std::optional<int64_t> only;
  for (auto [lane, isThere] : llvm::enumerate(lanes.getValues<bool>())) {
    if (!isThere)
      continue;
    if (only)
      return std::nullopt;
    only = lane;
  }
  return only;
}

static void storeLane(LLVM::MaskedStoreOp op) {
  auto type = cast<VectorType>(op.getValue().getType());
  Type element = type.getElementType();
  // Elements that share a byte, and pointers, stay as they are.
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return;
  std::optional<int64_t> lane = getOnlyLane(op.getMask());
  if (!lane)
    return;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value index = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(),
                                         builder.getI64IntegerAttr(*lane));
  Value value =
      LLVM::ExtractElementOp::create(builder, loc, op.getValue(), index);
  Value place = op.getData();
  if (*lane != 0)
    place = LLVM::GEPOp::create(builder, loc, place.getType(), element, place,
                                ArrayRef<LLVM::GEPArg>{int32_t(*lane)});
  uint64_t bytes = element.getIntOrFloatBitWidth() / 8;
  LLVM::StoreOp::create(
      builder, loc, value, place,
      llvm::MinAlign(op.getAlignment(), *lane == 0 ? 0 : *lane * bytes));
  op.erase();
}

void mlir::tiled_layout::storeOneLane(Operation *root) {
  root->walk([](LLVM::MaskedStoreOp op) { storeLane(op); });
}
