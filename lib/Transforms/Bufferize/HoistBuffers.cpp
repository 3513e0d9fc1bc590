//===- HoistBuffers.cpp - One buffer for all iterations -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves allocations out of loops, together with what computes their extents,
// where no iteration sees the buffer of another one. Upstream's hoisting stops
// at branches, and does not ask who frees the memory.
//
//===----------------------------------------------------------------------===//

#include "BufferViews.h"
#include "BufferizeSteps.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// Moves the allocations of one function.
class BufferHoister {
public:
  /// `callsFree`: a call may free what it is given. `own` are the program's.
  BufferHoister(FunctionOpInterface function, bool callsFree,
                const Buffers &own)
      : views(function), callsFree(callsFree), own(own) {}

  /// Moves an allocation out of as many loops as possible.
  void hoist(memref::AllocOp alloc);

private:
  bool isFreed(ValueRange aliases, bool isOwn) const;

  BufferViewFlowAnalysis views;
  bool callsFree;
  const Buffers &own;
};

} // namespace

/// True if something frees the buffer or, of the program's own, may keep it for
/// later iterations: a function does not keep the buffer of a tensor.
bool BufferHoister::isFreed(ValueRange aliases, bool isOwn) const {
  return llvm::any_of(aliases, [&](Value alias) {
    return llvm::any_of(alias.getUsers(), [&](Operation *user) {
      return hasEffect<MemoryEffects::Free>(user, alias) ||
             ((callsFree || isOwn) && isa<CallOpInterface>(user)) ||
             (isOwn && mayKeep(user, alias));
    });
  });
}

//===----------------------------------------------------------------------===//
// Where it may be allocated
//===----------------------------------------------------------------------===//

/// Returns the loop around an operation that runs it at most once in each
/// iteration, one iteration after the other; null if there is none.
static LoopLikeOpInterface getLoopAround(Operation *op) {
  while (op->getParentRegion()->hasOneBlock()) {
    op = op->getParentOp();
    if (isa<affine::AffineForOp, scf::ForOp, scf::WhileOp>(op))
      return cast<LoopLikeOpInterface>(op);
    if (!isa<affine::AffineIfOp, scf::ExecuteRegionOp, scf::IfOp,
             scf::IndexSwitchOp>(op))
      break;
  }
  return {};
}

/// True if no iteration sees the buffer of an earlier one. The condition of an
/// `scf.while` may hand it to the body and to what follows the loop: by the
/// time that it is written again, nothing reads it.
static bool staysInIteration(LoopLikeOpInterface loop, ValueRange aliases) {
  auto isWhile = dyn_cast<scf::WhileOp>(*loop);
  return llvm::all_of(aliases, [&](Value alias) {
    if (auto argument = dyn_cast<BlockArgument>(alias);
        argument && argument.getOwner()->getParentOp() == loop)
      return isWhile && argument.getOwner() == isWhile.getAfterBody();
    return isWhile ||
           loop->isProperAncestor(alias.getParentBlock()->getParentOp()) ||
           alias.getParentBlock()->getParentOp() == loop;
  });
}

/// Returns the operations within a loop that an allocation's extents are
/// computed by, in order, if they may be computed in front of it.
static std::optional<llvm::SetVector<Operation *>>
findExtents(memref::AllocOp alloc, LoopLikeOpInterface loop) {
  llvm::SetVector<Operation *> extents;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) { return loop->isProperAncestor(op); };
  if (failed(getBackwardSlice(alloc.getOperation(), &extents, options)))
    return std::nullopt;
  auto isOutside = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return loop.isDefinedOutsideOfLoop(value) || (op && extents.contains(op));
  };
  for (Operation *op : extents)
    if (op->getNumRegions() != 0 || !isMemoryEffectFree(op) ||
        !isSpeculatable(op) || !llvm::all_of(op->getOperands(), isOutside))
      return std::nullopt;
  if (!llvm::all_of(alloc->getOperands(), isOutside))
    return std::nullopt;
  return extents;
}

/// True if the lowering checks the extents of an array where it is allocated.
static bool hasChecks(memref::AllocOp alloc) {
  std::optional<Layout> layout = getLayout(ShapedType(alloc.getType()));
  return layout && layout->exact && !alloc.getType().hasStaticShape();
}

void BufferHoister::hoist(memref::AllocOp alloc) {
  LoopLikeOpInterface loop = getLoopAround(alloc);
  if (!loop || hasChecks(alloc))
    return;
  SmallVector<Value> aliases =
      llvm::to_vector_of<Value>(views.resolve(alloc.getResult()));
  if (isFreed(aliases, own.contains(alloc)))
    return;
  for (; loop && staysInIteration(loop, aliases); loop = getLoopAround(alloc)) {
    auto extents = findExtents(alloc, loop);
    if (!extents)
      return;
    for (Operation *op : *extents)
      op->moveBefore(loop);
    alloc->moveBefore(loop);
  }
}

void mlir::tiled_layout::hoistBuffers(Operation *root, const Buffers &own) {
  std::optional<bool> callsFree;
  root->walk([&](FunctionOpInterface function) {
    SmallVector<memref::AllocOp> allocs;
    function.walk([&](memref::AllocOp alloc) {
      if (getLoopAround(alloc))
        allocs.push_back(alloc);
    });
    if (allocs.empty())
      return;
    if (!callsFree)
      callsFree = freesArguments(root);
    BufferHoister hoister(function, *callsFree, own);
    for (memref::AllocOp alloc : allocs)
      hoister.hoist(alloc);
  });
}
