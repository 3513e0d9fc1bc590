//===- CarriedSlices.cpp - Where a slice cannot stay in its tensor --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The slice of a tensor with a layout is a view of the tensor's buffer, and its
// memref has a type of its own. Loops may carry it from the start to the end.
// Where another array of the same tensor type may be in its place, as at a
// function, a branch or a selection, where its padding matters, or where it
// goes to another memory space, it is copied.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if the operation writes the padding of its destination.
static bool writesPadding(Operation *op) {
  auto relayout = dyn_cast<RelayoutOp>(op);
  return isa<FillPaddingOp>(op) || (relayout && relayout.getPadding());
}

/// Adds the values that may be in the buffer of an operand after the operation,
/// or returns false if a view cannot be the operand.
static bool followUse(OpOperand &use, llvm::SetVector<Value> &views) {
  Operation *op = use.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    views.insert(loop.getTiedLoopRegionIterArg(&use));
    views.insert(loop.getTiedLoopResult(&use));
    return true;
  }
  if (auto loop = dyn_cast<scf::ForallOp>(op)) {
    views.insert(loop.getTiedBlockArgument(&use));
    views.insert(loop.getTiedOpResult(&use));
    return true;
  }
  // Looked at when all views are known.
  if (isa<scf::YieldOp>(op) && isa<scf::ForOp>(op->getParentOp()))
    return true;
  if (changesMemorySpace(op))
    return false;
  if (auto dps = dyn_cast<DestinationStyleOpInterface>(op)) {
    if (!dps.isDpsInit(&use))
      return true;
    if (writesPadding(op))
      return false;
    if (OpResult result = dps.getTiedOpResult(&use))
      views.insert(result);
    return true;
  }
  return isa<bufferization::AllocTensorOp, tensor::DimOp, tensor::ExtractOp,
             tensor::ExtractSliceOp, tensor::ParallelInsertSliceOp,
             tensor::RankOp, ToPhysicalOp, vector::TransferReadOp>(op);
}

/// Adds the uses of views that loops cannot carry: one of the start and the end
/// of an iteration is a view, the other is not.
static void findUnlikeYields(const llvm::SetVector<Value> &views,
                             llvm::SetVector<OpOperand *> &copied) {
  for (Value view : views) {
    if (auto argument = dyn_cast<BlockArgument>(view))
      if (auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()))
        if (!views.contains(loop.getTiedLoopYieldedValue(argument)->get()))
          copied.insert(loop.getTiedLoopInit(argument));
    for (OpOperand &use : view.getUses()) {
      auto yield = dyn_cast<scf::YieldOp>(use.getOwner());
      auto loop = yield ? dyn_cast<scf::ForOp>(yield->getParentOp()) : nullptr;
      if (loop &&
          !views.contains(loop.getRegionIterArg(use.getOperandNumber())))
        copied.insert(&use);
    }
  }
}

/// Finds the uses of views that have to be of arrays of their own.
static llvm::SetVector<OpOperand *> findCopiedUses(Operation *root) {
  llvm::SetVector<OpOperand *> copied;
  // A use that is copied makes no views; loops come to be seen as they are.
  size_t before;
  do {
    before = copied.size();
    llvm::SetVector<Value> views;
    root->walk([&](tensor::ExtractSliceOp slice) {
      if (isTiled(slice.getType()))
        views.insert(slice.getResult());
    });
    // Grows while it is looked at.
    for (size_t i = 0; i < views.size(); ++i) {
      Value view = views[i];
      for (OpOperand &use : view.getUses())
        if (!copied.contains(&use) && !followUse(use, views))
          copied.insert(&use);
    }
    findUnlikeYields(views, copied);
  } while (copied.size() != before);
  return copied;
}

void mlir::tiled_layout::copyCarriedSlices(Operation *root) {
  for (OpOperand *use : findCopiedUses(root))
    copyOperand(*use);
}

void mlir::tiled_layout::copySlicesAtBoundaries(
    Operation *root, const bufferization::BufferizationOptions &options) {
  bufferization::AnalysisState state(options);
  llvm::SetVector<Value> views;
  root->walk([&](tensor::ExtractSliceOp slice) {
    if (!isTiled(slice.getType()))
      views.insert(slice.getResult());
  });
  llvm::SetVector<OpOperand *> copied;
  // Grows while it is looked at.
  for (size_t i = 0; i < views.size(); ++i) {
    Value view = views[i];
    for (OpOperand &use : view.getUses()) {
      if (isa<func::CallOp, func::ReturnOp>(use.getOwner())) {
        copied.insert(&use);
        continue;
      }
      for (const bufferization::AliasingValue &alias :
           state.getAliasingValues(use))
        // A tensor without rank cannot be copied, but what it is cast from.
        if (isa<RankedTensorType>(alias.value.getType()))
          views.insert(alias.value);
        else
          copied.insert(&use);
    }
  }
  for (OpOperand *use : copied)
    copyOperand(*use);
}
