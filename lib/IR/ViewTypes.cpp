//===- ViewTypes.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/IR/ViewTypes.h"

#include "tiled_layout/Layout/Compare.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Text.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::formatv;

SmallVector<SliceDimension> mlir::tiled_layout::getStaticSlice(
    ShapedType array, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, ArrayRef<OpFoldResult> strides,
    const llvm::SmallBitVector &dropped) {
  auto getKnown = [](OpFoldResult value) {
    return isa<Attribute>(value) ? *getConstantIntValue(value) : kDynamic;
  };
  SmallVector<SliceDimension> slice;
  for (auto [dim, extent] : llvm::enumerate(array.getShape())) {
    SliceDimension dimension;
    dimension.offset = getKnown(offsets[dim]);
    dimension.size = getKnown(sizes[dim]);
    dimension.step = getKnown(strides[dim]);
    // A slice lies inside the array.
    dimension.sizeBound = extent;
    dimension.isDropped = dropped.test(dim);
    slice.push_back(dimension);
  }
  return slice;
}

SmallVector<SliceDimension> mlir::tiled_layout::getAlignedSlice(
    ShapedType array, ArrayRef<OpFoldResult> offsets,
    ArrayRef<OpFoldResult> sizes, ArrayRef<OpFoldResult> strides,
    const llvm::SmallBitVector &dropped) {
  SmallVector<SliceDimension> slice =
      getStaticSlice(array, offsets, sizes, strides, dropped);
  for (SliceDimension &dimension : slice) {
    dimension.offsetMultiple = 0;
    dimension.sizeBound = 0;
  }
  return slice;
}

Error mlir::tiled_layout::checkSliceBounds(ShapedType array,
                                           ArrayRef<SliceDimension> slice) {
  auto isKnown = [](int64_t number) { return number != kDynamic; };
  for (auto [dim, dimension] : llvm::enumerate(slice)) {
    int64_t extent = array.getDimSize(dim);
    if (isKnown(dimension.step) && dimension.step < 1)
      return createStringError(
          formatv("stride {0} of dimension {1} must be at least 1",
                  dimension.step, dim));
    for (auto [what, number] :
         {std::pair("offset", dimension.offset), {"size", dimension.size}}) {
      if (!isKnown(number) || number >= 0)
        continue;
      return createStringError(formatv(
          "{0} {1} of dimension {2} must be at least 0", what, number, dim));
    }
    if (!isKnown(extent) || !isKnown(dimension.offset) ||
        (isKnown(dimension.size) && dimension.size == 0))
      continue;
    // The last index, or the first one if no more is known.
    int64_t last = dimension.offset;
    if (isKnown(dimension.size) && isKnown(dimension.step))
      last += llvm::SaturatingMultiply<uint64_t>(dimension.size - 1,
                                                 dimension.step);
    else if (!isKnown(dimension.size) && last == extent)
      continue;
    if (last >= 0 && last < extent)
      continue;
    return createStringError(
        formatv("index {0} of dimension {1} is out of bounds: the "
                "extent is {2}",
                last, dim, extent));
  }
  return Error::success();
}

/// Returns the shape of a slice.
static SmallVector<int64_t> getShape(ArrayRef<SliceDimension> slice) {
  SmallVector<int64_t> shape;
  for (const SliceDimension &dimension : slice)
    if (!dimension.isDropped)
      shape.push_back(dimension.size);
  return shape;
}

/// Returns a type like `source` of another shape and layout, or fails if the
/// layout does not fit the shape.
static Expected<MemRefType> getLike(MemRefType source, ArrayRef<int64_t> shape,
                                    TiledLayoutAttr layout) {
  MLIRContext *context = source.getContext();
  auto emitError = [&] { return mlir::emitRemark(UnknownLoc::get(context)); };
  std::string reason;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    reason = diagnostic.str();
    return success();
  });
  auto type = MemRefType::getChecked(emitError, shape, source.getElementType(),
                                     layout, source.getMemorySpace());
  if (!type)
    return createStringError(reason);
  return type;
}

static Expected<MemRefType> getLike(MemRefType source, ArrayRef<int64_t> shape,
                                    const ViewLayout &view) {
  MLIRContext *context = source.getContext();
  return getLike(source, shape,
                 isView(source) ? TiledLayoutAttr::getForView(
                                      context, view.layout, shape, view.strides)
                                : TiledLayoutAttr::getForMemRef(
                                      context, view.layout, shape));
}

Expected<MemRefType>
mlir::tiled_layout::inferSliceType(MemRefType source,
                                   ArrayRef<SliceDimension> slice) {
  Expected<SliceLayout> view =
      getSliceLayout(*getTileLayout(source), source.getShape(), slice);
  if (!view)
    return view.takeError();
  SmallVector<int64_t> shape = getShape(slice);
  return getLike(source, shape,
                 TiledLayoutAttr::getForView(
                     source.getContext(), view->layout, shape,
                     view->getStrides(getPhysicalStrides(source), slice)));
}

