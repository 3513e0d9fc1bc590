//===- ViewOps.cpp - Builders, folders, interfaces of views ---------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineValues.h"

#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

Value SubViewOp::getViewSource() { return getSource(); }
Value TransposeOp::getViewSource() { return getSource(); }
Value ExpandShapeOp::getViewSource() { return getSource(); }
Value CollapseShapeOp::getViewSource() { return getSource(); }

LogicalResult
SubViewOp::reifyResultShapes(OpBuilder &,
                             ReifiedRankedShapedTypeDims &reified) {
  llvm::SmallBitVector dropped = getDroppedDims();
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(getMixedSizes()))
    if (!dropped.test(dim))
      sizes.push_back(size);
  reified = {sizes};
  return success();
}

LogicalResult
TransposeOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &reified) {
  reified = {llvm::map_to_vector(getPermutation(), [&](int64_t dim) {
    return memref::getMixedSize(builder, getLoc(), getSource(), dim);
  })};
  return success();
}

LogicalResult
ExpandShapeOp::reifyResultShapes(OpBuilder &,
                                 ReifiedRankedShapedTypeDims &reified) {
  reified = {getMixedOutputShape()};
  return success();
}

LogicalResult
CollapseShapeOp::reifyResultShapes(OpBuilder &builder,
                                   ReifiedRankedShapedTypeDims &reified) {
  SmallVector<OpFoldResult> sizes;
  for (const ReassociationIndices &group : getReassociationIndices()) {
    SmallVector<OpFoldResult> extents;
    for (int64_t dim : group)
      extents.push_back(
          memref::getMixedSize(builder, getLoc(), getSource(), dim));
    sizes.push_back(multiplyExtents(builder, getLoc(), extents));
  }
  reified = {sizes};
  return success();
}

//===----------------------------------------------------------------------===//
// subview
//===----------------------------------------------------------------------===//

void SubViewOp::build(OpBuilder &builder, OperationState &state, Value source,
                      ArrayRef<OpFoldResult> offsets,
                      ArrayRef<OpFoldResult> sizes,
                      ArrayRef<OpFoldResult> strides, MemRefType result) {
  auto sourceType = cast<MemRefType>(source.getType());
  if (!result)
    result = cantFail(
        inferSliceType(
            sourceType,
            getAlignedSlice(sourceType, offsets, sizes, strides,
                            llvm::SmallBitVector(sourceType.getRank()))),
        "expected a slice that has a layout");
  SmallVector<int64_t> staticOffsets, staticSizes, staticStrides;
  SmallVector<Value> dynamicOffsets, dynamicSizes, dynamicStrides;
  dispatchIndexOpFoldResults(offsets, dynamicOffsets, staticOffsets);
  dispatchIndexOpFoldResults(sizes, dynamicSizes, staticSizes);
  dispatchIndexOpFoldResults(strides, dynamicStrides, staticStrides);
  build(builder, state, result, source, dynamicOffsets, dynamicSizes,
        dynamicStrides, builder.getDenseI64ArrayAttr(staticOffsets),
        builder.getDenseI64ArrayAttr(staticSizes),
        builder.getDenseI64ArrayAttr(staticStrides));
}

/// Calls `fn` with every choice of dimensions of size 1 that leaves `shape`,
/// most major dimensions first, until it returns true.
static bool
forEachDroppedChoice(ArrayRef<int64_t> sizes, ArrayRef<int64_t> shape,
                     llvm::SmallBitVector &dropped, size_t dim, size_t kept,
                     function_ref<bool(const llvm::SmallBitVector &)> fn) {
  if (dim == sizes.size())
    return kept == shape.size() && fn(dropped);
  if (sizes[dim] == 1 && sizes.size() - dim > shape.size() - kept) {
    dropped.set(dim);
    if (forEachDroppedChoice(sizes, shape, dropped, dim + 1, kept, fn))
      return true;
    dropped.reset(dim);
  }
  return kept < shape.size() && sizes[dim] == shape[kept] &&
         forEachDroppedChoice(sizes, shape, dropped, dim + 1, kept + 1, fn);
}

llvm::SmallBitVector SubViewOp::getDroppedDims() {
  MemRefType source = getSourceType(), result = getType();
  llvm::SmallBitVector choice(source.getRank()), first(source.getRank());
  if (result.getRank() == source.getRank())
    return choice;
  bool hasFirst = false;
  auto isFitting = [&](const llvm::SmallBitVector &dropped) {
    if (!std::exchange(hasFirst, true))
      first = dropped;
    auto checked = checkSliceType(source,
                                  getAlignedSlice(source, getMixedOffsets(),
                                                  getMixedSizes(),
                                                  getMixedStrides(), dropped),
                                  result);
    return !errorToBool(checked.takeError());
  };
  if (forEachDroppedChoice(getStaticSizes(), result.getShape(), choice, 0, 0,
                           isFitting))
    return choice;
  return first;
}

/// The whole of a view is the view.
OpFoldResult SubViewOp::fold(FoldAdaptor) {
  if (getSourceType() != getType() || !hasUnitStride() || !hasZeroOffset())
    return {};
  // Sizes are those of the source if they are static.
  if (!getSizes().empty())
    return {};
  return getSource();
}

