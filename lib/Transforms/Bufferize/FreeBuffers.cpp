//===- FreeBuffers.cpp - Buffers are freed after their last use -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream frees buffers of strided memrefs only, and refuses the instructions
// that relayouts become. Here no view hides the buffer that it is a part of
// yet, and memory that is freed at once is in the cache when it is allocated
// again.
//
//===----------------------------------------------------------------------===//

#include "BufferViews.h"
#include "BufferizeSteps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Frees a new buffer after its last use, unless something may keep it, or it
/// is handed over.
static void freeAfterLastUse(Value buffer, const BufferViews &views,
                             const ReturnedBuffers &returned) {
  Operation *last = buffer.getDefiningOp();
  Block *block = buffer.getParentBlock();
  for (Value alias : views.getViews(buffer))
    for (OpOperand &operand : alias.getUses()) {
      Operation *user = operand.getOwner();
      Operation *use = block->findAncestorOpInBlock(*user);
      if (!use || use->hasTrait<OpTrait::IsTerminator>() ||
          views.isMoved(operand) || returned.mayKeep(user, alias))
        return;
      for (Operation *op = user; op != use; op = op->getParentOp())
        if (mayRunLater(op->getParentOp()))
          return;
      if (!last || last->isBeforeInBlock(use))
        last = use;
    }
  OpBuilder builder(buffer.getContext());
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(block);
  memref::DeallocOp::create(builder, buffer.getLoc(), buffer);
}

Buffers mlir::tiled_layout::findBuffers(Operation *root) {
  Buffers buffers;
  // What has tensors becomes another operation.
  auto isOnMemory = [](Operation *op) {
    return llvm::none_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) &&
           llvm::none_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
  };
  root->walk([&](Operation *op) {
    if (isa<memref::AllocOp>(op) ||
        (isa<CallOpInterface, RegionBranchOpInterface>(op) && isOnMemory(op)))
      buffers.insert(op);
  });
  return buffers;
}

void mlir::tiled_layout::freeBuffers(Operation *root, const Buffers &kept) {
  auto free = [&](FunctionOpInterface function, BufferViews &views,
                  const ReturnedBuffers &returned) {
    SmallVector<Value> buffers;
    function.walk([&](Operation *op) {
      if (kept.contains(op))
        return;
      llvm::append_range(buffers, op->getResults());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::append_range(buffers, block.getArguments());
    });
    for (Value buffer : buffers)
      if (isa<BaseMemRefType>(buffer.getType()) && views.isNew(buffer))
        freeAfterLastUse(buffer, views, returned);
  };
  llvm::DenseSet<Operation *> called;
  auto prepare = [&](FunctionOpInterface function, BufferViews &views,
                     const ReturnedBuffers &returned) {
    ownResults(function, views, kept);
    free(function, views, returned);
    called.insert(function);
  };
  ReturnedBuffers returned(root, prepare);
  // Those that nothing calls.
  root->walk([&](FunctionOpInterface function) {
    if (called.contains(function) || function.isExternal())
      return;
    BufferViews views(function, returned);
    prepare(function, views, returned);
  });
}
