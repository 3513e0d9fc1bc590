//===- AtomicPatterns.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementBits.h"
#include "Patterns.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

namespace {

/// What holds an element in bytes and can be replaced atomically as a whole: a
/// byte with several elements, or an integer as wide as the element.
struct AtomicContainer {
  Value memref;
  SmallVector<Value> indices;
  /// How far the element's lowest bit is from the container's, or null.
  Value shift;

  IntegerType getType() const {
    return cast<IntegerType>(
        cast<MemRefType>(memref.getType()).getElementType());
  }
};

} // namespace

/// Views a memref of bytes as one of wider integers.
static Value viewAsIntegers(OpBuilder &builder, Location loc, Value memref,
                            int64_t bits) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t bytes = bits / 8;
  SmallVector<Value> sizes;
  int64_t size = type.getDimSize(0);
  if (ShapedType::isDynamic(size)) {
    Value whole = memref::DimOp::create(builder, loc, memref, 0);
    Value by = arith::ConstantIndexOp::create(builder, loc, bytes);
    sizes.push_back(arith::DivUIOp::create(builder, loc, whole, by));
  } else {
    size /= bytes;
  }
  auto view =
      MemRefType::get({size}, builder.getIntegerType(bits),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return memref::ViewOp::create(builder, loc, view, memref, zero, sizes);
}

static AtomicContainer getContainer(OpBuilder &builder, Location loc,
                                    const PhysicalArray &array,
                                    ValueRange indices) {
  MemRefType tiled = array.getTiledType();
  int64_t bits = *getBitsPerElement(ShapedType(tiled));
  Value position = array.getAccessIndices(builder, loc, indices).front();
  if (bits > 8)
    return {viewAsIntegers(builder, loc, array.getMemRef(), bits),
            {position},
            Value()};
  auto [byte, shift] = getBitAddress(builder, loc, position, bits);
  return {array.getMemRef(), {byte}, shift};
}

/// Takes the element out of its container.
static Value takeElement(OpBuilder &builder, Location loc,
                         const AtomicContainer &container, Value whole,
                         Type element) {
  if (container.shift)
    whole = arith::ShRUIOp::create(builder, loc, whole, container.shift);
  return narrowBits(builder, loc, whole, element);
}

/// Returns the container with another element in it.
static Value putElement(OpBuilder &builder, Location loc,
                        const AtomicContainer &container, Value whole,
                        Value element, int64_t bits) {
  IntegerType type = container.getType();
  Value value = widenBits(builder, loc, element, bits);
  if (!container.shift)
    return value;
  value = arith::ExtUIOp::create(builder, loc, type, value);
  value = arith::ShLIOp::create(builder, loc, value, container.shift);
  Value mask = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, (1 << bits) - 1));
  mask = arith::ShLIOp::create(builder, loc, mask, container.shift);
  Value ones =
      arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, -1));
  Value others = arith::XOrIOp::create(builder, loc, mask, ones);
  others = arith::AndIOp::create(builder, loc, whole, others);
  return arith::OrIOp::create(builder, loc, others, value);
}

/// Applies a kind of update to a value.
static Value applyKind(OpBuilder &builder, Location loc,
                       arith::AtomicRMWKind kind, Value old, Value operand) {
  if (kind == arith::AtomicRMWKind::assign)
    return operand;
  return arith::getReductionOp(kind, builder, loc, old, operand);
}

namespace {

struct LowerAtomicRMW : TiledPattern<memref::AtomicRMWOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::AtomicRMWOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    PhysicalArray array(op.getMemRefType(), adaptor.getMemref(), form);
    Value operand = adaptor.getValue().front();
    SmallVector<Value> indices = flatten(adaptor.getIndices());
    if (array.getForm() != PhysicalForm::Bytes) {
      rewriter.replaceOpWithNewOp<memref::AtomicRMWOp>(
          op, op.getKind(), operand, array.getMemRef(),
          array.getAddress(rewriter, loc, indices));
      return success();
    }
    AtomicContainer container = getContainer(rewriter, loc, array, indices);
    auto lowered = memref::GenericAtomicRMWOp::create(
        rewriter, loc, container.memref, container.indices);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(lowered.getBody());
    Value whole = lowered.getBody()->getArgument(0);
    Type element = operand.getType();
    Value old = takeElement(rewriter, loc, container, whole, element);
    Value updated = applyKind(rewriter, loc, op.getKind(), old, operand);
    updated = putElement(rewriter, loc, container, whole, updated,
                         *getBitsPerElement(ShapedType(op.getMemRefType())));
    memref::AtomicYieldOp::create(rewriter, loc, updated);
    rewriter.setInsertionPointAfter(lowered);
    rewriter.replaceOp(op, takeElement(rewriter, loc, container,
                                       lowered.getResult(), element));
    return success();
  }
};

struct LowerGenericAtomicRMW : TiledPattern<memref::GenericAtomicRMWOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::GenericAtomicRMWOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto tiled = cast<MemRefType>(op.getMemref().getType());
    PhysicalArray array(tiled, adaptor.getMemref(), form);
    SmallVector<Value> indices = flatten(adaptor.getIndices());
    if (array.getForm() == PhysicalForm::Bytes)
      return lowerBytes(op, array, indices, rewriter);
    auto lowered = memref::GenericAtomicRMWOp::create(
        rewriter, loc, array.getMemRef(),
        array.getAddress(rewriter, loc, indices));
    Region &body = lowered.getRegion();
    rewriter.eraseBlock(&body.front());
    rewriter.inlineRegionBefore(op.getRegion(), body, body.end());
    rewriter.replaceOp(op, lowered);
    return success();
  }

private:
  /// The body works on the element, between taking it out of its container and
  /// putting it back.
  LogicalResult lowerBytes(memref::GenericAtomicRMWOp op,
                           const PhysicalArray &array, ValueRange indices,
                           ConversionPatternRewriter &rewriter) const {
    Location loc = op.getLoc();
    MemRefType tiled = array.getTiledType();
    AtomicContainer container = getContainer(rewriter, loc, array, indices);
    auto lowered = memref::GenericAtomicRMWOp::create(
        rewriter, loc, container.memref, container.indices);
    OpBuilder::InsertionGuard guard(rewriter);
    Block *body = lowered.getBody();
    rewriter.setInsertionPointToStart(body);
    Value whole = body->getArgument(0);
    Value old =
        takeElement(rewriter, loc, container, whole, tiled.getElementType());
    auto yield = cast<memref::AtomicYieldOp>(op.getBody()->getTerminator());
    rewriter.inlineBlockBefore(op.getBody(), body, body->end(), old);
    rewriter.setInsertionPoint(yield);
    Value updated =
        putElement(rewriter, loc, container, whole, yield.getResult(),
                   *getBitsPerElement(ShapedType(tiled)));
    rewriter.replaceOpWithNewOp<memref::AtomicYieldOp>(yield, updated);
    rewriter.setInsertionPointAfter(lowered);
    rewriter.replaceOp(op, takeElement(rewriter, loc, container,
                                       lowered.getResult(),
                                       tiled.getElementType()));
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateAtomicPatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerAtomicRMW, LowerGenericAtomicRMW>(typeConverter,
                                                      patterns.getContext());
}
