//===- PhysicalArray.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhysicalArray.h"

#include "../../IR/AffineValues.h"
#include "ElementBits.h"
#include "Patterns.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/IndexRanges.h"
#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;

SmallVector<Value>
mlir::tiled_layout::applyMap(OpBuilder &builder, Location loc, AffineMap map,
                             ArrayRef<OpFoldResult> operands) {
  return llvm::map_to_vector(
      llvm::seq<unsigned>(0, map.getNumResults()), [&](unsigned result) {
        return applyAffine(builder, loc, map.getSubMap({result}), operands);
      });
}

SmallVector<OpFoldResult>
mlir::tiled_layout::getPhysicalExtents(OpBuilder &builder, Location loc,
                                       const Layout &layout, ShapedType type,
                                       ValueRange dynamicExtents) {
  return affine::makeComposedFoldedMultiResultAffineApply(
      builder, loc,
      getPhysicalExtentsMap(layout, type.getShape(), builder.getContext()),
      getAsOpFoldResult(dynamicExtents));
}

OpFoldResult mlir::tiled_layout::multiply(OpBuilder &builder, Location loc,
                                          OpFoldResult a, OpFoldResult b) {
  Value lhs = getValueOrCreateConstantIndexOp(builder, loc, a);
  Value rhs = getValueOrCreateConstantIndexOp(builder, loc, b);
  return getAsOpFoldResult(builder.createOrFold<arith::MulIOp>(loc, lhs, rhs));
}

Value mlir::tiled_layout::getElementsValue(OpBuilder &builder, Location loc,
                                           ShapedType type,
                                           ValueRange dynamicExtents) {
  Layout layout = *tiled_layout::getLayout(type);
  OpFoldResult elements = builder.getIndexAttr(1);
  for (OpFoldResult extent :
       getPhysicalExtents(builder, loc, layout, type, dynamicExtents))
    elements = multiply(builder, loc, elements, extent);
  int64_t alignment = layout.tailPaddingAlignment;
  AffineExpr rounded =
      builder.getAffineDimExpr(0).ceilDiv(alignment) * alignment;
  return applyAffine(builder, loc, rounded, elements);
}

Value mlir::tiled_layout::reinterpretRowMajor(OpBuilder &builder, Location loc,
                                              Value memref, MemRefType type,
                                              ArrayRef<OpFoldResult> sizes) {
  if (memref.getType() == type)
    return memref;
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  for (size_t dim = sizes.size(); dim > 1; --dim)
    strides[dim - 2] = multiply(builder, loc, strides[dim - 1], sizes[dim - 1]);
  return memref::ReinterpretCastOp::create(
      builder, loc, type, memref, builder.getIndexAttr(0), sizes, strides);
}

PhysicalType mlir::tiled_layout::getKnownPhysicalType(MemRefType tiled,
                                                      PhysicalForm form) {
  return cantFail(getPhysicalType(tiled, form),
                  "the type converter has accepted the type");
}

PhysicalArray::PhysicalArray(MemRefType tiled, ValueRange values,
                             PhysicalForm form)
    : tiled(tiled), layout(*getTileLayout(tiled)), option(form),
      physical(getKnownPhysicalType(tiled, form)), memref(values.front()),
      dynamicExtents(values.slice(1, tiled.getNumDynamicDims())),
      viewValues(values.drop_front(1 + tiled.getNumDynamicDims())) {}

OpFoldResult PhysicalArray::getOrigin(OpBuilder &builder) const {
  return isFlatView() ? OpFoldResult(viewValues.front())
                      : OpFoldResult(builder.getIndexAttr(0));
}

SmallVector<OpFoldResult> PhysicalArray::getStrides(OpBuilder &builder,
                                                    Location loc) const {
  SmallVector<OpFoldResult> strides;
  if (isFlatView()) {
    auto next = viewValues.begin();
    for (int64_t stride : getPhysicalStrides(tiled))
      strides.push_back(stride == kDynamic
                            ? OpFoldResult(*++next)
                            : OpFoldResult(builder.getIndexAttr(stride)));
    return strides;
  }
  if (isView(tiled))
    return memref::ExtractStridedMetadataOp::create(builder, loc, memref)
        .getConstifiedMixedStrides();
  OpFoldResult stride = builder.getIndexAttr(1);
  SmallVector<OpFoldResult> extents =
      getPhysicalExtents(builder, loc, layout, tiled, dynamicExtents);
  for (OpFoldResult extent : llvm::reverse(extents)) {
    strides.push_back(stride);
    stride = multiply(builder, loc, stride, extent);
  }
  std::reverse(strides.begin(), strides.end());
  return strides;
}