/// Returns the number of the first stride that a type states and nobody knows.
static std::optional<size_t> findWrongStride(ArrayRef<int64_t> known,
                                             ArrayRef<int64_t> stated) {
  for (auto [number, stride] : llvm::enumerate(stated))
    if (stride != kDynamic && stride != known[number])
      return number;
  return std::nullopt;
}

Expected<SliceLayout> mlir::tiled_layout::checkSliceType(
    MemRefType source, ArrayRef<SliceDimension> slice, MemRefType result) {
  Expected<SliceLayout> view = checkSliceLayout(
      *getTileLayout(source), source.getShape(), slice, *getTileLayout(result));
  if (!view)
    return view;
  if (!isView(result))
    return createStringError(
        formatv("result {0} must have strides, because it is a part of {1}",
                result, source));
  SmallVector<int64_t> known =
      view->getStrides(getPhysicalStrides(source), slice);
  SmallVector<int64_t> stated = getPhysicalStrides(result);
  if (std::optional<size_t> wrong = findWrongStride(known, stated))
    return createStringError(formatv(
        "stride {0} of physical dimension {1} of the result must be {2}?",
        stated[*wrong], *wrong,
        known[*wrong] == kDynamic ? ""
                                  : formatv("{0} or ", known[*wrong]).str()));
  return view;
}

MemRefType
mlir::tiled_layout::inferTransposedType(MemRefType source,
                                        ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(source.getDimSize(dim));
  ViewLayout view;
  view.layout = getTransposedLayout(*getTileLayout(source), permutation);
  view.strides = getPhysicalStrides(source);
  return cantFail(getLike(source, shape, view),
                  "what is legal stays so under other names");
}

Expected<MemRefType>
mlir::tiled_layout::inferExpandedType(MemRefType source,
                                      ArrayRef<SmallVector<int64_t, 2>> groups,
                                      ArrayRef<int64_t> shape) {
  Expected<ViewLayout> view = getExpandedLayout(
      *getTileLayout(source), getPhysicalStrides(source), groups, shape);
  if (!view)
    return view.takeError();
  if (isView(source) && llvm::is_contained(view->factors, kDynamic))
    return createStringError(
        "the stride of a dimension of the view's result is a multiple of "
        "an extent that is not known");
  return getLike(source, shape, *view);
}

Expected<MemRefType> mlir::tiled_layout::inferCollapsedType(
    MemRefType source, ArrayRef<SmallVector<int64_t, 2>> groups) {
  Expected<ViewLayout> view =
      getCollapsedLayout(*getTileLayout(source), source.getShape(),
                         getPhysicalStrides(source), groups);
  if (!view)
    return view.takeError();
  SmallVector<int64_t> shape;
  for (ArrayRef<int64_t> group : groups) {
    int64_t extent = 1;
    for (int64_t dim : group)
      extent = extent == kDynamic || source.isDynamicDim(dim)
                   ? kDynamic
                   : extent * source.getDimSize(dim);
    shape.push_back(extent);
  }
  return getLike(source, shape, *view);
}

bool mlir::tiled_layout::isSameView(MemRefType a, MemRefType b) {
  if (a == b)
    return true;
  if (a.getShape() != b.getShape() ||
      a.getElementType() != b.getElementType() ||
      a.getMemorySpace() != b.getMemorySpace() || isView(a) != isView(b))
    return false;
  std::optional<Layout> layoutOfA = getTileLayout(a),
                        layoutOfB = getTileLayout(b);
  if (!layoutOfA || !layoutOfB)
    return false;
  if (*layoutOfA == *layoutOfB)
    return !findWrongStride(getPhysicalStrides(a), getPhysicalStrides(b));
  std::optional<int64_t> bits = getStorageBits(a.getElementType());
  return !isView(a) && a.hasStaticShape() && bits &&
         areInterchangeable(*layoutOfA, *layoutOfB, a.getShape(), *bits);
}

//===----------------------------------------------------------------------===//
// Physical arrays
//===----------------------------------------------------------------------===//

ShapedType mlir::tiled_layout::getPlainType(ShapedType like,
                                            ArrayRef<int64_t> shape,
                                            Type elementType) {
  if (auto memref = dyn_cast<MemRefType>(like))
    return MemRefType::get(shape, elementType, MemRefLayoutAttrInterface(),
                           memref.getMemorySpace());
  return RankedTensorType::get(shape, elementType);
}

ShapedType mlir::tiled_layout::getFlatType(ShapedType tiled) {
  bool isPlain = isPlainStorage(tiled);
  Type element = isPlain ? tiled.getElementType()
                         : IntegerType::get(tiled.getContext(), 8);
  if (isView(tiled))
    return MemRefType::get(
        {kDynamic}, element,
        StridedLayoutAttr::get(tiled.getContext(), kDynamic, {1}),
        cast<MemRefType>(tiled).getMemorySpace());
  int64_t elements = getElements(*getLayout(tiled), tiled.getShape());
  if (!isPlain)
    elements = getBytes(elements, *getBitsPerElement(tiled));
  return getPlainType(tiled, {elements}, element);
}
