//===- LayoutCasts.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutCasts.h"

#include "Relayouts.h"
#include "TensorTools.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// True if the array may be an operand of a relayout.
static bool hasLayout(RankedTensorType type) {
  return type && getLayout(type) && holdsValues(type);
}

void mlir::tiled_layout::replaceLayoutCasts(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](tensor::CastOp op) {
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto result = dyn_cast<RankedTensorType>(op.getType());
    if (!hasLayout(source) || !hasLayout(result) ||
        source.getEncoding() == result.getEncoding())
      return;
    // One type may know an extent that the layout of the other refuses.
    SmallVector<int64_t> shape;
    for (auto [a, b] : llvm::zip_equal(source.getShape(), result.getShape()))
      shape.push_back(ShapedType::isDynamic(a) ? b : a);
    auto known = RankedTensorType::get(shape, source.getElementType());
    if (!withEncoding(known, source.getEncoding()) ||
        !withEncoding(known, result.getEncoding()))
      return;
    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(
        op, relayoutTo(rewriter, op.getLoc(), op.getSource(), result));
  });
}
