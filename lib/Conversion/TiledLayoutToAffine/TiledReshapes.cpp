//===- TiledReshapes.cpp - Tiled memrefs of another shape -----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No element moves, so that the buffer is the same and only its description
// changes.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TiledViews.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// For each physical dimension of the result, one of the source and how many
/// times its stride make that of the result.
struct AxisMap {
  SmallVector<int64_t> axes;
  SmallVector<int64_t> factors;
};

/// A memref that is described anew.
class ReshapeLowering {
public:
  ReshapeLowering(ConversionPatternRewriter &rewriter, Location loc,
                  const PhysicalArray &source, MemRefType type,
                  ValueRange extents)
      : rewriter(rewriter), loc(loc), source(source), type(type),
        extents(extents),
        physical(getKnownPhysicalType(type, source.getOption())) {}

  SmallVector<Value> run(const AxisMap &map) {
    if (physical.form == PhysicalForm::Expanded) {
      SmallVector<Value> values = {getExpanded(map)};
      llvm::append_range(values, extents);
      return values;
    }
    if (!isView(type)) {
      Value buffer = source.getMemRef();
      if (buffer.getType() != physical.memref)
        buffer = memref::CastOp::create(rewriter, loc, physical.memref, buffer);
      SmallVector<Value> values = {buffer};
      llvm::append_range(values, extents);
      return values;
    }
    return getFlatView(rewriter, loc, source.getMemRef(), type, physical.memref,
                       extents,
                       {source.getOrigin(rewriter),
                        getStrides(source.getStrides(rewriter, loc), map)});
  }

private:
  Value getExpanded(const AxisMap &map) {
    if (source.getMemRef().getType() == physical.memref)
      return source.getMemRef();
    SmallVector<OpFoldResult> sizes =
        getPhysicalExtents(rewriter, loc, *getTileLayout(type), type, extents);
    if (!isView(type))
      return reinterpretRowMajor(rewriter, loc, source.getMemRef(),
                                 physical.memref, sizes);
    auto metadata = memref::ExtractStridedMetadataOp::create(
        rewriter, loc, source.getMemRef());
    return reinterpretAt(
        rewriter, loc, metadata.getBaseBuffer(), physical.memref,
        {metadata.getConstifiedMixedOffset(),
         getStrides(metadata.getConstifiedMixedStrides(), map)},
        sizes);
  }

  SmallVector<OpFoldResult> getStrides(ArrayRef<OpFoldResult> sourceStrides,
                                       const AxisMap &map) {
    SmallVector<OpFoldResult> strides;
    for (auto [axis, factor] : llvm::zip_equal(map.axes, map.factors))
      strides.push_back(multiply(rewriter, loc, sourceStrides[axis],
                                 rewriter.getIndexAttr(factor)));
    return strides;
  }

  ConversionPatternRewriter &rewriter;
  Location loc;
  const PhysicalArray &source;
  MemRefType type;
  ValueRange extents;
  PhysicalType physical;
};

struct LowerTranspose : TiledPattern<TransposeOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(TransposeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto sourceType = cast<MemRefType>(op.getSource().getType());
    auto type = cast<MemRefType>(op.getType());
    PhysicalArray source(sourceType, adaptor.getSource(), form);
    SmallVector<OpFoldResult> mixed = getMixedValues(
        sourceType.getShape(), source.getDynamicExtents(), rewriter);
    SmallVector<Value> extents;
    for (auto [dim, from] : llvm::enumerate(op.getPermutation()))
      if (type.isDynamicDim(dim))
        extents.push_back(cast<Value>(mixed[from]));
    AxisMap map;
    for (size_t axis = 0; axis < getPhysicalStrides(sourceType).size();
         ++axis) {
      map.axes.push_back(axis);
      map.factors.push_back(1);
    }
    ReshapeLowering lowering(rewriter, op.getLoc(), source, type, extents);
    rewriter.replaceOpWithMultiple(op, {lowering.run(map)});
    return success();
  }
};

/// Returns the physical dimensions of a reshape's result, if it has a layout.
static FailureOr<AxisMap> getAxisMap(llvm::Expected<ViewLayout> result) {
  std::optional<ViewLayout> view = expectedToOptional(std::move(result));
  if (!view)
    return failure();
  return AxisMap{view->axes, view->factors};
}

struct LowerExpandShape : TiledPattern<ExpandShapeOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(ExpandShapeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType sourceType = op.getSourceType();
    FailureOr<AxisMap> map = getAxisMap(getExpandedLayout(
        *getTileLayout(sourceType), getPhysicalStrides(sourceType),
        op.getReassociationIndices(), op.getType().getShape()));
    if (failed(map))
      return rewriter.notifyMatchFailure(op, "the result has no layout");
    if (isView(sourceType) && llvm::is_contained(map->factors, kDynamic))
      return rewriter.notifyMatchFailure(op, "a stride is not known");
    PhysicalArray source(sourceType, adaptor.getSource(), form);
    SmallVector<Value> extents = flatten(adaptor.getOutputShape());
    ReshapeLowering lowering(rewriter, op.getLoc(), source, op.getType(),
                             extents);
    rewriter.replaceOpWithMultiple(op, {lowering.run(*map)});
    return success();
  }
};

struct LowerCollapseShape : TiledPattern<CollapseShapeOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(CollapseShapeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType sourceType = op.getSourceType(), type = op.getType();
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    FailureOr<AxisMap> map = getAxisMap(
        getCollapsedLayout(*getTileLayout(sourceType), sourceType.getShape(),
                           getPhysicalStrides(sourceType), groups));
    if (failed(map))
      return rewriter.notifyMatchFailure(op, "the result has no layout");
    PhysicalArray source(sourceType, adaptor.getSource(), form);
    SmallVector<OpFoldResult> mixed = getMixedValues(
        sourceType.getShape(), source.getDynamicExtents(), rewriter);
    SmallVector<Value> extents;
    for (auto [dim, group] : llvm::enumerate(groups)) {
      if (!type.isDynamicDim(dim))
        continue;
      OpFoldResult extent = rewriter.getIndexAttr(1);
      for (int64_t part : group)
        extent = multiply(rewriter, op.getLoc(), extent, mixed[part]);
      extents.push_back(
          getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), extent));
    }
    ReshapeLowering lowering(rewriter, op.getLoc(), source, type, extents);
    rewriter.replaceOpWithMultiple(op, {lowering.run(*map)});
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateTiledReshapePatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerTranspose, LowerExpandShape, LowerCollapseShape>(
      typeConverter, patterns.getContext());
}
