//===- tiled-layout-access-bench.cpp - What do tiled accesses cost? -------===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Peaks.h"
#include "Structured.h"
#include "WrittenLoops.h"

#include "../SecondsParser.h"

#include "tiled_layout/Layout/Text.h"
#include "tiled_layout/Support/OutputFile.h"
#include "tiled_layout/Support/Version.h"
#include "tiled_layout/Target/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/WithColor.h"

using namespace mlir::tiled_layout;
using namespace mlir::tiled_layout::bench;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace cl = llvm::cl;

static cl::OptionCategory category("tiled-layout-access-bench options");

static SecondsOption
    minTime("min-time", cl::init(0.5),
            cl::desc("Measure each case, or each way to compute one, for at "
                     "least this long, in seconds (default: 0.5)"),
            cl::value_desc("S"), cl::cat(category));
static cl::opt<std::string>
    filter("filter",
           cl::desc("Only the cases whose name contains this (default: all)"),
           cl::value_desc("TEXT"), cl::cat(category));
static cl::opt<std::string>
    suite("suite",
          cl::desc("Run one suite: products, narrow, sizes, convolutions, "
                   "others, named, programs, or a file: of a module, each "
                   "public function, beside the same row-major unless it has "
                   "views of tiles or memory (default: the first seven)"),
          cl::value_desc("NAME|FILE"), cl::cat(category));
static cl::opt<bool>
    loops("loops",
          cl::desc("Run extras instead: loops written by hand, products "
                   "blocked by hand on arguments that do not alias"),
          cl::cat(category));
static cl::opt<bool> json("json", cl::desc("Print one JSON object a line"),
                          cl::cat(category));
static cl::opt<bool>
    upstream("upstream", cl::init(true),
             cl::desc("Run upstream's programs, too (default: true)"),
             cl::cat(category));
static cl::opt<int64_t>
    upstreamPoints("upstream-points", cl::init(int64_t(1) << 28),
                   cl::desc("Leave upstream out where an operation has more "
                            "multiply-adds (default: 268435456)"),
                   cl::value_desc("N"), cl::cat(category));
static cl::opt<bool>
    peers("peers", cl::init(true),
          cl::desc("Run OpenBLAS and oneDNN, too (default: true)"),
          cl::cat(category));
static cl::opt<std::string>
    targetCpu("target-cpu", cl::init("host"),
              cl::desc("Compile for this target or processor all programs but "
                       "those of OpenBLAS and oneDNN (default: host)"),
              cl::value_desc("NAME"), cl::cat(category));
static cl::opt<std::string>
    pipeline("pipeline-options",
             cl::desc("Options of tiled-layout-to-llvm-pipeline for all cases "
                      "(default: none)"),
             cl::value_desc("TEXT"), cl::cat(category));

static cl::opt<bool> runTimeExtents(
    "run-time-extents",
    cl::desc("With --loops: nests learn the extents of their arrays at run "
             "time (default: false)"),
    cl::cat(category));

static cl::extrahelp examples(R"(
EXAMPLES:

  tiled-layout-access-bench --suite=products --filter=matmul --min-time=0.1
  tiled-layout-access-bench --suite=others --upstream=false --peers=false
  tiled-layout-access-bench --suite=others --target-cpu=x86-64-v3
  tiled-layout-access-bench --suite=programs
  tiled-layout-access-bench --suite=my-program.mlir
  tiled-layout-access-bench --loops
  tiled-layout-access-bench --loops --filter=f32 --run-time-extents
)");

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

/// What JSON says of a case; numbers have the digits that a double has.
static void printJson(const SuiteCase &test, const StructuredResult &result) {
  llvm::json::Array times, operands;
  for (const StructuredTime &time : result.times)
    times.push_back(llvm::json::Object{{"name", time.name},
                                       {"best_s", time.bestSeconds},
                                       {"median_s", time.medianSeconds}});
  for (const Shape &shape : test.operands)
    operands.push_back(toString(shape));
  llvm::json::Object object{
      {"suite", test.suite},
      {"table", test.table},
      {"case", test.name},
      {"operation",
       test.prefix + (test.suffix.empty() ? "" : " ... ") + test.suffix},
      {"operands", std::move(operands)},
      {"dynamic", test.isDynamic},
      {"tensors", test.isOnTensors},
      {"points", result.points},
      {"bytes", result.bytes},
      {"compile_s", result.compileSeconds},
      {"times", std::move(times)},
      {"notes", llvm::json::Array(result.notes)},
      {"wrong", llvm::json::Array(result.wrong)}};
  if (test.peak != PeakKind::None)
    object["peak"] = getName(test.peak);
  if (result.bestShare != 0) {
    object["peak_best"] = result.bestShare;
    object["peak_median"] = result.medianShare;
  }
  auto add = [&](const char *name, double value) {
    if (value != 0)
      object[name] = value;
  };
  add("bar", test.peakBar);
  add("time_bar", test.timeBar);
  add("row_major_bar", test.rowMajorBar);
  add("over_upstream", result.overUpstream);
  add("over_row_major", result.overRowMajor);
  add("over_peer", result.overPeer);
  llvm::outs() << llvm::json::Value(std::move(object)) << '\n';
}

