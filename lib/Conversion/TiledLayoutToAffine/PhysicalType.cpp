//===- PhysicalType.cpp - What a tiled memref becomes ---------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Conversion/TiledLayoutToAffine.h"
#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::createStringError;
using llvm::formatv;

/// Fails if elements of `bits` bits cannot be taken out of bytes.
static llvm::Error checkContainer(MemRefType tiled, int64_t bits) {
  Type type = tiled.getElementType();
  std::optional<int64_t> value = getValueBits(type);
  if (bits % 8 != 0 && 8 % bits != 0)
    return createStringError(
        formatv("elements of {0} bits cross bytes; only 1, 2, 4 "
                "and multiples of 8 bits have a lowering",
                bits));
  if (!value || *value > bits)
    return createStringError(
        formatv("elements of {0} bits cannot hold the {1} bits of a "
                "value",
                bits, value.value_or(0)));
  if (!isa<FloatType, IntegerType>(type))
    return createStringError(
        formatv("elements of {0} bits must be floats or "
                "integers to be taken out of their container",
                bits));
  return llvm::Error::success();
}

/// True if `L(n)` adds elements, or may add some.
static bool hasTail(const Layout &layout, ArrayRef<int64_t> shape) {
  if (layout.tailPaddingAlignment == 1)
    return false;
  Layout withoutTail = layout;
  withoutTail.tailPaddingAlignment = 1;
  int64_t elements = getElements(layout, shape);
  if (elements != kDynamic)
    return elements != getElements(withoutTail, shape);
  // Whole tiles may be a multiple of n, however many there are.
  int64_t known = 1;
  for (int64_t extent : getPhysicalShape(layout, shape))
    if (extent != kDynamic)
      known *= extent;
  return known % layout.tailPaddingAlignment != 0;
}

llvm::Expected<PhysicalType>
mlir::tiled_layout::getPhysicalType(MemRefType tiled, PhysicalForm form) {
  std::optional<Layout> layout = getTileLayout(tiled);
  assert(layout && "expected a memref with a layout");
  Type element = tiled.getElementType();
  int64_t elements = getElements(*layout, tiled.getShape());

  SmallVector<int64_t> shape;
  if (!isPlainStorage(tiled)) {
    int64_t bits = *getBitsPerElement(ShapedType(tiled));
    if (llvm::Error error = checkContainer(tiled, bits))
      return error;
    form = PhysicalForm::Bytes;
    element = IntegerType::get(tiled.getContext(), 8);
    shape = {isView(tiled) ? kDynamic : getBytes(elements, bits)};
  } else if (form == PhysicalForm::Linear ||
             hasTail(*layout, tiled.getShape())) {
    form = PhysicalForm::Linear;
    shape = {isView(tiled) ? kDynamic : elements};
  } else {
    shape = getPhysicalShape(*layout, tiled.getShape());
  }
  MemRefLayoutAttrInterface strided;
  if (isView(tiled) && form == PhysicalForm::Expanded)
    strided = StridedLayoutAttr::get(tiled.getContext(), kDynamic,
                                     getPhysicalStrides(tiled));
  auto memref =
      MemRefType::get(shape, element, strided, tiled.getMemorySpace());
  return PhysicalType{form, memref};
}

size_t mlir::tiled_layout::countViewValues(MemRefType tiled,
                                           PhysicalForm form) {
  if (!isView(tiled) || form == PhysicalForm::Expanded)
    return 0;
  return 1 + llvm::count(getPhysicalStrides(tiled), kDynamic);
}

PhysicalTypeConverter::PhysicalTypeConverter(PhysicalForm form) : form(form) {
  addConversion([](Type type) { return type; });
  addConversion(
      [form](MemRefType type,
             SmallVectorImpl<Type> &results) -> std::optional<LogicalResult> {
        if (!isTiled(type))
          return std::nullopt;
        std::optional<PhysicalType> physical =
            expectedToOptional(getPhysicalType(type, form));
        if (!physical)
          return failure();
        results.push_back(physical->memref);
        results.append(type.getNumDynamicDims() +
                           countViewValues(type, physical->form),
                       IndexType::get(type.getContext()));
        return success();
      });
  addConversion([this](FunctionType type) -> std::optional<Type> {
    SmallVector<Type> inputs, results;
    if (failed(convertTypes(type.getInputs(), inputs)) ||
        failed(convertTypes(type.getResults(), results)))
      return std::nullopt;
    return FunctionType::get(type.getContext(), inputs, results);
  });
}
