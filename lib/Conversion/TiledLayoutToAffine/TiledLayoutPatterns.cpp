//===- TiledLayoutPatterns.cpp - The dialect's own operations -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/IndexRanges.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/ViewTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Tiling.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns the dynamic extents of an array that may be tiled or not.
static SmallVector<Value> getDynamicExtents(OpBuilder &builder, Location loc,
                                            MemRefType type,
                                            ValueRange converted) {
  if (isTiled(type))
    return llvm::to_vector(converted.drop_front());
  SmallVector<Value> extents;
  bufferization::populateDynamicDimSizes(builder, loc, converted.front(),
                                         extents);
  return extents;
}

namespace {

/// An index is a constant or a value that is not negative; remembers what must
/// hold for a position to have an element.
///
/// These are arith operations on purpose: as affine expressions, the nested
/// quotients of several levels take exponential time to simplify.
class InverseDomain {
public:
  using Index = OpFoldResult;

  InverseDomain(OpBuilder &builder, Location loc)
      : builder(builder), loc(loc),
        inBounds(arith::ConstantIntOp::create(builder, loc, 1, 1)) {}

  OpFoldResult getOne() { return builder.getIndexAttr(1); }

  OpFoldResult getSize(TileEntry entry, OpFoldResult extent) {
    std::optional<int64_t> known = getConstantIntValue(extent);
    int64_t size = getTileSize(entry, known.value_or(kDynamic));
    assert(size != kDynamic && "TL18 keeps such layouts from memrefs");
    return builder.getIndexAttr(size);
  }

  OpFoldResult multiply(OpFoldResult a, OpFoldResult b) {
    return create<arith::MulIOp>(a, b);
  }

  OpFoldResult join(OpFoldResult outer, OpFoldResult size, OpFoldResult inner) {
    return create<arith::AddIOp>(multiply(outer, size), inner);
  }

  std::pair<OpFoldResult, OpFoldResult> peel(OpFoldResult index,
                                             OpFoldResult extent) {
    return {create<arith::DivUIOp>(index, extent),
            create<arith::RemUIOp>(index, extent)};
  }

  void checkBounds(OpFoldResult index, OpFoldResult extent, OpFoldResult size) {
    std::optional<int64_t> known = getConstantIntValue(extent);
    std::optional<int64_t> by = size ? getConstantIntValue(size) : std::nullopt;
    if ((by && *by == 1) || (known && by && *known % *by == 0))
      return;
    Value number = getValue(index);
    Value isInside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, number, getValue(extent));
    inBounds = arith::AndIOp::create(builder, loc, inBounds, isInside);
  }

  Value getValue(OpFoldResult index) {
    return getValueOrCreateConstantIndexOp(builder, loc, index);
  }
  Value getInBounds() const { return inBounds; }

private:
  template <typename OpTy>
  OpFoldResult create(OpFoldResult a, OpFoldResult b) {
    Value lhs = getValue(a);
    return getAsOpFoldResult(builder.createOrFold<OpTy>(loc, lhs, getValue(b)));
  }

  OpBuilder &builder;
  Location loc;
  Value inBounds;
};

} // namespace

/// Returns the index of a position, and whether there is an element.
static std::pair<SmallVector<Value>, Value>
delinearize(OpBuilder &builder, Location loc, MemRefType type,
            ValueRange dynamicExtents, Value position) {
  Layout layout = *getLayout(ShapedType(type));
  InverseDomain domain(builder, loc);
  // The extents that each level meets: those of the layout up to there.
  auto getExtentsAfter = [&](size_t levels) {
    Layout upTo = layout;
    upTo.tiles.truncate(levels);
    return getPhysicalExtents(builder, loc, upTo, type, dynamicExtents);
  };

  // The digits of the position. What is left over lies in tail padding.
  OpFoldResult rest = position;
  SmallVector<OpFoldResult> extents = getExtentsAfter(layout.tiles.size());
  SmallVector<OpFoldResult> coordinate(extents.size());
  for (size_t axis = coordinate.size(); axis > 0; --axis)
    std::tie(rest, coordinate[axis - 1]) = domain.peel(rest, extents[axis - 1]);
  if (layout.tailPaddingAlignment != 1)
    domain.checkBounds(rest, domain.getOne(), OpFoldResult());

  for (size_t level = layout.tiles.size(); level > 0; --level)
    coordinate =
        undoTile<InverseDomain>(layout.tiles[level - 1],
                                getExtentsAfter(level - 1), coordinate, domain);
  SmallVector<Value> indices(type.getRank());
  for (auto [dim, index] :
       llvm::zip_equal(llvm::reverse(layout.minorToMajor), coordinate))
    indices[dim] = domain.getValue(index);
  return {indices, domain.getInBounds()};
}

