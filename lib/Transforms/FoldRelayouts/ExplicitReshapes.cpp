//===- ExplicitReshapes.cpp - Reshapes that move data ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reshape between layouts is a renaming of the buffer where elements happen
// to lie right, and relayouts otherwise. Written out, the relayouts fold like
// any others.
//
//===----------------------------------------------------------------------===//

#include "../Relayouts.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Views.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the type of shape `shape` that an array of type `type` has under
/// other extents, if no element moves: `groups` are the dimensions of the
/// longer shape for each one of the shorter. Null if no layout says so.
static RankedTensorType getTypeInPlace(RankedTensorType type,
                                       RankedTensorType shape,
                                       ArrayRef<ReassociationIndices> groups) {
  std::optional<Layout> layout = getLayout(type);
  if (!layout || !layout->splits.empty())
    return {};
  SmallVector<int64_t> strides = getPhysicalStrides(*layout, type.getShape());
  std::optional<ViewLayout> view = expectedToOptional(
      type.getRank() < shape.getRank()
          ? getExpandedLayout(*layout, strides, groups, shape.getShape())
          : getCollapsedLayout(*layout, type.getShape(), strides, groups));
  RankedTensorType result =
      view ? getTypeIn(shape, view->layout, view->strides) : RankedTensorType();
  // Bufferization renames buffers in layouts, and rows without any.
  if (!result || isTiled(result) != isTiled(type) ||
      !haveSameStorage(type, result))
    return {};
  return result;
}

/// Returns the dimensions of the longer shape for each one of the shorter,
/// where the operation is a reshape.
static std::optional<SmallVector<ReassociationIndices>>
getGroups(Operation *op) {
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return expand.getReassociationIndices();
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return collapse.getReassociationIndices();
  return std::nullopt;
}

/// Returns what becomes of `type` where its shape becomes that of `shape`.
static RankedTensorType rename(Operation *op, RankedTensorType type,
                               Type shape) {
  auto other = dyn_cast<RankedTensorType>(shape);
  if (!type || !other)
    return {};
  if (isa<tensor::CastOp>(op))
    return withEncoding(other, type.getEncoding());
  auto groups = getGroups(op);
  // A dimension of extent 1 may come from nothing.
  if (!groups || type.getRank() == 0 || other.getRank() == 0 ||
      !holdsValues(type) || !holdsValues(other))
    return {};
  RankedTensorType renamed = getTypeInPlace(type, other, *groups);
  std::optional<Layout> layout = renamed ? getLayout(renamed) : std::nullopt;
  auto combines = [](const Tile &tile) {
    return llvm::any_of(tile, [](TileEntry e) { return e.isCombine(); });
  };
  return layout && llvm::none_of(layout->tiles, combines) ? renamed
                                                          : RankedTensorType();
}

RankedTensorType mlir::tiled_layout::getRenamed(Operation *op,
                                                RankedTensorType type) {
  return op->getNumResults() == 1 ? rename(op, type, op->getResult(0).getType())
                                  : RankedTensorType();
}

bool mlir::tiled_layout::isRename(Operation *op) {
  if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(op))
    return false;
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  RankedTensorType renamed = getRenamed(op, type);
  return renamed && renamed == op->getResult(0).getType();
}

RankedTensorType mlir::tiled_layout::getUnrenamed(Operation *op,
                                                  RankedTensorType type) {
  return op->getNumOperands() != 0
             ? rename(op, type, op->getOperand(0).getType())
             : RankedTensorType();
}

/// Returns `source` reshaped like `op`, to `type`.
static Value reshape(OpBuilder &builder, Operation *op, Value source,
                     RankedTensorType type) {
  IRMapping mapping;
  mapping.map(op->getOperand(0), source);
  Operation *clone = builder.clone(*op, mapping);
  clone->getResult(0).setType(type);
  return clone->getResult(0);
}

template <typename ReshapeOp>
static void makeExplicit(ReshapeOp op, IRRewriter &rewriter) {
  RankedTensorType source = op.getSrcType(), result = op.getResultType();
  // A dimension of extent 1 may come from nothing.
  if (!source.hasStaticShape() || !result.hasStaticShape() ||
      source.getRank() == 0 || result.getRank() == 0 ||
      (!isTiled(source) && !isTiled(result)) || !getLayout(source) ||
      !getLayout(result) || !holdsValues(source) || !holdsValues(result))
    return;
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  RankedTensorType after = getTypeInPlace(source, result, groups);
  if (after == result)
    return;
  RankedTensorType before = getTypeInPlace(result, source, groups);
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  if (!after && !before) {
    before = source.dropEncoding();
    after = result.dropEncoding();
  } else if (after) {
    before = source;
  } else {
    after = result;
  }
  Value value = createRelayout(rewriter, loc, op.getSrc(), before);
  value = reshape(rewriter, op, value, after);
  rewriter.replaceOp(op, createRelayout(rewriter, loc, value, result));
}

void mlir::tiled_layout::makeReshapesExplicit(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](Operation *op) {
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      makeExplicit(expand, rewriter);
    else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      makeExplicit(collapse, rewriter);
  });
}
