//===- RelayoutTest.cpp - Relayouts executed against the reference --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random relayouts are lowered, compiled and run, and every element and every
// padding position of the destination is compared with what the definition
// says. Source padding holds junk, so reading it would show; the destination
// holds another junk, so writing where nothing belongs would show.
//
//===----------------------------------------------------------------------===//

#include "../Unit/Layout/RandomLayouts.h"
#include "CompiledModule.h"

#include "tiled_layout/IR/AffineMaps.h"
#include "tiled_layout/Layout/Reference.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// An element type as MLIR spells it, and the element sizes to draw from; 0
/// stands for no `E`.
struct Element {
  llvm::StringLiteral name;
  int64_t valueBits;
  bool isSigned;
  std::vector<int64_t> elementBits;
};

const Element elements[] = {
    {"i1", 1, false, {0, 1, 2, 8, 32}}, {"i4", 4, true, {0, 4, 8, 16}},
    {"i8", 8, true, {0, 8, 32}},        {"ui4", 4, false, {0, 4, 16}},
    {"f16", 16, false, {0, 16}},        {"bf16", 16, false, {0, 16, 32}},
    {"f32", 32, false, {0, 64}},        {"i64", 64, true, {0, 64}},
    {"f4E2M1FN", 4, false, {0, 4}},
};

enum class Padding { Undefined, Zero };

struct Case {
  llvm::SmallVector<int64_t> extents;
  /// As in `extents`, with some dimensions dynamic.
  llvm::SmallVector<int64_t> shape;
  Layout source, dest;
  const Element *element;
  Padding padding;
  /// Row-major arrays have no layout attribute.
  bool untiledRowMajor = false;
};

/// True if the type of this side is a memref without a layout of ours.
bool isUntiled(const Case &test, const Layout &layout) {
  return test.untiledRowMajor && layout.isRowMajor();
}

/// Returns the bits that element number `id` holds.
uint64_t getValue(int64_t id, int64_t valueBits) {
  uint64_t value = (id + 1) * 0x9E3779B97F4A7C15ull;
  value ^= value >> 29;
  return valueBits == 64 ? value : value & ((1ull << valueBits) - 1);
}

/// A buffer in some layout, read and written bit by bit.
class Buffer {
public:
  Buffer(int64_t elements, int64_t bitsPerElement, uint8_t junk)
      : bitsPerElement(bitsPerElement),
        bytes(getBytes(elements, bitsPerElement) + 64, junk) {}

  void *data() { return bytes.data(); }

  uint64_t get(int64_t position, int64_t bits) const {
    uint64_t value = 0;
    for (int64_t bit = 0; bit < bits; ++bit) {
      int64_t address = position * bitsPerElement + bit;
      value |= uint64_t(bytes[address / 8] >> (address % 8) & 1) << bit;
    }
    return value;
  }

  void set(int64_t position, int64_t bits, uint64_t value) {
    for (int64_t bit = 0; bit < bits; ++bit) {
      int64_t address = position * bitsPerElement + bit;
      bytes[address / 8] &= ~(1 << (address % 8));
      bytes[address / 8] |= (value >> bit & 1) << (address % 8);
    }
  }

  /// True if all bits behind the elements are those of `other`.
  bool agreesBehind(int64_t elements, const Buffer &other) const {
    for (size_t bit = elements * bitsPerElement; bit < bytes.size() * 8; ++bit)
      if (((bytes[bit / 8] ^ other.bytes[bit / 8]) >> (bit % 8)) & 1)
        return false;
    return true;
  }

private:
  int64_t bitsPerElement;
  /// With a margin, so that a stray write is seen.
  std::vector<uint8_t> bytes;
};

std::string printType(const Case &test, const Layout &layout) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printExtent = [&](int64_t extent) {
    if (extent == kDynamic)
      os << '?';
    else
      os << extent;
  };
  os << "memref<";
  for (int64_t extent : test.shape) {
    printExtent(extent);
    os << 'x';
  }
  os << test.element->name;
  if (isUntiled(test, layout)) {
    os << '>';
    return text;
  }
  os << ", #tiled_layout.layout<" << toString(layout);
  if (layout.hasCombine() || layout.hasExtentEntry()) {
    os << ", bounds = [";
    llvm::interleaveComma(test.shape, os, printExtent);
    os << ']';
  }
  os << ">>";
  return text;
}

