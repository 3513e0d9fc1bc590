//===- BenchmarkSuite.h - Lists of relayouts to measure ---------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_ENGINE_BENCHMARKSUITE_H
#define TILED_LAYOUT_ENGINE_BENCHMARKSUITE_H

#include "tiled_layout/Layout/Layout.h"

#include "llvm/Support/Error.h"

#include <vector>

namespace mlir::tiled_layout {

/// One case: two shapes of one array.
struct BenchmarkCase {
  Shape from, to;
};

/// Reads a case such as `f32[3,5]` and `f32[3,5]{1,0:T(2,2)}`. Errors begin
/// with `where`.
llvm::Expected<BenchmarkCase> parseBenchmarkCase(llvm::StringRef from,
                                                 llvm::StringRef to,
                                                 const llvm::Twine &where);

/// Reads a suite: FROM TAB TO a line; `#` begins a comment. Errors begin with
/// `name:LINE`. A suite has at least one case.
llvm::Expected<std::vector<BenchmarkCase>>
parseBenchmarkSuite(llvm::StringRef text, llvm::StringRef name);

/// Reads a suite from a file, or from standard input if the path is `-`.
llvm::Expected<std::vector<BenchmarkCase>>
readBenchmarkSuite(llvm::StringRef path);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_ENGINE_BENCHMARKSUITE_H
