//===- RandomProgramTest.cpp - Tiled programs against untiled ones --------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each random program is compiled with layouts and without. Both run on the
// same elements; afterwards all elements must agree, and the padding of every
// tiled array must hold the junk that it held before.
//
// TILED_LAYOUT_RANDOM_PROGRAMS=N runs N programs instead of the usual number;
// TILED_LAYOUT_RANDOM_SEED=N prints and runs the one of seed N.
//
//===----------------------------------------------------------------------===//

#include "RandomProgram.h"

#include "tiled_layout/Layout/Reference.h"
#include "tiled_layout/Pipelines/Pipelines.h"

#include "mlir/InitAllDialects.h"
#include "tiled_layout/InitAll.h"

#include "llvm/Support/FormatVariadic.h"

#include "gtest/gtest.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

namespace {

/// Programs that are compiled together.
constexpr uint64_t batchSize = 25;

/// One argument of both programs.
class ArgumentPair {
public:
  explicit ArgumentPair(const ProgramArray &array)
      : array(array), tiledContents(reference::getContents(
                          array.layout, array.shape.extents)),
        bits(getBits(array.shape, array.layout)),
        tiled(tiledContents.size(), bits, 0xC3), before(tiled) {
    plainShape = array.shape;
    plainShape.shape = plainShape.extents;
    plainShape.untiledRowMajor = true;
    rowMajor = Layout::getRowMajor(plainShape.extents.size());
    plainBits = getBits(plainShape, rowMajor);
    int64_t count = 1;
    for (int64_t extent : plainShape.extents)
      count *= extent;
    plain = std::make_unique<Buffer>(count, plainBits, 0);
    int64_t valueBits = array.shape.element->valueBits;
    for (int64_t id = 0; id < count; ++id)
      plain->set(id, plainBits, getValue(id, valueBits));
    for (auto [position, id] : llvm::enumerate(tiledContents))
      if (id != reference::padding)
        tiled.set(position, bits, getValue(id, valueBits));
  }

  void append(std::vector<void *> &arguments, bool isTiled) {
    auto argument = std::make_unique<Argument>(
        isTiled ? array.shape : plainShape, isTiled ? array.layout : rowMajor,
        isTiled ? tiled.data() : plain->data(), /*linear=*/false);
    argument->append(arguments);
    owned.push_back(std::move(argument));
  }

  void expectAgreement() const {
    int64_t valueBits = array.shape.element->valueBits;
    for (auto [position, id] : llvm::enumerate(tiledContents)) {
      if (id == reference::padding)
        ASSERT_EQ(tiled.get(position, bits), before.get(position, bits))
            << "padding at position " << position;
      else
        ASSERT_EQ(tiled.get(position, valueBits), plain->get(id, valueBits))
            << "element " << id << " at position " << position;
    }
    ASSERT_TRUE(tiled.agreesBehind(tiledContents.size(), before));
  }

private:
  const ProgramArray &array;
  std::vector<int64_t> tiledContents;
  int64_t bits, plainBits;
  Buffer tiled, before;
  ArrayShape plainShape;
  Layout rowMajor;
  std::unique_ptr<Buffer> plain;
  std::vector<std::unique_ptr<Argument>> owned;
};

std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

/// Writes the programs of some seeds down, with layouts or without.
std::string writePrograms(MLIRContext &context, uint64_t first, uint64_t count,
                          bool tiled) {
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
  for (uint64_t seed = first; seed < first + count; ++seed) {
    ProgramCounts counts = addProgram(*module, seed, tiled);
    EXPECT_GE(counts.layouts, 2) << "seed " << seed;
    EXPECT_GE(counts.views, 1) << "seed " << seed;
    EXPECT_GE(counts.loops, 1) << "seed " << seed;
    EXPECT_GE(counts.calls, 1) << "seed " << seed;
  }
  return print(*module);
}

void runBatch(MLIRContext &context, uint64_t first, uint64_t count,
              llvm::StringRef pipeline) {
  std::string text = writePrograms(context, first, count, /*tiled=*/true);
  CompiledModule tiledModule(text, pipeline);
  CompiledModule plainModule(
      writePrograms(context, first, count, /*tiled=*/false),
      "tiled-layout-to-llvm-pipeline");
  ASSERT_TRUE(tiledModule && plainModule);
  for (uint64_t seed = first; seed < first + count; ++seed) {
    std::vector<ProgramArray> arrays = getProgramArrays(seed);
    std::vector<std::unique_ptr<ArgumentPair>> pairs;
    std::vector<void *> tiledArguments, plainArguments;
    for (const ProgramArray &array : arrays) {
      pairs.push_back(std::make_unique<ArgumentPair>(array));
      pairs.back()->append(tiledArguments, /*isTiled=*/true);
      pairs.back()->append(plainArguments, /*isTiled=*/false);
    }
    std::string name = llvm::formatv("main{0}", seed);
    tiledModule.call(name, tiledArguments);
    plainModule.call(name, plainArguments);
    for (auto [number, pair] : llvm::enumerate(pairs)) {
      SCOPED_TRACE(
          llvm::formatv("seed {0}, argument {1} of type {2}", seed, number,
                        printType(arrays[number].shape, arrays[number].layout))
              .str());
      pair->expectAgreement();
      if (::testing::Test::HasFatalFailure())
        return;
    }
  }
}

/// Each takes every so manieth batch, so that they can run side by side.
constexpr uint64_t parts = 2;

class RandomProgramTest : public ::testing::TestWithParam<uint64_t> {};

} // namespace

TEST_P(RandomProgramTest, AgreeWithUntiledPrograms) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  tiled_layout::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  constexpr llvm::StringLiteral pipeline = "tiled-layout-to-llvm-pipeline";
  if (const char *only = std::getenv("TILED_LAYOUT_RANDOM_SEED")) {
    uint64_t seed = std::strtoull(only, nullptr, 10);
    if (seed % parts == GetParam()) {
      llvm::outs() << writePrograms(context, seed, 1, /*tiled=*/true);
      runBatch(context, seed, 1, pipeline);
    }
    return;
  }
  const char *wanted = std::getenv("TILED_LAYOUT_RANDOM_PROGRAMS");
  uint64_t programs = wanted ? std::strtoull(wanted, nullptr, 10) : 2000;
  for (uint64_t first = 1 + GetParam() * batchSize; first <= programs;
       first += parts * batchSize) {
    runBatch(context, first, batchSize, pipeline);
    if (HasFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, RandomProgramTest,
                         ::testing::Range<uint64_t>(0, parts));
