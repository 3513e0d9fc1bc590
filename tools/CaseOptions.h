//===- CaseOptions.h - Which relayouts a tool measures ----------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_TOOLS_CASEOPTIONS_H
#define TILED_LAYOUT_TOOLS_CASEOPTIONS_H

#include "SecondsParser.h"

#include "tiled_layout/Engine/BenchmarkSuite.h"

namespace mlir::tiled_layout {

/// The options of tools that measure relayouts: one case or a suite, for how
/// long, and how results are printed.
struct CaseOptions {
  /// `suiteDefault` says what runs without options.
  CaseOptions(llvm::cl::OptionCategory &category,
              llvm::StringLiteral suiteDefault)
      : suiteText(("Run the cases of a file: FROM TAB TO a line, # comments "
                   "(default: " +
                   suiteDefault + ")")
                      .str()),
        json("json", llvm::cl::desc("Print one JSON object a line"),
             llvm::cl::cat(category)),
        minTime("min-time", llvm::cl::init(1.0),
                llvm::cl::desc("Measure each case for at least this long, in "
                               "seconds (default: 1)"),
                llvm::cl::value_desc("S"), llvm::cl::cat(category)),
        suite("suite", llvm::cl::desc(suiteText), llvm::cl::value_desc("FILE"),
              llvm::cl::cat(category)),
        from("from", llvm::cl::desc("One case: the source (default: none)"),
             llvm::cl::value_desc("SHAPE"), llvm::cl::cat(category)),
        to("to", llvm::cl::desc("One case: the destination (default: none)"),
           llvm::cl::value_desc("SHAPE"), llvm::cl::cat(category)) {}

  bool hasFrom() const { return from.getNumOccurrences(); }
  bool hasTo() const { return to.getNumOccurrences(); }
  bool hasSuite() const { return suite.getNumOccurrences(); }

  /// Returns the case of --from and --to, or those of --suite. Requires that
  /// one of both is given.
  llvm::Expected<std::vector<BenchmarkCase>> getCases() const {
    if (hasSuite())
      return readBenchmarkSuite(suite);
    llvm::Expected<BenchmarkCase> single =
        parseBenchmarkCase(from, to, "--from, --to");
    if (!single)
      return single.takeError();
    return std::vector<BenchmarkCase>{*single};
  }

private:
  /// The option keeps a reference.
  std::string suiteText;

public:
  llvm::cl::opt<bool> json;
  SecondsOption minTime;
  llvm::cl::opt<std::string> suite, from, to;
};

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_TOOLS_CASEOPTIONS_H