/// Returns the sizes of a physical or flat memref of a tiled array.
static SmallVector<OpFoldResult> getViewSizes(OpBuilder &builder, Location loc,
                                              MemRefType tiled,
                                              ValueRange dynamicExtents,
                                              MemRefType view) {
  if (view.hasStaticShape())
    return getAsIndexOpFoldResult(builder.getContext(), view.getShape());
  Layout layout = *getLayout(ShapedType(tiled));
  // A flat view of an array with one physical dimension has the same size by
  // either route, but for its tail; with several, it has none.
  if (view.getShape() == ArrayRef(getPhysicalShape(layout, tiled.getShape())) &&
      (layout.tailPaddingAlignment == 1 || view.getRank() > 1) &&
      view.getElementType() == tiled.getElementType())
    return getPhysicalExtents(builder, loc, layout, tiled, dynamicExtents);
  Value elements = getElementsValue(builder, loc, tiled, dynamicExtents);
  if (view.getElementType() == tiled.getElementType())
    return {elements};
  AffineExpr bits =
      builder.getAffineDimExpr(0) * *getBitsPerElement(ShapedType(tiled));
  return {affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(1, 0, bits.ceilDiv(8)),
      ArrayRef<OpFoldResult>{elements})};
}

/// Returns the distance of an element from the first one of a view.
static Value getPositionInView(OpBuilder &builder, Location loc,
                               const PhysicalArray &view, ValueRange indices) {
  MemRefType type = view.getTiledType();
  AffineMap map =
      simplifyForIndex(getPhysicalMap(*getTileLayout(ShapedType(type)),
                                      type.getShape(), builder.getContext()),
                       type.getShape());
  SmallVector<Value> coordinate =
      applyMap(builder, loc, map, getAsOpFoldResult(indices));
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      addProducts(builder, loc, builder.getIndexAttr(0),
                  getAsOpFoldResult(coordinate),
                  view.getStrides(builder, loc)));
}

/// Returns a memref of this type of the elements, or bytes, between the first
/// one and the last one of a view.
static Value getElementsOfView(OpBuilder &builder, Location loc,
                               const PhysicalArray &view, MemRefType type) {
  MemRefType tiled = view.getTiledType();
  SmallVector<OpFoldResult> last;
  AffineExpr before = builder.getAffineDimExpr(0) - 1;
  for (OpFoldResult extent :
       getPhysicalExtents(builder, loc, *getTileLayout(ShapedType(tiled)),
                          tiled, view.getDynamicExtents()))
    last.push_back(affine::makeComposedFoldedAffineApply(
        builder, loc, AffineMap::get(1, 0, before), extent));
  Value span = getValueOrCreateConstantIndexOp(
      builder, loc,
      addProducts(builder, loc, builder.getIndexAttr(1), last,
                  view.getStrides(builder, loc)));
  // Nothing lies between where an extent is 0.
  OpFoldResult size = builder.createOrFold<arith::MaxSIOp>(
      loc, span, arith::ConstantIndexOp::create(builder, loc, 0));
  Value buffer = view.getMemRef();
  OpFoldResult origin = view.getOrigin(builder);
  if (!view.isFlatView()) {
    auto metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
    buffer = metadata.getBaseBuffer();
    origin = metadata.getOffset();
  }
  if (!isPlainStorage(tiled)) {
    AffineExpr bits =
        builder.getAffineDimExpr(0) * *getBitsPerElement(ShapedType(tiled));
    auto toBytes = [&](OpFoldResult elements, AffineExpr bytes) {
      return affine::makeComposedFoldedAffineApply(
          builder, loc, AffineMap::get(1, 0, bytes), elements);
    };
    size = getValueOrCreateConstantIndexOp(builder, loc,
                                           toBytes(size, bits.ceilDiv(8)));
    origin = toBytes(origin, bits.floorDiv(8));
  }
  return memref::ReinterpretCastOp::create(
      builder, loc, type, buffer,
      getValueOrCreateConstantIndexOp(builder, loc, origin), ArrayRef(size),
      ArrayRef<OpFoldResult>(builder.getIndexAttr(1)));
}