std::string printFunction(const Case &test, int number) {
  return llvm::formatv(R"(
func.func @f{0}(%a: {1}, %b: {2}) attributes {{llvm.emit_c_interface} {{
  tiled_layout.relayout ins(%a : {1}) outs(%b : {2}){3}
  return
}
)",
                       number, printType(test, test.source),
                       printType(test, test.dest),
                       test.padding == Padding::Zero ? " padding = zero" : "");
}

/// True if a memref may have this dynamic shape: the map needs no extent that
/// is dynamic (TL18).
bool isLegalMemRefShape(const Layout &layout, llvm::ArrayRef<int64_t> shape) {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  llvm::SmallVector<int64_t> symbols;
  return getPhysicalMap(layout, shape, &context, &symbols) && symbols.empty();
}

Case getRandomCase(std::mt19937_64 &random) {
  RandomLayoutOptions options;
  options.maxElements = 600;
  options.maxRank = 4;
  options.properties = false;
  Case test;
  test.extents = getRandomExtents(random, options);
  test.element = &elements[pick(random, 0, std::size(elements) - 1)];
  for (Layout *layout : {&test.source, &test.dest}) {
    *layout = getRandomLayoutOn(random, test.extents, options);
    const std::vector<int64_t> &bits = test.element->elementBits;
    layout->elementBits = bits[pick(random, 0, bits.size() - 1)];
    if (chance(random, 25))
      layout->tailPaddingAlignment = pick(random, 2, 70);
  }
  test.shape = test.extents;
  for (int64_t &extent : test.shape) {
    int64_t known = extent;
    if (!chance(random, 20))
      continue;
    extent = kDynamic;
    if (!isLegalMemRefShape(test.source, test.shape) ||
        !isLegalMemRefShape(test.dest, test.shape))
      extent = known;
  }
  test.padding = chance(random, 50) ? Padding::Zero : Padding::Undefined;
  return test;
}

/// Draws two of the layouts that relayouts of real programs go between, at
/// extents that their tiles divide or nearly divide: runs on both sides, packed
/// rows, blocks of a transpose.
Case getTypicalCase(std::mt19937_64 &random) {
  static const Element plainElements[] = {{"i8", 8, true, {0}},
                                          {"f8E4M3FN", 8, false, {0}},
                                          {"bf16", 16, false, {0}},
                                          {"f32", 32, false, {0}},
                                          {"i64", 64, true, {0}}};
  static constexpr llvm::StringLiteral layouts[] = {"{2,1,0}",
                                                    "{2,0,1}",
                                                    "{1,2,0}",
                                                    "{2,1,0:T(8,128)}",
                                                    "{2,1,0:T(2,32)}",
                                                    "{2,1,0:T(8,128)(2,1)}",
                                                    "{2,1,0:T(8,32)(4,1)}",
                                                    "{2,0,1:T(8,16)(8,1)L(64)}",
                                                    "{1,2,0:T(8,64)(2,1)}",
                                                    "{2,1,0:T(128)(64)(2,1)}",
                                                    "{2,1,0:T(16)(2)(8,1)}"};
  Case test;
  test.extents = {pick(random, 1, 3), pick(random, 1, 20),
                  pick(random, 1, 5) * 32};
  if (chance(random, 60))
    test.extents[2] = pick(random, 1, 150);
  if (chance(random, 30))
    test.extents[1] = 16;
  test.shape = test.extents;
  test.element = &plainElements[pick(random, 0, 4)];
  for (Layout *layout : {&test.source, &test.dest}) {
    bool rowMajor = chance(random, 25);
    llvm::StringRef text = layouts[rowMajor ? 0 : pick(random, 0, 10)];
    *layout = llvm::cantFail(parseLayout(text));
  }
  test.padding = chance(random, 50) ? Padding::Zero : Padding::Undefined;
  test.untiledRowMajor = chance(random, 70);
  return test;
}

int64_t getBits(const Case &test, const Layout &layout) {
  return layout.elementBits ? layout.elementBits
                            : (test.element->valueBits + 7) / 8 * 8;
}

/// The bits that an element's value takes when it is widened to E.
uint64_t getWidened(const Case &test, uint64_t value, int64_t bits) {
  int64_t valueBits = test.element->valueBits;
  bool isNegative = value >> (valueBits - 1) & 1;
  if (test.element->isSigned && isNegative && valueBits < bits)
    value |= ~0ull << valueBits;
  return bits == 64 ? value : value & ((1ull << bits) - 1);
}

/// What the C interface passes for one memref: its descriptor and extents. The
/// bytes of an element say whether the physical memref is one of bytes.
class Argument {
public:
  Argument(const Case &test, const Layout &layout, void *data, bool linear) {
    int64_t bits = getBits(test, layout);
    int64_t elements = getElements(layout, test.extents);
    Layout withoutTail = layout;
    withoutTail.tailPaddingAlignment = 1;
    llvm::SmallVector<int64_t> shape;
    if (isUntiled(test, layout))
      shape = test.extents;
    else if (bits != test.element->valueBits || bits % 8 != 0)
      shape = {getBytes(elements, bits)};
    else if (linear || (layout.tailPaddingAlignment != 1 &&
                        (llvm::is_contained(test.shape, kDynamic) ||
                         elements != getElements(withoutTail, test.extents))))
      shape = {elements};
    else
      shape = getPhysicalShape(layout, test.extents);
    descriptor = std::make_unique<Descriptor>(data, shape);
    address = descriptor->get();
    for (auto [extent, size] : llvm::zip_equal(test.extents, test.shape))
      if (size == kDynamic)
        extents.push_back(extent);
  }

  void append(std::vector<void *> &arguments) {
    arguments.push_back(&address);
    for (int64_t &extent : extents)
      arguments.push_back(&extent);
  }

private:
  std::unique_ptr<Descriptor> descriptor;
  void *address;
  std::vector<int64_t> extents;
};

void runCase(CompiledModule &module, const Case &test, int number,
             bool linear) {
  std::vector<int64_t> sourceContents =
      reference::getContents(test.source, test.extents);
  std::vector<int64_t> destContents =
      reference::getContents(test.dest, test.extents);
  int64_t valueBits = test.element->valueBits;
  int64_t destBits = getBits(test, test.dest);
  constexpr uint8_t sourceJunk = 0xC3, destJunk = 0x5A;
  Buffer source(sourceContents.size(), getBits(test, test.source), sourceJunk);
  Buffer dest(destContents.size(), destBits, destJunk);
  Buffer untouched = dest;
  for (auto [position, id] : llvm::enumerate(sourceContents))
    if (id != reference::padding)
      source.set(position, valueBits, getValue(id, valueBits));

  Argument sourceArgument(test, test.source, source.data(), linear);
  Argument destArgument(test, test.dest, dest.data(), linear);
  std::vector<void *> arguments;
  sourceArgument.append(arguments);
  destArgument.append(arguments);
  module.call(llvm::formatv("f{0}", number).str(), arguments);

  for (auto [position, id] : llvm::enumerate(destContents)) {
    uint64_t expected;
    if (id != reference::padding)
      expected = getWidened(test, getValue(id, valueBits), destBits);
    else if (test.padding == Padding::Zero)
      expected = 0;
    else
      expected = untouched.get(position, destBits);
    ASSERT_EQ(dest.get(position, destBits), expected)
        << "at position " << position << " of " << printType(test, test.dest)
        << ", element " << id;
  }
  ASSERT_TRUE(dest.agreesBehind(destContents.size(), untouched))
      << "a write behind the end of " << printType(test, test.dest);
}

/// Compiles and runs 25 random cases a batch.
void runBatches(Case (*draw)(std::mt19937_64 &), uint64_t seed, int batches,
                bool linear, llvm::StringRef options) {
  std::string pipeline =
      llvm::formatv("tiled-layout-lower-relayouts{{{0}},"
                    "convert-tiled-layout-to-affine{{form={1}},"
                    "tiled-layout-to-llvm-pipeline",
                    options, linear ? "linear" : "expanded");
  std::mt19937_64 random(seed);
  for (int batch = 0; batch < batches; ++batch) {
    std::vector<Case> cases;
    std::string source;
    for (int i = 0; i < 25; ++i) {
      cases.push_back(draw(random));
      source += printFunction(cases.back(), i);
    }
    CompiledModule module(source, pipeline);
    ASSERT_TRUE(module);
    for (auto [i, test] : llvm::enumerate(cases)) {
      SCOPED_TRACE(printFunction(test, i));
      runCase(module, test, i, linear);
      if (testing::Test::HasFatalFailure())
        return;
    }
  }
}

class RelayoutTest : public testing::TestWithParam<bool> {};

} // namespace

// The seeds are fixed: a failure must be repeatable.

TEST_P(RelayoutTest, RandomRelayoutsAgreeWithTheReference) {
  runBatches(getRandomCase, 20261121, 12, /*linear=*/GetParam(), "");
}

TEST_P(RelayoutTest, TypicalRelayoutsAgreeWithTheReference) {
  runBatches(getTypicalCase, 20261124, 3, /*linear=*/GetParam(), "");
}

TEST(RelayoutOptionsTest, AnyVectorSizeAgreesWithTheReference) {
  for (const char *options :
       {"vector-bits=0", "vector-bits=64", "vector-bits=256"}) {
    SCOPED_TRACE(options);
    runBatches(getTypicalCase, 20261125, 1, /*linear=*/true, options);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, RelayoutTest, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &info) {
                           return info.param ? "Linear" : "Expanded";
                         });
