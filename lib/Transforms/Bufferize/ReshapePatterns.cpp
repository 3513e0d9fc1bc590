//===- ReshapePatterns.cpp ------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorTools.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns a tensor without a layout of ours: the same one or a relayout.
static Value getPlain(OpBuilder &builder, Location loc, Value tensor) {
  if (!isTiled(tensor.getType()))
    return tensor;
  auto type = cast<RankedTensorType>(tensor.getType());
  return relayoutTo(builder, loc, tensor, getWithEncoding(type, Attribute()));
}

namespace {

/// tensor.cast between layouts -> relayout. Upstream would leave the array
/// where it is, in the old layout.
struct ConvertCast : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto result = dyn_cast<RankedTensorType>(op.getType());
    if (!hasTiledTensor(op) ||
        (source && result && source.getEncoding() == result.getEncoding()))
      return rewriter.notifyMatchFailure(op, "keeps the layout");
    Value value = op.getSource();
    // A tensor of unknown rank has no place for a layout.
    if (!result)
      rewriter.modifyOpInPlace(op, [&] {
        op.getSourceMutable().assign(getPlain(rewriter, op.getLoc(), value));
      });
    else if (!source)
      rewriter.replaceOp(
          op, relayoutTo(rewriter, op.getLoc(),
                         tensor::CastOp::create(
                             rewriter, op.getLoc(),
                             getWithEncoding(result, Attribute()), value),
                         result));
    else
      rewriter.replaceOp(op, relayoutTo(rewriter, op.getLoc(), value, result));
    return success();
  }
};

/// A relayout to another memory space -> a relayout in one and a copy to the
/// other. The host's memory, 0, is the one where it computes.
struct SplitRelayout : OpRewritePattern<RelayoutOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RelayoutOp op,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto dest = dyn_cast<RankedTensorType>(op.getDest().getType());
    if (!source || !dest)
      return rewriter.notifyMatchFailure(op, "works on memrefs");
    Layout from = *getLayout(source), to = *getLayout(dest);
    int64_t destSpace = to.memorySpace;
    to.memorySpace = from.memorySpace;
    if (from.memorySpace == destSpace || (from == to && !op.getPadding()))
      return rewriter.notifyMatchFailure(op, "does one thing only");
    // What lies between the two steps.
    bool moveFirst = destSpace == 0;
    Layout between = moveFirst ? from : to;
    between.memorySpace = moveFirst ? 0 : from.memorySpace;
    Attribute encoding;
    if (between.memorySpace != 0 || !between.isRowMajor())
      encoding = TiledLayoutAttr::get(op.getContext(), between);
    auto type = getWithEncoding(dest, encoding);
    Value empty =
        createEmpty(rewriter, op.getLoc(), type,
                    tensor::getMixedSizes(rewriter, op.getLoc(), op.getDest()));
    auto first =
        RelayoutOp::create(rewriter, op.getLoc(), type, op.getSource(), empty,
                           moveFirst ? Attribute() : op.getPaddingAttr());
    rewriter.replaceOpWithNewOp<RelayoutOp>(
        op, dest, first.getResult(), op.getDest(),
        moveFirst ? op.getPaddingAttr() : Attribute());
    return success();
  }
};

/// A reshape of tensors with layouts -> relayout, reshape of plain tensors,
/// relayout.
template <typename ReshapeOp>
struct ConvertReshape : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern<ReshapeOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!hasTiledTensor(op))
      return rewriter.notifyMatchFailure(op, "no tensor has a layout");
    auto type = dyn_cast<RankedTensorType>(op.getResult().getType());
    IRMapping plain;
    for (Value operand : op->getOperands())
      plain.map(operand, getPlain(rewriter, op.getLoc(), operand));
    Operation *clone = rewriter.clone(*op, plain);
    if (type && isTiled(type)) {
      clone->getResult(0).setType(getWithEncoding(type, Attribute()));
      rewriter.replaceOp(
          op, relayoutTo(rewriter, op.getLoc(), clone->getResult(0), type));
    } else {
      rewriter.replaceOp(op, clone);
    }
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateMemorySpacePatterns(
    RewritePatternSet &patterns) {
  patterns.add<SplitRelayout>(patterns.getContext());
}

void mlir::tiled_layout::populateReshapePatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertCast, ConvertReshape<tensor::CollapseShapeOp>,
               ConvertReshape<tensor::ExpandShapeOp>,
               ConvertReshape<tensor::ReshapeOp>>(patterns.getContext());
}
