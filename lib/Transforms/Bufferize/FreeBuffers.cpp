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

#include "../Remarks.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Frees a new buffer after its last use, unless something may keep it, or it
/// is handed over. Returns true if it did. `dropped` are no uses.
static bool freeAfterLastUse(Value buffer, const BufferViews &views,
                             const ReturnedBuffers &returned,
                             ArrayRef<Operation *> dropped = {}) {
  Operation *last = buffer.getDefiningOp();
  Block *block = buffer.getParentBlock();
  for (Value alias : views.getViews(buffer))
    for (OpOperand &operand : alias.getUses()) {
      Operation *user = operand.getOwner();
      if (llvm::is_contained(dropped, user))
        continue;
      Operation *use = block->findAncestorOpInBlock(*user);
      if (!use || use->hasTrait<OpTrait::IsTerminator>() ||
          views.isMoved(operand) || returned.mayKeep(user, alias))
        return false;
      for (Operation *op = user; op != use; op = op->getParentOp())
        if (mayRunLater(op->getParentOp()))
          return false;
      if (!last || last->isBeforeInBlock(use))
        last = use;
    }
  OpBuilder builder(buffer.getContext());
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(block);
  memref::DeallocOp::create(builder, buffer.getLoc(), buffer);
  return true;
}

void mlir::tiled_layout::markOwnBuffers(Operation *root) {
  auto mark = [](Operation *op) {
    op->setAttr(ownMemoryName, UnitAttr::get(op->getContext()));
  };
  auto has = [](Operation *op, auto isOfKind) {
    return llvm::any_of(op->getOperandTypes(), isOfKind) ||
           llvm::any_of(op->getResultTypes(), isOfKind);
  };
  auto isMemory = llvm::IsaPred<BaseMemRefType>;
  root->walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::DeallocOp>(op))
      return mark(op);
    if (auto function = dyn_cast<FunctionOpInterface>(op)) {
      if (llvm::any_of(function.getResultTypes(), isMemory))
        mark(op);
      return;
    }
    bool isBranch = isa<BranchOpInterface>(op);
    if (!has(op, isMemory) ||
        !(isBranch || isa<CallOpInterface, RegionBranchOpInterface>(op)))
      return;
    // What has tensors, too, and branches of blocks become other operations, in
    // which the program's memory is not told apart.
    auto function = op->getParentOfType<FunctionOpInterface>();
    if (!isBranch && !has(op, llvm::IsaPred<TensorType>))
      mark(op);
    else if (function)
      mark(function);
  });
}

Buffers mlir::tiled_layout::takeOwnBuffers(Operation *root) {
  Buffers own;
  root->walk([&](Operation *op) {
    if (op->removeAttr(ownMemoryName))
      own.insert(op);
  });
  return own;
}

/// Calls `visit` with each function that has a body, those that others call
/// first. What `kept` allocates and returns is the program's own.
static void
visitFunctions(Operation *root, const Buffers &kept,
               llvm::function_ref<void(FunctionOpInterface, BufferViews &,
                                       const ReturnedBuffers &)>
                   visit) {
  llvm::DenseSet<Operation *> called;
  ReturnedBuffers returned(root, kept,
                           [&](FunctionOpInterface function, BufferViews &views,
                               const ReturnedBuffers &returned) {
                             visit(function, views, returned);
                             called.insert(function);
                           });
  // Those that nothing calls.
  root->walk([&](FunctionOpInterface function) {
    if (called.contains(function) || function.isExternal())
      return;
    BufferViews views(function, returned);
    visit(function, views, returned);
  });
}

void mlir::tiled_layout::freeBuffers(Operation *root, const Buffers &kept) {
  visitFunctions(root, kept,
                 [&](FunctionOpInterface function, BufferViews &views,
                     const ReturnedBuffers &returned) {
                   if (!kept.contains(function))
                     ownResults(function, views, kept);
                   SmallVector<Value> buffers;
                   function.walk([&](Operation *op) {
                     llvm::append_range(buffers, op->getResults());
                     for (Region &region : op->getRegions())
                       for (Block &block : region)
                         llvm::append_range(buffers, block.getArguments());
                   });
                   for (Value buffer : buffers)
                     if (isa<BaseMemRefType>(buffer.getType()) &&
                         views.isNew(buffer))
                       freeAfterLastUse(buffer, views, returned);
                 });
}

//===----------------------------------------------------------------------===//
// What the program frees
//===----------------------------------------------------------------------===//

/// True if an operation may run after another one.
static bool mayRunAfter(Operation *op, Operation *first) {
  for (; first; first = first->getParentOp()) {
    Block *block = first->getBlock();
    if (Operation *here = block->findAncestorOpInBlock(*op))
      return first->isBeforeInBlock(here);
    for (Block &other : *block->getParent())
      if (other.findAncestorOpInBlock(*op))
        return block->isReachable(&other);
  }
  return true;
}

/// True if nothing uses, after it is freed, what a memref may be a view of.
static bool isFreedLast(memref::DeallocOp op,
                        const llvm::SetVector<Value> &buffers,
                        const BufferViews &views) {
  return llvm::all_of(buffers, [&](Value buffer) {
    return llvm::all_of(views.getViews(buffer), [&](Value view) {
      return llvm::all_of(view.getUsers(), [&](Operation *user) {
        return user == op || !mayRunAfter(user, op);
      });
    });
  });
}

/// Erases what frees a tensor, and says so.
static void dropFree(Operation *op) {
  remark::missed(op->getLoc(), getRemarkOpts(op, "bufferize"))
      << "tensor is not freed: another one may be in its buffer";
  op->erase();
}

/// Drops what frees a tensor if its buffer may be used after it.
static void keepFreeIfLast(Operation *op, const BufferViews &views) {
  auto free = cast<memref::DeallocOp>(op);
  if (!isFreedLast(free, views.getOrigins(free.getMemref()), views))
    dropFree(op);
}

/// Frees a buffer after its last use, not where the program frees tensors that
/// are in it. `isCallers`: a caller may have other tensors in it.
static void moveFrees(Value buffer, ArrayRef<Operation *> frees, bool isCallers,
                      const BufferViews &views,
                      const ReturnedBuffers &returned) {
  bool isMoved = !isCallers && freeAfterLastUse(buffer, views, returned, frees);
  for (Operation *op : frees)
    if (isMoved)
      op->erase();
    else if (isCallers)
      dropFree(op);
    else
      keepFreeIfLast(op, views);
}

void mlir::tiled_layout::freeTensors(Operation *root, const Buffers &own) {
  visitFunctions(root, own,
                 [&](FunctionOpInterface function, BufferViews &views,
                     const ReturnedBuffers &returned) {
                   llvm::MapVector<Value, SmallVector<Operation *>> freesOf;
                   SmallVector<Operation *> others;
                   function.walk([&](memref::DeallocOp op) {
                     if (own.contains(op))
                       return;
                     llvm::SetVector<Value> buffers =
                         views.getOrigins(op.getMemref());
                     if (buffers.size() == 1)
                       freesOf[buffers.front()].push_back(op);
                     else
                       others.push_back(op);
                   });
                   for (const auto &[buffer, frees] : freesOf) {
                     bool isCallers =
                         llvm::is_contained(function.getArguments(), buffer) &&
                         !SymbolTable::symbolKnownUseEmpty(function, root);
                     moveFrees(buffer, frees, isCallers, views, returned);
                   }
                   for (Operation *op : others)
                     keepFreeIfLast(op, views);
                 });
}
