//===- RandomNest.cpp -----------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNestWriter.h"

#include "tiled_layout/IR/LayoutTypes.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static const Element nestElements[] = {
    {"f32", 32, false, {0}},  {"f32", 32, false, {0}},
    {"f32", 32, false, {0}},  {"bf16", 16, false, {0}},
    {"bf16", 16, false, {0}}, {"f16", 16, false, {0}},
    {"i8", 8, true, {0}},     {"i8", 8, true, {0}},
    {"i8", 8, true, {0}},     {"i32", 32, true, {0}},
    {"i32", 32, true, {0}},   {"i64", 64, true, {0}},
    {"i16", 16, true, {0}},   {"i4", 4, true, {0, 4}},
    {"i1", 1, false, {0, 1}}};

/// A number in [-64, 64], whole if the seed's are.
template <bool isExact>
static double getReal(int64_t id) {
  double value = double(test::getValue(id, 32)) / (int64_t(1) << 25) - 64;
  return isExact ? std::floor(value) + 0.0 : value;
}

template <bool isExact, const llvm::fltSemantics &(*semantics)()>
static uint64_t getFloat(int64_t id, int64_t) {
  APFloat value(getReal<isExact>(id));
  bool loses;
  value.convert(semantics(), APFloat::rmNearestTiesToEven, &loses);
  return value.bitcastToAPInt().getZExtValue();
}

template <bool isExact>
static ProgramArray::Values getValues(const Element &element) {
  if (element.name == "f32")
    return getFloat<isExact, APFloat::IEEEsingle>;
  if (element.name == "f16")
    return getFloat<isExact, APFloat::IEEEhalf>;
  if (element.name == "bf16")
    return getFloat<isExact, APFloat::BFloat>;
  return test::getValue;
}

/// True if sums of the program's floats are the same in any order.
static bool isExactSeed(uint64_t seed) { return seed % 2 == 0; }

ProgramArray::Values
mlir::tiled_layout::test::getNestValues(uint64_t seed, const Element &element) {
  return isExactSeed(seed) ? getValues<true>(element)
                           : getValues<false>(element);
}

Layout mlir::tiled_layout::test::getNestLayout(std::mt19937_64 &random,
                                               ArrayRef<int64_t> extents,
                                               int64_t elementBits) {
  static constexpr llvm::StringLiteral tiles[] = {
      "T(8,16)",  "T(4,16)",  "T(8,16)(2,1)", "T(4,32)(4,1)", "T(2,32)",
      "T(8,128)", "T(16,16)", "T(8,32)(2,1)", "T(8,64)(4,1)", "T(8,128)(2,1)",
      "T(3,5)",   "T(6,20)",  "T(4,8)(2,1)",  "T(1,64)",      "T(8,64)(2,1)",
      "T(12,24)", "T(4,64)",  "T(8,32)"};
  static constexpr llvm::StringLiteral rows[] = {"T(16)",  "T(32)", "T(8)",
                                                 "T(128)", "T(5)",  "T(1)"};
  Layout layout = Layout::getRowMajor(extents.size());
  if (chance(random, 15)) {
    layout = getProgramLayout(random, extents, /*maxElements=*/100000);
  } else {
    bool isRow = extents.size() == 1 || chance(random, 10);
    llvm::StringRef text = isRow ? rows[pick(random, 0, std::size(rows) - 1)]
                                 : tiles[pick(random, 0, std::size(tiles) - 1)];
    for (size_t dim = extents.size() - 1; dim > 0; --dim)
      if (chance(random, 8))
        std::swap(layout.minorToMajor[dim], layout.minorToMajor[dim - 1]);
    std::string order = llvm::join(
        llvm::map_range(layout.minorToMajor,
                        [](int64_t dim) { return std::to_string(dim); }),
        ",");
    layout = llvm::cantFail(
        parseLayout(llvm::formatv("{{{0}:{1}}", order, text).str()));
  }
  layout.elementBits = elementBits;
  return layout;
}

