//===- CastExpandedShapes.cpp - Expansions to run-time extents ------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns true if a dimension of the source becomes two or more of run-time
/// extents.
static bool hasSeveralDynamicExtents(memref::ExpandShapeOp op) {
  MemRefType type = op.getResultType();
  return any_of(op.getReassociationIndices(), [&](ArrayRef<int64_t> group) {
    return count_if(group, [&](int64_t d) { return type.isDynamicDim(d); }) > 1;
  });
}

/// Returns for each number of a type the number, or the value where the type
/// does not know it.
static SmallVector<OpFoldResult> getMixed(ArrayRef<int64_t> known,
                                          ArrayRef<OpFoldResult> values,
                                          OpBuilder &builder) {
  SmallVector<OpFoldResult> mixed;
  for (auto [number, value] : zip_equal(known, values))
    mixed.push_back(
        ShapedType::isDynamic(number) ? value : builder.getIndexAttr(number));
  return mixed;
}

/// Replaces an expansion by the same view from its extents and distances.
static void replace(memref::ExpandShapeOp op, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  auto source =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
  SmallVector<OpFoldResult> extents = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(extents.size());
  AffineExpr product =
      rewriter.getAffineSymbolExpr(0) * rewriter.getAffineSymbolExpr(1);
  for (auto [indices, stride] : zip_equal(op.getReassociationIndices(),
                                          source.getConstifiedMixedStrides())) {
    ArrayRef<int64_t> group = indices;
    strides[group.back()] = stride;
    for (int64_t d : reverse(group.drop_front()))
      strides[d - 1] = affine::makeComposedFoldedAffineApply(
          rewriter, loc, product, {strides[d], extents[d]});
  }
  MemRefType type = op.getResultType();
  auto [knownStrides, knownOffset] = type.getStridesAndOffset();
  OpFoldResult offset = source.getConstifiedMixedOffset();
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, type, source.getBaseBuffer(),
      getMixed({knownOffset}, {offset}, rewriter).front(),
      getMixed(type.getShape(), extents, rewriter),
      getMixed(knownStrides, strides, rewriter));
}

void mlir::tiled_layout::castExpandedShapes(Operation *root) {
  IRRewriter rewriter(root->getContext());
  root->walk([&](memref::ExpandShapeOp op) {
    if (op.getResultType().isStrided() && hasSeveralDynamicExtents(op))
      replace(op, rewriter);
  });
}
