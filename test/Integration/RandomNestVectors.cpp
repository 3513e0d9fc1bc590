//===- RandomNestVectors.cpp - Vectors and views within loops -------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNestWriter.h"

#include "tiled_layout/IR/ViewTypes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

/// True if LLVM keeps vectors of these elements as memory does.
static bool hasWholeBytes(Type type) {
  return type.getIntOrFloatBitWidth() % 8 == 0;
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// Loads vectors along the last dimension of two arrays, and stores one.
void NestWriter::addVectors() {
  NestArray target = drawFrom(arrays), source = drawFrom(arrays);
  static constexpr int64_t lengths[] = {2, 4, 8, 16, 3, 5};
  int64_t length = lengths[draw(0, 5)];
  Type type = target.element();
  if (!hasWholeBytes(type) || target.extents.back() < length)
    return;
  LoopBounds bounds;
  bounds.dim = target.dims.back();
  bounds.lower.push_back({});
  bounds.upper.push_back({});
  bounds.step = length;
  bounds.max = target.extents.back() - length;
  bounds.upper[0].constant = bounds.max + 1;
  std::string vector = llvm::formatv("vector<{0}x{1}>", length, type);
  auto add = [&](ArrayRef<Scalar>) {
    auto getSubscripts = [&](const NestArray &array) {
      Indices indices;
      for (auto [dim, extent] : llvm::enumerate(array.extents)) {
        bool isLast = int64_t(dim) + 1 == array.rank();
        IndexSum sum =
            drawIndex(array.dims[dim], isLast ? extent - length + 1 : extent);
        indices.push_back(sum.isAffine() ? sum : IndexSum());
      }
      return indices;
    };
    auto loadVector = [&](const NestArray &array, const Indices &indices) {
      return define("affine.vector_load {0}[{1}] : {2}, {3}", array.name,
                    getSubscript(indices, true), array.type, vector);
    };
    Indices indices = getSubscripts(target);
    Indices moved = maybe(50) ? indices : getSubscripts(target);
    std::string value = loadVector(target, moved);
    if (source.element() == type && source.extents.back() >= length) {
      std::string other = loadVector(source, getSubscripts(source));
      value = define("arith.{0} {1}, {2} : {3}",
                     isa<FloatType>(type) ? "maximumf" : "addi", value, other,
                     vector);
    }
    os << llvm::formatv("affine.vector_store {0}, {1}[{2}] : {3}, {4}\n", value,
                        target.name, getSubscript(indices, true), target.type,
                        vector);
    return SmallVector<Scalar>();
  };
  if (maybe(50))
    addLoop(bounds, /*isAffine=*/true, {}, add);
  else
    add({});
}

/// Moves a vector, perhaps past the ends of arrays.
void NestWriter::addTransfer() {
  NestArray target = drawFrom(arrays), source = drawFrom(arrays);
  Type type = target.element();
  if (!hasWholeBytes(type) || source.element() != type)
    return;
  // LLVM 22 fails on nine bf16, which upstream's passes make a vector of.
  int64_t length = draw(2, type.isBF16() ? 8 : 9);
  std::string vector = llvm::formatv("vector<{0}x{1}>", length, type);
  auto getMap = [&](const NestArray &array) {
    std::string map;
    llvm::raw_string_ostream(map) << AffineMap::get(
        array.rank(), 0, builder.getAffineDimExpr(draw(0, array.rank() - 1)));
    return map;
  };
  std::string from = getSubscript(drawIndices(source), /*isAffine=*/false);
  std::string to = getSubscript(drawIndices(target), /*isAffine=*/false);
  Scalar padding = getConstant(type);
  std::string value = define("vector.transfer_read {0}[{1}], {2} "
                             "{{in_bounds = [false], permutation_map = "
                             "affine_map<{3}>} : {4}, {5}",
                             source.name, from, padding.name, getMap(source),
                             source.type, vector);
  os << llvm::formatv(
      "vector.transfer_write {0}, {1}[{2}] {{in_bounds = "
      "[false], permutation_map = affine_map<{3}>} : {4}, {5}\n",
      value, target.name, to, getMap(target), vector, target.type);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Returns a view whose offsets are numbers, or values that are multiples of
/// the sizes there; none where tiles do not allow it.
std::optional<NestArray> NestWriter::getView(const NestArray &array,
                                             ArrayRef<int64_t> offsets,
                                             ArrayRef<std::string> offsetNames,
                                             ArrayRef<int64_t> sizes) {
  SmallVector<SliceDimension> slice;
  SmallVector<int64_t> strides(array.rank(), 1);
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    SliceDimension dimension;
    dimension.offset = offsets[dim];
    dimension.offsetMultiple = size;
    dimension.size = size;
    slice.push_back(dimension);
  }
  auto type = expectedToOptional(inferSliceType(array.tiledType, slice));
  if (!type)
    return std::nullopt;
  NestArray view = array;
  view.tiledType = *type;
  view.plainType = cast<MemRefType>(memref::SubViewOp::inferResultType(
      array.plainType, offsets, sizes, strides));
  view.extents = llvm::to_vector(sizes);
  view.extentNames.assign(array.rank(), "");
  view.type = getAlias(tiled ? view.tiledType : view.plainType);
  view.hasArgumentPadding = false;
  auto join = [](auto range) { return llvm::join(range, ", "); };
  auto print = [](int64_t number) { return std::to_string(number); };
  view.name =
      define("{0}.subview {1}[{2}] [{3}] [{4}] : {5} to {6}",
             tiled ? "tiled_layout" : "memref", array.name, join(offsetNames),
             join(llvm::map_range(sizes, print)),
             join(llvm::map_range(strides, print)), array.type, view.type);
  return view;
}

/// A part of an array that begins at a known place.
std::optional<NestArray> NestWriter::drawView(const NestArray &array) {
  for (int attempt = 0; attempt < 6; ++attempt) {
    SmallVector<int64_t> offsets;
    SmallVector<std::string> names;
    SmallVector<int64_t> sizes;
    for (int64_t extent : array.extents) {
      int64_t step = int64_t(1) << draw(0, 5);
      int64_t offset = maybe(50) ? 0 : step * draw(0, (extent - 1) / step);
      offsets.push_back(offset);
      names.push_back(std::to_string(offset));
      sizes.push_back(maybe(40) ? extent - offset : draw(1, extent - offset));
    }
    if (std::optional<NestArray> view = getView(array, offsets, names, sizes))
      return view;
  }
  return std::nullopt;
}

/// A loop over blocks of an array, with a view of each.
void NestWriter::addViewInLoop() {
  NestArray array = drawFrom(arrays);
  int64_t dim = draw(0, array.rank() - 1), size = int64_t(1) << draw(0, 4);
  int64_t blocks = array.extents[dim] / size;
  if (blocks < 1 || work * blocks > 2000)
    return;
  LoopBounds bounds;
  bounds.lower.push_back({});
  bounds.upper.push_back({});
  bounds.upper[0].constant = blocks * size;
  bounds.step = size;
  bounds.max = (blocks - 1) * size;
  bounds.dim = -1;
  addLoop(bounds, /*isAffine=*/maybe(50), {}, [&](ArrayRef<Scalar>) {
    SmallVector<int64_t> offsets(array.rank(), 0);
    SmallVector<std::string> names(array.rank(), "0");
    SmallVector<int64_t> sizes = array.extents;
    offsets[dim] = ShapedType::kDynamic;
    names[dim] = variables.back().name;
    sizes[dim] = size;
    if (std::optional<NestArray> view = getView(array, offsets, names, sizes)) {
      arrays.push_back(*view);
      if (work * size < 1000 && maybe(50))
        addNest();
    }
    addStore();
    return SmallVector<Scalar>();
  });
}
