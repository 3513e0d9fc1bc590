//===- tiled-layout-profile.cpp - What do padding and relayouts cost? -----===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tiled_layout/Profile/HtmlReport.h"
#include "tiled_layout/Profile/JsonReport.h"
#include "tiled_layout/Profile/Limit.h"
#include "tiled_layout/Profile/ReadPrograms.h"
#include "tiled_layout/Profile/TextReport.h"
#include "tiled_layout/Support/OutputFile.h"
#include "tiled_layout/Support/Progress.h"
#include "tiled_layout/Support/Version.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

#include <cmath>

using namespace mlir::tiled_layout;
using llvm::Error;
using llvm::Expected;
namespace cl = llvm::cl;

static constexpr llvm::StringLiteral toolName = "tiled-layout-profile";
static cl::OptionCategory category("tiled-layout-profile options");

static cl::list<std::string> inputs(cl::Positional,
                                    cl::desc("[FILE...] ('-': standard input)"),
                                    cl::cat(category));
static cl::opt<bool> json("json", cl::desc("Print one JSON object a module"),
                          cl::cat(category));
static cl::opt<unsigned> top("top",
                             cl::desc("Show N entries of each list (default: "
                                      "10; with --json and --html all)"),
                             cl::value_desc("N"), cl::cat(category));
static cl::opt<double>
    bandwidth("bandwidth",
              cl::desc("Predict the time of relayouts from this rate of the "
                       "memory (default: no times)"),
              cl::value_desc("GB/s"), cl::cat(category));
static cl::opt<std::string>
    against("against",
            cl::desc("Say what changed since this file (default: none)"),
            cl::value_desc("FILE"), cl::cat(category));
static cl::opt<std::string> html(
    "html",
    cl::desc("Write a page with sortable tables and a treemap (default: none)"),
    cl::value_desc("FILE"), cl::cat(category));
static cl::list<std::string> failIf(
    "fail-if",
    cl::desc(
        "End with exit code 1 if a figure is above a limit, or a line cannot "
        "be read: padding>20%, padding>1GB, relayouts>1GB, peak>16GiB "
        "(default: none)"),
    cl::value_desc("LIMIT"), cl::cat(category));
static cl::opt<bool> strict("strict",
                            cl::desc("A line that cannot be read is an error"),
                            cl::cat(category));

static cl::extrahelp examples(R"(
EXAMPLES:

  tiled-layout-profile module_0042.jit_step.after_optimizations.txt
  tiled-layout-profile --fail-if='padding>20%' --fail-if='relayouts>1GB' dump.txt
  tiled-layout-profile --against=before.txt after.txt
  python3 train.py 2>&1 | tiled-layout-profile
)");

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

/// Lines that are reported one by one; of the others only the number.
static constexpr size_t maxReportedLines = 20;

static void reportError(const llvm::Twine &message) {
  llvm::outs().flush();
  llvm::WithColor::error(llvm::errs(), toolName) << message << '\n';
}

/// Begins a message that is an error or a warning.
static llvm::raw_ostream &beginMessage(bool isError) {
  llvm::outs().flush();
  return isError ? llvm::WithColor::error(llvm::errs(), toolName)
                 : llvm::WithColor::warning(llvm::errs(), toolName);
}

/// Reports the lines that were skipped; false if they are errors.
static bool reportSkipped(llvm::StringRef name, const Program &program,
                          bool isError) {
  size_t count = program.skippedLines.size();
  for (const SkippedLine &skipped :
       llvm::ArrayRef(program.skippedLines).take_front(maxReportedLines))
    beginMessage(isError) << name << ":" << skipped.line
                          << ": skipped: " << skipped.message << '\n';
  if (count > maxReportedLines)
    llvm::errs() << toolName << ": " << count - maxReportedLines
                 << " more lines are skipped\n";
  return !isError || count == 0;
}

