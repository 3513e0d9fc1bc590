//===- LowerStructured.cpp - Carries plans out ----------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/LowerOperation.h"
#include "tiled_layout/Transforms/StructuredPasses.h"

#include "../../IR/AnyWithin.h"
#include "../NoAlias.h"
#include "../Remarks.h"
#include "LoopNest.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Structured/DotProducts.h"

#include "mlir/Dialect/AMX/AMXDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LOWERSTRUCTUREDPASS
#include "tiled_layout/Transforms/StructuredPasses.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// Fails if the target lacks an instruction of the plan.
static llvm::Error checkInstructions(const Target &target, DotBody::Kind kind,
                                     const StructuredPlan &plan) {
  if (plan.dotSteps == 0 ||
      (plan.matrixRows != 0
           ? hasMatrixInstruction(target, kind)
           : hasDotInstruction(target, kind, plan.dotSteps, plan.lanes)))
    return llvm::Error::success();
  return llvm::createStringError(
      "target '" + target.name + "' has no instruction " +
      (plan.matrixRows != 0
           ? "that multiplies such matrices"
           : "for dot products of " + std::to_string(plan.dotSteps) +
                 " in vectors of " + std::to_string(plan.lanes) + " sums"));
}

/// True if each result is in registers from its first step to its last one, as
/// elements of vectors of results.
static bool holdsResults(const Target &target, const StructuredProblem &problem,
                         const StructuredPlan &plan) {
  bool isInReduction = false;
  for (const PlanLoop &loop : plan.loops) {
    if (isInReduction && !problem.isReduction[loop.dim])
      return false;
    isInReduction |= problem.isReduction[loop.dim];
  }
  return problem.hasReduction() && !problem.isReduction[plan.vectorDim] &&
         plan.interleave == 1 && plan.matrixRows == 0 &&
         !(plan.dotSteps != 0 && needsCorrection(target, problem, plan));
}

/// True if an operation may read the array of its results as something else:
/// an input at the same index may be that array, and so may what its body
/// loads from.
static bool mayReadResults(linalg::LinalgOp op) {
  OpOperand *output = op.getDpsInitOperand(0);
  Value results = getArray(output->get());
  auto isOther = [&](Value memref) {
    Value array = getArray(memref);
    return array != results && areSameOrNoAlias(array, results);
  };
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!isa<MemRefType>(input->get().getType()))
      continue;
    bool isAtSameIndex =
        op.getMatchingIndexingMap(input) == op.getMatchingIndexingMap(output);
    if (getArray(input->get()) == results ||
        (isAtSameIndex && !isOther(input->get())))
      return true;
  }
  return anyWithin(op.getOperation(), [&](memref::LoadOp load) {
    return !isOther(load.getMemRef());
  });
}

/// Returns the operation in front of one with a plan that fills the array of
/// its results, if it is not needed where these begin with that value in
/// registers; null if there is none.
static linalg::FillOp findFill(linalg::LinalgOp op) {
  auto plan = op->getAttrOfType<StructuredPlanAttr>(kStructuredPlanName);
  if (!plan || op.getNumDpsInits() != 1 || !op.hasPureBufferSemantics())
    return {};
  auto problem = getStructuredProblem(op, {plan.getPlan().reassoc});
  if (!problem) {
    llvm::consumeError(problem.takeError());
    return {};
  }
  FailureOr<Target> target = getTargetOf(op);
  if (failed(target))
    return {};
  OpOperand *output = op.getDpsInitOperand(0);
  AffineMap map = op.getMatchingIndexingMap(output);
  // All elements are results, and there are steps for each.
  if (!holdsResults(*target, *problem, plan.getPlan()) ||
      llvm::is_contained(problem->extents, 0) ||
      !map.isProjectedPermutation() ||
      map.getNumResults() != op.getNumParallelLoops() || mayReadResults(op))
    return {};
  for (Operation *before = op->getPrevNode(); before;
       before = before->getPrevNode()) {
    auto fill = dyn_cast<linalg::FillOp>(before);
    if (fill && fill.hasPureBufferSemantics() &&
        fill.getOutputs().front() == output->get() &&
        fill.getInputs().front().getType() ==
            getElementTypeOrSelf(output->get()))
      return fill;
    if (!isMemoryEffectFree(before) &&
        !isa<memref::AllocOp, memref::AllocaOp>(before))
      break;
  }
  return {};
}

/// Replaces an operation by loops; results begin with what `fill` fills their
/// array with, if there is such an operation, which stays.
static llvm::Error lower(OpBuilder &builder, linalg::LinalgOp op,
                         linalg::FillOp fill) {
  auto plan = op->getAttrOfType<StructuredPlanAttr>(kStructuredPlanName);
  if (!plan)
    return llvm::createStringError("it has no plan");
  auto problem = getStructuredProblem(op, {plan.getPlan().reassoc});
  if (!problem)
    return problem.takeError();
  if (llvm::Error error = checkPlan(*problem, plan.getPlan()))
    return error;
  FailureOr<Target> target = getTargetOf(op);
  if (failed(target))
    return llvm::createStringError("the target is not known");
  if (llvm::Error error =
          checkInstructions(*target, problem->dot.kind, plan.getPlan()))
    return error;
  for (OperandAccess &operand : problem->operands)
    operand.lacksMasks = !target->hasMasks(operand.elementBits);
  // No body runs without elements, of which panels have no layout either.
  if (!llvm::is_contained(problem->extents, 0)) {
    StructuredProblem packed = getPackedProblem(*problem, plan.getPlan());
    LoopNest(builder, op, *target, *problem, packed, plan.getPlan(),
             fill ? fill.getInputs().front() : Value())
        .emit();
  }
  op.erase();
  return llvm::Error::success();
}

llvm::Error mlir::tiled_layout::lowerStructured(OpBuilder &builder,
                                                linalg::LinalgOp op) {
  return lower(builder, op, /*fill=*/{});
}

/// Reports how much code was made of an operation: what is after `before`, or
/// at the head of the block, in front of `end`.
static void reportCode(Operation *before, Operation *end, Location loc,
                       const remark::RemarkOpts &options) {
  int64_t loops = 0, operations = 0, relayouts = 0;
  Operation *first = before ? before->getNextNode() : &end->getBlock()->front();
  for (Operation *op = first; op != end; op = op->getNextNode())
    op->walk([&](Operation *inner) {
      loops += isa<LoopLikeOpInterface>(inner);
      relayouts += isa<RelayoutOp>(inner);
      ++operations;
    });
  remark::passed(loc, options) << remark::metric("loops", loops)
                               << remark::metric("operations", operations)
                               << remark::metric("relayouts", relayouts);
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
    llvm::DenseMap<Operation *, linalg::FillOp> fills;
    llvm::DenseSet<Operation *> dropped;
    for (linalg::LinalgOp op : ops)
      if (linalg::FillOp fill = findFill(op)) {
        fills[op] = fill;
        dropped.insert(fill);
      }
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      if (dropped.contains(op))
        continue;
      Operation *before = op->getPrevNode(), *end = op->getNextNode();
      Location loc = op.getLoc();
      auto options = getRemarkOpts(op, "lower-structured");
      linalg::FillOp fill = fills.lookup(op);
      if (fill && before == fill)
        before = fill->getPrevNode();
      if (llvm::Error error = lower(rewriter, op, fill)) {
        op->emitOpError() << "cannot run as '" << kStructuredPlanName
                          << "' says: " << toString(std::move(error));
        return signalPassFailure();
      }
      if (fill)
        fill->erase();
      reportCode(before, end, loc, options);
    }
  }
};

} // namespace
