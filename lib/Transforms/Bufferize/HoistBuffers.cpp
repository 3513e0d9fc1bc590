//===- HoistBuffers.cpp - One buffer for all iterations -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's hoisting of allocations whose buffer does not outlive an
// iteration. It moves the extents of buffers first, which upstream takes as
// they stand, and knows what upstream does not ask: who frees the memory.
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Bufferize.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if something below frees memory.
static bool freesMemory(Operation *root) {
  return root
      ->walk([](Operation *op) {
        return hasEffect<MemoryEffects::Free>(op) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Returns the operations in loops that compute extents of buffers there.
static llvm::SetVector<Operation *> findExtents(Operation *root) {
  llvm::SetVector<Operation *> extents;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.filter = [](Operation *op) {
    return op->getParentOfType<LoopLikeOpInterface>() &&
           op->getNumRegions() == 0;
  };
  root->walk([&](memref::AllocOp alloc) {
    for (Value operand : alloc.getOperands())
      (void)getBackwardSlice(operand, &extents, options);
  });
  return extents;
}

void mlir::tiled_layout::hoistBuffers(Operation *root) {
  if (freesMemory(root))
    return;
  root->walk([](FunctionOpInterface function) {
    if (function.isExternal() ||
        !function
             .walk([](memref::AllocOp alloc) {
               return alloc->getParentOfType<LoopLikeOpInterface>()
                          ? WalkResult::interrupt()
                          : WalkResult::advance();
             })
             .wasInterrupted())
      return;
    llvm::SetVector<Operation *> extents = findExtents(function);
    // Inner loops first.
    if (!extents.empty())
      function.walk([&](LoopLikeOpInterface loop) {
        moveLoopInvariantCode(
            loop.getLoopRegions(),
            [&](Value value, Region *) {
              return loop.isDefinedOutsideOfLoop(value);
            },
            [&](Operation *op, Region *) {
              return extents.contains(op) && isMemoryEffectFree(op) &&
                     isSpeculatable(op);
            },
            [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
      });
    bufferization::hoistBuffersFromLoops(function);
  });
}
