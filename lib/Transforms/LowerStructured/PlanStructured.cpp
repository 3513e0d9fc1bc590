//===- PlanStructured.cpp - Attaches plans to structured operations -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/StructuredPasses.h"

#include "../../IR/OddOperations.h"
#include "../Remarks.h"
#include "FlatElementwise.h"
#include "MergedWindows.h"
#include "OrderedOutputs.h"
#include "PermutedCopies.h"
#include "StagedOperands.h"
#include "StructuredRewrites.h"
#include "VectorRows.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/StructuredOps.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Structured/DotProducts.h"
#include "tiled_layout/Target/Threads.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_PLANSTRUCTUREDPASS
#include "tiled_layout/Transforms/StructuredPasses.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

class PlanStructuredPass
    : public tiled_layout::impl::PlanStructuredPassBase<PlanStructuredPass> {
public:
  using PlanStructuredPassBase::PlanStructuredPassBase;

private:
  void runOnOperation() final {
    if (failed(verifyMemRefsBelow(getOperation())) ||
        failed(replaceOddOperations(getOperation())))
      return signalPassFailure();
    if (llvm::Error error = checkThreads(threads)) {
      emitError(getOperation()->getLoc()) << toString(std::move(error));
      return signalPassFailure();
    }
    decomposeSoftmaxes(getOperation());
    expandPowers();
    expandIndices();
    readResultsAsOutputs(getOperation());
    if (failed(splitZeroPoints(getOperation())) ||
        (wideSums && failed(widenSums(getOperation()))) || failed(takeCopies()))
      return signalPassFailure();
    for (linalg::LinalgOp op : getUnplanned(getOperation())) {
      if (!op.hasPureBufferSemantics()) {
        remark::missed(op.getLoc(), getRemarkOpts(op, "plan-structured"))
            << remark::reason("it is not on memrefs; tiled-layout-bufferize "
                              "puts it on them");
        continue;
      }
      // Neither is an input copied.
      if (readsOwnResults(op)) {
        remark::missed(op.getLoc(), getRemarkOpts(op, "plan-structured"))
            << remark::reason("an input is the array of its results");
        continue;
      }
      // An operation without iterations does nothing, but its parts would be no
      // parts of arrays.
      if (llvm::is_contained(op.getStaticLoopRanges(), 0)) {
        op.erase();
        continue;
      }
      FailureOr<Target> target = getTargetOf(op);
      if (failed(target))
        return signalPassFailure();
      IRRewriter rewriter(&getContext());
      if (runsOnDevice(op)) {
        planParts(rewriter, op, *target);
        continue;
      }
      for (linalg::LinalgOp part : splitOutputs(rewriter, op))
        for (linalg::LinalgOp split :
             splitDivided(rewriter, part, *target, [&](linalg::LinalgOp op) {
               return hasVectors(op, *target);
             }))
          planParts(rewriter, split, *target);
    }
  }

  void planParts(RewriterBase &rewriter, linalg::LinalgOp op,
                 const Target &target) {
    narrowIndices(op);
    if (isNarrowPermutedCopy(op))
      return plan(op, target);
    for (linalg::LinalgOp part : stageOperands(rewriter, op, target))
      plan(part, target);
  }

  /// Takes over copies that relayouts have no good plans for: one of several
  /// rows that share words, where masks leave out the others, and arrays of
  /// extents that are known at run time only, if they are transposed.
  LogicalResult takeCopies() {
    SmallVector<Operation *> copies;
    getOperation()->walk([&](Operation *op) {
      auto relayout = dyn_cast<RelayoutOp>(op);
      if (isa<memref::CopyOp>(op) || (relayout && !relayout.getPadding()))
        if (!op->hasAttr(planAttrName))
          copies.push_back(op);
    });
    for (Operation *op : copies) {
      auto source = dyn_cast<MemRefType>(op->getOperand(0).getType());
      auto dest = dyn_cast<MemRefType>(op->getOperand(1).getType());
      if (!source || !dest || source.getMemorySpace() != dest.getMemorySpace())
        continue;
      bool isDynamic = !source.hasStaticShape() || !dest.hasStaticShape();
      bool mayBeRow = isView(source) || isView(dest);
      if (!isDynamic && !mayBeRow)
        continue;
      FailureOr<Target> target = getTargetOf(op);
      if (failed(target))
        return failure();
      OpBuilder builder(op);
      auto copy = linalg::CopyOp::create(builder, op->getLoc(),
                                         op->getOperand(0), op->getOperand(1));
      std::string reason;
      std::optional<StructuredProblem> problem;
      std::optional<StructuredPlan> plan =
          findPlan(copy, *target, problem, reason);
      if (plan && ((isDynamic && !plan->transposed.empty()) ||
                   (mayBeRow && copiesRowAlone(*problem, *plan)))) {
        copy->setDiscardableAttrs(op->getDiscardableAttrDictionary());
        op->erase();
      } else {
        copy.erase();
      }
    }
    return success();
  }

  /// True if a plan copies, with vectors, a row that shares words.
  static bool copiesRowAlone(const StructuredProblem &problem,
                             const StructuredPlan &plan) {
    return plan.lanes > 1 && plan.transposed.empty() &&
           llvm::any_of(problem.operands, [&](const OperandAccess &operand) {
             auto interleave = operand.getInterleave(plan.vectorDim);
             return interleave && (interleave->isAlone ||
                                   (operand.isOutput && interleave->dim >= 0 &&
                                    problem.extents[interleave->dim] == 1));
           });
  }

  /// Powers of constant exponents become products, which have vectors.
  void expandPowers() {
    SmallVector<Operation *> powers;
    getOperation()->walk([&](math::FPowIOp op) {
      if (isa<linalg::LinalgOp>(op->getParentOp()) &&
          matchPattern(op.getRhs(), m_Constant()))
        powers.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    math::populateExpansionPatterns(patterns, {"fpowi"});
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingOps);
    (void)applyOpPatternsGreedily(powers, std::move(patterns), config);
  }

  /// Affine maps of indices become what vectors have: an index, or arithmetic.
  /// Positions that go with one index stay, for they say how neighbours lie,
  /// and those of the affine dialect, which takes no others.
  void expandIndices() {
    SmallVector<affine::AffineApplyOp> applies;
    getOperation()->walk([&](affine::AffineApplyOp op) {
      if (isa<linalg::LinalgOp>(op->getParentOp()))
        applies.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (affine::AffineApplyOp op : applies) {
      AffineMap map = op.getAffineMap();
      SmallVector<Value> operands(op.getMapOperands());
      affine::canonicalizeMapAndOperands(&map, &operands);
      rewriter.setInsertionPoint(op);
      bool isPosition =
          map.getNumInputs() == 1 && !isa<AffineDimExpr>(map.getResult(0));
      auto staysFor = [&](Operation *user) {
        return isa<affine::AffineDialect>(user->getDialect()) ||
               (isPosition && isa<memref::LoadOp>(user));
      };
      auto values =
          llvm::any_of(op->getUsers(), staysFor)
              ? std::nullopt
              : affine::expandAffineMap(rewriter, op.getLoc(), map, operands);
      if (values)
        rewriter.replaceOp(op, *values);
    }
  }

  /// Says in the body of a named sum of products without a plan that it rounds
  /// as one with a plan does, so that a layout does not change a result.
  void fuse(linalg::LinalgOp op) {
    if (isa<linalg::GenericOp>(op) || !setContract(op))
      return;
    IRRewriter rewriter(&getContext());
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }

  /// Returns a value, or nothing and why.
  template <typename T>
  static std::optional<T> take(llvm::Expected<T> value, std::string &reason) {
    if (value)
      return std::move(*value);
    reason = toString(value.takeError());
    return std::nullopt;
  }

  /// Returns the plan of an operation as it stands, and what it was made from.
  std::optional<StructuredPlan>
  findPlan(linalg::LinalgOp op, const Target &target,
           std::optional<StructuredProblem> &problem, std::string &reason) {
    problem = take(getStructuredProblem(op, {reassoc, fuseNamed, dot}), reason);
    return problem ? take(planStructured(*problem, target), reason)
                   : std::nullopt;
  }

  /// True if an operation has a plan of vectors as it stands.
  bool hasVectors(linalg::LinalgOp op, const Target &target) {
    std::string reason;
    std::optional<StructuredProblem> problem;
    std::optional<StructuredPlan> plan = findPlan(op, target, problem, reason);
    return plan && plan->lanes > 1;
  }

  /// Replaces an operation by one with merged windows, if its plan has dot
  /// instructions.
  void takeMergedWindows(linalg::LinalgOp &op, const Target &target,
                         std::optional<StructuredProblem> &problem,
                         std::optional<StructuredPlan> &plan) {
    int64_t steps = getDotSteps(target, problem->dot.kind);
    IRRewriter rewriter(&getContext());
    linalg::LinalgOp merged =
        steps == 0 ? nullptr : mergeWindows(rewriter, op, steps);
    if (!merged)
      return;
    if (fuseNamed && !isa<linalg::GenericOp>(op))
      setContract(merged);
    std::string reason;
    std::optional<StructuredProblem> other;
    std::optional<StructuredPlan> better =
        findPlan(merged, target, other, reason);
    if (better && better->dotSteps != 0) {
      rewriter.eraseOp(op);
      op = merged;
      problem = std::move(other);
      plan = std::move(better);
      return;
    }
    SmallVector<Value> operands = merged->getOperands();
    rewriter.eraseOp(merged);
    for (Value operand : operands)
      if (auto view = operand.getDefiningOp<memref::CollapseShapeOp>();
          view && view->use_empty())
        rewriter.eraseOp(view);
  }

  /// Replaces an operation by others on other views of its arrays, and plans
  /// these. `isShort` is true if it has no vectors of whole registers as it
  /// stands. Returns false if there are none.
  bool planParts(linalg::LinalgOp op, bool isShort, const Target &target) {
    IRRewriter rewriter(&getContext());
    SmallVector<linalg::LinalgOp> parts;
    if (isShort)
      parts = flattenElementwise(rewriter, op);
    // The first index of a maximum is found along one loop.
    if (parts.empty() && (isShort || !op.hasIndexSemantics()))
      parts = splitIntoRows(rewriter, op);
    for (linalg::LinalgOp part : parts)
      plan(part, target);
    return !parts.empty();
  }

  void plan(linalg::LinalgOp op, const Target &target) {
    auto options = getRemarkOpts(op, "plan-structured");
    IRRewriter rewriter(&getContext());
    std::string reason;
    std::optional<StructuredProblem> problem;
    std::optional<StructuredPlan> plan = findPlan(op, target, problem, reason);
    if (problem && problem->mayUseDot)
      takeMergedWindows(op, target, problem, plan);
    if (problem && mayBeInOrder(op)) {
      SmallVector<int64_t> axes = chooseOutputOrder(*problem, target, plan);
      if (!axes.empty()) {
        putInOrder(rewriter, op, axes, target);
        plan = findPlan(op, target, problem, reason);
      }
    }
    if (plan && !isPermutedCopy(op) && putAlike(rewriter, op, *plan, target))
      plan = findPlan(op, target, problem, reason);
    if (isPermutedCopy(op) && (!plan || suitsRelayout(*problem, *plan))) {
      remark::passed(op.getLoc(), options)
          << remark::metric("plan", StringRef("relayout"));
      return replaceByRelayout(rewriter, op);
    }
    bool isShort =
        !plan || plan->lanes * plan->interleave * problem->widestBits < 128;
    if (planParts(op, isShort, target))
      return;
    if (!plan) {
      remark::missed(op.getLoc(), options) << remark::reason("{0}", reason);
      if (problem)
        plan = planElements(*problem, target);
    } else if (plan->lanes == 1) {
      remark::missed(op.getLoc(), options)
          << remark::reason("{0}", problem->noVectors.empty()
                                       ? "sums keep their order; reassoc=true "
                                         "allows vectors of partial ones"
                                       : problem->noVectors);
    }
    if (!plan) {
      if (fuseNamed)
        fuse(op);
      return;
    }
    shareSteps(*problem, threads, *plan);
    // Say so where the operation alone does not allow the order.
    std::optional<StructuredProblem> strict =
        expectedToOptional(getStructuredProblem(op, {false, fuseNamed}));
    plan->reassoc = strict && errorToBool(checkPlan(*strict, *plan));
    remark::passed(op.getLoc(), options)
        << remark::metric("plan", toString(*plan));
    op->setAttr(kStructuredPlanName,
                StructuredPlanAttr::get(&getContext(), std::move(*plan)));
  }
};

} // namespace
