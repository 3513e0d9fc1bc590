//===- RelayoutCases.cpp --------------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RelayoutCases.h"

#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/TargetParser/Host.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

template <typename T, size_t N>
static const T &pickFrom(std::mt19937_64 &random, const T (&list)[N]) {
  return list[pick(random, 0, N - 1)];
}

static Padding getRandomPadding(std::mt19937_64 &random) {
  static constexpr Padding paddings[] = {Padding::Undefined, Padding::Zero,
                                         Padding::One};
  return pickFrom(random, paddings);
}

/// Makes some dimensions dynamic that may be.
static void forgetExtents(std::mt19937_64 &random, RelayoutCase &test,
                          int64_t percent) {
  test.shape = test.extents;
  for (int64_t &extent : test.shape) {
    int64_t known = extent;
    if (!chance(random, percent))
      continue;
    extent = kDynamic;
    if (!isLegalMemRefShape(test.source, test.shape) ||
        !isLegalMemRefShape(test.dest, test.shape))
      extent = known;
  }
}

static RelayoutCase getCaseOf(std::mt19937_64 &random,
                              const RandomLayoutOptions &options) {
  RelayoutCase test;
  test.extents = getRandomExtents(random, options);
  test.element = &pickFrom(random, elements);
  for (Layout *layout : {&test.source, &test.dest}) {
    *layout = getRandomLayoutOn(random, test.extents, options);
    const std::vector<int64_t> &bits = test.element->elementBits;
    layout->elementBits = bits[pick(random, 0, bits.size() - 1)];
    if (chance(random, 25))
      layout->tailPaddingAlignment = pick(random, 2, 70);
  }
  forgetExtents(random, test, 20);
  test.padding = getRandomPadding(random);
  return test;
}

RelayoutCase test::getRandomCase(std::mt19937_64 &random) {
  RandomLayoutOptions options;
  options.maxElements = 600;
  options.maxRank = 4;
  options.properties = false;
  return getCaseOf(random, options);
}

RelayoutCase test::getHighRankCase(std::mt19937_64 &random) {
  RandomLayoutOptions options;
  options.maxElements = 2000;
  options.maxRank = 8;
  options.maxLevels = 2;
  options.properties = false;
  return getCaseOf(random, options);
}

/// Draws three extents around the sizes of tiles.
static llvm::SmallVector<int64_t> getTypicalExtents(std::mt19937_64 &random) {
  llvm::SmallVector<int64_t> extents = {pick(random, 1, 3), pick(random, 1, 20),
                                        pick(random, 1, 5) * 32};
  if (chance(random, 60))
    extents[2] = pick(random, 1, 150);
  if (chance(random, 30))
    extents[1] = 16;
  return extents;
}

RelayoutCase test::getTypicalCase(std::mt19937_64 &random) {
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
  RelayoutCase test;
  test.extents = getTypicalExtents(random);
  test.shape = test.extents;
  test.element = &pickFrom(random, plainElements);
  for (Layout *layout : {&test.source, &test.dest})
    *layout = llvm::cantFail(parseLayout(
        chance(random, 25) ? layouts[0] : pickFrom(random, layouts)));
  test.padding = getRandomPadding(random);
  test.untiledRowMajor = chance(random, 70);
  return test;
}

/// Makes rows longer, most of which begin anywhere in a line.
static void setLongRows(std::mt19937_64 &random, RelayoutCase &test) {
  test.extents = {pick(random, 1, 2), pick(random, 1, 70),
                  pick(random, 100, 1500)};
  if (chance(random, 40))
    std::swap(test.extents[1], test.extents[2]);
  test.shape = test.extents;
  if (chance(random, 70))
    test.dest =
        llvm::cantFail(parseLayout(chance(random, 50) ? "{2,1,0}" : "{1,2,0}"));
}

RelayoutCase test::getLongRowCase(std::mt19937_64 &random) {
  RelayoutCase test = getTypicalCase(random);
  setLongRows(random, test);
  return test;
}

RelayoutCase test::getJoinedRowCase(std::mt19937_64 &random) {
  static const Element joinedElements[] = {{"i8", 8, true, {0}},
                                           {"bf16", 16, false, {0}}};
  static constexpr llvm::StringLiteral dests[] = {
      "{2,1,0:T(8,128)(2,1)}", "{2,1,0:T(8,128)(4,1)}", "{2,1,0:T(8,64)(4,1)}",
      "{2,1,0:T(1024)(128)(2,1)}"};
  RelayoutCase test = getTypicalCase(random);
  test.element = &pickFrom(random, joinedElements);
  test.source = llvm::cantFail(parseLayout("{2,1,0}"));
  test.dest = llvm::cantFail(parseLayout(pickFrom(random, dests)));
  test.extents = {pick(random, 1, 3), pick(random, 1, 40),
                  128 * pick(random, 1, 12)};
  if (chance(random, 60))
    test.extents[2] += pick(random, 1, 127);
  test.shape = test.extents;
  return test;
}

