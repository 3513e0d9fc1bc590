//===- OrderedOutputs.cpp - Results in a buffer of their own --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedOutputs.h"

#include "../OwnBuffers.h"
#include "StructuredRewrites.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/TiledLayout.h"

using namespace mlir;
using namespace mlir::tiled_layout;

bool mlir::tiled_layout::mayBeInOrder(linalg::LinalgOp op) {
  auto type = dyn_cast<MemRefType>(op.getDpsInitOperand(0)->get().getType());
  return type && type.getElementType().isIntOrFloat() && !type.getMemorySpace();
}

void mlir::tiled_layout::relayInto(OpBuilder &builder, Location loc, Value from,
                                   Value to) {
  RelayoutOp::create(builder, loc, TypeRange(), from, to,
                     /*padding=*/Attribute());
}

void mlir::tiled_layout::putInBuffer(RewriterBase &rewriter, OpOperand &operand,
                                     MemRefType type, bool isRead,
                                     const Target &target) {
  auto op = cast<linalg::LinalgOp>(operand.getOwner());
  Location loc = op.getLoc();
  Value array = operand.get();
  rewriter.setInsertionPoint(op);
  SmallVector<Value> sizes;
  bufferization::populateDynamicDimSizes(rewriter, loc, array, sizes);
  Value buffer = allocateBuffer(rewriter, loc, type, sizes, target.lineBytes);
  if (isRead)
    relayInto(rewriter, loc, array, buffer);
  rewriter.modifyOpInPlace(op, [&] { operand.set(buffer); });
  rewriter.setInsertionPointAfter(op);
  if (op.isDpsInit(&operand))
    relayInto(rewriter, loc, buffer, array);
  freeBuffer(rewriter, loc, buffer);
}

void mlir::tiled_layout::putInOrder(RewriterBase &rewriter, linalg::LinalgOp op,
                                    ArrayRef<int64_t> axes,
                                    const Target &target) {
  auto type = cast<MemRefType>(op.getDpsInits().front().getType());
  Layout layout;
  layout.minorToMajor.assign(axes.rbegin(), axes.rend());
  putInBuffer(rewriter, *op.getDpsInitOperand(0),
              MemRefType::get(type.getShape(), type.getElementType(),
                              TiledLayoutAttr::getForMemRef(
                                  op.getContext(), layout, type.getShape())),
              /*isRead=*/true, target);
}

/// True if a relayout of an array may have a plan: known extents, its own
/// memory, and plain elements.
static bool isWholeArray(MemRefType type) {
  return type.hasStaticShape() && !type.getMemorySpace() &&
         type.getElementType().isIntOrFloat() && areStaticArrays(type, type);
}

bool mlir::tiled_layout::putAlike(RewriterBase &rewriter, linalg::LinalgOp op,
                                  const StructuredPlan &plan,
                                  const Target &target) {
  if (op.getNumReductionLoops() != 0 || op.getNumDpsInits() != 1 ||
      plan.transposed.empty() || !mayBeInOrder(op))
    return false;
  OpOperand *init = op.getDpsInitOperand(0);
  auto output = cast<MemRefType>(init->get().getType());
  AffineMap map = op.getMatchingIndexingMap(init);
  int64_t bits = output.getElementTypeBitWidth();
  // A relayout of predicates has no plan, which only few results can do
  // without.
  if (bits < 8 || bits > 16 || (bits == 16 && plan.transposed.size() == 1) ||
      !isWholeArray(output) || !map.isPermutation() ||
      op.payloadUsesValueFromOperand(init))
    return false;
  MemRefType alike;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto type = dyn_cast<MemRefType>(input->get().getType());
    // Inputs of fewer dimensions, such as biases, lie along any vectors.
    if (!type || type.getRank() < output.getRank())
      continue;
    if (getTransposedDim(plan, input->getOperandNumber()) < 0 ||
        !isWholeArray(type) || type.getShape() != output.getShape() ||
        type.getElementTypeBitWidth() != bits ||
        op.getMatchingIndexingMap(input) != map ||
        (alike && alike.getLayout() != type.getLayout()))
      return false;
    alike = type;
  }
  if (!alike)
    return false;
  putInBuffer(rewriter, *init,
              MemRefType::get(output.getShape(), output.getElementType(),
                              alike.getLayout()),
              /*isRead=*/false, target);
  return true;
}
