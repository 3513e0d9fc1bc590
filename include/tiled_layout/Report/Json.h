//===- Json.h - Explanations as JSON ----------------------------*- C++ -*-===//
//
// Part of tiled_layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILED_LAYOUT_REPORT_JSON_H
#define TILED_LAYOUT_REPORT_JSON_H

#include "tiled_layout/Report/BlockView.h"
#include "tiled_layout/Report/Query.h"
#include "tiled_layout/Report/SliceView.h"

#include "llvm/Support/raw_ostream.h"

namespace mlir::tiled_layout {

/// Returns the members of the JSON object that depend on the shape alone,
/// `"shape":...` to `"affine_map":...`, without the braces. Values that are
/// not known are null.
std::string getJsonMembers(const Explanation &shape);

/// Returns the member `"blocks":{...}` of a cut into blocks.
std::string getBlocksJson(const BlockView &view);

/// Returns the member `"slice":{...}` of a slice.
std::string getSliceJson(const SliceView &view);

/// Prints the JSON object of a query as one line. `members` is what
/// `getJsonMembers` returns for the shape; `more` are members that follow the
/// answer, such as `getBlocksJson`'s.
void printJson(llvm::raw_ostream &os, llvm::StringRef members,
               const Query &query, const Answer &answer,
               llvm::ArrayRef<std::string> more = {});

/// Prints the object `{"error":...}` as one line.
void printJsonError(llvm::raw_ostream &os, llvm::StringRef message);

} // namespace mlir::tiled_layout

#endif // TILED_LAYOUT_REPORT_JSON_H
