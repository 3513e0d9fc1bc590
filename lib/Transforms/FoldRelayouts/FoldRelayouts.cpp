//===- FoldRelayouts.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Transforms/Passes.h"

#include "../FencedReads.h"
#include "../LayoutCasts.h"
#include "../Relayouts.h"
#include "../Remarks.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_FOLDRELAYOUTSPASS
#include "tiled_layout/Transforms/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// What the relayouts and transpositions below an operation move.
struct Movement {
  int64_t count = 0;
  Traffic traffic;
};

} // namespace

/// relayout(empty) -> empty: there are no contents to move.
static LogicalResult relayoutNothing(RelayoutOp op, PatternRewriter &rewriter) {
  if (!op.getResult() || op.getPadding() ||
      !isa_and_nonnull<EmptyOp, tensor::EmptyOp>(
          op.getSource().getDefiningOp()))
    return failure();
  rewriter.replaceOp(op, op.getDest());
  return success();
}

/// dim(op(x)) -> dim(x), where both have the same extents.
static LogicalResult askFurtherUp(tensor::DimOp op, PatternRewriter &rewriter) {
  Value source = getExtentsOf(op.getSource());
  if (source == op.getSource())
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op.getSourceMutable().assign(source); });
  return success();
}

/// Returns how often the loops around an operation are known to run it: at
/// least 1.
static int64_t getRuns(Operation *op) {
  uint64_t runs = 1;
  for (auto loop = op->getParentOfType<LoopLikeOpInterface>(); loop;
       loop = loop->getParentOfType<LoopLikeOpInterface>()) {
    std::optional<llvm::APInt> count = loop.getStaticTripCount();
    if (count && !count->isZero())
      runs = llvm::SaturatingMultiply(runs, count->getLimitedValue());
  }
  return std::min<uint64_t>(runs, std::numeric_limits<int64_t>::max());
}

static Movement getMovement(Operation *root) {
  Movement movement;
  root->walk([&](Operation *op) {
    auto dps = dyn_cast<DestinationStyleOpInterface>(op);
    if (!isa<RelayoutOp, linalg::TransposeOp>(op) || op->getNumResults() != 1)
      return;
    int64_t runs = getRuns(op);
    ++movement.count;
    movement.traffic.add(
        cast<RankedTensorType>(dps.getDpsInputs().front().getType()), runs);
    movement.traffic.add(cast<RankedTensorType>(op->getResult(0).getType()),
                         runs);
  });
  return movement;
}

/// Returns the functions below an operation, or itself if there are none.
static SmallVector<Operation *> getFunctions(Operation *root) {
  SmallVector<Operation *> functions;
  root->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    functions.push_back(function);
    return WalkResult::skip();
  });
  if (functions.empty())
    functions.push_back(root);
  return functions;
}

/// Turns transpositions that change nothing but the layout into relayouts. Left
/// alone, they would fold to their inputs, layouts or not.
static void replaceIdentityTransposes(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](linalg::TransposeOp op) {
    if (op->getNumResults() != 1 || !isIdentityPermutation(op.getPermutation()))
      return;
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<RelayoutOp>(op, op->getResult(0).getType(),
                                            op.getInput(), op.getInit(),
                                            Attribute());
  });
}

/// Moves relayouts of what comes from outside of a loop in front of it, but for
/// those to another memory. True if there are some.
static bool hoistRelayouts(Operation *root) {
  IRRewriter rewriter(root->getContext());
  bool changed = false;
  root->walk([&](RelayoutOp op) {
    if (!op.getResult() || op.getPadding())
      return;
    auto type = cast<RankedTensorType>(op.getResult().getType());
    if (!canStandFor(cast<RankedTensorType>(op.getSource().getType()), type))
      return;
    LoopLikeOpInterface outermost;
    for (auto loop = dyn_cast<LoopLikeOpInterface>(op->getParentOp());
         loop && loop.isDefinedOutsideOfLoop(op.getSource());
         loop = dyn_cast<LoopLikeOpInterface>(loop->getParentOp()))
      outermost = loop;
    if (!outermost)
      return;
    rewriter.setInsertionPoint(outermost);
    rewriter.replaceOp(
        op, createRelayout(rewriter, op.getLoc(), op.getSource(), type));
    changed = true;
  });
  return changed;
}

namespace {

class FoldRelayoutsPass
    : public tiled_layout::impl::FoldRelayoutsPassBase<FoldRelayoutsPass> {
public:
  using FoldRelayoutsPassBase::FoldRelayoutsPassBase;

private:
  LogicalResult initialize(MLIRContext *context) final {
    RewritePatternSet set(context);
    RelayoutOp::getCanonicalizationPatterns(set, context);
    set.add(relayoutNothing);
    populateFoldToViewPatterns(set);
    populateStructuredRelayoutPatterns(set);
    populateMoveRelayoutPatterns(set);
    populateCarriedRelayoutPatterns(set);
    // Extents of results would be uses of them.
    set.add(askFurtherUp);
    memref::populateResolveRankedShapedTypeResultDimsPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() final {
    Operation *root = getOperation();
    if (failed(verifyMemRefsBelow(root)))
      return signalPassFailure();
    FencedReads fences(root);
    // What the program says in other words.
    replaceLayoutCasts(root);
    replaceIdentityTransposes(root);
    makeReshapesExplicit(root);
    SmallVector<Operation *> functions = getFunctions(root);
    SmallVector<Movement> before = llvm::map_to_vector(functions, getMovement);
    // Long programs may take many rounds.
    GreedyRewriteConfig config;
    config.setMaxIterations(1000);
    bool changed = true;
    while (changed) {
      changed = false;
      if (failed(applyPatternsGreedily(root, patterns, config, &changed))) {
        root->emitError("relayouts did not settle");
        return signalPassFailure();
      }
      // Relayouts of one value to one layout are one; that may let others move.
      IRRewriter rewriter(root->getContext());
      DominanceInfo dominance(root);
      bool shared = false;
      eliminateCommonSubExpressions(rewriter, dominance, root, &shared);
      changed |= shared;
      changed |= hoistRelayouts(root);
    }
    for (auto [function, moved] : llvm::zip_equal(functions, before))
      report(function, moved, getMovement(function));
  }

  /// A remark, since the distribution's MLIR is built without statistics.
  static void report(Operation *function, const Movement &before,
                     const Movement &after) {
    if (before.count == 0)
      return;
    auto remark = remark::analysis(function->getLoc(),
                                   getRemarkOpts(function, "fold-relayouts"));
    remark << remark::metric("relayouts before", before.count)
           << remark::metric("relayouts after", after.count)
           << remark::metric("bytes before", before.traffic.getStaticBytes())
           << remark::metric("bytes after", after.traffic.getStaticBytes());
    if (before.traffic.hasDynamic())
      remark << remark::reason("arrays of unknown extents are not counted");
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
