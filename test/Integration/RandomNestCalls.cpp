//===- RandomNestCalls.cpp - Whole arrays, calls, branches ----------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNestWriter.h"

#include "tiled_layout/IR/LayoutTypes.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

static bool isStatic(const NestArray &array) {
  return array.tiledType.hasStaticShape();
}

//===----------------------------------------------------------------------===//
// Arrays of its own
//===----------------------------------------------------------------------===//

NestArray NestWriter::addArray(ArrayRef<int64_t> extents, ArrayRef<int> dims,
                               Type type) {
  NestArray array;
  int64_t bits = type.getIntOrFloatBitWidth();
  Layout layout = getNestLayout(random, extents, bits % 8 ? bits : 0);
  array.tiledType = MemRefType::get(
      extents, type, TiledLayoutAttr::getForMemRef(context, layout, extents));
  array.plainType = MemRefType::get(extents, type);
  array.type = getAlias(tiled ? array.tiledType : array.plainType);
  array.extents = llvm::to_vector(extents);
  array.dims = llvm::to_vector(dims);
  array.extentNames.assign(extents.size(), "");
  array.buffers = uint64_t(1) << (20 + allocations.size());
  array.hasArgumentPadding = false;
  array.name = define("memref.alloc() : {0}", array.type);
  allocations.push_back(
      llvm::formatv("memref.dealloc {0} : {1}\n", array.name, array.type));
  return array;
}

void NestWriter::fill(const NestArray &array) {
  Scalar value = getConstant(array.element());
  os << llvm::formatv("linalg.fill ins({0} : {1}) outs({2} : {3})\n",
                      value.name, value.type, array.name, array.type);
}

/// A copy in another layout, or one between arrays that are there.
void NestWriter::addCopy() {
  NestArray source = drawFrom(arrays);
  std::optional<NestArray> target;
  for (const NestArray &array : arrays)
    if (array.extents == source.extents && isStatic(array) &&
        array.element() == source.element() && isStatic(source) &&
        !(array.buffers & source.buffers) &&
        (array.tiledType != source.tiledType || source.hasArgumentPadding))
      target = array;
  bool isNew = !target || maybe(50);
  if (isNew)
    target = addArray(source.extents, source.dims, source.element());
  os << llvm::formatv("memref.copy {0}, {1} : {2} to {3}\n", source.name,
                      target->name, source.type, target->type);
  if (isNew)
    arrays.push_back(*target);
}

//===----------------------------------------------------------------------===//
// linalg
//===----------------------------------------------------------------------===//

