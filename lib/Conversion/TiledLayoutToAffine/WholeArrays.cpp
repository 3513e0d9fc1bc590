//===- WholeArrays.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeArrays.h"

#include "../LowerLinalg.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/StructuredOps.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// bufferization
//===----------------------------------------------------------------------===//

/// A clone may be written or freed on its own: it is a copy.
static void lower(IRRewriter &rewriter, bufferization::CloneOp op) {
  auto type = cast<MemRefType>(op.getType());
  SmallVector<Value> sizes;
  bufferization::populateDynamicDimSizes(rewriter, op.getLoc(), op.getInput(),
                                         sizes);
  Value copy = memref::AllocOp::create(rewriter, op.getLoc(), type, sizes);
  memref::CopyOp::create(rewriter, op.getLoc(), op.getInput(), copy);
  rewriter.replaceOp(op, copy);
}

/// Returns the memref that a tensor was made of, or null.
static Value getOrigin(bufferization::ToBufferOp op) {
  auto origin = op.getTensor().getDefiningOp<bufferization::ToTensorOp>();
  return origin && origin.getBuffer().getType() == op.getType()
             ? origin.getBuffer()
             : Value();
}

static LogicalResult checkBetween(Operation *op) {
  bool goesBack = true;
  if (auto toBuffer = dyn_cast<bufferization::ToBufferOp>(op))
    goesBack = getOrigin(toBuffer) != nullptr;
  else
    goesBack = llvm::all_of(op->getUsers(), [](Operation *user) {
      auto toBuffer = dyn_cast<bufferization::ToBufferOp>(user);
      return toBuffer && getOrigin(toBuffer);
    });
  if (goesBack)
    return success();
  return op->emitOpError() << "has no lowering: it goes between tensors and "
                              "tiled memrefs; bufferize the whole program "
                              "first";
}

//===----------------------------------------------------------------------===//
// Which operations
//===----------------------------------------------------------------------===//

bool mlir::tiled_layout::isWholeArrayOperation(Operation *op) {
  return isa<linalg::LinalgOp, linalg::SoftmaxOp, bufferization::CloneOp,
             bufferization::ToTensorOp, bufferization::ToBufferOp>(op);
}

LogicalResult mlir::tiled_layout::checkWholeArrayOperation(Operation *op) {
  // linalg itself refuses operations on tensors and memrefs together.
  if (isa<linalg::LinalgOp, linalg::SoftmaxOp>(op))
    return success();
  auto clone = dyn_cast<bufferization::CloneOp>(op);
  if (!clone)
    return checkBetween(op);
  Type from = clone.getInput().getType(), to = clone.getType();
  if (isTiled(from) && isTiled(to) &&
      isSameStorage(cast<MemRefType>(from), cast<MemRefType>(to)))
    return success();
  return op->emitOpError() << "has no lowering: it moves a tiled array from "
                           << from << " to " << to
                           << "; write memref.alloc and tiled_layout.relayout";
}

LogicalResult mlir::tiled_layout::lowerWholeArrays(Operation *root) {
  decomposeSoftmaxes(root);
  SmallVector<Operation *> found;
  // Users come after what they use, so that tensors lose their users first.
  root->walk([&](Operation *op) {
    auto isTiledType = [](Type type) { return isTiled(type); };
    if (isWholeArrayOperation(op) &&
        (llvm::any_of(op->getOperandTypes(), isTiledType) ||
         llvm::any_of(op->getResultTypes(), isTiledType)))
      found.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (Operation *op : llvm::reverse(found)) {
    rewriter.setInsertionPoint(op);
    if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
      if (failed(lowerToLoops(rewriter, structured)))
        return op->emitOpError() << "has no form as loops";
    } else if (auto clone = dyn_cast<bufferization::CloneOp>(op)) {
      lower(rewriter, clone);
    } else if (auto toBuffer = dyn_cast<bufferization::ToBufferOp>(op)) {
      rewriter.replaceOp(op, getOrigin(toBuffer));
    } else {
      rewriter.eraseOp(op);
    }
  }
  return success();
}