OpFoldResult mlir::tiled_layout::addProducts(OpBuilder &builder, Location loc,
                                             OpFoldResult start,
                                             ArrayRef<OpFoldResult> factors,
                                             ArrayRef<OpFoldResult> strides) {
  // Products with values that are not known are no affine expressions.
  AffineExpr sum = builder.getAffineDimExpr(0);
  SmallVector<OpFoldResult> operands = {start};
  for (auto [factor, stride] : llvm::zip_equal(factors, strides)) {
    AffineExpr term = builder.getAffineDimExpr(operands.size());
    if (std::optional<int64_t> known = getConstantIntValue(stride)) {
      operands.push_back(factor);
      sum = sum + term * *known;
      continue;
    }
    operands.push_back(multiply(builder, loc, factor, stride));
    sum = sum + term;
  }
  return affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(operands.size(), 0, sum), operands);
}

AffineMap PhysicalArray::getAccessMap() const {
  ArrayRef<int64_t> shape = tiled.getShape();
  if (isFlatView())
    return AffineMap();
  if (physical.form == PhysicalForm::Expanded)
    return simplifyForIndex(getPhysicalMap(layout, shape, tiled.getContext()),
                            shape);
  if (tiled.hasStaticShape())
    return simplifyForIndex(getPositionMap(layout, shape, tiled.getContext()),
                            shape);
  return AffineMap();
}

SmallVector<Value> PhysicalArray::getAccessIndices(OpBuilder &builder,
                                                   Location loc,
                                                   ValueRange indices) const {
  if (isFlatView()) {
    SmallVector<Value> coordinate =
        applyMap(builder, loc,
                 getPhysicalMap(layout, tiled.getShape(), builder.getContext()),
                 getAsOpFoldResult(indices));
    OpFoldResult origin = getOrigin(builder);
    return {getValueOrCreateConstantIndexOp(
        builder, loc,
        addProducts(builder, loc, origin, getAsOpFoldResult(coordinate),
                    getStrides(builder, loc)))};
  }
  if (physical.form != PhysicalForm::Expanded)
    return {getPosition(builder, loc, tiled, dynamicExtents, indices)};
  return applyMap(builder, loc, getAccessMap(), getAsOpFoldResult(indices));
}

Value mlir::tiled_layout::getPosition(OpBuilder &builder, Location loc,
                                      ShapedType type,
                                      ValueRange dynamicExtents,
                                      ValueRange indices) {
  Layout layout = *tiled_layout::getLayout(type);
  SmallVector<OpFoldResult> operands = getAsOpFoldResult(indices);
  ArrayRef<int64_t> shape = type.getShape();
  if (type.hasStaticShape())
    return applyAffine(
        builder, loc,
        simplifyForIndex(getPositionMap(layout, shape, builder.getContext()),
                         shape),
        operands);
  AffineMap map = simplifyForIndex(
      getPhysicalMap(layout, shape, builder.getContext()), shape);
  SmallVector<Value> coordinate = applyMap(builder, loc, map, operands);
  return affine::AffineLinearizeIndexOp::create(
      builder, loc, coordinate,
      getPhysicalExtents(builder, loc, layout, type, dynamicExtents),
      /*disjoint=*/true);
}

Value PhysicalArray::load(OpBuilder &builder, Location loc, ValueRange indices,
                          ArrayRef<NamedAttribute> attributes) const {
  SmallVector<Value> access = getAccessIndices(builder, loc, indices);
  if (physical.form == PhysicalForm::Bytes)
    return loadBits(builder, loc, access.front(), attributes);
  auto load = memref::LoadOp::create(builder, loc, memref, access);
  load->setAttrs(attributes);
  return load;
}

void PhysicalArray::store(OpBuilder &builder, Location loc, Value value,
                          ValueRange indices,
                          ArrayRef<NamedAttribute> attributes) const {
  SmallVector<Value> access = getAccessIndices(builder, loc, indices);
  if (physical.form == PhysicalForm::Bytes)
    return storeBits(builder, loc, value, access.front(), attributes);
  auto store = memref::StoreOp::create(builder, loc, value, memref, access);
  store->setAttrs(attributes);
}

void PhysicalArray::storeAtPosition(OpBuilder &builder, Location loc,
                                    Value value, Value position) const {
  if (physical.form == PhysicalForm::Bytes)
    return storeBits(builder, loc, value, position, {});
  assert(physical.form == PhysicalForm::Linear && "expected a flat array");
  memref::StoreOp::create(builder, loc, value, memref, position);
}