/// Operands that are constants become part of the operation and its type.
static LogicalResult foldConstantOperands(SubViewOp op,
                                          PatternRewriter &rewriter) {
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets(),
                            sizes = op.getMixedSizes(),
                            strides = op.getMixedStrides();
  bool changed = succeeded(foldDynamicOffsetSizeList(offsets));
  changed |= succeeded(foldDynamicOffsetSizeList(sizes));
  changed |= succeeded(foldDynamicStrideList(strides));
  if (!changed)
    return failure();
  MemRefType type = op.getType();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<SliceDimension> slice =
      getAlignedSlice(op.getSourceType(), offsets, sizes, strides, dropped);
  SmallVector<int64_t> shape;
  for (const SliceDimension &dimension : slice)
    if (!dimension.isDropped)
      shape.push_back(dimension.size);
  // A program that is wrong is only so if it gets here, so it stays as it is;
  // so does one whose layout states the shape.
  auto attribute = dyn_cast<TiledLayoutAttr>(type.getLayout());
  if (!attribute || (!attribute.getBounds().empty() &&
                     attribute.getBounds() != ArrayRef<int64_t>(shape)))
    return failure();
  MemRefType known = MemRefType::Builder(type).setShape(shape);
  if (errorToBool(checkSliceBounds(op.getSourceType(), slice)) ||
      errorToBool(checkSliceType(op.getSourceType(), slice, known).takeError()))
    return failure();
  Value view = SubViewOp::create(rewriter, op.getLoc(), op.getSource(), offsets,
                                 sizes, strides, known);
  if (known != type)
    view = memref::CastOp::create(rewriter, op.getLoc(), type, view);
  rewriter.replaceOp(op, view);
  return success();
}

/// MLIR 22 takes the variable of a loop that never runs for one with values,
/// and folds away all bounds of a loop within it that has several. Such loops
/// go over parts of tiles that a constant extent leaves nothing of; they become
/// known as such wherever extents of views or of inlined functions do.
static LogicalResult eraseEmptyLoop(affine::AffineForOp op,
                                    PatternRewriter &rewriter) {
  if (!op.hasConstantBounds() ||
      op.getConstantLowerBound() < op.getConstantUpperBound())
    return rewriter.notifyMatchFailure(op, "may run");
  rewriter.replaceOp(op, op.getInits());
  return success();
}

void SubViewOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add(eraseEmptyLoop).add(foldConstantOperands);
}

//===----------------------------------------------------------------------===//
// transpose
//===----------------------------------------------------------------------===//

LogicalResult TransposeOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto source = dyn_cast<MemRefType>(adaptor.getSource().getType());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  if (!source || !isTiled(source) ||
      static_cast<int64_t>(permutation.size()) != source.getRank() ||
      !isPermutationVector(permutation))
    return emitOptionalError(location,
                             "expected a tiled memref and a permutation of its "
                             "dimensions");
  inferred.push_back(inferTransposedType(source, permutation));
  return success();
}

/// A transposition that undoes another one, or none at all.
OpFoldResult TransposeOp::fold(FoldAdaptor) {
  ArrayRef<int64_t> permutation = getPermutation();
  if (isIdentityPermutation(permutation) &&
      getSource().getType() == getResult().getType())
    return getSource();
  auto first = getSource().getDefiningOp<TransposeOp>();
  if (!first || first.getSource().getType() != getResult().getType())
    return {};
  for (auto [dim, from] : llvm::enumerate(permutation))
    if (first.getPermutation()[from] != static_cast<int64_t>(dim))
      return {};
  return first.getSource();
}

//===----------------------------------------------------------------------===//
// expand_shape, collapse_shape
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> ExpandShapeOp::getMixedOutputShape() {
  return getMixedValues(getStaticOutputShape(), getOutputShape(), getContext());
}

void ExpandShapeOp::build(OpBuilder &builder, OperationState &state,
                          Value source,
                          ArrayRef<ReassociationIndices> reassociation,
                          ArrayRef<OpFoldResult> outputShape) {
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamicSizes;
  dispatchIndexOpFoldResults(outputShape, dynamicSizes, shape);
  auto type = cantFail(inferExpandedType(cast<MemRefType>(source.getType()),
                                         reassociation, shape),
                       "expected a reshape that has a layout");
  build(builder, state, type, source,
        getReassociationIndicesAttribute(builder, reassociation), dynamicSizes,
        builder.getDenseI64ArrayAttr(shape));
}

void CollapseShapeOp::build(OpBuilder &builder, OperationState &state,
                            Value source,
                            ArrayRef<ReassociationIndices> reassociation) {
  auto type = cantFail(
      inferCollapsedType(cast<MemRefType>(source.getType()), reassociation),
      "expected a reshape that has a layout");
  build(builder, state, type, source,
        getReassociationIndicesAttribute(builder, reassociation));
}

/// True if every group is one dimension.
static bool changesNothing(ArrayRef<ReassociationIndices> groups) {
  return llvm::all_of(groups,
                      [](const auto &group) { return group.size() == 1; });
}

OpFoldResult ExpandShapeOp::fold(FoldAdaptor) {
  if (getSourceType() == getType() && changesNothing(getReassociationIndices()))
    return getSource();
  // What was collapsed in the same way comes back, with the extents it had.
  auto collapse = getSource().getDefiningOp<CollapseShapeOp>();
  if (collapse && collapse.getSource().getType() == getType() &&
      getType().hasStaticShape() &&
      collapse.getReassociation() == getReassociation())
    return collapse.getSource();
  return {};
}

OpFoldResult CollapseShapeOp::fold(FoldAdaptor) {
  if (getSourceType() == getType() && changesNothing(getReassociationIndices()))
    return getSource();
  auto expand = getSource().getDefiningOp<ExpandShapeOp>();
  if (expand && expand.getSource().getType() == getType() &&
      expand.getReassociation() == getReassociation())
    return expand.getSource();
  return {};
}