/// Computes an array of others of the same extents, in any order of dimensions,
/// and perhaps of all along one more dimension.
void NestWriter::addGeneric() {
  NestArray out = drawFrom(arrays);
  SmallVector<NestArray, 0> inputs;
  SmallVector<int64_t> extents = out.extents;
  SmallVector<SmallVector<size_t>> maps;
  for (const NestArray &input : arrays) {
    if (!isStatic(input) || (input.buffers & out.buffers) || inputs.size() == 2)
      continue;
    SmallVector<size_t> map;
    for (int64_t extent : input.extents) {
      size_t dim = 0;
      while (dim < extents.size() &&
             (extents[dim] != extent || llvm::is_contained(map, dim)))
        ++dim;
      if (dim == extents.size() && extents.size() == out.extents.size())
        extents.push_back(extent);
      map.push_back(dim);
    }
    if (llvm::is_contained(map, extents.size())) {
      // A dimension that none needs now has no extent.
      if (maps.empty() || llvm::none_of(maps, [&](auto &m) {
            return llvm::is_contained(m, out.extents.size());
          }))
        extents.resize(out.extents.size());
      continue;
    }
    inputs.push_back(input);
    maps.push_back(map);
  }
  if (!isStatic(out) || inputs.empty())
    return;
  bool reduces = extents.size() > out.extents.size();
  maps.push_back(llvm::to_vector(llvm::seq<size_t>(0, out.extents.size())));
  auto printAll = [](auto range, auto print) {
    return llvm::join(llvm::map_range(range, print), ", ");
  };
  auto getDim = [](size_t dim) { return llvm::formatv("d{0}", dim).str(); };
  std::string dims = printAll(llvm::seq<size_t>(0, extents.size()), getDim);
  std::string iterators =
      printAll(llvm::seq<size_t>(0, extents.size()), [&](size_t dim) {
        return std::string(dim < out.extents.size() ? "\"parallel\""
                                                    : "\"reduction\"");
      });
  os << llvm::formatv(
      "linalg.generic {{indexing_maps = [{0}], iterator_types = [{1}]} "
      "ins({2} : {3}) outs({4} : {5}) {{\n",
      printAll(maps,
               [&](const SmallVector<size_t> &map) {
                 return llvm::formatv("affine_map<({0}) -> ({1})>", dims,
                                      printAll(map, getDim))
                     .str();
               }),
      iterators, printAll(inputs, [](auto &a) { return a.name; }),
      printAll(inputs, [](auto &a) { return a.type; }), out.name, out.type);
  int64_t number = values++;
  SmallVector<Scalar> arguments;
  inputs.push_back(out);
  for (auto [i, array] : llvm::enumerate(inputs))
    arguments.push_back(
        {llvm::formatv("%g{0}_{1}", number, i), array.element()});
  os << llvm::formatv("^bb0({0}):\n", printAll(arguments, [](const Scalar &a) {
                        return llvm::formatv("{0}: {1}", a.name, a.type).str();
                      }));
  Type type = out.element();
  Scalar term = convert(clamp(arguments[0]), type);
  if (arguments.size() > 2)
    term = clamp(combine(term, convert(clamp(arguments[1]), type)));
  Scalar result = term;
  if (reduces)
    result = accumulate(arguments.back(), term, draw(0, 1 << 12));
  else if (maybe(50))
    result = clamp(combine(term, clamp(arguments.back())));
  os << llvm::formatv("linalg.yield {0} : {1}\n}\n", result.name, type);
}

/// A product of two arrays, whose elements are computed before.
void NestWriter::addMatmul() {
  Type type = drawFrom(arrays).element();
  if (type.getIntOrFloatBitWidth() < 8 || type.isF16())
    return;
  int64_t m = draw(2, 20), n = draw(2, 40), k = draw(2, 20);
  NestArray product = addArray({m, n}, {1, 2}, type);
  NestArray left = addArray({m, k}, {1, 2}, type);
  NestArray right = addArray({k, n}, {1, 2}, type);
  for (const NestArray *array : {&product, &left, &right}) {
    fill(*array);
    addElements(*array, {});
  }
  os << llvm::formatv("linalg.matmul ins({0}, {1} : {2}, {3}) "
                      "outs({4} : {5})\n",
                      left.name, right.name, left.type, right.type,
                      product.name, product.type);
  arrays.push_back(product);
}

//===----------------------------------------------------------------------===//
// Functions and blocks
//===----------------------------------------------------------------------===//

/// Calls a function with arrays, perhaps with one twice or with a part of it.
void NestWriter::addCall() {
  SmallVector<NestArray, 0> passed;
  for (int64_t count = draw(2, 3); count > 0; --count) {
    if (!passed.empty() && maybe(25)) {
      if (std::optional<NestArray> view = drawView(passed.back()))
        passed.push_back(*view);
      else
        passed.push_back(passed.back());
      continue;
    }
    passed.push_back(drawFrom(arrays));
  }
  int64_t index = draw(0, 3);
  std::string indexName = getIndex(index);
  std::string function =
      llvm::formatv("helper{0}_{1}", seed, functions++).str();
  auto printAll = [&](auto print) {
    return llvm::join(llvm::map_range(passed, print), ", ");
  };
  std::string types = printAll([](auto &a) { return a.type; });
  os << llvm::formatv("func.call @{0}({1}, {2}) : ({3}, index) -> ()\n",
                      function, printAll([](auto &a) { return a.name; }),
                      indexName, types);

  // The function's own names, arrays and text.
  std::string outerBody;
  std::swap(outerBody, body);
  SmallVector<NestArray, 0> outerArrays;
  std::swap(outerArrays, arrays);
  SmallVector<Scalar, 0> outerScalars;
  std::swap(outerScalars, scalars);
  isHelper = true;
  std::string parameters;
  for (auto [i, array] : llvm::enumerate(passed)) {
    bool overlaps = false;
    for (auto [j, other] : llvm::enumerate(passed))
      overlaps |= i != j && (array.buffers & other.buffers);
    bool hasNoAlias = maybe(40) && !overlaps;
    arrays.push_back(array);
    arrays.back().name = llvm::formatv("%h{0}", i);
    parameters += llvm::formatv("{0}: {1}{2}, ", arrays.back().name, array.type,
                                hasNoAlias ? " {llvm.noalias}" : "");
  }
  for (NestArray &array : arrays)
    addExtents(array);
  {
    Scope scope(*this);
    variables.push_back({"%x", index, index, -1, true});
    for (int64_t nests = draw(1, 2); nests > 0; --nests)
      maybe(80) ? addNest() : addParallelNest();
  }
  helpers += llvm::formatv("func.func private @{0}({1}%x: index) {{\n{2}"
                           "return\n}\n",
                           function, parameters, body);
  isHelper = false;
  std::swap(outerBody, body);
  std::swap(outerArrays, arrays);
  std::swap(outerScalars, scalars);
}

