//===- FlatElementwise.cpp - Elementwise operations on positions ----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of a few elements, and such as T(1024)(128)(2,1) of one dimension, in
// which neighbours do not follow one another, have no vectors along a
// dimension. Where all arrays lie alike none is needed.
//
//===----------------------------------------------------------------------===//

#include "FlatElementwise.h"

#include "../../Layout/ArrayDigits.h"
#include "../FlatViews.h"
#include "ArrayParts.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Compare.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the layout that all arrays of an elementwise operation have, if
/// elements lie in the same places, and may be computed in any order.
static std::optional<Layout> getCommonLayout(linalg::LinalgOp op) {
  if (op.getNumParallelLoops() != op.getNumLoops() || op.getNumLoops() == 0 ||
      op.hasIndexSemantics() || op.getNumDpsInits() == 0)
    return std::nullopt;
  for (Operation &part : op.getBlock()->without_terminator())
    if (!isMemoryEffectFree(&part))
      return std::nullopt;
  auto first = dyn_cast<MemRefType>(op.getDpsInits()[0].getType());
  std::optional<Layout> layout =
      first && isTiled(first) ? getTileLayout(first) : std::nullopt;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type && map.getNumResults() == 0)
      continue;
    if (!layout || !type || !type.hasStaticShape() || !map.isIdentity() ||
        !isTiled(type) || isView(type) || !isPlainStorage(type) ||
        !(*getTileLayout(type) == *layout))
      return std::nullopt;
  }
  return layout;
}

/// Clones an operation for parts of its arrays.
static linalg::LinalgOp
cloneOn(RewriterBase &rewriter, linalg::LinalgOp op,
        llvm::function_ref<Value(Value array)> getPart) {
  IRMapping parts;
  for (Value operand : op->getOperands())
    if (isa<MemRefType>(operand.getType()) && !parts.contains(operand))
      parts.map(operand, getPart(operand));
  return cast<linalg::LinalgOp>(rewriter.clone(*op, parts));
}

/// Returns the operation on arrays of one dimension.
static linalg::LinalgOp
createFlat(RewriterBase &rewriter, linalg::LinalgOp op,
           llvm::function_ref<Value(Value array)> getFlat) {
  SmallVector<Value> inputs, outputs;
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands()) {
    bool isArray = isa<MemRefType>(operand.get().getType());
    (op.isDpsInit(&operand) ? outputs : inputs)
        .push_back(isArray ? getFlat(operand.get()) : operand.get());
    maps.push_back(isArray ? rewriter.getMultiDimIdentityMap(1)
                           : AffineMap::get(1, 0, ArrayRef<AffineExpr>(),
                                            rewriter.getContext()));
  }
  auto flat = linalg::GenericOp::create(
      rewriter, op.getLoc(), TypeRange(), inputs, outputs, maps,
      ArrayRef<utils::IteratorType>{utils::IteratorType::parallel});
  rewriter.cloneRegionBefore(op->getRegion(0), flat.getRegion(),
                             flat.getRegion().begin());
  return cast<linalg::LinalgOp>(flat.getOperation());
}

SmallVector<linalg::LinalgOp>
mlir::tiled_layout::flattenElementwise(RewriterBase &rewriter,
                                       linalg::LinalgOp op) {
  std::optional<Layout> layout = getCommonLayout(op);
  if (!layout)
    return {};
  auto shape = cast<MemRefType>(op.getDpsInits()[0].getType()).getShape();
  auto digits = expectedToOptional(getArrayDigits(*layout, shape, {}));
  if (!digits)
    return {};
  // The last tiles along the most major dimension may hold padding.
  int64_t dim = layout->minorToMajor.back();
  int64_t tile = getTileIndices(*digits, dim);
  SmallVector<int64_t> whole(shape);
  whole[dim] -= whole[dim] % tile;
  bool isAll = whole[dim] == shape[dim];
  if (whole[dim] == 0 || llvm::is_contained(shape, 0) ||
      !isDense(*layout, whole))
    return {};
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  int64_t positions = getElements(*layout, whole);
  SmallVector<linalg::LinalgOp> parts;
  parts.push_back(createFlat(rewriter, op, [&](Value array) -> Value {
    Value flat = createFlatView(rewriter, loc, array);
    if (isAll)
      return flat;
    SmallVector<OpFoldResult> start = {rewriter.getIndexAttr(0)},
                              size = {rewriter.getIndexAttr(positions)},
                              step = {rewriter.getIndexAttr(1)};
    return memref::SubViewOp::create(rewriter, loc, flat, start, size, step);
  }));
  if (!isAll) {
    SmallVector<OpFoldResult> starts(shape.size(), rewriter.getIndexAttr(0));
    SmallVector<OpFoldResult> sizes =
        getAsIndexOpFoldResult(rewriter.getContext(), shape);
    starts[dim] = rewriter.getIndexAttr(whole[dim]);
    sizes[dim] = rewriter.getIndexAttr(shape[dim] - whole[dim]);
    parts.push_back(cloneOn(rewriter, op, [&](Value array) {
      return getPart(rewriter, loc, array, starts, sizes);
    }));
  }
  rewriter.eraseOp(op);
  return parts;
}