/// Says that a module has no instructions; false if this is an error.
static bool reportNothing(llvm::StringRef name, bool isError) {
  beginMessage(isError) << (name == "-" ? "standard input"
                                        : ("'" + name + "'").str())
                        << " has no instructions\n";
  return !isError;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Reads the programs of a file, or of standard input.
static Expected<std::vector<Program>> readFile(llvm::StringRef name) {
  if (name == "-") {
    TextWindow window(llvm::sys::fs::getStdinHandle());
    return readPrograms(window, name);
  }
  Expected<llvm::sys::fs::file_t> file =
      llvm::sys::fs::openNativeFileForRead(name);
  if (!file)
    return file.takeError();
  llvm::sys::fs::file_status status;
  uint64_t size = 0;
  if (!llvm::sys::fs::status(*file, status) &&
      status.type() == llvm::sys::fs::file_type::regular_file)
    size = status.getSize();
  TextWindow window(*file);
  // Progress counts mebibytes; of a pipe nobody knows how many there are.
  std::optional<Progress> progress;
  uint64_t shown = 0;
  Expected<std::vector<Program>> programs =
      readPrograms(window, name, [&](uint64_t offset) {
        if (size > 0 && !progress)
          progress.emplace((size >> 20) + 1);
        for (; progress && shown < offset >> 20; ++shown)
          progress->advance();
      });
  llvm::sys::fs::closeFile(*file);
  return programs;
}

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

/// Checks the limits; false, after reporting it, if one is exceeded.
static bool checkLimits(llvm::ArrayRef<Limit> limits,
                        const Analysis &analysis) {
  bool holds = true;
  for (const Limit &limit : limits) {
    auto excess = checkLimit(limit, analysis.profile, analysis.peak);
    if (excess && !*excess)
      continue;
    holds = false;
    reportError(excess ? **excess : llvm::toString(excess.takeError()));
  }
  return holds;
}

static void report(const Analysis &analysis, const Analysis *earlier,
                   const ReportOptions &options) {
  if (json)
    return printJson(llvm::outs(), analysis.profile, options.top);
  printReport(llvm::outs(), analysis, options);
  if (earlier)
    printDifference(llvm::outs(),
                    getDifference(earlier->profile, analysis.profile), options);
}

/// Reports a file's modules; keeps them in `pages` if a page is to be written.
static bool runOnFile(llvm::StringRef name, llvm::ArrayRef<Limit> limits,
                      const std::vector<Analysis> &earlier,
                      const ReportOptions &options,
                      std::vector<Analysis> &pages) {
  Expected<std::vector<Program>> programs = readFile(name);
  if (!programs) {
    reportError("cannot read '" + name +
                "': " + llvm::toString(programs.takeError()));
    return false;
  }
  bool succeeded = true;
  if (programs->empty()) {
    reportError("'" + name + "' has no module");
    return false;
  }
  // A limit on what was not read would hold, whatever it is.
  bool mustRead = strict || !limits.empty();
  for (auto [number, program] : llvm::enumerate(*programs)) {
    succeeded &= reportSkipped(name, program, mustRead);
    Analysis analysis(std::move(program));
    if (analysis.profile.instructions == 0)
      succeeded &= reportNothing(name, mustRead);
    report(analysis, number < earlier.size() ? &earlier[number] : nullptr,
           options);
    succeeded &= checkLimits(limits, analysis);
    if (html.getNumOccurrences())
      pages.push_back(std::move(analysis));
  }
  return succeeded;
}

static Error checkOptions() {
  if (html.getNumOccurrences() && html.empty())
    return llvm::createStringError("--html needs the name of a file");
  if (bandwidth.getNumOccurrences() &&
      !(bandwidth > 0 && std::isfinite(bandwidth)))
    return llvm::createStringError("--bandwidth must be positive and finite");
  if (against.getNumOccurrences() && (json || inputs.size() > 1))
    return llvm::createStringError(
        "--against compares one file, as text; it cannot be combined with "
        "--json or several files");
  return Error::success();
}

static Error run(bool &succeeded) {
  if (Error error = checkOptions())
    return error;
  std::vector<Limit> limits;
  for (llvm::StringRef text : failIf) {
    Expected<Limit> limit = parseLimit(text);
    if (!limit)
      return limit.takeError();
    limits.push_back(std::move(*limit));
  }
  std::vector<Analysis> earlier;
  if (against.getNumOccurrences()) {
    Expected<std::vector<Program>> programs = readFile(against);
    if (!programs)
      return llvm::createStringError("cannot read '" + against + "': " +
                                     llvm::toString(programs.takeError()));
    for (Program &program : *programs)
      earlier.emplace_back(std::move(program));
  }
  ReportOptions options;
  if (json)
    options.top = std::numeric_limits<size_t>::max();
  if (top.getNumOccurrences())
    options.top = top;
  options.bandwidth = bandwidth * 1e9;
  if (inputs.empty())
    inputs.push_back("-");
  std::vector<Analysis> pages;
  for (llvm::StringRef name : inputs)
    succeeded &= runOnFile(name, limits, earlier, options, pages);
  if (!html.getNumOccurrences())
    return Error::success();
  // A page can be searched: it shows all unless told otherwise.
  if (!top.getNumOccurrences())
    options.top = std::numeric_limits<size_t>::max();
  return llvm::writeToOutput(html, [&](llvm::raw_ostream &os) {
    printHtml(os, pages, options);
    return Error::success();
  });
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  setVersion(toolName);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Says what padding and relayouts of a program cost: reads HLO text, "
      "MLIR modules, messages about memory that ran out, and lists of "
      "shapes\n");
  bool succeeded = true;
  if (Error error = run(succeeded)) {
    reportError(llvm::toString(std::move(error)));
    succeeded = false;
  }
  if (Error error = finishStandardOutput()) {
    reportError(llvm::toString(std::move(error)));
    return 1;
  }
  return succeeded ? 0 : 1;
}
