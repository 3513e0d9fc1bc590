//===- LiftBranches.cpp - Branches that carry tensors ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's analysis does not follow tensors into the arguments of a block: it
// lets an operation overwrite a tensor that another branch carries on. It does
// follow them through structured control flow, which upstream makes of any.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CFGToSCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::branchesCarryTensors(Region &region) {
  return !region.empty() &&
         llvm::any_of(llvm::drop_begin(region), [](Block &block) {
           return llvm::any_of(block.getArgumentTypes(),
                               llvm::IsaPred<TensorType>);
         });
}

/// True if several blocks of a region end it with tensors. Upstream bufferizes
/// an operation with one end only.
static bool yieldsTensorsTwice(Region &region) {
  return isa<scf::ExecuteRegionOp>(region.getParentOp()) &&
         llvm::count_if(region, [](Block &block) {
           Operation *end = block.getTerminator();
           return isa<scf::YieldOp>(end) &&
                  llvm::any_of(end->getOperandTypes(),
                               llvm::IsaPred<TensorType>);
         }) > 1;
}

/// Makes tensors that no branch has computed empty ones.
static void fillUndefined(Region &region) {
  region.walk([](ub::PoisonOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      return;
    OpBuilder builder(op);
    SmallVector<OpFoldResult> sizes;
    for (int64_t extent : type.getShape())
      sizes.push_back(
          builder.getIndexAttr(ShapedType::isDynamic(extent) ? 0 : extent));
    op.replaceAllUsesWith(createEmpty(builder, op.getLoc(), type, sizes));
    op.erase();
  });
}

LogicalResult mlir::tiled_layout::liftBranches(Operation *root) {
  SmallVector<Region *> regions;
  root->walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      if (branchesCarryTensors(region) || yieldsTensorsTwice(region))
        regions.push_back(&region);
  });
  for (Region *region : regions) {
    DominanceInfo dominance;
    ControlFlowToSCFTransformation transformation;
    if (failed(transformCFGToSCF(*region, transformation, dominance)))
      return failure();
    fillUndefined(*region);
  }
  return success();
}
