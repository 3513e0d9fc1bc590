//===- ViewChain.cpp ------------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewChain.h"

#include "mlir/AsmParser/AsmParser.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

ViewChain::ViewChain(MLIRContext &context, std::mt19937_64 &random,
                     const ArrayShape &array, const Layout &source,
                     const Layout &dest, int length)
    : random(random), extents(array.extents) {
  for (int i = 0; i < 2; ++i) {
    types[i] = dyn_cast_or_null<MemRefType>(
        parseType(printType(array, i == 0 ? source : dest), &context));
    EXPECT_TRUE(types[i]);
  }
  elements.resize(std::accumulate(extents.begin(), extents.end(), int64_t(1),
                                  std::multiplies<>()));
  std::iota(elements.begin(), elements.end(), 0);
  for (int view = 0; view < length; ++view)
    draw();
}

std::string ViewChain::getName(int array) const {
  llvm::StringRef name = array == 0 ? "%a" : "%b";
  return views == 0 ? name.str() : (name + "v" + llvm::Twine(views)).str();
}

std::string ViewChain::getType(int array) const {
  std::string name;
  llvm::raw_string_ostream(name) << types[array];
  return name;
}

void ViewChain::advance(llvm::StringRef operation, llvm::StringRef arguments,
                        llvm::StringRef to, ArrayRef<MemRefType> results) {
  std::string names[2] = {getName(0), getName(1)};
  ++views;
  for (int array = 0; array < 2; ++array) {
    os << llvm::formatv("  {0} = {1} {2}{3} : {4} {5} ", getName(array),
                        operation, names[array], arguments, getType(array), to);
    types[array] = results[array];
    os << getType(array) << '\n';
  }
}

void ViewChain::draw() {
  // Not every view exists for two layouts; some other one may.
  for (int trial = 0; trial < 30; ++trial) {
    switch (pick(random, 0, 6)) {
    default:
      if (drawSubView())
        return void(++subViews);
      break;
    case 4:
      if (drawTranspose())
        return void(++transposes);
      break;
    case 5:
      if (drawExpand())
        return void(++expansions);
      break;
    case 6:
      if (drawCollapse())
        return void(++collapses);
      break;
    }
  }
}

std::string ViewChain::writeIndex(int64_t value, bool isKnown,
                                  int64_t multiple) {
  if (isKnown)
    return std::to_string(value);
  std::string name = "%v" + std::to_string(values++);
  os << llvm::formatv("  {0}c = arith.constant {1} : index\n"
                      "  {0}o = func.call @opaque({0}c) : (index) -> index\n"
                      "  {0} = tiled_layout.assume_multiple {0}o, {2}\n",
                      name, value, multiple);
  return name;
}

//===----------------------------------------------------------------------===//
// subview
//===----------------------------------------------------------------------===//

/// Draws the part of a dimension, as it is and as the program knows it.
SliceDimension ViewChain::drawDimension(int64_t dim, SliceDimension &actual) {
  static constexpr int64_t multiples[] = {1, 2, 3, 4, 6, 8, 12};
  int64_t extent = extents[dim];
  bool isDynamic = types[0].isDynamicDim(dim);
  actual = SliceDimension::getWhole(extent);
  if (extent > 0 && (isDynamic || chance(random, 60))) {
    int64_t multiple = multiples[pick(random, 0, 6)];
    actual.offset = pick(random, 0, (extent - 1) / multiple) * multiple;
    actual.offsetMultiple = multiple;
    actual.step = chance(random, 10) ? pick(random, 2, 3) : 1;
    int64_t largest = (extent - 1 - actual.offset) / actual.step + 1;
    actual.size = chance(random, 25) ? 1 : pick(random, 1, largest);
    actual.isDropped = actual.size == 1 && chance(random, 50);
    actual.isWhole = false;
  }
  SliceDimension told = actual;
  told.isWhole = false;
  told.sizeBound = isDynamic ? kDynamic : extent;
  if (chance(random, 50))
    told.offset = kDynamic;
  if (!actual.isDropped && chance(random, 25))
    told.size = kDynamic;
  if (chance(random, 10))
    told.step = kDynamic;
  if (told.offset == kDynamic && actual.offsetMultiple == 0)
    told.offsetMultiple = 60;
  return told;
}

