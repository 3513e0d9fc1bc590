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
#include "tiled_layout/Layout/Views.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <cinttypes>

using namespace mlir::tiled_layout;
using llvm::ArrayRef;
using llvm::SmallVector;

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

int64_t tiledLayoutShapeGetMinorToMajor(TiledLayoutShape shape, intptr_t i) {
  return unwrap(shape).getLayout().minorToMajor[i];
}

intptr_t tiledLayoutShapeGetNumTiles(TiledLayoutShape shape) {
  return unwrap(shape).getLayout().tiles.size();
}

intptr_t tiledLayoutShapeGetTileRank(TiledLayoutShape shape, intptr_t level) {
  return unwrap(shape).getLayout().tiles[level].size();
}

TiledLayoutTileEntryKind
tiledLayoutShapeGetTileEntryKind(TiledLayoutShape shape, intptr_t level,
                                 intptr_t i) {
  switch (unwrap(shape).getLayout().tiles[level][i].kind) {
  case TileEntry::Kind::Size:
    return TiledLayoutTileEntrySize;
  case TileEntry::Kind::Combine:
    return TiledLayoutTileEntryCombine;
  case TileEntry::Kind::Full:
    return TiledLayoutTileEntryFull;
  case TileEntry::Kind::Min:
    return TiledLayoutTileEntryMin;
  }
  llvm_unreachable("all kinds are above");
}

int64_t tiledLayoutShapeGetTileEntrySize(TiledLayoutShape shape, intptr_t level,
                                         intptr_t i) {
  return unwrap(shape).getLayout().tiles[level][i].size;
}

int64_t tiledLayoutShapeGetTailPaddingAlignment(TiledLayoutShape shape) {
  return unwrap(shape).getLayout().tailPaddingAlignment;
}

int64_t tiledLayoutShapeGetMemorySpace(TiledLayoutShape shape) {
  return unwrap(shape).getLayout().memorySpace;
}

bool tiledLayoutShapeIsExact(TiledLayoutShape shape) {
  return unwrap(shape).getLayout().exact;
}

int64_t tiledLayoutShapeGetMetadataPrefixBytes(TiledLayoutShape shape) {
  return unwrap(shape).getLayout().metadataPrefixBytes;
}

intptr_t tiledLayoutShapeGetNumSplits(TiledLayoutShape shape) {
  return unwrap(shape).getLayout().splits.size();
}

int64_t tiledLayoutShapeGetSplitDimension(TiledLayoutShape shape, intptr_t i) {
  return unwrap(shape).getLayout().splits[i].dimension;
}

intptr_t tiledLayoutShapeGetNumSplitIndices(TiledLayoutShape shape,
                                            intptr_t i) {
  return unwrap(shape).getLayout().splits[i].indices.size();
}

int64_t tiledLayoutShapeGetSplitIndex(TiledLayoutShape shape, intptr_t i,
                                      intptr_t k) {
  return unwrap(shape).getLayout().splits[i].indices[k];
}

/// Returns an array with the element type and the known extents given.
static Shape getShape(const Shape &shape, ArrayRef<int64_t> extents,
                      Layout layout) {
  Shape result{shape.elementType, {}, std::move(layout), {}};
  for (int64_t extent : extents)
    result.dimensions.push_back({extent, /*bounded=*/false});
  return result;
}

TiledLayoutShape tiledLayoutShapeGetTransposed(TiledLayoutShape shape,
                                               const int64_t *permutation) {
  const Shape &value = unwrap(shape);
  ArrayRef<int64_t> order(permutation, value.rank());
  llvm::SmallBitVector seen(value.rank());
  for (int64_t dim : order) {
    if (dim < 0 || dim >= static_cast<int64_t>(value.rank()) || seen.test(dim))
      return {nullptr};
    seen.set(dim);
  }
  Shape result =
      getShape(value, {}, getTransposedLayout(value.getLayout(), order));
  for (int64_t dim : order)
    result.dimensions.push_back(value.dimensions[dim]);
  return {new Shape(std::move(result))};
}

/// Returns the dimensions of a slice, if all of its elements are in the array.
static llvm::Expected<llvm::SmallVector<SliceDimension>>
getSliceDimensions(ArrayRef<int64_t> extents, const int64_t *offsets,
                   const int64_t *sizes, const int64_t *steps) {
  llvm::SmallVector<SliceDimension> slice;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    SliceDimension part;
    part.offset = offsets[dim];
    part.size = sizes[dim];
    part.step = steps[dim];
    if (extent == kDynamic)
      return llvm::createStringError("dimension %zu has no known extent", dim);
    if (part.offset < 0 || part.size < 0 || part.step < 1)
      return llvm::createStringError(
          "dimension %zu: expected an offset of at least 0, a size of at least "
          "0 and a step of at least 1",
          dim);
    // The last index, offset + (size - 1) * step, may be beyond all numbers.
    if (part.size > 0 &&
        (part.offset >= extent ||
         part.size - 1 > (extent - 1 - part.offset) / part.step))
      return llvm::createStringError(
          "dimension %zu: the slice reaches beyond the extent, %" PRId64, dim,
          extent);
    slice.push_back(part);
  }
  return slice;
}

