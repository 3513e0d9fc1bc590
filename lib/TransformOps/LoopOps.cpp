//===- LoopOps.cpp - Loops in transform scripts ---------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/TransformOps/TransformOps.h"

#include "ApplyToEach.h"

#include "../Transforms/LowerRelayouts/RelayoutLoops.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/StructuredOps.h"
#include "tiled_layout/IR/StructuredPlanAttr.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Transforms/LowerOperation.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Calls `check`, and returns the first error that it emits instead of a
/// result; empty if it succeeds.
static std::string getError(MLIRContext *context,
                            function_ref<LogicalResult()> check) {
  std::string message;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (message.empty())
      message = diagnostic.str();
    return success();
  });
  return succeeded(check()) ? "" : message.empty() ? "refused" : message;
}

/// Calls `replace`, which puts loops in place of `op` or leaves it, and adds
/// the outermost loops to `loops`.
static LogicalResult collectLoops(Operation *op,
                                  SmallVectorImpl<Operation *> &loops,
                                  function_ref<LogicalResult()> replace) {
  Block *block = op->getBlock();
  Operation *before = op->getPrevNode(), *after = op->getNextNode();
  if (failed(replace()))
    return failure();
  Block::iterator begin =
      before ? std::next(before->getIterator()) : block->begin();
  Block::iterator end = after ? after->getIterator() : block->end();
  for (Operation &made : llvm::make_range(begin, end))
    made.walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
      loops.push_back(loop);
      return WalkResult::skip();
    });
  return success();
}

//===----------------------------------------------------------------------===//
// lower
//===----------------------------------------------------------------------===//

LogicalResult transform::LowerOp::verify() {
  std::optional<Attribute> plan = getPlan();
  if (!plan || isa<PlanAttr, StructuredPlanAttr>(*plan))
    return success();
  return emitOpError() << "needs a plan of a relayout or of a structured "
                          "operation, but has "
                       << *plan;
}

/// Says why a target stays as it is.
static DiagnosedSilenceableFailure refuse(Operation *target,
                                          const Twine &reason) {
  return emitSilenceableFailure(target)
         << "cannot be lowered to loops: " << reason;
}

static DiagnosedSilenceableFailure
lowerByRelayoutPlan(Operation *target, SmallVectorImpl<Operation *> &loops) {
  // All that can be wrong with the types or the plan is found before anything
  // changes.
  auto source = dyn_cast<MemRefType>(target->getOperand(0).getType());
  auto dest = dyn_cast<MemRefType>(target->getOperand(1).getType());
  if (!source || !dest)
    return refuse(target, "it works on no ranked memrefs");
  if (source.getMemorySpace() != dest.getMemorySpace())
    return refuse(target, "it goes to another memory space");
  std::string reason = getError(target->getContext(), [&]() -> LogicalResult {
    if (failed(verifyMemRefsBelow(target)))
      return failure();
    return getPlanOf(target);
  });
  if (!reason.empty())
    return refuse(target, reason);
  if (failed(
          collectLoops(target, loops, [&] { return lowerRelayout(target); })))
    return DiagnosedSilenceableFailure::definiteFailure();
  return DiagnosedSilenceableFailure::success();
}

/// Attaches the plan that the module's target gives; fails if there is none.
static llvm::Error planForTarget(linalg::LinalgOp op) {
  FailureOr<Target> target = failure();
  std::string reason = getError(op.getContext(), [&] {
    target = getTargetOf(op);
    return LogicalResult(target);
  });
  if (failed(target))
    return llvm::createStringError(reason);
  llvm::Expected<StructuredProblem> problem = getStructuredProblem(op, {});
  if (!problem)
    return problem.takeError();
  llvm::Expected<StructuredPlan> plan = planStructured(*problem, *target);
  std::optional<StructuredPlan> chosen =
      plan ? std::move(*plan) : planElements(*problem, *target);
  if (!chosen)
    return plan.takeError();
  consumeError(plan.takeError());
  op->setAttr(kStructuredPlanName,
              StructuredPlanAttr::get(op.getContext(), std::move(*chosen)));
  return llvm::Error::success();
}

