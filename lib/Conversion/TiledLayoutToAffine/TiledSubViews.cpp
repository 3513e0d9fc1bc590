//===- TiledSubViews.cpp - Parts of tiled memrefs -------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "TiledViews.h"

#include "tiled_layout/Analysis/SliceRules.h"
#include "tiled_layout/IR/AffineMaps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

LogicalResult mlir::tiled_layout::proveSubView(SubViewOp op,
                                               SubViewLayouts &views) {
  SmallVector<SliceDimension> slice =
      getSlice(op.getSourceType(), op.getMixedOffsets(), op.getMixedSizes(),
               op.getMixedStrides(), op.getDroppedDims());
  auto checked = checkSliceLayout(*getTileLayout(op.getSourceType()),
                                  op.getSourceType().getShape(), slice,
                                  *getTileLayout(op.getType()));
  if (!checked)
    return op.emitOpError() << describeViolation(op, checked.takeError());
  views[op] = std::move(*checked);
  return success();
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Returns a number that a type knows as such, else a value.
static OpFoldResult getStated(OpBuilder &builder, Location loc, int64_t stated,
                              OpFoldResult value) {
  if (stated != kDynamic)
    return builder.getIndexAttr(stated);
  return getValueOrCreateConstantIndexOp(builder, loc, value);
}

Value mlir::tiled_layout::reinterpretAt(OpBuilder &builder, Location loc,
                                        Value buffer, MemRefType type,
                                        const ViewPlace &place,
                                        ArrayRef<OpFoldResult> sizes) {
  auto [strides, offset] = type.getStridesAndOffset();
  SmallVector<OpFoldResult> statedSizes, statedStrides;
  for (auto [stated, size] : llvm::zip_equal(type.getShape(), sizes))
    statedSizes.push_back(getStated(builder, loc, stated, size));
  for (auto [stated, stride] : llvm::zip_equal(strides, place.strides))
    statedStrides.push_back(getStated(builder, loc, stated, stride));
  return memref::ReinterpretCastOp::create(
      builder, loc, type, buffer, getStated(builder, loc, offset, place.offset),
      statedSizes, statedStrides);
}

SmallVector<Value>
mlir::tiled_layout::getFlatView(OpBuilder &builder, Location loc, Value buffer,
                                MemRefType tiled, MemRefType physical,
                                ValueRange extents, const ViewPlace &place) {
  if (buffer.getType() != physical)
    buffer = memref::CastOp::create(builder, loc, physical, buffer);
  SmallVector<Value> values = {buffer};
  llvm::append_range(values, extents);
  values.push_back(getValueOrCreateConstantIndexOp(builder, loc, place.offset));
  for (auto [stated, stride] :
       llvm::zip_equal(getPhysicalStrides(tiled), place.strides))
    if (stated == kDynamic)
      values.push_back(getValueOrCreateConstantIndexOp(builder, loc, stride));
  return values;
}

//===----------------------------------------------------------------------===//
// subview
//===----------------------------------------------------------------------===//

namespace {

/// A subview during its conversion.
class SubViewLowering {
public:
  SubViewLowering(ConversionPatternRewriter &rewriter, SubViewOp op,
                  const SliceLayout &slice, const PhysicalArray &source,
                  ArrayRef<Value> offsets, ArrayRef<Value> sizes,
                  ArrayRef<Value> strides)
      : rewriter(rewriter), loc(op.getLoc()), op(op), slice(slice),
        source(source), extents(sizes),
        mixedStrides(getMixedValues(op.getStaticStrides(), strides, rewriter)) {
    findBegin(getMixedValues(op.getStaticOffsets(), offsets, rewriter));
    MemRefType type = op.getType();
    viewSizes =
        getPhysicalExtents(rewriter, loc, *getTileLayout(type), type, extents);
  }

  SmallVector<Value> run() {
    MemRefType type = op.getType();
    PhysicalType physical = getKnownPhysicalType(type, source.getOption());
    if (physical.form != PhysicalForm::Expanded)
      return getFlatView(rewriter, loc, source.getMemRef(), type,
                         physical.memref, extents, getPlace());
    // No offset lies within an array without elements, says memref.subview.
    bool hasElements = !llvm::is_contained(source.getTiledType().getShape(), 0);
    Value view = source.getForm() == PhysicalForm::Expanded && hasElements
                     ? getPart(physical.memref)
                     : reinterpretAt(rewriter, loc, source.getMemRef(),
                                     physical.memref, getPlace(), viewSizes);
    SmallVector<Value> values = {view};
    llvm::append_range(values, extents);
    return values;
  }

private:
  /// Computes the coordinate at which the view begins. Where a tile begins is
  /// known to be 0, though the arithmetic may not show it.
  void findBegin(ArrayRef<OpFoldResult> offsets) {
    AffineMap map =
        getPhysicalMap(source.getLayout(), source.getTiledType().getShape(),
                       rewriter.getContext());
    for (auto [axis, known] : llvm::enumerate(slice.begins))
      begin.push_back(known != kDynamic
                          ? OpFoldResult(rewriter.getIndexAttr(known))
                          : affine::makeComposedFoldedAffineApply(
                                rewriter, loc,
                                map.getSubMap({static_cast<unsigned>(axis)}),
                                offsets));
  }

  OpFoldResult getStep(size_t axis) {
    int64_t dim = slice.stepped[axis];
    return dim < 0 ? OpFoldResult(rewriter.getIndexAttr(1)) : mixedStrides[dim];
  }

  /// Returns the place in the flat memref.
  ViewPlace getPlace() {
    SmallVector<OpFoldResult> strides = source.getStrides(rewriter, loc);
    ViewPlace place{
        addProducts(rewriter, loc, source.getOrigin(rewriter), begin, strides),
        {}};
    for (auto [number, axis] : llvm::enumerate(slice.axes))
      place.strides.push_back(
          multiply(rewriter, loc, strides[axis], getStep(number)));
    return place;
  }

  /// Returns the view as a part of the expanded memref.
  Value getPart(MemRefType type) {
    SmallVector<OpFoldResult> sizes(begin.size(), rewriter.getIndexAttr(1));
    SmallVector<OpFoldResult> steps = sizes;
    for (auto [number, axis] : llvm::enumerate(slice.axes)) {
      sizes[axis] = viewSizes[number];
      steps[axis] = getStep(number);
    }
    Value part = memref::SubViewOp::create(rewriter, loc, source.getMemRef(),
                                           begin, sizes, steps);
    if (slice.axes.size() != begin.size())
      part = dropAxes(part, type);
    if (part.getType() != type)
      part = memref::CastOp::create(rewriter, loc, type, part);
    return part;
  }

  /// Leaves out physical dimensions. memref.subview would have to guess them
  /// from strides.
  Value dropAxes(Value part, MemRefType type) {
    auto metadata =
        memref::ExtractStridedMetadataOp::create(rewriter, loc, part);
    SmallVector<OpFoldResult> strides = metadata.getConstifiedMixedStrides();
    ViewPlace place{metadata.getConstifiedMixedOffset(), {}};
    for (int64_t axis : slice.axes)
      place.strides.push_back(strides[axis]);
    return reinterpretAt(rewriter, loc, metadata.getBaseBuffer(), type, place,
                         viewSizes);
  }

  ConversionPatternRewriter &rewriter;
  Location loc;
  SubViewOp op;
  const SliceLayout &slice;
  const PhysicalArray &source;
  ArrayRef<Value> extents;
  SmallVector<OpFoldResult> mixedStrides;
  SmallVector<OpFoldResult> begin;
  SmallVector<OpFoldResult> viewSizes;
};

struct LowerSubView : TiledPattern<SubViewOp> {
  LowerSubView(const PhysicalTypeConverter &typeConverter, MLIRContext *context,
               const SubViewLayouts &views)
      : TiledPattern(typeConverter, context), views(views) {}

  LogicalResult
  matchAndRewrite(SubViewOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto slice = views.find(op);
    if (slice == views.end())
      return rewriter.notifyMatchFailure(op, "alignment was not proved");
    PhysicalArray source(op.getSourceType(), adaptor.getSource(), form);
    SmallVector<Value> values =
        SubViewLowering(
            rewriter, op, slice->second, source, flatten(adaptor.getOffsets()),
            flatten(adaptor.getSizes()), flatten(adaptor.getStrides()))
            .run();
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }

private:
  const SubViewLayouts &views;
};

} // namespace

void mlir::tiled_layout::populateTiledViewPatterns(
    const PhysicalTypeConverter &typeConverter, const SubViewLayouts &views,
    RewritePatternSet &patterns) {
  patterns.add<LowerSubView>(typeConverter, patterns.getContext(), views);
  populateTiledReshapePatterns(typeConverter, patterns);
}
