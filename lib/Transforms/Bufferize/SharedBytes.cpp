//===- SharedBytes.cpp - Parallel stores of parts of bytes ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of `scf.forall` insert slices that do not overlap. Elements of
// less than a byte may still share bytes with those of other slices, and two
// threads that change one byte lose what one of them stored.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "../../IR/AnyWithin.h"
#include "../Remarks.h"

#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if an operand is memory whose elements share bytes, and that an
/// iteration of a loop has not allocated itself.
static bool sharesBytes(Value memory, scf::ForallOp loop) {
  auto type = dyn_cast<MemRefType>(memory.getType());
  if (!type || !isTiled(type) || getBitsPerElement(ShapedType(type)) >= 8)
    return false;
  memory = memref::skipViewLikeOps(cast<MemrefValue>(memory));
  auto allocation = memory.getDefiningOp<MemoryEffectOpInterface>();
  return !allocation || !loop->isAncestor(allocation) ||
         !allocation.getEffectOnValue<MemoryEffects::Allocate>(memory);
}

/// True if an operation may write to such an operand. What says nothing of its
/// effects may.
static bool writesSharedBytes(Operation *op, scf::ForallOp loop) {
  if (isa<ViewLikeOpInterface>(op))
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return sharesBytes(operand, loop) &&
           (!effects ||
            effects.getEffectOnValue<MemoryEffects::Write>(operand));
  });
}

void mlir::tiled_layout::orderStoresOfSharedBytes(Operation *root) {
  SmallVector<scf::ForallOp> loops;
  root->walk([&](scf::ForallOp loop) {
    auto writes = [&](Operation *op) { return writesSharedBytes(op, loop); };
    if (loop.getNumResults() == 0 && anyWithin(loop, writes))
      loops.push_back(loop);
  });
  IRRewriter rewriter(root->getContext());
  for (scf::ForallOp loop : loops) {
    remark::missed(loop.getLoc(), getRemarkOpts(loop, "bufferize"))
        << "the loop is not parallel: its iterations may store elements "
           "that share bytes";
    rewriter.setInsertionPoint(loop);
    // A loop without results is always replaced.
    (void)scf::forallToForLoop(rewriter, loop);
  }
}