namespace {

struct LowerLinearize : TiledPattern<LinearizeOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(LinearizeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getArray().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "array is a tensor");
    if (isView(type)) {
      PhysicalArray view(type, adaptor.getArray(), form);
      rewriter.replaceOp(op, getPositionInView(rewriter, op.getLoc(), view,
                                               flatten(adaptor.getIndices())));
      return success();
    }
    SmallVector<Value> extents =
        getDynamicExtents(rewriter, op.getLoc(), type, adaptor.getArray());
    rewriter.replaceOp(op, getPosition(rewriter, op.getLoc(), type, extents,
                                       flatten(adaptor.getIndices())));
    return success();
  }
};

struct LowerDelinearize : TiledPattern<DelinearizeOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(DelinearizeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getArray().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "array is a tensor");
    auto [indices, inBounds] = delinearize(
        rewriter, op.getLoc(), type,
        getDynamicExtents(rewriter, op.getLoc(), type, adaptor.getArray()),
        adaptor.getPosition().front());
    indices.push_back(inBounds);
    rewriter.replaceOp(op, indices);
    return success();
  }
};

struct LowerToPhysical : TiledPattern<ToPhysicalOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(ToPhysicalOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tiled = dyn_cast<MemRefType>(op.getSource().getType());
    auto view = dyn_cast<MemRefType>(op.getType());
    if (!tiled || !view)
      return rewriter.notifyMatchFailure(op, "array is a tensor");
    if (isView(tiled)) {
      PhysicalArray array(tiled, adaptor.getSource(), form);
      rewriter.replaceOp(op,
                         getElementsOfView(rewriter, op.getLoc(), array, view));
      return success();
    }
    SmallVector<Value> extents =
        getDynamicExtents(rewriter, op.getLoc(), tiled, adaptor.getSource());
    rewriter.replaceOp(
        op, reinterpretRowMajor(
                rewriter, op.getLoc(), adaptor.getSource().front(), view,
                getViewSizes(rewriter, op.getLoc(), tiled, extents, view)));
    return success();
  }
};

struct LowerFromPhysical : TiledPattern<FromPhysicalOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(FromPhysicalOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tiled = dyn_cast<MemRefType>(op.getType());
    if (!tiled)
      return rewriter.notifyMatchFailure(op, "array is a tensor");
    SmallVector<Value> extents = flatten(adaptor.getDynamicSizes());
    MemRefType view = tiled;
    if (isTiled(tiled)) {
      llvm::Expected<PhysicalType> physical = getPhysicalType(tiled, form);
      if (!physical)
        return rewriter.notifyMatchFailure(op, toString(physical.takeError()));
      view = physical->memref;
      assertExact(rewriter, op.getLoc(), tiled, extents);
    }
    SmallVector<Value> values = {reinterpretRowMajor(
        rewriter, op.getLoc(), adaptor.getSource().front(), view,
        getViewSizes(rewriter, op.getLoc(), tiled, extents, view))};
    if (isTiled(tiled))
      values.append(extents);
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

/// for each position: unless it has an element, store the value.
struct LowerFillPadding : TiledPattern<FillPaddingOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(FillPaddingOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getDest().getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "destination is a tensor");
    if (isTiled(type)) {
      Location loc = op.getLoc();
      PhysicalArray array(type, adaptor.getDest(), form);
      ValueRange extents = array.getDynamicExtents();
      Value elements = getElementsValue(rewriter, loc, type, extents);
      if (array.getForm() == PhysicalForm::Expanded) {
        auto flat = cast<MemRefType>(getFlatType(type));
        array = array.getFlat(
            reinterpretRowMajor(rewriter, loc, array.getMemRef(), flat,
                                {getAsOpFoldResult(elements)}));
      }
      Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
      Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
      auto loop = scf::ForOp::create(rewriter, loc, zero, elements, one);
      rewriter.setInsertionPointToStart(loop.getBody());
      Value position = loop.getInductionVar();
      Value inBounds =
          delinearize(rewriter, loc, type, extents, position).second;
      Value yes = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
      Value isPadding = arith::XOrIOp::create(rewriter, loc, inBounds, yes);
      auto branch = scf::IfOp::create(rewriter, loc, isPadding);
      rewriter.setInsertionPointToStart(branch.thenBlock());
      array.storeAtPosition(rewriter, loc, adaptor.getValue().front(),
                            position);
    }
    // An array without a layout of ours has no padding.
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateTiledLayoutPatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerLinearize, LowerDelinearize, LowerToPhysical,
               LowerFromPhysical, LowerFillPadding>(typeConverter,
                                                    patterns.getContext());
}
