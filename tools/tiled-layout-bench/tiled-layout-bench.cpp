//===- tiled-layout-bench.cpp - How fast are relayouts? -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../CaseOptions.h"
#include "RandomPairs.h"

#include "tiled_layout/Engine/Benchmark.h"
#include "tiled_layout/Engine/MeasureTarget.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Support/OptionName.h"
#include "tiled_layout/Support/OutputFile.h"
#include "tiled_layout/Support/Version.h"
#include "tiled_layout/Target/Threads.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/WithColor.h"

#include <cmath>

#include "DefaultSuite.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
namespace cl = llvm::cl;

static cl::OptionCategory category("tiled-layout-bench options");

static CaseOptions options(category, "a suite of common cases");
static cl::opt<unsigned> threads(
    takeOptionName("threads"), cl::init(1),
    cl::desc(
        "Threads that share a relayout, and each of the copies (default: 1)"),
    cl::value_desc("N"), cl::cat(category));
static cl::opt<std::string>
    targetCpu(takeOptionName("target-cpu"),
              cl::desc("The processor that relayouts are compiled for, or a "
                       "target such as 'host, prefetch-bytes = 512' (default: "
                       "this machine's)"),
              cl::value_desc("CPU"), cl::cat(category));
static cl::opt<std::string>
    targetFeatures("target-features",
                   cl::desc("More or fewer features of that processor: "
                            "+avx2,-avx512f (default: none)"),
                   cl::value_desc("LIST"), cl::cat(category));
static cl::opt<std::string>
    padding("padding", cl::init("undefined"),
            cl::desc("What padding receives: undefined, zero, or a value of "
                     "the element type. Where it is filled, the destination "
                     "counts its physical bytes (default: undefined)"),
            cl::value_desc("VALUE"), cl::cat(category));
static cl::opt<int64_t>
    randomPairs("random-pairs",
                cl::desc("Run so many random pairs of layouts, and print the "
                         "slowest beside memcpy first (default: none)"),
                cl::value_desc("N"), cl::cat(category));
static cl::opt<uint64_t>
    seed("seed", cl::init(1),
         cl::desc("What random pairs are drawn from (default: 1)"),
         cl::value_desc("N"), cl::cat(category));
static cl::opt<int64_t> pairBytes(
    "pair-bytes", cl::init(64 << 20),
    cl::desc(
        "About how large the arrays of random pairs are (default: 67108864)"),
    cl::value_desc("BYTES"), cl::cat(category));
static cl::opt<bool> check(
    "check", cl::init(true),
    cl::desc(
        "Compare with the reference before a case is timed (default: true)"),
    cl::cat(category));

static cl::opt<bool> anyExtents(
    "any-extents",
    cl::desc("Measure the program that serves all extents, on one thread, "
             "instead of the shape's own (default: false)"),
    cl::cat(category));

static cl::opt<bool> measuresTarget(
    "measure-target",
    cl::desc("Measure this machine for less than two minutes, and print it as "
             "a target that options and modules accept (default: false)"),
    cl::cat(category));

static cl::extrahelp examples(R"(
EXAMPLES:

  tiled-layout-bench
  tiled-layout-bench --from='f32[4096,4096]' --to='f32[4096,4096]{1,0:T(8,128)}'
  tiled-layout-bench --measure-target
  tiled-layout-bench --random-pairs=20 --seed=7 --json
)");

namespace {

/// What was measured of one case.
struct Row {
  BenchmarkCase test;
  BenchmarkResult result;

  double getMemcpyRatio() const {
    return result.correct ? result.gbps / result.memcpyGbps : 0;
  }
};

} // namespace

static Error checkNumber(llvm::StringRef option, int64_t value, int64_t low,
                         int64_t high) {
  if (value >= low && value <= high)
    return Error::success();
  return llvm::createStringError("--" + option + " is " + llvm::Twine(value) +
                                 ", but must be from " + llvm::Twine(low) +
                                 " to " + llvm::Twine(high));
}

/// Returns all that is wrong with the numbers and their combination.
static Error checkOptions() {
  bool hasRandom = randomPairs.getNumOccurrences();
  Error errors = checkNumber("threads", threads, 1, maxThreads);
  auto add = [&](Error error) {
    errors = llvm::joinErrors(std::move(errors), std::move(error));
  };
  if (options.hasFrom() != options.hasTo() ||
      options.hasFrom() + options.hasSuite() + hasRandom > 1)
    add(llvm::createStringError("expected --suite, or --random-pairs, or "
                                "--from and --to, or none of them"));
  if (!hasRandom && (seed.getNumOccurrences() || pairBytes.getNumOccurrences()))
    add(llvm::createStringError(
        "--seed and --pair-bytes are for --random-pairs"));
  if (anyExtents && threads != 1)
    add(llvm::createStringError("--any-extents is for one thread"));
  if (measuresTarget &&
      (targetCpu.getNumOccurrences() || targetFeatures.getNumOccurrences()))
    add(llvm::createStringError("--measure-target is for this machine, and "
                                "takes no --target-cpu or --target-features"));
  if (hasRandom) {
    add(checkNumber("random-pairs", randomPairs, 1, 1000000));
    add(checkNumber("pair-bytes", pairBytes, minPairBytes, maxPairBytes));
  }
  return errors;
}

