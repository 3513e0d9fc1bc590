//===- StridedRelayoutTest.cpp - Relayouts of parts of an array -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of an untiled array, which begins anywhere and has steps, is relaid to
// a tiled one and back. The other elements must neither show nor change, and
// both buffers lie between inaccessible pages.
//
//===----------------------------------------------------------------------===//

#include "RandomArrays.h"

#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// A part of an untiled array, and a layout of its shape.
struct StridedCase {
  ArrayShape tiled;
  Layout layout;
  llvm::SmallVector<int64_t> base, offsets, steps;
  /// Whether the type of the part knows strides and offset.
  bool isKnown;
  bool toTiled;

  int64_t getBaseElements() const {
    int64_t count = 1;
    for (int64_t extent : base)
      count *= extent;
    return count;
  }

  /// Returns the number in the untiled array of an element of the part.
  int64_t getBaseNumber(llvm::ArrayRef<int64_t> index) const {
    int64_t number = 0;
    for (size_t dim = 0; dim < base.size(); ++dim)
      number = number * base[dim] + offsets[dim] + index[dim] * steps[dim];
    return number;
  }
};

} // namespace

static StridedCase getRandomCase(std::mt19937_64 &random) {
  static const Element partElements[] = {
      {"i8", 8, true, {0}},   {"bf16", 16, false, {0}}, {"f32", 32, false, {0}},
      {"i64", 64, true, {0}}, {"i1", 1, false, {1}},    {"ui4", 4, false, {4}}};
  static constexpr llvm::StringLiteral layouts[] = {"{2,1,0}",
                                                    "{1,2,0}",
                                                    "{2,0,1:T(8,128)}",
                                                    "{2,1,0:T(8,128)(2,1)}",
                                                    "{2,1,0:T(8,32)(8,1)}",
                                                    "{2,1,0:T(32,64)(32,1)}"};
  StridedCase test;
  for (int dim = 0; dim < 3; ++dim) {
    int64_t extent = pick(random, 1, dim == 2 ? 140 : dim == 1 ? 40 : 3);
    int64_t step = chance(random, dim == 2 ? 25 : 40) ? pick(random, 2, 3) : 1;
    test.tiled.extents.push_back(extent);
    test.steps.push_back(step);
    test.offsets.push_back(pick(random, 0, 3));
    test.base.push_back(test.offsets.back() + (extent - 1) * step + 1 +
                        pick(random, 0, 2));
  }
  test.tiled.shape = test.tiled.extents;
  test.isKnown = chance(random, 40);
  if (!test.isKnown)
    test.tiled.shape = {kDynamic, kDynamic, kDynamic};
  test.tiled.element = &partElements[pick(random, 0, 5)];
  test.layout = llvm::cantFail(parseLayout(layouts[pick(random, 0, 5)]));
  test.layout.elementBits = test.tiled.element->elementBits.front();
  test.toTiled = chance(random, 50);
  return test;
}

static std::string printStrided(const StridedCase &test) {
  int64_t strides[] = {test.base[1] * test.base[2], test.base[2], 1};
  std::string text = "memref<";
  for (int64_t extent : test.tiled.extents)
    text += std::to_string(extent) + "x";
  text += test.tiled.element->name.str() + ", strided<[";
  for (int dim = 0; dim < 3; ++dim)
    text += (dim ? ", " : "") + std::to_string(strides[dim] * test.steps[dim]);
  return text + "], offset: " + std::to_string(test.getBaseNumber({0, 0, 0})) +
         ">>";
}

static std::string printFunction(const StridedCase &test, int number) {
  auto print = [](llvm::ArrayRef<int64_t> list) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(list, os);
    return text;
  };
  std::string base =
      llvm::formatv("memref<{0}x{1}x{2}x{3}>", test.base[0], test.base[1],
                    test.base[2], test.tiled.element->name);
  std::string known = printStrided(test);
  bool hasUnitStride = test.steps[2] == 1;
  std::string unknown =
      llvm::formatv("memref<?x?x?x{0}, strided<[?, ?, {1}], offset: ?>>",
                    test.tiled.element->name, hasUnitStride ? "1" : "?");
  std::string part = test.isKnown ? known : unknown;
  std::string tiled = printType(test.tiled, test.layout);
  return llvm::formatv(
      R"(
func.func @f{0}(%base: {1}, %tiled: {2}) attributes {{llvm.emit_c_interface} {{
  %known = memref.subview %base[{3}] [{4}] [{5}] : {1} to {6}
  %part = memref.cast %known : {6} to {7}
  tiled_layout.relayout ins(%{8} : {9}) outs(%{10} : {11})
  return
}
)",
      number, base, tiled, print(test.offsets), print(test.tiled.extents),
      print(test.steps), known, part, test.toTiled ? "part" : "tiled",
      test.toTiled ? part : tiled, test.toTiled ? "tiled" : "part",
      test.toTiled ? tiled : part);
}

