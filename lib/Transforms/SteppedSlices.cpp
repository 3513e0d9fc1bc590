//===- SteppedSlices.cpp - Parts of pairs as slices in steps --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SteppedSlices.h"

#include "TensorTools.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the number of the one group of two dimensions, of which the minor
/// one has few indices, among groups of one; -1 if there is none.
static int64_t getPairs(ArrayRef<ReassociationIndices> groups,
                        RankedTensorType expanded) {
  constexpr int64_t most = 4;
  int64_t found = -1;
  for (auto [number, group] : llvm::enumerate(groups)) {
    if (group.size() == 1)
      continue;
    if (group.size() != 2 || found >= 0)
      return -1;
    found = number;
  }
  if (found < 0)
    return -1;
  // Insertions of nothing still have to begin within the tensor.
  if (expanded.getDimSize(groups[found].front()) == 0)
    return -1;
  int64_t size = expanded.getDimSize(groups[found].back());
  return size > 1 && size <= most ? found : -1;
}

/// A slice of one element of each pair -> a slice in steps of the tensor whose
/// dimension the pairs are.
static LogicalResult sliceInSteps(tensor::ExtractSliceOp op,
                                  PatternRewriter &rewriter) {
  auto expand = op.getSource().getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || !hasTiledTensor(op))
    return rewriter.notifyMatchFailure(op, "takes no part of pairs");
  RankedTensorType type = expand.getResultType();
  auto groups = expand.getReassociationIndices();
  int64_t pairs = getPairs(groups, type);
  if (pairs < 0)
    return rewriter.notifyMatchFailure(op, "takes no part of pairs");
  int64_t major = groups[pairs].front(), minor = groups[pairs].back();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets(),
                            sizes = op.getMixedSizes(),
                            steps = op.getMixedStrides();
  std::optional<int64_t> offset = getConstantIntValue(offsets[minor]);
  if (!offset || !isOneInteger(sizes[minor]) ||
      !isZeroInteger(offsets[major]) ||
      !isEqualConstantIntOrValue(sizes[major],
                                 expand.getMixedOutputShape()[major]) ||
      !isOneInteger(steps[major]) || dropped.count() != 1 || !dropped[minor])
    return rewriter.notifyMatchFailure(op, "takes several elements of a pair");
  offsets[major] = rewriter.getIndexAttr(*offset);
  steps[major] = rewriter.getIndexAttr(type.getDimSize(minor));
  for (SmallVector<OpFoldResult> *values : {&offsets, &sizes, &steps})
    values->erase(values->begin() + minor);
  rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
      op, op.getType(), expand.getSrc(), offsets, sizes, steps);
  return success();
}

/// Elements that are concatenated to pairs, which are collapsed -> insertions
/// in steps.
static LogicalResult insertInSteps(tensor::CollapseShapeOp op,
                                   PatternRewriter &rewriter) {
  auto concat = op.getSrc().getDefiningOp<tensor::ConcatOp>();
  RankedTensorType type = op.getResultType();
  auto groups = op.getReassociationIndices();
  int64_t pairs = concat && hasTiledTensor(op)
                      ? getPairs(groups, op.getSrcType())
                      : int64_t(-1);
  if (pairs < 0 || !concat->hasOneUse())
    return rewriter.notifyMatchFailure(op, "collapses no pairs");
  int64_t minor = groups[pairs].back();
  int64_t size = op.getSrcType().getDimSize(minor);
  SmallVector<Value> elements;
  for (Value input : concat.getInputs()) {
    auto expand = input.getDefiningOp<tensor::ExpandShapeOp>();
    if (!expand || expand.getReassociationIndices() != groups ||
        expand.getResultType().getDimSize(minor) != 1)
      return rewriter.notifyMatchFailure(op, "concatenates no single elements");
    elements.push_back(expand.getSrc());
  }
  if (static_cast<int64_t>(concat.getDim()) != minor ||
      static_cast<int64_t>(elements.size()) != size)
    return rewriter.notifyMatchFailure(op, "concatenates no pairs");
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> steps(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> extents =
      tensor::getMixedSizes(rewriter, loc, elements.front());
  extents[pairs] = affine::makeComposedFoldedAffineApply(
      rewriter, loc, rewriter.getAffineSymbolExpr(0) * size, extents[pairs]);
  Value result = createEmpty(rewriter, loc, type, extents);
  steps[pairs] = rewriter.getIndexAttr(size);
  for (auto [offset, element] : llvm::enumerate(elements)) {
    SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
    offsets[pairs] = rewriter.getIndexAttr(offset);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, element);
    result = tensor::InsertSliceOp::create(rewriter, loc, element, result,
                                           offsets, sizes, steps);
  }
  rewriter.replaceOp(op, result);
  return success();
}

void mlir::tiled_layout::populateSteppedSlicePatterns(
    RewritePatternSet &patterns) {
  patterns.add(sliceInSteps).add(insertInSteps);
}
