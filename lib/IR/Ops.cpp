//===- Ops.cpp - Folders, canonicalisation, interfaces --------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/Placement.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

/// Returns an extent of an array: a constant, or a value where it is dynamic.
static OpFoldResult getMixedSize(OpBuilder &builder, Location loc, Value array,
                                 int64_t dim) {
  return isa<MemRefType>(array.getType())
             ? memref::getMixedSize(builder, loc, array, dim)
             : tensor::getMixedSize(builder, loc, array, dim);
}

/// Returns the extents of a destination as the extents of the result.
static LogicalResult reifyDest(OpBuilder &builder, Location loc, Value dest,
                               ReifiedRankedShapedTypeDims &reified) {
  auto type = dyn_cast<RankedTensorType>(dest.getType());
  if (!type)
    return failure();
  reified = {tensor::getMixedSizes(builder, loc, dest)};
  return success();
}

/// Adds what a destination-style operation on memrefs does to memory.
static void
addEffects(DestinationStyleOpInterface op,
           SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
               &effects) {
  for (OpOperand *input : op.getDpsInputOperands())
    if (isa<MemRefType>(input->get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), input,
                           SideEffects::DefaultResource::get());
  for (OpOperand &init : op.getDpsInitsMutable())
    if (isa<MemRefType>(init.get().getType()))
      effects.emplace_back(MemoryEffects::Write::get(), &init,
                           SideEffects::DefaultResource::get());
}

//===----------------------------------------------------------------------===//
// relayout
//===----------------------------------------------------------------------===//

TypedAttr RelayoutOp::getPaddingValue() {
  std::optional<Attribute> padding = getPadding();
  if (!padding)
    return {};
  if (auto typed = dyn_cast<TypedAttr>(*padding))
    return typed;
  Type type = cast<ShapedType>(getDest().getType()).getElementType();
  Builder builder(getContext());
  if (auto complex = dyn_cast<ComplexType>(type)) {
    // Complex integers have no attribute for a value.
    if (!isa<FloatType>(complex.getElementType()))
      return {};
    return cast<TypedAttr>(
        static_cast<Attribute>(complex::NumberAttr::get(complex, 0.0, 0.0)));
  }
  return builder.getZeroAttr(type);
}

void RelayoutOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, effects);
}

LogicalResult
RelayoutOp::reifyResultShapes(OpBuilder &builder,
                              ReifiedRankedShapedTypeDims &reified) {
  return reifyDest(builder, getLoc(), getDest(), reified);
}

/// A tensor's relayout to its own type moves nothing, unless it must also say
/// what the padding holds, or the types are without their layouts.
LogicalResult RelayoutOp::fold(FoldAdaptor,
                               SmallVectorImpl<OpFoldResult> &results) {
  if (!getResult() || getPadding() || (*this)->hasAttr(asideName) ||
      getSource().getType() != getResult().getType())
    return failure();
  results.push_back(getSource());
  return success();
}

/// relayout(relayout(x)) -> relayout(x), on tensors. What the first one puts
/// into padding cannot be seen through the second. Without their layouts, both
/// stay, since that of the first is known from it alone.
static LogicalResult collapseRelayouts(RelayoutOp op,
                                       PatternRewriter &rewriter) {
  auto first = op.getSource().getDefiningOp<RelayoutOp>();
  if (!first || !op.getResult() || op->hasAttr(asideName))
    return failure();
  rewriter.modifyOpInPlace(
      op, [&] { op.getSourceMutable().assign(first.getSource()); });
  return success();
}

/// A memref's relayout onto itself moves nothing.
static LogicalResult eraseSelfRelayout(RelayoutOp op,
                                       PatternRewriter &rewriter) {
  if (op.getResult() || op.getPadding() || op.getSource() != op.getDest())
    return failure();
  rewriter.eraseOp(op);
  return success();
}

void RelayoutOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add(collapseRelayouts).add(eraseSelfRelayout);
}

//===----------------------------------------------------------------------===//
// empty
//===----------------------------------------------------------------------===//

LogicalResult EmptyOp::reifyResultShapes(OpBuilder &builder,
                                         ReifiedRankedShapedTypeDims &reified) {
  reified = {getMixedValues(getType().getShape(), getDynamicSizes(), builder)};
  return success();
}

/// A constant size becomes part of the type.
static LogicalResult foldConstantSizes(EmptyOp op, PatternRewriter &rewriter) {
  RankedTensorType type = op.getType();
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<Value> dynamicSizes;
  auto dynamic = op.getDynamicSizes().begin();
  for (int64_t &extent : shape) {
    if (!ShapedType::isDynamic(extent))
      continue;
    Value size = *dynamic++;
    std::optional<int64_t> constant = getConstantIntValue(size);
    if (constant && *constant >= 0)
      extent = *constant;
    else
      dynamicSizes.push_back(size);
  }
  if (dynamicSizes.size() == op.getDynamicSizes().size())
    return failure();
  // The layout may refuse the shape that the sizes turn out to be; then the
  // program is wrong only if it gets here.
  auto staticType = RankedTensorType::getChecked(
      [&] { return mlir::emitRemark(op.getLoc()); }, shape,
      type.getElementType(), type.getEncoding());
  if (!staticType)
    return failure();
  auto empty = EmptyOp::create(rewriter, op.getLoc(), staticType, dynamicSizes);
  rewriter.replaceOpWithNewOp<tensor::CastOp>(op, type, empty);
  return success();
}

void EmptyOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *context) {
  patterns.add(foldConstantSizes);
}

//===----------------------------------------------------------------------===//
// linearize, delinearize
//===----------------------------------------------------------------------===//

/// Returns the placement of a static array.
static std::optional<Placement> getPlacement(Value array) {
  auto type = cast<ShapedType>(array.getType());
  std::optional<Layout> layout = getLayout(type);
  if (!layout || !type.hasStaticShape())
    return std::nullopt;
  return Placement(*layout, type.getShape());
}

OpFoldResult LinearizeOp::fold(FoldAdaptor adaptor) {
  SmallVector<int64_t> index;
  for (Attribute attribute : adaptor.getIndices()) {
    auto constant = dyn_cast_or_null<IntegerAttr>(attribute);
    if (!constant)
      return {};
    index.push_back(constant.getInt());
  }
  std::optional<Placement> placement = getPlacement(getArray());
  if (!placement || !placement->contains(index))
    return {};
  return Builder(getContext()).getIndexAttr(placement->getPosition(index));
}

LogicalResult DelinearizeOp::fold(FoldAdaptor adaptor,
                                  SmallVectorImpl<OpFoldResult> &results) {
  auto constant = dyn_cast_or_null<IntegerAttr>(adaptor.getPosition());
  std::optional<Placement> placement = getPlacement(getArray());
  if (!constant || !placement)
    return failure();
  int64_t position = constant.getInt();
  if (position < 0 || position >= placement->getElements())
    return failure();
  std::optional<SmallVector<int64_t>> index = placement->getIndex(position);
  // The indices of padding are undefined; zero is as good as any.
  SmallVector<int64_t> values =
      index ? *index : SmallVector<int64_t>(getIndices().size(), 0);
  Builder builder(getContext());
  for (int64_t value : values)
    results.push_back(builder.getIndexAttr(value));
  results.push_back(builder.getBoolAttr(index.has_value()));
  return success();
}

//===----------------------------------------------------------------------===//
// to_physical, from_physical
//===----------------------------------------------------------------------===//

Value ToPhysicalOp::getViewSource() { return getSource(); }
Value FromPhysicalOp::getViewSource() { return getSource(); }

LogicalResult
ToPhysicalOp::reifyResultShapes(OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &reified) {
  auto source = cast<ShapedType>(getSource().getType());
  auto type = cast<ShapedType>(getResult().getType());
  if (type.hasStaticShape()) {
    reified = {getAsIndexOpFoldResult(getContext(), type.getShape())};
    return success();
  }
  // How many elements a view and the flat array have is no affine expression.
  std::optional<Layout> layout = getLayout(source);
  AffineMap extents;
  if (layout && !isView(source) && layout->tailPaddingAlignment == 1 &&
      layout->elementBits == 0 &&
      source.getElementType() == type.getElementType())
    extents = getPhysicalExtentsMap(*layout, source.getShape(), getContext());
  if (!extents || extents.getNumResults() != type.getRank())
    return failure();
  SmallVector<OpFoldResult> symbols;
  for (auto [dim, extent] : llvm::enumerate(source.getShape()))
    if (ShapedType::isDynamic(extent))
      symbols.push_back(getMixedSize(builder, getLoc(), getSource(), dim));
  reified = {affine::makeComposedFoldedMultiResultAffineApply(
      builder, getLoc(), extents, symbols)};
  return success();
}

LogicalResult
FromPhysicalOp::reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &reified) {
  auto type = cast<ShapedType>(getResult().getType());
  reified = {getMixedValues(type.getShape(), getDynamicSizes(), builder)};
  return success();
}

/// to_physical(from_physical(x)) -> x
OpFoldResult ToPhysicalOp::fold(FoldAdaptor) {
  auto from = getSource().getDefiningOp<FromPhysicalOp>();
  if (from && from.getSource().getType() == getType())
    return from.getSource();
  return {};
}

/// from_physical(to_physical(x)) -> x, where no extent has to be told.
OpFoldResult FromPhysicalOp::fold(FoldAdaptor) {
  auto to = getSource().getDefiningOp<ToPhysicalOp>();
  if (to && to.getSource().getType() == getType() && getDynamicSizes().empty())
    return to.getSource();
  return {};
}

//===----------------------------------------------------------------------===//
// fill_padding
//===----------------------------------------------------------------------===//

void FillPaddingOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, effects);
}

LogicalResult
FillPaddingOp::reifyResultShapes(OpBuilder &builder,
                                 ReifiedRankedShapedTypeDims &reified) {
  return reifyDest(builder, getLoc(), getDest(), reified);
}

/// A tensor without padding is left as it is.
LogicalResult FillPaddingOp::fold(FoldAdaptor,
                                  SmallVectorImpl<OpFoldResult> &results) {
  auto type = cast<ShapedType>(getDest().getType());
  std::optional<Placement> placement = getPlacement(getDest());
  if (!getResult() || !placement ||
      placement->getElements() != type.getNumElements())
    return failure();
  results.push_back(getDest());
  return success();
}

//===----------------------------------------------------------------------===//
// assume_multiple
//===----------------------------------------------------------------------===//

OpFoldResult AssumeMultipleOp::fold(FoldAdaptor adaptor) {
  if (getMultiple() == 1)
    return getValue();
  auto constant = dyn_cast_or_null<IntegerAttr>(adaptor.getValue());
  if (constant && constant.getInt() % getMultiple() == 0)
    return constant;
  return {};
}
