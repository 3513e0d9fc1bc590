//===- StridedRelayoutTest.cpp - Relayouts of parts of an array -----------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A part of an untiled array, which begins anywhere and has steps, or a view of
// a tiled one is relaid to a tiled array and back. The other elements must
// neither show nor change, and both buffers lie between inaccessible pages.
//
//===----------------------------------------------------------------------===//

#include "RandomArrays.h"

#include "tiled_layout/IR/ViewTypes.h"
#include "tiled_layout/Layout/PhysicalShape.h"
#include "tiled_layout/Layout/Placement.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// A part of an array, and a layout of its shape.
struct StridedCase {
  ArrayShape tiled;
  Layout layout;
  /// The array: row-major and without a layout in its type, or tiled.
  ArrayShape base;
  Layout baseLayout;
  llvm::SmallVector<int64_t> offsets, steps;
  /// Whether the type of the part knows strides and offset.
  bool isKnown;
  bool toTiled;

  bool isView() const { return !base.untiledRowMajor; }
  int64_t getBaseElements() const {
    return getElements(baseLayout, base.extents);
  }

  /// Returns the position in the array of an element of the part.
  int64_t getBasePosition(const Placement &placement,
                          llvm::ArrayRef<int64_t> index) const {
    llvm::SmallVector<int64_t> ofBase;
    for (size_t dim = 0; dim < index.size(); ++dim)
      ofBase.push_back(offsets[dim] + index[dim] * steps[dim]);
    return placement.getPosition(ofBase);
  }
};

} // namespace

static const Element partElements[] = {
    {"i8", 8, true, {0}},   {"bf16", 16, false, {0}}, {"f32", 32, false, {0}},
    {"i64", 64, true, {0}}, {"i1", 1, false, {1}},    {"ui4", 4, false, {4}}};

/// Draws what does not depend on where the part lies.
static StridedCase drawCase(std::mt19937_64 &random) {
  static constexpr llvm::StringLiteral layouts[] = {"{2,1,0}",
                                                    "{1,2,0}",
                                                    "{2,0,1:T(8,128)}",
                                                    "{2,1,0:T(8,128)(2,1)}",
                                                    "{2,1,0:T(8,32)(8,1)}",
                                                    "{2,1,0:T(32,64)(32,1)}"};
  StridedCase test;
  test.isKnown = chance(random, 40);
  test.tiled.element = &partElements[pick(random, 0, 5)];
  test.layout = llvm::cantFail(parseLayout(layouts[pick(random, 0, 5)]));
  test.layout.elementBits = test.tiled.element->elementBits.front();
  test.toTiled = chance(random, 50);
  return test;
}

/// Sets the extents of the part and where it lies: in dimension `d` at a
/// multiple of `multiples[d]`, with a step in so many cases of a hundred.
static void placePart(StridedCase &test, std::mt19937_64 &random,
                      llvm::ArrayRef<int64_t> multiples,
                      llvm::ArrayRef<unsigned> percentSteps) {
  for (int dim = 0; dim < 3; ++dim) {
    int64_t extent = pick(random, 1, dim == 2 ? 140 : dim == 1 ? 40 : 3);
    int64_t step = chance(random, percentSteps[dim]) ? pick(random, 2, 3) : 1;
    if (extent == 1)
      step = 1;
    test.tiled.extents.push_back(extent);
    test.steps.push_back(step);
    test.offsets.push_back(pick(random, 0, 3) * multiples[dim]);
    test.base.extents.push_back(test.offsets.back() + (extent - 1) * step + 1 +
                                pick(random, 0, 2));
  }
  test.tiled.shape = test.tiled.extents;
  if (!test.isKnown)
    test.tiled.shape = {kDynamic, kDynamic, kDynamic};
  test.base.shape = test.base.extents;
  test.base.element = test.tiled.element;
}

static StridedCase getRandomCase(std::mt19937_64 &random) {
  StridedCase test = drawCase(random);
  placePart(test, random, {1, 1, 1}, {40, 40, 25});
  test.base.untiledRowMajor = true;
  test.baseLayout = Layout::getRowMajor(3);
  return test;
}