PhysicalArray PhysicalArray::getFlat(Value flat) const {
  PhysicalArray result = *this;
  result.physical = {PhysicalForm::Linear, cast<MemRefType>(flat.getType())};
  result.memref = flat;
  return result;
}

//===----------------------------------------------------------------------===//
// Elements in bytes
//===----------------------------------------------------------------------===//

static Value getByteIndex(OpBuilder &builder, Location loc, Value first,
                          int64_t byte) {
  return applyAffine(builder, loc, builder.getAffineDimExpr(0) + byte,
                     OpFoldResult(first));
}

/// Loads a byte of an element. What is said of the access to the element holds
/// of each byte, but for its alignment.
static Value loadByte(OpBuilder &builder, Location loc, Value memref,
                      Value index, ArrayRef<NamedAttribute> attributes) {
  auto load = memref::LoadOp::create(builder, loc, memref, index);
  load->setAttrs(attributes);
  load.removeAlignmentAttr();
  return load;
}

static void storeByte(OpBuilder &builder, Location loc, Value byte,
                      Value memref, Value index,
                      ArrayRef<NamedAttribute> attributes) {
  auto store = memref::StoreOp::create(builder, loc, byte, memref, index);
  store->setAttrs(attributes);
  store.removeAlignmentAttr();
}

SmallVector<Value> PhysicalArray::getAddress(OpBuilder &builder, Location loc,
                                             ValueRange indices) const {
  SmallVector<Value> access = getAccessIndices(builder, loc, indices);
  if (physical.form != PhysicalForm::Bytes)
    return access;
  int64_t bits = *getBitsPerElement(ShapedType(tiled));
  return {getBitAddress(builder, loc, access.front(), bits).first};
}

Value PhysicalArray::loadBits(OpBuilder &builder, Location loc, Value position,
                              ArrayRef<NamedAttribute> attributes) const {
  Type element = tiled.getElementType();
  int64_t valueBits = *getValueBits(element);
  auto [first, shift] = getBitAddress(builder, loc, position,
                                      *getBitsPerElement(ShapedType(tiled)));
  Value bits;
  if (shift) {
    Value byte = loadByte(builder, loc, memref, first, attributes);
    bits = arith::ShRUIOp::create(builder, loc, byte, shift);
  } else {
    // The value is in the low bytes; what is above is not read.
    int64_t bytes = llvm::divideCeil(valueBits, 8);
    Type wide = builder.getIntegerType(bytes * 8);
    for (int64_t i = 0; i < bytes; ++i) {
      Value part = loadByte(builder, loc, memref,
                            getByteIndex(builder, loc, first, i), attributes);
      if (bytes > 1)
        part = arith::ExtUIOp::create(builder, loc, wide, part);
      if (i > 0) {
        Value amount = arith::ConstantOp::create(
            builder, loc, builder.getIntegerAttr(wide, 8 * i));
        part = arith::ShLIOp::create(builder, loc, part, amount);
        part = arith::OrIOp::create(builder, loc, bits, part);
      }
      bits = part;
    }
  }
  return narrowBits(builder, loc, bits, element);
}

void PhysicalArray::storeBits(OpBuilder &builder, Location loc, Value value,
                              Value position,
                              ArrayRef<NamedAttribute> attributes) const {
  int64_t elementBits = *getBitsPerElement(ShapedType(tiled));
  Type byteType = builder.getI8Type();
  auto [first, shift] = getBitAddress(builder, loc, position, elementBits);
  Value bits = widenBits(builder, loc, value, elementBits);
  if (shift) {
    // The neighbours in the byte stay: not atomic.
    Value part = arith::ExtUIOp::create(builder, loc, byteType, bits);
    part = arith::ShLIOp::create(builder, loc, part, shift);
    Value mask = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(byteType, (1 << elementBits) - 1));
    mask = arith::ShLIOp::create(builder, loc, mask, shift);
    Value ones = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(byteType, -1));
    mask = arith::XOrIOp::create(builder, loc, mask, ones);
    Value byte = loadByte(builder, loc, memref, first, attributes);
    byte = arith::AndIOp::create(builder, loc, byte, mask);
    byte = arith::OrIOp::create(builder, loc, byte, part);
    storeByte(builder, loc, byte, memref, first, attributes);
    return;
  }
  for (int64_t i = 0; i < elementBits / 8; ++i) {
    Value part = bits;
    if (i > 0) {
      Value amount = arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(bits.getType(), 8 * i));
      part = arith::ShRUIOp::create(builder, loc, bits, amount);
    }
    if (elementBits > 8)
      part = arith::TruncIOp::create(builder, loc, byteType, part);
    storeByte(builder, loc, part, memref, getByteIndex(builder, loc, first, i),
              attributes);
  }
}
