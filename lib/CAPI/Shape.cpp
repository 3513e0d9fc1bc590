//===- Shape.cpp ----------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/CAPI/Shape.h"

#include "Support.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"
#include "tiled_layout/Layout/Simplify.h"
#include "tiled_layout/Layout/Text.h"

using namespace mlir::tiled_layout;
using llvm::ArrayRef;

static_assert(TILED_LAYOUT_UNKNOWN == kDynamic,
              "C and C++ disagree on what an unknown size is");

TiledLayoutShape tiledLayoutShapeParse(MlirStringRef text,
                                       MlirStringCallback onError,
                                       void *userData) {
  llvm::Expected<Shape> shape =
      parseShape(unwrap(text), {/*allowComments=*/true});
  if (shape)
    return {new Shape(std::move(*shape))};
  report(shape.takeError(), onError, userData);
  return {nullptr};
}

void tiledLayoutShapeDestroy(TiledLayoutShape shape) {
  delete static_cast<Shape *>(shape.ptr);
}

void tiledLayoutShapePrint(TiledLayoutShape shape, MlirStringCallback callback,
                           void *userData) {
  std::string text = toString(unwrap(shape));
  callback(mlirStringRefCreate(text.data(), text.size()), userData);
}

static bool isDynamic(const Shape &shape) {
  return llvm::is_contained(shape.extents(), kDynamic);
}

void tiledLayoutShapePrintSimplifiedLayout(TiledLayoutShape shape,
                                           MlirStringCallback callback,
                                           void *userData) {
  const Shape &value = unwrap(shape);
  Layout layout = value.getLayout();
  if (!isDynamic(value))
    layout = simplifyLayout(layout, value.extents(),
                            value.elementType.storageBits());
  std::string text = toString(layout);
  callback(mlirStringRefCreate(text.data(), text.size()), userData);
}

intptr_t tiledLayoutShapeGetRank(TiledLayoutShape shape) {
  return unwrap(shape).rank();
}

int64_t tiledLayoutShapeGetExtent(TiledLayoutShape shape, intptr_t dim) {
  return unwrap(shape).extents()[dim];
}

static llvm::SmallVector<int64_t> getPhysicalExtents(const Shape &shape) {
  return getPhysicalShape(shape.getLayout(), shape.extents());
}

intptr_t tiledLayoutShapeGetPhysicalRank(TiledLayoutShape shape) {
  return getPhysicalExtents(unwrap(shape)).size();
}

int64_t tiledLayoutShapeGetPhysicalExtent(TiledLayoutShape shape,
                                          intptr_t dim) {
  return getPhysicalExtents(unwrap(shape))[dim];
}

int64_t tiledLayoutShapeGetElements(TiledLayoutShape shape) {
  const Shape &value = unwrap(shape);
  return getElements(value.getLayout(), value.extents());
}

int64_t tiledLayoutShapeGetBytes(TiledLayoutShape shape) {
  return getBytes(unwrap(shape));
}

int64_t tiledLayoutShapeGetLogicalBytes(TiledLayoutShape shape) {
  return getLogicalBytes(unwrap(shape));
}

bool tiledLayoutShapeGetPosition(TiledLayoutShape shape, const int64_t *index,
                                 int64_t *position) {
  const Shape &value = unwrap(shape);
  if (isDynamic(value))
    return false;
  Placement placement(value.getLayout(), value.extents());
  ArrayRef<int64_t> entries(index, value.rank());
  if (!placement.contains(entries))
    return false;
  *position = placement.getPosition(entries);
  return true;
}

bool tiledLayoutShapeGetIndex(TiledLayoutShape shape, int64_t position,
                              int64_t *index) {
  const Shape &value = unwrap(shape);
  if (isDynamic(value))
    return false;
  Placement placement(value.getLayout(), value.extents());
  if (position < 0 || position >= placement.getElements())
    return false;
  auto found = placement.getIndex(position);
  if (!found)
    return false;
  llvm::copy(*found, index);
  return true;
}
