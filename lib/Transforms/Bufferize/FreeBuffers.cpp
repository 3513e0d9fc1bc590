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

#include "BufferizeSteps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::mayKeep(Operation *op, Value buffer) {
  if (hasEffect<MemoryEffects::Free>(op, buffer) ||
      isa<memref::ExtractAlignedPointerAsIndexOp>(op))
    return true;
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getValueToStore() == buffer;
  // What is called may return what it is given.
  if (isa<CallOpInterface>(op))
    return llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
  return !isa<MemoryEffectOpInterface, ViewLikeOpInterface,
              RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(op) &&
         !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
}

/// True if an operation with regions may run them later: all but loops,
/// branches and bodies of these dialects.
static bool mayRunLater(Operation *op) {
  return !isa_and_nonnull<affine::AffineDialect, linalg::LinalgDialect,
                          scf::SCFDialect>(op->getDialect());
}

/// Returns the operation in the block of an allocation after which nothing uses
/// its buffer, or null if something may.
static Operation *findLastUse(memref::AllocOp alloc,
                              const BufferViewFlowAnalysis &views) {
  Operation *last = alloc;
  Block *block = alloc->getBlock();
  for (Value alias : views.resolve(alloc.getResult()))
    for (Operation *user : alias.getUsers()) {
      Operation *use = block->findAncestorOpInBlock(*user);
      if (!use || use->hasTrait<OpTrait::IsTerminator>() ||
          mayKeep(user, alias))
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
  root->walk([&](memref::AllocOp alloc) { buffers.insert(alloc); });
  return buffers;
}

void mlir::tiled_layout::freeBuffers(Operation *root, const Buffers &kept) {
  root->walk([&](FunctionOpInterface function) {
    BufferViewFlowAnalysis views(function);
    function.walk([&](memref::AllocOp alloc) {
      Operation *last =
          kept.contains(alloc) ? nullptr : findLastUse(alloc, views);
      if (!last)
        return;
      OpBuilder builder(alloc.getContext());
      builder.setInsertionPointAfter(last);
      memref::DeallocOp::create(builder, alloc.getLoc(), alloc);
    });
  });
}