bool ViewChain::drawSubView() {
  SmallVector<SliceDimension> actual(extents.size()), told;
  for (auto [dim, dimension] : llvm::enumerate(actual))
    told.push_back(drawDimension(dim, dimension));
  auto resultA = expectedToOptional(inferSliceType(types[0], told));
  auto resultB = expectedToOptional(inferSliceType(types[1], told));
  if (!resultA || !resultB)
    return false;

  std::string offsets, sizes, steps;
  for (auto [dim, now] : llvm::enumerate(actual)) {
    llvm::StringRef comma = dim == 0 ? "" : ", ";
    const SliceDimension &known = told[dim];
    offsets += comma.str() + writeIndex(now.offset, known.offset != kDynamic,
                                        known.offsetMultiple);
    sizes += comma.str() + writeIndex(now.size, known.size != kDynamic);
    steps += comma.str() + writeIndex(now.step, known.step != kDynamic);
  }
  advance("tiled_layout.subview",
          llvm::formatv("[{0}] [{1}] [{2}]", offsets, sizes, steps).str(), "to",
          {*resultA, *resultB});

  SmallVector<int64_t> numbers = {0}, shape;
  for (auto [dim, now] : llvm::enumerate(actual)) {
    SmallVector<int64_t> next;
    for (int64_t number : numbers)
      for (int64_t i = 0; i < now.size; ++i)
        next.push_back(number * extents[dim] + now.offset + i * now.step);
    numbers = std::move(next);
    if (!now.isDropped)
      shape.push_back(now.size);
  }
  for (int64_t &number : numbers)
    number = elements[number];
  elements = std::move(numbers);
  extents = std::move(shape);
  return true;
}

//===----------------------------------------------------------------------===//
// transpose, expand_shape, collapse_shape
//===----------------------------------------------------------------------===//

bool ViewChain::drawTranspose() {
  int64_t rank = extents.size();
  SmallVector<int64_t> permutation(rank), shape(rank), numbers = {0};
  std::iota(permutation.begin(), permutation.end(), 0);
  for (int64_t i = rank - 1; i > 0; --i)
    std::swap(permutation[i], permutation[pick(random, 0, i)]);
  SmallVector<int64_t> weights(rank, 1);
  for (int64_t dim = rank - 1; dim > 0; --dim)
    weights[dim - 1] = weights[dim] * extents[dim];
  for (int64_t dim = 0; dim < rank; ++dim) {
    SmallVector<int64_t> next;
    shape[dim] = extents[permutation[dim]];
    for (int64_t number : numbers)
      for (int64_t i = 0; i < shape[dim]; ++i)
        next.push_back(number + i * weights[permutation[dim]]);
    numbers = std::move(next);
  }
  for (int64_t &number : numbers)
    number = elements[number];
  elements = std::move(numbers);
  extents = std::move(shape);
  advance("tiled_layout.transpose", " " + extentsToString(permutation), "to",
          {inferTransposedType(types[0], permutation),
           inferTransposedType(types[1], permutation)});
  return true;
}

using Groups = SmallVector<SmallVector<int64_t, 2>>;

static std::string printGroups(const Groups &groups) {
  std::string text = " [";
  for (auto [number, group] : llvm::enumerate(groups))
    text += (number ? ", " : "") + extentsToString(group);
  return text + "]";
}

bool ViewChain::drawExpand() {
  if (extents.empty())
    return false;
  int64_t chosen = pick(random, 0, extents.size() - 1);
  int64_t minor = pick(random, 1, std::max<int64_t>(extents[chosen], 1));
  while (minor > 1 && extents[chosen] % minor != 0)
    --minor;
  Groups groups;
  SmallVector<int64_t> shape, known;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    bool isDynamic = types[0].isDynamicDim(dim);
    groups.emplace_back();
    if (static_cast<int64_t>(dim) == chosen) {
      groups.back().push_back(shape.size());
      shape.push_back(extent / minor);
      known.push_back(isDynamic ? kDynamic : extent / minor);
      extent = minor;
      isDynamic = false;
    }
    groups.back().push_back(shape.size());
    shape.push_back(extent);
    known.push_back(isDynamic ? kDynamic : extent);
  }
  auto resultA = expectedToOptional(inferExpandedType(types[0], groups, known));
  auto resultB = expectedToOptional(inferExpandedType(types[1], groups, known));
  if (!resultA || !resultB)
    return false;
  std::string sizes;
  for (auto [dim, extent] : llvm::enumerate(shape))
    sizes += (dim ? ", " : "") + writeIndex(extent, known[dim] != kDynamic);
  advance("tiled_layout.expand_shape",
          printGroups(groups) + " output_shape [" + sizes + "]", "into",
          {*resultA, *resultB});
  extents = std::move(shape);
  return true;
}

bool ViewChain::drawCollapse() {
  if (extents.size() < 2)
    return false;
  int64_t first = pick(random, 0, extents.size() - 2);
  Groups groups;
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < getRank(); ++dim) {
    if (dim == first + 1) {
      groups.back().push_back(dim);
      shape.back() *= extents[dim];
      continue;
    }
    groups.push_back({dim});
    shape.push_back(extents[dim]);
  }
  auto resultA = expectedToOptional(inferCollapsedType(types[0], groups));
  auto resultB = expectedToOptional(inferCollapsedType(types[1], groups));
  if (!resultA || !resultB)
    return false;
  advance("tiled_layout.collapse_shape", printGroups(groups), "into",
          {*resultA, *resultB});
  extents = std::move(shape);
  return true;
}