static DiagnosedSilenceableFailure
lowerByStructuredPlan(OpBuilder &builder, linalg::LinalgOp op,
                      SmallVectorImpl<Operation *> &loops) {
  if (!op.hasPureBufferSemantics())
    return refuse(op, "it works on tensors");
  std::string reason =
      getError(op.getContext(), [&] { return verifyMemRefsBelow(op); });
  if (reason.empty() && !op->hasAttr(kStructuredPlanName))
    reason = toString(planForTarget(op));
  if (!reason.empty())
    return refuse(op, reason);
  builder.setInsertionPoint(op);
  if (failed(collectLoops(op, loops, [&] {
        reason = toString(lowerStructured(builder, op));
        return success(reason.empty());
      })))
    return refuse(op, reason);
  return DiagnosedSilenceableFailure::success();
}

static DiagnosedSilenceableFailure
lowerToLoops(OpBuilder &builder, Operation *target, Attribute plan,
             SmallVectorImpl<Operation *> &loops) {
  auto structured = dyn_cast<linalg::LinalgOp>(target);
  auto copy = dyn_cast<memref::CopyOp>(target);
  if (!structured && !isa<RelayoutOp>(target) && !(copy && isRelayout(copy)))
    return refuse(target,
                  "it is neither a relayout nor a structured operation");
  if (plan && isa<StructuredPlanAttr>(plan) != bool(structured))
    return refuse(target, structured ? "the plan is one of a relayout"
                                     : "the plan is one of a structured "
                                       "operation");
  StringRef name =
      structured ? StringRef(kStructuredPlanName) : StringRef(planAttrName);
  Attribute own = target->getAttr(name);
  if (plan)
    target->setAttr(name, plan);
  DiagnosedSilenceableFailure result =
      structured ? lowerByStructuredPlan(builder, structured, loops)
                 : lowerByRelayoutPlan(target, loops);
  if (result.isSilenceableFailure()) {
    // The target is as it was.
    if (own)
      target->setAttr(name, own);
    else
      target->removeAttr(name);
  }
  return result;
}

DiagnosedSilenceableFailure
transform::LowerOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results,
                          transform::TransformState &state) {
  return applyToEach(
      state, getTarget(), results, getOperation()->getOpResult(0),
      [&](Operation *target, SmallVectorImpl<Operation *> &loops) {
        return lowerToLoops(rewriter, target, getPlan().value_or(Attribute()),
                            loops);
      });
}

//===----------------------------------------------------------------------===//
// tile_loops
//===----------------------------------------------------------------------===//

DiagnosedSilenceableFailure
transform::TileLoopsOp::apply(transform::TransformRewriter &rewriter,
                              transform::TransformResults &results,
                              transform::TransformState &state) {
  // A loop is cut with all that is in it.
  auto targets = llvm::to_vector(state.getPayloadOps(getTarget()));
  for (Operation *target : targets)
    if (llvm::any_of(targets, [&](Operation *other) {
          return other->isProperAncestor(target);
        }))
      return emitSilenceableFailure(target)
             << "lies within another loop of the handle, which is cut with it";
  return applyToEach(
      state, getTarget(), results, getOperation()->getOpResult(0),
      [&](Operation *target,
          SmallVectorImpl<Operation *> &loops) -> DiagnosedSilenceableFailure {
        if (!isa<affine::AffineForOp, affine::AffineParallelOp, scf::ForOp,
                 scf::ParallelOp, scf::ForallOp>(target))
          return emitSilenceableFailure(target) << "is no loop";
        std::string reason = getError(
            target->getContext(), [&] { return verifyMemRefsBelow(target); });
        if (!reason.empty())
          return emitSilenceableFailure(target) << "cannot be cut: " << reason;
        (void)collectLoops(target, loops, [&] {
          tileLoop(target, getMaxOperations());
          return success();
        });
        return DiagnosedSilenceableFailure::success();
      });
}
