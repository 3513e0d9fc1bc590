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

#include "../../IR/AnyWithin.h"
#include "../NoAlias.h"
#include "BufferizeSteps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::tiled_layout;

/// True if an operation gives memory another name: a result, an argument of a
/// region or a block, or what is loaded of other memory.
static bool givesOtherName(Operation *op) {
  auto store = dyn_cast<memref::StoreOp>(op);
  bool isReturn = op->hasTrait<OpTrait::ReturnLike>() &&
                  isa<FunctionOpInterface>(op->getParentOp());
  return (op->hasTrait<OpTrait::IsTerminator>() && !isReturn) ||
         isa<RegionBranchOpInterface>(op) ||
         (store && isa<BaseMemRefType>(store.getValueToStore().getType())) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
}

/// Returns the operations that access an array or a view of it. Fails if the
/// function may have other names for the array than views.
static FailureOr<SmallVector<Operation *>> getAccesses(Value base) {
  if (!isFunctionArgument(base) &&
      !isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(base.getDefiningOp()))
    return failure();
  SmallVector<Operation *> accesses;
  SmallVector<Value> names = {base};
  while (!names.empty()) {
    Value name = names.pop_back_val();
    for (Operation *user : name.getUsers()) {
      auto isView = [&](Value result) {
        return getViewSource(result) == name || getOtherName(result) == name;
      };
      auto views = llvm::make_filter_range(user->getResults(), isView);
      if (!views.empty())
        llvm::append_range(names, views);
      else if (givesOtherName(user))
        return failure();
      else if (!isa<memref::DimOp>(user))
        accesses.push_back(user);
    }
  }
  return accesses;
}

/// True if an operation says that no other tensor is of its memory. Upstream
/// moves that from the end of a tensor to the tensor that it is computed in.
static bool isRestrict(Operation *op) {
  if (auto tensor = dyn_cast<ToTensorOp>(op))
    return tensor.getRestrict();
  auto end = dyn_cast<MaterializeInDestinationOp>(op);
  return end && (end.getRestrict() ||
                 llvm::any_of(end.getDest().getUsers(), [](Operation *user) {
                   auto tensor = dyn_cast<ToTensorOp>(user);
                   return tensor && tensor.getRestrict();
                 }));
}

/// True if an operation, or one below it, may access `memref` without having a
/// view of its array.
static bool mayAccessUnnamed(Operation &op, Value memref) {
  Value base = getBase(memref);
  auto isOther = [&](const MemoryEffects::EffectInstance &effect) {
    if (!isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()))
      return false;
    Value value = effect.getValue();
    if (value && isa<TensorType>(value.getType()))
      return false;
    return !value ||
           (getBase(value) != base && !areSameOrNoAlias(getBase(value), base) &&
            !areSameOrNoAlias(getArray(value), getArray(memref)));
  };
  return anyWithin(&op, [&](Operation *inner) {
    if (isRestrict(inner))
      return false;
    auto effects = dyn_cast<MemoryEffectOpInterface>(inner);
    if (!effects)
      return !inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    return llvm::any_of(instances, isOther);
  });
}

/// True if one of some operations may access `memref` by another name than
/// those of `accesses`: a function may be passed the same memory twice, and one
/// that is called may have kept it.
static bool accessUnnamed(llvm::iterator_range<Block::iterator> ops,
                          Value memref, ArrayRef<Operation *> accesses) {
  Value base = getBase(memref);
  auto givesAway = [&](Operation *access) {
    return isa<CallOpInterface>(access) ||
           (mayKeep(access, base) &&
            !hasEffect<MemoryEffects::Free>(access, base));
  };
  if (isNoAlias(base) && llvm::none_of(accesses, givesAway))
    return false;
  return llvm::any_of(
      ops, [&](Operation &op) { return mayAccessUnnamed(op, memref); });
}

bool mlir::tiled_layout::isFirstAccess(ToTensorOp tensor) {
  FailureOr<SmallVector<Operation *>> accesses =
      getAccesses(getBase(tensor.getBuffer()));
  if (failed(accesses))
    return false;
  Block *block = tensor->getBlock();
  auto comesFirst = [&](Operation *op) {
    Operation *at = block->findAncestorOpInBlock(*op);
    return at && at->isBeforeInBlock(tensor);
  };
  return llvm::none_of(*accesses, comesFirst) &&
         !accessUnnamed({block->begin(), tensor->getIterator()},
                        tensor.getBuffer(), *accesses);
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

/// True if none but `op` accesses the memory that it writes to from `first` to
/// `last`, which are in its block.
static bool isUntouched(MaterializeInDestinationOp op, Operation *first,
                        Operation *last) {
  FailureOr<SmallVector<Operation *>> accesses =
      getAccesses(getBase(op.getDest()));
  if (failed(accesses) ||
      accessUnnamed({first->getIterator(), std::next(last->getIterator())},
                    op.getDest(), *accesses))
    return false;
  Block *block = op->getBlock();
  return llvm::all_of(*accesses, [&](Operation *access) {
    Operation *at = block->findAncestorOpInBlock(*access);
    // A tensor of the memory reads it wherever it is used.
    if (isa<ToTensorOp>(access))
      return at && last->isBeforeInBlock(at);
    return access == op || !at || at->isBeforeInBlock(first) ||
           last->isBeforeInBlock(at);
  });
}

bool mlir::tiled_layout::writesAlone(MaterializeInDestinationOp op,
                                     Operation *first) {
  return isUntouched(op, first, op);
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
  return isUntouched(op, first, last);
}
