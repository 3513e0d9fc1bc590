//===- MaskNarrowFloats.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

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
  auto cast = operand.get().getDefiningOp<LLVM::BitcastOp>();
  if (cast && cast.getArg().getType() == integers) {
    operand.set(cast.getArg());
    if (cast->use_empty())
      cast.erase();
    return;
  }
  Operation *op = operand.getOwner();
  OpBuilder builder(op);
  operand.set(
      LLVM::BitcastOp::create(builder, op->getLoc(), integers, operand.get()));
}

/// Makes a value the bits of what it was. Each use has a cast of its own: LLVM
/// hands narrow floats from block to block one by one, too.
static void returnIntegers(Value result, Type integers) {
  Type floats = result.getType();
  result.setType(integers);
  SmallVector<OpOperand *> uses = llvm::map_to_vector(
      result.getUses(), [](OpOperand &use) { return &use; });
  for (OpOperand *use : uses) {
    auto cast = dyn_cast<LLVM::BitcastOp>(use->getOwner());
    if (cast && cast.getType() == integers) {
      cast.replaceAllUsesWith(result);
      cast.erase();
      continue;
    }
    OpBuilder builder(use->getOwner());
    use->set(LLVM::BitcastOp::create(builder, result.getLoc(), floats, result));
  }
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

/// Without arithmetic of `bf16`, LLVM rounds a number that comes from an f32
/// vector register, as one that a loop repeats in all lanes of its stores.
static void moveIntegers(LLVM::InsertElementOp op) {
  Type integers = getIntegersOfBF16(op.getType());
  if (!integers)
    return;
  takeIntegers(op.getVectorMutable(), integers);
  takeIntegers(op.getValueMutable(),
               cast<VectorType>(integers).getElementType());
  returnIntegers(op.getRes(), integers);
}

static void moveIntegers(LLVM::ExtractElementOp op) {
  Type integers = getIntegersOfBF16(op.getVector().getType());
  if (!integers)
    return;
  takeIntegers(op.getVectorMutable(), integers);
  returnIntegers(op.getRes(), cast<VectorType>(integers).getElementType());
}

static void moveIntegers(LLVM::ShuffleVectorOp op) {
  Type operands = getIntegersOfBF16(op.getV1().getType());
  if (!operands)
    return;
  takeIntegers(op.getV1Mutable(), operands);
  takeIntegers(op.getV2Mutable(), operands);
  returnIntegers(op.getRes(), getIntegersOfBF16(op.getType()));
}

/// Where blocks hand on `bf16`, such as the maxima that a loop has found, LLVM
/// makes the selections between integers selections between `bf16` again.
static void moveIntegers(BlockArgument argument) {
  Type integers = getIntegersOfBF16(argument.getType());
  Block *block = argument.getOwner();
  if (!integers || block->isEntryBlock())
    return;
  SmallVector<OpOperand *> operands;
  for (auto pred = block->pred_begin(); pred != block->pred_end(); ++pred) {
    auto branch = dyn_cast<BranchOpInterface>((*pred)->getTerminator());
    if (!branch)
      return;
    SuccessorOperands handed =
        branch.getSuccessorOperands(pred.getSuccessorIndex());
    unsigned number = argument.getArgNumber();
    if (handed.isOperandProduced(number))
      return;
    number -= handed.getProducedOperandCount();
    operands.push_back(&handed.getMutableForwardedOperands()[number]);
  }
  for (OpOperand *operand : operands)
    takeIntegers(*operand, integers);
  returnIntegers(argument, integers);
}

/// Finds the operations first: casts beside them are erased.
template <typename OpTy>
static void moveAll(Operation *root) {
  SmallVector<OpTy> ops;
  root->walk([&](OpTy op) { ops.push_back(op); });
  for (OpTy op : ops)
    moveIntegers(op);
}

/// Makes one cast of two: between them, LLVM's code generator converts narrow
/// floats to numbers and back, with a call for each element.
static void joinCasts(Operation *root) {
  SmallVector<LLVM::BitcastOp> casts;
  root->walk([&](LLVM::BitcastOp cast) { casts.push_back(cast); });
  for (LLVM::BitcastOp cast : casts)
    while (auto before = cast.getArg().getDefiningOp<LLVM::BitcastOp>())
      cast.getArgMutable().assign(before.getArg());
  for (LLVM::BitcastOp cast : casts)
    if (cast.getArg().getType() == cast.getType())
      cast.replaceAllUsesWith(cast.getArg());
  for (LLVM::BitcastOp cast : casts)
    if (cast->use_empty())
      cast.erase();
}

void mlir::tiled_layout::maskNarrowFloats(Operation *root) {
  moveAll<LLVM::MaskedLoadOp>(root);
  moveAll<LLVM::MaskedStoreOp>(root);
  moveAll<LLVM::LoadOp>(root);
  moveAll<LLVM::StoreOp>(root);
  moveAll<LLVM::SelectOp>(root);
  moveAll<LLVM::InsertElementOp>(root);
  moveAll<LLVM::ExtractElementOp>(root);
  moveAll<LLVM::ShuffleVectorOp>(root);
  root->walk([](LLVM::LLVMFuncOp function) {
    for (Block &block : function.getBody())
      for (BlockArgument argument : block.getArguments())
        moveIntegers(argument);
  });
  joinCasts(root);
}