std::vector<ProgramArray>
mlir::tiled_layout::test::getNestArrays(uint64_t seed) {
  std::mt19937_64 random(seed * 2 + 1);
  int64_t base[numBaseDims] = {pick(random, 2, 4), pick(random, 3, 20),
                               pick(random, 12, 80)};
  if (chance(random, 20))
    base[2] = pick(random, 100, 150);
  static constexpr std::array<int, 3> dimsOf[] = {
      {1, 2, -1}, {1, 2, -1}, {1, 2, -1},  {1, 2, -1}, {0, 1, 2},
      {0, 2, -1}, {2, 1, -1}, {2, -1, -1}, {1, -1, -1}};
  auto drawElement = [&] {
    return &nestElements[pick(random, 0, std::size(nestElements) - 1)];
  };
  const Element *common = drawElement();
  std::vector<ProgramArray> arrays;
  for (int64_t count = pick(random, 3, 4); count > 0; --count) {
    if (!arrays.empty() && chance(random, 25)) {
      ProgramArray same = arrays.back();
      if (!same.sameAs && chance(random, 60))
        same.sameAs = arrays.size() - 1;
      arrays.push_back(same);
      continue;
    }
    ProgramArray array;
    for (int dim : dimsOf[pick(random, 0, std::size(dimsOf) - 1)])
      if (dim >= 0) {
        array.dims.push_back(dim);
        array.shape.extents.push_back(
            base[dim] + (chance(random, 65) ? 0 : pick(random, 1, 3)));
      }
    const Element *element = chance(random, 75) ? common : drawElement();
    array.shape.element = element;
    array.layout = getNestLayout(
        random, array.shape.extents,
        element->elementBits[pick(random, 0, element->elementBits.size() - 1)]);
    array.getValue = getNestValues(seed, *element);
    drawDynamic(random, array, /*percent=*/6);
    arrays.push_back(std::move(array));
  }
  return arrays;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

std::string NestWriter::getAlias(Type type) {
  auto [it, isNew] = aliasNames.try_emplace(type);
  if (isNew) {
    it->second = llvm::formatv("!t{0}_{1}", seed, aliasNames.size());
    aliases += llvm::formatv("{0} = {1}\n", it->second, type);
  }
  return it->second;
}

/// Names the extents of a function's argument that are known at run time.
void NestWriter::addExtents(NestArray &array) {
  for (int64_t dim = 0; dim < array.rank(); ++dim) {
    array.extentNames[dim] = "";
    if (!array.tiledType.isDynamicDim(dim))
      continue;
    std::string index = getIndex(dim);
    array.extentNames[dim] =
        define("memref.dim {0}, {1} : {2}", array.name, index, array.type);
  }
}

void NestWriter::addStatement() {
  plainAccesses = maybe(75) ? 0 : 25;
  int64_t way = draw(0, 99);
  if (way < 52)
    return addNest();
  if (way < 62)
    return addParallelNest();
  if (way < 68)
    return addCopy();
  if (way < 75)
    return addGeneric();
  if (way < 78)
    return addMatmul();
  if (way < 87)
    return addCall();
  if (way < 92)
    return addBlock();
  if (way < 95)
    return addSwap();
  NestArray array = drawFrom(arrays);
  if (std::optional<NestArray> view = drawView(array))
    arrays.push_back(*view);
  addNest();
}

std::string NestWriter::write(ArrayRef<ProgramArray> arguments,
                              int64_t statements, int64_t apart,
                              void (NestWriter::*addStatement)()) {
  isExact = isExactSeed(seed);
  std::string parameters;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    const ArrayShape &shape = argument.shape;
    NestArray array;
    Type element = parseType(shape.element->name, context);
    array.tiledType = MemRefType::get(
        shape.shape, element,
        TiledLayoutAttr::getForMemRef(context, argument.layout, shape.shape));
    array.plainType = MemRefType::get(shape.shape, element);
    array.type = getAlias(tiled ? array.tiledType : array.plainType);
    array.name = llvm::formatv("%a{0}", i);
    array.extents = shape.extents;
    array.dims = argument.dims;
    array.extentNames.resize(array.rank());
    array.buffers = uint64_t(1) << argument.sameAs.value_or(i);
    bool isShared = argument.sameAs.has_value() ||
                    llvm::any_of(arguments, [&, i = i](auto &other) {
                      return other.sameAs == i;
                    });
    parameters +=
        llvm::formatv("{0}{1}: {2}{3}", i ? ", " : "", array.name, array.type,
                      !isShared && maybe(apart) ? " {llvm.noalias}" : "");
    arrays.push_back(std::move(array));
  }
  for (NestArray &array : arrays)
    addExtents(array);
  for (; statements > 0; --statements)
    (this->*addStatement)();
  return llvm::formatv("{0}{1}func.func @main{2}({3}) attributes "
                       "{{llvm.emit_c_interface} {{\n{4}{5}return\n}\n",
                       aliases, helpers, seed, parameters, body,
                       llvm::join(allocations, ""));
}

std::string mlir::tiled_layout::test::writeNests(MLIRContext *context,
                                                 uint64_t seed, bool tiled) {
  return NestWriter(context, seed, tiled)
      .write(getNestArrays(seed), /*statements=*/2 + seed / 2 % 3,
             /*apart=*/75, &NestWriter::addStatement);
}
