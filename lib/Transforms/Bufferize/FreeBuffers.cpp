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

/// Returns the operation in the block of a new buffer after which nothing uses
/// it, or null if something may.
static Operation *findLastUse(Value buffer, const BufferViews &views,
                              const ReturnedBuffers &returned) {
  Operation *last = buffer.getDefiningOp();
  Block *block = last->getBlock();
  for (Value alias : views.getViews(buffer))
    for (Operation *user : alias.getUsers()) {
      Operation *use = block->findAncestorOpInBlock(*user);
      if (!use || use->hasTrait<OpTrait::IsTerminator>() ||
          returned.mayKeep(user, alias))
        return nullptr;
      for (Operation *op = user; op != use; op = op->getParentOp())
        if (mayRunLater(op->getParentOp()))
          return nullptr;
      if (last->isBeforeInBlock(use))
        last = use;
    }
  return last;
}

Buffers mlir::tiled_layout::findBuffers(Operation *root) {
  Buffers buffers;
  // Calls with tensors become other ones.
  auto isOnMemory = [](CallOpInterface call) {
    return llvm::none_of(call->getOperandTypes(), llvm::IsaPred<TensorType>) &&
           llvm::none_of(call->getResultTypes(), llvm::IsaPred<TensorType>);
  };
  root->walk([&](Operation *op) {
    auto call = dyn_cast<CallOpInterface>(op);
    if (isa<memref::AllocOp>(op) || (call && isOnMemory(call)))
      buffers.insert(op);
  });
  return buffers;
}

void mlir::tiled_layout::freeBuffers(Operation *root, const Buffers &kept) {
  ReturnedBuffers returned(root);
  root->walk([&](FunctionOpInterface function) {
    BufferViews views(function, returned);
    function.walk([&](Operation *op) {
      if (kept.contains(op))
        return;
      for (Value buffer : op->getResults()) {
        if (!isa<BaseMemRefType>(buffer.getType()) || !returned.isNew(buffer))
          continue;
        Operation *last = findLastUse(buffer, views, returned);
        if (!last)
          continue;
        OpBuilder builder(op->getContext());
        builder.setInsertionPointAfter(last);
        memref::DeallocOp::create(builder, op->getLoc(), buffer);
      }
    });
  });
}