/// Draws a view, which begins at a tile.
static StridedCase getRandomView(std::mt19937_64 &random) {
  struct Base {
    llvm::StringLiteral layout;
    int64_t multiples[3];
    unsigned percentSteps[3];
  };
  static constexpr Base bases[] = {
      {"{2,1,0:T(8,128)}", {1, 8, 128}, {40, 0, 0}},
      {"{1,2,0:T(4,16)}", {1, 16, 4}, {40, 0, 0}},
      {"{2,1,0:T(8,128)(2,1)}", {1, 8, 128}, {40, 0, 0}},
      {"{2,0,1:T(3,5)}", {3, 1, 5}, {0, 40, 0}},
      {"{2,1,0:T(16,32)(4,8)}", {1, 16, 32}, {40, 0, 0}},
      {"{2,1,0:T(64)}", {1, 1, 64}, {40, 40, 0}}};
  StridedCase test = drawCase(random);
  const Base &base = bases[pick(random, 0, 5)];
  placePart(test, random, base.multiples, base.percentSteps);
  test.base.untiledRowMajor = false;
  test.baseLayout = llvm::cantFail(parseLayout(base.layout));
  test.baseLayout.elementBits = test.layout.elementBits;
  return test;
}

static std::string printStrided(const StridedCase &test) {
  llvm::ArrayRef<int64_t> base = test.base.extents;
  int64_t strides[] = {base[1] * base[2], base[2], 1};
  std::string text = "memref<";
  for (int64_t extent : test.tiled.extents)
    text += std::to_string(extent) + "x";
  text += test.tiled.element->name.str() + ", strided<[";
  for (int dim = 0; dim < 3; ++dim)
    text += (dim ? ", " : "") + std::to_string(strides[dim] * test.steps[dim]);
  Placement placement(test.baseLayout, base);
  int64_t offset = test.getBasePosition(placement, {0, 0, 0});
  return text + "], offset: " + std::to_string(offset) + ">>";
}

/// Returns the type of a view, with extents and strides that are known or not.
static std::string printView(const StridedCase &test, bool isKnown) {
  Layout layout = test.baseLayout;
  std::string text = "memref<";
  for (int64_t extent : test.tiled.extents)
    text += (isKnown ? std::to_string(extent) : "?") + "x";
  text += test.tiled.element->name.str() + ", #tiled_layout.layout<" +
          toString(layout) + ", strides = [";
  llvm::SmallVector<int64_t> strides =
      getPhysicalStrides(layout, test.base.extents);
  for (auto [dim, stride] : llvm::enumerate(strides)) {
    // The first physical dimensions are the logical ones in their order.
    int64_t step = dim < 3 ? test.steps[layout.minorToMajor[2 - dim]] : 1;
    text += (dim ? ", " : "") +
            (isKnown || dim > 1 ? std::to_string(stride * step) : "?");
  }
  return text + "]>>";
}

static std::string print(llvm::ArrayRef<int64_t> list) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(list, os);
  return text;
}

/// Returns operations that take a view, and its type.
static std::pair<std::string, std::string> printViewOf(const StridedCase &test,
                                                       llvm::StringRef base) {
  std::string type = printView(test, test.isKnown);
  std::string constants, sizes = print(test.tiled.extents);
  if (!test.isKnown) {
    sizes = "%s0, %s1, %s2";
    for (int dim = 0; dim < 3; ++dim)
      constants += llvm::formatv("  %s{0} = arith.constant {1} : index\n", dim,
                                 test.tiled.extents[dim]);
  }
  std::string part = llvm::formatv(
      "{0}  %part = tiled_layout.subview %base[{1}] [{2}] [{3}] : {4} to {5}",
      constants, print(test.offsets), sizes, print(test.steps), base, type);
  return {part, type};
}

/// Returns operations that take a strided part, and its type.
static std::pair<std::string, std::string> printPartOf(const StridedCase &test,
                                                       llvm::StringRef base) {
  std::string known = printStrided(test);
  std::string unknown =
      llvm::formatv("memref<?x?x?x{0}, strided<[?, ?, {1}], offset: ?>>",
                    test.tiled.element->name, test.steps[2] == 1 ? "1" : "?");
  std::string type = test.isKnown ? known : unknown;
  std::string part = llvm::formatv(
      "  %known = memref.subview %base[{0}] [{1}] [{2}] : {3} to {4}\n"
      "  %part = memref.cast %known : {4} to {5}",
      print(test.offsets), print(test.tiled.extents), print(test.steps), base,
      known, type);
  return {part, type};
}

