//===- FenceSelections.cpp - What LLVM must not search behind -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_FENCESELECTIONSPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;

/// Puts a fence behind each selected float that a branch hands to a block.
static void fenceSelections(BranchOpInterface branch, unsigned successor) {
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

namespace {

class FenceSelectionsPass
    : public tiled_layout::impl::FenceSelectionsPassBase<FenceSelectionsPass> {
public:
  using FenceSelectionsPassBase::FenceSelectionsPassBase;

private:
  void runOnOperation() final {
    DominanceInfo dominance(getOperation());
    getOperation()->walk([&](BranchOpInterface branch) {
      for (auto [number, block] : llvm::enumerate(branch->getSuccessors()))
        if (dominance.dominates(block, branch->getBlock()))
          fenceSelections(branch, number);
    });
  }
};

} // namespace
