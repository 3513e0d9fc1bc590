//===- ElementStorage.cpp -------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementStorage.h"

#include "../../IR/AffineValues.h"
#include "../FlatViews.h"
#include "AxisLoops.h"

#include "Interleave.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::tiled_layout;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Views an array as integers of as many bits.
static Value castToIntegers(OpBuilder &builder, Location loc, Value array) {
  Type element = cast<MemRefType>(array.getType()).getElementType();
  return viewAs(builder, loc, array,
                builder.getIntegerType(*getStorageBits(element)));
}

/// Views a strided array as the elements from its first to its last one.
static Value flattenStrided(OpBuilder &builder, Location loc, Value array) {
  auto type = cast<MemRefType>(array.getType());
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, array);
  // 1 + the sum of (extent - 1) * stride, or nothing if an extent is 0.
  AffineExpr span = builder.getAffineConstantExpr(1);
  SmallVector<OpFoldResult> operands;
  for (auto [extent, stride] :
       llvm::zip_equal(metadata.getConstifiedMixedSizes(),
                       metadata.getConstifiedMixedStrides())) {
    unsigned symbol = operands.size();
    span = span + (builder.getAffineSymbolExpr(symbol) - 1) *
                      builder.getAffineSymbolExpr(symbol + 1);
    operands.append({extent, stride});
  }
  AffineExpr none = builder.getAffineConstantExpr(0);
  OpFoldResult size = affine::makeComposedFoldedAffineMax(
      builder, loc,
      AffineMap::get(0, operands.size(), {span, none}, builder.getContext()),
      operands);
  OpFoldResult offset = getValueOrCreateConstantIndexOp(
      builder, loc, metadata.getConstifiedMixedOffset());
  size = getValueOrCreateConstantIndexOp(builder, loc, size);
  OpFoldResult stride = builder.getIndexAttr(1);
  auto elements = MemRefType::get(
      {ShapedType::kDynamic}, type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, {1}),
      type.getMemorySpace());
  return memref::ReinterpretCastOp::create(
      builder, loc, elements, metadata.getBaseBuffer(), offset, size, stride);
}

Value mlir::tiled_layout::getFlatIntegers(OpBuilder &builder, Location loc,
                                          Value array) {
  auto type = cast<MemRefType>(array.getType());
  if (isTiled(type))
    return castToIntegers(builder, loc, createFlatView(builder, loc, array));
  if (!type.getLayout().isIdentity())
    return castToIntegers(builder, loc, flattenStrided(builder, loc, array));
  if (type.getRank() == 1)
    return castToIntegers(builder, loc, array);
  ReassociationIndices all =
      llvm::to_vector_of<int64_t>(llvm::seq<int64_t>(0, type.getRank()));
  return castToIntegers(
      builder, loc,
      memref::CollapseShapeOp::create(builder, loc, array,
                                      ArrayRef<ReassociationIndices>{all}));
}

