//===- LayoutTypes.cpp ----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/LayoutTypes.h"
#include "tiled_layout/Layout/Views.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::tiled_layout;

LayoutAttrInterface mlir::tiled_layout::getLayoutAttr(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return dyn_cast<LayoutAttrInterface>(
        static_cast<Attribute>(memref.getLayout()));
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return dyn_cast_or_null<LayoutAttrInterface>(tensor.getEncoding());
  return {};
}

bool mlir::tiled_layout::isView(Type type) {
  LayoutAttrInterface attribute = getLayoutAttr(type);
  return attribute && attribute.getViewStrides();
}

std::optional<Layout> mlir::tiled_layout::getTileLayout(ShapedType type) {
  if (LayoutAttrInterface attribute = getLayoutAttr(type))
    return attribute.getLayout();
  return getLayout(type);
}

SmallVector<int64_t> mlir::tiled_layout::getPhysicalStrides(ShapedType type) {
  if (LayoutAttrInterface attribute = getLayoutAttr(type))
    if (auto strides = attribute.getViewStrides())
      return *strides;
  return getPhysicalStrides(*getTileLayout(type), type.getShape());
}

std::optional<Layout> mlir::tiled_layout::getLayout(ShapedType type) {
  if (LayoutAttrInterface attribute = getLayoutAttr(type)) {
    if (attribute.getViewStrides())
      return std::nullopt;
    return attribute.getLayout();
  }
  if (auto memref = dyn_cast<MemRefType>(type);
      memref && memref.getLayout().isIdentity())
    return Layout::getRowMajor(memref.getRank());
  if (auto tensor = dyn_cast<RankedTensorType>(type);
      tensor && !tensor.getEncoding())
    return Layout::getRowMajor(tensor.getRank());
  return std::nullopt;
}

std::optional<int64_t> mlir::tiled_layout::getValueBits(Type elementType) {
  if (elementType.isIntOrFloat())
    return elementType.getIntOrFloatBitWidth();
  if (isa<IndexType>(elementType))
    return IndexType::kInternalStorageBitWidth;
  if (auto complex = dyn_cast<ComplexType>(elementType)) {
    std::optional<int64_t> part = getValueBits(complex.getElementType());
    if (part)
      return *part * 2;
  }
  return std::nullopt;
}

std::optional<int64_t> mlir::tiled_layout::getStorageBits(Type elementType) {
  std::optional<int64_t> bits = getValueBits(elementType);
  if (!bits)
    return std::nullopt;
  return llvm::alignTo(*bits, 8);
}

std::optional<int64_t> mlir::tiled_layout::getBitsPerElement(ShapedType type) {
  std::optional<Layout> layout = getTileLayout(type);
  if (layout && layout->elementBits != 0)
    return layout->elementBits;
  return getStorageBits(type.getElementType());
}

bool mlir::tiled_layout::holdsValues(ShapedType type) {
  std::optional<int64_t> value = getValueBits(type.getElementType());
  std::optional<int64_t> bits = getBitsPerElement(type);
  return !value || !bits || *bits >= *value;
}

bool mlir::tiled_layout::isPlainStorage(ShapedType type) {
  std::optional<int64_t> bits = getBitsPerElement(type);
  return bits == getValueBits(type.getElementType()) &&
         (!bits || *bits % 8 == 0);
}

bool mlir::tiled_layout::hasSameLayout(MemRefType a, MemRefType b) {
  return isTiled(a) && isTiled(b) && *getTileLayout(a) == *getTileLayout(b) &&
         isView(a) == isView(b) &&
         (!isView(a) || getPhysicalStrides(a) == getPhysicalStrides(b));
}

bool mlir::tiled_layout::isSameStorage(MemRefType a, MemRefType b) {
  std::optional<Layout> layoutOfA = getLayout(ShapedType(a));
  std::optional<Layout> layoutOfB = getLayout(ShapedType(b));
  if (!layoutOfA || !layoutOfB || a.getElementType() != b.getElementType() ||
      failed(verifyCompatibleShape(a, b)))
    return false;
  for (Layout *layout : {&*layoutOfA, &*layoutOfB}) {
    layout->memorySpace = 0;
    layout->exact = false;
  }
  return *layoutOfA == *layoutOfB;
}

template <typename FloatT>
static Type getFloat(MLIRContext *context) {
  return FloatT::get(context);
}

/// Returns the float type that XLA calls `name`.
static Type getFloatType(StringRef name, MLIRContext *context) {
  struct Entry {
    llvm::StringLiteral name;
    Type (*get)(MLIRContext *);
  };
  static constexpr Entry entries[] = {
      {"f4e2m1fn", getFloat<Float4E2M1FNType>},
      {"f8e3m4", getFloat<Float8E3M4Type>},
      {"f8e4m3", getFloat<Float8E4M3Type>},
      {"f8e4m3fn", getFloat<Float8E4M3FNType>},
      {"f8e4m3fnuz", getFloat<Float8E4M3FNUZType>},
      {"f8e4m3b11fnuz", getFloat<Float8E4M3B11FNUZType>},
      {"f8e5m2", getFloat<Float8E5M2Type>},
      {"f8e5m2fnuz", getFloat<Float8E5M2FNUZType>},
      {"f8e8m0fnu", getFloat<Float8E8M0FNUType>},
      {"f16", getFloat<Float16Type>},
      {"bf16", getFloat<BFloat16Type>},
      {"f32", getFloat<Float32Type>},
      {"f64", getFloat<Float64Type>},
  };
  const Entry *entry = llvm::find_if(
      entries, [&](const Entry &entry) { return entry.name == name; });
  assert(entry != std::end(entries) && "unknown float type");
  return entry->get(context);
}

Type mlir::tiled_layout::getElementType(const ElementType &type,
                                        MLIRContext *context) {
  switch (type.kind) {
  case ElementKind::Predicate:
    return IntegerType::get(context, 1);
  case ElementKind::Signed:
    return IntegerType::get(context, type.valueBits);
  case ElementKind::Unsigned:
    return IntegerType::get(context, type.valueBits, IntegerType::Unsigned);
  case ElementKind::Complex:
    return ComplexType::get(type.valueBits == 64
                                ? Type(Float32Type::get(context))
                                : Float64Type::get(context));
  case ElementKind::Float:
    return getFloatType(type.name, context);
  }
  llvm_unreachable("unknown element kind");
}

std::optional<ElementType> mlir::tiled_layout::getXlaElementType(Type type) {
  if (isa<IndexType>(type))
    return getElementType("s64");
  for (const ElementType &candidate : getElementTypes())
    if (getElementType(candidate, type.getContext()) == type)
      return candidate;
  return std::nullopt;
}

std::optional<Shape> mlir::tiled_layout::getXlaShape(ShapedType type) {
  std::optional<ElementType> element = getXlaElementType(type.getElementType());
  std::optional<Layout> layout = getLayout(type);
  if (!element || !layout)
    return std::nullopt;
  Shape shape{*element, {}, std::nullopt, {}};
  for (int64_t extent : type.getShape())
    shape.dimensions.push_back({extent, false});
  if (auto memref = dyn_cast<MemRefType>(type))
    if (auto space = dyn_cast_or_null<IntegerAttr>(memref.getMemorySpace()))
      layout->memorySpace = space.getInt();
  if (getLayoutAttr(type) || layout->memorySpace != 0)
    shape.layout = std::move(*layout);
  return shape;
}
