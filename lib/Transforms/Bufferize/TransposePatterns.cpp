//===- TransposePatterns.cpp - Transpositions from and to other layouts ---===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transposition moves each element once, between arrays in any two layouts:
// a relayout before or behind it is a pass over memory too many.
//
//===----------------------------------------------------------------------===//

#include "TensorTools.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns what makes a tensor that nothing else uses, or null.
template <typename OpTy>
static OpTy getOnlyDefinition(Value tensor) {
  return tensor.hasOneUse() ? tensor.getDefiningOp<OpTy>() : OpTy();
}

/// True if a relayout moves elements of whole bytes within one memory space,
/// and writes no padding.
static bool movesElements(RelayoutOp op) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto dest = dyn_cast<RankedTensorType>(op.getDest().getType());
  return source && dest && !op.getPadding() && isPlainStorage(source) &&
         isPlainStorage(dest) &&
         getLayout(source)->memorySpace == getLayout(dest)->memorySpace;
}

namespace {

/// transpose(relayout(x)) -> transpose(x)
struct TransposeSource : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::TransposeOp op,
                                PatternRewriter &rewriter) const override {
    auto relayout = getOnlyDefinition<RelayoutOp>(op.getInput());
    if (!relayout || !movesElements(relayout))
      return rewriter.notifyMatchFailure(op, "transposes no relayout");
    rewriter.modifyOpInPlace(
        op, [&] { op.getInputMutable().assign(relayout.getSource()); });
    return success();
  }
};

/// relayout(transpose(x)) -> transpose(x), to the layout of the relayout.
struct TransposeToLayout : OpRewritePattern<RelayoutOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RelayoutOp op,
                                PatternRewriter &rewriter) const override {
    auto transpose = getOnlyDefinition<linalg::TransposeOp>(op.getSource());
    if (!transpose || !movesElements(op))
      return rewriter.notifyMatchFailure(op, "is of no transposition alone");
    rewriter.replaceOpWithNewOp<linalg::TransposeOp>(
        op, transpose.getInput(), op.getDest(), transpose.getPermutation());
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateTransposePatterns(
    RewritePatternSet &patterns) {
  patterns.add<TransposeSource, TransposeToLayout>(patterns.getContext());
}