static Expected<std::vector<BenchmarkCase>> getCases() {
  if (randomPairs.getNumOccurrences())
    return drawRandomPairs(randomPairs, seed, pairBytes);
  if (options.hasFrom() || options.hasSuite())
    return options.getCases();
  return parseBenchmarkSuite(defaultSuite, "default.txt");
}

static void printJson(const BenchmarkCase &test,
                      const BenchmarkResult &result) {
  // Milliseconds to the nanosecond, ratios to the thousandth.
  auto round = [](double value, double unit) {
    return std::round(value / unit) * unit;
  };
  llvm::json::Object object{
      {"from", toString(test.from)},
      {"to", toString(test.to)},
      {"threads", threads.getValue()},
      {"padding", padding.getValue()},
      {"compile_ms", round(result.compileMilliseconds, 1e-3)},
      {"lookup_ns", round(result.lookupNanoseconds, 1)}};
  if (check)
    object["correct"] = result.correct;
  if (result.correct) {
    object["median_ms"] = round(result.medianMilliseconds, 1e-6);
    object["low_ms"] = round(result.lowMilliseconds, 1e-6);
    object["high_ms"] = round(result.highMilliseconds, 1e-6);
    object["gbps"] = round(result.gbps, 1e-3);
    object["memcpy_gbps"] = round(result.memcpyGbps, 1e-3);
    object["copy_gbps"] = round(result.copyGbps, 1e-3);
    object["ratio_memcpy"] = round(result.gbps / result.memcpyGbps, 1e-4);
    object["ratio_copy"] = round(result.gbps / result.copyGbps, 1e-4);
  }
  llvm::outs() << llvm::json::Value(std::move(object)) << '\n';
}

static void printText(const BenchmarkCase &test,
                      const BenchmarkResult &result) {
  llvm::raw_ostream &os = llvm::outs();
  os << toString(test.from) << " -> " << toString(test.to) << '\n';
  if (!result.correct) {
    os << "  WRONG: differs from the reference\n";
    return;
  }
  os << llvm::format("  %9.4f ms (%.4f to %.4f)  %6.1f GB/s  %5.2f of memcpy  "
                     "%5.2f of streaming copy  compiled in %.0f ms\n",
                     result.medianMilliseconds, result.lowMilliseconds,
                     result.highMilliseconds, result.gbps,
                     result.gbps / result.memcpyGbps,
                     result.gbps / result.copyGbps, result.compileMilliseconds);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  setVersion("tiled-layout-bench");
  cl::ParseCommandLineOptions(
      argc, argv,
      "Checks relayouts against the reference and times them beside copies.\n");
  auto fail = [](Error error) {
    llvm::handleAllErrors(
        std::move(error), [](const llvm::ErrorInfoBase &info) {
          llvm::WithColor::error(llvm::errs(), "tiled-layout-bench")
              << info.message() << '\n';
        });
    return 1;
  };
  Error wrong = checkOptions();
  Expected<Target> target = getCodeTarget(targetCpu, targetFeatures);
  if (!target)
    wrong = llvm::joinErrors(std::move(wrong), target.takeError());
  if (wrong)
    return fail(std::move(wrong));
  if (measuresTarget) {
    Expected<Target> measured = measureTarget(llvm::errs());
    if (!measured)
      return fail(measured.takeError());
    llvm::outs() << toString(*measured) << '\n';
    if (Error error = finishStandardOutput())
      return fail(std::move(error));
    return 0;
  }
  Expected<std::vector<BenchmarkCase>> cases = getCases();
  if (!cases)
    return fail(cases.takeError());
  bool ok = true;
  auto print = [&](const Row &row) {
    ok &= row.result.correct;
    options.json ? printJson(row.test, row.result)
                 : printText(row.test, row.result);
    llvm::outs().flush();
  };
  std::vector<Row> rows;
  for (const BenchmarkCase &test : *cases) {
    Expected<BenchmarkResult> result = runBenchmark(
        test.from, test.to,
        {options.minTime, threads, check, *target, padding, anyExtents});
    if (!result)
      return fail(result.takeError());
    rows.push_back({test, *result});
    if (!randomPairs)
      print(rows.back());
  }
  if (randomPairs) {
    llvm::sort(rows, [](const Row &a, const Row &b) {
      return a.getMemcpyRatio() < b.getMemcpyRatio();
    });
    llvm::for_each(rows, print);
  }
  if (Error error = finishStandardOutput())
    return fail(std::move(error));
  return ok ? 0 : 1;
}
