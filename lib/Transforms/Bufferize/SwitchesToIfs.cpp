//===- SwitchesToIfs.cpp - Switches that yield tensors --------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's analysis does not know that a result of `scf.index_switch` may be
// the tensor that a case yields, and lets both be written to. It does know it
// of `scf.if`.
//
//===----------------------------------------------------------------------===//

#include "BufferizeSteps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Builds the cases of a switch from number `first` on, and the default, and
/// returns their results.
static ValueRange buildCases(IRRewriter &rewriter, scf::IndexSwitchOp op,
                             unsigned first) {
  Location loc = op.getLoc();
  Value number =
      arith::ConstantIndexOp::create(rewriter, loc, op.getCases()[first]);
  Value isCase = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                       op.getArg(), number);
  auto branches = scf::IfOp::create(rewriter, loc, op.getResultTypes(), isCase,
                                    /*addThenBlock=*/false,
                                    /*addElseBlock=*/false);
  branches.getThenRegion().takeBody(op.getCaseRegions()[first]);
  if (first + 1 == op.getNumCases()) {
    branches.getElseRegion().takeBody(op.getDefaultRegion());
    return branches.getResults();
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.createBlock(&branches.getElseRegion());
  ValueRange others = buildCases(rewriter, op, first + 1);
  scf::YieldOp::create(rewriter, loc, others);
  return branches.getResults();
}

void mlir::tiled_layout::makeIfsOfSwitches(Operation *root) {
  SmallVector<scf::IndexSwitchOp> switches;
  root->walk([&](scf::IndexSwitchOp op) {
    if (llvm::any_of(op.getResultTypes(), llvm::IsaPred<TensorType>))
      switches.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (scf::IndexSwitchOp op : switches) {
    rewriter.setInsertionPoint(op);
    if (op.getNumCases() != 0) {
      rewriter.replaceOp(op, buildCases(rewriter, op, /*first=*/0));
      continue;
    }
    Operation *yield = op.getDefaultBlock().getTerminator();
    rewriter.inlineBlockBefore(&op.getDefaultBlock(), op);
    rewriter.replaceOp(op, yield->getOperands());
    rewriter.eraseOp(yield);
  }
}