bool test::hasPermutes() {
  return llvm::sys::getHostCPUFeatures().lookup("avx512vbmi");
}

RelayoutCase test::getCrowdedCase(std::mt19937_64 &random) {
  static constexpr llvm::StringLiteral dests[] = {
      "{1,2,0}", "{1,2,0}", "{1,0,2}", "{0,1,2}", "{1,2,0:T(8,64)}"};
  RelayoutCase test = getTypicalCase(random);
  // The tile makes rows of 4 KB of those that are as short as the test.
  int64_t bytes = test.element->valueBits / 8;
  test.source = llvm::cantFail(
      parseLayout(llvm::formatv("{{2,1,0:T(1,{0})}", 4096 / bytes).str()));
  test.dest = llvm::cantFail(parseLayout(pickFrom(random, dests)));
  test.extents = {pick(random, 1, 2), 16 * pick(random, 4, 6),
                  256 / bytes * pick(random, 1, 2)};
  if (chance(random, 30))
    test.extents[1] += pick(random, 1, 15);
  if (chance(random, 50))
    test.extents[2] += pick(random, 1, 100);
  test.shape = test.extents;
  return test;
}

RelayoutCase test::getLongBitRowCase(std::mt19937_64 &random) {
  RelayoutCase test = getBitCase(random);
  setLongRows(random, test);
  return test;
}

RelayoutCase test::getBitCase(std::mt19937_64 &random) {
  static const Element bitElements[] = {
      {"i1", 1, false, {0, 0, 1, 1, 2, 4, 8, 32}},
      {"i2", 2, true, {0, 2, 4}},
      {"i4", 4, true, {0, 4, 4, 8, 16}},
      {"ui4", 4, false, {0, 4}},
      {"f4E2M1FN", 4, false, {0, 4, 8}},
      {"bf16", 16, false, {0, 32}}};
  static constexpr llvm::StringLiteral layouts[] = {"{2,1,0}",
                                                    "{2,0,1}",
                                                    "{1,2,0}",
                                                    "{2,1,0:T(8,128)}",
                                                    "{2,1,0:T(32,128)(32,1)}",
                                                    "{2,0,1:T(32,128)(32,1)}",
                                                    "{2,1,0:T(16,64)(16,1)}",
                                                    "{2,1,0:T(8,128)(8,1)}",
                                                    "{2,1,0:T(8,32)(4,1)}",
                                                    "{2,1,0:T(8,128)(2,1)}",
                                                    "{2,1,0:T(8,64)(4,1)(2,1)}",
                                                    "{1,2,0:T(32,64)(32,1)}",
                                                    "{2,1,0:T(1024)(128)(4,1)}",
                                                    "{2,1,0:T(16)(2)(8,1)}"};
  RelayoutCase test;
  test.extents = getTypicalExtents(random);
  if (chance(random, 30))
    test.extents[1] = pick(random, 25, 70);
  test.shape = test.extents;
  test.element = &pickFrom(random, bitElements);
  for (Layout *layout : {&test.source, &test.dest}) {
    *layout = llvm::cantFail(parseLayout(
        chance(random, 25) ? layouts[0] : pickFrom(random, layouts)));
    const std::vector<int64_t> &bits = test.element->elementBits;
    layout->elementBits = bits[pick(random, 0, bits.size() - 1)];
  }
  test.padding = getRandomPadding(random);
  test.untiledRowMajor = chance(random, 50);
  return test;
}

RelayoutCase test::getIrregularCase(std::mt19937_64 &random) {
  static constexpr llvm::StringLiteral layouts[] = {
      "{2,1,0:T(2,6)}",      "{2,1,0:T(2,4)}",  "{2,0,1:T(3,5)}",
      "{2,1,0:T(8,96)}",     "{2,1,0:T(6,80)}", "{2,1,0:T(4,12)(2,1)}",
      "{1,2,0:T(10,8)(3,1)}"};
  RelayoutCase test =
      chance(random, 70) ? getTypicalCase(random) : getBitCase(random);
  for (Layout *layout : {&test.source, &test.dest}) {
    int64_t bits = layout->elementBits;
    *layout = llvm::cantFail(parseLayout(pickFrom(random, layouts)));
    layout->elementBits = bits;
  }
  forgetExtents(random, test, 40);
  return test;
}

RelayoutCase test::getDynamicCase(std::mt19937_64 &random) {
  RelayoutCase test =
      chance(random, 60) ? getTypicalCase(random) : getBitCase(random);
  for (int64_t &extent : test.extents)
    if (chance(random, 3))
      extent = 0;
  forgetExtents(random, test, 75);
  return test;
}

