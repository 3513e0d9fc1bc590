//===- RandomProgramRun.cpp -----------------------------------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomProgramRun.h"

#include "tiled_layout/Layout/Reference.h"

#include "mlir/IR/Remarks.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"
#include "tiled_layout/InitAll.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <set>

using namespace mlir;
using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::test;

/// Programs that are compiled together.
static constexpr uint64_t batchSize = 25;
/// Programs that fail before the others are left.
static constexpr int maxFailures = 10;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {

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
      plain->set(id, plainBits, array.getValue(id, valueBits));
    for (auto [position, id] : llvm::enumerate(tiledContents))
      if (id != reference::padding)
        tiled.set(position, bits, array.getValue(id, valueBits));
  }

  /// Calls `function` with the address of the tiled elements, which lie against
  /// an inaccessible page.
  void callGuarded(GuardedBuffer::Side side,
                   llvm::function_ref<void(void *)> function) {
    EXPECT_TRUE(tiled.callGuarded(tiledContents.size(), side, function))
        << "a write outside of " << printType(array.shape, array.layout);
  }

  void appendTiled(std::vector<void *> &arguments, void *data, bool linear) {
    append(arguments, array.shape, array.layout, data, linear);
  }
  void appendPlain(std::vector<void *> &arguments) {
    append(arguments, plainShape, rowMajor, plain->data(), /*linear=*/false);
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
  void append(std::vector<void *> &arguments, const ArrayShape &shape,
              const Layout &layout, void *data, bool linear) {
    auto argument = std::make_unique<Argument>(shape, layout, data, linear);
    argument->append(arguments);
    owned.push_back(std::move(argument));
  }

  const ProgramArray &array;
  std::vector<int64_t> tiledContents;
  int64_t bits, plainBits;
  Buffer tiled, before;
  ArrayShape plainShape;
  Layout rowMajor;
  std::unique_ptr<Buffer> plain;
  std::vector<std::unique_ptr<Argument>> owned;
};

} // namespace

