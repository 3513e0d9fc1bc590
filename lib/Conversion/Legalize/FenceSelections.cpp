//===- FenceSelections.cpp - What LLVM must not search behind -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

/// Puts a fence after each selected float that a branch hands to a block.
static void fenceOperands(BranchOpInterface branch, unsigned successor) {
  for (OpOperand &operand :
       branch.getSuccessorOperands(successor).getMutableForwardedOperands()) {
    auto select = operand.get().getDefiningOp<LLVM::SelectOp>();
    Type type = operand.get().getType();
    if (!select || !isa<FloatType>(getElementTypeOrSelf(type)))
      continue;
    OpBuilder builder(branch);
    auto fence = LLVM::CallIntrinsicOp::create(
        builder, select.getLoc(), type,
        builder.getStringAttr("llvm.arithmetic.fence"), operand.get());
    operand.set(fence.getResult(0));
  }
}

void mlir::tiled_layout::fenceSelections(Operation *root) {
  DominanceInfo dominance(root);
  root->walk([&](BranchOpInterface branch) {
    for (auto [number, block] : llvm::enumerate(branch->getSuccessors()))
      if (dominance.dominates(block, branch->getBlock()))
        fenceOperands(branch, number);
  });
}