TiledLayoutShape
tiledLayoutShapeGetSlice(TiledLayoutShape shape, const int64_t *offsets,
                         const int64_t *sizes, const int64_t *steps,
                         int64_t *strides, MlirStringCallback onError,
                         void *userData) {
  const Shape &value = unwrap(shape);
  Layout layout = value.getLayout();
  auto extents = value.extents();
  auto slice = getSliceDimensions(extents, offsets, sizes, steps);
  if (!slice) {
    report(slice.takeError(), onError, userData);
    return {nullptr};
  }
  auto view = getSliceLayout(layout, extents, *slice);
  if (!view) {
    report(view.takeError(), onError, userData);
    return {nullptr};
  }
  if (strides)
    llvm::copy(view->getStrides(getPhysicalStrides(layout, extents), *slice),
               strides);
  return {
      new Shape(getShape(value, ArrayRef(sizes, value.rank()), view->layout))};
}

/// Returns groups of numbers that count up, of so many each. Fails unless there
/// are `total` in all.
static llvm::Expected<SmallVector<SmallVector<int64_t, 2>>>
getGroups(ArrayRef<int64_t> counts, int64_t total) {
  SmallVector<SmallVector<int64_t, 2>> groups;
  int64_t next = 0;
  for (int64_t count : counts) {
    if (count < 1 || count > total - next)
      return llvm::createStringError(
          "group " + llvm::Twine(groups.size()) + " has " + llvm::Twine(count) +
          " dimensions, of which " + llvm::Twine(total - next) + " are left");
    groups.push_back(llvm::to_vector<2>(llvm::seq(next, next + count)));
    next += count;
  }
  if (next != total)
    return llvm::createStringError(llvm::Twine(total - next) +
                                   " dimensions are in no group");
  return groups;
}

/// False if extents are no extents, or known to have another product.
static bool mayMultiplyTo(int64_t product, ArrayRef<int64_t> extents) {
  std::optional<int64_t> known = 1;
  for (int64_t extent : extents) {
    if (extent < 0 && extent != kDynamic)
      return false;
    known = known && extent != kDynamic ? llvm::checkedMul(*known, extent)
                                        : std::nullopt;
  }
  return product == kDynamic || llvm::is_contained(extents, kDynamic) ||
         known == product;
}

/// Returns the shape of a view, or a null one after reporting why there is
/// none.
static TiledLayoutShape getView(const Shape &shape, ArrayRef<int64_t> extents,
                                llvm::Expected<ViewLayout> view,
                                int64_t *strides, MlirStringCallback onError,
                                void *userData) {
  if (!view) {
    report(view.takeError(), onError, userData);
    return {nullptr};
  }
  if (strides)
    llvm::copy(view->strides, strides);
  return {new Shape(getShape(shape, extents, view->layout))};
}

TiledLayoutShape
tiledLayoutShapeGetExpanded(TiledLayoutShape shape, const int64_t *groups,
                            const int64_t *extents, int64_t *strides,
                            MlirStringCallback onError, void *userData) {
  const Shape &value = unwrap(shape);
  auto own = value.extents();
  ArrayRef<int64_t> counts(groups, own.size());
  int64_t rank = 0;
  for (int64_t count : counts)
    rank += std::max<int64_t>(count, 0);
  auto dims = getGroups(counts, rank);
  ArrayRef<int64_t> result(extents, rank);
  for (size_t dim = 0; dims && dim < own.size(); ++dim)
    if (!mayMultiplyTo(own[dim],
                       result.slice((*dims)[dim].front(), (*dims)[dim].size())))
      dims = llvm::createStringError("dimension " + llvm::Twine(dim) +
                                     ": the extents of its group are not " +
                                     llvm::Twine(own[dim]) + " elements");
  if (!dims) {
    report(dims.takeError(), onError, userData);
    return {nullptr};
  }
  Layout layout = value.getLayout();
  return getView(
      value, result,
      getExpandedLayout(layout, getPhysicalStrides(layout, own), *dims, result),
      strides, onError, userData);
}

TiledLayoutShape
tiledLayoutShapeGetCollapsed(TiledLayoutShape shape, intptr_t numGroups,
                             const int64_t *groups, int64_t *strides,
                             MlirStringCallback onError, void *userData) {
  const Shape &value = unwrap(shape);
  auto own = value.extents();
  auto dims = getGroups(ArrayRef<int64_t>(groups, numGroups), own.size());
  if (dims && llvm::is_contained(own, kDynamic))
    dims = llvm::createStringError("extents of a group must be known");
  if (!dims) {
    report(dims.takeError(), onError, userData);
    return {nullptr};
  }
  SmallVector<int64_t> extents =
      llvm::map_to_vector(*dims, [&](const auto &group) {
        return llvm::product_of(
            llvm::map_range(group, [&](int64_t dim) { return own[dim]; }));
      });
  Layout layout = value.getLayout();
  return getView(
      value, extents,
      getCollapsedLayout(layout, own, getPhysicalStrides(layout, own), *dims),
      strides, onError, userData);
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