/// Runs both programs of a seed, and compares what they leave.
static void runProgram(const std::vector<ProgramArray> &arrays, uint64_t seed,
                       CompiledModule &tiled, bool linear,
                       CompiledModule &plain) {
  // Arguments that are one buffer share a pair.
  std::vector<std::shared_ptr<ArgumentPair>> pairs;
  for (const ProgramArray &array : arrays)
    pairs.push_back(array.sameAs ? pairs[*array.sameAs]
                                 : std::make_shared<ArgumentPair>(array));
  std::string name = llvm::formatv("main{0}", seed);
  llvm::PrettyStackTraceFormat trace("seed %llu", (unsigned long long)seed);
  std::vector<void *> plainArguments;
  for (auto &pair : pairs)
    pair->appendPlain(plainArguments);
  plain.call(name, plainArguments);

  auto side =
      seed % 4 == 3 ? GuardedBuffer::Side::Begin : GuardedBuffer::Side::End;
  SmallVector<void *> addresses;
  std::function<void()> callGuarded = [&] {
    size_t number = addresses.size();
    if (number == pairs.size()) {
      std::vector<void *> arguments;
      for (auto [pair, address] : llvm::zip_equal(pairs, addresses))
        pair->appendTiled(arguments, address, linear);
      return tiled.call(name, arguments);
    }
    if (std::optional<size_t> same = arrays[number].sameAs) {
      addresses.push_back(addresses[*same]);
      return callGuarded();
    }
    pairs[number]->callGuarded(side, [&](void *address) {
      addresses.push_back(address);
      callGuarded();
    });
  };
  callGuarded();
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

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

namespace {

/// What the passes have done to how many programs.
class RemarkCounts {
public:
  /// Returns what takes the remarks on the programs of a source, each of which
  /// begins with a line of its own.
  CompiledModule::RemarkFn getFn(StringRef source) {
    SmallVector<int64_t> begins;
    int64_t line = 0;
    for (StringRef text : llvm::split(source, '\n')) {
      ++line;
      if (text.starts_with("func.func @main"))
        begins.push_back(line);
    }
    int64_t before = programs;
    programs += begins.size();
    return [this, before, begins](int64_t line,
                                  const remark::detail::Remark &remark) {
      int64_t program =
          before + (llvm::upper_bound(begins, line) - begins.begin());
      std::string name = remark.getRemarkName().str();
      reached[name].insert(program);
      for (const auto &argument : remark.getArgs())
        if (argument.val != "0")
          reached[name + "." + argument.key].insert(program);
    };
  }

  /// Prints the counts, and fails if they are below what is expected.
  void expectShares(const std::map<std::string, double> &leastShares) {
    for (const auto &[name, share] : leastShares) {
      double found =
          100.0 * reached[name].size() / std::max<int64_t>(1, programs);
      llvm::outs() << llvm::formatv("{0}: {1} of {2} programs\n", name,
                                    reached[name].size(), programs);
      // Of few programs, there may be none.
      if (programs >= 40) {
        EXPECT_GE(found, share) << "per cent of the programs: " << name;
      }
    }
  }

private:
  int64_t programs = 0;
  std::map<std::string, std::set<int64_t>> reached;
};

} // namespace

/// Compiles and runs some programs together; returns how many fail.
static int runBatch(const ProgramFamily &family, MLIRContext &context,
                    uint64_t first, uint64_t count, RemarkCounts &counts) {
  std::string pipeline = family.getPipeline((first - 1) / batchSize);
  llvm::PrettyStackTraceFormat trace(
      "%llu programs from seed %llu by '%s'", (unsigned long long)count,
      (unsigned long long)first, pipeline.c_str());
  std::string errors;
  std::string source = family.write(context, first, count, /*tiled=*/true);
  CompiledModule tiled(source, pipeline, &errors,
                       family.leastShares.empty() ? nullptr
                                                  : counts.getFn(source));
  if (!tiled && count > 1) {
    // One after the other, to find the one that is refused.
    int failures = 0;
    for (uint64_t seed = first; seed < first + count; ++seed)
      failures += runBatch(family, context, seed, 1, counts);
    return failures;
  }
  SCOPED_TRACE("passes: " + pipeline);
  if (!tiled) {
    ADD_FAILURE() << "seed " << first << " is refused: " << errors;
    return 1;
  }
  CompiledModule plain(family.write(context, first, count, /*tiled=*/false),
                       family.plainPipeline);
  if (!plain)
    return 1;
  int failures = 0;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    int before = testing::UnitTest::GetInstance()
                     ->current_test_info()
                     ->result()
                     ->total_part_count();
    runProgram(family.getArrays(seed), seed, tiled,
               llvm::StringRef(pipeline).contains("form=linear"), plain);
    failures += testing::UnitTest::GetInstance()
                    ->current_test_info()
                    ->result()
                    ->total_part_count() != before;
  }
  return failures;
}

/// Returns a number from the environment.
static std::optional<uint64_t> getNumber(const char *name) {
  uint64_t number;
  const char *text = getenv(name);
  if (!text || !llvm::to_integer(text, number))
    return std::nullopt;
  return number;
}

void mlir::tiled_layout::test::runPrograms(const ProgramFamily &family,
                                           uint64_t part, uint64_t parts) {
  // A wild access says which program it is in.
  llvm::sys::PrintStackTraceOnErrorSignal("");
  llvm::EnablePrettyStackTrace();
  mlir::registerAllPasses();
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  tiled_layout::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  auto isOfPart = [&](uint64_t seed) {
    return (seed - 1) / batchSize % parts == part;
  };
  RemarkCounts counts;
  if (std::optional<uint64_t> seed = getNumber("TILED_LAYOUT_RANDOM_SEED")) {
    if (!isOfPart(*seed))
      return;
    for (bool tiled : {false, true})
      llvm::errs() << family.write(context, *seed, 1, tiled) << "// ----\n";
    runBatch(family, context, *seed, 1, counts);
    return;
  }
  uint64_t programs =
      getNumber("TILED_LAYOUT_RANDOM_PROGRAMS").value_or(family.programs);
  uint64_t first = getNumber("TILED_LAYOUT_RANDOM_FIRST").value_or(1);
  // A batch has the same passes whoever begins with it.
  first -= (first - 1) % batchSize;
  int failures = 0;
  for (uint64_t seed = first; seed < first + programs; seed += batchSize)
    if (isOfPart(seed) && failures < maxFailures)
      failures += runBatch(family, context, seed, batchSize, counts);
  counts.expectShares(family.leastShares);
}