/// Returns the positions of two arrays of one type.
static std::optional<std::pair<size_t, size_t>>
findPair(ArrayRef<NestArray> arrays) {
  for (size_t a = 0; a < arrays.size(); ++a)
    for (size_t b = a + 1; b < arrays.size(); ++b)
      if (arrays[a].tiledType == arrays[b].tiledType &&
          arrays[a].extents == arrays[b].extents && isStatic(arrays[a]))
        return std::pair(a, b);
  return std::nullopt;
}

/// Returns an array that is one of two.
static NestArray getEither(const NestArray &a, const NestArray &b,
                           std::string name) {
  NestArray either = a;
  either.name = std::move(name);
  either.buffers |= b.buffers;
  either.hasArgumentPadding &= b.hasArgumentPadding;
  return either;
}

/// A block whose argument is one of two arrays, or a selection of them.
void NestWriter::addBlock() {
  auto pair = findPair(arrays);
  if (!pair)
    return;
  NestArray a = arrays[pair->first], b = arrays[pair->second];
  Scalar number = draw(builder.getI32Type());
  std::string two = define("arith.constant 2 : i32");
  std::string condition =
      define("arith.cmpi slt, {0}, {1} : i32", number.name, two);
  if (maybe(30)) {
    std::string name = define("arith.select {0}, {1}, {2} : {3}", condition,
                              a.name, b.name, a.type);
    arrays.push_back(getEither(a, b, name));
    return;
  }
  int64_t block = values++;
  os << llvm::formatv("cf.cond_br {0}, ^bb{1}({2} : {3}), ^bb{1}({4} : {3})\n"
                      "^bb{1}(%b{1}: {3}):\n",
                      condition, block, a.name, a.type, b.name);
  arrays.push_back(getEither(a, b, llvm::formatv("%b{0}", block)));
}

/// A loop that carries two arrays and exchanges them.
void NestWriter::addSwap() {
  auto pair = findPair(arrays);
  if (!pair)
    return;
  NestArray a = arrays[pair->first], b = arrays[pair->second];
  std::string zero = getIndex(0), end = getIndex(draw(1, 3)), one = getIndex(1);
  int64_t number = values++;
  auto getName = [&](const char *format) {
    return llvm::formatv(format, number).str();
  };
  os << llvm::formatv("%r{0}:2 = scf.for %i{0} = {1} to {2} step {3} "
                      "iter_args(%x{0} = {4}, %y{0} = {5}) -> ({6}, {6}) {{\n",
                      number, zero, end, one, a.name, b.name, a.type);
  {
    Scope scope(*this);
    arrays.push_back(getEither(a, b, getName("%x{0}")));
    arrays.push_back(getEither(a, b, getName("%y{0}")));
    addNest();
  }
  os << llvm::formatv("scf.yield %y{0}, %x{0} : {1}, {1}\n}\n", number, a.type);
  arrays.push_back(getEither(a, b, getName("%r{0}#0")));
  arrays.push_back(getEither(a, b, getName("%r{0}#1")));
}
