//===- Attributes.cpp - Builders and queries of the attribute -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/IR/IndexRanges.h"
#include "tiled_layout/IR/LoopAttr.h"
#include "tiled_layout/IR/PlanAttr.h"
#include "tiled_layout/IR/StructuredPlanAttr.h"
#include "tiled_layout/IR/TiledLayout.h"
#include "tiled_layout/Layout/Compare.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Views.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::tiled_layout;

#define GET_ATTRDEF_CLASSES
#include "tiled_layout/IR/TiledLayoutAttrs.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tiled_layout/IR/LoopAttr.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tiled_layout/IR/PlanAttrs.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tiled_layout/IR/StructuredPlanAttr.cpp.inc"

void TiledLayoutDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tiled_layout/IR/TiledLayoutAttrs.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tiled_layout/IR/PlanAttrs.cpp.inc"
      >();
  addAttributes<LoopAttr, StructuredPlanAttr>();
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

TiledLayoutAttr TiledLayoutAttr::getForMemRef(MLIRContext *context,
                                              Layout layout,
                                              ArrayRef<int64_t> shape) {
  if (!layout.hasCombine() && !layout.hasExtentEntry())
    shape = {};
  return get(context, std::move(layout), shape);
}

TiledLayoutAttr TiledLayoutAttr::getForView(MLIRContext *context, Layout layout,
                                            ArrayRef<int64_t> shape,
                                            ArrayRef<int64_t> strides) {
  if (!layout.hasCombine() && !layout.hasExtentEntry())
    shape = {};
  return get(context, std::move(layout), shape,
             DenseI64ArrayAttr::get(context, strides));
}

TiledLayoutAttr TiledLayoutAttr::getForTensor() const {
  return get(getContext(), getLayout());
}

//===----------------------------------------------------------------------===//
// MemRefLayoutAttrInterface
//===----------------------------------------------------------------------===//

std::optional<SmallVector<int64_t>> TiledLayoutAttr::getViewStrides() const {
  if (!getStrides())
    return std::nullopt;
  return llvm::to_vector(getStrides().asArrayRef());
}

/// The position in the buffer that a view lies in: a symbol for the place of
/// its first element, and one for each stride that is not known.
static AffineMap getViewMap(AffineMap physical, ArrayRef<int64_t> strides) {
  MLIRContext *context = physical.getContext();
  unsigned symbols = 0;
  AffineExpr position = getAffineSymbolExpr(symbols++, context);
  for (auto [index, stride] : llvm::zip(physical.getResults(), strides))
    position =
        position + index * (stride == kDynamic
                                ? getAffineSymbolExpr(symbols++, context)
                                : getAffineConstantExpr(stride, context));
  return AffineMap::get(physical.getNumDims(), symbols, position);
}

/// The physical map; of a view, the map to its position. Without bounds, every
/// extent counts as dynamic.
AffineMap TiledLayoutAttr::getAffineMap() const {
  SmallVector<int64_t> unknown(getRank(), kDynamic);
  AffineMap map = getPhysicalMap(
      getLayout(),
      getBounds().empty() ? ArrayRef<int64_t>(unknown) : getBounds(),
      getContext());
  // In a form that upstream's canonicalisation gets right (IndexRanges.h).
  if (map) {
    map = simplifyInRanges(map, SmallVector<IndexRange>(map.getNumInputs()));
    return getStrides() ? getViewMap(map, getStrides().asArrayRef()) : map;
  }
  // Reached for `full` and `min(n)` without static bounds, which `verifyLayout`
  // keeps from memrefs. The symbol makes sure that nothing takes the result for
  // a map that it can use.
  return AffineMap::get(getRank(), 1, {getAffineSymbolExpr(0, getContext())},
                        getContext());
}

/// True if a plain row-major array is stored. An `E`, whose agreement with the
/// element type is not known here, an `L` and an `M` take other bytes than
/// upstream would reserve.
bool TiledLayoutAttr::isIdentity() const {
  if (getStrides())
    return false;
  Layout layout = getLayout();
  layout.memorySpace = 0;
  layout.exact = false;
  return layout.isRowMajor();
}

LogicalResult
TiledLayoutAttr::getStridesAndOffset(ArrayRef<int64_t> shape,
                                     SmallVectorImpl<int64_t> &strides,
                                     int64_t &offset) const {
  const Layout &layout = getLayout();
  // Elements or bytes that plain strided storage has not.
  if (layout.elementBits != 0 || layout.metadataPrefixBytes != 0)
    return failure();
  if (layout.tailPaddingAlignment != 1) {
    Layout withoutTail = layout;
    withoutTail.tailPaddingAlignment = 1;
    int64_t elements = getElements(layout, shape);
    if (elements == kDynamic || elements != getElements(withoutTail, shape))
      return failure();
  }

  offset = getStrides() ? ShapedType::kDynamic : 0;
  // A physical dimension for each logical one.
  if (layout.tiles.empty()) {
    SmallVector<int64_t> physical =
        getStrides() ? SmallVector<int64_t>(getStrides().asArrayRef())
                     : getPhysicalStrides(layout, shape);
    strides.resize(shape.size());
    for (auto [dim, stride] :
         llvm::zip_equal(llvm::reverse(layout.minorToMajor), physical))
      strides[dim] = stride;
    return success();
  }
  if (getStrides() || ShapedType::isDynamicShape(shape))
    return failure();
  std::optional<SmallVector<int64_t>> known =
      tiled_layout::getStrides(layout, shape);
  if (!known)
    return failure();
  // A dimension of extent 1 has any stride; row-major code expects this one.
  strides = *known;
  for (size_t dim = strides.size(); dim > 0; --dim)
    if (shape[dim - 1] <= 1)
      strides[dim - 1] = dim == strides.size() ? 1 : strides[dim] * shape[dim];
  return success();
}