/// Calls `body` with each index of the part.
static void
forEachIndex(const StridedCase &test,
             llvm::function_ref<void(llvm::ArrayRef<int64_t>)> body) {
  for (int64_t i = 0; i < test.tiled.extents[0]; ++i)
    for (int64_t j = 0; j < test.tiled.extents[1]; ++j)
      for (int64_t k = 0; k < test.tiled.extents[2]; ++k)
        body({i, j, k});
}

static void runCase(CompiledModule &module, const StridedCase &test, int number,
                    GuardedBuffer::Side side) {
  int64_t valueBits = test.tiled.element->valueBits;
  int64_t baseBits = std::max<int64_t>(8, valueBits);
  int64_t tiledBits = getBits(test.tiled, test.layout);
  int64_t elements = getElements(test.layout, test.tiled.extents);
  Placement placement(test.layout, test.tiled.extents);
  Buffer base(test.getBaseElements(), baseBits, 0);
  Buffer tiled(elements, tiledBits, 0);
  for (int64_t id = 0; id < test.getBaseElements(); ++id)
    base.set(id, valueBits, getValue(id, valueBits));
  for (int64_t id = 0; id < elements; ++id)
    tiled.set(id, tiledBits, getValue(id + 7777, tiledBits));
  Buffer expectedBase = base, expectedTiled = tiled;
  forEachIndex(test, [&](llvm::ArrayRef<int64_t> index) {
    int64_t number = test.getBaseNumber(index);
    int64_t position = placement.getPosition(index);
    if (test.toTiled)
      expectedTiled.set(position, tiledBits, base.get(number, valueBits));
    else
      expectedBase.set(number, valueBits, tiled.get(position, valueBits));
  });

  auto call = [&](void *tiledData, void *baseData) {
    ArrayShape untiled = test.tiled;
    untiled.extents = untiled.shape = test.base;
    untiled.untiledRowMajor = true;
    Argument baseArgument(untiled, Layout::getRowMajor(3), baseData, true);
    Argument tiledArgument(test.tiled, test.layout, tiledData, true);
    std::vector<void *> arguments;
    baseArgument.append(arguments);
    tiledArgument.append(arguments);
    module.call(llvm::formatv("f{0}", number).str(), arguments);
  };
  bool isBaseIntact = true;
  bool isTiledIntact = tiled.callGuarded(elements, side, [&](void *tiledData) {
    isBaseIntact =
        base.callGuarded(test.getBaseElements(), side,
                         [&](void *baseData) { call(tiledData, baseData); });
  });
  ASSERT_TRUE(isBaseIntact && isTiledIntact);
  for (int64_t id = 0; id < test.getBaseElements(); ++id)
    ASSERT_EQ(base.get(id, baseBits), expectedBase.get(id, baseBits))
        << "element " << id << " of the untiled array";
  for (int64_t id = 0; id < elements; ++id)
    ASSERT_EQ(tiled.get(id, tiledBits), expectedTiled.get(id, tiledBits))
        << "position " << id << " of the tiled array";
}

TEST(StridedRelayoutTest, PartsOfArraysAgreeWithTheReference) {
  std::mt19937_64 random(20261130);
  for (int batch = 0; batch < 2; ++batch) {
    std::vector<StridedCase> cases;
    std::string source;
    for (int i = 0; i < 25; ++i) {
      cases.push_back(getRandomCase(random));
      source += printFunction(cases.back(), i);
    }
    CompiledModule module(source, "tiled-layout-lower-relayouts,"
                                  "convert-tiled-layout-to-affine{form=linear},"
                                  "tiled-layout-to-llvm-pipeline");
    ASSERT_TRUE(module);
    for (auto [i, test] : llvm::enumerate(cases)) {
      SCOPED_TRACE(printFunction(test, i));
      for (auto side : {GuardedBuffer::Side::Begin, GuardedBuffer::Side::End})
        runCase(module, test, i, side);
      if (testing::Test::HasFatalFailure())
        return;
    }
  }
}
