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

/// Lets an operation take the bits of an operand.
static void takeIntegers(OpOperand &operand, Type integers) {
  Operation *op = operand.getOwner();
  OpBuilder builder(op);
  operand.set(
      LLVM::BitcastOp::create(builder, op->getLoc(), integers, operand.get()));
}

/// Lets an operation return the bits of its result.
static void returnIntegers(Value result, Type integers) {
  Type floats = result.getType();
  result.setType(integers);
  OpBuilder builder(result.getContext());
  builder.setInsertionPointAfterValue(result);
  auto cast = LLVM::BitcastOp::create(builder, result.getLoc(), floats, result);
  result.replaceAllUsesExcept(cast, cast);
}

static void moveIntegers(LLVM::MaskedLoadOp op) {
  VectorType integers = getIntegers(op.getRes().getType());
  if (!integers)
    return;
  for (OpOperand &others : op.getPassThruMutable())
    takeIntegers(others, integers);
  returnIntegers(op.getRes(), integers);
}

static void moveIntegers(LLVM::MaskedStoreOp op) {
  if (VectorType integers = getIntegers(op.getValue().getType()))
    takeIntegers(op.getValueMutable(), integers);
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
  if (Type integers = getIntegersOfBF16(op.getType()))
    returnIntegers(op, integers);
}

static void moveIntegers(LLVM::StoreOp op) {
  if (Type integers = getIntegersOfBF16(op.getValue().getType()))
    takeIntegers(op.getValueMutable(), integers);
}

/// Without arithmetic of `bf16`, LLVM takes a selection between vectors of it
/// apart, with a branch for each element.
static void moveIntegers(LLVM::SelectOp op) {
  Type integers = getIntegersOfBF16(op.getType());
  if (!integers)
    return;
  takeIntegers(op.getTrueValueMutable(), integers);
  takeIntegers(op.getFalseValueMutable(), integers);
  op.setFastmathFlags(LLVM::FastmathFlags::none);
  returnIntegers(op.getRes(), integers);
}

void mlir::tiled_layout::maskNarrowFloats(Operation *root) {
  root->walk([](LLVM::MaskedLoadOp op) { moveIntegers(op); });
  root->walk([](LLVM::MaskedStoreOp op) { moveIntegers(op); });
  root->walk([](LLVM::LoadOp op) { moveIntegers(op); });
  root->walk([](LLVM::StoreOp op) { moveIntegers(op); });
  root->walk([](LLVM::SelectOp op) { moveIntegers(op); });
}
