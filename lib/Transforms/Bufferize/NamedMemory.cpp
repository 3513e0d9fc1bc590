//===- NamedMemory.cpp - Computing in memory of the program ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream lets a tensor that ends in a memref be computed there. Its analysis
// does not see that memory, so it is looked at here.
//
//===----------------------------------------------------------------------===//

#include "TensorTools.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tiled_layout;

/// Returns the memref that a view or a cast is of, or null.
static Value getViewSource(Operation *op) {
  if (auto view = dyn_cast_or_null<ViewLikeOpInterface>(op))
    return view.getViewSource();
  if (auto cast = dyn_cast_or_null<UnrealizedConversionCastOp>(op))
    if (cast.getInputs().size() == 1)
      return cast.getInputs().front();
  return {};
}

/// Returns the operations that access an array or a view of it. Fails if the
/// array may have other names.
static FailureOr<SmallVector<Operation *>> getAccesses(Value memref) {
  while (Value source = getViewSource(memref.getDefiningOp()))
    memref = source;
  auto argument = dyn_cast<BlockArgument>(memref);
  bool isFunctionArgument =
      argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()) &&
      argument.getOwner()->isEntryBlock();
  if (!isFunctionArgument &&
      !isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(
          memref.getDefiningOp()))
    return failure();
  SmallVector<Operation *> accesses;
  SmallVector<Value> names = {memref};
  while (!names.empty()) {
    for (Operation *user : names.pop_back_val().getUsers()) {
      if (getViewSource(user))
        llvm::append_range(names, user->getResults());
      else if (!isa<memref::DimOp>(user))
        accesses.push_back(user);
    }
  }
  return accesses;
}

bool mlir::tiled_layout::isFirstAccess(ToTensorOp tensor) {
  FailureOr<SmallVector<Operation *>> accesses =
      getAccesses(tensor.getBuffer());
  if (failed(accesses))
    return false;
  Block *block = tensor->getBlock();
  auto comesFirst = [&](Operation *op) {
    Operation *at = block->findAncestorOpInBlock(*op);
    return at && at->isBeforeInBlock(tensor);
  };
  // A function that is called may be passed the memory by another name.
  auto calls = [&](Operation &op) {
    return op.walk([](CallOpInterface) { return WalkResult::interrupt(); })
        .wasInterrupted();
  };
  return llvm::none_of(*accesses, comesFirst) &&
         llvm::none_of(llvm::make_range(block->begin(), tensor->getIterator()),
                       calls);
}

/// True if the buffer of the source is that of `empty`, by the analysis.
static bool isComputedInPlace(MaterializeInDestinationOp op,
                              tensor::EmptyOp empty,
                              const OneShotAnalysisState &state) {
  TraversalConfig config;
  config.alwaysIncludeLeaves = false;
  config.followInPlaceOnly = true;
  config.followEquivalentOnly = true;
  config.followSameTypeOrCastsOnly = true;
  SetVector<Value> found = state.findValueInReverseUseDefChain(
      &op.getSourceMutable(),
      [&](Value value) { return value == empty.getResult(); }, config);
  return !found.empty();
}

bool mlir::tiled_layout::canComputeInMemory(MaterializeInDestinationOp op,
                                            tensor::EmptyOp empty,
                                            const OneShotAnalysisState &state) {
  if (!isComputedInPlace(op, empty, state))
    return false;
  // Where another branch computes the source elsewhere, `op` writes to the
  // memory, and what is read of the buffer later is gone.
  bool isWritten = !state.areEquivalentBufferizedValues(op.getSource(), empty);
  // All that works on the buffer is in the block of `op`, or below it.
  Block *block = op->getBlock();
  Operation *first = block->findAncestorOpInBlock(*empty), *last = op;
  bool ok = first;
  state.applyOnAliases(empty, [&](Value alias) {
    for (OpOperand &use : alias.getUses()) {
      Operation *user = block->findAncestorOpInBlock(*use.getOwner());
      ok = ok && user && !isa<func::ReturnOp, ToBufferOp>(use.getOwner());
      if (!ok)
        return;
      if (op->isBeforeInBlock(user))
        ok = !isWritten && !state.bufferizesToMemoryWrite(use);
      if (last->isBeforeInBlock(user))
        last = user;
      if (user->isBeforeInBlock(first))
        first = user;
    }
  });
  if (!ok)
    return false;
  FailureOr<SmallVector<Operation *>> accesses = getAccesses(op.getDest());
  if (failed(accesses))
    return false;
  return llvm::all_of(*accesses, [&](Operation *access) {
    Operation *at = block->findAncestorOpInBlock(*access);
    // A tensor of the memory reads it wherever it is used.
    if (isa<ToTensorOp>(access))
      return at && last->isBeforeInBlock(at);
    return access == op || !at || at->isBeforeInBlock(first) ||
           last->isBeforeInBlock(at);
  });
}
