//===- tiled-layout-bench.cpp - How fast are relayouts? -------------------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Engine/Benchmark.h"
#include "tiled_layout/Engine/Workers.h"
#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Support/OptionName.h"
#include "tiled_layout/Support/Version.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

#include <cmath>

#include "DefaultSuite.h"

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
namespace cl = llvm::cl;

static cl::OptionCategory category("tiled-layout-bench options");

static cl::opt<bool> json("json", cl::desc("Print one JSON object a line"),
                          cl::cat(category));
static cl::opt<unsigned>
    threads(takeOptionName("threads"), cl::init(1),
            cl::desc("Threads that share a relayout, and each of the copies"),
            cl::value_desc("N"), cl::cat(category));
static cl::opt<double>
    minTime("min-time", cl::init(1.0),
            cl::desc("Measure each case for at least this long, in seconds"),
            cl::value_desc("S"), cl::cat(category));
static cl::opt<std::string>
    suite("suite",
          cl::desc("Run the cases of a file: FROM TAB TO a line, # comments; a "
                   "suite of common cases by default"),
          cl::value_desc("FILE"), cl::cat(category));
static cl::opt<std::string> fromText("from", cl::desc("One case: from here"),
                                     cl::value_desc("SHAPE"),
                                     cl::cat(category));
static cl::opt<std::string> toText("to", cl::desc("... to here"),
                                   cl::value_desc("SHAPE"), cl::cat(category));

namespace {

/// One case: two shapes of one array.
struct Case {
  Shape from, to;
};

} // namespace

static Expected<Shape> parse(llvm::StringRef text, const llvm::Twine &where) {
  Expected<Shape> shape = parseShape(text.trim(), {/*allowComments=*/true});
  if (shape)
    return shape;
  return llvm::createStringError(where + ": in '" + text.trim() +
                                 "': " + llvm::toString(shape.takeError()));
}

static Expected<Case> parseCase(llvm::StringRef from, llvm::StringRef to,
                                const llvm::Twine &where) {
  Expected<Shape> source = parse(from, where);
  if (!source)
    return source.takeError();
  Expected<Shape> dest = parse(to, where);
  if (!dest)
    return dest.takeError();
  if (!(source->elementType == dest->elementType) ||
      source->extents() != dest->extents())
    return llvm::createStringError(where + ": " + toString(*source) + " and " +
                                   toString(*dest) + " are not one array");
  return Case{*source, *dest};
}

/// Reads all cases of a suite before the first is run.
static Expected<std::vector<Case>> readSuite(llvm::StringRef text,
                                             llvm::StringRef name) {
  std::vector<Case> cases;
  size_t number = 0;
  for (llvm::StringRef line : llvm::split(text, '\n')) {
    ++number;
    line = line.split('#').first.trim();
    if (line.empty())
      continue;
    auto [from, to] = line.split('\t');
    std::string where = (name + ":" + llvm::Twine(number)).str();
    if (to.empty())
      return llvm::createStringError(
          where + ": expected FROM TAB TO, but found '" + line + "'");
    Expected<Case> parsed = parseCase(from, to, where);
    if (!parsed)
      return parsed.takeError();
    cases.push_back(*parsed);
  }
  if (cases.empty())
    return llvm::createStringError(name + ": has no case");
  return cases;
}

static Expected<std::vector<Case>> getCases() {
  bool hasFrom = fromText.getNumOccurrences(),
       hasTo = toText.getNumOccurrences();
  if (hasFrom != hasTo || (hasFrom && suite.getNumOccurrences()))
    return llvm::createStringError(
        "expected --suite, or --from and --to, or none of them");
  if (hasFrom) {
    Expected<Case> single = parseCase(fromText, toText, "--from, --to");
    if (!single)
      return single.takeError();
    return std::vector<Case>{*single};
  }
  if (!suite.getNumOccurrences())
    return readSuite(defaultSuite, "default.txt");
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(suite, /*IsText=*/true);
  if (!file)
    return llvm::createStringError(suite + ": " + file.getError().message());
  return readSuite((*file)->getBuffer(), suite);
}

static void printJson(const Case &test, const BenchmarkResult &result) {
  // Milliseconds to the nanosecond, ratios to the thousandth.
  auto round = [](double value, double unit) {
    return std::round(value / unit) * unit;
  };
  llvm::json::Object object{
      {"from", toString(test.from)},
      {"to", toString(test.to)},
      {"threads", threads.getValue()},
      {"correct", result.correct},
      {"compile_ms", round(result.compileMilliseconds, 1e-3)},
      {"lookup_ns", round(result.lookupNanoseconds, 1)}};
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

static void printText(const Case &test, const BenchmarkResult &result) {
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
    llvm::WithColor::error(llvm::errs(), "tiled-layout-bench")
        << llvm::toString(std::move(error)) << '\n';
    return 1;
  };
  if (threads < 1 || threads > maxThreads)
    return fail(llvm::createStringError("--threads is " + llvm::Twine(threads) +
                                        ", but must be from 1 to " +
                                        llvm::Twine(maxThreads)));
  Expected<std::vector<Case>> cases = getCases();
  if (!cases)
    return fail(cases.takeError());
  bool ok = true;
  for (const Case &test : *cases) {
    Expected<BenchmarkResult> result =
        runBenchmark(test.from, test.to, minTime, threads);
    if (!result)
      return fail(result.takeError());
    ok &= result->correct;
    json ? printJson(test, *result) : printText(test, *result);
    llvm::outs().flush();
  }
  return ok ? 0 : 1;
}