static std::string printFunction(const StridedCase &test, int number) {
  std::string base = printType(test.base, test.baseLayout);
  std::string tiled = printType(test.tiled, test.layout);
  auto [operations, part] =
      test.isView() ? printViewOf(test, base) : printPartOf(test, base);
  return llvm::formatv(
      R"(
func.func @f{0}(%base: {1}, %tiled: {2}) attributes {{llvm.emit_c_interface} {{
{3}
  tiled_layout.relayout ins(%{4} : {5}) outs(%{6} : {7})
  return
}
)",
      number, base, tiled, operations, test.toTiled ? "part" : "tiled",
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
  int64_t baseBits = test.isView() ? getBits(test.base, test.baseLayout)
                                   : std::max<int64_t>(8, valueBits);
  int64_t tiledBits = getBits(test.tiled, test.layout);
  int64_t elements = getElements(test.layout, test.tiled.extents);
  Placement placement(test.layout, test.tiled.extents);
  Placement basePlacement(test.baseLayout, test.base.extents);
  Buffer base(test.getBaseElements(), baseBits, 0);
  Buffer tiled(elements, tiledBits, 0);
  for (int64_t id = 0; id < test.getBaseElements(); ++id)
    base.set(id, valueBits, getValue(id, valueBits));
  for (int64_t id = 0; id < elements; ++id)
    tiled.set(id, tiledBits, getValue(id + 7777, tiledBits));
  Buffer expectedBase = base, expectedTiled = tiled;
  forEachIndex(test, [&](llvm::ArrayRef<int64_t> index) {
    int64_t number = test.getBasePosition(basePlacement, index);
    int64_t position = placement.getPosition(index);
    if (test.toTiled)
      expectedTiled.set(position, tiledBits, base.get(number, valueBits));
    else
      expectedBase.set(number, valueBits, tiled.get(position, valueBits));
  });

  auto call = [&](void *tiledData, void *baseData) {
    Argument baseArgument(test.base, test.baseLayout, baseData, true);
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
        << "position " << id << " of the array with the part";
  for (int64_t id = 0; id < elements; ++id)
    ASSERT_EQ(tiled.get(id, tiledBits), expectedTiled.get(id, tiledBits))
        << "position " << id << " of the tiled array";
}

/// Runs 50 cases in two modules. `before` are passes with a comma behind each.
static void runCases(uint64_t seed, const char *form,
                     StridedCase (*draw)(std::mt19937_64 &),
                     const char *before = "") {
  std::mt19937_64 random(seed);
  for (int batch = 0; batch < 2; ++batch) {
    std::vector<StridedCase> cases;
    std::string source;
    for (int i = 0; i < 25; ++i) {
      cases.push_back(draw(random));
      source += printFunction(cases.back(), i);
    }
    CompiledModule module(
        source, llvm::formatv("{0}tiled-layout-lower-relayouts,"
                              "convert-tiled-layout-to-affine{{form={1}},"
                              "tiled-layout-to-llvm-pipeline",
                              before, form)
                    .str());
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

TEST(StridedRelayoutTest, PartsOfArraysAgreeWithTheReference) {
  runCases(20261130, "linear", getRandomCase);
}

TEST(StridedRelayoutTest, ViewsAgreeWithTheReference) {
  runCases(20261122, "linear", getRandomView);
}

TEST(StridedRelayoutTest, ViewsInPhysicalShapeAgreeWithTheReference) {
  runCases(20261123, "expanded", getRandomView);
}

// Plans in the program, from which casts are folded away, and what people make
// of them.
TEST(StridedRelayoutTest, PlansAgreeWithTheReference) {
  for (auto draw : {getRandomCase, getRandomView}) {
    runCases(20261127, "linear", draw,
             "tiled-layout-plan-relayouts,canonicalize,");
    runCases(20261128, "linear", draw,
             "tiled-layout-plan-relayouts,test-change-plans{seed=7},");
  }
}
