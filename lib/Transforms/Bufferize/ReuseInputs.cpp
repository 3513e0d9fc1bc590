//===- ReuseInputs.cpp - Elementwise operations in place ------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers emit elementwise operations whose destination is empty. Upstream
// allocates it, though the input may be dead after the operation. A buffer less
// is memory that neither the system nor the caches need to provide.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/Utils/Utils.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if nothing says what is in the tensor.
static bool isEmpty(Value tensor) {
  auto copy = tensor.getDefiningOp<bufferization::AllocTensorOp>();
  return tensor.getDefiningOp<tensor::EmptyOp>() || (copy && !copy.getCopy());
}

/// True if an operation reads both operands element by element in the same
/// order.
static bool areReadTogether(OpOperand &left, OpOperand &right) {
  auto op = dyn_cast<linalg::LinalgOp>(left.getOwner());
  return op && op == right.getOwner() &&
         op.getMatchingIndexingMap(&left) == op.getMatchingIndexingMap(&right);
}

/// True if all other uses of the operand's value read it in the same block
/// before, or with it.
static bool isLastUse(OpOperand &operand) {
  Operation *op = operand.getOwner();
  return llvm::all_of(operand.get().getUses(), [&](OpOperand &use) {
    auto reader = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    return &use == &operand || areReadTogether(use, operand) ||
           (reader && reader.isDpsInput(&use) &&
            reader->getBlock() == op->getBlock() &&
            reader->isBeforeInBlock(op));
  });
}

/// True if the operand is in a buffer that its block allocates, and nothing
/// needs this buffer afterwards.
static bool ownsBuffer(OpOperand &operand) {
  OpOperand *use = &operand;
  while (!isEmpty(use->get())) {
    auto def = use->get().getDefiningOp<DestinationStyleOpInterface>();
    if (!def || def->getBlock() != operand.getOwner()->getBlock() ||
        !isLastUse(*use))
      return false;
    use = def.getTiedOpOperand(cast<OpResult>(use->get()));
  }
  return use != &operand;
}

/// Returns the input that the result of an elementwise operation can replace
/// element by element, or null.
static OpOperand *findInput(linalg::LinalgOp op, OpOperand &init) {
  AffineMap map = op.getMatchingIndexingMap(&init);
  // Upstream's analysis knows that such accesses do not overtake each other.
  if (!map.isIdentity() || !isEmpty(init.get()) ||
      op.payloadUsesValueFromOperand(&init))
    return nullptr;
  for (OpOperand *input : op.getDpsInputOperands())
    if (input->get().getType() == init.get().getType() &&
        op.getMatchingIndexingMap(input) == map && ownsBuffer(*input))
      return input;
  return nullptr;
}

void mlir::tiled_layout::reuseInputs(Operation *root) {
  root->walk([](linalg::LinalgOp op) {
    if (op.getNumParallelLoops() != op.getNumLoops())
      return;
    for (OpOperand &init : op.getDpsInitsMutable())
      if (OpOperand *input = findInput(op, init))
        init.set(input->get());
  });
}

/// True if the result ends in a slice of a tensor or in memory that the program
/// names.
static bool endsInDestination(Value result) {
  while (result.hasOneUse()) {
    OpOperand &use = *result.getUses().begin();
    if (isa<SubsetInsertionOpInterface>(use.getOwner()))
      return true;
    auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    if (!user || !user.isDpsInit(&use))
      return false;
    result = user.getTiedOpResult(&use);
  }
  return false;
}

bool mlir::tiled_layout::dropReusedInputs(Operation *root) {
  bool changed = false;
  root->walk([&](linalg::LinalgOp op) {
    if (!op.hasPureTensorSemantics() ||
        op.getNumParallelLoops() != op.getNumLoops())
      return;
    for (OpOperand &init : op.getDpsInitsMutable()) {
      OpOperand *input =
          llvm::find_if(op->getOpOperands(), [&](OpOperand &operand) {
            return operand.get() == init.get();
          });
      if (input == &init || op.payloadUsesValueFromOperand(&init) ||
          !endsInDestination(op.getTiedOpResult(&init)))
        continue;
      // The input is in a buffer of its own if its first destination is empty.
      Value first = init.get();
      while (auto def = first.getDefiningOp<DestinationStyleOpInterface>())
        first = def.getTiedOpOperand(cast<OpResult>(first))->get();
      if (!isEmpty(first))
        continue;
      OpBuilder builder(op);
      init.set(tensor::EmptyOp::create(
          builder, op.getLoc(), cast<RankedTensorType>(init.get().getType()),
          tensor::createDynamicDimValues(builder, op.getLoc(), init.get())));
      changed = true;
    }
  });
  return changed;
}
