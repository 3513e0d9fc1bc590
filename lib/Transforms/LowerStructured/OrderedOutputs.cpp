//===- OrderedOutputs.cpp - Results in a buffer of their own --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedOutputs.h"

#include "../OwnBuffers.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::mayBeInOrder(linalg::LinalgOp op) {
  auto type = dyn_cast<MemRefType>(op.getDpsInitOperand(0)->get().getType());
  return type && type.getElementType().isIntOrFloat() &&
         type.getElementTypeBitWidth() >= 8 && !type.getMemorySpace();
}

void mlir::tiled_layout::putInOrder(RewriterBase &rewriter, linalg::LinalgOp op,
                                    ArrayRef<int64_t> axes,
                                    const Target &target) {
  Location loc = op.getLoc();
  OpOperand *init = op.getDpsInitOperand(0);
  Value output = init->get();
  auto type = cast<MemRefType>(output.getType());
  Layout layout;
  layout.minorToMajor.assign(axes.rbegin(), axes.rend());
  auto ordered = MemRefType::get(
      type.getShape(), type.getElementType(),
      TiledLayoutAttr::getForMemRef(op.getContext(), layout, type.getShape()));
  auto relayout = [&](Value from, Value to) {
    RelayoutOp::create(rewriter, loc, TypeRange(), from, to,
                       /*padding=*/Attribute());
  };
  rewriter.setInsertionPoint(op);
  SmallVector<Value> sizes;
  bufferization::populateDynamicDimSizes(rewriter, loc, output, sizes);
  Value buffer =
      allocateBuffer(rewriter, loc, ordered, sizes, target.lineBytes);
  relayout(output, buffer);
  rewriter.modifyOpInPlace(op, [&] { init->set(buffer); });
  rewriter.setInsertionPointAfter(op);
  relayout(buffer, output);
  freeBuffer(rewriter, loc, buffer);
}