Value ElementStorage::getWordIndex(OpBuilder &builder, Location loc,
                                   Value position) const {
  AffineExpr index = builder.getAffineDimExpr(0);
  if (bits < 8)
    index = index.floorDiv(getElementsPerByte());
  else
    index = index * (bits / getWordBits());
  return applyAffine(builder, loc, index, OpFoldResult(position));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value mlir::tiled_layout::getConstantLike(OpBuilder &builder, Location loc,
                                          Value like, int64_t value) {
  Type type = like.getType();
  unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
  llvm::APInt bits(width, value, /*isSigned=*/true, /*implicitTrunc=*/true);
  return createScalarOrSplatConstant(builder, loc, type, bits);
}

static Value mask(OpBuilder &builder, Location loc, Value value, int64_t bits) {
  if (getElementTypeOrSelf(value).getIntOrFloatBitWidth() <= bits)
    return value;
  return arith::AndIOp::create(
      builder, loc, value,
      getConstantLike(builder, loc, value,
                      llvm::maskTrailingOnes<uint64_t>(bits)));
}

static Value bitcast(OpBuilder &builder, Location loc, Value vector,
                     int64_t bits) {
  auto type = cast<VectorType>(vector.getType());
  int64_t total = type.getNumElements() * type.getElementTypeBitWidth();
  auto result = VectorType::get({total / bits}, builder.getIntegerType(bits));
  return builder.createOrFold<vector::BitCastOp>(loc, result, vector);
}

/// Returns the widest lanes that shifts of all bytes of a vector can be done
/// in. There are no shifts of bytes in many instruction sets.
static int64_t getShiftBits(Value bytes) {
  int64_t count = cast<VectorType>(bytes.getType()).getNumElements();
  return 8 << std::min(llvm::countr_zero<uint64_t>(count), 2);
}

Value mlir::tiled_layout::joinLanes(OpBuilder &builder, Location loc,
                                    ArrayRef<Value> lanes, int64_t bits) {
  int64_t shiftBits = getShiftBits(lanes.front());
  Value joined;
  // From the highest down, so that each step shifts by the same and no bit
  // leaves its byte.
  for (Value lane : llvm::reverse(lanes)) {
    Value wide = bitcast(builder, loc, lane, shiftBits);
    if (!joined) {
      joined = wide;
      continue;
    }
    Value shifted = arith::ShLIOp::create(
        builder, loc, joined, getConstantLike(builder, loc, joined, bits));
    joined = arith::OrIOp::create(builder, loc, shifted, wide);
  }
  return bitcast(builder, loc, joined, 8);
}

Value mlir::tiled_layout::extractLanes(OpBuilder &builder, Location loc,
                                       Value bytes, int64_t bits,
                                       int64_t index) {
  Value wide = bitcast(builder, loc, bytes, getShiftBits(bytes));
  if (index != 0)
    wide = arith::ShRUIOp::create(
        builder, loc, wide, getConstantLike(builder, loc, wide, index * bits));
  return mask(builder, loc, bitcast(builder, loc, wide, 8), bits);
}

Value ElementStorage::normalize(OpBuilder &builder, Location loc,
                                Value lanes) const {
  int64_t width = std::min(bits, laneBits);
  if (width == valueBits)
    return mask(builder, loc, lanes, width);
  Value value = mask(builder, loc, lanes, valueBits);
  if (!isSigned)
    return value;
  // (x ^ sign) - sign repeats the sign upwards.
  Value sign =
      getConstantLike(builder, loc, value, int64_t(1) << (valueBits - 1));
  Value flipped = arith::XOrIOp::create(builder, loc, value, sign);
  return mask(builder, loc, arith::SubIOp::create(builder, loc, flipped, sign),
              width);
}

Value ElementStorage::toElements(OpBuilder &builder, Location loc,
                                 Value lanes) const {
  Value elements = normalize(builder, loc, lanes);
  if (bits <= laneBits)
    return elements;
  auto type =
      cast<VectorType>(lanes.getType()).clone(builder.getIntegerType(bits));
  if (isSigned)
    return arith::ExtSIOp::create(builder, loc, type, elements);
  return arith::ExtUIOp::create(builder, loc, type, elements);
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

Value ElementStorage::loadBytes(OpBuilder &builder, Location loc,
                                Value position, int64_t count) const {
  int64_t wordBits = getWordBits();
  auto type =
      VectorType::get({count * 8 / wordBits}, builder.getIntegerType(wordBits));
  Value words = vector::LoadOp::create(builder, loc, type, flat,
                                       getWordIndex(builder, loc, position));
  return bitcast(builder, loc, words, 8);
}

void ElementStorage::storeBytes(OpBuilder &builder, Location loc, Value bytes,
                                Value position, bool streams) const {
  Value words = bitcast(builder, loc, bytes, getWordBits());
  auto store = vector::StoreOp::create(builder, loc, words, flat,
                                       getWordIndex(builder, loc, position));
  if (!streams)
    return;
  store.setNontemporal(true);
  store.setAlignment(lineBytes);
}

void ElementStorage::prefetch(OpBuilder &builder, Location loc, Value position,
                              int64_t ahead, unsigned locality) const {
  Value next = arith::AddIOp::create(
      builder, loc, position,
      arith::ConstantIndexOp::create(builder, loc, ahead));
  Value index = getWordIndex(builder, loc, next);
  // A view says only where it begins.
  int64_t size = cast<MemRefType>(flat.getType()).getDimSize(0);
  if (!ShapedType::isDynamic(size))
    index = arith::MinUIOp::create(
        builder, loc, index,
        arith::ConstantIndexOp::create(builder, loc, size - 1));
  memref::PrefetchOp::create(builder, loc, flat, ValueRange{index},
                             /*isWrite=*/false, locality,
                             /*isDataCache=*/true);
}

Value ElementStorage::loadLanes(OpBuilder &builder, Location loc,
                                Value position, int64_t count) const {
  assert(isWholeBytes(count) && "a byte is cut");
  Value bytes = loadBytes(builder, loc, position, count * bits / 8);
  auto type = VectorType::get({count}, builder.getIntegerType(laneBits));
  if (bits == 1)
    return arith::ExtUIOp::create(builder, loc, type,
                                  bitcast(builder, loc, bytes, 1));
  if (bits < 8) {
    SmallVector<Value> parts;
    for (int64_t i = 0; i < getElementsPerByte(); ++i)
      parts.push_back(extractLanes(builder, loc, bytes, bits, i));
    return interleaveAll(builder, loc, parts);
  }
  Value elements = bitcast(builder, loc, bytes, bits);
  if (bits == laneBits)
    return elements;
  return arith::TruncIOp::create(builder, loc, type, elements);
}

Value ElementStorage::loadMaskedLanes(OpBuilder &builder, Location loc,
                                      Value position, Value mask,
                                      Value passThrough) const {
  assert(bits == 8 && laneBits == 8 && getWordBits() == 8 && "no bytes");
  return vector::MaskedLoadOp::create(
      builder, loc, cast<VectorType>(passThrough.getType()), flat,
      ValueRange{getWordIndex(builder, loc, position)}, mask, passThrough);
}

void ElementStorage::storeMaskedLanes(OpBuilder &builder, Location loc,
                                      Value lanes, Value position,
                                      Value mask) const {
  assert(bits == 8 && laneBits == 8 && getWordBits() == 8 && "no bytes");
  Value index = getWordIndex(builder, loc, position);
  vector::MaskedStoreOp::create(builder, loc, flat, index, mask,
                                toElements(builder, loc, lanes));
}

void ElementStorage::storeLanes(OpBuilder &builder, Location loc, Value lanes,
                                Value position, bool streams) const {
  auto type = cast<VectorType>(lanes.getType());
  assert(isWholeBytes(type.getNumElements()) && "a byte is cut");
  auto withBits = [&](int64_t width) {
    return type.clone(builder.getIntegerType(width));
  };
  if (bits == 1) {
    Value packed = arith::TruncIOp::create(builder, loc, withBits(1), lanes);
    return storeBytes(builder, loc, bitcast(builder, loc, packed, 8), position,
                      streams);
  }
  Value elements = toElements(builder, loc, lanes);
  if (bits < 8) {
    SmallVector<Value> parts;
    deinterleaveAll(builder, loc, elements, getElementsPerByte(), parts);
    return storeBytes(builder, loc, joinLanes(builder, loc, parts, bits),
                      position, streams);
  }
  storeBytes(builder, loc, bitcast(builder, loc, elements, 8), position,
             streams);
}

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

/// Returns where in its byte an element begins, in bits, as `i8`.
static Value getShift(OpBuilder &builder, Location loc, Value position,
                      int64_t bits) {
  AffineExpr shift = builder.getAffineDimExpr(0) % (8 / bits) * bits;
  Value index = applyAffine(builder, loc, shift, OpFoldResult(position));
  return arith::IndexCastUIOp::create(builder, loc, builder.getI8Type(), index);
}

Value ElementStorage::loadElement(OpBuilder &builder, Location loc,
                                  Value position) const {
  if (bits >= 8)
    return vector::ExtractOp::create(
        builder, loc, loadLanes(builder, loc, position, 1), int64_t(0));
  Value byte = memref::LoadOp::create(builder, loc, flat,
                                      getWordIndex(builder, loc, position));
  return arith::ShRUIOp::create(builder, loc, byte,
                                getShift(builder, loc, position, bits));
}

void ElementStorage::storeElement(OpBuilder &builder, Location loc,
                                  Value element, Value position) const {
  if (bits >= 8) {
    Value lane = vector::BroadcastOp::create(
        builder, loc, VectorType::get({1}, element.getType()), element);
    return storeLanes(builder, loc, lane, position);
  }
  Value shift = getShift(builder, loc, position, bits);
  Value index = getWordIndex(builder, loc, position);
  Value before = memref::LoadOp::create(builder, loc, flat, index);
  Value ones = getConstantLike(builder, loc, before,
                               llvm::maskTrailingOnes<uint64_t>(bits));
  Value hole = arith::ShLIOp::create(builder, loc, ones, shift);
  Value others = arith::AndIOp::create(
      builder, loc, before,
      arith::XOrIOp::create(builder, loc, hole,
                            getConstantLike(builder, loc, before, -1)));
  Value inPlace = arith::ShLIOp::create(
      builder, loc, normalize(builder, loc, element), shift);
  Value after = arith::OrIOp::create(builder, loc, others, inPlace);
  memref::StoreOp::create(builder, loc, after, flat, index);
}
