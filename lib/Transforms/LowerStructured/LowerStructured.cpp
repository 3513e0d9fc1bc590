//===- LowerStructured.cpp - Carries plans out ----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/LowerOperation.h"
#include "tiled_layout/Transforms/StructuredPasses.h"

#include "LoopNest.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LOWERSTRUCTUREDPASS
#include "tiled_layout/Transforms/StructuredPasses.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

LogicalResult mlir::tiled_layout::lowerStructured(OpBuilder &builder,
                                                  linalg::LinalgOp op,
                                                  std::string &reason) {
  auto plan = op->getAttrOfType<StructuredPlanAttr>(kStructuredPlanName);
  if (!plan) {
    reason = "it has no plan";
    return failure();
  }
  std::optional<StructuredProblem> problem =
      getStructuredProblem(op, {}, reason);
  if (problem)
    reason = checkPlan(*problem, plan.getPlan());
  if (!reason.empty())
    return failure();
  LoopNest(builder, op, *problem, plan.getPlan()).emit();
  op.erase();
  return success();
}

namespace {

class LowerStructuredPass
    : public tiled_layout::impl::LowerStructuredPassBase<LowerStructuredPass> {
  void runOnOperation() final {
    if (failed(verifyMemRefsBelow(getOperation())))
      return signalPassFailure();
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op->hasAttr(kStructuredPlanName))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      std::string reason;
      if (failed(lowerStructured(rewriter, op, reason))) {
        op->emitOpError() << "cannot run as '" << kStructuredPlanName
                          << "' says: " << reason;
        return signalPassFailure();
      }
    }
  }
};

} // namespace
