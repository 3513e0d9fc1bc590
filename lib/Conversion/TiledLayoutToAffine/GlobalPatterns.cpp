//===- GlobalPatterns.cpp - Globals and their initial values --------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Relayout/HostRelayout.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;

/// Calls `place(number, position)` for every element, by its row-major number.
static void forEachElement(const Placement &placement,
                           function_ref<void(int64_t, int64_t)> place) {
  ArrayRef<int64_t> extents = placement.getExtents();
  int64_t elements = ShapedType::getNumElements(extents);
  SmallVector<int64_t> index(extents.size(), 0);
  for (int64_t number = 0; number < elements; ++number) {
    place(number, placement.getPosition(index));
    for (size_t dim = extents.size(); dim > 0; --dim) {
      if (++index[dim - 1] < extents[dim - 1])
        break;
      index[dim - 1] = 0;
    }
  }
}

/// Moves elements that are whole bytes; `values` holds one if it is a splat.
static std::vector<char> moveBytes(DenseElementsAttr values,
                                   const Placement &placement, int64_t bytes) {
  std::vector<char> buffer(placement.getElements() * bytes, 0);
  ArrayRef<char> data = values.getRawData();
  int64_t step = values.isSplat() ? 0 : bytes;
  forEachElement(placement, [&](int64_t number, int64_t position) {
    llvm::copy(data.slice(number * step, bytes),
               buffer.begin() + position * bytes);
  });
  return buffer;
}

/// Returns the bits of a value, by its row-major number, widened to the bits of
/// an element: with the sign if the type has one, else with zeros.
static APInt getWidened(DenseElementsAttr values, int64_t number,
                        int64_t bits) {
  Type type = values.getElementType();
  if (isa<FloatType>(type))
    return (*(values.value_begin<APFloat>() + number))
        .bitcastToAPInt()
        .zext(bits);
  APInt value = *(values.value_begin<APInt>() + number);
  bool isSigned = type.isSignlessInteger() && !type.isInteger(1);
  return isSigned ? value.sext(bits) : value.zext(bits);
}

static void setBits(std::vector<char> &buffer, int64_t first,
                    const APInt &value) {
  for (unsigned bit = 0; bit < value.getBitWidth(); ++bit)
    if (value[bit])
      buffer[(first + bit) / 8] |= 1 << ((first + bit) % 8);
}

/// Moves elements that are not the bytes of their value, bit by bit.
static std::vector<char> moveBits(DenseElementsAttr values,
                                  const Placement &placement, int64_t bits) {
  std::vector<char> buffer(getBytes(placement.getElements(), bits), 0);
  forEachElement(placement, [&](int64_t number, int64_t position) {
    setBits(buffer, position * bits, getWidened(values, number, bits));
  });
  return buffer;
}

/// Returns the bytes that one value repeats as elements of some bits each.
static std::vector<char> repeatBits(DenseElementsAttr value, int64_t bits) {
  int64_t period = std::lcm<int64_t>(bits, 8);
  std::vector<char> pattern(period / 8, 0);
  APInt widened = getWidened(value, 0, bits);
  for (int64_t first = 0; first < period; first += bits)
    setBits(pattern, first, widened);
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
  Placement placement(*getLayout(ShapedType(tiled)), tiled.getShape());
  return DenseElementsAttr::getFromRawBuffer(
      type, isBytes ? moveBits(values, placement, bits)
                    : moveBytes(values, placement, bits / 8));
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
  Type element = tiled.getElementType();
  int64_t bits = *getValueBits(element);
  bool isSigned = element.isSignlessInteger();
  ElementKind kind = isSigned ? ElementKind::Signed : ElementKind::Unsigned;
  Shape source{ElementType{"value", kind, bits}, {}, std::nullopt, ""};
  for (int64_t extent : tiled.getShape())
    source.dimensions.push_back({extent});
  Shape dest = source;
  dest.layout = *getLayout(ShapedType(tiled));
  DenseResourceElementsHandle handle = resource.getRawHandle();
  ArrayRef<char> values = handle.getBlob()->getData();
  AsmResourceBlob moved = HeapAsmResourceBlob::allocate(
      getBytes(getElements(*dest.layout, tiled.getShape()),
               *getBitsPerElement(ShapedType(tiled))),
      handle.getBlob()->getDataAlignment());
  MutableArrayRef<char> buffer = moved.getMutableData();
  llvm::fill(buffer, 0);
  auto asBytes = [](const char *data) {
    return reinterpret_cast<const uint8_t *>(data);
  };
  llvm::cantFail(relayoutOnHost(
      source, dest, ArrayRef(asBytes(values.data()), values.size()),
      MutableArrayRef(reinterpret_cast<uint8_t *>(buffer.data()),
                      buffer.size())));
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
    std::string reason;
    FailureOr<PhysicalType> physical = getPhysicalType(tiled, form, reason);
    if (failed(physical))
      return rewriter.notifyMatchFailure(op, reason);
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
