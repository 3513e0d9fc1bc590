//===- PlanRelayouts.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/TargetOfModule.h"
#include "tiled_layout/Transforms/Passes.h"

#include "LaneLoops.h"
#include "RelayoutLoops.h"
#include "VectorLoops.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Target/Threads.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_PLANRELAYOUTSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

PlanOptions mlir::tiled_layout::restrictOptions(Operation *op,
                                                PlanOptions options) {
  // Threads that share a loop around have none to share this one with.
  bool isShared = op->getParentOfType<scf::ParallelOp>() ||
                  op->getParentOfType<scf::ForallOp>();
  if (isShared || runsOnDevice(op))
    options.threads = 1;
  if (runsOnDevice(op))
    options.vectorBits = 0;
  return options;
}

/// True if blocks under masks copy runs of a view faster than lanes do: masks
/// take edges at once that lanes take piece by piece. With edges that are known
/// at run time only, that pays for elements that share a word.
static bool prefersBlocks(MemRefType source, MemRefType dest,
                          const PlanOptions &options) {
  constexpr int64_t wordBits = 32;
  std::optional<int64_t> bits = getBitsPerElement(ShapedType(dest));
  bool isStatic = source.hasStaticShape() && dest.hasStaticShape();
  return (isView(source) || isView(dest)) && bits && options.hasMasks(*bits) &&
         (isStatic || *bits < wordBits);
}

std::optional<PlannedRelayout>
mlir::tiled_layout::planOtherLoops(Location loc, Value from, Value to,
                                   const PlanOptions &options) {
  auto source = cast<MemRefType>(from.getType()),
       dest = cast<MemRefType>(to.getType());
  std::optional<PlannedRelayout> blocks = planViewLoops(source, dest, options);
  if (blocks &&
      (blocks->plan.permutation.kind != BlockPermutation::Kind::None ||
       prefersBlocks(source, dest, options)))
    return blocks;
  if (auto planned = planLaneLoops(loc, from, to, options))
    return planned;
  return blocks;
}

/// Attaches a plan, where vectors or lanes can do the relayout.
static void plan(Operation *op, PlanOptions options) {
  auto source = dyn_cast<MemRefType>(op->getOperand(0).getType());
  auto dest = dyn_cast<MemRefType>(op->getOperand(1).getType());
  if (!source || !dest || !mayHavePlan(source, dest) ||
      hasNoElements(source, dest))
    return;
  auto relayout = dyn_cast<RelayoutOp>(op);
  options.fillsPadding = relayout && relayout.getPaddingValue();
  std::optional<PlannedRelayout> made = planVectorLoops(source, dest, options);
  options.fillsPadding = false;
  if (!made)
    made = planOtherLoops(op->getLoc(), op->getOperand(0), op->getOperand(1),
                          options);
  if (!made)
    return;
  std::optional<PlanChoice> choice =
      getPlanChoice(made->arrays, made->plan, made->vectorBits);
  if (!choice)
    return;
  // What the verifier would refuse, such as a block of too many elements, is
  // left to the lowering.
  llvm::Expected<RelayoutPlan> again = getRelayoutPlan(
      made->arrays, dest.getElementTypeBitWidth(), *choice, options);
  if (again)
    op->setAttr(planAttrName, PlanAttr::getFor(op->getContext(), *choice));
  else
    llvm::consumeError(again.takeError());
}

namespace {

class PlanRelayoutsPass
    : public tiled_layout::impl::PlanRelayoutsPassBase<PlanRelayoutsPass> {
public:
  using PlanRelayoutsPassBase::PlanRelayoutsPassBase;

private:
  void runOnOperation() final {
    if (llvm::Error error = checkThreads(threads)) {
      emitError(getOperation()->getLoc()) << toString(std::move(error));
      return signalPassFailure();
    }
    FailureOr<Target> target = getTargetOf(getOperation());
    if (failed(target) || failed(verifyMemRefsBelow(getOperation())))
      return signalPassFailure();
    PlanOptions options = getPlanOptions(*target, threads);
    if (options.vectorBits == 0)
      return;
    getOperation()->walk([&](Operation *op) {
      auto copy = dyn_cast<memref::CopyOp>(op);
      if (!op->hasAttr(planAttrName) && !runsOnDevice(op) &&
          (isa<RelayoutOp>(op) || (copy && isRelayout(copy))))
        plan(op, restrictOptions(op, options));
    });
  }
};

} // namespace
