//===- GlobalPatterns.cpp - Globals and their initial values --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Relayout/HostRelayout.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

/// True for values whose sign fills elements of more bits.
static bool isSigned(Type type) {
  return type.isSignlessInteger() && !type.isInteger(1);
}

/// Moves elements of `sourceBits` bits each, in row-major order, to where the
/// layout has them; padding is zero.
static void moveElements(ArrayRef<char> values, int64_t sourceBits,
                         MemRefType tiled, MutableArrayRef<char> buffer) {
  Type element = tiled.getElementType();
  ElementKind kind =
      isSigned(element) ? ElementKind::Signed : ElementKind::Unsigned;
  Layout rowMajor = Layout::getRowMajor(tiled.getRank());
  rowMajor.elementBits = sourceBits;
  Shape source{
      ElementType{"value", kind, *getValueBits(element)}, {}, rowMajor, ""};
  for (int64_t extent : tiled.getShape())
    source.dimensions.push_back({extent});
  Shape dest = source;
  dest.layout = *getLayout(ShapedType(tiled));
  llvm::fill(buffer, 0);
  llvm::cantFail(relayoutOnHost(
      source, dest,
      ArrayRef(reinterpret_cast<const uint8_t *>(values.data()), values.size()),
      MutableArrayRef(reinterpret_cast<uint8_t *>(buffer.data()),
                      buffer.size())));
}

/// Returns the bytes that one value repeats as elements of some bits each.
static std::vector<char> repeatBits(DenseElementsAttr value, int64_t bits) {
  Type type = value.getElementType();
  APInt widened = isa<FloatType>(type)
                      ? value.getSplatValue<APFloat>().bitcastToAPInt()
                      : value.getSplatValue<APInt>();
  widened = isSigned(type) ? widened.sext(bits) : widened.zext(bits);
  int64_t period = std::lcm<int64_t>(bits, 8);
  std::vector<char> pattern(period / 8, 0);
  for (int64_t bit = 0; bit < period; ++bit)
    pattern[bit / 8] |= widened[bit % bits] << (bit % 8);
  return pattern;
}

/// Returns the initial value as it lies in memory: zero in padding. A splat of
/// an array stays a splat, in padding too, since nobody may read that and a
/// large array must not be written out.
static DenseElementsAttr moveInitialValue(DenseElementsAttr values,
                                          MemRefType tiled,
                                          const PhysicalType &physical) {
  auto type = RankedTensorType::get(physical.memref.getShape(),
                                    physical.memref.getElementType());
  if (type.getNumElements() == 0)
    return DenseElementsAttr::get(type, ArrayRef<Attribute>());
  bool isBytes = physical.form == PhysicalForm::Bytes;
  int64_t bits = *getBitsPerElement(ShapedType(tiled));
  if (values.isSplat() && !isBytes)
    return DenseElementsAttr::getFromRawBuffer(type, values.getRawData());
  if (values.isSplat()) {
    std::vector<char> pattern = repeatBits(values, bits);
    std::vector<char> buffer(1, pattern.front());
    if (!llvm::all_equal(pattern))
      for (int64_t byte = 1; byte < type.getNumElements(); ++byte)
        buffer.push_back(pattern[byte % pattern.size()]);
    return DenseElementsAttr::getFromRawBuffer(type, buffer);
  }
  ArrayRef<char> data = values.getRawData();
  // Upstream packs values of one bit.
  int64_t sourceBits = data.size() * 8 / values.getNumElements();
  if (tiled.getElementType().isInteger(1) &&
      data.size() < size_t(values.getNumElements()))
    sourceBits = 1;
  std::vector<char> buffer(getBytes(
      getElements(*getLayout(ShapedType(tiled)), tiled.getShape()), bits));
  moveElements(data, sourceBits, tiled, buffer);
  return DenseElementsAttr::getFromRawBuffer(type, buffer);
}

/// The same for data that the module holds outside of its attributes, where it
/// stays. Requires that each value is whole bytes.
static Attribute moveResource(DenseResourceElementsAttr resource,
                              MemRefType tiled, const PhysicalType &physical) {
  // Data of no elements need not be there.
  if (tiled.getNumElements() == 0)
    return DenseElementsAttr::get(
        RankedTensorType::get(physical.memref.getShape(),
                              physical.memref.getElementType()),
        ArrayRef<Attribute>());
  DenseResourceElementsHandle handle = resource.getRawHandle();
  ArrayRef<char> values = handle.getBlob()->getData();
  AsmResourceBlob moved = HeapAsmResourceBlob::allocate(
      getBytes(getElements(*getLayout(ShapedType(tiled)), tiled.getShape()),
               *getBitsPerElement(ShapedType(tiled))),
      handle.getBlob()->getDataAlignment());
  moveElements(values, *getValueBits(tiled.getElementType()), tiled,
               moved.getMutableData());
  return DenseResourceElementsAttr::get(
      RankedTensorType::get(physical.memref.getShape(),
                            physical.memref.getElementType()),
      handle.getKey(), std::move(moved));
}

namespace {

struct LowerGlobal : TiledPattern<memref::GlobalOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::GlobalOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType tiled = op.getType();
    llvm::Expected<PhysicalType> physical = getPhysicalType(tiled, form);
    if (!physical)
      return rewriter.notifyMatchFailure(op, toString(physical.takeError()));
    Attribute initial = op.getInitialValueAttr();
    if (auto values = dyn_cast_or_null<DenseElementsAttr>(initial))
      initial = moveInitialValue(values, tiled, *physical);
    else if (auto resource =
                 dyn_cast_or_null<DenseResourceElementsAttr>(initial))
      initial = moveResource(resource, tiled, *physical);
    rewriter.modifyOpInPlace(op, [&] {
      op.setType(physical->memref);
      if (initial)
        op.setInitialValueAttr(initial);
    });
    return success();
  }
};

struct LowerGetGlobal : TiledPattern<memref::GetGlobalOp> {
  using TiledPattern::TiledPattern;

  LogicalResult
  matchAndRewrite(memref::GetGlobalOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<memref::GetGlobalOp>(
        op, getTypeConverter()->convertType(op.getType()), op.getName());
    return success();
  }
};

} // namespace

void mlir::tiled_layout::populateGlobalPatterns(
    const PhysicalTypeConverter &typeConverter, RewritePatternSet &patterns) {
  patterns.add<LowerGlobal, LowerGetGlobal>(typeConverter,
                                            patterns.getContext());
}
