//===- MaskNarrowFloats.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

/// Returns the vector of integers that has the same bits, or null for a type
/// that is moved as it is.
static VectorType getIntegers(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || !isa<FloatType>(vector.getElementType()) ||
      vector.getElementTypeBitWidth() >= 32)
    return {};
  return vector.clone(
      IntegerType::get(type.getContext(), vector.getElementTypeBitWidth()));
}

static void moveIntegers(LLVM::MaskedLoadOp op) {
  Type floats = op.getRes().getType();
  VectorType integers = getIntegers(floats);
  if (!integers)
    return;
  OpBuilder builder(op);
  for (OpOperand &others : op.getPassThruMutable())
    others.set(
        LLVM::BitcastOp::create(builder, op.getLoc(), integers, others.get()));
  op.getRes().setType(integers);
  builder.setInsertionPointAfter(op);
  auto loaded =
      LLVM::BitcastOp::create(builder, op.getLoc(), floats, op.getRes());
  op.getRes().replaceAllUsesExcept(loaded, loaded);
}

static void moveIntegers(LLVM::MaskedStoreOp op) {
  VectorType integers = getIntegers(op.getValue().getType());
  if (!integers)
    return;
  OpBuilder builder(op);
  op.getValueMutable().set(
      LLVM::BitcastOp::create(builder, op.getLoc(), integers, op.getValue()));
}

/// Returns the integers, or the vector of such, that have the bits of `bf16`;
/// null for other types.
static Type getIntegersOfBF16(Type type) {
  if (type.isBF16())
    return IntegerType::get(type.getContext(), 16);
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getElementType().isBF16() ? getIntegers(type)
                                                    : Type();
}

/// Without arithmetic of `bf16`, LLVM selects one of two as f32, and takes a
/// streaming store of a vector apart, with a call for each element. Where all
/// come from memory and go there as integers, it has integers between, too.
static void moveIntegers(LLVM::LoadOp op) {
  Type floats = op.getType(), integers = getIntegersOfBF16(floats);
  if (!integers)
    return;
  OpBuilder builder(op);
  op.getResult().setType(integers);
  builder.setInsertionPointAfter(op);
  auto loaded = LLVM::BitcastOp::create(builder, op.getLoc(), floats, op);
  op.getResult().replaceAllUsesExcept(loaded, loaded);
}

static void moveIntegers(LLVM::StoreOp op) {
  Type integers = getIntegersOfBF16(op.getValue().getType());
  if (!integers)
    return;
  OpBuilder builder(op);
  op.getValueMutable().set(
      LLVM::BitcastOp::create(builder, op.getLoc(), integers, op.getValue()));
}

/// Without arithmetic of `bf16`, LLVM takes a selection between vectors of it
/// apart, with a branch for each element.
static void moveIntegers(LLVM::SelectOp op) {
  Type floats = op.getType(), integers = getIntegersOfBF16(floats);
  if (!integers)
    return;
  OpBuilder builder(op);
  for (OpOperand *value :
       {&op.getTrueValueMutable(), &op.getFalseValueMutable()})
    value->set(
        LLVM::BitcastOp::create(builder, op.getLoc(), integers, value->get()));
  op.setFastmathFlags(LLVM::FastmathFlags::none);
  op.getRes().setType(integers);
  builder.setInsertionPointAfter(op);
  auto selected =
      LLVM::BitcastOp::create(builder, op.getLoc(), floats, op.getRes());
  op.getRes().replaceAllUsesExcept(selected, selected);
}

void mlir::tiled_layout::maskNarrowFloats(Operation *root) {
  root->walk([](LLVM::MaskedLoadOp op) { moveIntegers(op); });
  root->walk([](LLVM::MaskedStoreOp op) { moveIntegers(op); });
  root->walk([](LLVM::LoadOp op) { moveIntegers(op); });
  root->walk([](LLVM::StoreOp op) { moveIntegers(op); });
  root->walk([](LLVM::SelectOp op) { moveIntegers(op); });
}