RelayoutCase test::getCastCase(std::mt19937_64 &random) {
  RelayoutCase test = getDynamicCase(random);
  test.castShape = test.shape;
  test.shape = test.extents;
  return test;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static bool isFloat(const RelayoutCase &test) {
  return test.element->name.contains('f');
}

/// Returns the bits of the value 1.
static uint64_t getOne(const RelayoutCase &test) {
  if (!isFloat(test))
    return 1;
  MLIRContext context(MLIRContext::Threading::DISABLED);
  auto type = cast<FloatType>(parseType(test.element->name, &context));
  llvm::APFloat one(type.getFloatSemantics(), 1);
  return one.bitcastToAPInt().getZExtValue();
}

static std::string printPadding(const RelayoutCase &test) {
  switch (test.padding) {
  case Padding::Undefined:
    return "";
  case Padding::Zero:
    return " padding = zero";
  case Padding::One:
    if (test.element->name == "i1")
      return " padding = true";
    return llvm::formatv(" padding = {0} : {1}", isFloat(test) ? "1.0" : "1",
                         test.element->name);
  }
  llvm_unreachable("all kinds are listed");
}

static std::string printFunction(const RelayoutCase &test, int number) {
  std::string from = printType(test, test.source),
              to = printType(test, test.dest), casts;
  std::string a = "%a", b = "%b", padding = printPadding(test);
  std::string known = from + ", %b: " + to;
  if (!test.castShape.empty()) {
    RelayoutCase cast = test;
    cast.shape = test.castShape;
    casts = llvm::formatv("  %c = memref.cast %a : {0} to {1}\n", from,
                          printType(cast, cast.source));
    from = printType(cast, cast.source);
    casts += llvm::formatv("  %d = memref.cast %b : {0} to {1}\n", to,
                           printType(cast, cast.dest));
    to = printType(cast, cast.dest);
    a = "%c";
    b = "%d";
  }
  // Canonicalization folds casts into a copy, which is one of all memory if
  // the layouts are the same.
  std::string op =
      padding.empty() && !casts.empty() && !(test.source == test.dest)
          ? llvm::formatv("memref.copy {0}, {1} : {2} to {3}", a, b, from, to)
                .str()
          : llvm::formatv("tiled_layout.relayout ins({0} : {1}) outs({2} : "
                          "{3}){4}",
                          a, from, b, to, padding)
                .str();
  return llvm::formatv(R"(
func.func @f{0}(%a: {1}) attributes {{llvm.emit_c_interface} {{
{2}  {3}
  return
}
)",
                       number, known, casts, op);
}

static void runCase(CompiledModule &module, const RelayoutCase &test,
                    int number, bool linear, GuardedBuffer::Side side) {
  ArrayPair arrays(test, test.source, test.dest);
  arrays.fillSource();
  arrays.call(module, number, linear, side);
  // Once for all positions: it takes a context.
  uint64_t one = test.padding == Padding::One ? arrays.widen(getOne(test)) : 0;
  arrays.expect([&](int64_t id, uint64_t before) -> uint64_t {
    if (id != reference::padding)
      return arrays.getMoved(id);
    switch (test.padding) {
    case Padding::Undefined:
      return before;
    case Padding::Zero:
      return 0;
    case Padding::One:
      return one;
    }
    llvm_unreachable("all kinds are listed");
  });
  arrays.expectNothingBehind();
}

void test::runRelayouts(const RelayoutRun &run) {
  // A wild access ends the program; say which case it was.
  [[maybe_unused]] static bool once = [] {
    llvm::EnablePrettyStackTrace();
    llvm::sys::PrintStackTraceOnErrorSignal("");
    return true;
  }();
  std::string pipeline =
      llvm::formatv("tiled-layout-lower-relayouts{{{0}},"
                    "convert-tiled-layout-to-affine{{form={1}},"
                    "tiled-layout-to-llvm-pipeline",
                    run.options.pass, run.linear ? "linear" : "expanded");
  pipeline = run.before + pipeline;
  if (!run.options.fields.empty())
    pipeline = "tiled-layout-set-target{fields=" + run.options.fields + "}," +
               pipeline;
  std::mt19937_64 random(run.seed);
  for (int batch = 0; batch < run.batches; ++batch) {
    std::vector<RelayoutCase> cases;
    std::string source;
    for (int i = 0; i < 25; ++i) {
      cases.push_back(run.draw(random));
      source += printFunction(cases.back(), i);
    }
    CompiledModule module(source, pipeline);
    ASSERT_TRUE(module);
    for (auto [i, test] : llvm::enumerate(cases)) {
      std::string text = printFunction(test, i) + "extents";
      for (int64_t extent : test.extents)
        text += ' ' + std::to_string(extent);
      SCOPED_TRACE(text);
      llvm::PrettyStackTraceString trace(text.c_str());
      for (auto side : {GuardedBuffer::Side::Begin, GuardedBuffer::Side::End})
        runCase(module, test, i, run.linear, side);
      if (testing::Test::HasFatalFailure())
        return;
    }
  }
}