static void printText(const SuiteCase &test, const StructuredResult &result) {
  llvm::raw_ostream &os = llvm::outs();
  os << test.getFullName() << '\n';
  for (const StructuredTime &time : result.times)
    os << llvm::format("  %-32s %11.4f ms best %11.4f ms median  %8.1f G/s  "
                       "%7.1f GB/s\n",
                       time.name.c_str(), time.bestSeconds * 1e3,
                       time.medianSeconds * 1e3,
                       2e-9 * result.points / time.bestSeconds,
                       1e-9 * result.bytes / time.bestSeconds);
  if (result.bestShare != 0) {
    os << llvm::format("  share of the %s %.2f best, %.2f median",
                       test.peak == PeakKind::Products ? "rate of the products"
                                                       : "peak",
                       result.bestShare, result.medianShare);
    if (test.peakBar != 0)
      os << llvm::format("; at least %.2f is aimed at", test.peakBar);
    os << '\n';
  }
  if (result.overUpstream != 0) {
    os << llvm::format("  %.2f of upstream's time", result.overUpstream);
    if (test.timeBar != 0)
      os << llvm::format("; at most %.2f is aimed at", test.timeBar);
    os << '\n';
  }
  if (result.overRowMajor != 0)
    os << llvm::format("  %.2f of the row-major program's time; at most %.2f "
                       "is aimed at\n",
                       result.overRowMajor, test.rowMajorBar);
  if (result.overPeer != 0)
    os << llvm::format("  %.2f of the fastest peer's rate\n", result.overPeer);
  for (const std::string &note : result.notes)
    os << "  " << note << '\n';
  for (const std::string &wrong : result.wrong)
    os << "  WRONG: " << wrong << '\n';
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Fails if no case has the filter in its name.
static Error checkFilter(llvm::ArrayRef<std::string> names) {
  if (names.empty())
    return llvm::createStringError("--suite '" + suite + "' has no cases");
  if (llvm::any_of(names, [](StringRef name) { return name.contains(filter); }))
    return Error::success();
  return llvm::createStringError("--filter '" + filter +
                                 "' is in the name of no case; the names are"
                                 "\n  " +
                                 llvm::join(names, "\n  "));
}

/// False if something is wrong.
static Expected<bool> runSuites() {
  Expected<std::vector<SuiteCase>> cases = getSuites(suite);
  if (!cases)
    return cases.takeError();
  std::vector<std::string> names;
  for (const SuiteCase &test : *cases)
    names.push_back(test.getFullName());
  if (Error error = checkFilter(names))
    return std::move(error);
  bool ok = true;
  StructuredOptions options{minTime, upstreamPoints, upstream,
                            peers,   pipeline,       targetCpu};
  for (auto [test, name] : llvm::zip_equal(*cases, names)) {
    if (!StringRef(name).contains(filter))
      continue;
    Expected<StructuredResult> result = test.program.empty()
                                            ? runStructured(test, options)
                                            : runProgram(test, options);
    if (!result) {
      // The others run all the same.
      llvm::WithColor::error(llvm::errs(), "tiled-layout-access-bench")
          << llvm::toString(result.takeError()) << '\n';
      ok = false;
      continue;
    }
    ok &= result->wrong.empty();
    json ? printJson(test, *result) : printText(test, *result);
    llvm::outs().flush();
  }
  return ok;
}

static Expected<bool> runLoops() {
  std::vector<WrittenCase> cases = getWrittenCases();
  std::vector<std::string> names;
  for (const WrittenCase &test : cases)
    names.push_back(test.name);
  if (Error error = checkFilter(names))
    return std::move(error);
  bool ok = true;
  for (const WrittenCase &test : cases) {
    if (!StringRef(test.name).contains(filter))
      continue;
    Expected<bool> result = test.run({minTime, pipeline, runTimeExtents});
    if (!result)
      return result.takeError();
    ok &= *result;
    llvm::outs().flush();
  }
  return ok;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  setVersion("tiled-layout-access-bench");
  cl::ParseCommandLineOptions(
      argc, argv,
      "Times linalg operations on tiled arrays beside upstream's lowering of "
      "the same on row-major ones, OpenBLAS, oneDNN and what the machine can "
      "do at best. All results are compared first.\n");
  auto fail = [](Error error) {
    llvm::WithColor::error(llvm::errs(), "tiled-layout-access-bench")
        << llvm::toString(std::move(error)) << '\n';
    return 1;
  };
  if (loops &&
      (json || suite.getNumOccurrences() || targetCpu.getNumOccurrences()))
    return fail(llvm::createStringError(
        "--loops goes with neither --suite nor --json nor --target-cpu"));
  // A name alone: options of the pipeline say the fields.
  if (Expected<Target> target = getTarget(targetCpu); !target)
    return fail(target.takeError());
  Expected<bool> ok = loops ? runLoops() : runSuites();
  if (!ok)
    return fail(ok.takeError());
  if (Error error = finishStandardOutput())
    return fail(std::move(error));
  return *ok ? 0 : 1;
}
