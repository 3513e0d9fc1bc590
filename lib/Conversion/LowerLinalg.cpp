//===- LowerLinalg.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerLinalg.h"

#include "../IR/OddOperations.h"
#include "tiled_layout/Conversion/Passes.h"
#include "tiled_layout/IR/StructuredOps.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::tiled_layout {
#define GEN_PASS_DEF_LOWERLINALGPASS
#include "tiled_layout/Conversion/Passes.h.inc"
} // namespace mlir::tiled_layout

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if what the body adds to indices from outside may be operands of affine
/// loops, to whose bounds later passes may add it.
static bool hasAffineOffsets(linalg::LinalgOp op) {
  Region *scope = affine::getAffineScope(op);
  SetVector<Value> outside;
  getUsedValuesDefinedAbove(op->getRegion(0), outside);
  return llvm::all_of(outside, [&](Value value) {
    return !isa<IndexType>(value.getType()) || affine::isValidDim(value, scope);
  });
}

/// True if the bounds that loops of the operation have may be those of affine
/// loops. Upstream's conversion does not ask.
static bool hasAffineBounds(RewriterBase &rewriter, linalg::LinalgOp op) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  Region *scope = affine::getAffineScope(op);
  Operation *last = op->getPrevNode();
  bool isAffine = llvm::all_of(
      op.createLoopRanges(rewriter, op.getLoc()), [&](Range range) {
        auto size = dyn_cast<Value>(range.size);
        return !size || affine::isValidDim(size, scope);
      });
  // The loops make their bounds themselves.
  while (op->getPrevNode() != last)
    rewriter.eraseOp(op->getPrevNode());
  return isAffine;
}

/// Returns the loads by which the body indexes what it loads, and what it
/// computes from them alone.
static SetVector<Operation *> getIndices(Block &body) {
  SetVector<Operation *> indices;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *part) {
    return part->getBlock() == &body &&
           (isPure(part) || isa<affine::AffineLoadOp, memref::LoadOp>(part));
  };
  for (auto load : body.getOps<memref::LoadOp>())
    for (Value index : load.getIndices())
      (void)getBackwardSlice(index, &indices, options);
  return indices;
}

/// True if an index that the body of an operation computes is the same before a
/// loop that does not change what it is computed from. Outputs hold what inputs
/// do not. What the body loads otherwise is written by no other iteration of a
/// parallel loop; such a load may leave a loop that has iterations.
static bool mayLeave(Operation *part, linalg::LinalgOp op, int64_t dim) {
  Value array;
  if (auto load = dyn_cast<affine::AffineLoadOp>(part))
    array = load.getMemRef();
  else if (auto load = dyn_cast<memref::LoadOp>(part))
    array = load.getMemRef();
  if (!array || llvm::is_contained(op.getDpsInputs(), array))
    return true;
  int64_t extent = op.getStaticLoopRanges()[dim];
  return op.getNumParallelLoops() == op.getNumLoops() && extent > 0 &&
         ShapedType::isStatic(extent);
}

/// Moves indices that the body computes out of the loops that do not change
/// them: the loops within go along the row of a table that such an index
/// selects.
static void hoistIndices(linalg::LinalgOp op, ArrayRef<Operation *> loops) {
  if (loops.empty())
    return;
  SetVector<Operation *> indices =
      getIndices(loops.back()->getRegion(0).front());
  for (int64_t dim = loops.size() - 1; dim >= 0; --dim) {
    auto loop = cast<LoopLikeOpInterface>(loops[dim]);
    moveLoopInvariantCode(
        &loop->getRegion(0),
        [&](Value value, Region *) {
          return loop.isDefinedOutsideOfLoop(value);
        },
        [&](Operation *part, Region *) {
          return indices.contains(part) && mayLeave(part, op, dim);
        },
        [&](Operation *part, Region *) { loop.moveOutOfLoop(part); });
  }
}

LogicalResult mlir::tiled_layout::lowerToLoops(RewriterBase &rewriter,
                                               linalg::LinalgOp op) {
  FailureOr<linalg::LinalgLoops> loops =
      hasAffineBounds(rewriter, op) && hasAffineOffsets(op)
          ? linalg::linalgOpToAffineLoops(rewriter, op)
          : linalg::linalgOpToLoops(rewriter, op);
  if (failed(loops))
    return failure();
  hoistIndices(op, *loops);
  rewriter.eraseOp(op);
  return success();
}

namespace {

struct LowerStructured : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureBufferSemantics())
      return rewriter.notifyMatchFailure(op, "is not on memrefs");
    return lowerToLoops(rewriter, op);
  }
};

class LowerLinalgPass
    : public tiled_layout::impl::LowerLinalgPassBase<LowerLinalgPass> {
  void runOnOperation() final {
    if (failed(replaceOddOperations(getOperation())))
      return signalPassFailure();
    decomposeSoftmaxes(getOperation());
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerStructured>(&getContext());
    // What the bounds of loops are made of.
    memref::DimOp::getCanonicalizationPatterns(patterns, &getContext());
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, &getContext());
    // Nothing else: upstream's folders do not know encodings of tensors.
    SmallVector<Operation *> structured;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics())
        structured.push_back(op);
    });
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(
            applyOpPatternsGreedily(structured, std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace
